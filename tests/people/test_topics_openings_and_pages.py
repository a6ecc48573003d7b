from datetime import date

import pytest
import time_machine

from tests.factories import (
    make_interest,
    make_lab,
    make_link,
    make_member,
    make_membership,
    make_opening,
    make_page,
    make_project,
    make_publication,
    make_topic,
)
from tests.pages import headings, names_on_cards, text_of

pytestmark = pytest.mark.django_db


def full_topic(count=1):
    """A topic with ``count`` of everything that has to do with it."""
    topic = make_topic(name="Tides", summary="Why the sea moves", text="Moon.", lab=make_lab())
    for _ in range(count):
        member = make_member(headline="Boats")
        make_membership(member)
        make_interest(member, topic=topic)
        paper = make_publication(member, "Bo Li")
        make_link(paper)
        paper.topics.add(topic)
        make_project(member).topics.add(topic)
    return topic


def test_a_topic_shows_who_and_what_has_to_do_with_it(client):
    response = client.get(full_topic().get_absolute_url())

    assert headings(response, 1) == ["Tides"]
    assert headings(response) == ["About", "People", "Publications", "Projects"]
    assert "Why the sea moves" in text_of(response)


def test_a_topic_names_people_with_a_page_once_and_nobody_else(client):
    topic = make_topic()
    for name, visibility in [("Mira", "public"), ("Lis", "listed"), ("Dora", "draft")]:
        member = make_member(display_name=name, visibility=visibility)
        make_interest(member, topic=topic)
        make_interest(member, topic=topic, kind="working_on")

    assert names_on_cards(client.get(topic.get_absolute_url())) == ["Mira"]


def test_a_topic_does_not_give_away_a_draft_lab(client):
    topic = make_topic(lab=make_lab(name="Secret Lab", visibility="draft"))

    assert "Secret Lab" not in client.get(topic.get_absolute_url()).text
    assert "Secret Lab" not in client.get("/topics/").text


def test_topics_say_their_lab_only_where_there_are_several(client):
    make_topic(name="Tides", summary="Why the sea moves", lab=make_lab(name="Tide Lab"))

    assert text_of(client.get("/topics/")) == "Research Tides Why the sea moves"

    make_lab()

    assert text_of(client.get("/topics/")) == "Research Tides Why the sea moves Tide Lab"


@pytest.mark.parametrize("count", [1, 3])
def test_a_topic_costs_the_same_for_any_number(client, count, django_assert_num_queries):
    topic = full_topic(count)

    with django_assert_num_queries(11):
        client.get(topic.get_absolute_url())


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(("address", "queries"), [("/topics/", 6), ("/openings/", 6)])
def test_lists_cost_the_same_for_any_number(
    client, count, address, queries, django_assert_num_queries
):
    for _ in range(count):
        lab = make_lab(recruiting="Write to us.")
        make_topic(lab=lab)
        make_opening(lab=lab)

    with django_assert_num_queries(queries):
        client.get(address)


def test_an_open_position_says_all_that_one_needs_to_apply(client):
    opening = make_opening(
        lab=make_lab(name="Tide Lab"),
        title="Moon watcher",
        funding="Paid for four years",
        text="Watch the **moon**.",
        how_to_apply="Send a letter.",
        contact="Ada, ada@example.org",
        deadline="2999-01",
    )

    response = client.get(opening.get_absolute_url())

    assert text_of(response).startswith(
        "PhD position Moon watcher Paid for four years Lab Tide Lab Apply until January 2999"
        " Contact Ada, ada@example.org About Watch the moon. How to apply Send a letter."
    )
    assert '<a href="mailto:ada@example.org">' in response.text


def test_a_closed_position_says_so_and_is_on_no_list(client):
    lab = make_lab(recruiting="Ask us any time.")
    opening = make_opening(
        lab=lab, title="Moon watcher", how_to_apply="Send a letter.", deadline="2026-11-30"
    )
    make_lab()
    lists = ["/", "/openings/", lab.get_absolute_url(), f"{lab.get_absolute_url()}openings/"]

    with time_machine.travel(date(2026, 11, 30)):
        page = text_of(client.get(opening.get_absolute_url()))
        assert "This position is closed." not in page
        assert "Send a letter." in page
        assert ["Moon watcher" in client.get(address).text for address in lists] == [True] * 4

    with time_machine.travel(date(2026, 12, 1)):
        page = text_of(client.get(opening.get_absolute_url()))
        assert "This position is closed. How to join the lab" in page
        assert "Send a letter." not in page
        assert "Ask us any time." in page
        assert ["Moon watcher" in client.get(address).text for address in lists] == [False] * 4


def test_a_lab_that_recruits_without_a_position_says_how_to_join(client):
    lab = make_lab(name="Tide Lab", recruiting="Ask us any time.")
    make_lab()

    assert text_of(client.get("/openings/")) == (
        "Join us There are no open positions at the moment. Tide Lab Ask us any time."
    )
    assert "Ask us any time." in text_of(client.get(f"{lab.get_absolute_url()}openings/"))


def test_free_pages_of_site_and_lab_show_their_text(client):
    lab = make_lab()
    of_site = make_page(title="Imprint", body="# Who we are\n\nUs.")
    of_lab = make_page(title="Seminar", body="Tuesdays.", lab=lab)

    assert text_of(client.get(of_site.get_absolute_url())).startswith("Imprint Who we are Us.")
    assert "Seminar Tuesdays." in text_of(client.get(of_lab.get_absolute_url()))


def test_a_page_of_a_lab_stands_only_below_its_lab(client):
    page = make_page(slug="seminar", lab=make_lab(slug="tides"))
    make_lab(slug="stars")

    assert page.get_absolute_url() == "/labs/tides/seminar/"
    assert client.get("/labs/stars/seminar/").status_code == 404
    assert client.get("/pages/seminar/").status_code == 404
