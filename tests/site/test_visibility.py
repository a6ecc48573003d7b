"""What a visitor sees of each kind of record, wherever it could be shown."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.contrib.auth import get_user_model

from tests.factories import (
    make_delivery,
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
from tests.pages import is_private

pytestmark = pytest.mark.django_db

WORD = "Quillfeather"


@dataclass
class Kind:
    """A kind of record: how one is made in a lab, and the addresses that list it."""

    make: Callable
    lists: list[str]


def make_current_member(lab, **fields):
    return make_membership(make_member(display_name=WORD, **fields), lab=lab).member


def make_head(lab, **fields):
    return make_membership(make_member(display_name=WORD, **fields), lab=lab, role="head").member


def make_former_member(lab, **fields):
    return make_membership(make_member(display_name=WORD, **fields), lab=lab, end="2020").member


def make_upcoming_talk(lab, **fields):
    return make_delivery(make_talk(title=WORD, labs=[lab], **fields), date="2999").talk


def make_inner_lab(lab, **fields):
    return make_lab(name=WORD, parent=lab, **fields)


def make_topic_of(lab, **fields):
    return make_topic(name=WORD, lab=lab, **fields)


def make_opening_of(lab, **fields):
    return make_opening(title=WORD, lab=lab, **fields)


def make_page_in_menu(lab=None, **fields):
    return make_page(title=WORD, menu_position=1, lab=lab, **fields)


def make_page_of_site(lab, **fields):
    return make_page_in_menu(**fields)


def make_publication_of(lab, **fields):
    return make_publication(title=WORD, labs=[lab], **fields)


def make_project_of(lab, **fields):
    return make_project(name=WORD, lab=lab, **fields)


def make_news_of(lab, **fields):
    return make_news(title=WORD, lab=lab, **fields)


# "{lab}" stands for the address of the lab.
KINDS = {
    "lab": Kind(make_inner_lab, ["/labs/", "/", "{lab}"]),
    "member": Kind(make_current_member, ["/people/", "{lab}", "{lab}people/"]),
    "head": Kind(make_head, ["/people/", "{lab}", "{lab}people/", "/labs/", "/"]),
    "former member": Kind(make_former_member, ["/people/?status=former", "{lab}", "{lab}people/"]),
    "topic": Kind(make_topic_of, ["/topics/", "{lab}"]),
    "opening": Kind(make_opening_of, ["/openings/", "/", "{lab}", "{lab}openings/"]),
    "page of the site": Kind(make_page_of_site, ["/", "/people/", "/no-such-page/"]),
    "page of a lab": Kind(make_page_in_menu, ["{lab}", "{lab}people/"]),
    "publication": Kind(
        make_publication_of, ["/publications/", "/", "{lab}", "{lab}publications/"]
    ),
    "project": Kind(make_project_of, ["/projects/", "{lab}", "{lab}projects/"]),
    "talk": Kind(make_upcoming_talk, ["/talks/", "{lab}", "{lab}talks/"]),
    "news": Kind(make_news_of, ["/news/", "/", "{lab}", "{lab}news/"]),
}

# Kinds that a visitor sees only together with their lab.
WITH_THEIR_LAB = {"lab", "opening", "page of a lab"}
# Kinds that stand on their own, but are listed only with the lab.
LISTED_WITH_THEIR_LAB = {"member", "head", "former member"}


@pytest.fixture
def lab():
    """Make a lab in a site of several."""
    make_lab(name="Zoology")
    return make_lab(name="Tide Lab")


def lists_of(kind, lab):
    return [address.format(lab=lab.get_absolute_url()) for address in KINDS[kind].lists]


def shown_on(client, kind, lab):
    """The lists on which a record of that kind is found."""
    return [address for address in lists_of(kind, lab) if WORD in client.get(address).text]


@pytest.mark.parametrize("kind", KINDS)
def test_a_public_record_has_a_page_and_is_on_every_list(client, lab, kind):
    record = KINDS[kind].make(lab, visibility="public")

    assert shown_on(client, kind, lab) == lists_of(kind, lab)
    assert client.get(record.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("kind", KINDS)
def test_a_draft_has_no_page_and_is_on_no_list(client, lab, kind):
    record = KINDS[kind].make(lab, visibility="draft")

    assert shown_on(client, kind, lab) == []
    assert client.get(record.get_absolute_url()).status_code == 404


@pytest.mark.parametrize("kind", ["member", "head", "former member"])
def test_a_listed_member_is_on_every_list_without_a_page(client, lab, kind):
    record = KINDS[kind].make(lab, visibility="listed")

    assert shown_on(client, kind, lab) == lists_of(kind, lab)
    assert client.get(record.get_absolute_url()).status_code == 404
    assert record.get_absolute_url() not in client.get("/people/").text


@pytest.mark.parametrize("kind", sorted(WITH_THEIR_LAB | LISTED_WITH_THEIR_LAB))
def test_in_a_draft_department_nothing_of_a_lab_is_listed(client, lab, kind):
    lab.parent = make_lab(visibility="draft")
    lab.save()
    record = KINDS[kind].make(lab, visibility="public")

    assert shown_on(client, kind, lab) == []
    has_page = kind in LISTED_WITH_THEIR_LAB
    assert client.get(record.get_absolute_url()).status_code == (200 if has_page else 404)


@pytest.mark.parametrize("kind", KINDS)
def test_whoever_may_edit_a_draft_sees_its_page_and_nobody_may_store_it(client, lab, kind):
    record = KINDS[kind].make(lab, visibility="draft")
    client.force_login(get_user_model().objects.create_superuser("editor"))

    response = client.get(record.get_absolute_url())

    assert response.status_code == 200
    assert WORD in response.text
    assert "Visitors and search engines do not see this page." in response.text
    assert '<meta name="robots" content="noindex">' in response.text
    assert is_private(response)


@pytest.mark.parametrize("kind", KINDS)
def test_others_who_are_signed_in_do_not_see_a_draft(client, lab, kind):
    record = KINDS[kind].make(lab, visibility="draft")
    client.force_login(get_user_model().objects.create_user("reader"))

    assert client.get(record.get_absolute_url()).status_code == 404


@pytest.mark.parametrize("kind", KINDS)
def test_a_public_page_is_the_same_for_everybody_and_can_be_stored(client, lab, kind):
    record = KINDS[kind].make(lab, visibility="public")

    for address in [record.get_absolute_url(), *lists_of(kind, lab)]:
        response = client.get(address)
        assert response.cookies == {}
        assert "Cookie" not in response.headers.get("Vary", "")
        assert "no-store" not in response.headers.get("Cache-Control", "")


def test_a_preview_of_a_draft_lab_shows_its_pages_too(client):
    make_lab()
    lab = make_lab(visibility="draft", about="Who we are.")
    client.force_login(get_user_model().objects.create_superuser("editor"))

    for below in ["", "people/", "openings/", "pictures/", "numbers/"]:
        response = client.get(f"{lab.get_absolute_url()}{below}")
        assert response.status_code == 200
        assert is_private(response)


def test_deleting_somebody_tears_no_hole_into_a_line_of_authors(client, lab):
    member = make_member(display_name="Mira Sołtys")
    make_membership(member, lab=lab)
    paper = make_publication("Bo Li", member, "Ada Roe", labs=[lab])
    member.delete()

    assert "Bo Li, Mira Sołtys, and Ada Roe" in client.get(paper.get_absolute_url()).text
    assert "Mira" not in client.get("/people/").text
