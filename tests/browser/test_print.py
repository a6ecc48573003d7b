"""Pages on paper: a member's page is a CV, a list is a bibliography."""

import pytest

from tests.factories import (
    make_lab,
    make_link,
    make_member,
    make_membership,
    make_publication,
)

pytestmark = pytest.mark.django_db(transaction=True)

WORDS = " ".join(["word"] * 250)


@pytest.fixture
def paper(open_window, live_server):
    """Return a function that opens a page as the printer gets it, from a dark screen."""

    def paper(address):
        page = open_window(color_scheme="dark").page
        page.goto(f"{live_server.url}{address}")
        page.emulate_media(media="print")
        return page

    return paper


def style(page, selector, name, part=""):
    """What the printer makes of the first element: one property of it, or of a part of it."""
    return page.evaluate(
        "([selector, name, part]) =>"
        " getComputedStyle(document.querySelector(selector), part)[name]",
        [selector, name, part],
    )


def cv():
    """A member with a lab, a paper of many authors, and a long text about themselves."""
    member = make_member(
        display_name="Hana Nováková",
        orcid="0000-0002-1825-0097",
        about=f"{WORDS}\n\n{WORDS}\n\nThe end.",
    )
    make_membership(member, lab=make_lab())
    paper = make_publication(member, *(f"Author {n}" for n in range(30)), abstract="So it is.")
    make_link(paper, "Code", url="https://code.example.org/")
    make_link(paper, "Slides")
    return member


def test_a_cv_leaves_the_website_around_it_on_the_screen(paper):
    page = paper(cv().get_absolute_url())

    for part in [".site-header", ".site-footer", ".theme-switch", ".links > .label"]:
        assert not page.locator(part).first.is_visible(), part
    assert page.get_by_role("heading", level=1).is_visible()


def test_a_cv_is_black_on_white_whatever_the_screen_shows(paper):
    page = paper(cv().get_absolute_url())

    assert style(page, "body", "color") == "rgb(27, 31, 36)"
    assert style(page, ".member-head", "backgroundColor") == "rgba(0, 0, 0, 0)"
    assert style(page, "main a", "color") == "rgb(0, 0, 0)"


def test_links_are_spelled_out_because_nobody_can_click_paper(paper):
    page = paper(cv().get_absolute_url())

    for address in ["https://orcid.org/0000-0002-1825-0097", "https://code.example.org/"]:
        spelled = style(page, f'a[href="{address}"]', "content", "::after")
        assert spelled == f'" <{address}>"'
    assert style(page, ".citation-title a", "content", "::after") == "none"


def test_what_is_folded_on_the_screen_is_open_on_paper(paper):
    page = paper(cv().get_absolute_url())

    assert page.get_by_text("The end.").is_visible()
    assert page.get_by_text("Author 29").last.is_visible()
    assert not page.get_by_text("So it is.").is_visible()


def test_name_and_number_stand_on_every_sheet(paper):
    page = paper(cv().get_absolute_url())

    assert page.locator(".running-name").inner_text() == "Hana Nováková"
    assert style(page, ".running-name", "display") == "table-footer-group"
    assert page.pdf(format="A4").count(b"/Type /Page\n") >= 2


def test_a_list_of_papers_shows_all_authors_and_no_jumps(paper):
    cv()
    make_publication(date="1999")

    page = paper("/publications/")

    assert page.get_by_text("Author 29").last.is_visible()
    assert not page.locator(".jumps").is_visible()
