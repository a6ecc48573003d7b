"""The box that people copy references from."""

import pytest

from tests.browser.waiting import wait_until
from tests.factories import make_link, make_member, make_publication, make_venue

pytestmark = pytest.mark.django_db(transaction=True)

CLIPBOARD = ["clipboard-read", "clipboard-write"]


@pytest.fixture
def address(live_server):
    """The page of a paper."""
    publication = make_publication(
        make_member(display_name="Lena Maria Kurz"),
        "Bo Li",
        title="Fast TideNet at low CO<sub>2</sub>",
        date="2025-06-14",
        kind="article-journal",
        venue=make_venue(name="Journal of Tides"),
        volume="12",
        doi="10.5555/tide.1",
        bibtex_key="kurz2025fast",
        abstract="Words " * 100,
    )
    make_link(publication, "Code", url="https://code.example.org/")
    return f"{live_server.url}{publication.get_absolute_url()}"


def pasted(page):
    return page.evaluate("navigator.clipboard.readText()")


def pasted_as_html(page):
    return page.evaluate(
        "navigator.clipboard.read()"
        ".then(([item]) => item.getType('text/html')).then((blob) => blob.text())"
    )


def test_references_are_copied_with_the_keyboard_and_the_button_says_so(open_window, address):
    window = open_window(permissions=CLIPBOARD)
    page = window.page
    page.goto(address)

    page.locator(".cite > summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    wait_until(page, "document.querySelector('.cite [role=status]').textContent === 'Copied'")

    assert pasted(page).startswith("@article{kurz2025fast,\n")
    assert "abstract" not in pasted(page)
    assert page.locator(".copy").first.inner_text().startswith("Copied")
    wait_until(page, "document.querySelector('.copy').firstChild.data === 'Copy'")
    assert window.complaints == []


def test_a_reference_keeps_its_italics_and_has_a_plain_form(open_window, address):
    page = open_window(permissions=CLIPBOARD).page
    page.goto(address)

    page.locator(".cite > summary").click()
    page.get_by_role("button", name="Copy APA").click()
    wait_until(page, "document.querySelector('.cite [role=status]').textContent === 'Copied'")

    assert pasted(page) == (
        "Kurz, L. M., & Li, B. (2025). Fast TideNet at low CO2. Journal of Tides, 12. "
        "https://doi.org/10.5555/tide.1"
    )
    assert "<i>Journal of Tides</i>" in pasted_as_html(page)


def test_a_browser_that_lends_no_clipboard_gets_the_text_selected(open_window, address):
    page = open_window().page
    page.goto(address)
    page.evaluate("() => { Clipboard.prototype.write = () => Promise.reject(new Error('no')); }")

    page.locator(".cite > summary").click()
    page.get_by_role("button", name="Copy IEEE").click()
    wait_until(page, "getSelection().toString().startsWith('L. M. Kurz and B. Li')")

    assert page.locator(".cite [role=status]").text_content() == "Selected: press Ctrl+C"


def test_without_scripts_everything_can_be_selected_and_no_button_is_in_the_way(
    open_window, address
):
    page = open_window(java_script_enabled=False).page
    page.goto(address)

    page.locator(".cite > summary").click()

    assert page.locator("#cite-chicago").is_visible()
    assert page.locator(".copy:visible").count() == 0


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_the_open_box_is_in_nobodys_way(open_window, address, color_scheme, width):
    window = open_window(color_scheme=color_scheme, width=width)
    window.page.goto(address)
    window.page.locator(".cite > summary").click()

    assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert window.complaints == []
    assert window.barriers() == []
