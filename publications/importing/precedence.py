"""What an import may change about a record that is here.

A source fills what is empty, and updates what it wrote itself while nobody has changed it.
Whatever else it says otherwise is told, and stays as it is. The published version leads its
preprint: it takes the place of what any import wrote about that, and brings the state forward,
never back.
"""

import re
from collections import Counter, defaultdict, deque

from django.utils.translation import gettext as _

from labsite.folding import fold
from labsite.formulas import plain
from labsite.identifiers import doi_address
from people.name_parts import parts_of
from publications.author_rows import line_of
from publications.importing.identity import (
    PREPRINT,
    PUBLISHED,
    is_archive,
    is_preprint_doi,
    stage_of,
)
from publications.importing.plans import Change, Disagreement
from publications.importing.records import Row, digest, line_digest
from publications.importing.statements import arxiv_of
from publications.models import Kind
from publications.status import TAKEN_BACK
from publications.titles import title_key

PREPRINT_LABEL = "Preprint"
# What a preprint can add to the record of a published work; all else it says of itself alone.
_OF_ANY_VERSION = ("abstract", "arxiv_id", "pubmed_id")
# What belongs to one version: the published one has its own, or none.
_OF_ONE_VERSION = ("genre", "date_text", "volume", "issue", "pages", "publisher")
_COMPARED_APART = {"kind", "status", "doi", "are_editors", "is_list_incomplete"}
_NOT_TELLING = re.compile(r"[\W_]+")


class Comparison:
    """One record beside one statement, on its way to what changes."""

    def __init__(self, record, statement, writer):
        self.record = record
        self.statement = statement
        self.writer = writer
        self.changes = []
        self.source_says = []
        self.notes = []
        # How far it had come before this source was looked at.
        self.stage_here = stage_of(record.columns.get("kind"), record.columns.get("status"))
        self.stage_there = stage_of(statement.columns.get("kind"), statement.columns.get("status"))

    @property
    def leads(self):
        """Whether the source has the published version of what is a preprint or on its way here."""
        return self.stage_here < PUBLISHED <= self.stage_there

    @property
    def is_only_preprint(self):
        """Whether the source has a preprint of what has come further here."""
        return self.stage_there == PREPRINT < self.stage_here

    def compare(self, records):
        """Change the record in memory; ``records`` tell which identifiers others have."""
        self._doi(records)
        if self.is_only_preprint:
            for name in _OF_ANY_VERSION:
                self._fill(name)
        else:
            self._state()
            self._venue()
            for name in self.statement.columns:
                if name not in _COMPARED_APART:
                    self._column(name)
            if self.leads:
                self._clear()
        self._authors()
        self._extra_fields()
        self._links()
        self._identifiers(records)

    def _set(self, name, value):
        before = self.record.columns.get(name, "")
        self.record.columns[name] = value
        self.record.touched.add(name)
        self.record.note_writer(name, self.writer, value)
        self.record.changed()
        self.changes.append(Change(name, before, value))

    def _owns(self, name, value):
        """Whether the source may put something else in the place of ``value``."""
        if self.record.is_written_by(name, self.writer, value):
            return True
        return self.leads and self.record.is_imported(name, value)

    def _fill(self, name):
        value = self.statement.columns.get(name)
        if value and not self.record.columns.get(name):
            self._set(name, value)

    def _column(self, name):
        value, here = self.statement.columns[name], self.record.columns.get(name, "")
        if value == here:
            return
        if not here:
            self._set(name, value)
        elif is_poorer(name, value, here):
            return
        elif self._owns(name, here):
            self._set(name, value)
        elif not agree(name, value, here):
            self.source_says.append(Disagreement(name, here, value))

    def _clear(self):
        """Take out what an import wrote about the preprint alone: "volume abs/2101.00001"."""
        for name in _OF_ONE_VERSION:
            here = self.record.columns.get(name)
            if here and name not in self.statement.columns and self.record.is_imported(name, here):
                self._set(name, "")

    def _state(self):
        """The kind of work, and how far it has come: forward only."""
        record, columns = self.record, self.statement.columns
        kind, here = columns.get("kind", Kind.DOCUMENT), record.columns.get("kind", "")
        if kind not in {here, Kind.DOCUMENT}:
            is_vague = here in {"", Kind.DOCUMENT} or (here == Kind.PREPRINT and self.leads)
            if is_vague or self._owns("kind", here):
                self._set("kind", kind)
            elif kind != Kind.PREPRINT:
                self.source_says.append(Disagreement("kind", here, kind))
        status, here = columns.get("status", ""), record.columns.get("status", "")
        if status and status != here and stage_of("", status) > stage_of("", here):
            # Whoever put it back after an import knows better than the import.
            was_put_back = "status" in record.written_by and not record.is_imported("status", here)
            if was_put_back and status not in TAKEN_BACK:
                self.source_says.append(Disagreement("status", here, status))
            else:
                self._set("status", status)

    def _doi(self, records):
        record, doi = self.record, self.statement.columns.get("doi", "")
        here = record.columns.get("doi", "")
        if not doi or doi == here or ("doi", doi) in record.identifiers:
            return
        owner = records.owner(("doi", doi))
        if owner is not None and owner is not record:
            title = owner.columns["title"]
            self.notes.append(
                _("The DOI %(doi)s is that of “%(title)s” here.") % {"doi": doi, "title": title}
            )
            return
        is_of_preprint = is_preprint_doi(doi) or self.stage_there == PREPRINT
        if is_of_preprint and (here or self.stage_here > PREPRINT):
            self._keep_identifier(records, ("doi", doi))
            self._link_preprint(doi)
        elif not here:
            self._set("doi", doi)
        elif is_preprint_doi(here) or self._owns("doi", here):
            if is_preprint_doi(here):
                self._link_preprint(here)
            self._keep_identifier(records, ("doi", here))
            self._set("doi", doi)
        else:
            self.source_says.append(Disagreement("doi", here, doi))
        if record.columns.get("doi") == doi:
            records.index(("doi", doi), record)

    def _venue(self):
        venue, here = self.statement.venue, self.record.venue
        if not venue or venue == here:
            return
        if here and is_poorer("venue", venue, here):
            return
        is_archived = bool(here) and self.leads and is_archive(here)
        if not here or is_archived or self._owns("venue", here):
            self.record.venue, self.record.venue_id = venue, None
            self.record.touched.add("venue")
            self.record.note_writer("venue", self.writer, venue)
            self.record.changed()
            self.changes.append(Change("venue", here, venue))
        elif not agree("venue", venue, here):
            self.source_says.append(Disagreement("venue", here, venue))

    def _authors(self):
        record, statement = self.record, self.statement
        if not statement.authors:
            return
        told = [Row.told(author) for author in statement.authors]
        if not record.rows:
            self._replace_authors(told, "")
            for name in ("are_editors", "is_list_incomplete"):
                if statement.columns.get(name):
                    self._set(name, True)
            return
        if line_digest(told) == line_digest(record.rows):
            self._add_details(told)
            return
        is_owned = self._owns("authors", line_digest(record.rows))
        is_alike = names_of(told) == names_of(record.rows)
        if is_owned and not is_alike:
            is_owned = not are_poorer(told, record.rows, statement) and _keeps_members(
                told, record.rows
            )
        if is_owned:
            self._replace_authors(told, line_of(record.rows))
            is_incomplete = bool(statement.columns.get("is_list_incomplete"))
            if bool(record.columns.get("is_list_incomplete")) != is_incomplete:
                self._set("is_list_incomplete", is_incomplete)
        elif is_alike:
            self._add_details(told)
        elif not are_poorer(told, record.rows, statement) and not are_poorer(record.rows, told):
            self.source_says.append(Disagreement("authors", line_of(record.rows), line_of(told)))

    def _replace_authors(self, told, before):
        """Put the line of the source in place; rows of the same name keep what we know of them."""
        for row, known in zip(told, matched(told, self.record.rows), strict=True):
            if known is not None:
                row.pk, row.member, row.stored = known.pk, known.member, known.stored
                row.orcid = row.orcid or known.orcid
                row.affiliation = row.affiliation or known.affiliation
        self.record.rows = rows = told
        self.record.touched.add("authors")
        self.record.note_writer("authors", self.writer, line_digest(rows))
        self.record.changed()
        self.changes.append(Change("authors", before, line_of(rows)))

    def _add_details(self, told):
        """What the source knows about the authors besides: ORCID, affiliation, parts of names."""
        added = []
        is_imported = self.record.is_imported("authors", line_digest(self.record.rows))
        for row, source in zip(self.record.rows, told, strict=True):
            for name in ("orcid", "affiliation"):
                value = getattr(source, name)
                if value and not getattr(row, name):
                    setattr(row, name, value)
                    added.append(f"{row.printed_name}: {value}")
            if _tells_parts(source, row):
                row.given_name, row.name_particle = source.given_name, source.name_particle
                row.family_name, row.name_suffix = source.family_name, source.name_suffix
                added.append(f"{source.family_name}, {source.given_name}".rstrip(", "))
        if added:
            self.record.touched.add("authors")
            self.record.changed()
            if is_imported:
                owner = self.record.written_by["authors"][0]
                self.record.note_writer("authors", owner, line_digest(self.record.rows))
            self.changes.append(Change("authors", "", "; ".join(added)))

    def _extra_fields(self):
        """Other fields: missing ones are added, and the source's own follow it."""
        record, told = self.record, self.statement.extra
        if not told or self.is_only_preprint:
            return
        here = record.extra
        known = digest(sorted(here.items(), key=str))
        written = record.written_by.get("extra_fields")
        if written and written[1] != known:
            return  # somebody put them in order
        is_own = bool(written) and written[0] == self.writer
        new = {
            name: value
            for name, value in told.items()
            if here.get(name) != value and (is_own or not here.get(name))
        }
        if not new:
            return
        before = {name: here[name] for name in new if name in here}
        record.extra = here | new
        record.touched.add("extra_fields")
        writer = written[0] if written else self.writer
        record.note_writer("extra_fields", writer, sorted(record.extra.items(), key=str))
        self.changes.append(Change("extra_fields", before, new))

    def _links(self):
        for label, address in self.statement.links:
            self._add_link(label, address)

    def _link_preprint(self, doi):
        """Link a preprint by its DOI, unless the arXiv id does."""
        if not self.record.columns.get("arxiv_id") or not arxiv_of(doi):
            self._add_link(PREPRINT_LABEL, doi_address(doi))

    def _add_link(self, label, address):
        record = self.record
        if address in {known for _label, known in record.links}:
            return
        if record.has_had("links", address):
            return
        record.links.append((label, address))
        record.new_links.append((label, address))
        record.note_part("links", self.writer, address)
        self.changes.append(Change("links", "", f"{label}: {address}"))

    def _identifiers(self, records):
        for pair in self.statement.identifiers:
            is_number = pair[0] in {"doi", "arxiv"}
            if is_number and pair[1] in self.record.columns.values():
                continue
            if self._keep_identifier(records, pair):
                self.changes.append(Change("identifiers", "", ":".join(pair)))

    def _keep_identifier(self, records, pair):
        """Keep one more identifier, unless another record has it; tells whether it is new."""
        record = self.record
        owner = records.owner(pair)
        if pair in record.identifiers or (owner is not None and owner is not record):
            return False
        record.identifiers.add(pair)
        record.new_identifiers.append(pair)
        record.changed()
        records.index(pair, record)
        return True


def _tells_parts(source, row):
    """Whether the source knows better than the printed name what is the family name in it."""
    if row.family_name or row.is_organisation or source.printed_name != row.printed_name:
        return False
    told = (source.given_name, source.name_particle, source.family_name, source.name_suffix)
    return bool(source.family_name) and told != parts_of(row.printed_name)


def names_of(rows):
    """The folded printed names of authors, in order."""
    return [fold(row.printed_name) for row in rows]


def _keeps_members(told, rows):
    """Whether everybody who is linked still stands in the line."""
    kept = {id(row) for row in matched(told, rows) if row is not None}
    return all(id(row) in kept for row in rows if row.member)


def matched(told, rows):
    """For each author of a source the row of the same name, or else alone of that family name."""
    free = defaultdict(deque)
    for row in rows:
        free[fold(row.printed_name)].append(row)
    found = []
    for author in told:
        same = free[fold(author.printed_name)]
        found.append(same.popleft() if same else None)
    families = defaultdict(list)
    for row in (row for same in free.values() for row in same):
        families[fold(row.family_name)].append(row)
    unknown = Counter(
        fold(author.family_name)
        for author, row in zip(told, found, strict=True)
        if row is None and author.family_name
    )
    for place, author in enumerate(told):
        family = fold(author.family_name)
        if found[place] is None and unknown[family] == 1 and len(families[family]) == 1:
            found[place] = families[family][0]
    return found


def are_poorer(rows, others, statement=None):
    """Whether author lines say the same, the first with initials or without its end."""
    is_cut = statement is not None and bool(statement.columns.get("is_list_incomplete"))
    if len(rows) > len(others) or (len(rows) < len(others) and not is_cut):
        return False
    return all(
        _is_short_for(fold(row.printed_name), fold(other.printed_name))
        for row, other in zip(rows, others, strict=False)
    )


def _is_short_for(name, other):
    """Whether a folded name is another one, or that with initials or middle names left out."""
    here, there = _words(name), _words(other)
    if not here or not there or here[-1] != there[-1] or len(here) > len(there):
        return False
    position = 0
    for word in here[:-1]:
        while position < len(there) - 1 and not there[position].startswith(word):
            position += 1
        if position == len(there) - 1:
            return False
        position += 1
    return True


def _words(name):
    return name.replace(".", " ").replace("-", " ").split()


def is_poorer(name, value, here):
    """Whether a value says no more than the one that is here, and less of it."""
    if name == "date":
        return here.startswith(value)
    if name == "pages":
        return value == re.split("[–-]", here)[0]
    if name == "abstract":
        return here.startswith(re.sub(r"[\s.…]+$", "", value))
    if name == "title":
        return title_key(value) == title_key(here) and (
            (plain(value) == plain(here) and len(value) < len(here))
            or value in {value.lower(), value.upper()}
        )
    if name in {"venue", "publisher", "series"}:
        return abbreviates(value, here)
    return False


def agree(name, value, here):
    """Whether two values say the same in other letters, or one is only more exact."""
    if is_poorer(name, here, value):
        return True
    if isinstance(value, bool) or isinstance(here, bool):
        return value == here
    return _told(value) == _told(here)


def _told(text):
    return _NOT_TELLING.sub("", fold(plain(text)))


def abbreviates(short, long):
    """Whether a name is a short form of another: "J. Tidal Res." of "Journal of Tidal Research"."""
    words = _words(fold(long))
    position = 0
    for word in _words(fold(short)):
        while position < len(words) and not words[position].startswith(word):
            position += 1
        if position == len(words):
            return False
        position += 1
    return len(short) < len(long)
