"""The demo as visitors meet it: every page, every link, every fact of both homepages."""

import re
from html import unescape

import pytest

from labsite.site import content
from publications.models import Publication
from tests.crawling import crawl, links_of
from tests.site.test_demo import FACTS

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo():
    content.load(content.DEMO)


def text_of(response):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.text)).split())


def test_following_every_link_meets_no_error(client, demo):
    responses = crawl(client)

    broken = {url: response.status_code for url, response in responses.items()}
    assert {url: status for url, status in broken.items() if status >= 400} == {}
    assert len(responses) > 50


def test_no_page_sets_a_cookie_or_depends_on_one(client, demo):
    for url, response in crawl(client).items():
        assert not response.cookies, url
        assert "Cookie" not in response.headers.get("Vary", ""), url


def test_every_publication_page_lists_its_authors_in_printed_order(client, demo):
    for publication in Publication.objects.public():
        names = list(publication.authorships.values_list("printed_name", flat=True))
        html = client.get(publication.get_absolute_url()).text
        line = re.search(r'<p class="authors">(.*?)</p>', html)[1]
        printed = unescape(re.sub(r"<sup>.*?</sup>|<[^>]+>", "", line))

        assert re.split(r", and |, | and ", printed) == names


@pytest.mark.parametrize("member", FACTS)
def test_every_fact_of_the_homepage_is_on_the_page_or_one_click_away(client, demo, member):
    url = f"/people/{member}/"
    page = client.get(url)
    near = [text_of(page)]
    near += [
        text_of(response)
        for response in map(client.get, links_of(page.text, url))
        if response.headers["Content-Type"].startswith("text/html")
    ]

    missing = [fact for fact in FACTS[member] if not any(fact in text for text in near)]

    assert missing == []
