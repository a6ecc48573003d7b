"""Attacks 1 to 22 in a browser that no policy protects: what is rendered harms nobody by itself."""

import pytest

from labsite.markdown import render
from tests.attacks.test_markdown import HOSTILE, careless


@pytest.fixture
def open_page(live_server, open_window):
    """A function that shows HTML on an address of ours without any policy, and what it did."""

    def open_page(html):
        page = open_window().page
        done = []
        page.on("dialog", lambda dialog: hear(dialog, done))
        page.route("**/*", lambda route: answer(route, html, done))
        page.goto(f"{live_server}/hostile/")
        for link in page.locator("a").all():
            if (link.get_attribute("href") or "").lower().startswith("javascript"):
                link.click(timeout=500)
        page.wait_for_timeout(100)
        return sorted(set(done))

    def hear(dialog, done):
        done.append("spoke")
        dialog.dismiss()

    def answer(route, html, done):
        address = route.request.url
        if address == f"{live_server}/hostile/":
            route.fulfill(body=f"<!doctype html>{html}", content_type="text/html")
            return
        if not address.startswith((f"{live_server}/media/", f"{live_server}/favicon.ico")):
            done.append("went elsewhere")
        route.abort()

    return open_page


@pytest.mark.parametrize("name", HOSTILE)
def test_rendered_text_neither_speaks_nor_goes_elsewhere(open_page, name):
    assert open_page(render(HOSTILE[name])) == []


@pytest.mark.parametrize(
    ("name", "harm"),
    [
        ("1 script", "spoke"),
        ("2 picture with a handler", "spoke"),
        ("3 drawing with a handler", "spoke"),
        ("4 frame", "went elsewhere"),
        ("6 redirect", "went elsewhere"),
        ("9 javascript link", "spoke"),
        ("21 picture that reports visitors", "went elsewhere"),
    ],
)
def test_twin_the_same_text_does_without_our_renderer(open_page, name, harm):
    """For those that need nobody to fall for them; the others are told by what they consist of."""
    assert harm in open_page(careless(HOSTILE[name]))
