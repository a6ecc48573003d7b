"""History, and two people with one form, in a real browser under the strict policy."""

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from labsite import history
from people.models import Lab, LabContact
from tests.factories import make_lab, make_publication


@pytest.fixture
def sit_down(live_server, open_window, settings):
    """Return a function that gives somebody a window in which they are signed in."""
    cache.clear()

    def sit_down(name, **options):
        first, last = name.split()
        user, _is_new = User.objects.get_or_create(
            username=first.lower(),
            defaults={
                "first_name": first,
                "last_name": last,
                "is_staff": True,
                "is_superuser": True,
            },
        )
        client = Client()
        client.force_login(user)
        window = open_window(**options)
        cookie = settings.SESSION_COOKIE_NAME
        window.page.context.add_cookies(
            [{"name": cookie, "value": client.cookies[cookie].value, "url": str(live_server)}]
        )
        window.visit = lambda page, *args: window.page.goto(
            f"{live_server}{reverse(page, args=args)}"
        )
        return window

    return sit_down


def change(record, user, **fields):
    with history.step(user):
        for name, value in fields.items():
            setattr(record, name, value)
        record.save()


LOOKS = [("light", 1280), ("dark", 360)]


@pytest.mark.parametrize(("color_scheme", "width"), LOOKS)
def test_pages_of_the_history_are_quiet_and_have_no_barriers(sit_down, color_scheme, width):
    window = sit_down("Ana Ruiz", color_scheme=color_scheme, width=width)
    user = User.objects.get()
    text = "The ice of the north melts faster than anybody had expected it to. " * 3
    lab = make_lab(name="Tidal Lab", about=text)
    change(lab, user, tagline="New", about=text.replace("melts", "grows"))
    LabContact.objects.create(lab=lab, about="Press", email="a@example.org")
    change(lab, user, institution="University")
    make_publication("Bo Li").delete()
    first = history.changes_of(Lab, lab.pk).last()
    pages = [
        ("admin:people_lab_history", lab.pk),
        ("admin:people_lab_restore", lab.pk, first.pk),
        ("admin:publications_publication_deleted",),
        ("admin:labsite_change_undo", history.changes_of(Lab, lab.pk).first().step),
        ("admin:labsite_change_changelist",),
        ("admin:index",),
    ]

    for page in pages:
        window.visit(*page)
        for details in window.page.locator(".change-lines summary").all():
            details.click()
        assert window.barriers() == [], page
        wide = window.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, page
    assert window.complaints == []


def test_going_back_takes_three_clicks(sit_down):
    window = sit_down("Ana Ruiz")
    lab = make_lab(name="Tidal Lab")
    change(lab, User.objects.get(), name="Wrong")
    window.visit("admin:people_lab_change", lab.pk)
    page = window.page

    page.get_by_role("link", name="History").click()
    page.get_by_role("link", name="Go back to this…").click()
    page.get_by_role("button", name="Yes, go back to this").click()
    page.get_by_text("is as it was on").wait_for()

    assert Lab.objects.get().name == "Tidal Lab"
    assert window.complaints == []


@pytest.mark.parametrize(("color_scheme", "width"), LOOKS)
def test_two_people_with_one_form_lose_nothing(sit_down, color_scheme, width):
    ana, bo = sit_down("Ana Ruiz"), sit_down("Bo Li", color_scheme=color_scheme, width=width)
    lab = make_lab(name="Tidal Lab", tagline="Old")
    LabContact.objects.create(lab=lab, about="Press", email="a@example.org", position=1)
    for window in (ana, bo):
        window.visit("admin:people_lab_change", lab.pk)
    ana.page.get_by_label("One sentence").fill("Hers")
    ana.page.locator("#id_contacts-0-about").fill("Press and films")
    ana.page.get_by_role("button", name="Publish changes").first.click()
    ana.page.locator(".success").first.wait_for()

    bo.page.get_by_label("One sentence").fill("His")
    bo.page.get_by_label("Institution", exact=False).first.fill("University")
    bo.page.get_by_role("button", name="Publish changes").first.click()
    bo.page.get_by_text("Nothing is saved yet.").wait_for()

    assert bo.page.get_by_label("One sentence").input_value() == "His"
    assert bo.page.locator("blockquote.theirs").inner_text() == "Hers"
    assert (ana.complaints, bo.complaints) == ([], [])
    assert bo.barriers() == []
    bo.complaints.clear()  # axe tries styles of its own on a form
    bo.page.get_by_label("Use the version of Ana Ruiz.", exact=False).check()
    bo.page.get_by_role("button", name="Publish changes").first.click()
    bo.page.locator(".success").first.wait_for()

    lab.refresh_from_db()
    assert (lab.tagline, lab.institution) == ("Hers", "University")
    assert lab.contacts.get().about == "Press and films"
    assert (ana.complaints, bo.complaints) == ([], [])


def test_a_session_that_ends_while_typing_gives_the_form_back(sit_down, settings):
    window = sit_down("Ana Ruiz")
    user = User.objects.get()
    user.set_password("correct horse")
    user.save()  # which ends all sessions of before
    window = sit_down("Ana Ruiz")
    lab = make_lab(tagline="Old")
    window.visit("admin:people_lab_change", lab.pk)
    page = window.page
    page.get_by_label("One sentence").fill("Typed for an hour")
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)

    page.get_by_role("button", name="Publish changes").first.click()
    page.get_by_role("heading", name="You were signed out meanwhile").wait_for()
    assert window.barriers() == []
    page.get_by_label("Username").fill("ana")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Show my form again").click()
    page.get_by_text("Here is your form as you left it.").wait_for()

    assert page.get_by_label("One sentence").input_value() == "Typed for an hour"
    page.get_by_role("button", name="Publish changes").first.click()
    page.locator(".success").first.wait_for()
    lab.refresh_from_db()
    assert lab.tagline == "Typed for an hour"
    assert window.complaints == []
