"""Drafts of news about new papers."""

import pytest
import time_machine

from publications.announcing import draft_news
from publications.models import NewsItem
from tests.factories import make_lab, make_member, make_news, make_publication, make_venue

pytestmark = pytest.mark.django_db


@time_machine.travel("2026-11-30 12:00")
def test_news_about_a_paper_names_our_authors_and_the_lab_and_is_a_draft():
    lab, member = make_lab(), make_member()
    paper = make_publication(member, "Somebody Else", title="Tides", venue=make_venue(name="Waves"))

    (item,) = draft_news([paper.pk], lab=lab)

    assert (item.date, item.visibility, item.lab) == ("2026-11", "draft", lab)
    assert (list(item.members.all()), list(item.publications.all())) == ([member], [paper])
    assert item.words == "Our paper “Tides” has appeared in Waves."
    assert paper.get_absolute_url() in item.body_html


@pytest.mark.parametrize(
    ("status", "venue", "said"),
    [
        ("accepted", "ASPLOS", "Our paper “Tides” has been accepted at ASPLOS."),
        ("to_appear", "", "Our paper “Tides” has been accepted."),
        ("preprint", "", "Our new preprint “Tides” is out."),
        ("published", "", "Our paper “Tides” has appeared."),
    ],
)
def test_news_says_how_far_a_paper_has_come(status, venue, said):
    paper = make_publication(
        title="Tides", status=status, venue=make_venue(name=venue) if venue else None
    )

    (item,) = draft_news([paper.pk])

    assert item.words == said


def test_a_paper_that_news_tells_of_gets_no_second_piece():
    """Walk 4: pasting the DOI later does not double the news."""
    paper = make_publication()
    make_news().publications.add(paper)

    assert draft_news([paper.pk]) == []
    assert NewsItem.objects.count() == 1


def test_a_title_is_text_and_not_markdown():
    """Attack 123 and 128: what looks like marks, tags or templates is shown as it is."""
    title = "<script>alert(1)</script> [x](javascript:alert) *a* {{ 7*7 }} #1"
    paper = make_publication(title=title)

    (item,) = draft_news([paper.pk])

    assert item.words == f"Our paper “{title}” has appeared."
    assert item.body_html.count("<a ") == 1
