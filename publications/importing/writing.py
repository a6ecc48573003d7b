"""Brings what was decided to the database: many rows in one statement, one short transaction.

Each batch is decided and written in the same transaction, behind a lock that all imports share, so
that two of them never both take the same work for a new one.
"""

import json

from django.db import connection
from django.utils import timezone

from labsite import history
from labsite.folding import fold
from labsite.formulas import plain
from labsite.plain_rows import insert
from labsite.slugs import first_free_of_many
from labsite.visibility import Visibility
from people.name_parts import parts_of
from publications.bibtex_keys import Wish, free_keys, is_key, key_made_of
from publications.importing.records import ROW, SOURCE, Records, digest
from publications.models import (
    Authorship,
    Identifier,
    Kind,
    Publication,
    PublicationLink,
    PublicationListing,
    Venue,
)

BATCH = 500  # rows in one statement
_BESIDE = ("extra_fields", "written_by", "version", "created_at", "updated_at")
# What people can change about a publication, without its parts and what counts its versions.
STATE = [
    field.attname
    for field in Publication._meta.concrete_fields
    if field.name not in {"id", *_BESIDE}
]
_DEFAULTS = {name: Publication._meta.get_field(name).get_default() for name in STATE}
_IMPORTS = 0x6C616273  # the number of the lock that imports share
_KINDS_OF_VENUES = {
    Kind.CONFERENCE_PAPER: Venue.Kind.CONFERENCE,
    Kind.JOURNAL_ARTICLE: Venue.Kind.JOURNAL,
    Kind.MAGAZINE_ARTICLE: Venue.Kind.JOURNAL,
    Kind.NEWSPAPER_ARTICLE: Venue.Kind.JOURNAL,
    Kind.REVIEW: Venue.Kind.JOURNAL,
    Kind.CHAPTER: Venue.Kind.BOOK,
    Kind.ENTRY: Venue.Kind.BOOK,
    Kind.PREPRINT: Venue.Kind.ARCHIVE,
}


class StaleError(Exception):
    """Somebody changed a record between its reading and its lock."""


def one_at_a_time():
    """Wait until no other import decides or writes; for the rest of the transaction.

    SQLite lets one transaction write at a time anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_IMPORTS])


class Writer:
    """Writes records for one run; what is new on the site stands in ``made_venues``."""

    def __init__(self, visibility):
        self.visibility = visibility
        self._venues = None
        self.made_venues = []  # the keys of the venues that this batch made

    def write(self, records, *, user=None, step=None):
        """Write every record that an import touched, the new ones first.

        ``step`` is the number under which the history keeps what happens to those that are here.
        """
        records = list({id(record): record for record in records}.values())
        self.made_venues = []
        new = [record for record in records if not record.pk]
        changed = [record for record in records if record.pk and _is_visible_change(record)]
        quiet = [record for record in records if record.pk and not _is_visible_change(record)]
        self._add_venues([*new, *changed])
        if new:
            self._create(new)
        if changed:
            with history.step(user, action="imported", number=step) as current:
                current.touch_keys(Publication, [record.pk for record in changed])
                _be_sure(changed)
                self._update(changed)
                self._add_parts(changed)
        if quiet:
            self._add_parts(quiet)

    def forget(self):
        """Forget what a transaction made that was rolled back."""
        self._venues = None

    def _add_venues(self, records):
        """Find the venue of each record by its name, and make those that are missing."""
        names = {record.venue: record for record in records if record.venue and not record.venue_id}
        if not names:
            return
        if self._venues is None:
            rows = Venue._base_manager.order_by("-pk").values_list("pk", "name", "short_name")
            self._venues = {}
            for pk, name, short in rows:
                self._venues.setdefault(_key_of_venue(short or name), pk)
                self._venues[_key_of_venue(name)] = pk
        missing = {}
        for name, record in names.items():
            if _key_of_venue(name) not in self._venues:
                kind = _KINDS_OF_VENUES.get(record.columns.get("kind"), Venue.Kind.OTHER)
                missing.setdefault(_key_of_venue(name), Venue(name=name, kind=kind))
        if missing:
            known = Venue._base_manager.filter(name__in=[venue.name for venue in missing.values()])
            known = dict(known.values_list("name", "pk"))
            fresh = [venue for venue in missing.values() if venue.name not in known]
            for venue in Venue._base_manager.bulk_create(fresh, batch_size=BATCH):
                known[venue.name] = venue.pk
                self.made_venues.append(venue.pk)
            self._venues |= {key: known[venue.name] for key, venue in missing.items()}
        for record in records:
            if record.venue and not record.venue_id:
                record.venue_id = self._venues[_key_of_venue(record.venue)]

    def _create(self, records):
        """Write new publications; each column gets what its field would make of the value.

        Fields are passed by, because they cost more than all the rest: what a source says has been
        tidied as they do it (``statements``), and the others begin with their default.
        """
        rows = Publication._base_manager.all()
        keys = free_keys(rows, [_wish(record) for record in records])
        titles = [plain(record.columns["title"]) for record in records]
        addresses = first_free_of_many(Publication, titles)
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        written = []
        for record, key, slug in zip(records, keys, addresses, strict=True):
            record.key, record.slug, record.version = key, slug, 1
            values = _DEFAULTS | record.columns
            values |= {
                "bibtex_key": key,
                "slug": slug,
                "title_key": record.title_key,
                "venue_id": record.venue_id,
                "visibility": Visibility.DRAFT if record.is_draft else self.visibility,
            }
            record.state = state_of([values[name] for name in STATE], record)
            texts = json.dumps(record.extra), json.dumps(record.written_by)
            written.append((*[values[name] for name in STATE], *texts, 1, now, now))
        insert(Publication, (*STATE, *_BESIDE), written)
        made = rows.filter(slug__in=addresses).values_list("slug", "pk")
        keys_by_slug = dict(made)
        for record in records:
            record.pk = keys_by_slug[record.slug]
        insert(
            Authorship,
            ("publication_id", "position", *ROW),
            [
                (record.pk, place, *row.current())
                for record in records
                for place, row in enumerate(record.rows, start=1)
            ],
        )
        self._add_parts(records)

    def _update(self, records):
        publications = Publication._base_manager.in_bulk([record.pk for record in records])
        rows = []
        for record in records:
            publication = publications[record.pk]
            names = {"version", "updated_at"}
            for name in record.touched:
                if name == "venue":
                    publication.venue_id = record.venue_id
                elif name == "written_by":
                    publication.written_by = record.written_by
                elif name == "extra_fields":
                    publication.extra_fields = record.extra
                elif name == "authors":
                    rows.append(record)
                    continue
                else:
                    empty = publication._meta.get_field(name).get_default()
                    setattr(publication, name, record.columns.get(name) or empty)
                names.add(name)
                if name == "title":
                    names.add("title_key")
            publication.save(update_fields=names)
            record.version = publication.version
            record.state = state_of([getattr(publication, name) for name in STATE], record)
        self._write_rows(rows)

    def _write_rows(self, records):
        """Bring the author lines of records that are here to what they should be."""
        added, moved, changed = [], [], []
        for record in records:
            for place, row in enumerate(record.rows, start=1):
                if row.pk is None:
                    added.append(_authorship(record, row, place))
                elif row.stored[1] != row.current():
                    changed.append(_authorship(record, row, place))
                elif row.stored[0] != place:
                    moved.append(Authorship(pk=row.pk, position=place))
            gone = record.stored_rows - {row.pk for row in record.rows}
            if gone:
                record_rows = Authorship._base_manager.filter(publication=record.pk)
                record_rows.filter(pk__in=gone).delete()
        # Most rows of a long line only move: writing all columns of each would take seconds.
        Authorship._base_manager.bulk_update(moved, ["position"], batch_size=BATCH)
        Authorship._base_manager.bulk_update(changed, (*ROW, "position"), batch_size=50)
        Authorship._base_manager.bulk_create(added, batch_size=BATCH)

    def _add_parts(self, records):
        insert(
            Identifier,
            ("publication_id", "scheme", "value"),
            [(record.pk, *pair) for record in records for pair in record.new_identifiers],
        )
        insert(
            PublicationLink,
            ("owner_id", "position", "label", "url"),
            [
                (record.pk, place, *link)
                for record in records
                for place, link in enumerate(
                    record.new_links, start=len(record.links) - len(record.new_links) + 1
                )
            ],
        )
        insert(
            PublicationListing,
            ("publication_id", "lab_id", "kind"),
            [(record.pk, *listing) for record in records for listing in record.new_labs],
        )


def state_of(values, record):
    """A short name for all that a publication is, to tell later whether anybody changed it.

    ``values`` are those of the columns of ``STATE``. Where it came from does not count.
    """
    parts = (
        [row.current() for row in record.rows],
        sorted(record.links),
        sorted(pair for pair in record.identifiers if pair[0] != SOURCE),
        sorted((lab, str(kind)) for lab, kind in record.labs.items()),
        sorted(record.extra.items(), key=str),
    )
    # A field of files gives a file, and a column its name.
    return digest(([str(value) for value in values], parts))


def states_of(keys):
    """The same of publications as they are, by key."""
    records = Records()
    records.read(keys)
    rows = Publication._base_manager.filter(pk__in=records.by_key).values_list("pk", *STATE)
    return {pk: state_of(values, records.by_key[pk]) for pk, *values in rows}


def _is_visible_change(record):
    """Whether anything changes that people see; a further source of a work is none."""
    others = [pair for pair in record.new_identifiers if pair[0] != SOURCE]
    return bool(record.touched or record.new_links or record.new_labs or others)


def _be_sure(records):
    """Refuse to go on when a record is not as it was read; its row is locked by now."""
    rows = Publication._base_manager.filter(pk__in=[record.pk for record in records])
    versions = dict(rows.values_list("pk", "version"))
    if any(versions.get(record.pk) != record.version for record in records):
        raise StaleError


def _key_of_venue(name):
    return "".join(letter for letter in fold(name) if letter.isalnum()) or name


def _wish(record):
    if is_key(record.wanted_key):
        return Wish(record.wanted_key, is_made=False)
    if not record.rows:
        return Wish("")
    first = record.rows[0]
    family = first.family_name
    if not family:
        name = first.printed_name
        organisation = name.split()[0] if first.is_organisation else ""
        family = organisation or parts_of(name, suffix=first.name_suffix).family
    columns = record.columns
    return Wish(key_made_of(family=family, date=columns.get("date", ""), title=columns["title"]))


def _authorship(record, row, place):
    values = dict(zip(ROW, row.current(), strict=True))
    return Authorship(pk=row.pk, publication_id=record.pk, position=place, **values)
