"""Works that imports held back, because they may be here already: a person decides about each."""

from django.db import transaction
from django.utils.translation import gettext as _

from labsite.visibility import Visibility
from publications.importing.plans import Options
from publications.importing.reconciling import AS_NEW, plan
from publications.importing.runs import confirm, prepare
from publications.models import ImportEntry, ImportRun
from publications.works import Work

Outcome = ImportEntry.Outcome


def held_entries():
    """The entries that wait for a person, those of the latest import first."""
    rows = ImportEntry.objects.filter(outcome=Outcome.SKIPPED, run__state=ImportRun.State.DONE)
    held = rows.filter(work__has_key="_duplicates")  # others were left out by somebody
    return held.select_related("run").order_by("-run", "pk")


def with_candidates(entries):
    """Each entry with the work that it holds and the keys of publications which it may be."""
    works = [Work.from_json(entry.work) for entry in entries]
    plans = plan(works, Options()) if works else []
    return [
        (entry, work, made.duplicates or [key for key in [made.publication] if key])
        for entry, work, made in zip(entries, works, plans, strict=True)
    ]


def settle(entry, choice, user):
    """Import a held entry as what a person says it is: ``AS_NEW``, or the key of a publication.

    Returns the entry of the report about it; None if somebody else has decided meanwhile. A new
    work is a draft. What could not be saved waits as before.
    """
    with transaction.atomic():
        waiting = ImportEntry.objects.select_for_update().filter(pk=entry.pk).exclude(work={})
        held = waiting.first()
        if held is None:
            return None
        reason = _("Added as new.") if choice == AS_NEW else _("The same as one that was here.")
        ImportEntry.objects.filter(pk=held.pk).update(work={}, reason=reason)
    run = held.run
    options = Options(source=run.source, lab=run.lab, member=run.member, user=user)
    writer = held.after["_held"]["writer"]
    prepared = prepare([Work.from_json(held.work)], options, writers=[writer])
    confirm(prepared, {prepared.entries.get().pk: choice}, Visibility.DRAFT, user)
    told = prepared.entries.select_related("run", "publication").get()
    if told.outcome == Outcome.FAILED:
        ImportEntry.objects.filter(pk=held.pk).update(work=held.work, reason=told.reason)
    return told
