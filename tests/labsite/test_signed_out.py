import json
from html import unescape

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.contrib.sessions.models import Session
from django.core import signing
from django.test import Client
from django.urls import reverse

from labsite import signed_out
from people.models import Lab, Member
from tests.factories import make_lab, make_member
from tests.forms import Fields, add_row, filled_in

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse"


@pytest.fixture
def ana():
    return User.objects.create_superuser("ana", password=PASSWORD)


@pytest.fixture
def window(ana):
    """A window in which Ana is signed in, and whose forms need their token."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(ana)
    return client


def fields_of(response):
    """What the form on a page would send, with its token."""
    fields = Fields()
    fields.feed(response.text)
    return fields.data


def address_of(lab):
    return reverse("admin:people_lab_change", args=[lab.pk])


def end_session():
    Session.objects.all().delete()


def log_in(window, page, name="ana"):
    return window.post(reverse("login"), fields_of(page) | {"username": name, "password": PASSWORD})


def test_the_text_is_there_again_after_signing_in(window):
    lab = make_lab(tagline="Old")
    data = fields_of(window.get(address_of(lab)))
    data |= {"tagline": "Typed “so” & <b>", "address": "One\r\nTwo"}
    add_row(data, "contacts", about="Press", email="press@example.org")
    end_session()

    asked = window.post(address_of(lab), data)
    assert asked.status_code == 200
    assert "your text is still here" in asked.text

    offered = log_in(window, asked)
    assert offered.status_code == 200
    again = window.post(address_of(lab), fields_of(offered))
    assert "Here is your form as you left it. Nothing is saved yet." in again.text
    assert Lab.objects.get().tagline == "Old"

    saved = window.post(address_of(lab), fields_of(again))
    assert saved.status_code == 302
    lab.refresh_from_db()
    assert lab.tagline == "Typed “so” & <b>"
    assert lab.address.split() == ["One", "Two"]
    assert lab.contacts.get().about == "Press"


def test_the_form_of_a_new_record_is_kept_too(window):
    where = reverse("admin:people_member_add")
    data = fields_of(window.get(where)) | {"display_name": "Cy Day"}
    end_session()

    offered = log_in(window, window.post(where, data))
    again = window.post(where, fields_of(offered))

    assert filled_in(again)["display_name"] == "Cy Day"
    assert Member.objects.count() == 0


def test_what_others_saved_meanwhile_is_merged_after_all(window):
    lab = make_lab(tagline="Old")
    data = fields_of(window.get(address_of(lab))) | {"tagline": "Mine"}
    end_session()
    Lab.objects.update(institution="Theirs")

    offered = log_in(window, window.post(address_of(lab), data))
    again = window.post(address_of(lab), fields_of(offered))
    window.post(address_of(lab), fields_of(again))

    lab.refresh_from_db()
    assert (lab.tagline, lab.institution) == ("Mine", "Theirs")


def test_signing_in_again_in_another_window_keeps_the_text(window):
    """It changes the token that forms need."""
    lab = make_lab(tagline="Old")
    data = fields_of(window.get(address_of(lab))) | {"tagline": "Typed"}
    end_session()
    log_in(window, window.get(reverse("login")))

    offered = window.post(address_of(lab), data)
    again = window.post(address_of(lab), fields_of(offered))

    assert filled_in(again)["tagline"] == "Typed"
    assert Lab.objects.get().tagline == "Old"


def test_a_browser_that_forgot_everything_keeps_the_text(window):
    lab = make_lab(tagline="Old")
    data = fields_of(window.get(address_of(lab))) | {"tagline": "Typed"}
    window.cookies.clear()

    offered = log_in(window, window.post(address_of(lab), data))
    again = window.post(address_of(lab), fields_of(offered))

    assert filled_in(again)["tagline"] == "Typed"


def test_a_wrong_password_keeps_the_text(window):
    lab = make_lab()
    data = fields_of(window.get(address_of(lab))) | {"tagline": "Typed"}
    end_session()
    asked = window.post(address_of(lab), data)

    wrong = window.post(
        reverse("login"), fields_of(asked) | {"username": "ana", "password": "wrong"}
    )
    offered = log_in(window, wrong)

    assert fields_of(offered)["tagline"] == "Typed"


def test_somebody_else_does_not_get_the_text(window):
    lab = make_lab()
    User.objects.create_superuser("bo", password=PASSWORD)
    data = fields_of(window.get(address_of(lab))) | {"tagline": "For my eyes"}
    end_session()

    answer = log_in(window, window.post(address_of(lab), data), name="bo")

    assert answer.status_code == 302
    assert [str(message) for message in get_messages(answer.wsgi_request)] == [
        "The text in the form was typed by somebody else, so it is not shown to you."
    ]


def test_the_form_of_somebody_else_is_refused_as_any_other(window):
    lab = make_lab(tagline="Old")
    bo = User.objects.create_superuser("bo", password=PASSWORD)
    data = fields_of(window.get(address_of(lab))) | {"tagline": "Typed"}
    data["_reader"] = signed_out.signature_of(bo)
    data["csrfmiddlewaretoken"] = "x" * 64

    assert window.post(address_of(lab), data).status_code == 403


@pytest.mark.parametrize("reader", ["", "1", "1:forged", "\0", "x:y:z"])
def test_a_form_from_elsewhere_gets_the_usual_refusal(window, reader):
    lab = make_lab(tagline="Old")
    data = {"tagline": "Forged", "_reader": reader}

    assert window.post(address_of(lab), data).status_code == 403
    end_session()
    assert window.post(address_of(lab), data).status_code == 403
    assert Lab.objects.get().tagline == "Old"


def test_a_form_without_a_reader_leads_to_the_login_as_ever(client):
    response = client.post(address_of(make_lab()), {"tagline": "Typed"})

    assert response.status_code == 302


def test_a_button_that_shows_a_form_again_saves_nothing(window):
    lab = make_lab(tagline="Old")
    data = fields_of(window.get(address_of(lab))) | {"tagline": "Typed", "_again": "1"}

    response = window.post(address_of(lab), data | {"_publish": "1"})

    assert response.status_code == 200
    assert Lab.objects.get().tagline == "Old"


def test_the_packed_text_cannot_be_changed_on_its_way(window, ana):
    lab = make_lab()
    page = window.get(reverse("login"))
    forged = signing.dumps(
        {"reader": ana.pk, "path": "https://example.org/", "fields": [], "has_files": False},
        salt="another",
    )

    answer = window.post(
        reverse("login"),
        fields_of(page) | {"username": "ana", "password": PASSWORD, "_kept": forged},
    )

    assert answer.status_code == 302
    assert lab.slug


def test_passwords_are_not_kept(window, ana):
    where = reverse("admin:auth_user_add")
    data = fields_of(window.get(where))
    data["_reader"] = signed_out.signature_of(ana)
    data |= {"username": "cy", "password1": "top secret", "password2": "top secret"}
    end_session()

    asked = window.post(where, data)

    kept = signing.loads(
        unescape(fields_of(asked)["_kept"]), salt="labsite.signed_out.kept", max_age=60
    )
    assert "top secret" not in json.dumps(kept)
    assert ["username", ["cy"]] in kept["fields"]
    assert kept["reader"] == ana.pk


def test_a_text_that_is_too_long_is_not_kept_and_that_is_said(window, monkeypatch):
    monkeypatch.setattr(signed_out, "LARGEST", 100)
    lab = make_lab()
    data = fields_of(window.get(address_of(lab)))
    end_session()

    asked = window.post(address_of(lab), data)

    assert "Your text is too long to be kept here" in asked.text
    assert fields_of(asked)["_kept"] == ""
    assert log_in(window, asked).status_code == 302


def test_nothing_is_stored(window):
    lab = make_lab()
    data = fields_of(window.get(address_of(lab))) | {"tagline": "Typed"}
    end_session()
    window.post(address_of(lab), data)

    assert Session.objects.count() == 0
    assert settings.SESSION_COOKIE_NAME in window.cookies


def test_a_former_member_of_staff_gets_the_form_no_more(window, ana):
    member = make_member()
    where = reverse("admin:people_member_change", args=[member.pk])
    data = fields_of(window.get(where)) | {"headline": "Typed"}
    end_session()
    User.objects.filter(pk=ana.pk).update(is_superuser=False, is_staff=False)

    offered = log_in(window, window.post(where, data))
    again = window.post(where, fields_of(offered))

    assert again.status_code == 302
    assert Member.objects.get().headline == ""
