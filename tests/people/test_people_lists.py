from datetime import UTC, datetime

import pytest
import time_machine

from people.models import MemberName
from tests.factories import (
    make_education,
    make_interest,
    make_lab,
    make_member,
    make_membership,
    make_publication,
)
from tests.pages import headings, names_in_table, names_on_cards, text_of
from tests.site.settings_row import make_settings

pytestmark = pytest.mark.django_db


def test_everybody_in_all_labs_stands_under_a_role_heads_first(client):
    tide, star = make_lab(name="Tide Lab", short_name="TIDE"), make_lab(name="Star Lab")
    make_membership(make_member(display_name="Pia"), lab=tide)
    make_membership(make_member(display_name="Hana"), lab=star, role="head", title="Professor")

    response = client.get("/people/")

    assert headings(response) == ["Heads", "PhD students"]
    assert names_on_cards(response) == ["Hana", "Pia"]
    assert "Professor, Star Lab" in text_of(response)
    assert "PhD student, TIDE" in text_of(response)


def test_somebody_with_several_roles_and_labs_has_one_card_with_all_of_them(client):
    member = make_member(display_name="Mira")
    make_membership(member, lab=make_lab(name="Star Lab"), start="2024")
    make_membership(member, lab=make_lab(name="Tide Lab"), role="head", start="2020-03")

    response = client.get("/people/")

    assert names_on_cards(response) == ["Mira"]
    assert "Head, Tide Lab PhD student, Star Lab since 2020" in text_of(response)


def test_with_one_lab_nobody_needs_to_be_told_its_name(client):
    make_membership(make_member(), lab=make_lab(name="Tide Lab"))

    assert "Tide Lab" not in text_of(client.get("/people/"))


def test_people_are_sorted_under_their_family_name_or_their_only_one(client):
    """C017"""
    lab = make_lab()
    for fields in [
        {"display_name": "Kwame Tetteh"},
        {"display_name": "Suharti", "family_name": "Suharti"},
        {"display_name": "Ana Ruiz", "given_name": "Ana", "family_name": "Ruiz"},
        {"display_name": "Łukasz Adamski"},
    ]:
        make_membership(make_member(**fields), lab=lab)

    response = client.get("/people/")

    assert names_on_cards(response) == ["Łukasz Adamski", "Ana Ruiz", "Suharti", "Kwame Tetteh"]


def test_somebody_with_one_name_has_a_page_and_one_initial(client):
    """C017"""
    member = make_member(display_name="Suharti", family_name="Suharti", given_name="")
    make_membership(member)

    assert client.get("/people/suharti/").status_code == 200
    assert '<span class="portrait initials hue-' in client.get("/people/").text
    assert '" aria-hidden="true">S</span>' in client.get("/people/").text


def test_outsiders_of_a_paper_are_nowhere_but_in_its_author_line(client):
    lab = make_lab()
    members = [make_member(), make_member()]
    for member in members:
        make_membership(member, lab=lab)
    outsiders = ["Bo Li", "Ada Roe", "Jo Kim", "Di Na", "Ed Ox", "Flo Po"]
    paper = make_publication(*members, *outsiders, labs=[lab])

    page = client.get(paper.get_absolute_url())

    assert "Bo Li, Ada Roe, Jo Kim, Di Na, Ed Ox, and Flo Po" in text_of(page)
    assert 'alt=""' not in page.text
    for address in ["/people/", "/people/?status=former", f"/labs/{lab.slug}/people/"]:
        assert "Bo Li" not in client.get(address).text
    assert client.get("/people/bo-li/").status_code == 404
    assert client.get("/people/flo-po/").status_code == 404


def test_a_former_name_stands_on_no_page(client):
    member = make_member(display_name="Mira Sołtys")
    MemberName.objects.create(member=member, name="Mira Nowak", is_former=True)
    stay = make_membership(member)

    for address in ["/people/", member.get_absolute_url(), stay.lab.get_absolute_url()]:
        assert "Nowak" not in client.get(address).text


def test_who_leaves_is_here_until_midnight_of_the_site_and_former_from_then_on(client):
    make_settings(zone="Pacific/Auckland")
    lab = make_lab()
    for name, period in [
        ("Leaving", {"end": "2026-11-30"}),
        ("In Three Months", {"end": "2027-02-28"}),
        ("Gone", {"end": "2026-11-29"}),
        ("Beginning", {"start": "2026-12-01"}),
    ]:
        make_membership(make_member(display_name=name), lab=lab, **period)
    back = make_member(display_name="Back")
    make_membership(back, lab=lab, start="2015", end="2018")
    make_membership(back, lab=lab, start="2024")

    def shown():
        page = client.get(f"/labs/{lab.slug}/people/")
        return sorted(names_on_cards(page)), sorted(names_in_table(page))

    # Auckland is thirteen hours ahead: its first of December begins at eleven in the morning.
    with time_machine.travel(datetime(2026, 11, 30, 10, 59, tzinfo=UTC), tick=False):
        assert shown() == (["Back", "In Three Months", "Leaving"], ["Gone"])
    with time_machine.travel(datetime(2026, 11, 30, 11, 1, tzinfo=UTC), tick=False):
        assert shown() == (["Back", "Beginning", "In Three Months"], ["Gone", "Leaving"])


def test_former_people_are_told_with_what_came_next(client):
    lab = make_lab()
    make_membership(
        make_member(display_name="Cap Tain"),
        lab=lab,
        start="2015",
        end="2019",
        next_title="Captain",
        next_place="Ship",
        next_url="https://ship.example.org/",
    )
    postdoc = make_member(display_name="Post Doc", visibility="listed")
    make_membership(postdoc, lab=lab, role="postdoc", start="2018", end="2020")
    for year in ["2020", "2021"]:
        guest = make_member(display_name=f"Guest of {year}")
        make_membership(guest, lab=lab, role="visitor", start=f"{year}-03", end=f"{year}-06")

    response = client.get(f"/labs/{lab.slug}/people/")

    assert text_of(response).partition("Name Here Afterwards ")[2] == (
        "Cap Tain PhD student, 2015 – 2019 Captain, Ship Others who were here"
        " Post Doc · Postdoctoral researcher, 2018 – 2020 Short stays"
        " 2021 (1 person) Guest of 2021 · Visitor, Mar 2021 – Jun 2021"
        " 2020 (1 person) Guest of 2020 · Visitor, Mar 2020 – Jun 2020"
    )
    assert '<a href="https://ship.example.org/">Ship</a>' in response.text
    assert postdoc.slug not in response.text


def test_who_has_left_stands_below_those_who_are_here(client):
    make_membership(make_member(display_name="Here"))
    make_membership(make_member(display_name="Gone"), start="2015", end="2019")

    response = client.get("/people/")

    assert names_on_cards(response) == ["Here"]
    assert names_in_table(response) == ["Gone"]


def test_graduates_are_told_with_the_degree_they_finished_here(client):
    lab = make_lab()
    graduate, earlier = make_member(display_name="Ana"), make_member(display_name="Bo")
    make_membership(graduate, lab=lab, start="2019", end="2024-06")
    make_membership(earlier, lab=lab, start="2020", end="2024")
    make_education(graduate, degree="Ph.D.", thesis_title="On Tides", end="2024-05", ending="ended")
    make_education(graduate, degree="M.Sc.", end="2018", ending="ended")
    make_education(earlier, degree="Ph.D.", end="2025", ending="ended")

    text = text_of(client.get(f"/labs/{lab.slug}/people/"))

    assert "Ph.D. 2024: On Tides" in text
    assert (text.count("Ph.D."), "M.Sc." in text) == (1, False)


def test_many_former_people_have_pages_of_their_own(client):
    lab = make_lab()
    make_membership(make_member(display_name="Here"), lab=lab)
    for number in range(121):
        make_membership(make_member(display_name=f"Gone {number:03}"), lab=lab, end="2019")

    for address in ["/people/", f"/labs/{lab.slug}/people/"]:
        here = client.get(address)
        gone = client.get(f"{address}?status=former")
        rest = client.get(f"{address}?status=former&page=2")
        assert names_on_cards(here) == ["Here"]
        assert "121 former people" in text_of(here)
        assert names_in_table(here) == []
        assert names_on_cards(gone) == []
        assert len(names_in_table(gone)) == 120
        assert names_in_table(rest) == ["Gone 120"]


@pytest.mark.parametrize("query", ["?status=unknown", "?page=x", "?page=99999", "?page=-1", "?x=y"])
def test_a_question_that_makes_no_sense_is_passed_over(client, query):
    make_membership(make_member(display_name="Here"))

    assert names_on_cards(client.get(f"/people/{query}")) == ["Here"]


def test_a_long_list_has_pages_folded_groups_and_an_alphabet(client):
    lab = make_lab()
    make_membership(make_member(display_name="Hana"), lab=lab, role="head")
    for number in range(130):
        name = f"{'AMZ'[number * 3 // 130]}{number:03}"
        make_membership(make_member(display_name=name), lab=lab)

    first, second = client.get("/people/"), client.get("/people/?page=2")

    assert len(names_on_cards(first)) == 120
    assert len(names_on_cards(second)) == 11
    assert "130 people A M Z Show 119 people A000" in text_of(first)
    assert '<a href="?#phd-m">M</a>' in first.text
    assert first.text.count('id="phd-m"') == 1
    assert "<details" not in second.text.partition('<main id="content"')[2]


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(("address", "queries"), [("/people/", 7), ("/people/?status=former", 5)])
def test_lists_of_people_cost_the_same_for_any_number(
    client, count, address, queries, django_assert_num_queries
):
    for _ in range(count):
        member = make_member()
        make_interest(member, words="Tides")
        make_membership(member)
        make_membership(member)
        make_membership(start="2015", end="2019")

    with django_assert_num_queries(queries):
        client.get(address)


def test_a_name_that_nobody_can_see_closes_no_list(client):
    member = make_member(display_name=" ")
    make_membership(member)

    assert client.get("/people/").status_code == 200
    assert client.get(member.get_absolute_url()).status_code == 200
