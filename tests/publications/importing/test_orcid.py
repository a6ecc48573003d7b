"""ORCID's JSON: records, lists of works and single works."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from publications.importing import orcid, sources
from publications.models import Kind
from publications.status import Status
from publications.works import Work
from tests.publications.importing.reading import only, said
from tests.services import external_ids, orcid_record, orcid_work


def read(*versions):
    """The one work of a record whose only group has these versions."""
    return only(orcid.read_record(orcid_record(list(versions))))


def ids(*pairs, **how):
    return {"external-ids": external_ids(*pairs, **how)}


def test_a_work_is_read_whole():
    work = read(
        orcid_work(
            61,
            "On the <i>long</i> tides",
            url={"value": "https://example.org/tides"},
            **ids(
                *(("doi", "10.5555/TIDES.1"), ("pmid", "123"), ("arxiv", "arXiv:2101.00001")),
                *(("pmc", "PMC123"), ("issn", "1234-567X"), ("uri", "https://example.org/tides")),
            ),
        )
    )

    assert said(work) == {
        "kind": Kind.JOURNAL_ARTICLE,
        "title": "On the <i>long</i> tides",
        "authors": ["Lena Kurz"],
        "is_list_incomplete": True,
        "venue": "Journal of Tides",
        "date": "2024",
        "doi": "10.5555/tides.1",
        "pubmed_id": "123",
        "arxiv_id": "2101.00001",
        "issn": "1234-567X",
        "identifiers": [("orcid-put-code", "61"), ("pmcid", "PMC123")],
        "links": [("example.org", "https://example.org/tides")],
    }
    assert (work.origin.key, work.authors[0].orcid) == ("61", "0000-0002-1825-0097")


def test_the_published_version_leads_and_the_preprint_stays_with_it_c059():
    article = orcid_work(1, "Tides", **ids(("doi", "10.5555/j.1")))
    preprint = orcid_work(
        2,
        "Tides (preprint)",
        type="preprint",
        url={"value": "https://example.org/preprint"},
        **{"display-index": "9"},
        **ids(("doi", "10.5555/pp.7")),
    )
    group = {
        "external-ids": external_ids(("doi", "10.5555/pp.7"), ("doi", "10.5555/j.1")),
        "work-summary": [preprint, article],
    }

    work = only(orcid.read_record({"group": [group]}))

    assert (work.title, work.doi, work.status) == ("Tides", "10.5555/j.1", Status.PUBLISHED)
    assert work.identifiers == [
        ("orcid-put-code", "1"),
        ("doi", "10.5555/pp.7"),
        ("orcid-put-code", "2"),
    ]
    assert work.links == [("example.org", "https://example.org/preprint")]


def test_of_several_published_versions_the_preferred_one_leads():
    work = read(
        orcid_work(1, "One", **{"display-index": "0"}),
        orcid_work(2, "Two", **{"display-index": "1"}, **ids(("doi", "10.5555/2"))),
    )

    assert (work.title, work.doi) == ("Two", "10.5555/2")


def test_what_the_leading_version_lacks_comes_from_the_others():
    bare = orcid_work(1, **{"journal-title": None, "display-index": "1"})
    bare["publication-date"] = None

    work = read(bare, orcid_work(2, **ids(("doi", "10.5555/2"))))

    assert (work.venue, work.date, work.doi) == ("Journal of Tides", "2024", "10.5555/2")


def test_a_preprint_alone_is_one():
    work = read(orcid_work(1, type="preprint"))

    assert (work.kind, work.status) == (Kind.PREPRINT, Status.PREPRINT)


@pytest.mark.parametrize("relationship", ["part-of", "version-of", "funded-by", "PART_OF"])
def test_only_identifiers_of_the_work_itself_count(relationship):
    work = read(orcid_work(1, **ids(("doi", "10.5555/book"), relationship=relationship)))

    assert (work.doi, work.identifiers) == ("", [("orcid-put-code", "1")])


def test_a_work_with_nothing_but_a_number_of_its_source_is_kept_c094():
    work = read(orcid_work(7, **ids(("source-work-id", "61c28"))))

    assert (work.title, work.venue, work.date, work.identifiers, work.warnings) == (
        *("Tides of the inner sea", "Journal of Tides", "2024"),
        *([("orcid-put-code", "7")], []),
    )


@pytest.mark.parametrize(
    ("fields", "missing"),
    [
        ({"title": None}, {"title": ""}),
        ({"title": {"title": None}}, {"title": ""}),
        ({"publication-date": None}, {"date": ""}),
        ({"publication-date": {"year": {"value": "2020"}, "month": None}}, {"date": "2020"}),
        ({"publication-date": {"year": None, "month": {"value": "5"}}}, {"date": ""}),
        ({"external-ids": None}, {}),
        ({"external-ids": {"external-id": None}}, {}),
        ({"external-ids": {"external-id": [None, {"external-id-type": None}]}}, {}),
        ({"journal-title": None}, {"venue": ""}),
        ({"type": None}, {"kind": Kind.DOCUMENT}),
        ({"put-code": None}, {"identifiers": []}),
        ({"display-index": None, "url": {"value": None}}, {}),
    ],
)
def test_null_anywhere_is_a_missing_value_c138(fields, missing):
    others = said(read(orcid_work(1)))
    nothing = vars(Work())

    expected = {name: value for name, value in (others | missing).items() if value != nothing[name]}
    assert said(read(orcid_work(1, **fields))) == expected


def test_a_null_in_the_middle_leaves_the_other_works_alone_c138():
    record = orcid_record([orcid_work(1, "One")], [None], [orcid_work(2, title=None)])
    record["activities-summary"]["works"]["group"].append(None)
    reading = orcid.read_record(record)
    entries = list(reading)

    assert reading.count == len(entries) == 4
    assert [getattr(entry, "title", None) for entry in entries] == ["One", None, "", None]


@pytest.mark.parametrize(
    "record", [{}, {"activities-summary": None}, {"activities-summary": {"works": None}}, [], None]
)
def test_a_record_without_works_has_none_c138(record):
    reading = orcid.read_record(record)

    assert (reading.count, list(reading)) == (0, [])


def test_other_names_are_never_read():
    work = read(orcid_work(1))

    assert "Former" not in json.dumps(work.to_json())


def test_the_name_that_the_record_prints_is_the_author():
    record = orcid_record([orcid_work(1)])
    record["person"]["name"]["credit-name"] = {"value": "L. M. Kurz"}

    assert said(only(orcid.read_record(record)))["authors"] == ["L. M. Kurz"]


def test_a_record_whose_name_is_hidden_has_works_all_the_same():
    record = orcid_record([orcid_work(1)])
    record["person"] = {"name": None, "other-names": None}

    assert only(orcid.read_record(record)).authors == []


def contributor(name, role="author", number=None):
    return {
        "contributor-orcid": {"path": number} if number else None,
        "credit-name": {"value": name},
        "contributor-attributes": {"contributor-sequence": "first", "contributor-role": role},
    }


def test_contributors_of_a_single_work_are_its_authors():
    work = orcid_work(1)
    work["contributors"] = {
        "contributor": [
            contributor("Kurz, Lena", number="0000-0002-1825-0097"),
            contributor("Otto Berg"),
            contributor("Ina Lind", role="editor"),
            {"credit-name": None, "contributor-attributes": None},
        ]
    }

    found = only(orcid.read(json.dumps(work)))

    assert said(found)["authors"] == ["Lena Kurz", "Otto Berg"]
    assert (found.authors[0].orcid, found.extra) == (
        "0000-0002-1825-0097",
        {"editor": "Lind, Ina"},
    )


def test_lists_of_works_come_in_several_frames():
    work = orcid_work(1)
    frames = [
        orcid_record([work]),
        orcid_record([work])["activities-summary"],
        orcid_record([work])["activities-summary"]["works"],
        {"work-summary": [work]},
        {"bulk": [{"work": work}]},
        work,
        [{"bulk": [{"work": work}]}],
    ]

    titles = [only(orcid.read_record(frame)).title for frame in frames]

    assert titles == ["Tides of the inner sea"] * len(frames)


_ODD = st.none() | st.text(max_size=5) | st.integers() | st.lists(st.none(), max_size=2)


@given(st.dictionaries(st.sampled_from(sorted(orcid_work(1))), _ODD | st.just({"value": None})))
def test_any_shape_of_any_field_is_read_c138(fields):
    assert isinstance(read(orcid_work(1) | fields), Work)


CORPORA = os.environ.get("LABSITE_CORPORA", "")


@pytest.mark.skipif(not CORPORA, reason="LABSITE_CORPORA names no folder of real records.")
@pytest.mark.parametrize(
    ("ending", "count"),
    [("record-full-3.0.json", 1), ("100-works-3.0.json", 100), ("-3.0.json", 1)],
)
def test_samples_of_orcid_are_read(ending, count):
    paths = sorted(Path(CORPORA).glob(f"api/ORCID*/*{ending}"))

    readings = [sources.read(path.read_bytes()) for path in paths]

    assert readings
    for reading in readings:
        works = list(reading)
        assert reading.format == "ORCID"
        assert len(works) == reading.count >= count
        assert all(isinstance(work, Work) and work.title for work in works)
