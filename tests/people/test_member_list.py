"""The list of people in the admin: whom its filters and its search find."""

import pytest

from people.models import MemberName
from tests.factories import make_lab, make_member, make_membership

pytestmark = pytest.mark.django_db

ADDRESS = "/admin/people/member/"


def found(client, **asked):
    members = client.get(ADDRESS, asked).context["cl"].result_list
    return sorted(member.display_name for member in members)


@pytest.fixture
def people():
    """A student, somebody who left, a postdoc who was a student, one to come, and one of no lab."""
    lab = make_lab()
    make_membership(make_member(display_name="student"), lab=lab, role="phd")
    left = make_member(display_name="left")
    make_membership(left, lab=lab, role="phd", end="2019", ending="ended")
    risen = make_member(display_name="risen")
    make_membership(risen, lab=lab, role="phd", end="2019", ending="ended")
    make_membership(risen, lab=lab, role="postdoc", start="2020")
    make_membership(make_member(display_name="to come"), lab=lab, start="2999")
    make_member(display_name="nowhere", visibility="draft")
    return lab


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ({}, ["left", "nowhere", "risen", "student", "to come"]),
        ({"stay": "now"}, ["risen", "student"]),
        ({"stay": "former"}, ["left"]),
        ({"stay": "coming"}, ["to come"]),
        ({"stay": "none"}, ["nowhere"]),
        ({"stay": "now", "role": "phd"}, ["student"]),
        ({"stay": "now", "role": "postdoc"}, ["risen"]),
        ({"role": "phd"}, ["left", "risen", "student", "to come"]),
        ({"stay": "former", "role": "phd"}, ["left"]),
        ({"stay": "former", "role": "postdoc"}, []),
        ({"stay": "sometimes"}, ["left", "nowhere", "risen", "student", "to come"]),
        ({"role": "pope"}, ["left", "nowhere", "risen", "student", "to come"]),
        ({"visibility__exact": "draft"}, ["nowhere"]),
    ],
)
def test_filters_are_asked_of_one_and_the_same_stay(admin_client, people, asked, names):
    assert found(admin_client, **asked) == names


def test_the_filter_by_lab_finds_those_who_are_in_that_lab_now(admin_client, people):
    other = make_lab()
    mover = make_member(display_name="mover")
    make_membership(mover, lab=people, end="2019", ending="ended")
    make_membership(mover, lab=other, start="2020")

    assert found(admin_client, stay="now", lab=other.pk) == ["mover"]
    assert found(admin_client, stay="former", lab=people.pk) == ["left", "mover"]
    assert found(admin_client, stay="now", lab="9" * 40) == ["mover", "risen", "student"]


def test_one_lab_needs_no_filter_by_lab(admin_client, people):
    titles = [str(spec.title) for spec in admin_client.get(ADDRESS).context["cl"].filter_specs]

    assert titles == ["in the lab", "role", "who sees it"]


def test_every_filter_says_how_many_it_would_find(admin_client, people):
    page = admin_client.get(ADDRESS)

    present = page.context["cl"].filter_specs[0]
    shown = [choice["display"] for choice in present.choices(page.context["cl"])]
    assert shown == [
        "All",
        "Here now (2)",
        "Coming (1)",
        "Former people (1)",
        "In no lab yet (1)",
    ]


@pytest.mark.parametrize("typed", ["piekos", "PIĘKOS piotr", "皮奥", "Pieczko", "p@example.org"])
def test_a_person_is_found_by_any_spelling_or_by_mail(admin_client, typed):
    member = make_member(
        display_name="Piotr Piękos",
        native_name="皮奥特",
        native_language="zh",
        email="p@example.org",
    )
    MemberName.objects.create(member=member, name="P. Pieczko")
    make_member(display_name="Ana")

    assert found(admin_client, q=typed) == ["Piotr Piękos"]


def test_a_former_name_finds_nobody(admin_client):
    member = make_member(display_name="Ana Ruiz")
    MemberName.objects.create(member=member, name="Alan Ruiz", is_former=True)

    assert found(admin_client, q="alan") == []


def test_a_line_says_who_it_is_and_what_they_are_where(admin_client):
    lab = make_lab(short_name="TL")
    member = make_member(display_name="Mei", native_name="芽衣", native_language="ja")
    make_membership(member, lab=lab, role="phd", start="2019", end="2023", ending="ended")
    make_membership(member, lab=lab, role="postdoc", start="2024")

    text = admin_client.get(ADDRESS).text

    assert 'Mei <span lang="ja">芽衣</span>' in text
    assert "Postdoctoral researcher, TL, since 2024" in text
    assert "PhD student, TL" not in text


def test_the_list_leads_to_what_one_does_with_people(admin_client):
    text = admin_client.get(ADDRESS).text

    assert [f'href="{ADDRESS}{page}/"' in text for page in ("new", "several", "leaving")] == [
        True,
        True,
        True,
    ]
