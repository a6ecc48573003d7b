"""Works that may be on the list twice, as the admin shows them."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from labsite.joining.twin_pages import Twins
from labsite.keys import key_in
from labsite.partial_dates import words
from labsite.permissions import may
from labsite.screens import report, wants
from publications import duplicates
from publications.importing.held import held_entries, settle, with_candidates
from publications.importing.reconciling import AS_NEW
from publications.joining import NAMES_SHOWN, WorkJoining, in_words, line_in_words
from publications.models import (
    Authorship,
    DistinctPublications,
    ImportEntry,
    ImportRun,
    Publication,
)

SAME, NEW = "_same", "_new"
HELD_AT_ONCE = 10


class WorkTwins(Twins):
    """Works of one title, one DOI, or of titles that begin alike."""

    label = _("Papers")
    lead = _(
        "These papers have the same title or number, or titles that begin alike. Merge those that "
        "are one work, such as a preprint and its published version; what are two works will not "
        "be asked about again."
    )
    apart = _("These are two different works")
    told_apart = _("“{one}” and “{two}” are two works. You will not be asked again.")
    joining = WorkJoining
    distinct = DistinctPublications
    template = "publications/admin/twice.html"
    pairs = staticmethod(duplicates.pairs)

    @staticmethod
    def read(records):
        authors = Prefetch("authorships", Authorship.objects.order_by("position", "pk"))
        return records.select_related("venue", "degree").prefetch_related(authors)

    @classmethod
    def context(cls, request):
        """What imports held back, with the works that each of it may be."""
        if not may(request.user, "change", ImportRun):
            return {}
        entries = held_entries()
        listed = with_candidates(list(entries[:HELD_AT_ONCE]))
        keys = {key for _entry, _work, candidates in listed for key in candidates}
        known = cls.read(Publication.objects.all()).in_bulk(keys)
        return {
            "held": [
                {
                    "entry": entry,
                    "work": work,
                    "in_words": work_in_words(work),
                    "candidates": [
                        (known[key], in_words(known[key]), f"{entry.pk}-{key}")
                        for key in candidates
                        if key in known and may(request.user, "change", known[key])
                    ],
                }
                for entry, work, candidates in listed
            ],
            "more_held": max(entries.count() - HELD_AT_ONCE, 0),
            "can_add": may(request.user, "add", Publication),
        }

    @classmethod
    def answer(cls, record_admin, request):
        """Decide about one entry that an import held back."""
        if not (wants(request, SAME) or wants(request, NEW)):
            return None
        if not may(request.user, "change", ImportRun):
            raise PermissionDenied
        is_same = SAME in request.POST
        entry_key, _dash, key = request.POST[SAME if is_same else NEW].partition("-")
        entry = ImportEntry.objects.filter(pk=key_in(entry_key)).first()
        choice = AS_NEW
        if is_same:
            work = record_admin.get_queryset(request).filter(pk=key_in(key)).first()
            if work is not None and not may(request.user, "change", work):
                raise PermissionDenied
            choice = work and work.pk
        elif not may(request.user, "add", Publication):
            raise PermissionDenied
        told = settle(entry, choice, request.user) if entry and choice else None
        if told is None:
            messages.warning(request, gettext("Somebody has decided about this one already."))
        elif told.outcome == ImportEntry.Outcome.FAILED:
            messages.error(request, told.reason)
        else:
            _report(request, told)
        return redirect(request.get_full_path())


def _report(request, told):
    work = told.publication
    texts = {
        ImportEntry.Outcome.CREATED: gettext("“{title}” is added as a draft."),
        ImportEntry.Outcome.UPDATED: gettext("“{title}” is completed with what the import says."),
        ImportEntry.Outcome.SKIPPED: gettext("“{title}” had all that already."),
    }
    links = [
        (reverse("admin:publications_publication_change", args=[work.pk]), gettext("Open it")),
        (reverse("admin:publications_importrun_undo", args=[told.run_id]), gettext("Undo…")),
    ]
    is_unchanged = told.outcome == ImportEntry.Outcome.SKIPPED
    report(
        request,
        texts[told.outcome].format(title=work),
        links=links[:1] if is_unchanged else links,
    )


def work_in_words(work):
    """What tells a work of an import from others: authors, where and when it appeared."""
    told = [line_in_words(work.authors[:NAMES_SHOWN]), work.venue, words(work.date), work.doi]
    return " · ".join(filter(None, told))
