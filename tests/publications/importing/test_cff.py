"""CITATION.cff, as people write it by hand and as they should not."""

import os
from pathlib import Path

import pytest

from publications.importing import cff, yaml_texts
from publications.importing.readings import UnreadableError
from publications.models import Kind
from publications.status import Status
from publications.works import Origin, Work
from tests.publications.importing.reading import only, reasons, said

SOFTWARE = """\
# Made by hand
cff-version: 1.2.0
message: Please cite it.
title: Tides
authors:
  - family-names: Kurz
    given-names: Lena
    orcid: https://orcid.org/0000-0002-1825-0097
    affiliation: Institute of the Sea
  - family-names: Zandt
    name-particle: van
    given-names: Otto
    name-suffix: Jr.
  - name: Tide Consortium
    country: NO
  - alias: seafarer
version: 1.10
date-released: 2024-03-05
doi: 10.5555/tides.2
identifiers:
  - type: doi
    value: 10.5555/tides
  - type: swh
    value: swh:1:rel:99f6
keywords: [tides, sea]
license: MIT
repository-code: https://github.com/sea/tides
url: https://example.org/tides
abstract: >-
  All about
  tides.
"""


def with_reference(*lines):
    """The file with one reference, and that reference as it was read."""
    text = (
        SOFTWARE + "references:\n  - type: article\n" + "".join(f"    {line}\n" for line in lines)
    )
    return list(cff.read(text))[1]


def test_a_software_is_read_whole():
    work = only(cff.read(SOFTWARE, file="CITATION.cff"))

    assert said(work) == {
        "kind": Kind.SOFTWARE,
        "title": "Tides",
        "authors": ["Lena Kurz", "Otto van Zandt Jr.", "Tide Consortium", "seafarer"],
        "date": "2024-03-05",
        "doi": "10.5555/tides.2",
        "identifiers": [("doi", "10.5555/tides"), ("swh", "swh:1:rel:99f6")],
        "links": [
            ("Code", "https://github.com/sea/tides"),
            ("example.org", "https://example.org/tides"),
        ],
        "abstract": "All about tides.",
        "extra": {"version": "1.10", "license": "MIT", "keywords": "tides, sea"},
    }
    assert (
        work.authors[0].orcid,
        work.authors[0].affiliation,
        work.authors[2].is_organisation,
    ) == (
        *("0000-0002-1825-0097", "Institute of the Sea"),
        True,
    )
    assert work.origin == Origin("CITATION.cff", 2)


@pytest.mark.parametrize(
    "version", ["1.10", "1.0", "2024-01-01", "1e3", "NO", "yes", "0x1F", "1:30"]
)
def test_a_version_stays_the_text_that_stands_there_c122_c147(version):
    work = only(cff.read(SOFTWARE.replace("version: 1.10", f"version: {version}")))

    assert work.extra["version"] == version


def test_a_colon_in_a_value_is_told_with_its_line_and_a_hint_c122():
    with pytest.raises(UnreadableError) as caught:
        cff.read(SOFTWARE.replace("title: Tides", "title: Tides: a survey"))

    assert caught.value.sentence == (
        "Line 4 is not understood. Put values with : # @ % or quotes in it into quotation marks."
    )


@pytest.mark.parametrize(
    "value", ["'Tides: a survey'", '"Tides: a survey"', ">-\n  Tides: a survey"]
)
def test_a_quoted_value_is_read_c122(value):
    assert only(cff.read(SOFTWARE.replace("title: Tides", f"title: {value}"))).title == (
        "Tides: a survey"
    )


def test_the_paper_to_cite_and_own_references_are_works_of_their_own():
    text = (
        SOFTWARE
        + """\
preferred-citation:
  type: conference-paper
  title: The Long Tides
  authors: [{family-names: Kurz, given-names: Lena}]
  conference: {name: Sea 2024}
  collection-title: Proceedings of the Sea
  start: 1
  end: 12
  year: 2024
  month: 6
references:
  - type: thesis
    title: Short Tides
    authors: [{family-names: Kurz, given-names: L.}, {family-names: Lind, given-names: Ina}]
    thesis-type: PhD
    institution: {name: University of the Sea}
    year: 2020
  - type: book
    title: The Library We Build On
    authors: [{family-names: Boateng, given-names: Kwame}]
"""
    )
    reading = cff.read(text)
    _software, paper, thesis = reading

    assert reading.count == 3
    assert reading.notes == ["The file refers to 1 work of other people, which is left out."]
    assert said(paper) == {
        "kind": Kind.CONFERENCE_PAPER,
        "title": "The Long Tides",
        "authors": ["Lena Kurz"],
        "venue": "Proceedings of the Sea",
        "pages": "1–12",
        "date": "2024-06",
        "extra": {"eventtitle": "Sea 2024"},
    }
    assert said(thesis) == {
        "kind": Kind.THESIS,
        "title": "Short Tides",
        "authors": ["L. Kurz", "Ina Lind"],
        "genre": "PhD",
        "publisher": "University of the Sea",
        "date": "2020",
    }


def test_an_article_has_its_journal_and_a_count_of_pages_is_no_page():
    article = with_reference(
        *(
            "title: A",
            "authors: [{name: Tide Consortium}]",
            "journal: Journal of Tides",
            "volume: 10",
        ),
        *("issue: 2", "pages: 12", "issn: 1234-567X", "status: in-press", "notes: Nice"),
    )

    assert said(article) == {
        "kind": Kind.JOURNAL_ARTICLE,
        "title": "A",
        "authors": ["Tide Consortium"],
        "venue": "Journal of Tides",
        "volume": "10",
        "issue": "2",
        "issn": "1234-567X",
        "status": Status.IN_PRESS,
        "note": "Nice",
        "extra": {"pagetotal": "12"},
    }


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("license: MIT", "extra: 45", "Line 26: “extra” is no key that the format knows."),
        ("authors:", "author:", "Line 5: “author” is no key that the format knows."),
        ("title: Tides\n", "", "“title” is missing."),
        (
            "2024-03-05",
            "2024-03-05T00:00:00.000Z",
            "Line 18: “date-released” must be a day such as",
        ),
        ("2024-03-05", "2024-02-31", "Line 18: “date-released” must be a day such as"),
        ("type: swh", "type: pony", "Line 23: “identifiers: type” must be doi, url, swh or other."),
        ("doi: 10.5555/tides.2", "doi: none", "Line 19: “doi” must be a DOI such as"),
        ("alias: seafarer", "nick: seafarer", "Line 16: “nick” is no key that the format knows."),
        ("- alias: seafarer", "- seafarer", "Line 5: “authors” must have names under keys such as"),
        ("cff-version: 1.2.0", "cff-version: 1.2.0\ntype: toy", "Line 3: “type” must be software"),
    ],
)
def test_what_the_format_does_not_allow_is_told_with_its_key_c147(old, new, reason):
    reading = cff.read(SOFTWARE.replace(old, new))

    assert reading.count == 1
    ((_line, said_reason),) = reasons(reading)
    assert said_reason.startswith(reason)


def test_a_reference_with_a_fault_leaves_the_software_alone():
    text = (
        SOFTWARE
        + "references:\n  - type: pony\n    authors: [{name: Kurz}]\n    title: X\n  - plain\n"
    )

    assert reasons(cff.read(text)) == [
        (
            33,
            "Line 33: “type” is no kind of work that the format knows."
            " Please correct it in the file.",
        ),
        (32, "“references” holds a bare text instead of keys."),
    ]


def test_an_author_with_a_wrong_orcid_is_kept_without_it_c145():
    work = only(cff.read(SOFTWARE.replace("0000-0002-1825-0097", "0000-0002-1694-2330")))

    assert work.authors[0].orcid == ""
    assert len(work.warnings) == 1


@pytest.mark.parametrize("orcid", ["0000-0002-1694-233x", "http://orcid.org/0000-0002-1694-233X"])
def test_an_orcid_is_read_in_any_spelling_c122_c145(orcid):
    work = only(cff.read(SOFTWARE.replace("https://orcid.org/0000-0002-1825-0097", orcid)))

    assert work.authors[0].orcid == "0000-0002-1694-233X"


def test_an_address_that_a_browser_would_run_is_no_link_123():
    work = only(cff.read(SOFTWARE.replace("url: https://example.org/tides", "url: javascript:x")))

    assert [label for label, _address in work.links] == ["Code"]


def test_names_that_are_repeated_by_an_alias_are_followed():
    text = SOFTWARE.replace("authors:", "authors: &us") + (
        "preferred-citation:\n  type: article\n  title: A\n  authors: *us\n"
    )
    software, paper = cff.read(text)

    assert [author.printed_name for author in paper.authors] == [
        author.printed_name for author in software.authors
    ]


@pytest.mark.parametrize(
    "text",
    [
        "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
        + "".join(
            f"{letter}: &{letter} [{', '.join([f'*{before}'] * 10)}]\n"
            for before, letter in zip("abcdefgh", "bcdefghi", strict=True)
        ),
        "a: &a [*a]",
        "a: &a {b: *a}",
        "a: " + "[" * 200 + "]" * 200,
        "a: " + "[" * 50_000,
        "a: " + "x" * yaml_texts.LARGEST,
        "a: *nowhere",
        "a: !!python/object/apply:os.system [x]\n: :",
        "\t- a",
        "a: \x00",
    ],
    ids=["laughs", "circle", "in keys", "deep", "deeper", "large", "unknown", "tag", "tab", "nul"],
)
def test_yaml_that_is_meant_to_hurt_is_refused_in_a_sentence(text):
    with pytest.raises(UnreadableError) as caught:
        cff.read(f"cff-version: 1.2.0\n{text}")

    assert caught.value.sentence.endswith(".")


def test_a_file_without_keys_is_refused():
    with pytest.raises(UnreadableError, match="holds no keys"):
        cff.read("- cff-version")


CORPORA = os.environ.get("LABSITE_CORPORA", "")


def files():
    return sorted(Path(CORPORA).rglob("*.cff")) if CORPORA else []


@pytest.mark.skipif(not CORPORA, reason="LABSITE_CORPORA names no folder of real files.")
def test_all_real_files_pass_but_those_that_should_not_c147():
    found = {path: list(cff.read(path.read_text(), file=path.name)) for path in files()}
    failed = {
        path.name.removesuffix("__CITATION.cff"): [
            entry.reason for entry in entries if not isinstance(entry, Work)
        ]
        for path, entries in found.items()
    }
    failed = {name: reasons for name, reasons in failed.items() if reasons}

    assert len(found) > 50
    assert failed == {
        name: [f"Line {line}: {fault}. Please correct it in the file."]
        for name, line, fault in [
            ("examples__1.1.0__fail-additional-key", 8, "“extra” is no key that the format knows"),
            (
                *("examples__1.1.0__fail-bad-identifier-type-in-root", 14),
                "“identifiers: type” must be doi, url, swh or other",
            ),
            (
                *("examples__1.2.0__fail__ls1mardyn__ls1-mardyn-invalid-author-array", 14),
                "“author” is no key that the format knows",
            ),
            (
                *("examples__1.2.0__fail__ls1mardyn__ls1-mardyn", 10),
                "“date-released” must be a day such as 2026-06-14",
            ),
        ]
    }
