"""An import from its beginning to its end: batch after batch, each entry accounted for."""

import json
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import DatabaseError, OperationalError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from labsite.plain_rows import insert
from publications.importing.accounts import KEY_LIMIT, REASON_LIMIT, entry_of
from publications.importing.plans import Options, Plan, Verdict
from publications.importing.readings import Reading, Unreadable
from publications.importing.reconciling import Reconciler, Writers
from publications.importing.statements import name_of_source, safe
from publications.importing.writing import StaleError, Writer, one_at_a_time
from publications.models import ImportEntry, ImportRun
from publications.works import Origin, Work

logger = logging.getLogger(__name__)

# As much as is decided and written well within a second: nobody else can write meanwhile.
ENTRIES_AT_ONCE, AUTHORS_AT_ONCE = 250, 3000
ATTEMPTS = 4
PREPARED_FOR = timedelta(days=7)
Outcome = ImportEntry.Outcome
_COLUMNS = [
    *("run_id", "line", "key", "outcome", "reason", "notes", "work", "publication_id"),
    *("before", "after"),
]


@dataclass
class Tally:
    """How many entries there were, and what became of them."""

    created: int = 0
    updated: int = 0
    skipped: int = 0
    failed: int = 0

    @property
    def entries(self):
        return self.created + self.updated + self.skipped + self.failed

    def count(self, entry):
        setattr(self, entry.outcome, getattr(self, entry.outcome) + 1)

    def __add__(self, other):
        return Tally(
            *(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__)
        )


def carry_out(entries, options, *, progress=None, listener=None):
    """Import a source; returns its run, which accounts for every entry.

    ``progress`` is called with the number of entries that are done and of all, ``listener`` with
    each ``ImportEntry``, in order.
    """
    run = _begin(options)
    batches = _Batches(run, options)
    done, total = 0, number_of(entries)
    for batch in in_batches(entries):
        for entry in batches.write(batch):
            if listener:
                listener(entry)
        done += len(batch)
        if progress:
            progress(done, total)
    _finish(run, entries)
    return run


def rehearse(entries, options, *, progress=None, listener=None):
    """Decide about every entry of a source and save nothing; returns the ``Tally``."""
    reconciler, tally = Reconciler(options), Tally()
    done, total = 0, number_of(entries)
    for batch in in_batches(entries):
        for plan in reconciler.plan(batch):
            entry = entry_of(plan, None)
            tally.count(entry)
            if listener:
                listener(entry)
        done += len(batch)
        if progress:
            progress(done, total)
    return tally


def number_of(entries):
    """How many entries a source has."""
    return entries.count if isinstance(entries, Reading) else len(entries)


def in_batches(entries):
    """Lists of entries that are written at once."""
    batch, authors = [], 0
    for entry in entries:
        batch.append(entry)
        authors += len(entry.authors) if isinstance(entry, Work) else 0
        if len(batch) >= ENTRIES_AT_ONCE or authors >= AUTHORS_AT_ONCE:
            yield batch
            batch, authors = [], 0
    if batch:
        yield batch


def _begin(options, **fields):
    """The run of an import that begins."""
    return ImportRun.objects.create(
        source=name_of_source(options.source),
        lab=options.lab,
        member=options.member,
        user=options.user,
        **fields,
    )


def _notes_of(entries):
    """What a source says about itself as a whole, once its last entry is read."""
    return [safe(note) for note in getattr(entries, "notes", [])]


def _finish(run, entries):
    run.notes = [*run.notes, *_notes_of(entries)]
    run.finished_at = timezone.now()
    run.save(update_fields=["notes", "finished_at"])


class _Batches:
    """Decides and writes the batches of one run."""

    def __init__(self, run, options):
        self.run = run
        self.options = options
        self.reconciler = Reconciler(options)
        self.writer = Writer(options.visibility)

    def write(self, batch, *, choices=None, writers=None, prepared=None):
        """Write one batch in one transaction; if it is refused, each of its entries in its own.

        ``prepared`` are the entries of the report that exist already. Returns those that now say
        what happened.
        """
        choices = choices or {}
        prepared = prepared or [None] * len(batch)
        writers = writers or self.reconciler.writers_of(batch)
        try:
            return self._attempt(batch, choices, writers, prepared)
        except OperationalError:
            raise
        except Exception:
            if len(batch) > 1:
                logger.info("A batch was refused and is written entry by entry.", exc_info=True)
        written = []
        for place, entry in enumerate(batch):
            choice = {0: choices[place]} if place in choices else {}
            single = [entry], choice, [writers[place]], [prepared[place]]
            try:
                written += self._attempt(*single)
            except OperationalError:
                raise
            except Exception as error:  # whatever it is, the others must not suffer
                written.append(self._refuse(entry, prepared[place], error))
        return written

    def _attempt(self, *batch):
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return self._write(*batch)
            except (StaleError, OperationalError):
                self.writer.forget()
                if attempt == ATTEMPTS:
                    raise
                time.sleep(0.1 * attempt)
            except Exception:
                self.writer.forget()
                raise
        raise AssertionError

    def _write(self, batch, choices, writers, prepared):
        with transaction.atomic():
            one_at_a_time()
            self.reconciler.forget()
            plans = self.reconciler.plan(batch, choices, writers)
            records = [plan.record for plan in plans if plan.record and plan.record.is_touched]
            self.writer.write(records, user=self.options.user, step=self.run.step)
            venues = list(self.writer.made_venues)
            entries = []
            for plan, known in zip(plans, prepared, strict=True):
                entry = entry_of(plan, self.run)
                if venues and plan.verdict in {Verdict.NEW, Verdict.CHANGED}:
                    entry.after["_venues"], venues = venues, []
                if known:
                    entry.pk = known.pk
                entries.append(entry)
            self._save(entries)
        return entries

    def _save(self, entries):
        known = [entry for entry in entries if entry.pk]
        insert(ImportEntry, _COLUMNS, [_row_of(entry) for entry in entries if not entry.pk])
        names = ["outcome", "reason", "notes", "work", "publication", "before", "after"]
        ImportEntry.objects.bulk_update(known, names, batch_size=50)

    def _refuse(self, entry, known, error):
        """Write down that an entry could not be saved."""
        logger.warning("An entry of %s was refused.", self.run.source, exc_info=error)
        work = None if isinstance(entry, Unreadable) else entry
        failed = entry_of(
            Plan(work, Verdict.FAILED, entry.origin, reason=_reason_of(error)), self.run
        )
        failed.pk = known.pk if known else None
        with transaction.atomic():
            self._save([failed])
        return failed


def _row_of(entry):
    """An entry as its columns keep it."""
    return [
        json.dumps(value) if isinstance(value := getattr(entry, name), dict | list) else value
        for name in _COLUMNS
    ]


def _reason_of(error):
    """In a sentence, why an entry could not be saved."""
    if isinstance(error, ValidationError):
        return " ".join(error.messages)
    if isinstance(error, StaleError):
        return _("Somebody else was changing the same work. Import the entry once more.")
    if isinstance(error, DatabaseError):
        return _("The database refused it: %s") % str(error).split("\n", maxsplit=1)[0]
    return _("It could not be saved (%s).") % type(error).__name__


def prepare(entries, options, writers=None):
    """Keep a source until somebody has looked at it; nothing of it is on the site.

    Runs that nobody came back to are cleaned up. ``writers`` are the names of entries that have
    one from an earlier run.
    """
    names = Writers(options.source)
    source = entries
    entries = [(entry, names.name(entry)) for entry in entries]
    if writers:
        entries = [(entry, name) for (entry, _name), name in zip(entries, writers, strict=True)]
    with transaction.atomic():
        old = ImportRun.objects.filter(
            state=ImportRun.State.PREPARED, started_at__lt=timezone.now() - PREPARED_FOR
        )
        old.delete()
        notes = _notes_of(source)
        run = _begin(options, state=ImportRun.State.PREPARED, notes=notes)
        ImportEntry.objects.bulk_create([_waiting(entry, name, run) for entry, name in entries])
    return run


def _waiting(entry, writer, run):
    """The entry of a report that waits for a person."""
    waiting = ImportEntry(
        run=run,
        line=entry.origin.line,
        key=safe(entry.origin.key)[:KEY_LIMIT],
        outcome=Outcome.SKIPPED,
        reason=_("Not carried out yet."),
    )
    if isinstance(entry, Unreadable):
        waiting.outcome, waiting.reason = Outcome.FAILED, safe(entry.reason)[:REASON_LIMIT]
        waiting.notes = [safe(entry.excerpt)] if entry.excerpt else []
    else:
        waiting.work = safe(entry.to_json())
        waiting.after = {"_writer": writer}
    return waiting


def plans_of(run):
    """Each entry of a prepared run with its ``Plan``: what would happen if it was confirmed now."""
    entries = list(run.entries.order_by("pk"))
    works = [_read_again(entry) for entry in entries]
    made = Reconciler(_options_of(run)).plan(works, writers=[_writer_of(each) for each in entries])
    return list(zip(entries, made, strict=True))


def confirm(run, ticked, visibility, user):
    """Carry a prepared run out, once, however often somebody asks for it; returns the run.

    ``ticked`` are the keys of the entries that are wanted. It may also be a mapping from these keys
    to what a person decided about an entry: ``AS_NEW``, the key of the publication that it is, or
    None where nothing had to be decided.
    """
    choices = dict(ticked) if isinstance(ticked, Mapping) else dict.fromkeys(ticked)
    waiting = ImportRun.objects.filter(pk=run.pk, state=ImportRun.State.PREPARED)
    if not waiting.update(state=ImportRun.State.DONE, user=user, started_at=timezone.now()):
        return ImportRun.objects.get(pk=run.pk)
    run = ImportRun.objects.get(pk=run.pk)
    entries = list(run.entries.order_by("pk"))
    batches = _Batches(run, replace(_options_of(run), visibility=visibility, user=user))
    wanted = []
    for entry in entries:
        if entry.outcome == Outcome.FAILED:
            continue
        if entry.pk in choices:
            wanted.append((entry, _read_again(entry), _writer_of(entry)))
        else:
            entry.reason = _("Left out.")
    ImportEntry.objects.bulk_update(entries, ["reason"], batch_size=100)
    for start in range(0, len(wanted), ENTRIES_AT_ONCE):
        prepared, works, writers = zip(*wanted[start : start + ENTRIES_AT_ONCE], strict=True)
        decided = {
            place: choices[entry.pk] for place, entry in enumerate(prepared) if choices[entry.pk]
        }
        batches.write(works, choices=decided, writers=writers, prepared=prepared)
    _finish(run, entries)
    return run


def _read_again(entry):
    """The entry of a prepared run as it was read."""
    if entry.work:
        return Work.from_json(entry.work)
    excerpt = entry.notes[0] if entry.notes else ""
    return Unreadable(Origin(line=entry.line, key=entry.key), entry.reason, excerpt)


def _writer_of(entry):
    return entry.after.get("_writer", "")


def _options_of(run):
    return Options(source=run.source, lab=run.lab, member=run.member, user=run.user)
