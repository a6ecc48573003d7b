"""Papers and people looked up where they are registered."""

import os
from pathlib import Path

import pytest

from publications import lookups
from publications.models import Kind
from publications.status import Status
from publications.works import Origin
from tests.services import (
    CSL_JSON,
    csl_record,
    datacite_record,
    external_ids,
    orcid_record,
    orcid_work,
    recordings,
)

pytestmark = pytest.mark.django_db

ORCID = "0000-0002-1825-0097"
RECORD = f"/pub.orcid.org/v3.0/{ORCID}/record"


def sentence_of(look_up, *asked):
    with pytest.raises(lookups.LookupFailedError) as caught:
        look_up(*asked)
    return caught.value.sentence


def test_a_doi_leads_to_the_paper(services):
    services.reply("/doi.org/10.5555/tides.1", csl_record(), media_type=CSL_JSON)

    work = lookups.work_of_doi("https://doi.org/10.5555/TIDES.1")

    assert work.title == "Tides of the inner sea"
    assert (work.kind, work.date, work.venue) == (
        Kind.JOURNAL_ARTICLE,
        "2024-03-05",
        "Journal of Tides",
    )
    assert (work.volume, work.issue, work.pages) == ("7", "2", "101–120")
    assert [author.printed_name for author in work.authors] == ["Lena Kurz", "Otto van der Berg"]
    assert work.authors[0].orcid == ORCID
    assert (work.doi, work.issn, work.links) == ("10.5555/tides.1", "1234-567X", [])
    assert work.origin == Origin("doi.org", key="10.5555/tides.1")
    assert services.asked[0][1]["Accept"] == CSL_JSON


def test_where_doi_org_leads_on_the_record_of_crossref_is_read(services):
    services.reply(
        "/doi.org/10.5555/tides.1",
        status=302,
        media_type="text/html",
        headers={"Location": "https://data.crossref.org/10.5555%2Ftides.1"},
    )
    services.reply("/data.crossref.org/10.5555%2Ftides.1", csl_record(), media_type=CSL_JSON)

    assert lookups.work_of_doi("10.5555/tides.1").title == "Tides of the inner sea"


def test_a_paper_with_another_preferred_doi_keeps_both(services):
    services.reply(
        "/doi.org/10.5555/old", csl_record(DOI="10.5555/NEW", URL=""), media_type=CSL_JSON
    )

    work = lookups.work_of_doi("10.5555/old")

    assert (work.doi, work.identifiers) == ("10.5555/old", [("doi", "10.5555/new")])


def test_datacite_is_asked_for_what_doi_org_does_not_know_c140(services):
    services.reply(
        "/api.datacite.org/dois/10.5555/gauges",
        datacite_record(),
        media_type="application/vnd.api+json",
    )

    work = lookups.work_of_doi("10.5555/gauges")

    assert (work.kind, work.title, work.date) == (
        Kind.DATASET,
        "Gauges of the inner sea",
        "2023-05-04",
    )
    assert [author.printed_name for author in work.authors] == ["Lena Kurz", "Tide Consortium"]


def test_a_doi_that_nobody_knows_is_said_in_a_sentence_c140(services):
    assert sentence_of(lookups.work_of_doi, "10.5555/geb.1") == (
        "10.5555/geb.1 was found neither at doi.org nor at DataCite. Check the DOI, or type the"
        " paper in yourself."
    )


def test_a_service_that_is_down_is_said_in_a_sentence_r11(services):
    services.reply("/doi.org/10.5555/x", status=500)

    assert sentence_of(lookups.work_of_doi, "10.5555/x") == (
        "doi.org does not answer. Your text is kept. Try again, or paste the BibTeX instead."
    )


def test_a_busy_service_says_how_long_to_wait_126(services):
    services.reply("/doi.org/10.5555/x", status=429, headers={"Retry-After": "90"})

    with pytest.raises(lookups.LookupFailedError) as caught:
        lookups.work_of_doi("10.5555/x")

    assert caught.value.seconds == 90
    assert caught.value.sentence == (
        "doi.org is asked too often and wants us to wait for 2 minutes."
        " Your text is kept. Try again, or paste the BibTeX instead."
    )


@pytest.mark.parametrize(
    ("body", "media_type"),
    [(b"<html>", "text/html"), (b"Resource not found.", CSL_JSON), (b"[1", CSL_JSON)],
)
def test_an_answer_that_is_no_record_is_said_in_a_sentence_126(services, body, media_type):
    services.reply("/doi.org/10.5555/x", body, media_type=media_type)

    assert sentence_of(lookups.work_of_doi, "10.5555/x") == (
        "doi.org gave an answer that cannot be read."
        " Your text is kept. Try again, or paste the BibTeX instead."
    )


@pytest.mark.parametrize("body", [[], "text", None, 7])
def test_json_that_is_no_record_is_no_paper_126(services, body):
    services.reply("/doi.org/10.5555/x", body, media_type=CSL_JSON)

    assert "neither at doi.org" in sentence_of(lookups.work_of_doi, "10.5555/x")


@pytest.mark.parametrize(
    ("look_up", "typed", "words"),
    [
        (lookups.work_of_doi, "10.5555/a b", "A DOI starts with 10."),
        (lookups.work_of_doi, "10.5555/a\r\nX: y", "A DOI starts with 10."),
        (lookups.work_of_doi, "10.5555/" + "a" * 300, "A DOI starts with 10."),
        (lookups.work_of_doi, " ", "There is no number to look up."),
        (lookups.work_of_arxiv, "https://example.org/", "An arXiv number looks like"),
        (lookups.works_of_orcid, "0000-0002-1694-2330", "This ORCID iD has a wrong digit"),
    ],
)
def test_what_is_no_number_is_not_asked_for_125(services, look_up, typed, words):
    assert words in sentence_of(look_up, typed)
    assert services.asked == []


def test_an_arxiv_number_leads_to_the_preprint_c091(services):
    services.reply(
        "/doi.org/10.48550/arxiv.2503.12668",
        {
            "type": "article",
            "id": "https://doi.org/10.48550/arxiv.2503.12668",
            "author": [{"family": "Kurz", "given": "Lena"}],
            "issued": {"date-parts": [[2025]]},
            "publisher": "arXiv",
            "title": "Tides at large",
            "DOI": "10.48550/ARXIV.2503.12668",
            "URL": "https://arxiv.org/abs/2503.12668",
        },
        media_type=CSL_JSON,
    )

    work = lookups.work_of("arxiv", "https://arxiv.org/pdf/2503.12668v2")

    assert (work.kind, work.status) == (Kind.PREPRINT, Status.PREPRINT)
    assert (work.arxiv_id, work.doi, work.links) == ("2503.12668", "10.48550/arxiv.2503.12668", [])
    assert (work.key, work.identifiers) == ("", [])


def test_an_old_arxiv_number_is_asked_with_its_archive_c091(services):
    services.reply(
        "/doi.org/10.48550/arxiv.hep-th/9912345", csl_record(DOI=""), media_type=CSL_JSON
    )

    assert lookups.work_of_arxiv("hep-th/9912345").arxiv_id == "hep-th/9912345"


def test_an_orcid_leads_to_the_works_of_the_record(services):
    record = orcid_record(
        [orcid_work(1, external_ids=None), orcid_work(2, "Preprint", type="preprint")],
        [orcid_work(3, "Another")],
    )
    services.reply(RECORD, record)

    reading = lookups.works_of_orcid(f"https://orcid.org/{ORCID}")

    assert (reading.format, reading.count) == ("ORCID", 2)
    assert [work.title for work in reading] == ["Tides of the inner sea", "Another"]
    assert [path for path, _headers in services.asked] == [RECORD]


def test_works_of_a_record_are_completed_by_their_dois(services):
    ids = external_ids(("doi", "10.5555/tides.1"))
    lost = external_ids(("doi", "10.5555/lost"))
    record = orcid_record(
        [orcid_work(1, "Tides", **{"external-ids": ids})],
        [orcid_work(2, "Lost", **{"external-ids": lost})],
        [orcid_work(3, "No DOI")],
    )
    services.reply(RECORD, record)
    services.reply("/doi.org/10.5555/tides.1", csl_record(), media_type=CSL_JSON)

    full, lost, without = lookups.completed_works(lookups.works_of_orcid(ORCID), [], 3)

    assert (full.title, len(full.authors), full.origin.key) == ("Tides of the inner sea", 2, "1")
    assert full.identifiers == [("orcid-put-code", "1")]
    assert (lost.title, len(lost.warnings)) == ("Lost", 1)
    assert (without.title, without.warnings) == ("No DOI", [])


def test_only_so_many_works_are_completed_as_were_allowed(services):
    works = [
        [orcid_work(number, **{"external-ids": external_ids(("doi", f"10.5555/{number}"))})]
        for number in range(1, 4)
    ]
    services.reply(RECORD, orcid_record(*works))

    assert len(list(lookups.completed_works(lookups.works_of_orcid(ORCID), [], 1))) == 3
    assert [path for path, _headers in services.asked] == [
        RECORD,
        "/doi.org/10.5555/1",
        "/api.datacite.org/dois/10.5555/1",
    ]


def test_a_service_that_is_down_is_asked_once_and_the_list_is_told_all_the_same_r11(services):
    works = [
        [orcid_work(number, **{"external-ids": external_ids(("doi", f"10.5555/{number}"))})]
        for number in range(1, 4)
    ]
    services.reply(RECORD, orcid_record(*works))
    services.reply("/doi.org/10.5555/1", status=500)
    notes = []
    works = lookups.completed_works(lookups.works_of_orcid(ORCID), notes, 3)

    assert [work.doi for work in works] == ["10.5555/1", "10.5555/2", "10.5555/3"]
    assert [path for path, _headers in services.asked] == [RECORD, "/doi.org/10.5555/1"]
    assert notes == ["doi.org does not answer."]


def test_an_orcid_that_nobody_knows_is_said_in_a_sentence(services):
    assert sentence_of(lookups.works_of_orcid, ORCID) == (
        f"{ORCID} was not found at orcid.org. Please check it."
    )


def test_orcid_being_down_is_said_in_a_sentence_r11(services):
    services.reply(RECORD, status=503)

    assert sentence_of(lookups.works_of_orcid, ORCID) == (
        "pub.orcid.org does not answer. Your text is kept. Try again, or paste the BibTeX instead."
    )


CORPORA = os.environ.get("LABSITE_CORPORA", "")
needs_corpora = pytest.mark.skipif(
    not CORPORA, reason="LABSITE_CORPORA names no folder of recorded answers."
)


@needs_corpora
def test_a_recorded_answer_of_crossref_leads_to_the_paper(services):
    (path,) = Path(CORPORA).glob("api/*/*content_negotiation_citeproc_json.yaml")
    transform, answer = list(recordings(path))[-1]
    doi = transform.partition("/works/")[2].partition("/transform/")[0]
    services.reply(f"/doi.org/{doi}", status=302, headers={"Location": transform})
    services.replies[transform.replace("https:/", "")] = answer

    work = lookups.work_of_doi(doi)

    assert (work.doi, work.kind, work.date) == (doi, Kind.JOURNAL_ARTICLE, "1970-08-14")
    assert (len(work.authors), work.pages, work.title != "") == (1, "635–641", True)
    assert "<" not in work.abstract


@needs_corpora
def test_every_recorded_refusal_is_said_in_a_sentence_c140_126(services):
    refusals = [
        reply
        for path in sorted(Path(CORPORA).glob("api/*/*.yaml"))
        for _address, reply in recordings(path)
        if reply.status >= 400
    ]
    for reply in refusals:
        services.replies["/doi.org/10.5555/x"] = reply
        assert "10.5555/x was found neither" in (
            said := sentence_of(lookups.work_of_doi, "10.5555/x")
        ) or said.startswith(f"doi.org refuses to answer ({reply.status}).")

    assert len(refusals) > 20


@needs_corpora
def test_the_sample_record_of_orcid_is_read(services):
    (path,) = Path(CORPORA).glob("api/*/*record-full-3.0.json")
    services.reply(RECORD, path.read_bytes())

    (work,) = lookups.works_of_orcid(ORCID)

    assert (work.title, work.date, work.venue) == ("Work Title", "2012-10-01", "Jounral Title")
    assert (work.doi, work.identifiers) == ("", [("orcid-put-code", "178602")])
    assert [author.printed_name for author in work.authors] == ["Three releasecandidate1"]
