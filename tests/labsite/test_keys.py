import pytest

from labsite.keys import key_in


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("12", 12),
        ("9" * 18, 10**18 - 1),
        ("9" * 19, None),
        ("", None),
        (None, None),
        ("-1", None),
        ("1.5", None),
        (" 1", None),
        ("²", None),
        ("one", None),
    ],
)
def test_only_what_can_be_a_key_is_looked_for(text, key):
    assert key_in(text) == key
