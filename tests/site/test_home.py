from datetime import date

import pytest
import time_machine
from django.contrib.auth import get_user_model

from tests.factories import (
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
from tests.pages import headings, is_private, menu, text_of
from tests.site.settings_row import make_settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def editor_client(client):
    client.force_login(get_user_model().objects.create_superuser("editor"))
    return client


def department(count=1):
    """Labs with ``count`` of everything that the home page shows."""
    for _ in range(count):
        lab = make_lab(parent=make_lab())
        head = make_membership(lab=lab, role="head").member
        make_membership(lab=lab.parent, role="head")
        make_opening(lab=lab)
        make_link(make_publication(head, "Bo Li", labs=[lab]))
        make_news(lab=lab)
        make_page(menu_position=1)


def test_with_one_lab_the_home_page_is_the_page_of_the_lab(client):
    lab = make_lab(name="Tide Lab", about="Who we are.", theme_colour="teal")

    home = client.get("/")

    assert headings(home, 1) == ["Tide Lab"]
    assert headings(home) == ["About"]
    assert 'data-accent="teal"' in home.text
    assert "<title>Tide Lab</title>" in home.text
    response = client.get(lab.get_absolute_url())
    assert (response.status_code, response.headers["Location"]) == (302, "/")


def test_a_second_lab_makes_the_home_page_a_directory_and_a_draft_does_not(client):
    lab, second = make_lab(name="Tide Lab"), make_lab(name="Star Lab", visibility="draft")

    assert headings(client.get("/"), 1) == ["Tide Lab"]

    second.visibility = "public"
    second.save()

    assert headings(client.get("/")) == ["Labs"]
    assert headings(client.get(lab.get_absolute_url()), 1) == ["Tide Lab"]


def test_the_site_can_choose_one_of_several_labs_for_its_home_page(client):
    make_lab(name="Star Lab")
    lab = make_lab(name="Tide Lab")
    make_settings(home="lab", home_lab=lab)

    assert headings(client.get("/"), 1) == ["Tide Lab"]
    assert client.get("/labs/tide-lab/").status_code == 302
    assert client.get("/labs/star-lab/").status_code == 200


def test_a_chosen_lab_that_is_a_draft_is_not_shown(client):
    make_lab(name="Star Lab")
    make_lab(name="Moon Lab")
    make_settings(home="lab", home_lab=make_lab(name="Tide Lab", visibility="draft"))

    assert headings(client.get("/"), 1) == ["Coast University"]
    assert "Tide Lab" not in client.get("/").text


def test_a_site_without_a_name_is_called_like_its_only_lab(client):
    make_lab(name="Tide Lab")

    assert "<title>People · Tide Lab</title>" in client.get("/people/").text


def test_the_home_page_of_a_department_shows_its_labs_and_what_is_new(client):
    make_settings(tagline="Where land ends", contact_email="office@example.org", address="Pier 1")
    faculty = make_lab(name="Faculty", tagline="All of it")
    lab = make_lab(name="Tide Lab", parent=faculty)
    make_membership(make_member(display_name="Hana Head"), lab=faculty, role="head")
    make_membership(lab=lab)
    make_lab(name="Gone", status="closed")
    make_opening(lab=lab, title="Moon watcher", deadline="2999")
    make_news(lab=lab, title="Ebb!")
    make_publication("Bo Li", labs=[lab], title="On ebb", date="2025")

    with time_machine.travel(date(2026, 11, 30)):
        response = client.get("/")

    assert headings(response, 1) == ["Coast University"]
    assert headings(response) == [
        *("Labs", "Open positions", "News", "Newest publications", "Contact")
    ]
    text = text_of(response)
    assert text.startswith("Coast University Where land ends Labs")
    assert "3 labs, 2 people, 1 publication All labs" in text
    assert "Faculty All of it Hana Head · 1 person Tide Lab" in text
    assert "Gone" not in text
    assert text.endswith("Address Pier 1 E-mail office@example.org")


def test_news_never_come_twice_in_a_row_from_the_same_lab(client):
    tide, star = make_lab(), make_lab()
    for number in range(1, 5):
        make_news(lab=tide, title=f"Tide {number}", body="", date=f"2026-0{number}")
    make_news(lab=star, title="Star 1", body="", date="2026-02-14")
    make_news(make_member(), title="Personal", body="", date="2026-03")

    text = text_of(client.get("/"))

    titles = [f"{lab} {number}" for lab in ["Tide", "Star"] for number in range(1, 5)]
    shown = sorted((title for title in titles if title in text), key=text.index)
    assert shown == ["Tide 4", "Star 1", "Tide 2"]
    assert "Personal" not in text


def test_many_labs_are_a_plain_list_that_goes_on_elsewhere(client):
    for number in range(61):
        make_lab(name=f"Lab No {number:02}")

    response = client.get("/")

    assert response.text.count('<li class="card"') == 60
    assert 'class="cards cards-list"' in response.text


def test_an_empty_site_shows_visitors_its_name_and_sentence_only(client):
    make_settings(tagline="Where land ends")

    response = client.get("/")

    assert text_of(response) == "Coast University Where land ends"
    assert menu(response) == []


def test_an_empty_site_tells_an_editor_how_to_begin(editor_client):
    response = editor_client.get("/")

    assert headings(response) == ["How to begin"]
    assert is_private(response)


def test_nothing_empty_is_shown_on_lists_of_an_empty_site(client):
    for address in ["/labs/", "/people/", "/topics/", "/openings/"]:
        response = client.get(address)

        assert response.status_code == 200
        assert headings(response) == []
        assert "<ul" not in response.text.partition('<main id="content"')[2]


@pytest.mark.parametrize("count", [1, 3])
def test_the_home_page_of_a_department_costs_the_same_for_any_number(
    client, count, django_assert_num_queries
):
    make_lab()
    department(count)

    with django_assert_num_queries(15):
        client.get("/")


def test_the_home_page_of_a_lab_costs_as_much_as_its_page(client, django_assert_num_queries):
    lab = make_lab()
    head = make_membership(lab=lab, role="head").member
    make_link(make_publication(head, labs=[lab]))
    make_project(head, lab=lab)
    make_talk(head, labs=[lab])
    make_topic(lab=lab)

    with django_assert_num_queries(23):
        client.get("/")


def test_the_process_says_that_it_is_alive_without_the_database(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        response = client.get("/healthz")

    assert (response.status_code, response.text) == (200, "ok")
