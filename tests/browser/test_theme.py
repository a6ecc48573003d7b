"""Light and dark: what the system says, and what somebody chose with the switch."""

import pytest

from tests.browser.waiting import wait_until

LIGHT, DARK = "rgb(253, 253, 251)", "rgb(21, 23, 26)"

# Nothing is painted before there is a body: what is decided by then cannot flash.
AT_FIRST = """
    new MutationObserver((changes, observer) => {
        if (!document.body) return;
        observer.disconnect();
        window.atFirst = [
            document.documentElement.dataset.theme,
            document.querySelector('meta[name="color-scheme"]').content,
        ];
    }).observe(document, {childList: true, subtree: true});
    new PerformanceObserver((list, observer) => {
        observer.disconnect();
        window.firstPaint = getComputedStyle(document.documentElement).backgroundColor;
    }).observe({type: "paint", buffered: true});
"""


def ground(page):
    """The colour of the paper that the page is printed on."""
    return page.evaluate("getComputedStyle(document.documentElement).backgroundColor")


def switch(page):
    return page.get_by_role("button", name="Colours:")


def chosen(page):
    """What the switch says; only one of its words is shown."""
    return switch(page).inner_text().split()[-1]


@pytest.mark.parametrize(("color_scheme", "colour"), [("light", LIGHT), ("dark", DARK)])
def test_a_page_follows_the_system_until_somebody_chooses(
    open_window, demo_site, color_scheme, colour
):
    window = open_window(color_scheme=color_scheme)

    window.page.goto(demo_site)

    assert ground(window.page) == colour
    assert chosen(window.page) == "Auto"
    assert window.complaints == []


@pytest.mark.parametrize(("color_scheme", "colour"), [("light", LIGHT), ("dark", DARK)])
def test_without_javascript_there_is_no_switch_and_the_system_decides(
    open_window, demo_site, color_scheme, colour
):
    window = open_window(color_scheme=color_scheme, java_script_enabled=False)

    window.page.goto(demo_site)

    assert not window.page.locator(".theme-switch").is_visible()
    # What a page without scripts looks like, a picture of it tells.
    other = "dark" if color_scheme == "light" else "light"
    as_it_is = window.page.screenshot()
    window.page.emulate_media(color_scheme=other)
    assert window.page.screenshot() != as_it_is


@pytest.mark.parametrize(
    ("color_scheme", "order"),
    [
        ("light", [("Dark", DARK), ("Light", LIGHT), ("Auto", LIGHT)]),
        ("dark", [("Light", LIGHT), ("Dark", DARK), ("Auto", DARK)]),
    ],
)
def test_the_switch_goes_round_with_the_keyboard_and_its_first_step_can_be_seen(
    open_window, demo_site, color_scheme, order
):
    page = open_window(color_scheme=color_scheme).page
    page.goto(demo_site)
    switch(page).focus()

    seen = []
    for _step in order:
        page.keyboard.press("Enter")
        seen.append((chosen(page), ground(page)))

    assert seen == order
    assert page.evaluate("document.activeElement.className") == "theme-switch"


def test_a_choice_holds_on_other_pages_in_other_windows_and_in_the_admin(open_window, demo_site):
    window = open_window()
    window.page.goto(demo_site)
    other = window.page.context.new_page()
    other.goto(f"{demo_site}/people/")

    switch(window.page).click()

    wait_until(other, "document.documentElement.dataset.theme === 'dark'")
    assert ground(other) == DARK
    for address in ["/publications/", "/people/xinyi-liu/", "/no-such-page/"]:
        window.page.goto(f"{demo_site}{address}")
        assert ground(window.page) == DARK
    # The admin's own switch reads the same word.
    assert window.page.evaluate("localStorage.getItem('theme')") == "dark"
    assert window.page.context.cookies() == []


@pytest.mark.parametrize(
    ("color_scheme", "stored", "decided", "colour"),
    [
        ("light", "dark", ["dark", "dark"], DARK),
        ("dark", "light", ["light", "light"], LIGHT),
        ("dark", "nonsense", ["auto", "light dark"], DARK),
    ],
)
def test_the_first_thing_painted_has_the_chosen_colour(
    open_window, demo_site, color_scheme, stored, decided, colour
):
    page = open_window(color_scheme=color_scheme).page
    page.goto(demo_site)
    page.evaluate("stored => localStorage.setItem('theme', stored)", stored)
    page.add_init_script(AT_FIRST)

    page.goto(f"{demo_site}/people/")

    wait_until(page, "window.firstPaint")
    assert page.evaluate("window.atFirst") == decided
    assert page.evaluate("window.firstPaint") == colour


def test_a_browser_that_stores_nothing_still_switches_the_page(open_window, demo_site):
    window = open_window()
    window.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error('closed'); }})"
    )
    window.page.goto(demo_site)

    switch(window.page).click()

    assert ground(window.page) == DARK
    assert window.complaints == []


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_nobody_is_kept_out_after_switching(open_window, demo_site, color_scheme, width):
    window = open_window(color_scheme=color_scheme, width=width)
    window.page.goto(demo_site)
    switch(window.page).click()

    barriers = {}
    for address in ["/", "/labs/pku-dair/", "/people/xinyi-liu/", "/publications/"]:
        window.page.goto(f"{demo_site}{address}")
        if found := window.barriers():
            barriers[address] = found

    assert ground(window.page) == (DARK if color_scheme == "light" else LIGHT)
    assert barriers == {}
