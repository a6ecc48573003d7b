"""Lists of numbers, and numbers in letters, references and beside whole entries."""

import time

import pytest

from publications.importing.numbers import Named, beside, names_in
from publications.works import Origin
from tests.factories import make_work


@pytest.mark.parametrize(
    ("line", "scheme", "value"),
    [
        ("10.5555/ABC.1", "doi", "10.5555/abc.1"),
        ("https://doi.org/10.5555/x.1", "doi", "10.5555/x.1"),
        ("http://dx.doi.org/10.5555%2Fabc.1", "doi", "10.5555/abc.1"),
        ("doi: 10.5555/x.1.", "doi", "10.5555/x.1"),
        ("1. 10.5555/x.1", "doi", "10.5555/x.1"),
        ("- https://doi.org/10.5555/x.1", "doi", "10.5555/x.1"),
        ("https://publisher.example.org/doi/full/10.5555/x.1?a=b", "doi", "10.5555/x.1"),
        ("https://publisher.example.org/article/10.5555/x-1.pdf", "doi", "10.5555/x-1"),
        ("Kurz (2024). Tides. Sea 7(2). https://doi.org/10.5555/x.1", "doi", "10.5555/x.1"),
        ("Kurz 2024 (doi:10.5555/x.1)", "doi", "10.5555/x.1"),
        (
            *("10.1002/(SICI)1097-0000(199601)1:1<1::AID-X1>3.0.CO;2-A", "doi"),
            "10.1002/(sici)1097-0000(199601)1:1<1::aid-x1>3.0.co;2-a",
        ),
        ("https://arxiv.org/abs/2503.12668v2", "arxiv", "2503.12668"),
        ("arXiv:2503.12668 [cs.DC]", "arxiv", "2503.12668"),
        ("hep-th/9912345", "arxiv", "hep-th/9912345"),
        ("https://doi.org/10.48550/arXiv.2101.00001", "arxiv", "2101.00001"),
        ("see arxiv.org/pdf/cs/0712345.pdf", "arxiv", "cs/0712345"),
        ("https://orcid.org/0000-0002-1825-0097", "orcid", "0000-0002-1825-0097"),
        ("0000-0002-1694-233x", "orcid", "0000-0002-1694-233X"),
        ("Lena Kurz, ORCID 0000-0002-1825-0097", "orcid", "0000-0002-1825-0097"),
        ("see (10.5555/x.1).", "doi", "10.5555/x.1"),
        ("“10.5555/x.1”", "doi", "10.5555/x.1"),
        ("'10.5555/x.1';", "doi", "10.5555/x.1"),
        ("<https://doi.org/10.5555/x.1>", "doi", "10.5555/x.1"),
        ("<p>10.5555/x.1</p>", "doi", "10.5555/x.1"),
        ("<a href='https://doi.org/10.5555/x.1'>Tides</a>", "doi", "10.5555/x.1"),
        ("https://doi.org/10.5555/x.1?utm_source=mail#part", "doi", "10.5555/x.1"),
        ("Read https://doi.org/10.5555/x.1?utm_source=mail, please", "doi", "10.5555/x.1"),
        ("https://doi.org/10.5555/x%3F1", "doi", "10.5555/x?1"),
        ("10.5555/x(1)2", "doi", "10.5555/x(1)2"),
        ("Tides of the inner sea", "", ""),
        ("https://example.org/paper", "", ""),
        ("10.5555/", "", ""),
        ("0000-0002-1694-2330", "", ""),
        ("10.5555/" + "a" * 300, "", ""),
        ("javascript:alert(1)", "", ""),
    ],
)
def test_a_line_names_a_paper_or_a_person_c062_c090_c091_125(line, scheme, value):
    (named,) = names_in(line)

    assert (named.line, named.scheme, named.value) == (1, scheme, value)


def test_each_line_that_names_nothing_is_told():
    text = "10.5555/a\n\nhello\narXiv:2503.12668\n"

    assert names_in(text) == [
        Named(1, "10.5555/a", "doi", "10.5555/a"),
        Named(3, "hello"),
        Named(4, "arXiv:2503.12668", "arxiv", "2503.12668"),
    ]


def test_several_numbers_in_a_line_are_all_named():
    named = names_in("10.5555/a, 10.5555/b; 2503.12668")

    assert [(name.scheme, name.value) for name in named] == [
        ("doi", "10.5555/a"),
        ("doi", "10.5555/b"),
        ("arxiv", "2503.12668"),
    ]


def found_in(text):
    return [(name.line, name.value) for name in names_in(text) if name.scheme]


def test_every_number_in_a_sentence_is_named():
    text = "see https://doi.org/10.5555/x, and arXiv:2501.00001v2"

    assert found_in(text) == [(1, "10.5555/x"), (1, "2501.00001")]


def test_a_number_that_a_sentence_names_twice_is_named_once():
    text = "[10.5555/x](https://doi.org/10.5555/X), that is doi:10.5555/x."

    assert found_in(text) == [(1, "10.5555/x")]


def test_a_long_line_of_numbers_is_read_to_its_end():
    numbers = [f"10.5555/a.long.number.{number}" for number in range(300)]

    assert found_in(", ".join(numbers)) == [(1, number) for number in numbers]


def test_a_number_that_is_broken_off_at_the_end_of_a_line_goes_on_in_the_next():
    text = "Kurz, L. (2024). Tides. https://doi.org/10.5555/\n  tides.1\n10.5555/x\n10.5555/"

    assert found_in(text) == [(1, "10.5555/tides.1"), (3, "10.5555/x")]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("0000-0002-1825-0098", "This ORCID iD has a wrong digit; please copy it once more."),
        (
            *("arXiv:2513.00001",),
            "An arXiv number looks like 2503.12668, or hep-th/9901001 for old ones.",
        ),
    ],
)
def test_what_looks_like_a_number_and_is_none_is_complained_about(line, complaint):
    assert names_in(line) == [Named(1, line, complaint=complaint)]


@pytest.mark.parametrize(
    "text",
    [
        "a\n" * 250_000,
        "2024\n" * 100_000,
        "10.5555/x" + "]" * 500_000,
        "(" * 500_000,
        "<" * 500_000,
    ],
)
def test_half_a_megabyte_without_sense_is_read_in_time(text):
    """Attacks 118 and 120, for what is no entry."""
    begun = time.process_time()

    names_in(text)

    assert time.process_time() - begun < 2  # seconds


def test_numbers_beside_whole_entries_are_noticed():
    text = (
        "Our papers, see https://doi.org/10.5555/above\n@article{k, doi =\n10.5555/own\n}\n"
        "10.5555/below\n@misc{m, note = {see 10.5555/cited}}\n"
    )
    work = make_work(doi="10.5555/own", origin=Origin(line=2))

    assert [name.value for name in beside(text, [work])] == ["10.5555/above", "10.5555/below"]
