"""*Is this author one of us?* in a browser: by keyboard, without scripts, narrow, in the dark."""

import pytest
from django.core.cache import cache

from people.models import MemberName
from publications.models import Authorship
from tests.factories import make_lab, make_member, make_membership, make_publication

ADDRESS = "/admin/publications/authorship/one-of-us/"


@pytest.fixture
def window(live_server, open_window, client, django_user_model, settings):
    cache.clear()
    client.force_login(django_user_model.objects.create_superuser("ada", password="ada"))

    def open_signed_in(**options):
        window = open_window(**options)
        name = settings.SESSION_COOKIE_NAME
        window.page.context.add_cookies(
            [{"name": name, "value": client.cookies[name].value, "url": str(live_server)}]
        )
        window.page.goto(f"{live_server}{ADDRESS}")
        return window

    return open_signed_in


@pytest.fixture
def jonas():
    jonas = make_member(display_name="Jonas Ødegård")
    make_membership(jonas, lab=make_lab(name="Tidal Lab"), start="2018")
    for year in range(2015, 2020):
        make_publication("J. Ødegård", title=f"A paper of {year}", date=str(year))
    make_member(display_name="Wei Zhang")
    make_member(display_name="Wei Zhang")
    make_publication("Wei Zhang", title="On “names” & <b>letters</b>")
    return jonas


def linked_titles():
    rows = Authorship.objects.exclude(member=None).order_by("publication__title")
    return list(rows.values_list("publication__title", flat=True))


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_has_no_barriers(window, jonas, color_scheme, width):
    visit = window(color_scheme=color_scheme, width=width)

    assert visit.page.evaluate("document.documentElement.scrollWidth") == width
    assert visit.complaints == []
    assert visit.barriers() == []


def test_a_part_of_the_papers_is_decided_by_keyboard_alone(window, jonas):
    visit = window()
    page = visit.page
    card = page.locator(".question-card", has_text="J. Ødegård")

    def tick(title):
        card.get_by_role("checkbox", name=title).focus()
        page.keyboard.press("Space")

    tick("A paper of 2019")  # not this one
    with page.expect_navigation():
        page.keyboard.press("Enter")  # decides nothing
    assert linked_titles() == []

    tick("A paper of 2019")
    card.locator("summary").focus()
    page.keyboard.press("Enter")
    tick("A paper of 2015")
    card.get_by_role("button", name="Yes, also remember this spelling").focus()
    page.keyboard.press("Enter")
    page.get_by_text("3 papers are linked to Jonas Ødegård").wait_for()

    assert linked_titles() == [f"A paper of {year}" for year in (2016, 2017, 2018)]
    assert MemberName.objects.get().name == "J. Ødegård"
    assert visit.complaints == []


def test_a_decision_without_scripts_is_taken_back(window, jonas):
    visit = window(java_script_enabled=False, width=360)
    page = visit.page
    page.get_by_role("button", name="Yes: J. Ødegård, Jonas Ødegård").click()
    page.get_by_text("5 papers are linked to Jonas Ødegård").wait_for()
    assert len(linked_titles()) == 5

    page.get_by_role("link", name="Undo…").click()
    page.locator("#content form").get_by_role("button").first.click()
    page.locator(".messagelist").wait_for()

    assert linked_titles() == []
