"""What a search engine or the preview of a link says under the title of a page."""

import re
from html import unescape

import pytest

from tests.factories import (
    make_lab,
    make_member,
    make_news,
    make_opening,
    make_page,
    make_project,
    make_publication,
    make_talk,
    make_topic,
)
from tests.site.settings_row import make_settings

pytestmark = pytest.mark.django_db

LONG = "All about tides. " * 40


def description(response):
    found = re.findall(r'<meta name="description" content="([^"]*)">', response.text)
    return [unescape(words) for words in found]


def with_one_sentence():
    lab = make_lab(tagline="Says it.", about=LONG)
    make_lab()  # the page of a single lab would be the home page
    return [
        lab,
        make_member(headline="Says it.", about=LONG),
        make_publication(summary="Says it.", abstract=LONG),
        make_project(tagline="Says it.", about=LONG),
        make_topic(summary="Says it.", text=LONG),
        make_opening(lab=lab, funding="Says it.", text=LONG),
    ]


def with_a_text_only():
    return [
        make_lab(about=LONG),
        make_member(about=LONG),
        make_publication(abstract=LONG),
        make_project(about=LONG),
        make_topic(text=LONG),
        make_opening(text=LONG),
        make_talk(abstract=LONG),
        make_news(body=LONG),
        make_page(body=LONG),
    ]


def with_nothing():
    make_lab()
    return [make_lab(), make_member(), make_publication(), make_project(), make_talk()]


@pytest.mark.parametrize(
    ("records", "words"),
    [
        (with_one_sentence, ["Says it."]),
        (with_a_text_only, [f"{LONG[:199].rstrip()}…"]),
        (with_nothing, []),
    ],
)
def test_a_page_is_described_by_its_sentence_or_by_its_first_words(client, records, words):
    said = {
        type(record).__name__: description(client.get(record.get_absolute_url()))
        for record in records()
    }

    assert said == dict.fromkeys(said, words)


def test_the_home_page_of_a_department_is_described_by_its_sentence(client):
    make_settings(tagline="Where “land” ends & sea begins")
    make_lab()
    make_lab()

    assert description(client.get("/")) == ["Where “land” ends & sea begins"]
