"""Crossref's and DataCite's own JSON."""

import json
import os
from pathlib import Path

import pytest

from publications.importing import crossref, datacite
from publications.models import Kind
from publications.status import Status
from publications.works import Work
from tests.publications.importing.reading import only, said
from tests.services import datacite_record, recordings


def read(**record):
    base = {"type": "journal-article", "title": ["Tides"], "DOI": "10.5555/t.1"}
    return only(crossref.read(json.dumps({"status": "ok", "message": base | record})))


def test_a_preprint_lies_in_its_archive_and_not_in_a_subject():
    work = read(
        type="posted-content",
        institution=[{"name": "bioRxiv"}],
        publisher="Spring Harbour",
        **{"group-title": "Oceanography"},
    )

    assert (work.kind, work.venue, work.publisher) == (Kind.PREPRINT, "bioRxiv", "Spring Harbour")


def test_a_record_is_read_whole():
    work = read(
        **{
            "title": ["On the\n  <i>long</i> tides"],
            "subtitle": ["A study"],
            "author": [
                {
                    "given": "Lena",
                    "family": "Kurz",
                    "sequence": "first",
                    "ORCID": "http://orcid.org/0000-0002-1825-0097",
                    "affiliation": [{"name": "Institute of the Sea"}, {"name": "Harbour"}],
                },
                {"name": "Tide Consortium", "sequence": "additional", "affiliation": []},
            ],
            "container-title": ["Journal of Tides"],
            "short-container-title": ["J. Tides"],
            "issued": {"date-parts": [[2024, 3]]},
            "volume": "7",
            "issue": "2",
            "page": "101-120",
            "publisher": "Sea Press",
            "ISSN": ["1234-567X", "1234-5679"],
            "abstract": "<jats:title>Abstract</jats:title><jats:p>Water &amp; time.</jats:p>",
            "URL": "https://doi.org/10.5555/t.1",
            "language": "en",
            "indexed": {"timestamp": 1},
            "score": 1,
            "source": "Crossref",
        }
    )

    assert said(work) == {
        "kind": Kind.JOURNAL_ARTICLE,
        "title": "On the <i>long</i> tides",
        "authors": ["Lena Kurz", "Tide Consortium"],
        "venue": "Journal of Tides",
        "date": "2024-03",
        "volume": "7",
        "issue": "2",
        "pages": "101–120",
        "publisher": "Sea Press",
        "issn": "1234-567X",
        "doi": "10.5555/t.1",
        "abstract": "Water & time.",
        "extra": {"subtitle": "A study", "language": "en"},
    }
    assert (work.authors[0].orcid, work.authors[0].affiliation) == (
        "0000-0002-1825-0097",
        "Institute of the Sea; Harbour",
    )


def test_a_record_without_title_and_authors_is_read_as_far_as_it_goes_c141():
    message = {"DOI": "10.5555/x", "title": [], "author": None, "container-title": ["Tides"]}

    assert said(only(crossref.read(json.dumps({"message": message})))) == {
        "doi": "10.5555/x",
        "venue": "Tides",
    }


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("proceedings-article", Kind.CONFERENCE_PAPER),
        ("posted-content", Kind.PREPRINT),
        ("dissertation", Kind.THESIS),
        ("book-chapter", Kind.CHAPTER),
        ("monograph", Kind.BOOK),
        ("report", Kind.REPORT),
        ("dataset", Kind.DATASET),
        ("other", Kind.DOCUMENT),
        ("paper-conference", Kind.CONFERENCE_PAPER),
        (None, Kind.DOCUMENT),
    ],
)
def test_types_are_those_of_crossref_or_of_csl(typed, kind):
    assert read(type=typed).kind == kind


def test_names_of_a_list_that_is_repeated_are_joined_c029():
    kurz = {"given": "Lena", "family": "Kurz"}
    work = read(
        author=[
            {**kurz, "affiliation": [{"name": "Institute"}]},
            {"given": "Otto", "family": "Berg"},
            {**kurz, "affiliation": [{"name": "Harbour"}], "ORCID": "0000-0002-1825-0097"},
            {"given": "Otto", "family": "Berg"},
        ]
    )

    assert said(work)["authors"] == ["Lena Kurz", "Otto Berg"]
    assert (work.authors[0].affiliation, work.authors[0].orcid) == (
        "Institute; Harbour",
        "0000-0002-1825-0097",
    )
    assert work.warnings == [
        "The source lists Lena Kurz twice; once is kept. Please check.",
        "The source lists Otto Berg twice; once is kept. Please check.",
    ]


def test_namesakes_whom_something_tells_apart_are_both_kept_c029():
    work = read(
        author=[
            {"given": "Wei", "family": "Wang", "ORCID": "0000-0002-1825-0097"},
            {"given": "Wei", "family": "Wang", "ORCID": "0000-0002-1694-233X"},
            {"given": "Y.", "family": "Li"},
            {"given": "Y.", "family": "Li"},
        ]
    )

    assert said(work)["authors"] == ["Wei Wang", "Wei Wang", "Y. Li", "Y. Li"]


def test_the_same_orcid_under_two_spellings_is_one_author_c029():
    work = read(
        author=[
            {"given": "Lena", "family": "Kurz", "ORCID": "0000-0002-1825-0097"},
            {"given": "L.", "family": "Kurz", "ORCID": "0000-0002-1825-0097"},
        ]
    )

    assert said(work)["authors"] == ["Lena Kurz"]


@pytest.mark.parametrize(
    ("name", "date"),
    [("published-print", "2024-05"), ("published-online", "2024-05"), ("posted", "2024-05")],
)
def test_a_record_without_an_issue_date_has_the_one_it_came_out(name, date):
    work = read(**{"issued": {"date-parts": [[None]]}, name: {"date-parts": [[2024, 5]]}})

    assert work.date == date


def test_the_series_of_a_chapter_is_not_its_book():
    work = read(
        **{
            "type": "book-chapter",
            "container-title": ["Lecture Notes of the Sea", "The Long Tides"],
        }
    )

    assert (work.venue, work.series) == ("The Long Tides", "Lecture Notes of the Sea")


def test_a_paper_without_proceedings_is_of_its_event():
    work = read(type="proceedings-article", event={"name": "Sea 2024", "location": "Hamburg"})

    assert (work.venue, work.extra) == ("Sea 2024", {"venue": "Hamburg"})


def test_an_article_number_stands_for_pages():
    assert read(**{"article-number": "e104"}).pages == "e104"


def test_a_retracted_paper_says_so():
    update = {"type": "retraction", "label": "Retraction", "DOI": "10.5555/r.1"}
    work = read(**{"updated-by": [update]})

    assert (work.status, work.notice) == (
        Status.RETRACTED,
        "Retraction: https://doi.org/10.5555/r.1",
    )


def test_a_notice_without_words_is_one_that_can_be_kept():
    work = read(**{"updated-by": [{"type": "withdrawal", "DOI": "10.5555/\x00\ud800r"}]})

    assert json.loads(json.dumps(work.to_json()))["notice"] == (
        "withdrawn: https://doi.org/10.5555/r"
    )


def test_a_correction_takes_nothing_back():
    assert said(read(**{"updated-by": [{"type": "correction", "DOI": "10.5555/c.1"}]})) == {
        "kind": Kind.JOURNAL_ARTICLE,
        "title": "Tides",
        "doi": "10.5555/t.1",
    }


def test_a_notice_about_another_paper_is_told_from_that_paper():
    work = read(**{"update-to": [{"type": "retraction", "DOI": "10.5555/bad.1"}]})

    assert (work.status, work.warnings) == (
        Status.PUBLISHED,
        ["This is a notice (retraction) about the paper 10.5555/bad.1, not that paper."],
    )


def test_other_versions_stay_with_the_paper_c059():
    work = read(
        relation={
            "has-preprint": [{"id-type": "doi", "id": "10.48550/arXiv.2101.00001"}],
            "is-supplemented-by": [{"id-type": "doi", "id": "10.5555/data"}],
            "has-version": [{"id-type": "uri", "id": "https://example.org"}],
        }
    )

    assert (work.identifiers, work.arxiv_id) == (
        [("doi", "10.48550/arxiv.2101.00001")],
        "2101.00001",
    )


def test_a_list_of_records_is_read_one_by_one():
    records = [{"title": ["A"], "DOI": "10.5555/a"}, None, {"title": ["B"], "DOI": "10.5555/b"}]
    in_answer = json.dumps({"message-type": "work-list", "message": {"items": records}})

    for text in (in_answer, json.dumps(records)):
        reading = crossref.read(text)
        assert reading.count == 3
        assert [getattr(entry, "doi", "") for entry in reading] == ["10.5555/a", "", "10.5555/b"]


def test_a_dataset_of_datacite_is_read_whole():
    work = only(datacite.read(json.dumps(datacite_record())))

    assert said(work) == {
        "kind": Kind.DATASET,
        "title": "Gauges of the inner sea",
        "authors": ["Lena Kurz", "Tide Consortium"],
        "date": "2023-05-04",
        "publisher": "Zenodo",
        "abstract": "All gauges.",
        "doi": "10.5555/gauges",
        "links": [("example.org", "https://example.org/gauges")],
        "extra": {"version": "1.10"},
    }
    assert (
        work.authors[0].orcid,
        work.authors[0].affiliation,
        work.authors[1].is_organisation,
    ) == (
        "0000-0002-1825-0097",
        "Institute of the Sea",
        True,
    )


def test_other_versions_stay_with_the_dataset():
    record = datacite_record(
        relatedIdentifiers=[
            {
                "relatedIdentifier": "10.5555/all",
                "relatedIdentifierType": "DOI",
                "relationType": "IsVersionOf",
            },
            {
                "relatedIdentifier": "10.5555/cited",
                "relatedIdentifierType": "DOI",
                "relationType": "References",
            },
        ],
        publisher={"name": "Zenodo"},
        titles=[{"title": "Data", "titleType": "Subtitle"}, {"title": "Gauges"}],
    )

    work = only(datacite.read(json.dumps(record)))

    assert (work.identifiers, work.publisher, work.title) == (
        [("doi", "10.5555/all")],
        "Zenodo",
        "Gauges",
    )


CORPORA = os.environ.get("LABSITE_CORPORA", "")


@pytest.mark.skipif(not CORPORA, reason="LABSITE_CORPORA names no folder of real records.")
def test_real_records_of_crossref_are_read():
    count = 0
    for path in sorted(Path(CORPORA).glob("api/*/*.yaml")):
        for _address, reply in recordings(path):
            body = reply.body.decode(errors="replace")
            if '"message-type":"work' not in body or '"work-agency"' in body:
                continue
            reading = crossref.read(body)
            works = list(reading)
            count += len(works)
            assert len(works) == reading.count
            assert all(isinstance(work, Work) for work in works)
            assert all(work.doi and not work.extra.get("doi") for work in works), path.name
    assert count > 100
