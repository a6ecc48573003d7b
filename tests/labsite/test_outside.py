"""The only door out: what services answer, and what they do instead."""

import json
import time

import pytest
from django.db import connection
from django.utils import timezone

from labsite import outside
from labsite.mirrors import mirrors
from labsite.models import OutsideService
from tests.services import JSON

pytestmark = pytest.mark.django_db

PAPER = "/doi.org/10.5555/x"


def ask(identifier="10.5555/x", **options):
    return outside.ask("doi.org", "/{}", identifier, accept=JSON, **options)


def sentence_of(error, call=ask):
    with pytest.raises(error) as caught:
        call()
    return caught.value.sentence


def test_an_answer_is_read_and_the_success_kept(services):
    services.reply(PAPER, {"title": "Tides"})

    assert ask().json() == {"title": "Tides"}
    service = OutsideService.objects.get()
    assert (service.name, service.last_error_at, service.last_error) == ("doi.org", None, "")
    assert timezone.now() - service.last_success_at < timezone.timedelta(seconds=5)


def test_the_site_says_who_asks_and_sends_no_cookie(services, settings):
    settings.DEFAULT_FROM_EMAIL = "Lab <lab@example.org>"
    services.reply(PAPER, {}, status=302, headers={"Location": "/doi.org/2", "Set-Cookie": "a=1"})
    services.reply("/doi.org/2", {})

    ask()

    headers = [headers for _path, headers in services.asked]
    assert [sent.get("Cookie") for sent in headers] == [None, None]
    assert {sent["User-Agent"] for sent in headers} == {
        "Labsite/0.1.0 (http://testserver; mailto:lab@example.org)"
    }


def test_a_redirect_within_the_services_is_followed(services):
    services.reply(PAPER, status=302, headers={"Location": "https://api.crossref.org/v1/x?a=b"})
    services.reply("/api.crossref.org/v1/x?a=b", {"found": True})

    assert ask().json() == {"found": True}


@pytest.mark.parametrize(
    "location",
    [
        "http://169.254.169.254/latest/meta-data/",
        "https://169.254.169.254/",
        "file:///etc/passwd",
        "https://doi.org.example.org/",
        "https://doi.org@example.org/",
        "https://user@doi.org/x",
        "https://doi.org:8443/x",
        "https://[::1/x",
        "//example.org/x",
        "gopher://doi.org/x",
    ],
)
def test_a_redirect_to_another_place_is_not_followed_126(services, location):
    services.reply(PAPER, status=302, headers={"Location": location})

    assert sentence_of(outside.OddAnswerError) == (
        "doi.org leads to another place, where we do not go."
    )
    assert len(services.asked) == 1


def test_a_redirect_without_tls_is_asked_over_tls(services, settings):
    del settings.OUTSIDE_MIRRORS["orcid.org"]
    assert outside._next("doi.org", "doi.org", "https://doi.org/x", "http://orcid.org/y") == (
        "orcid.org",
        "https://orcid.org/y",
    )


def test_redirects_in_a_circle_come_to_an_end_126(services):
    services.reply(PAPER, status=301, headers={"Location": PAPER})

    assert sentence_of(outside.OddAnswerError) == "doi.org leads from one address to the next."
    assert len(services.asked) == 1 + outside.REDIRECTS


@pytest.mark.parametrize("status", [500, 502, 503])
def test_a_service_that_is_broken_does_not_answer_126_r11(services, status):
    services.reply(PAPER, b"<h1>Oops</h1>", status=status, media_type="text/html")

    assert sentence_of(outside.SilentError) == "doi.org does not answer."


@pytest.mark.parametrize(
    "how", [{"seconds": 30}, {"body": {"a": "b" * 50}, "drop_seconds": 0.4}], ids=["mute", "slow"]
)
def test_nobody_waits_longer_than_the_limit_126_r11(services, how):
    services.reply(PAPER, **how)
    started = time.monotonic()

    assert sentence_of(outside.SilentError) == "doi.org does not answer."
    assert time.monotonic() - started < 2


def test_a_service_that_is_not_there_does_not_answer_r11(services):
    services.close()

    assert sentence_of(outside.SilentError) == "doi.org does not answer."


def test_an_answer_without_end_is_cut_off_126(services):
    services.reply(PAPER, b"[", is_endless=True)

    assert sentence_of(outside.OddAnswerError) == "doi.org gave an answer of more than 2 MB."


def test_an_answer_that_says_it_is_too_large_is_not_read_126(services):
    services.reply(PAPER, b" " * (outside.LARGEST + 1))

    assert sentence_of(outside.OddAnswerError) == "doi.org gave an answer of more than 2 MB."


def test_a_packed_answer_that_nobody_asked_for_is_not_unpacked_126(services):
    services.reply(PAPER, b"\x1f\x8b", headers={"Content-Encoding": "gzip"})

    assert sentence_of(outside.OddAnswerError) == "doi.org gave an answer that cannot be read."


@pytest.mark.parametrize(
    ("body", "media_type"),
    [
        (b"{broken", JSON),
        (b"", JSON),
        (b"\xff\xfe\x00", JSON),
        (b"[" * 100_000, JSON),
        (b"<html>Sign in</html>", "text/html"),
        (b'{"a": 1}', "text/html; charset=utf-8"),
        (b"\x89PNG", "image/png"),
        (b"no type", ""),
    ],
)
def test_what_is_no_json_is_not_read_as_such_126(services, body, media_type):
    services.reply(PAPER, body, media_type=media_type)

    said = sentence_of(outside.OddAnswerError, lambda: ask().json())

    assert said == "doi.org gave an answer that cannot be read."
    assert OutsideService.objects.get().last_error == said


@pytest.mark.parametrize(
    "media_type", ["application/json;charset=utf-8", "application/vnd.api+json", "", JSON]
)
def test_json_comes_under_several_names(services, media_type):
    services.reply(PAPER, json.dumps([1]).encode(), media_type=media_type)

    assert ask().json() == [1]


@pytest.mark.parametrize(
    ("status", "headers", "words", "seconds"),
    [
        (429, {}, "wants us to wait.", None),
        (429, {"Retry-After": "30"}, "wants us to wait for a minute.", 30),
        (429, {"Retry-After": "600"}, "wants us to wait for 10 minutes.", 600),
        (429, {"Retry-After": "soon"}, "wants us to wait.", None),
        (
            429,
            {"Retry-After": "Mon, 01 Jan 2001 00:00:00 GMT"},
            "wants us to wait for a minute.",
            0,
        ),
        (429, {"Retry-After": "999999999"}, "wants us to wait for 1440 minutes.", 86400),
        (503, {"Retry-After": "120"}, "wants us to wait for 2 minutes.", 120),
        (403, {"X-RateLimit-Remaining": "0"}, "wants us to wait.", None),
        (
            *(403, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1"}),
            *("wants us to wait for a minute.", 0),
        ),
    ],
)
def test_a_service_that_is_asked_too_often_is_left_alone_126(
    services, status, headers, words, seconds
):
    services.reply(PAPER, status=status, headers=headers)

    with pytest.raises(outside.BusyError) as caught:
        ask()

    assert caught.value.sentence == f"doi.org is asked too often and {words}"
    assert caught.value.seconds == seconds


def test_what_a_service_does_not_know_is_no_fault_of_the_service(services):
    assert sentence_of(outside.UnknownError) == "doi.org does not know this."
    service = OutsideService.objects.get()
    assert (service.last_success_at is None, service.last_error) == (False, "")


@pytest.mark.parametrize("status", [204, 400, 401, 403, 406])
def test_a_refusal_is_said_with_its_number(services, status):
    services.reply(PAPER, status=status)

    assert sentence_of(outside.OddAnswerError) == f"doi.org refuses to answer ({status})."


def test_the_last_success_and_the_last_error_are_kept_beside_each_other(services):
    services.reply(PAPER, {})
    ask()
    services.reply(PAPER, status=500)
    sentence_of(outside.SilentError)
    ask_again = OutsideService.objects.get()

    assert ask_again.last_error == "doi.org does not answer."
    assert ask_again.last_success_at < ask_again.last_error_at


def test_a_question_is_answered_though_nothing_can_be_kept(services, caplog):
    services.reply(PAPER, {"found": True})
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE labsite_outsideservice RENAME TO labsite_elsewhere")
        assert ask().json() == {"found": True}
        cursor.execute("ALTER TABLE labsite_elsewhere RENAME TO labsite_outsideservice")

    assert caplog.messages == ["What came of asking doi.org could not be kept."]


@pytest.mark.parametrize(
    ("identifier", "path"),
    [
        ("10.5555/abc", "/10.5555/abc"),
        ("10.5555/a/../../b", "/10.5555%2Fa%2F..%2F..%2Fb"),
        ("10.5555//a", "/10.5555%2F%2Fa"),
        ("10.5555/a?b#c", "/10.5555/a%3Fb%23c"),
        ("10.5555/a\r\nX: y", "/10.5555/a%0D%0AX%3A%20y"),
        ("10.1002/(SICI)1<1::AID>3.0.CO;2-A", "/10.1002/%28SICI%291%3C1%3A%3AAID%3E3.0.CO%3B2-A"),
    ],
)
def test_no_identifier_leads_out_of_its_place_125(services, identifier, path):
    sentence_of(outside.UnknownError, lambda: ask(identifier))

    assert [asked for asked, _headers in services.asked] == [f"/doi.org{path}"]


def test_nobody_else_is_asked():
    with pytest.raises(ValueError, match="no service that this site asks"):
        outside.ask("example.org", "/{}", "x", accept=JSON)


def test_nobody_waits_longer_than_ten_seconds_r11(load_settings):
    loaded = load_settings()

    assert (loaded["OUTSIDE_CONNECT_SECONDS"], loaded["OUTSIDE_SECONDS"]) == (5, 8)
    assert loaded["OUTSIDE_MIRRORS"] == {}


def test_a_mirror_stands_in_for_a_service(load_settings):
    pairs = "doi.org=https://mirror.example.org/doi/, api.github.com=http://127.0.0.1:8081"

    assert load_settings(LABSITE_MIRRORS=pairs)["OUTSIDE_MIRRORS"] == {
        "doi.org": "https://mirror.example.org/doi",
        "api.github.com": "http://127.0.0.1:8081",
    }


@pytest.mark.parametrize(
    "pair",
    [
        "example.org=https://mirror.example.org",
        "doi.org=http://mirror.example.org",
        "doi.org=ftp://127.0.0.1/",
        "doi.org=https://me:secret@mirror.example.org",
        "doi.org=https://mirror.example.org/?to=",
        "doi.org",
        "doi.org=https://",
    ],
)
def test_a_mirror_that_cannot_be_is_said_at_the_start(pair):
    with pytest.raises(RuntimeError, match="LABSITE_MIRRORS"):
        mirrors([pair])
