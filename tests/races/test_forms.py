"""Several people save at the same moment, at a server that really answers them side by side."""

import http.client
import threading
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode, urlsplit

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.http import SimpleCookie
from django.test import Client
from django.urls import reverse

from labsite import history
from labsite.models import Change
from people.models import Lab, LabContact
from tests.factories import make_lab
from tests.forms import Fields

CLIENTS, ROUNDS, ADDRESSES = 4, 30, 20

pytestmark = pytest.mark.django_db(transaction=True)


class Desk:
    """A browser of one person, as far as forms go."""

    def __init__(self, server, name):
        self.host = urlsplit(server).netloc
        client = Client()
        client.force_login(User.objects.create_superuser(name))
        self.cookies = {
            settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value
        }

    def ask(self, method, where, data=None):
        connected = http.client.HTTPConnection(self.host, timeout=60)
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Content-Type": "application/x-www-form-urlencoded",
        }
        body = urlencode(data, doseq=True) if data is not None else None
        connected.request(method, where, body=body, headers=headers)
        response = connected.getresponse()
        for header in response.msg.get_all("Set-Cookie") or []:
            for name, morsel in SimpleCookie(header).items():
                self.cookies[name] = morsel.value
        text = response.read().decode()
        connected.close()
        return response.status, text

    def open(self, where):
        """The fields of the form at ``where``, with the token that lets it be sent."""
        status, text = self.ask("GET", where)
        assert status == 200
        fields = Fields()
        fields.feed(text)
        return {name: value for name, value in fields.data.items() if name not in {"action", "q"}}

    def save(self, where, data):
        """Send a form; returns the status and what the fields of the answer hold."""
        status, text = self.ask("POST", where, data)
        fields = Fields()
        fields.feed(text)
        return status, fields.data, text


@pytest.fixture
def desks(live_server):
    return [Desk(live_server.url, f"editor{number}") for number in range(CLIENTS)]


def all_at_once(desks, where, typed):
    """Let everybody open the form, type, and save at one moment; returns the answers.

    ``typed`` holds the fields of each editor.
    """
    barrier = threading.Barrier(len(desks))

    def edit(number):
        data = desks[number].open(where) | typed[number]
        barrier.wait(timeout=60)
        return desks[number].save(where, data)

    with ThreadPoolExecutor(len(desks)) as pool:
        return list(pool.map(edit, range(len(desks))))


def address_of(lab):
    return reverse("admin:people_lab_change", args=[lab.pk])


def race_for_one_field(desks, rounds):
    """How many rounds had exactly one winner, and how many losers found both texts."""
    lab = make_lab()
    fair, told, broken = 0, 0, 0
    for number in range(rounds):
        texts = [f"Round {number}, editor {editor}" for editor in range(CLIENTS)]

        answers = all_at_once(desks, address_of(lab), [{"tagline": text} for text in texts])

        lab.refresh_from_db()
        statuses = [status for status, _fields, _text in answers]
        broken += sum(status >= 500 for status in statuses)
        winners = [texts[editor] for editor, status in enumerate(statuses) if status == 302]
        fair += winners == [lab.tagline]
        told += sum(
            status == 200 and fields.get("tagline") == texts[editor] and lab.tagline in text
            for editor, (status, fields, text) in enumerate(answers)
        )
    return fair, told, broken


def race_for_four_fields(desks, rounds):
    """How many rounds kept what all four had typed, one of them in a row."""
    lab = make_lab()
    contact = LabContact.objects.create(
        lab=lab, about="Press", email="press@example.org", position=1
    )
    whole = 0
    for number in range(rounds):
        fields = ["tagline", "institution", "head_name", "contacts-0-about"]
        typed = [{name: f"{editor} of {number}"} for editor, name in enumerate(fields)]

        answers = all_at_once(desks, address_of(lab), typed)

        lab.refresh_from_db()
        contact.refresh_from_db()
        kept = [lab.tagline, lab.institution, lab.head_name, contact.about]
        whole += kept == [f"{editor} of {number}" for editor in range(CLIENTS)] and all(
            status == 302 for status, _fields, _text in answers
        )
    return whole


def test_of_several_who_change_one_field_one_wins_and_all_others_keep_their_text(desks):
    fair, told, broken = race_for_one_field(desks, ROUNDS)

    assert (fair, told, broken) == (ROUNDS, ROUNDS * (CLIENTS - 1), 0)
    assert Change.objects.filter(action="changed").count() == ROUNDS


def test_different_fields_of_several_people_are_all_kept(desks):
    assert race_for_four_fields(desks, ROUNDS) == ROUNDS
    assert Change.objects.filter(action="changed").count() == ROUNDS * CLIENTS


@pytest.fixture
def no_lock(monkeypatch):
    """Switch off what keeps two saves of one record apart."""
    monkeypatch.setattr(history.recording, "lock", lambda model, keys: None)
    if connection.vendor == "sqlite":
        options = connection.settings_dict["OPTIONS"]
        connection.close()
        monkeypatch.setitem(options, "transaction_mode", "DEFERRED")
        yield
        connection.close()
    else:
        yield


def test_without_the_lock_the_race_is_lost(desks, no_lock):
    """The twin: what the tests above prove is the work of the lock."""
    fair, _told, broken = race_for_one_field(desks, 5)

    assert fair < 5 or broken


def test_without_the_lock_somebody_loses_a_field(desks, no_lock):
    assert race_for_four_fields(desks, 5) < 5


def test_one_address_for_several_new_records_goes_to_one_of_them(desks):
    where = reverse("admin:people_lab_add")
    created = []
    for number in range(ADDRESSES):
        typed = {"name": f"Lab {number}", "slug": f"race-{number}"}
        answers = all_at_once(desks, where, [typed] * CLIENTS)
        created.append(sorted(status for status, _fields, _text in answers))

    assert created == [[200, 200, 200, 302]] * ADDRESSES
    assert Lab.objects.count() == ADDRESSES


def test_the_text_of_those_who_did_not_get_the_address_is_kept(desks):
    where = reverse("admin:people_lab_add")

    answers = all_at_once(
        desks,
        where,
        [
            {"name": "Lab", "slug": "race", "about": f"Typed by {editor}"}
            for editor in range(CLIENTS)
        ],
    )

    kept = [
        fields["about"] == f"Typed by {editor}"
        for editor, (status, fields, _text) in enumerate(answers)
        if status == 200
    ]
    assert kept == [True, True, True]


def test_one_link_added_by_each_of_several_people_is_there_for_all(desks):
    lab = make_lab()

    row = {"links-TOTAL_FORMS": "1", "links-0-url": "https://example.org/"}

    answers = all_at_once(
        desks,
        address_of(lab),
        [row | {"links-0-label": f"Link {editor}"} for editor in range(CLIENTS)],
    )

    assert [status for status, _fields, _text in answers] == [302] * CLIENTS
    labels = lab.links.order_by("label").values_list("label", flat=True)
    assert list(labels) == [f"Link {editor}" for editor in range(CLIENTS)]
    assert sorted(lab.links.values_list("position", flat=True)) == [1, 2, 3, 4]


def test_an_undo_beside_a_save_loses_neither(desks):
    """Undoing locks the same record as its form: one comes after the other."""
    lab = make_lab(tagline="Old")
    with history.step() as step:
        lab.tagline = "Imported"
        lab.save()
    undo = reverse("admin:labsite_change_undo", args=[step.number])
    saving, undoing = desks[:2]
    form, asked = saving.open(address_of(lab)), undoing.open(undo)
    barrier = threading.Barrier(2)

    def send(desk, where, data):
        barrier.wait(timeout=60)
        return desk.save(where, data)

    with ThreadPoolExecutor(2) as pool:
        saved = pool.submit(send, saving, address_of(lab), form | {"institution": "Typed"})
        undone = pool.submit(send, undoing, undo, asked)
    assert (saved.result()[0], undone.result()[0]) == (302, 302)

    lab.refresh_from_db()
    # Whoever came second either merged with the undo, or the undo left alone what was typed.
    assert lab.institution == "Typed"
    assert lab.tagline in {"Old", "Imported"}
