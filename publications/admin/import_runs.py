"""Imports as the admin tells of them: who sees them, what they are called, how they ended."""

from typing import NamedTuple

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from labsite.history.reading import moment, person
from labsite.permissions import may
from labsite.visibility import Visibility
from publications.admin.import_words import OUTCOMES, place_words, source_words
from publications.models import ImportEntry, ImportRun, NewsItem

REASONS = 3  # of entries that were not understood, in one sentence


class Tally(NamedTuple):
    """How many entries of a run had one outcome."""

    outcome: str
    words: str


def seen_by(user, runs=None):
    """The imports that somebody may look at: her own, or all; with their entries counted."""
    runs = ImportRun.objects.all() if runs is None else runs
    if not may(user, "view", ImportRun):
        runs = runs.filter(user=user)
    return runs.annotate(number=Count("entries"), **_counts())


def _counts():
    counts = {
        outcome.value: Count("entries", filter=Q(entries__outcome=outcome))
        for outcome in ImportEntry.Outcome
    }
    skipped = Q(entries__outcome=ImportEntry.Outcome.SKIPPED)
    is_held = Q(entries__work__has_key="_duplicates")
    return counts | {
        "held": Count("entries", filter=skipped & is_held),
        "left_out": Count("entries", filter=skipped & ~is_held & ~Q(entries__work={})),
    }


def heading(run):
    """What an import is called: where it came from, and for whom."""
    words = source_words(run.source)
    if run.member is None:
        return words
    return _("{source}, for {member}").format(source=words, member=run.member)


def sums_in_words(run):
    """What became of the entries: "7 added, 2 already here, 1 not understood"."""
    if run.state == ImportRun.State.PREPARED:
        words = ngettext("{number} waits for you", "{number} wait for you", run.number)
        return words.format(number=run.number)
    here = run.skipped - run.held - run.left_out
    counted = [
        (run.created, ngettext("{number} added", "{number} added", run.created)),
        (run.updated, ngettext("{number} changed", "{number} changed", run.updated)),
        (here, ngettext("{number} already here", "{number} already here", here)),
        (run.held, ngettext("{number} to check", "{number} to check", run.held)),
        (run.left_out, ngettext("{number} left out", "{number} left out", run.left_out)),
        (run.failed, ngettext("{number} not understood", "{number} not understood", run.failed)),
    ]
    said = [words.format(number=number) for number, words in counted if number]
    return ", ".join(said) or _("nothing")


def report_in_words(run):
    """The same as a sentence, with the first entries that were not understood and why."""
    said = sums_in_words(run)
    if run.failed:
        failed = run.entries.filter(outcome=ImportEntry.Outcome.FAILED).order_by("line", "pk")
        reasons = [
            f"{place_words(entry.line, '')}: {entry.reason}" if entry.line else entry.reason
            for entry in failed[:REASONS]
        ]
        said += f" ({'; '.join(reason.rstrip('.') for reason in reasons)}"
        said += ", …)" if run.failed > REASONS else ")"
    if run.state == ImportRun.State.UNDONE:
        said = _("Undone: {sums}").format(sums=said)
    return f"{said}."


def undo_in_words(run):
    """What undoing a run would do, in sentences."""
    said = []
    if run.created:
        words = ngettext(
            "{number} paper that it added goes away.",
            "{number} papers that it added go away.",
            run.created,
        )
        said.append(words.format(number=run.created))
    if run.updated:
        words = ngettext(
            "{number} paper that it changed becomes as it was before.",
            "{number} papers that it changed become as they were before.",
            run.updated,
        )
        said.append(words.format(number=run.updated))
    return said


def see_url(run):
    """The list of the papers that a run added or changed."""
    return reverse("admin:publications_publication_changelist", query={"import": run.pk})


def facts_about(run):
    """Who imported what, when, in pairs of label and words."""
    facts = [
        (_("From"), source_words(run.source)),
        (_("By"), person(run.user)),
        (_("When"), moment(run.finished_at or run.started_at)),
    ]
    if run.lab:
        facts.append((_("For"), run.lab.label))
    if run.undone_at:
        facts.append((_("Undone"), moment(run.undone_at)))
    return facts


def tallies(run):
    """The outcomes that occurred, each with how often."""
    return [
        Tally(outcome.value, f"{words} ({number})")
        for outcome, words in OUTCOMES.items()
        if (number := getattr(run, outcome.value))
    ]


def news_url(run):
    """The list of drafts, where news about a paper of this run waits for somebody; else ""."""
    drafts = NewsItem.objects.filter(
        visibility=Visibility.DRAFT, publications__import_entries__run=run
    )
    if not drafts.exists():
        return ""
    query = {"visibility__exact": Visibility.DRAFT}
    return reverse("admin:publications_newsitem_changelist", query=query)
