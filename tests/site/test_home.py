from datetime import date

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.core.files.base import ContentFile

from people.models import LabPicture, LabSection
from tests.factories import (
    make_delivery,
    make_grant,
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
from tests.pages import headings, is_private, menu, names_on_cards, text_of
from tests.pictures import jpeg
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
    assert text.startswith(
        "Coast University Where land ends 3 labs 2 people 1 publication Labs All labs"
    )
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
    assert 'class="cards cards-index"' in response.text


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


def full_lab(count=1):
    """The only lab of a site, with ``count`` of everything that its home page can show."""
    lab = make_lab(name="Tide Lab", about="Who we are.", address="Pier 1", recruiting="Come!")
    for _ in range(count):
        head = make_membership(lab=lab, role="head").member
        make_membership(lab=lab, start="2023")
        make_membership(lab=lab, start="2015", end="2019")
        make_topic(lab=lab)
        make_topic(lab=lab)
        make_news(head, lab=lab, date="2026-11")
        make_link(make_publication(head, labs=[lab]))
        make_opening(lab=lab)
        make_project(head, lab=lab)
        make_delivery(make_talk(head, labs=[lab]), date="2999")
        make_grant().labs.add(lab)
        LabPicture.objects.create(lab=lab, file=ContentFile(jpeg(), name="x.jpg"))
    return lab


def test_the_home_page_of_a_lab_shows_a_little_of_everything(client):
    full_lab()

    with time_machine.travel(date(2026, 11, 30)):
        response = client.get("/")

    assert headings(response) == [
        *("About", "Research", "News", "Publications", "People", "Join us", "Projects"),
        *("Upcoming talks", "Pictures", "Funding", "Contact"),
    ]


@pytest.mark.parametrize("count", [1, 3])
def test_the_home_page_of_a_lab_costs_the_same_for_any_number(
    client, count, django_assert_num_queries
):
    full_lab(count)

    with django_assert_num_queries(23):
        client.get("/")


@pytest.mark.parametrize(("count", "shown"), [(1, []), (2, ["Research"])])
def test_one_topic_alone_is_no_research_section(client, count, shown):
    lab = make_lab()
    for _ in range(count):
        make_topic(lab=lab)

    assert headings(client.get("/")) == shown


@pytest.mark.parametrize(("count", "faces", "names"), [(2, 0, 3), (3, 4, 0)])
def test_people_are_faces_where_there_are_three_photos_and_else_names(client, count, faces, names):
    lab = make_lab()
    head = make_membership(make_member(display_name="Hana"), lab=lab, role="head").member
    make_membership(lab=lab)
    for _ in range(count):
        make_membership(make_member(photo=ContentFile(jpeg(), name="x.jpg")), lab=lab)

    page = client.get("/").text

    assert names_on_cards(client.get("/")) == [head.display_name]
    strip = page.partition('<ul class="faces">')[2].partition("</ul>")[0]
    assert strip.count('class="portrait') == faces
    listed = page.partition('<ul class="names">')[2].partition("</ul>")[0]
    assert listed.count("<li>") == names
    assert f"All {count + 2} people" in page


def test_news_of_last_year_stands_behind_the_papers(client):
    lab = make_lab()
    make_publication(labs=[lab])
    make_news(lab=lab, date="2025-10")

    with time_machine.travel(date(2026, 11, 30)):
        old = client.get("/")
        make_news(lab=lab, date="2025-12")
        fresh = client.get("/")

    assert headings(old) == ["Publications", "News"]
    assert '<time datetime="2025-10">October 2025</time>' in old.text
    assert headings(fresh) == ["News", "Publications"]


def test_a_lab_can_keep_its_old_news_where_it_wants_them(client):
    lab = make_lab()
    make_publication(labs=[lab])
    make_news(lab=lab, date="1999")
    LabSection.objects.create(owner=lab, kind="news", heading="Long ago", position=1)

    assert headings(client.get("/")) == ["Long ago", "Publications"]


def test_selected_papers_are_told_in_a_sentence_and_without_any_the_newest(client):
    lab = make_lab()
    make_publication(labs=[lab], title="Newest", summary="It is new.", date="2026")
    chosen = make_publication(labs=[lab], title="Chosen", summary="It is good.", date="2020")

    before = text_of(client.get("/"))
    chosen.listings.update(is_selected=True)
    after = text_of(client.get("/"))

    assert "Newest It is new." in before
    assert "Chosen It is good." in before
    assert "Chosen It is good." in after
    assert "Newest" not in after
    assert "All 2 publications" in after


def test_the_picture_of_a_paper_is_a_second_way_to_its_page_that_nobody_has_to_read(client):
    lab = make_lab()
    paper = make_publication(labs=[lab], picture=ContentFile(jpeg(), name="x.jpg"))

    page = client.get("/").text

    teaser = page.partition('<a class="citation-teaser"')[2].partition("</a>")[0]
    assert f'href="{paper.get_absolute_url()}" tabindex="-1" aria-hidden="true"' in teaser
    assert f'src="{paper.picture.small_url}"' in teaser
    assert 'width="40" height="20" alt="" loading="lazy"' in teaser


def test_the_button_for_joining_says_what_is_open_and_until_when(client):
    lab = make_lab(recruiting="Write to us.")

    assert text_of(client.get("/")).startswith(f"{lab.name} Join us Join us Write to us.")

    make_opening(lab=lab, deadline="2999-01-15")

    assert "Join us: PhD position until 15 January 2999" in text_of(client.get("/"))


def test_former_people_stand_on_the_home_page_where_the_lab_asks_for_them(client):
    lab = make_lab()
    make_membership(lab=lab, start="2015", end="2019")

    assert headings(client.get("/")) == []

    LabSection.objects.create(owner=lab, kind="alumni", heading="Who was here")

    assert headings(client.get("/")) == ["Who was here"]


def test_thirty_labs_have_an_alphabet_and_no_logos(client):
    for number in range(29):
        make_lab(name=f"{'AB'[number % 2]} {number:02}")

    few = client.get("/").text
    make_lab(name="Zoology")
    many = client.get("/").text

    assert 'class="jumps"' not in few
    assert few.count("monogram") == 29
    assert '<li><a href="#letter-Z">Z</a></li>' in many
    assert 'id="letter-Z"' in many
    assert "monogram" not in many


def test_letters_of_labs_that_have_no_room_lead_to_the_list(client):
    for number in range(61):
        make_lab(name=f"{'AZ'[number // 60]} {number:02}")

    page = client.get("/").text

    assert '<li><a href="#letter-A">A</a></li>' in page
    assert '<li><a href="/labs/?page=2#letter-Z">Z</a></li>' in page


@pytest.mark.parametrize(
    ("short_name", "letters"),
    [("DAIR", "DAIR"), ("Di Wang’s group", "DW"), ("Lighthouse", "L"), ("数据", "数据")],
)
def test_a_lab_without_a_logo_is_shown_by_its_letters(client, short_name, letters):
    make_lab(short_name=short_name)
    make_lab(short_name="X")

    assert f'<span class="lab-logo monogram" aria-hidden="true">{letters}</span>' in (
        client.get("/").text
    )


def test_the_process_says_that_it_is_alive_without_the_database(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        response = client.get("/healthz")

    assert (response.status_code, response.text) == (200, "ok")
