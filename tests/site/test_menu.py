import pytest

from people.models import LabContact
from tests.factories import (
    make_lab,
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
from tests.pages import menu
from tests.site.settings_row import make_settings

pytestmark = pytest.mark.django_db

ALL = ["Research", "People", "Publications", "Projects", "Talks", "News", "Join us", "Contact"]


@pytest.fixture
def tide():
    """Make a lab in a site of several."""
    make_lab(name="Zoology")
    return make_lab(name="Tide Lab")


def fill(lab, **visibility):
    """Give a lab one of everything that a menu leads to."""
    make_topic(lab=lab, **visibility)
    make_membership(make_member(**visibility), lab=lab)
    make_publication(labs=[lab], **visibility)
    make_project(lab=lab, **visibility)
    make_talk(labs=[lab], **visibility)
    make_news(lab=lab, **visibility)
    make_opening(lab=lab, **visibility)


def test_the_menu_leads_to_everything_that_there_is_in_its_order(client, tide):
    make_settings(contact_email="office@example.org")
    fill(tide)
    make_page(title="Seminar", menu_position=2)
    make_page(title="Guests", menu_position=1)
    make_page(title="Imprint")

    assert menu(client.get("/people/")) == [*ALL, "Guests", "Seminar"]


def test_the_menu_of_a_lab_leads_to_what_the_lab_has(client, tide):
    make_settings(contact_email="office@example.org")
    other = make_lab()
    fill(other)
    make_page(title="Seminar", menu_position=1)
    make_page(title="Boats", menu_position=1, lab=tide)
    make_page(title="Telescopes", menu_position=1, lab=other)

    assert menu(client.get("/labs/tide-lab/")) == ["Boats"]

    fill(tide)
    LabContact.objects.create(lab=tide, about="Press", email="press@example.org")

    assert menu(client.get("/labs/tide-lab/")) == [*ALL, "Boats"]


def test_all_links_of_both_menus_lead_somewhere(client, tide):
    make_settings(contact_email="office@example.org")
    fill(tide)
    make_page(title="Boats", menu_position=1, lab=tide)
    make_page(title="Guests", menu_position=1)
    tide.address = "Pier 1"
    tide.save()

    for start in ["/", "/labs/tide-lab/"]:
        for entry in client.get(start).context["site"].menu:
            page, _hash, anchor = entry.url.partition("#")
            response = client.get(page)
            assert response.status_code == 200
            assert not anchor or f'id="{anchor}"' in response.text


def test_drafts_are_in_no_menu(client, tide):
    fill(tide, visibility="draft")
    make_page(title="Boats", menu_position=1, lab=tide, visibility="draft")
    make_page(title="Guests", menu_position=1, visibility="draft")

    assert menu(client.get("/people/")) == []
    assert menu(client.get("/labs/tide-lab/")) == []


def test_what_belongs_to_a_draft_lab_makes_no_entry(client):
    make_lab()
    draft = make_lab(visibility="draft", recruiting="Write to us.", address="Pier 1")
    make_membership(lab=draft)
    make_opening(lab=draft)
    make_page(title="Boats", menu_position=1, lab=draft)

    assert menu(client.get("/people/")) == []


def test_closed_positions_and_news_of_tomorrow_make_no_entry(client, tide):
    make_opening(lab=tide, deadline="2020")
    make_news(lab=tide, date="2999")

    assert menu(client.get("/labs/tide-lab/")) == []


def test_a_lab_that_recruits_without_a_position_has_the_entry(client, tide):
    tide.recruiting = "Write to us."
    tide.save()

    assert menu(client.get("/people/")) == ["Join us"]
    assert menu(client.get("/labs/tide-lab/")) == ["Join us"]


def test_with_one_lab_there_is_one_menu_everywhere(client):
    lab = make_lab(address="Pier 1")
    make_membership(lab=lab)
    make_publication()
    make_page(title="Boats", menu_position=1, lab=lab)
    make_page(title="Guests", menu_position=2)

    for address in ["/", "/people/", f"/labs/{lab.slug}/people/", f"/labs/{lab.slug}/boats/"]:
        response = client.get(address)
        assert menu(response) == ["People", "Publications", "Contact", "Boats", "Guests"]
        assert 'href="/people/"' in response.text
        assert 'class="site-parent"' not in response.text


def test_the_entry_of_this_page_is_marked(client, tide):
    make_membership(lab=tide)
    make_publication()

    page = client.get("/people/").text

    assert '<a href="/people/" aria-current="page">People</a>' in page
    assert '<a href="/publications/">Publications</a>' in page


def test_the_footer_leads_to_the_legal_pages_that_are_public(client):
    imprint = make_page(title="Impressum")
    make_settings(imprint=imprint, privacy=make_page(title="Hidden", visibility="draft"))

    page = client.get("/").text

    assert f'<li><a href="{imprint.get_absolute_url()}">Impressum</a></li>' in page
    assert "Hidden" not in page


@pytest.mark.parametrize("has_settings", [True, False])
def test_frame_and_menu_cost_three_queries(client, has_settings, tide, django_assert_num_queries):
    if has_settings:
        make_settings(imprint=make_page())
    fill(tide)
    page = make_page(menu_position=1)

    with django_assert_num_queries(4):  # and one for the page itself
        client.get(page.get_absolute_url())


def test_news_that_stands_on_a_members_page_only_does_not_bring_news_into_the_menu(client, tide):
    make_news(make_member())

    assert menu(client.get("/labs/")) == []
