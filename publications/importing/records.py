"""The publications that the site has, as an import sees them: flat rows, read a batch at a time.

An import compares each entry with these records and changes them in memory first; ``writing``
brings the changes to the database. A record that is to be made is one as well, without a key.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property, reduce
from hashlib import blake2b
from operator import attrgetter, or_
from typing import NamedTuple

from django.db.models import Q

from publications.importing.identity import Features
from publications.importing.statements import families_of
from publications.models import Authorship, Identifier, Publication, PublicationLink
from publications.models import PublicationListing as Listing
from publications.works import COLUMNS

SOURCE = "source"  # the scheme under which the writers of a work are kept
SAID = (  # what a source says about a name; the rest of the row is ours
    *("printed_name", "given_name", "name_particle", "family_name", "name_suffix"),
    *("equal_group", "is_corresponding", "other_marks", "is_organisation"),
)
ROW = (*SAID, "orcid", "affiliation", "member_id")  # all columns that an import writes
NUMBERS = {"doi": "doi", "arxiv": "arxiv_id", "pubmed": "pubmed_id"}  # scheme → column


_said = attrgetter(*SAID)
_told = attrgetter(*SAID, "orcid", "affiliation")
_current = attrgetter(*SAID, "orcid", "affiliation", "member")


@dataclass(slots=True)
class Row:
    """One author of a record."""

    printed_name: str
    given_name: str = ""
    name_particle: str = ""
    family_name: str = ""
    name_suffix: str = ""
    equal_group: int | None = None
    is_corresponding: bool = False
    other_marks: str = ""
    is_organisation: bool = False
    orcid: str = ""
    affiliation: str = ""
    member: int | None = None
    pk: int | None = None
    stored: tuple | None = None  # the place and the values that the database has

    @classmethod
    def told(cls, author):
        """The row that an author of a statement becomes."""
        return cls(*_told(author))

    def said(self):
        """What of the row a source says."""
        return _said(self)

    def current(self):
        """All of the row that is kept."""
        return _current(self)


class Snapshot(NamedTuple):
    """A record as it was before an entry changed it."""

    columns: dict
    venue: str
    extra: dict
    written_by: dict
    rows: list
    links: list
    identifiers: set
    labs: dict


@dataclass(eq=False)
class Record:
    """A publication with its parts.

    ``touched`` names what an import changed about it: columns, and "authors".
    """

    pk: int | None = None
    columns: dict = field(default_factory=dict)  # without empty ones
    title_key: str = ""
    venue: str = ""
    venue_id: int | None = None
    key: str = ""  # for BibTeX
    wanted_key: str = ""  # that the source has for a new one
    slug: str = ""
    version: int = 0
    is_draft: bool = False  # a new one that is not to be published yet
    state: str = ""  # a digest of all of it, once it is written
    extra: dict = field(default_factory=dict)
    written_by: dict = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    stored_rows: set[int] = field(default_factory=set)  # the keys of rows in the database
    links: list[tuple[str, str]] = field(default_factory=list)
    identifiers: set[tuple[str, str]] = field(default_factory=set)
    labs: dict[int, str] = field(default_factory=dict)  # the key of a lab → how it lists it
    touched: set[str] = field(default_factory=set)
    new_links: list[tuple[str, str]] = field(default_factory=list)
    new_identifiers: list[tuple[str, str]] = field(default_factory=list)
    new_labs: list[tuple[int, str]] = field(default_factory=list)

    def snapshot(self):
        """How it is now, to tell afterwards what changed."""
        return Snapshot(
            columns=dict(self.columns),
            venue=self.venue,
            extra=self.extra,
            written_by=dict(self.written_by),
            rows=[(row.pk, row.current()) for row in self.rows],
            links=list(self.links),
            identifiers=set(self.identifiers),
            labs=dict(self.labs),
        )

    @property
    def is_touched(self):
        """Whether anything of it is to be written."""
        return bool(
            self.touched or self.new_links or self.new_identifiers or self.new_labs or not self.pk
        )

    @cached_property
    def features(self):
        """What tells which work it is, as it is on the site."""
        columns = self.columns
        dois = {value for scheme, value in self.identifiers if scheme == "doi"}
        return Features(
            title=columns["title"],
            title_key=self.title_key,
            families=families_of(self.rows),
            year=columns.get("date", "")[:4],
            kind=columns.get("kind", ""),
            status=columns.get("status", ""),
            doi=columns.get("doi", ""),
            dois=frozenset(dois | {columns.get("doi", "")}),
            venue=self.venue,
            place=tuple(columns.get(name, "") for name in ("volume", "issue", "pages")),
        )

    def changed(self):
        """Forget what was computed from the values of before."""
        self.__dict__.pop("features", None)

    def is_written_by(self, name, writer, value):
        """Whether this writer wrote the value of a field, and nobody changed it since."""
        return self.written_by.get(name) == [writer, digest(value)]

    def is_imported(self, name, value):
        """Whether an import, whichever, wrote the value of a field, and nobody changed it since."""
        written = self.written_by.get(name)
        return written is not None and written[1] == digest(value)

    def note_writer(self, name, writer, value):
        """Remember who wrote a field."""
        self.written_by[name] = [writer, digest(value)]
        self.touched.add("written_by")

    def note_all(self, writer):
        """Remember that one writer wrote all of a new record."""
        said = {**self.columns, "venue": self.venue}
        said["authors"] = line_digest(self.rows) if self.rows else None
        said["extra_fields"] = sorted(self.extra.items(), key=str) if self.extra else None
        self.written_by = {name: [writer, digest(value)] for name, value in said.items() if value}
        if self.links:
            self.written_by["links"] = [writer, [digest(address) for _label, address in self.links]]

    def has_had(self, name, value):
        """Whether an import once put this among the links, labs or members of the record.

        What is no longer there was taken away by a person, and stays away.
        """
        return digest(value) in self.written_by.get(name, ["", []])[1]

    def note_part(self, name, writer, value):
        """Remember what an import put among the links, labs or members."""
        known = self.written_by.get(name, ["", []])[1]
        self.written_by[name] = [writer, [*known, digest(value)]]
        self.touched.add("written_by")


def digest(value):
    """A short name for a value, to tell whether somebody changed it."""
    return blake2b(repr(value).encode("utf-8", "replace"), digest_size=6).hexdigest()


def line_digest(rows):
    """What of all authors a source says, as a value to take the digest of."""
    return [row.said() for row in rows]


class Records:
    """Records by what they are found with: those of the site as far as asked for, and new ones."""

    def __init__(self):
        self.by_key = {}
        self.by_identifier = defaultdict(list)
        self.by_title = defaultdict(list)

    def add(self, record):
        """Let a record be found."""
        if record.pk:
            self.by_key[record.pk] = record
        for pair in record.identifiers:
            self.index(pair, record)
        self.index_columns(record)

    def index_columns(self, record):
        """Let a record be found by its title and numbers, also after these have changed."""
        if record not in (found := self.by_title[record.title_key]):
            found.append(record)
        for scheme, column in NUMBERS.items():
            if value := record.columns.get(column):
                self.index((scheme, value), record)

    def index(self, pair, record):
        """Let a record be found under one more identifier."""
        if record not in (found := self.by_identifier[pair]):
            found.append(record)

    def owner(self, pair):
        """The record that has an identifier, or None."""
        return next(iter(self.by_identifier.get(pair, ())), None)

    def look_up(self, statements, writers):
        """Read every record of the site that one of the statements may be."""
        keys = _keys(statements, writers)
        missing = [key for key in sorted(keys) if key not in self.by_key]
        for record in _read(missing):
            self.add(record)

    def read(self, keys):
        """Read records by their keys."""
        for record in _read([key for key in keys if key not in self.by_key]):
            self.add(record)


def _keys(statements, writers):
    """The keys of the publications that may be one of the statements."""
    wanted = defaultdict(set)
    for statement in statements:
        for scheme, value in statement.strong_identifiers():
            wanted[scheme].add(value)
    wanted[SOURCE].update(writers)
    rows = Publication._base_manager.order_by()
    titles = {statement.title_key for statement in statements} - {""}
    keys = set(rows.filter(title_key__in=titles).values_list("pk", flat=True))
    for scheme, column in NUMBERS.items():
        if values := wanted.get(scheme):
            # Said by name, as the index that leaves out empty ones is used only then.
            found = rows.exclude(**{column: ""}).filter(**{f"{column}__in": values})
            keys.update(found.values_list("pk", flat=True))
    named = [Q(scheme=scheme, value__in=values) for scheme, values in wanted.items() if values]
    if named:
        found = Identifier._base_manager.order_by().filter(reduce(or_, named))
        keys.update(found.values_list("publication", flat=True))
    return keys


_COLUMNS = ("pk", "title_key", "venue_id", "venue__name", "bibtex_key", "slug", "version")
_JSON = ("extra_fields", "written_by")


def _read(keys):
    """The records with these keys, in five queries."""
    if not keys:
        return []
    rows = Publication._base_manager.order_by().filter(pk__in=keys)
    records = {}
    for row in rows.values_list(*_COLUMNS, *_JSON, *COLUMNS):
        pk, title_key, venue_id, venue, key, slug, version, extra, written_by, *values = row
        records[pk] = Record(
            pk=pk,
            columns={name: value for name, value in zip(COLUMNS, values, strict=True) if value},
            title_key=title_key,
            venue=venue or "",
            venue_id=venue_id,
            key=key,
            slug=slug,
            version=version,
            extra=extra if isinstance(extra, dict) else {},
            written_by=written_by if isinstance(written_by, dict) else {},
        )
    authors = Authorship._base_manager.filter(publication__in=records).order_by("position", "pk")
    rows = authors.values_list("publication", "position", *ROW, "pk")
    for publication, position, *values in rows:
        row = Row(*values)
        row.stored = (position, row.current())
        records[publication].rows.append(row)
        records[publication].stored_rows.add(row.pk)
    links = PublicationLink._base_manager.filter(owner__in=records).order_by("position", "pk")
    for publication, label, address in links.values_list("owner", "label", "url"):
        records[publication].links.append((label, address))
    identifiers = Identifier._base_manager.filter(publication__in=records).order_by("pk")
    for publication, *pair in identifiers.values_list("publication", "scheme", "value"):
        records[publication].identifiers.add(tuple(pair))
    listings = Listing._base_manager.filter(publication__in=records).order_by("pk")
    for publication, lab, kind in listings.values_list("publication", "lab", "kind"):
        records[publication].labs[lab] = kind
    return list(records.values())
