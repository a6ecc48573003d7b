"""How a content file becomes rows: found again, compared, saved only where something differs."""

import difflib
from collections import Counter, defaultdict
from functools import cached_property

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.fields.files import FieldFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from labsite.folding import fold
from labsite.models import OldAddress
from labsite.periods import Period, settled
from labsite.pictures import rendition_names
from labsite.records import Record
from labsite.site.content import values as reading
from labsite.site.content.values import Bad
from labsite.slugs import address_within
from people.models import Lab, Member, Page, Topic
from publications.models import Funder, Grant, Project, Publication, Talk, Venue
from publications.recognition import Recognition

# By which columns a record can be referred to; the first that finds one settles it.
LOOK_UPS = {
    Lab: ["slug", "name", "short_name"],
    Member: ["slug", "display_name"],
    Topic: ["slug", "name"],
    Page: ["slug", "title"],
    Publication: ["slug", "title"],
    Project: ["slug", "name"],
    Talk: ["slug", "title"],
    Venue: ["name", "short_name"],
    Funder: ["name", "short_name"],
    Grant: ["number", "title"],
}
_NOT_GIVEN = {"blank", "null", "required"}


class Report:
    """How many records of each kind a file created, changed, and left as they were."""

    outcomes = {
        "created": gettext_lazy("created"),
        "changed": gettext_lazy("changed"),
        "unchanged": gettext_lazy("unchanged"),
    }

    def __init__(self):
        self.counts = defaultdict(Counter)

    def count(self, model, outcome):
        self.counts[model][outcome] += 1

    def total(self, outcome):
        """The number of records of all kinds with this outcome."""
        return sum(counts[outcome] for counts in self.counts.values())

    def lines(self):
        """One line for each kind of record: "labs: 3 created, 0 changed, 1 unchanged"."""
        for model, counts in self.counts.items():
            words = ", ".join(f"{counts[name]} {word}" for name, word in self.outcomes.items())
            yield f"{model._meta.verbose_name_plural}: {words}"


class Shape:
    """Which keys of a table fill which columns of a model: "title arxiv=arxiv_id".

    ``same`` are the columns by which a row is found again, whatever its place in the list.
    """

    def __init__(self, model, columns, *, same=(), is_numbered=True):
        self.model = model
        self.columns = {}
        for word in columns.split():
            key, _equals, column = word.partition("=")
            self.columns[key] = column or key
        self.same = same
        self.is_numbered = is_numbered

    def field(self, key):
        return self.model._meta.get_field(self.columns[key])

    def key(self, column):
        """The key that fills a column, to name it in a sentence."""
        return next((key for key, name in self.columns.items() if name == column), column)

    def defaults(self):
        """What a row holds in the columns that its table does not mention."""
        fields = [self.field(key) for key in self.columns]
        return {
            field.name: field.get_default()
            for field in fields
            if not isinstance(field, models.FileField)
        }


class Entry:
    """One record of the file on its way into the database."""

    def __init__(self, table, record):
        self.table = table
        self.record = record
        self.is_new = record._state.adding
        self.is_saved = False
        self.has_failed = False
        self.is_changed = False

    @property
    def parent(self):
        """The record as parent of rows; None where it could not be saved."""
        return None if self.has_failed else self.record

    @property
    def outcome(self):
        if self.is_new:
            return "created"
        return "changed" if self.is_saved or self.is_changed else "unchanged"


class Loading:
    """What is known while one file is loaded."""

    def __init__(self, file):
        self.file = file
        self.report = Report()
        self.entries = []
        self._uploads = []  # to be taken back when the file has problems
        self._claimed = defaultdict(set)  # model → keys of records that the file has named
        self._named = set()  # names under which the file has listed a record without address
        self._addresses_at = {}
        self._failed = set()  # names of records that could not be saved

    @cached_property
    def recognition(self):
        """Who an author is; asked for only once all members are saved."""
        return Recognition()

    @property
    def people(self):
        """All members with their spellings."""
        return self.recognition.members

    # Records

    def record(self, table, shape, *, names, scope=None, defaults=None, more=None):
        """Find or make the record of a table, fill its columns and save it; returns an Entry.

        ``names`` are the columns by which it is found without an address, ``more`` the values
        that do not stand in a key of their own, ``defaults`` are for new ones only.
        """
        scope = scope or {}
        values = self.read(table, shape) | (more or {})
        record = self._existing(shape.model, table, values, names, scope)
        if record is None:
            record = shape.model(**scope)
            values = (defaults or {}) | values
        return self.enter(table, shape, record, values)

    def enter(self, table, shape, record, values):
        """Take a record up with what the file says about it; returns an Entry."""
        entry = Entry(table, record)
        self.entries.append(entry)
        self.fill(entry, shape, values)
        if entry.has_failed:
            given = {values.get(column) for column in LOOK_UPS.get(shape.model, [])}
            self._failed |= {(shape.model, name) for name in given if name}
        else:
            self._claimed[shape.model].add(record.pk)
        return entry

    def fill(self, entry, shape, values):
        """Set columns of a record and save it if that changes anything."""
        saved = self.put(entry.record, values, entry.table, shape)
        if saved is None:
            entry.has_failed = entry.record._state.adding
        else:
            entry.is_saved |= saved

    def _existing(self, model, table, values, names, scope):
        """The record that the table is about: at its address, else under its name."""
        records = model._base_manager.filter(**scope)
        slug = values.get("slug")
        if slug and (found := self._at_address(records, slug, within=scope.values())):
            if found.pk in self._claimed[model]:
                table.problem(_("“%s” stands in this file twice.") % slug, "slug")
            return found
        for columns in names:
            wanted = {column: values.get(column, "") for column in columns}
            if not wanted[columns[0]]:
                continue
            if not slug and self._is_named_again(model, scope, wanted):
                name = next(iter(wanted.values()))
                problem = _("“%s” stands in this file twice. If these are two, give each a “slug”.")
                table.problem(problem % name)
                return None
            found = [record for record in records.filter(**wanted) if self._is_free(record, table)]
            if len(found) > 1:
                table.problem(self._two(model, next(iter(wanted.values()))))
            if found:
                return found[0]
        return None

    def _is_named_again(self, model, scope, wanted):
        name = (model, *scope.values(), *wanted.items())
        if name in self._named:
            return True
        self._named.add(name)
        return False

    def _is_free(self, record, table):
        """Who has an address in this file is found by it, not by a name that two may share."""
        return record.pk not in self._claimed[type(record)] and not (
            isinstance(record, Record) and record.slug in self._addresses(table)
        )

    def _addresses(self, table):
        """The addresses that this file gives to records of the kind."""
        path = table.path[:-1]
        if path not in self._addresses_at:
            siblings = self.file.values
            for step in path:
                siblings = siblings[step]
            self._addresses_at[path] = {
                item["slug"]
                for item in siblings
                if isinstance(item, dict) and isinstance(item.get("slug"), str)
            }
        return self._addresses_at[path]

    def _at_address(self, records, slug, *, within=()):
        """The record at this very address, today or before; names are not turned into one."""
        if found := records.filter(slug=slug).first():
            return found
        old = address_within([owner and owner.pk for owner in within], slug)
        key = OldAddress.objects.record_id_of(records.model, old)
        return records.filter(pk=key).first() if key else None

    @staticmethod
    def _two(model, name):
        return _("Two entries of the kind “%(kind)s” are called “%(name)s”; give the “slug”.") % {
            "kind": model._meta.verbose_name,
            "name": name,
        }

    def finish(self):
        """Save records whose rows have changed, count what became of each, find unknown keys."""
        for entry in self.entries:
            entry.table.finish()
            if entry.is_changed and not entry.is_saved and isinstance(entry.record, Record):
                entry.record.save()
            self.report.count(type(entry.record), entry.outcome)

    # References

    def find(self, model, name, table, key):
        """The record called ``name``; raises ``Bad`` when there is none, or more than one."""
        if (model, name) in self._failed:
            raise Bad
        for column in LOOK_UPS[model]:
            if column == "slug" and (found := self._at_address(model._base_manager.all(), name)):
                return found
            found = list(model._base_manager.filter(**{column: name})[:2])
            if len(found) == 1:
                return found[0]
            if found:
                table.problem(self._two(model, name), key)
                raise Bad
        table.problem(
            _("There is no %(kind)s called “%(name)s”.%(hint)s")
            % {"kind": model._meta.verbose_name, "name": name, "hint": self._hint(model, name)},
            key,
        )
        raise Bad

    def _hint(self, model, name):
        known = {}
        for column in LOOK_UPS[model]:
            names = model._base_manager.exclude(**{column: ""}).values_list(column, flat=True)
            known |= {fold(other): other for other in names}
        near = difflib.get_close_matches(fold(name), known, n=1, cutoff=0.7)
        return _(" Do you mean “%s”?") % known[near[0]] if near else ""

    def find_all(self, model, table, key):
        """The records that a list names, without those whose problem has been noted."""
        found = []
        for index, name in enumerate(table.texts(key)):
            try:
                found.append(self.find(model, name, table, (key, index)))
            except Bad:
                continue
        return found

    def relate(self, entry, column):
        """Set a many-to-many column, if the file mentions it."""
        if column in entry.table:
            model = type(entry.record)._meta.get_field(column).related_model
            self.set_related(entry, column, self.find_all(model, entry.table, column))

    def set_related(self, entry, column, records):
        if entry.parent is None:
            return
        related = getattr(entry.record, column)
        before = set(related.values_list("pk", flat=True))
        if before != {record.pk for record in records}:
            related.set(records)
            entry.is_changed = True

    # Rows

    def rows(self, entry, shape, tables, *, link, scope=None, prepare=None, then=None):
        """Make the rows below a record those of the file, unless it does not mention the list.

        ``prepare(row, values, table)`` completes the values, ``then(row, table, is_known)``
        returns whether something below the row has changed.
        """
        if tables is None:
            return
        wanted = [(table, self.read(table, shape)) for table in tables]
        entry.is_changed |= self.save_rows(
            entry.parent, shape, wanted, link=link, scope=scope, prepare=prepare, then=then
        )
        for table in tables:
            table.finish()

    def save_rows(self, parent, shape, wanted, *, link, scope=None, prepare=None, then=None):
        """As ``rows``, for values that have been read already; returns whether anything changed."""
        scope = scope or {}
        stored = []
        if parent is not None:
            order = ["position", "pk"] if shape.is_numbered else ["pk"]
            rows = shape.model._base_manager.filter(**{link: parent}, **scope)
            stored = list(rows.order_by(*order))
        pairs, left_over = paired(stored, wanted, shape)
        changed = bool(left_over)
        for row in left_over:
            row.delete()
        for place, (row, table, values, is_known) in enumerate(pairs, start=1):
            if row is None:
                row = shape.model(**({link: parent} if parent is not None else {}), **scope)
            if shape.is_numbered:
                values["position"] = place
            if prepare:
                prepare(row, values, table)
            exclude = [link] if parent is None else []
            changed |= bool(self.put(row, values, table, shape, exclude=exclude))
            if then:
                changed |= then(None if row._state.adding else row, table, is_known)
        return changed

    def put(self, row, values, table, shape, *, exclude=()):
        """Set columns, and save if that changes anything.

        Returns True when it was saved, False when there was no need, None when it cannot be.
        """
        if isinstance(row, Period) and ("end" in values or "ending" in values):
            end = values.get("end", row.end)
            values["ending"] = settled(values.get("ending", row.ending), end)
        different = {
            column: value
            for column, value in values.items()
            if reading.differs(getattr(row, column, None), value)
        }
        if not (different or row._state.adding):
            return False
        for column, value in different.items():
            setattr(row, column, value)
        try:
            row.full_clean(exclude=exclude)
        except ValidationError as error:
            self._note(error, table, shape)
            return None
        if exclude or self.file.has_bad(table):
            return None
        row.save()
        for column in different:
            self._remember_upload(getattr(row, column))
        return True

    def _note(self, error, table, shape):
        for column, problems in error.error_dict.items():
            key = shape.key(column)
            for problem in problems:
                if column == "__all__":
                    table.problem(" ".join(problem.messages))
                elif problem.code in _NOT_GIVEN:
                    if not self.file.has_bad(table, key):
                        table.problem(_("“%s” is missing.") % key)
                else:
                    words = {"key": key, "problem": " ".join(problem.messages)}
                    table.problem(_("“%(key)s”: %(problem)s") % words, key)

    # Values

    def read(self, table, shape):
        """The columns that a table mentions, each as its model keeps it."""
        values = {}
        for key, column in shape.columns.items():
            if key in table:
                try:
                    values[column] = self._value(table, key, shape.field(key))
                except Bad:
                    self.file.note_bad(table, key)
        return values

    def _value(self, table, key, field):
        if isinstance(field, models.ForeignKey):
            before = len(self.file.problems)
            name = table.text(key)
            if len(self.file.problems) > before:
                raise Bad
            return self.find(field.related_model, name, table, key) if name else None
        return reading.value(table, key, field)

    # Uploads

    def take_uploads_back(self):
        """Delete the files of rows that were not saved in the end."""
        for storage, names in self._uploads:
            for name in names:
                storage.delete(name)

    def _remember_upload(self, file):
        if isinstance(file, FieldFile) and file:
            names = [name for _width, name in rendition_names(file.name)] or [file.name]
            self._uploads.append((file.storage, names))


def paired(stored, wanted, shape):
    """Each wanted row with the stored one that it is, and the stored ones that are left over.

    Rows that agree in the columns ``shape.same`` belong together, and keep what the file does not
    mention; the others are taken in their order and keep nothing.
    """
    identities = [
        tuple((shape.defaults() | values).get(column) for column in shape.same)
        for _table, values in wanted
    ]
    known = {}
    for row in stored:
        known.setdefault(tuple(getattr(row, column) for column in shape.same), []).append(row)
    found = [
        known.pop(identity)[0]
        if shape.same and len(known.get(identity, [])) == 1 == identities.count(identity)
        else None
        for identity in identities
    ]
    free = [row for row in stored if row not in found]
    pairs = []
    for (table, values), row in zip(wanted, found, strict=True):
        if row is not None:
            pairs.append((row, table, dict(values), True))
        else:
            row = free.pop(0) if free else None
            pairs.append((row, table, shape.defaults() | values, False))
    return pairs, free
