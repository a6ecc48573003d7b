"""Twice on the list?: pairs of works and of people, side by side, merged or told apart for ever."""

import pytest
from django.contrib.auth.models import User

from people import duplicates as people_duplicates
from people.models import DistinctMembers, Member, MemberName
from publications import duplicates
from publications.importing.held import held_entries
from publications.importing.plans import Options
from publications.importing.runs import carry_out
from publications.models import DistinctPublications, Identifier, Publication
from publications.works import Author, Origin, Work
from tests.factories import (
    make_authorship,
    make_lab,
    make_member,
    make_membership,
    make_publication,
)

pytestmark = pytest.mark.django_db

WORKS, PEOPLE = "/admin/publications/publication/twice/", "/admin/people/member/twice/"


def work_pairs():
    return {pair.keys: pair.why for pair in duplicates.pairs(Publication.objects.all())}


def people_pairs():
    return {pair.keys: pair.why for pair in people_duplicates.pairs(Member.objects.all())}


def told(response):
    return [str(message) for message in response.context["messages"]]


@pytest.mark.parametrize(
    ("date", "is_pair"), [("2024", True), ("2025-03", True), ("", True), ("2026", False)]
)
def test_works_of_one_title_and_about_one_year_are_a_pair(date, is_pair):
    one = make_publication(title="Maps of Drifting Ice", date="2024-06")
    two = make_publication(title="Maps of drifting ice.", date=date)

    expected = {(one.pk, two.pk): "Both have the same title."} if is_pair else {}
    assert work_pairs() == expected


def test_headings_that_many_works_have_are_a_pair_only_with_an_author_in_common():
    ana = make_member(display_name="Ana Ruiz")
    one, two = (make_publication(ana, title="Editorial") for _number in range(2))
    make_publication("Bo Li", title="Editorial")

    assert set(work_pairs()) == {(one.pk, two.pk)}


@pytest.mark.parametrize(
    ("title", "author", "is_pair"),
    [
        ("Drifting ice: how fjords change", "A. Ruiz", True),
        ("Drifting ice – how fjords change", "Ana Ruiz", True),
        ("Drifting ice: how fjords change", "Bo Li", False),
        ("Drifting ice and how fjords change", "Ana Ruiz", False),
    ],
)
def test_titles_that_differ_in_what_follows_the_colon_are_a_pair(title, author, is_pair):
    one = make_publication("Ana Ruiz", title="Drifting ice", date="2020")
    two = make_publication(author, title=title, date="2024")

    assert set(work_pairs()) == ({(one.pk, two.pk)} if is_pair else set())


def test_two_parts_of_one_series_are_a_pair_only_about_one_year():
    one = make_publication("Ana Ruiz", title="Report of the year: 2020", date="2020")
    two = make_publication("Ana Ruiz", title="Report of the year: 2021", date="2021")
    make_publication("Ana Ruiz", title="Report of the year: 2024", date="2024")

    assert set(work_pairs()) == {(one.pk, two.pk)}


def test_a_former_doi_or_a_number_of_arxiv_makes_a_pair():
    one = make_publication(title="One", doi="10.5555/x.1")
    two = make_publication(title="Two", arxiv_id="2301.01234")
    three = make_publication(title="Three", arxiv_id="2301.01234")
    Identifier.objects.create(publication=two, scheme="doi", value="10.5555/x.1")

    assert work_pairs() == {
        (one.pk, two.pk): "Both have the same DOI.",
        (two.pk, three.pk): "Both are the same on arXiv.",
    }


def test_people_of_one_name_or_spelling_are_a_pair():
    one, two = make_member(display_name="Mira Sołtys"), make_member(display_name="Mira Soltys")
    three = make_member(display_name="M. Nowak")
    MemberName.objects.create(member=one, name="M. Nowak")

    assert set(people_pairs()) == {(one.pk, two.pk), (one.pk, three.pk)}


def test_people_of_resembling_names_are_a_pair_within_one_lab_only():
    lab = make_lab()
    one, two = make_member(display_name="Ana Ruiz"), make_member(display_name="A. Ruiz")
    elsewhere = make_member(display_name="A Ruiz")
    for member, where in ((one, lab), (two, lab), (elsewhere, make_lab())):
        make_membership(member, lab=where)

    found = people_pairs()

    assert (one.pk, two.pk) in found
    assert (one.pk, elsewhere.pk) not in found


def test_two_people_with_an_orcid_each_are_no_pair():
    make_member(display_name="Wei Zhang", orcid="0000-0002-1825-0097")
    make_member(display_name="Wei Zhang", orcid="0000-0001-5109-3700")

    assert people_pairs() == {}


def test_a_former_name_makes_no_pair():
    make_member(display_name="Mira Nowak")
    secret = make_member(display_name="Jan Holub")
    MemberName.objects.create(member=secret, name="Mira Nowak", is_former=True)

    assert people_pairs() == {}


def test_the_page_shows_both_side_by_side_with_what_differs(admin_client):
    lab = make_lab(name="Tidal Lab")
    one = make_member(display_name="Li Wei", headline="Ice")
    two = make_member(display_name="Li Wei", headline="Snow")
    make_membership(one, lab=lab, start="2021")

    page = admin_client.get(PEOPLE)

    row = page.context["rows"][0]
    assert row["why"] == "There are two of this name. Same person?"
    assert [(side["record"], side["in_words"], side["differs"]) for side in row["sides"]] == [
        (one, "PhD student, Tidal Lab, since 2021", [("One line under the name", "Ice")]),
        (two, "", [("One line under the name", "Snow")]),
    ]
    assert row["merge"] == f"/admin/people/member/{one.pk}/merge/{two.pk}/"


def test_the_published_version_is_proposed_to_stay(admin_client):
    preprint = make_publication(title="Maps of drifting ice", status="preprint")
    published = make_publication(title="Maps of drifting ice")

    row = admin_client.get(WORKS).context["rows"][0]

    assert row["merge"] == f"/admin/publications/publication/{published.pk}/merge/{preprint.pk}/"


@pytest.mark.parametrize(("where", "make"), [(WORKS, make_publication), (PEOPLE, make_member)])
def test_what_was_told_apart_is_never_asked_again(admin_client, where, make):
    name = "title" if make is make_publication else "display_name"
    one, two = (make(**{name: "Maps of drifting ice"}) for _number in range(2))

    page = admin_client.post(where, {"_apart": f"{one.pk}-{two.pk}"}, follow=True)
    again = admin_client.post(where, {"_apart": f"{two.pk}-{one.pk}"}, follow=True)

    assert (page.context["rows"], again.context["rows"]) == ([], [])
    assert told(page)[0].endswith("You will not be asked again.")
    model = DistinctPublications if make is make_publication else DistinctMembers
    assert [(row.first_id, row.second_id, row.decided_by.username) for row in model.objects.all()]
    assert model.pairs() == {(one.pk, two.pk)}


@pytest.mark.parametrize("value", ["", "1", "1-2-3", "1-1", "x-y", "0-0", f"1-{2**70}", "99-98"])
def test_forged_numbers_tell_nothing_apart(admin_client, value):
    make_publication()

    assert admin_client.post(WORKS, {"_apart": value}, follow=True).status_code == 200
    assert DistinctPublications.objects.count() == 0


def test_staff_without_a_say_see_no_pairs(client):
    client.force_login(User.objects.create_user("clerk", is_staff=True))
    one, two = (make_publication(title="Maps of drifting ice") for _number in range(2))

    statuses = [client.get(WORKS).status_code, client.get(PEOPLE).status_code]
    statuses.append(client.post(WORKS, {"_apart": f"{one.pk}-{two.pk}"}).status_code)

    assert statuses == [403, 403, 403]
    assert DistinctPublications.objects.count() == 0


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(("where", "queries"), [(WORKS, 12), (PEOPLE, 11)])
def test_the_page_costs_the_same_for_any_number(
    admin_client, django_assert_num_queries, where, queries, count
):
    ana = make_member(display_name="Ana Ruiz")
    for number in range(count):
        for _twice in range(2):
            make_publication(ana, title=f"Maps of drifting ice {number}")
            make_membership(make_member(display_name=f"Ivo Marenz{'xyz'[number]}"))

    with django_assert_num_queries(queries):
        page = admin_client.get(where)

    assert len(page.context["rows"]) == count


def test_many_pairs_come_on_several_pages(admin_client):
    for number in range(21):
        for _twice in range(2):
            make_publication(title=f"Maps of drifting ice {number}")

    first, second = (admin_client.get(WORKS, {"p": number}) for number in (1, 2))

    assert [len(page.context["rows"]) for page in (first, second)] == [20, 1]
    assert 'href="?p=2"' in first.text


def test_a_work_that_stands_there_many_times_is_compared_with_the_next_one_only():
    for _number in range(30):
        make_authorship(make_publication(title="Maps of drifting ice"), "Ana Ruiz")

    assert len(work_pairs()) == 29


def test_both_pages_are_reached_from_the_lists_and_from_each_other(admin_client):
    lists = [admin_client.get(where.removesuffix("twice/")).text for where in (WORKS, PEOPLE)]
    pages = [admin_client.get(where).text for where in (WORKS, PEOPLE)]

    assert [f'href="{where}"' in text for where, text in zip((WORKS, PEOPLE), lists, strict=True)]
    assert f'href="{PEOPLE}"' in pages[0]
    assert f'href="{WORKS}"' in pages[1]


def held(title="Maps of drifting ice", key="ruiz2025", **fields):
    """An entry that an import holds back: the title is here, and another year."""
    work = Work(title=title, date="2025", key=key, origin=Origin(key=key), **fields)
    work.authors = [Author(printed_name="Ana Ruiz", given_name="Ana", family_name="Ruiz")]
    run = carry_out([work], Options(source="pubs.bib"))
    return run.entries.get()


@pytest.fixture
def waiting():
    """A paper that is here, and the entry that may be the same."""
    here = make_publication("Ana Ruiz", title="Maps of drifting ice", date="2024")
    return here, held(abstract="We map the ice.")


def test_what_an_import_held_back_is_shown_beside_what_it_may_be(admin_client, waiting):
    here, entry = waiting

    row = admin_client.get(WORKS).context["held"][0]

    assert (row["entry"], row["in_words"]) == (entry, "Ana Ruiz · 2025")
    assert [(work, value) for work, _words, value in row["candidates"]] == [
        (here, f"{entry.pk}-{here.pk}")
    ]


def test_the_same_work_is_completed_and_asked_about_no_more(admin_client, waiting):
    here, entry = waiting

    page = admin_client.post(WORKS, {"_same": f"{entry.pk}-{here.pk}"}, follow=True)

    work = Publication.objects.get()
    assert (work.abstract, work.date) == ("We map the ice.", "2024")
    assert told(page)[0].startswith("“Maps of drifting ice” is completed with what the import says")
    assert page.context["held"] == []
    again = carry_out([Work.from_json(entry.work)], Options(source="pubs.bib"))
    assert [(row.outcome, row.publication) for row in again.entries.all()] == [("skipped", work)]


def test_another_work_is_added_as_a_draft_and_can_be_undone(admin_client, waiting):
    here, entry = waiting

    page = admin_client.post(WORKS, {"_new": f"{entry.pk}"}, follow=True)

    new = Publication.objects.exclude(pk=here.pk).get()
    assert (new.date, new.is_draft) == ("2025", True)
    assert page.context["held"] == []
    message = told(page)[0]
    admin_client.post(message.rpartition('href="')[2].partition('"')[0], {"_undo": "1"})
    assert Publication.objects.get() == here


def test_two_who_decide_about_one_entry_import_it_once(admin_client, waiting):
    here, entry = waiting

    admin_client.post(WORKS, {"_new": f"{entry.pk}"})
    page = admin_client.post(WORKS, {"_same": f"{entry.pk}-{here.pk}"}, follow=True)

    assert told(page)[-1] == "Somebody has decided about this one already."
    assert Publication.objects.count() == 2


@pytest.mark.parametrize("name", ["_same", "_new"])
@pytest.mark.parametrize("value", ["", "0", "x-y", f"{2**70}-1", "1-99999"])
def test_forged_decisions_import_nothing(admin_client, waiting, name, value):
    if (name, value) == ("_new", "1-99999"):
        value = "99999"

    assert admin_client.post(WORKS, {name: value}, follow=True).status_code == 200
    assert Publication.objects.count() == 1
    assert len(list(held_entries())) == 1


def test_staff_without_a_say_decide_about_no_entry(client, waiting):
    here, entry = waiting
    client.force_login(User.objects.create_user("clerk", is_staff=True))

    answers = [
        client.post(WORKS, {"_new": f"{entry.pk}"}),
        client.post(WORKS, {"_same": f"{entry.pk}-{here.pk}"}),
    ]

    assert [answer.status_code for answer in answers] == [403, 403]
    assert Publication.objects.count() == 1


@pytest.mark.parametrize("count", [1, 3])
def test_what_was_held_costs_the_same_for_any_number(
    admin_client, django_assert_num_queries, count
):
    for number in range(count):
        make_publication("Ana Ruiz", title=f"Maps of drifting ice {number}", date="2024")
        held(f"Maps of drifting ice {number}", f"ruiz{number}")

    with django_assert_num_queries(20):
        page = admin_client.get(WORKS)

    assert [len(row["candidates"]) for row in page.context["held"]] == [1] * count
