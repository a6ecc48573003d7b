"""Takes a whole run back: what it made goes, what it changed returns to what it was.

Whatever somebody has changed since, or put to use, stays as it is and is told in a sentence. All
of it is one step of the history, so that this too can be taken back, record by record.
"""

import uuid
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from labsite import history
from labsite.models import Change, OldAddress
from publications.importing.accounts import rows_digest
from publications.importing.records import Records, Row
from publications.importing.statements import name_of
from publications.importing.writing import Writer, one_at_a_time, states_of
from publications.models import (
    Identifier,
    ImportEntry,
    ImportRun,
    Publication,
    PublicationLink,
    PublicationListing,
    Venue,
)
from publications.titles import title_key

AT_ONCE = 40  # entries in one transaction
# A run that has not ended by then never will: its process is gone.
LONGEST_RUN = timedelta(hours=1)


def is_under_way(run):
    """Whether a run has begun and may still go on."""
    return (
        run.state == ImportRun.State.DONE
        and run.finished_at is None
        and timezone.now() - run.started_at < LONGEST_RUN
    )


def undo(run, user):
    """Take a run back; returns in sentences what was left alone.

    Raises ValidationError for a run that has not been carried out, or still goes on. Taking back
    twice changes nothing more.
    """
    run.refresh_from_db()
    if run.state == ImportRun.State.PREPARED:
        raise ValidationError(_("Nothing of this import is on the site yet."))
    if is_under_way(run):
        raise ValidationError(_("This import still goes on. Wait until it has ended."))
    if run.undone_at:
        return []
    ImportRun.objects.filter(pk=run.pk).update(state=ImportRun.State.UNDONE)
    work = _Undo(run, user)
    # The last first: what an entry changed stands on what those before it had made.
    entries = run.entries.order_by("-pk").filter(publication__isnull=False)
    keys = list(entries.values_list("pk", flat=True))
    for start in range(0, len(keys), AT_ONCE):
        batch = keys[start : start + AT_ONCE]
        work.take_back(list(entries.filter(pk__in=batch).defer("work", "notes")))
    work.remove_venues()
    run.state, run.undone_at = ImportRun.State.UNDONE, timezone.now()
    run.notes = [*run.notes, *work.sentences()]
    run.save(update_fields=["state", "undone_at", "notes"])
    return work.left_alone


class _Undo:
    """A run on its way back."""

    def __init__(self, run, user):
        self.run = run
        self.user = user
        self.number = uuid.uuid4()
        self.removed = self.restored = 0
        self.left_alone = []

    def sentences(self):
        """For the report: what was taken back, and what was left alone."""
        removed = ngettext(
            "Taken back: %(count)s new work.", "Taken back: %(count)s new works.", self.removed
        ) % {"count": self.removed}
        restored = ngettext(
            "%(count)s work is as it was before.",
            "%(count)s works are as they were before.",
            self.restored,
        ) % {"count": self.restored}
        return [f"{removed} {restored}", *self.left_alone]

    def take_back(self, entries):
        """Take some entries back in one transaction; if that fails, each in its own."""
        try:
            self._take_back(entries)
        except IntegrityError:
            for entry in entries:
                try:
                    self._take_back([entry])
                except IntegrityError:
                    self._leave(
                        entry.publication.title,
                        _("what it had before belongs to another record by now."),
                    )

    def _take_back(self, entries):
        told = len(self.left_alone)
        counts = self.removed, self.restored
        made = self._made_by_run({entry.publication_id for entry in entries})
        try:
            with (
                transaction.atomic(),
                history.step(
                    self.user, action=Change.Action.RESTORED, number=self.number
                ) as current,
            ):
                one_at_a_time()
                self._restore(
                    current, [entry for entry in entries if entry.publication_id not in made]
                )
                created = [entry for entry in entries if _is_created(entry)]
                self._remove(current, {entry.publication_id for entry in created})
        except IntegrityError:
            del self.left_alone[told:]
            self.removed, self.restored = counts
            raise

    def _made_by_run(self, keys):
        """Those of the publications that the run made: they go, or stay, as a whole."""
        made = self.run.entries.filter(
            outcome=ImportEntry.Outcome.CREATED, publication__in=keys
        ).order_by()
        return set(made.values_list("publication", flat=True))

    def _remove(self, current, keys):
        """Delete what the run made, as far as nobody changed or needs it."""
        if not keys:
            return
        states = {}
        known = self.run.entries.filter(publication__in=keys).order_by("pk")
        for key, after in known.values_list("publication", "after"):
            if state := after.get("_state"):
                states[key] = state
        now = states_of(keys)
        needed, listing = _needed(keys), _with_lists(keys)
        titles = dict(Publication._base_manager.filter(pk__in=keys).values_list("pk", "title"))
        going = []
        for key in sorted(keys & titles.keys()):
            if key in needed:
                self._leave(titles[key], _("other records need it by now."))
            elif now[key] != states.get(key) or key in listing:
                self._leave(titles[key], _("it was changed since, and stays."))
            else:
                going.append(key)
        current.delete(Publication, going)
        self.removed += len(going)

    def _restore(self, current, entries):
        entries = [entry for entry in entries if entry.after]
        keys = [entry.publication_id for entry in entries if entry.before]
        current.touch_keys(Publication, keys)
        records = Records()
        records.read(entry.publication_id for entry in entries)
        restored = {}
        for entry in entries:
            record = records.by_key.get(entry.publication_id)
            if record is None:
                continue
            before, after = entry.before, entry.after
            self._restore_columns(record, before, after)
            self._restore_rows(record, before, after)
            _remove_parts(record, after)
            for name, written in before.get("_written_by", {}).items():
                if written is None:
                    record.written_by.pop(name, None)
                else:
                    record.written_by[name] = written
                record.touched.add("written_by")
            if before:
                restored[record.pk] = record
        Writer("").write(list(restored.values()), user=self.user, step=self.number)
        self.restored += len(restored)

    def _restore_columns(self, record, before, after):
        was = before.get("_columns", {})
        for name, value in after.get("_columns", {}).items():
            here = record.columns.get(name) or None
            if here == (value or None):
                record.columns[name] = was.get(name) or ""
                record.touched.add(name)
                if name == "title":
                    record.title_key = title_key(record.columns["title"])
            elif here != (was.get(name) or None):
                self._leave_field(record, name)
        if "_venue" in after:
            if record.venue == after["_venue"]:
                record.venue, record.venue_id = before["_venue"], None
                record.touched.add("venue")
            elif record.venue != before["_venue"]:
                self._leave_field(record, "venue")
        if "_extra" in after:
            if record.extra == after["_extra"]:
                record.extra = before["_extra"]
                record.touched.add("extra_fields")
            elif record.extra != before["_extra"]:
                self._leave_field(record, "extra_fields")

    def _restore_rows(self, record, before, after):
        if "_rows" not in before:
            return
        here = {row.pk: row for row in record.rows}
        if rows_digest(record.rows) == after["_rows"]:
            rows = []
            for pk, values in before["_rows"]:
                row = Row(*values, pk=pk if pk in here else None)
                row.stored = here[pk].stored if pk in here else None
                rows.append(row)
            record.rows = rows
            record.touched.add("authors")
            return
        if [list(row.current()) for row in record.rows] == [row for _pk, row in before["_rows"]]:
            return
        for pk, member in after.get("_members", []):
            if pk in here and here[pk].member == member:
                here[pk].member = None
                record.touched.add("authors")
        if set(after) & {"authors"}:
            self._leave_field(record, "authors")

    def _leave_field(self, record, name):
        what = _("the authors") if name == "authors" else name_of(name)
        self._leave(record.columns["title"], _("%s was changed since, and stays.") % what)

    def _leave(self, title, why):
        self.left_alone.append(f"“{title}”: {why}")

    def remove_venues(self):
        """Delete the journals and conferences that the run made, where nothing appeared in them."""
        keys = set()
        for after in self.run.entries.filter(after__has_key="_venues").values_list(
            "after", flat=True
        ):
            keys.update(after["_venues"])
        changed = Change.objects.filter(kind=Venue._meta.label_lower, record_id__in=keys)
        keys -= set(changed.values_list("record_id", flat=True))
        venues = Venue._base_manager.filter(pk__in=keys, publications=None).order_by("pk")
        unused = list(venues.values_list("pk", flat=True))
        for start in range(0, len(unused), AT_ONCE):
            batch = unused[start : start + AT_ONCE]
            with history.step(self.user, number=self.number) as current:
                still = Venue._base_manager.filter(pk__in=batch, publications=None)
                current.delete(Venue, list(still.values_list("pk", flat=True)))


def _is_created(entry):
    return entry.outcome == ImportEntry.Outcome.CREATED


def _needed(keys):
    """The publications that others need: news, talks, projects, and who comes by an old address.

    Such an address is that of a work that was merged with it, and would be lost as well.
    """
    addresses = OldAddress.objects.filter(kind=Publication._meta.label_lower, record_id__in=keys)
    needed = set(addresses.values_list("record_id", flat=True))
    for relation in Publication._meta.related_objects:
        if relation.many_to_many:
            field = relation.field
            name = field.m2m_reverse_field_name()
            rows = relation.through._base_manager.filter(**{f"{name}__in": keys})
            needed.update(rows.values_list(name, flat=True))
    return needed


def _with_lists(keys):
    """The publications to which somebody gave topics or grants; imports give none."""
    found = set()
    for field in Publication._meta.many_to_many:
        rows = field.remote_field.through
        if rows._meta.auto_created:
            name = field.m2m_field_name()
            given = rows._base_manager.filter(**{f"{name}__in": keys})
            found.update(given.values_list(name, flat=True))
    return found


def _remove_parts(record, after):
    """Take away links, identifiers and listings that an entry added."""
    for label, address in after.get("_links", []):
        PublicationLink._base_manager.filter(owner=record.pk, label=label, url=address).delete()
    for scheme, value in after.get("_identifiers", []):
        rows = Identifier._base_manager.filter(publication=record.pk, scheme=scheme, value=value)
        rows.delete()
    for lab in after.get("_labs", []):
        rows = PublicationListing._base_manager.filter(publication=record.pk, lab=lab)
        rows.filter(is_selected=False, position=0).delete()
