import pytest
from django.core.files.base import ContentFile

from people.models import LabContact, LabLink, LabPicture, LabSection, RoleGroup
from tests.factories import (
    make_delivery,
    make_grant,
    make_interest,
    make_lab,
    make_link,
    make_member,
    make_membership,
    make_news,
    make_opening,
    make_page,
    make_project,
    make_publication,
    make_talk,
    make_topic,
)
from tests.pages import headings, names_in_table, names_on_cards, text_of
from tests.pictures import jpeg

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def another_lab():
    """Make a second lab: of a single one the page stands at ``/``."""
    return make_lab(name="Zoology")


def full_lab(count=1):
    """A lab with ``count`` of everything."""
    lab = make_lab(
        name="Tidal Computing",
        about="Who we are.",
        address="Pier 1",
        directions="By boat.",
        recruiting="Write to us.",
        photo=ContentFile(jpeg(), name="photo.jpg"),
        parent=make_lab(),
    )
    for number in range(count):
        head = make_membership(lab=lab, role="head").member
        student = make_membership(lab=lab, start="2023").member
        make_interest(student, words="Tides")
        make_membership(lab=lab, role="postdoc", title="Fellow")
        make_membership(lab=lab, start="2015", end="2019", next_title="Captain")
        make_membership(student, lab=make_lab(parent=lab))
        make_topic(lab=lab)
        make_opening(lab=lab)
        make_link(make_publication(head, "Bo Li", student, labs=[lab]))
        make_project(student, lab=lab)
        make_delivery(make_talk(student, labs=[lab]), date="2999")
        make_news(student, lab=lab)
        make_grant().labs.add(lab)
        make_page(lab=lab, menu_position=number)
        RoleGroup.objects.create(lab=lab, role=["phd", "postdoc", "staff"][number])
        LabContact.objects.create(lab=lab, about="Press", email="press@example.org")
        LabLink.objects.create(owner=lab, label="Repository")
        LabPicture.objects.create(lab=lab, file=ContentFile(jpeg(), name="x.jpg"), caption="Boat")
        LabSection.objects.create(owner=lab, kind="text", heading="Boats", text="Two of them.")
    return lab


def test_a_lab_page_shows_its_sections_in_order(client):
    response = client.get(full_lab().get_absolute_url())

    assert headings(response, 1) == ["Tidal Computing"]
    assert headings(response) == [
        *("About", "Research", "Led by", "People", "Labs", "Publications", "Projects", "Join us"),
        *("Upcoming talks", "News", "Pictures", "Former people", "Funding", "Contact", "Boats"),
    ]


def test_a_lab_with_nothing_but_a_name_shows_nothing_but_its_name(client):
    lab = make_lab(name="Tidal Computing")

    response = client.get(lab.get_absolute_url())

    assert headings(response) == []
    assert text_of(response).partition(" Last changed")[0] == "Tidal Computing"


@pytest.mark.parametrize("count", [1, 3])
def test_a_lab_page_costs_the_same_for_any_number(client, count, django_assert_num_queries):
    lab = full_lab(count)

    with django_assert_num_queries(24):
        client.get(lab.get_absolute_url())


def test_a_lab_decides_about_its_sections(client):
    lab = full_lab()
    LabSection.objects.create(owner=lab, kind="news", heading="Lately", position=1)
    LabSection.objects.create(owner=lab, kind="pictures", is_shown=False)

    shown = headings(client.get(lab.get_absolute_url()))

    assert shown[:2] == ["Lately", "About"]
    assert "Pictures" not in shown


def test_a_long_text_about_the_lab_is_folded(client):
    lab = make_lab(about=f"{'word ' * 130}\n\n{'more ' * 60}")

    response = client.get(lab.get_absolute_url())

    shown, _fold, folded = text_of(response).partition(" More ")
    assert shown.count("word") == 130
    assert "more " not in shown
    assert folded.count("more") == 60


def test_people_stand_in_the_labs_own_order_under_its_own_headings_heads_first(client):
    lab = make_lab()
    for name, role in [("Sam", "staff"), ("Pia", "phd"), ("Hana", "head"), ("Otto", "postdoc")]:
        make_membership(make_member(display_name=name), lab=lab, role=role)
    RoleGroup.objects.create(lab=lab, role="staff", heading="Who keeps us going", position=1)
    RoleGroup.objects.create(lab=lab, role="phd", position=2)
    RoleGroup.objects.create(lab=lab, role="head", position=3)

    on_lab_page = client.get(lab.get_absolute_url())
    on_people_page = client.get(f"{lab.get_absolute_url()}people/")

    assert names_on_cards(on_lab_page) == ["Hana", "Sam", "Pia", "Otto"]
    assert names_on_cards(on_people_page) == ["Hana", "Sam", "Pia", "Otto"]
    groups = ["Who keeps us going", "PhD students", "Postdoctoral researchers"]
    assert headings(on_lab_page, 3) == groups
    assert headings(on_people_page) == ["Heads", *groups]


def test_many_people_are_shown_as_faces(client):
    lab = make_lab()
    for _ in range(61):
        make_membership(lab=lab)

    response = client.get(lab.get_absolute_url())

    assert names_on_cards(response) == []
    assert response.text.count("portrait") == 24


def test_a_head_without_a_page_is_named(client):
    lab = make_lab(head_name="Ada Keeper")

    assert "Led by Ada Keeper" in text_of(client.get(lab.get_absolute_url()))


def test_somebody_who_is_only_listed_is_a_name_without_link_photo_or_interests(client):
    lab = make_lab()
    member = make_member(
        display_name="Li Na",
        visibility="listed",
        headline="Tides",
        photo=ContentFile(jpeg(), name="photo.jpg"),
    )
    make_interest(member, words="Boats")
    make_membership(member, lab=lab)

    response = client.get(lab.get_absolute_url())

    assert names_on_cards(response) == ["Li Na"]
    assert member.slug not in response.text
    assert "/media/" not in response.text
    assert "Tides" not in response.text
    assert "Boats" not in response.text


def test_the_card_of_a_member_says_what_they_work_on(client):
    lab = make_lab()
    member = make_member()
    for words in ["Tides", "Boats", "Knots", "Sails"]:
        make_interest(member, words=words)
    hidden = make_topic(name="Secret", visibility="draft")
    make_interest(make_membership(lab=lab).member, topic=hidden)
    make_interest(member, words="Rigging", kind="working_on")
    make_membership(member, lab=lab, start="2023-10")

    text = text_of(client.get(lab.get_absolute_url()))

    assert "PhD student Tides, Boats, Knots since 2023" in text
    assert "Secret" not in text


def test_a_lab_page_omits_a_former_member_who_now_works_in_another_lab(client):
    left, joined = make_lab(), make_lab(short_name="JOIN")
    mover = make_member(display_name="Jana Nováková")
    make_membership(mover, lab=left, start="2015", end="2018-06")
    make_membership(mover, lab=joined, start="2018-07")

    former_page = client.get(left.get_absolute_url())
    new_page = client.get(joined.get_absolute_url())

    assert names_on_cards(former_page) == []
    assert names_in_table(former_page) == ["Jana Nováková"]
    assert "PhD student, 2015 – Jun 2018 PhD student, JOIN" in text_of(former_page)
    assert names_on_cards(new_page) == ["Jana Nováková"]
    assert names_in_table(new_page) == []


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"status": "closed"}, "This lab has closed."),
        ({"status": "closed", "ended_on": "2024"}, "This lab closed in 2024."),
        (
            {"status": "moved", "moved_to": "https://new.example.org/"},
            "This lab has moved: https://new.example.org/",
        ),
    ],
)
def test_a_lab_that_is_no_longer_here_says_so(client, fields, line):
    lab = make_lab(**fields)

    assert line in text_of(client.get(lab.get_absolute_url()))


def test_a_merged_lab_leads_to_the_one_it_is_part_of_now(client):
    whole = make_lab(name="Ocean Institute")
    lab = make_lab(status="merged", merged_into=whole)

    response = client.get(lab.get_absolute_url())

    assert f'<a href="{whole.get_absolute_url()}">Ocean Institute</a>' in response.text


def test_a_merged_lab_does_not_give_away_a_draft(client):
    lab = make_lab(
        status="merged", merged_into=make_lab(name="Ocean Institute", visibility="draft")
    )

    text = text_of(client.get(lab.get_absolute_url()))

    assert "This lab is now part of another one." in text
    assert "Ocean Institute" not in text


def test_the_e_mail_of_a_member_stands_on_no_page_of_the_lab(client):
    lab = make_lab()
    member = make_member(email="mira@example.org", email_shown_to="everyone")
    make_membership(member, lab=lab, role="head")

    for address in ["", "people/", "numbers/", "openings/"]:
        assert "mira@example.org" not in client.get(f"{lab.get_absolute_url()}{address}").text


def test_the_lab_in_numbers_counts_what_is_public(client):
    lab = make_lab()
    make_membership(lab=lab, role="head")
    twice = make_member()
    make_membership(twice, lab=lab)
    make_membership(twice, lab=lab, title="Teaching assistant")
    make_membership(lab=lab, end="2020")
    make_publication(labs=[lab], date="2024-05")
    make_publication(labs=[lab], date="2024", kind="thesis")
    make_publication(labs=[lab], visibility="draft")
    make_project(lab=lab)

    text = text_of(client.get(f"{lab.get_absolute_url()}numbers/"))

    assert "Role Number Heads 1 PhD students 1 Publications by year" in text
    assert "Year Number 2024 2 Publications by kind" in text
    assert "Kind Number Conference paper 1 Thesis 1 What else there is" in text
    assert "Projects, software and data 1" in text


def test_labs_stand_under_the_one_that_they_are_part_of(client, another_lab):
    faculty = make_lab(name="Faculty", short_name="FAC")
    institute = make_lab(name="Institute", parent=faculty)
    make_lab(name="Group", parent=institute)
    make_membership(make_member(display_name="Hana Head"), lab=faculty, role="head")
    make_lab(name="Gone", status="closed", ended_on="2024")

    text = text_of(client.get("/labs/"))

    assert text == (
        "Labs Faculty Hana Head · 1 person Institute Group Zoology Former labs Gone closed, 2024"
    )


def test_many_labs_have_an_alphabet_and_pages(client):
    for number in range(61):
        make_lab(name=f"{'ABC'[number % 3]} {number:02}")

    first, second = client.get("/labs/"), client.get("/labs/?page=2")

    assert '<a href="?page=1#letter-C">C</a>' in first.text
    assert '<a href="?page=2#letter-Z">Z</a>' in first.text
    assert text_of(second).startswith("Labs A B C Z C 59 Zoology")


@pytest.mark.parametrize(("count", "address"), [(1, "/labs/"), (3, "/labs/")])
def test_the_list_of_labs_costs_the_same_for_any_number(
    client, count, address, django_assert_num_queries
):
    for _ in range(count):
        lab = make_lab(parent=make_lab())
        make_membership(lab=lab.parent, role="head")

    with django_assert_num_queries(6):
        client.get(address)


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(
    ("address", "queries"), [("people/", 9), ("numbers/", 10), ("pictures/", 5), ("openings/", 5)]
)
def test_pages_below_a_lab_cost_the_same_for_any_number(
    client, count, address, queries, django_assert_num_queries
):
    lab = full_lab(count)

    with django_assert_num_queries(queries):
        client.get(f"{lab.get_absolute_url()}{address}")
