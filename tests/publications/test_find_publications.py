"""What ORCID lists and the site does not have, proposed by a command."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from publications.importing import runs
from publications.models import ImportEntry, ImportRun, Publication
from tests.factories import make_member, make_publication
from tests.services import CSL_JSON, csl_record, external_ids, orcid_record, orcid_work

pytestmark = pytest.mark.django_db

ORCID = "0000-0002-1825-0097"
RECORD = f"/pub.orcid.org/v3.0/{ORCID}/record"


def find(*arguments):
    """Run the command, and return the lines it says."""
    said = StringIO()
    call_command("find_publications", *arguments, stdout=said, no_color=True)
    return said.getvalue().splitlines()


def work(put_code, title, doi=""):
    ids = external_ids(*([("doi", doi)] if doi else []))
    return orcid_work(put_code, title, **{"external-ids": ids})


@pytest.fixture
def kurz():
    return make_member(display_name="Lena Kurz", orcid=ORCID)


def test_what_is_missing_waits_for_a_person_and_is_not_published(services, kurz):
    make_publication(kurz, title="Known already", date="2024", doi="10.5555/known")
    services.reply(
        RECORD,
        orcid_record([work(1, "Known already", "10.5555/known")], [work(2, "Quite new tides")]),
    )

    said = find()

    run = ImportRun.objects.get()
    assert said == [
        "Lena Kurz: 2 on the ORCID record, 1 to look at.",
        "Papers to look at: 1.",
    ]
    assert (run.state, run.source, run.member) == ("prepared", "orcid.org", kurz)
    assert [entry.key for entry in run.entries.all()] == ["2"]
    assert Publication.objects.count() == 1


def test_a_proposal_has_the_authors_that_its_doi_tells(services, kurz):
    services.reply(RECORD, orcid_record([work(1, "Tides", "10.5555/tides.1")]))
    services.reply("/doi.org/10.5555/tides.1", csl_record(), media_type=CSL_JSON)

    find()

    entry = ImportEntry.objects.get()
    assert [author["printed_name"] for author in entry.work["authors"]] == [
        "Lena Kurz",
        "Otto van der Berg",
    ]
    assert ["orcid-put-code", "1"] in [list(pair) for pair in entry.work["identifiers"]]


def test_without_doi_org_the_proposal_is_what_orcid_says_r11(services, kurz):
    services.reply(RECORD, orcid_record([work(1, "Tides", "10.5555/tides.1")]))
    services.reply("/doi.org/10.5555/tides.1", status=500)

    said = find()

    assert said[1] == "doi.org does not answer."
    assert ImportEntry.objects.get().work["title"] == "Tides"


def test_twice_is_once(services, kurz):
    services.reply(RECORD, orcid_record([work(1, "One")], [work(2, "Two")]))

    find()
    first = ImportRun.objects.get()
    said = find()

    assert ImportRun.objects.get() == first
    assert said[0] == "Lena Kurz: 2 on the ORCID record, 2 still to look at."


def test_a_longer_list_takes_the_place_of_the_one_that_waits(services, kurz):
    services.reply(RECORD, orcid_record([work(1, "One")]))
    find()
    services.reply(RECORD, orcid_record([work(1, "One")], [work(2, "Two")]))

    find()

    assert [entry.key for entry in ImportRun.objects.get().entries.all()] == ["1", "2"]


def test_what_was_taken_is_not_proposed_again_c059_c094(services, kurz):
    services.reply(RECORD, orcid_record([work(1, "Without any number")], [work(2, "Another")]))
    find()
    run = ImportRun.objects.get()
    runs.confirm(run, [entry.pk for entry in run.entries.all()], "public", None)

    said = find()

    assert said[0] == "Lena Kurz: 2 on the ORCID record, nothing is missing here."
    assert (Publication.objects.count(), ImportRun.objects.count()) == (2, 1)


def test_what_was_left_out_is_not_proposed_again(services, kurz):
    services.reply(RECORD, orcid_record([work(1, "Wanted tides")], [work(2, "Somebody else")]))
    find()
    run = ImportRun.objects.get()
    runs.confirm(run, [run.entries.get(key="1").pk], "public", None)

    assert find()[0] == "Lena Kurz: 2 on the ORCID record, nothing is missing here."


def test_a_proposal_that_has_come_by_another_way_goes(services, kurz):
    services.reply(RECORD, orcid_record([work(1, "Tides", "10.5555/1")]))
    find()
    make_publication(kurz, title="Tides", date="2024", doi="10.5555/1")

    find()

    assert ImportRun.objects.count() == 0


def test_only_the_members_that_were_named_are_looked_for(services, kurz):
    other = make_member(display_name="Ina Lind", orcid="0000-0002-1694-233X")
    services.reply("/pub.orcid.org/v3.0/0000-0002-1694-233X/record", orcid_record([]))

    said = find("--member", other.slug)

    assert said[0] == "Ina Lind: 1 on the ORCID record, nothing is missing here."
    assert len(services.asked) == 1


def test_a_member_whom_orcid_does_not_know_stops_nobody(services, kurz):
    make_member(display_name="Ina Lind", orcid="0000-0002-1694-233X")
    services.reply(RECORD, orcid_record([work(1, "Tides")]))

    assert sorted(find()) == [
        "Ina Lind: 0000-0002-1694-233X was not found at orcid.org. Please check it.",
        "Lena Kurz: 1 on the ORCID record, 1 to look at.",
        "Papers to look at: 1.",
    ]


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (500, "pub.orcid.org does not answer."),
        (429, "pub.orcid.org is asked too often and wants us to wait."),
    ],
)
def test_when_orcid_is_down_or_busy_the_others_come_next_time_126_r11(
    services, kurz, status, words
):
    other = "0000-0002-1694-233X"
    make_member(orcid=other)
    for orcid in (ORCID, other):
        services.reply(f"/pub.orcid.org/v3.0/{orcid}/record", status=status)

    said = find()

    assert said[0].endswith(words)
    assert said[1:] == ["The others come next time.", "Papers to look at: 0."]
    assert len(services.asked) == 1


@pytest.mark.parametrize(
    ("fields", "words"),
    [({}, "has no ORCID iD here"), (None, "There is nobody at the address")],
)
def test_a_member_who_cannot_be_looked_for_is_told(fields, words):
    slug = "nobody" if fields is None else make_member(**fields).slug

    with pytest.raises(CommandError, match=words):
        find("--member", slug)
