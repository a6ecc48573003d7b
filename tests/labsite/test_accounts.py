"""Logging in and out, and passwords by mail: what people need, and what strangers try.

Numbers are those of the attacks that the project tests for; each has a twin that can fail.
"""

import re
import socket
import threading

import pytest
from django.contrib.auth import views as stock
from django.contrib.auth.forms import PasswordResetForm
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.mail.backends import locmem
from django.test import Client
from django.urls import include, path, reverse

from labsite import accounts
from labsite.site.models import SiteSettings

pytestmark = pytest.mark.django_db

OLD, NEW = "correct horse", "battery staple 42"
ADDRESS = "ada@example.org"

# The views as Django has them, to see what ours are for.
urlpatterns = [
    path("stock/sent/", stock.PasswordResetDoneView.as_view(), name="password_reset_done"),
    path(
        "stock/<uidb64>/<token>/",
        stock.PasswordResetConfirmView.as_view(),
        name="password_reset_confirm",
    ),
    path("stock/", stock.PasswordResetView.as_view()),
    path("", include("labsite.urls")),
]


@pytest.fixture
def ada(django_user_model):
    return django_user_model.objects.create_user("ada", email=ADDRESS, password=OLD)


@pytest.fixture(autouse=True)
def _every_letter_is_written():
    yield
    wait_for_letters()


def wait_for_letters():
    for thread in threading.enumerate():
        if thread.name == "letters":
            thread.join(timeout=30)


def ask(client, email=ADDRESS, **options):
    return client.post("/password-reset/", {"email": email}, **options)


def letters():
    wait_for_letters()
    return mail.outbox


def link():
    """The path of the link in the last letter."""
    return re.search(r"http://testserver(/password-reset/\S+)", letters()[-1].body)[1]


def choose(client, address, password):
    """Follow a link from a letter and choose a password."""
    form = client.get(address, follow=True)
    fields = {"new_password1": password, "new_password2": password}
    return client.post(form.request["PATH_INFO"], fields, follow=True)


def log_in(client, username="ada", password=OLD, **fields):
    return client.post("/login/", {"username": username, "password": password} | fields)


def is_logged_in(client):
    return "_auth_user_id" in client.session


def test_who_has_forgotten_the_password_gets_a_letter_and_chooses_a_new_one(client, ada):
    SiteSettings.objects.create(pk=1, title="The <Lab> & more")

    response = ask(client)

    assert (response.status_code, response["Location"]) == (302, "/password-reset/sent/")
    assert [letter.to for letter in letters()] == [[ADDRESS]]
    assert letters()[0].subject == "A new password for The <Lab> & more"
    assert "log in with is: ada" in letters()[0].body
    assert "Your new password is saved" in choose(client, link(), NEW).text
    assert log_in(client, password=NEW).status_code == 302


@pytest.mark.parametrize("page", ["/login/", "/admin/login/"])
def test_the_way_to_a_new_password_stands_beside_the_login(client, page):
    assert 'href="/password-reset/"' in client.get(page).text


def test_a_password_that_is_too_easy_is_refused_in_words(client, ada):
    ask(client)

    page = choose(client, link(), "password").text

    assert "This password is too common." in page
    ada.refresh_from_db()
    assert ada.check_password(OLD)


def test_ten_wrong_tries_do_not_outlast_a_new_password(client, ada):
    for _ in range(10):
        log_in(client, password="wrong")
    locked = log_in(client)
    ask(client)
    choose(client, link(), NEW)

    assert locked.status_code == 429
    assert "Too many wrong passwords" in locked.text
    assert log_in(client, password=NEW).status_code == 302


def test_a_login_leads_staff_to_the_admin_and_others_home(client, ada, django_user_model):
    django_user_model.objects.create_superuser("root", password=OLD)

    assert log_in(client)["Location"] == "/"
    assert log_in(Client(), "root")["Location"] == "/admin/"


# 99: an old session after a new password


def test_a_new_password_ends_all_sessions_of_the_old_one(client, ada):
    elsewhere = Client()
    log_in(elsewhere)
    before = elsewhere.get("/").context["user"].is_authenticated
    ask(client)

    choose(client, link(), NEW)

    assert (before, elsewhere.get("/").context["user"].is_authenticated) == (True, False)


# 104: a forged name of the site in the letter


@pytest.mark.parametrize("forged", ["evil.example", "evil.example:443", "testserver.evil.example"])
def test_the_link_in_a_letter_never_follows_the_name_in_the_request(client, ada, settings, forged):
    settings.ALLOWED_HOSTS = ["*"]

    ask(client, headers={"host": forged, "x-forwarded-host": forged})

    assert len(letters()) == 1
    assert "evil" not in letters()[0].body
    assert link()


def test_the_view_as_django_has_it_follows_a_forged_name(client, ada, settings):
    settings.ALLOWED_HOSTS = ["*"]
    settings.ROOT_URLCONF = __name__

    client.post("/stock/", {"email": ADDRESS}, headers={"host": "evil.example"})

    assert "http://evil.example/" in mail.outbox[0].body


def test_a_name_that_is_not_ours_is_refused_at_once(client, ada):
    response = ask(client, headers={"host": "evil.example"})

    assert response.status_code == 400
    assert letters() == []


# 105: a link used again


def test_a_link_works_once(client, ada):
    ask(client)
    address = link()
    first = choose(client, address, NEW)
    again = Client().get(address, follow=True)

    assert "Your new password is saved" in first.text
    assert "This link does not work any more" in again.text
    assert 'type="password"' not in again.text


def test_a_link_ends_with_the_next_login_or_change_of_address(client, ada):
    ask(client)
    address = link()
    ada.email = "countess@example.org"
    ada.save()

    assert "does not work any more" in client.get(address, follow=True).text


def test_a_link_ends_after_a_day(client, ada, time_machine):
    time_machine.move_to("2026-03-02 12:00 +0000", tick=False)
    ask(client)
    address = link()

    time_machine.move_to("2026-03-03 11:59 +0000", tick=False)
    assert "Choose a new password" in Client().get(address, follow=True).text
    time_machine.move_to("2026-03-03 12:01 +0000", tick=False)
    assert "does not work any more" in Client().get(address, follow=True).text


@pytest.mark.parametrize("address", ["x/y", "MQ/set-password", "MQ/c1-ff", "4pyTIHVuaWNvZGU/a-b"])
def test_a_made_up_link_is_a_page_in_words(client, ada, address):
    response = client.get(f"/password-reset/{address}/")

    assert (response.status_code, "does not work any more" in response.text) == (200, True)


# 106: finding out who has an account


def test_nobody_learns_whether_an_address_has_an_account(ada, django_user_model):
    django_user_model.objects.create_user("gone", email="gone@example.org", is_active=False)
    addresses = [ADDRESS, "nobody@example.org", "gone@example.org"]

    pages = [answer_to(address) for address in addresses]

    assert pages[1:] == pages[:-1]
    assert [letter.to for letter in letters()] == [[ADDRESS]]


def test_a_form_that_knows_better_would_be_noticed(ada, monkeypatch):
    class Talkative(PasswordResetForm):
        def clean_email(self):
            if not list(self.get_users(self.cleaned_data["email"])):
                raise ValidationError("Unknown.")
            return self.cleaned_data["email"]

    monkeypatch.setattr(accounts.PasswordReset, "form_class", Talkative)

    assert answer_to(ADDRESS) != answer_to("nobody@example.org")


def answer_to(email):
    """All that a stranger sees after asking for a letter: statuses, addresses, last page."""
    response = ask(Client(), email, follow=True)
    page = re.sub(r'(?<=name="csrfmiddlewaretoken" value=")\w+', "", response.text)
    return response.redirect_chain, response.status_code, page.replace(email, "")


class PatientBackend(locmem.EmailBackend):
    """A mail server that takes a letter only when somebody lets it."""

    may_go_on = threading.Event()

    def send_messages(self, messages):
        self.may_go_on.wait(30)
        return super().send_messages(messages)


def test_the_answer_does_not_wait_until_a_letter_is_taken(client, ada, settings):
    settings.EMAIL_BACKEND = f"{__name__}.PatientBackend"

    response = ask(client)
    sent = list(mail.outbox)
    PatientBackend.may_go_on.set()

    assert (response.status_code, sent) == (302, [])
    assert len(letters()) == 1


def test_a_wrong_name_and_a_wrong_password_get_the_same_sentence(ada, django_user_model):
    django_user_model.objects.create_user("gone", password=OLD, is_active=False)
    tries = [("ada", "wrong"), ("nobody", "wrong"), ("gone", OLD)]

    errors = [
        log_in(Client(), name, password).context["form"].non_field_errors()
        for name, password in tries
    ]

    assert errors[0]
    assert errors[1:] == errors[:-1]


# 107: a session that a stranger prepared


def test_a_login_gets_a_session_of_its_own(client, ada):
    session = client.session
    session["prepared"] = True
    session.save()
    prepared = session.session_key

    log_in(client)

    assert is_logged_in(client)
    assert client.session.session_key != prepared


# 108: being led elsewhere after the login

ELSEWHERE = [
    "//evil.example",
    "https://evil.example/",
    "http:///evil.example",
    "javascript:alert(1)",
    "/\\evil.example",
    "\\\\evil.example",
    "data:text/html,x",
    "https:evil.example",
    " //evil.example",
]


@pytest.mark.parametrize("target", ELSEWHERE)
def test_a_login_leads_to_no_other_site(client, ada, target):
    shown = client.get("/login/", {"next": target}).text

    assert "evil" not in shown
    assert "javascript" not in shown
    assert log_in(client, next=target)["Location"] == "/"


@pytest.mark.parametrize("target", ["/people/", "http://testserver/people/"])
def test_a_login_leads_back_to_our_own_page(client, ada, target):
    assert log_in(client, next=target)["Location"] == target


# 112: logging somebody out by a link


def test_a_link_logs_nobody_out(client, ada):
    log_in(client)

    assert client.get("/logout/").status_code == 405
    assert is_logged_in(client)


def test_a_foreign_form_logs_nobody_in_or_out(ada):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)

    refused = [client.post(address) for address in ["/logout/", "/login/", "/password-reset/"]]

    assert [response.status_code for response in refused] == [403, 403, 403]
    assert "Nothing was saved" in refused[0].text
    assert is_logged_in(client)


def test_the_button_logs_out(client, ada):
    log_in(client)

    response = client.post("/logout/")

    assert (response.status_code, is_logged_in(client)) == (200, False)
    assert "Logged out" in response.text


# 129: further headers in a letter


@pytest.mark.parametrize(
    "email",
    [
        "ada@example.org\nBcc: all@example.org",
        "ada@example.org\r\nSubject: hello",
        "ada@example.org%0aBcc:all@example.org",
        "ada@example.org,all@example.org",
        "Ada <ada@example.org>",
    ],
)
def test_an_address_holds_no_second_header(client, ada, email):
    response = ask(client, email)

    assert response.status_code == 200
    assert response.context["form"].has_error("email")
    assert letters() == []


def test_a_title_with_line_breaks_stays_one_line_of_the_letter(client, ada):
    SiteSettings.objects.create(pk=1, title="Lab\r\nBcc: all@example.org")

    ask(client)

    assert letters()[0].subject == "A new password for Lab Bcc: all@example.org"
    assert letters()[0].recipients() == [ADDRESS]


# 130: letters without end


def test_one_address_gets_three_letters_an_hour_whoever_asks(ada, time_machine):
    time_machine.move_to("2026-03-02 12:00 +0000", tick=False)

    answers = [
        ask(Client(REMOTE_ADDR=f"192.0.2.{number}"), spelling).status_code
        for number in range(30)
        for spelling in [ADDRESS, "Ada@Example.org"]
    ]

    assert answers == [302] * 3 + [429] * 57
    assert len(letters()) == 3
    time_machine.move_to("2026-03-02 13:00 +0000", tick=False)
    assert ask(Client()).status_code == 302


def test_one_visitor_has_twenty_letters_an_hour_sent(ada, django_user_model):
    for number in range(30):
        django_user_model.objects.create_user(
            f"user{number}", email=f"user{number}@example.org", password=OLD
        )

    answers = [ask(Client(), f"user{number}@example.org") for number in range(30)]

    assert [answer.status_code for answer in answers] == [302] * 20 + [429] * 10
    assert len(letters()) == 20
    assert "asked for several times already" in answers[-1].text


def test_without_limits_every_letter_is_sent(ada, monkeypatch):
    monkeypatch.setattr(accounts, "MAILS_TO_AN_ADDRESS", 1_000)
    monkeypatch.setattr(accounts, "MAILS_FOR_A_VISITOR", 1_000)

    for _ in range(30):
        ask(Client())

    assert len(letters()) == 30


# R10: the mail server is away


@pytest.mark.parametrize("email", [ADDRESS, "nobody@example.org"])
def test_a_mail_server_that_is_away_is_a_sentence(client, ada, settings, email):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()

    response = ask(client, email)

    assert response.status_code == 503
    assert "The mail server cannot be reached, so nothing was sent." in response.text


def test_letters_that_could_not_be_sent_do_not_count(ada, settings):
    usual = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    away = [ask(Client()).status_code for _ in range(5)]
    settings.EMAIL_BACKEND = usual

    back = [ask(Client()).status_code for _ in range(4)]

    assert (away, back) == ([503] * 5, [302] * 3 + [429])


def test_a_mail_server_that_breaks_later_breaks_no_page(client, ada, settings, caplog):
    settings.EMAIL_BACKEND = f"{__name__}.BrokenBackend"

    response = ask(client)
    wait_for_letters()

    assert response.status_code == 302
    assert "A letter about a password could not be sent." in caplog.text
    assert ADDRESS not in caplog.text


class BrokenBackend(locmem.EmailBackend):
    """A mail server that answers, and then takes nothing."""

    def send_messages(self, messages):
        raise RuntimeError("broken")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as door:
        return door.getsockname()[1]


# What every page of ours keeps


@pytest.mark.parametrize("address", ["/login/", "/password-reset/", "/password-reset/sent/"])
def test_pages_about_passwords_are_not_for_search_engines(client, address):
    assert '<meta name="robots" content="noindex">' in client.get(address).text


def test_their_addresses_are_those_that_were_promised():
    names = ["login", "logout", "admin_password_reset"]

    assert [reverse(name) for name in names] == ["/login/", "/logout/", "/password-reset/"]
