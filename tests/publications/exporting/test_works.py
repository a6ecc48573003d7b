import pytest

from publications.exporting import works as works_module
from publications.exporting import works_of
from publications.models import Identifier, Publication
from publications.works import Author
from tests.factories import (
    make_authorship,
    make_link,
    make_member,
    make_publication,
    make_venue,
)

pytestmark = pytest.mark.django_db

ORCID = "0000-0002-1825-0097"


def only_work():
    (work,) = works_of(Publication.objects.all())
    return work


def test_a_publication_is_read_with_all_that_describes_it():
    publication = make_publication(
        title="Quiet <i>harbours</i>",
        venue=make_venue(name="Journal of Tides"),
        volume="12",
        issue="3",
        pages="1–12",
        doi="10.5555/quiet",
        bibtex_key="kurz2025quiet",
    )
    make_link(publication, "Code", url="https://example.org/code")

    work = only_work()

    assert (work.title, work.venue, work.volume, work.issue, work.pages, work.doi) == (
        "Quiet <i>harbours</i>",
        "Journal of Tides",
        "12",
        "3",
        "1–12",
        "10.5555/quiet",
    )
    assert work.links == [("Code", "https://example.org/code")]
    assert (work.key, work.slug) == ("kurz2025quiet", publication.slug)


def test_works_come_in_the_order_of_the_list():
    for title, date in [("Middle", "2024"), ("New", "2025"), ("Old", "1999"), ("None", "")]:
        make_publication(title=title, date=date)

    works = works_of(Publication.objects.newest_first())

    assert [work.title for work in works] == ["New", "Middle", "Old", "None"]


def test_authors_come_in_their_order_whatever_rows_were_saved_first():
    publication = make_publication()
    make_authorship(publication, "Bo Li", position=2)
    make_authorship(publication, "Ada Ng", position=1)

    assert [author.printed_name for author in only_work().authors] == ["Ada Ng", "Bo Li"]


def test_a_name_comes_in_the_parts_that_were_told():
    make_authorship(
        make_publication(),
        "Thabo van der Westhuizen",
        given_name="Thabo",
        name_particle="van der",
        family_name="Westhuizen",
    )

    assert only_work().authors == [
        Author(
            "Thabo van der Westhuizen",
            given_name="Thabo",
            name_particle="van der",
            family_name="Westhuizen",
        )
    ]


def test_the_members_own_parts_tell_how_her_name_is_parted():
    member = make_member(
        display_name="Inés Prado Ruiz", given_name="Inés", family_name="Prado Ruiz"
    )
    make_authorship(make_publication(), member)

    (author,) = only_work().authors

    assert (author.given_name, author.family_name) == ("Inés", "Prado Ruiz")


def test_parts_of_another_spelling_than_the_printed_one_are_not_taken():
    member = make_member(display_name="Liangyu Wang", given_name="Liangyu", family_name="Wang")
    make_authorship(make_publication(), member, printed_name="王良玉")

    (author,) = only_work().authors

    assert (author.printed_name, author.given_name, author.family_name) == ("王良玉", "", "王良玉")


def test_a_draft_member_is_nothing_but_a_name():
    member = make_member(
        display_name="Inés Prado Ruiz",
        given_name="Inés",
        family_name="Prado Ruiz",
        orcid=ORCID,
        visibility="draft",
    )
    make_authorship(make_publication(), member, orcid=ORCID)

    assert only_work().authors == [
        Author("Inés Prado Ruiz", given_name="Inés Prado", family_name="Ruiz")
    ]


@pytest.mark.parametrize(("visibility", "orcid"), [("public", ORCID), ("listed", "")])
def test_the_orcid_of_a_member_goes_out_only_with_her_page(visibility, orcid):
    make_publication(make_member(orcid=ORCID, visibility=visibility))

    (author,) = only_work().authors

    assert author.orcid == orcid


def test_the_orcid_on_the_paper_goes_out_also_for_outsiders():
    make_authorship(make_publication(), "Ada Ng", orcid=ORCID)

    assert only_work().authors == [Author("Ada Ng", "Ada", "Ng", orcid=ORCID)]


def test_a_former_name_is_not_read():
    member = make_member(display_name="Ada Ng", given_name="Ada", family_name="Ng")
    member.names.create(name="Former Name", is_former=True)
    make_publication(member)

    assert only_work().authors == [Author("Ada Ng", "Ada", "Ng")]


def test_an_organisation_is_no_person_with_a_family_name():
    make_authorship(make_publication(), "The Harbour Team", is_organisation=True)

    assert only_work().authors == [Author("The Harbour Team", is_organisation=True)]


def test_what_an_import_kept_for_itself_stays_here():  # C142
    publication = make_publication(
        extra_fields={
            "location": "Wien",
            "file": "/home/kurz/paper.pdf",
            "owner": "kurz",
            "timestamp": "2011-01-01",
            "keywords": "todo",
            "annote": "ask T.",
            "editor": "",
        }
    )
    Identifier.objects.create(publication=publication, scheme="source", value="pubs.bib#kurz")
    Identifier.objects.create(publication=publication, scheme="jstor", value="4711")

    work = only_work()

    assert work.extra == {"location": "Wien"}
    assert work.identifiers == [("jstor", "4711")]


def test_a_work_without_a_key_has_one_that_stays():
    publication = make_publication(title="Quiet harbours")

    assert only_work().key == f"work-{publication.slug}" == "work-quiet-harbours"


@pytest.mark.parametrize("count", [1, 3])
def test_reading_works_costs_the_same_for_any_number(count, django_assert_num_queries):
    for _ in range(count):
        make_link(make_publication(make_member(), "Ada Ng"))

    with django_assert_num_queries(5):
        assert len(list(works_of(Publication.objects.newest_first()))) == count


def test_many_works_never_stand_in_memory_at_once(monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(works_module, "WORKS_AT_ONCE", 2)
    titles = [make_publication().title for _ in range(5)]

    with django_assert_num_queries(5):  # the keys, and the first two
        works = works_of(Publication.objects.order_by("pk"))
        first = next(works)

    assert [first.title, *(work.title for work in works)] == titles
