from urllib.parse import quote

import pytest

from tests.factories import (
    make_lab,
    make_member,
    make_membership,
    make_news,
    make_page,
    make_publication,
    make_talk,
    make_topic,
)
from tests.pages import headings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def another_lab():
    """Make a second lab: of a single one the page stands at ``/``."""
    return make_lab(name="Zoology")


@pytest.mark.parametrize(
    ("make", "again"),
    [
        (lambda: make_member(display_name="周雨晴"), "member-2"),
        (lambda: make_lab(name="海洋研究室"), "lab-2"),
        (lambda: make_news(title="🌊"), "news-2"),
        (lambda: make_talk(title="🌊🌊"), "talk-2"),
        (lambda: make_publication(title="…!?"), "publication-2"),
        (lambda: make_topic(name="水"), "topic-2"),
        (lambda: make_page(title="水"), "page-2"),
    ],
)
def test_a_name_without_latin_letters_has_a_page_like_any_other(client, make, again):
    first, second = make(), make()

    assert second.slug == again
    for record in [first, second]:
        assert client.get(record.get_absolute_url()).status_code == 200


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("J. R. O’Neil-Smith", "/people/j-r-oneil-smith/"),
        ("O'Neil", "/people/oneil/"),
        ("O’Neil", "/people/oneil/"),
        ("node.js", "/people/node-js/"),
        ("100% Percy", "/people/100-percy/"),
    ],
)
def test_dots_apostrophes_and_percent_signs_make_no_trouble(client, name, address):
    member = make_member(display_name=name)

    assert member.get_absolute_url() == address
    assert client.get(address).status_code == 200


def test_a_slash_in_a_name_makes_no_trouble(client):
    lab = make_lab(name="AC/DC Lab")

    assert lab.get_absolute_url() == "/labs/ac-dc-lab/"
    assert headings(client.get("/labs/ac-dc-lab/"), 1) == ["AC/DC Lab"]


@pytest.mark.parametrize(
    "spelling",
    ["iker-núñez-vidal", "iker-nu\u0301n\u0303ez-vidal", "Iker-Nunez-Vidal", "IKER-NÚÑEZ-VIDAL"],
)
def test_every_spelling_of_an_address_leads_to_the_one(client, spelling):
    make_member(display_name="Iker Núñez Vidal")

    for address in [f"/people/{spelling}/", f"/people/{quote(spelling)}/"]:
        response = client.get(address)
        assert response.status_code == 301
        assert response.headers["Location"] == "/people/iker-nunez-vidal/"


def test_a_changed_address_of_a_member_leads_to_the_new_one(client):
    member = make_member(display_name="Mira Nowak")
    member.slug = "mira-soltys"
    member.save()

    response = client.get("/people/mira-nowak/?page=2")

    assert response.status_code == 301
    assert response.headers["Location"] == "/people/mira-soltys/?page=2"


def test_a_lab_renamed_twice_answers_at_each_old_address_with_one_redirect(client):
    lab = make_lab(name="Lab", slug="a")
    make_membership(lab=lab)
    for slug in ["b", "c"]:
        lab.slug = slug
        lab.save()

    for old in ["a", "b"]:
        for below in ["", "people/", "numbers/"]:
            response = client.get(f"/labs/{old}/{below}")
            assert response.status_code == 301
            assert response.headers["Location"] == f"/labs/c/{below}"


def test_a_new_lab_that_takes_an_old_address_has_it(client):
    lab = make_lab(name="First", slug="a")
    for slug in ["b", "c"]:
        lab.slug = slug
        lab.save()
    make_lab(name="Second", slug="a")

    assert headings(client.get("/labs/a/"), 1) == ["Second"]
    assert client.get("/labs/b/").headers["Location"] == "/labs/c/"


def test_an_old_address_of_a_lab_page_leads_to_the_page_of_today(client):
    lab = make_lab(slug="old")
    page = make_page(lab=lab, slug="join")
    lab.slug, page.slug = "new", "join-us"
    lab.save()
    page.save()

    response = client.get("/labs/new/join/")

    assert response.status_code == 301
    assert response.headers["Location"] == "/labs/new/join-us/"
    assert client.get("/labs/old/join-us/").headers["Location"] == "/labs/new/join-us/"


def test_an_old_address_of_a_draft_gives_nothing_away(client):
    member = make_member(slug="old", visibility="draft")
    member.slug = "new"
    member.save()

    assert client.get("/people/old/").status_code == 404
