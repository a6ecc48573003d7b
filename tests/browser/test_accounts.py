import re

import pytest
from django.core import mail

from tests.browser.conftest import Visit
from tests.labsite.test_accounts import wait_for_letters

LOOKS = pytest.mark.parametrize(
    ("color_scheme", "width"), [("light", 1280), ("light", 360), ("dark", 1280), ("dark", 360)]
)


@pytest.fixture
def ada(django_user_model):
    return django_user_model.objects.create_superuser(
        "ada", email="ada@example.org", password="correct horse"
    )


def get_a_new_password(live_server, page):
    """Walk from the login through the letter to the admin by keyboard; pause at each page."""
    page.goto(f"{live_server}/login/")
    yield
    page.get_by_role("link", name="Forgotten your password?").press("Enter")
    page.get_by_label("Email").fill("ada@example.org")
    yield
    page.keyboard.press("Enter")
    page.wait_for_url("**/password-reset/sent/")
    yield
    wait_for_letters()
    page.goto(re.search(r"http\S+/password-reset/\S+", mail.outbox[0].body)[0])
    choose(page, "battery staple 42", "battery staple 43")
    page.get_by_text("The two password fields didn’t match.").wait_for()
    yield
    choose(page, "battery staple 42", "battery staple 42")
    page.wait_for_url("**/password-reset/done/")
    yield
    page.get_by_role("link", name="Log in", exact=True).press("Enter")
    page.get_by_label("Username").fill("ada")
    page.get_by_label("Password").fill("battery staple 42")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{live_server}/admin/")


def choose(page, password, again):
    page.get_by_label("New password", exact=True).fill(password)
    page.get_by_label("New password confirmation").fill(again)
    page.keyboard.press("Enter")


def test_a_forgotten_password_is_replaced_by_keyboard(live_server, open_window, ada, settings):
    settings.BASE_URL = live_server.url
    window: Visit = open_window()

    for _page in get_a_new_password(live_server, window.page):
        pass

    assert window.complaints == []


@LOOKS
def test_pages_about_passwords_have_no_barriers(
    live_server, open_window, ada, settings, color_scheme, width
):
    settings.BASE_URL = live_server.url
    window: Visit = open_window(color_scheme=color_scheme, width=width)

    barriers = [window.barriers() for _page in get_a_new_password(live_server, window.page)]

    assert barriers == [[]] * 5
