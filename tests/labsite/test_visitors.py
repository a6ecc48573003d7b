import pytest

from labsite import visitors


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, None, "192.0.2.1"),
        (0, "198.51.100.7", "192.0.2.1"),
        (1, "198.51.100.7", "198.51.100.7"),
        (1, "203.0.113.9, 198.51.100.7", "198.51.100.7"),
        (2, "203.0.113.9, 198.51.100.7, 10.0.0.1", "198.51.100.7"),
        (2, "198.51.100.7", "192.0.2.1"),
        (1, None, "192.0.2.1"),
    ],
)
def test_only_our_own_proxies_say_where_a_visitor_comes_from(
    rf, settings, proxies, forwarded, expected
):
    settings.PROXIES = proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}

    request = rf.get("/", headers=headers, REMOTE_ADDR="192.0.2.1")

    assert visitors.address(request) == expected
