import re

import pytest

from people.models import MemberSection
from tests.factories import make_lab, make_member, make_project, make_publication, make_topic

pytestmark = pytest.mark.django_db

LINKS = re.compile(r'<div class="links files">\s*<span>(.*?)</span>(.*?)</div>', re.DOTALL)


def files_on(client, page):
    """What a page says about its files, and their addresses."""
    found = LINKS.search(client.get(page).text)
    return found[1], re.findall(r'href="([^"]+)"', found[2])


def test_every_list_leads_to_its_files(client):
    lab, member, topic = make_lab(slug="tides"), make_member(slug="ada"), make_topic(slug="sea")
    publication = make_publication(member, labs=[lab])
    publication.topics.add(topic)
    make_project(slug="boat").publications.add(publication)

    for page, files in {
        "/publications/": "/publications",
        "/publications/2025/": "/publications/2025",
        "/labs/tides/publications/": "/labs/tides/publications",
        "/people/ada/": "/people/ada/publications",
        "/topics/sea/": "/topics/sea/publications",
        "/projects/boat/": "/projects/boat/publications",
    }.items():
        words, addresses = files_on(client, page)
        assert words == "Cite these:"
        assert addresses == [f"{files}.{ending}" for ending in ("bib", "ris", "json", "csv")]
        assert [client.get(address).status_code for address in addresses] == [200] * 4


def test_a_page_with_a_few_papers_says_that_the_files_hold_all(client):
    member = make_member(slug="ada")
    make_publication(member)
    MemberSection.objects.create(owner=member, kind="publications", limit=1)

    assert files_on(client, "/people/ada/")[0] == "Cite all of them:"


def test_an_empty_list_offers_no_files(client):
    assert "files" not in client.get("/publications/").text
