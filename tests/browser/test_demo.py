"""Every page of the demo in a browser: nothing broken, nothing in anybody's way."""

import pytest

from people.models import Member
from publications.models import Publication
from tests.crawling import links_of
from tests.factories import make_authorship, make_lab, make_link, make_publication, make_venue

# One page of each kind; the first link of a list leads to a page of its kind.
KINDS = [
    "/",
    "/labs/",
    "/labs/pku-dair/",
    "/labs/pku-dair/people/",
    "/labs/pku-dair/publications/",
    "/labs/pku-dair/projects/",
    "/labs/pku-dair/talks/",
    "/labs/pku-dair/news/",
    "/labs/pku-dair/numbers/",
    "/labs/pku-dair/pictures/",
    "/labs/lighthouse-lab/openings/",
    "/pages/about-this-demo/",
    "/people/",
    "/people/?status=former",
    "/people/xinyi-liu/",
    "/people/liangyu-wang/",
    "/publications/",
    "/publications/2026/",
    "/talks/",
    "/projects/",
    "/news/",
    "/topics/",
    "/openings/",
    "/no-such-page/",
]
WIDTHS = [1280, 360]
FILES = (".pdf", ".bib", ".ris", ".json", ".csv")  # which a browser saves instead of opening


def every_page(page, start):
    """Walk through all pages in the window, and give the address of each once it is open."""
    waiting, seen = ["/"], set()
    while waiting:
        address = waiting.pop()
        is_page = not address.startswith(("/static/", "/media/")) and not address.endswith(FILES)
        if address in seen or not is_page:
            continue
        seen.add(address)
        page.goto(f"{start}{address}")
        yield address
        waiting += links_of(page.content(), address)


def test_every_page_opens_without_a_complaint_and_fits_a_phone(open_window, demo_site):
    window = open_window(width=320)

    too_wide = [
        address
        for address in every_page(window.page, demo_site)
        if window.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    ]

    assert window.complaints == []
    assert too_wide == []


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_nobody_is_kept_out_of_any_kind_of_page(open_window, demo_site, color_scheme, width):
    window = open_window(color_scheme=color_scheme, width=width)

    barriers = {}
    kinds = list(KINDS)
    while kinds:
        address = kinds.pop()
        window.page.goto(f"{demo_site}{address}")
        window.page.evaluate(
            "for (const fold of document.querySelectorAll('details')) fold.open = true"
        )
        if found := window.barriers():
            barriers[address] = found
        if address in {
            "/talks/",
            "/projects/",
            "/topics/",
            "/openings/",
            "/news/",
            "/publications/",
        }:
            inside = [
                link
                for link in links_of(window.page.content(), address)
                if link.startswith(address) and link != address and not link[-5:-1].isdigit()
            ]
            kinds += inside[:1]

    assert barriers == {}


def test_long_author_line_opens_with_the_keyboard_without_script(open_window, demo_site):
    """C013."""
    window = open_window(java_script_enabled=False)
    window.page.goto(f"{demo_site}/people/liangyu-wang/")
    everybody = window.page.locator(".authors-all p").first

    assert not everybody.is_visible()
    window.page.locator(".authors-all summary").first.focus()
    window.page.keyboard.press("Enter")

    assert everybody.is_visible()
    assert "Man Yuan, Minmin Sun, Peng Jin" in everybody.inner_text()


@pytest.mark.django_db(transaction=True)
def test_very_long_words_and_texts_never_scroll_sideways(open_window, live_server):
    """C151."""
    member = Member.objects.create(display_name="N" * 200, visibility="public")
    lab = make_lab(name="L" * 200)
    publication = make_publication(
        title="Long words " * 54,
        abstract="word " * 10_000,
        venue=make_venue(name="J" * 300),
        labs=[lab],
    )
    one_word = make_publication(title="w" * 200, labs=[lab])
    for paper in (publication, one_word):
        make_authorship(paper, member)
        make_authorship(paper, "O" * 150)
        make_link(paper, "L" * 100)
    window = open_window(width=320)

    too_wide = []
    for record in (member, lab, publication, one_word):
        window.page.goto(f"{live_server.url}{record.get_absolute_url()}")
        if window.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            too_wide.append(record._meta.model_name)

    assert too_wide == []
    assert Publication.objects.get(pk=publication.pk).title == publication.title
