"""What a visitor sees of each kind of record, wherever it could be shown."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.contrib.auth import get_user_model

from publications.models import Identifier
from tests.crawling import crawl
from tests.factories import (
    make_authorship,
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
    make_venue,
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


# What programs read: files, references and what stands in the pages for them

HIDDEN = {
    "title": "CanaryTitle of a draft",
    "DOI of a draft": "10.5555/canary-doi",
    "venue of a draft": "CanaryVenue",
    "abstract of a draft": "CanaryAbstract",
    "co-author on a draft": "Canary Coauthor",
    "draft member": "CanaryDisplay",
    "given name of a draft member": "CanaryGiven",
    "family name of a draft member": "CanaryFamily",
    "ORCID of a draft member": "0000-0002-1694-233X",
    "ORCID of a name-only member": "0000-0001-5109-3700",
    "e-mail": "canary@example.org",
    "draft lab": "CanaryLab",
    "draft topic": "CanaryTopic",
    "draft project": "CanaryProject",
}
NEVER = {
    "former name": "CanaryFormer",
    "field of an import": "canary-extra",
    "address in a source": "canary-source",
}


def make_canaries(lab, *, shown):
    """Papers and people of a lab, of which every hidden text is one of a kind; or all public."""
    state = {"visibility": "public" if shown else "draft"}
    draft_lab = make_lab(name=HIDDEN["draft lab"], **state)
    topic = make_topic(name=HIDDEN["draft topic"], lab=lab, **state)
    project = make_project(name=HIDDEN["draft project"], lab=lab, **state)
    hidden = make_member(
        display_name=HIDDEN["draft member"],
        given_name=HIDDEN["given name of a draft member"],
        family_name=HIDDEN["family name of a draft member"],
        orcid=HIDDEN["ORCID of a draft member"],
        email=HIDDEN["e-mail"],
        email_shown_to="everyone",
        **state,
    )
    listed = make_member(
        display_name="Bo Li",
        orcid=HIDDEN["ORCID of a name-only member"],
        visibility="public" if shown else "listed",
    )
    for member in (hidden, listed):
        make_membership(member, lab=lab)
    hidden.names.create(name=NEVER["former name"], is_former=True)
    paper = make_publication(
        listed,
        title="A public paper",
        extra_fields={"note-to-self": NEVER["field of an import"]},
        labs=[lab, draft_lab],
    )
    printed = "CanaryDisplay" if shown else "A. Name"
    make_authorship(paper, hidden, printed_name=printed, position=2)
    draft = make_publication(
        hidden,
        HIDDEN["co-author on a draft"],
        title=HIDDEN["title"],
        doi=HIDDEN["DOI of a draft"],
        abstract=HIDDEN["abstract of a draft"],
        venue=make_venue(name=HIDDEN["venue of a draft"]),
        labs=[lab],
        **state,
    )
    for record in (paper, draft):
        record.topics.add(topic)
        project.publications.add(record)
        writer = f"{NEVER['address in a source']}#{record.pk}"
        Identifier.objects.create(publication=record, scheme="source", value=writer)
    return paper


def told(client, paper, lab):
    """Everything that a visitor gets to see or to save, the heads of the answers among it."""
    starts = ["/", paper.get_absolute_url(), lab.get_absolute_url(), "/topics/", "/projects/"]
    files = [
        f"{address}publications.{ending}"
        for address in ("/", lab.get_absolute_url())
        for ending in ("bib", "ris", "json", "csv")
    ]
    asked = [
        "/publications/?q=canary",
        "/search/?q=canary",
        "/publications.json?person=canarydisplay&topic=canarytopic&project=canaryproject",
        "/publications.json?lab=canarylab",
        "/people/canarydisplay/publications.bib",
        "/labs/canarylab/publications.bib",
        "/topics/canarytopic/publications.bib",
        "/projects/canaryproject/publications.bib",
        "/publications/canarytitle-of-a-draft/cite.bib",
        *(f"{paper.get_absolute_url()}cite.{ending}" for ending in ("bib", "ris", "json")),
    ]
    responses = {}
    for start in starts:
        responses |= crawl(client, start)
    for address in [*files, *asked]:
        responses[address] = client.get(address)
    said = []
    for address, response in responses.items():
        body = b"".join(response) if response.streaming else response.content
        # What was asked for may be said again.
        said.append(body.decode("utf-8", "replace").replace("canary<", "<"))
        said += [f"{name}: {value}" for name, value in response.headers.items()]
        assert response.status_code < 500, address
    return "\n".join(said)


def canaries_in(text, canaries):
    folded = text.lower()
    return sorted(name for name, canary in canaries.items() if canary.lower() in folded)


def test_no_page_and_no_file_tells_what_is_hidden_87_97_98(client, lab):
    """Attacks 87 and 98: exports, references, JSON-LD, COinS and meta tags among it all."""
    paper = make_canaries(lab, shown=False)

    text = told(client, paper, lab)

    assert canaries_in(text, HIDDEN | NEVER) == []


def test_what_is_hidden_would_be_found_if_it_was_public(client, lab):
    """The twin of the test above: it can fail."""
    paper = make_canaries(lab, shown=True)

    text = told(client, paper, lab)

    assert canaries_in(text, HIDDEN) == sorted(HIDDEN)
    assert canaries_in(text, NEVER) == []
