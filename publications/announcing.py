"""Drafts of news about new papers, for somebody to look at and publish."""

import re

from django.utils import timezone
from django.utils.translation import gettext as _

from labsite.formulas import plain
from labsite.models import Change
from labsite.visibility import Visibility
from publications.models import NewsItem, Publication
from publications.status import Status

UNTOUCHED = 1  # the version of a record that was saved once

# What Markdown takes for marks; a title is no text of marks.
_MARKS = re.compile(r"([\\`*_{}\[\]<>()#+!|$~-])")


def draft_news(keys, *, lab=None):
    """Write a draft of news about each of these papers that has none; returns the drafts.

    It names our members among the authors and belongs to the lab. A paper that news tells of
    already gets no second piece.
    """
    papers = (
        Publication.objects.filter(pk__in=keys, news=None)
        .select_related("venue")
        .prefetch_related("authorships")
        .order_by("pk")
    )
    month = timezone.localdate().isoformat()[:7]
    drafts, about, of_people = [], [], []
    for paper in papers:
        item = NewsItem.objects.create(
            date=month, body=sentence(paper), lab=lab, visibility=Visibility.DRAFT
        )
        drafts.append(item)
        about.append(NewsItem.publications.through(newsitem=item, publication=paper))
        ours = {author.member_id for author in paper.authorships.all()} - {None}
        of_people += [
            NewsItem.members.through(newsitem=item, member_id=key) for key in sorted(ours)
        ]
    NewsItem.publications.through.objects.bulk_create(about)
    NewsItem.members.through.objects.bulk_create(of_people)
    return drafts


def withdraw_drafts(step):
    """Delete the drafts that were written in that step of the history and left as they were."""
    written = Change.objects.filter(
        step=step, action=Change.Action.ADDED, kind=NewsItem._meta.label_lower
    )
    drafts = NewsItem.objects.filter(
        pk__in=written.values("record_id"), visibility=Visibility.DRAFT, version=UNTOUCHED
    )
    drafts.delete()


def sentence(paper):
    """What the news says, as Markdown: which paper, and how far it has come."""
    title = f"[{_as_text(plain(paper.title))}]({paper.get_absolute_url()})"
    venue = _as_text(paper.venue.label) if paper.venue else ""
    if paper.status in {Status.ACCEPTED, Status.IN_PRESS, Status.TO_APPEAR}:
        words = (
            _("Our paper “{title}” has been accepted at {venue}.")
            if venue
            else _("Our paper “{title}” has been accepted.")
        )
    elif paper.status in {Status.PREPRINT, Status.SUBMITTED}:
        words = _("Our new preprint “{title}” is out.")
    else:
        words = (
            _("Our paper “{title}” has appeared in {venue}.")
            if venue
            else _("Our paper “{title}” has appeared.")
        )
    return words.format(title=title, venue=venue)


def _as_text(words):
    """Words that Markdown shows as they are."""
    return _MARKS.sub(r"\\\1", words)
