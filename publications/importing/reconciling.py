"""Decides for each entry of a source whether it is new, is here already, or waits for a person."""

from collections import Counter
from hashlib import blake2b

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from people.models import Member
from publications.importing.identity import (
    Features,
    Judgement,
    have_something_in_common,
    judge,
    resemble,
)
from publications.importing.plans import Change, Plan, PlannedAuthor, Verdict
from publications.importing.precedence import Comparison
from publications.importing.readings import Unreadable
from publications.importing.records import SOURCE, Record, Records, Row, digest
from publications.importing.statements import (
    families_of,
    name_of_source,
    safe,
    statement_of,
)
from publications.models import Identifier, ImportEntry, ImportRun
from publications.models import PublicationListing as Listing
from publications.recognition import Recognition
from publications.titles import title_key

LONGEST_WRITER = Identifier._meta.get_field("value").max_length
LATEST_RUNS = 5
MOST_PROPOSED = 4  # members that a note names
AS_NEW = "new"  # what a person can choose for an entry: a record of its own, or the key of one


def plan(entries, options, choices=None):
    """What would become of each entry, in order; nothing is written.

    ``choices`` holds what a person decided about an entry, by its place in the list: ``AS_NEW``,
    or the key of the publication that it is.
    """
    return Reconciler(options).plan(entries, choices)


class Writers:
    """The names by which a source knows its entries: "pubs.bib#kurz2022".

    A repeated key counts on, in the order of the source: "pubs.bib#kurz2022~2".
    """

    def __init__(self, source):
        self.source = source
        self._repeated = Counter()

    def name(self, entry):
        """The name of the next entry; "" for one that could not be read."""
        if isinstance(entry, Unreadable):
            return ""
        key = entry.origin.key or entry.key or _digest_of(entry)
        self._repeated[key] += 1
        number = self._repeated[key]
        name = safe(f"{self.source}#{key}" + (f"~{number}" if number > 1 else ""))
        if len(name) > LONGEST_WRITER:
            short = blake2b(name.encode(), digest_size=12).hexdigest()
            name = f"{name[: LONGEST_WRITER - 30]}…{short}"
        return name


class Reconciler:
    """Decides about the entries of one source, batch by batch.

    What it decided counts for the entries that follow, whether it was written or not.
    """

    def __init__(self, options):
        self.options = options
        self.recognition = Recognition()
        self.records = Records()
        self._writers = Writers(options.source)
        self._names_of_members = None
        self._held = None

    def writers_of(self, entries):
        """The names of the entries that come next, as ``Writers`` gives them."""
        return [self._writers.name(entry) for entry in entries]

    def forget(self):
        """Forget all records; those that were written are read from the database again."""
        self.records = Records()

    def plan(self, entries, choices=None, writers=None):
        """What would become of the entries of one batch."""
        choices = choices or {}
        writers = self.writers_of(entries) if writers is None else writers
        statements = [
            None if isinstance(entry, Unreadable) else statement_of(entry) for entry in entries
        ]
        told = [statement for statement in statements if statement is not None]
        self.records.look_up(told, [writer for writer in writers if writer])
        self.records.read([choice for choice in choices.values() if isinstance(choice, int)])
        return [
            self._decide(entry, statement, writer, choices.get(place))
            for place, (entry, statement, writer) in enumerate(
                zip(entries, statements, writers, strict=True)
            )
        ]

    def _decide(self, entry, statement, writer, choice):
        if statement is None:
            notes = [entry.excerpt] if entry.excerpt else []
            return Plan(None, Verdict.FAILED, entry.origin, reason=entry.reason, notes=notes)
        made = Plan(entry, Verdict.NEW, entry.origin, writer, notes=statement.notes)
        if not statement.title:
            made.verdict, made.reason = Verdict.FAILED, _("It has no title.")
            return made
        search = _Search(self.records, statement, writer)
        if choice == AS_NEW:
            record = search.by_writer()
        elif choice:
            record = self.records.by_key.get(choice)
            if record is None:
                made.verdict, made.reason = Verdict.FAILED, _("The work that it was is gone.")
                return made
        else:
            record = search.find()
            self._hold_on(search, record)
        if search.doubt:
            made.verdict, made.reason = Verdict.HELD, search.doubt
            made.doubles, made.features = search.doubles, digest(search.features)
            return made
        if record is None:
            self._make(made, statement)
        else:
            made.was = record.snapshot()
            if statement.is_title_missing:
                statement.columns["title"] = record.columns["title"]
            self._compare(made, statement, record)
        self._recognise(made, statement)
        self._list(made)
        self._keep_writer(made)
        self.records.index_columns(made.record)
        if record is not None:
            made.verdict = Verdict.CHANGED if made.changes else Verdict.SAME
        return made

    def _hold_on(self, search, record):
        """Let an entry wait for a person until one has decided, whatever changed meanwhile.

        Else the entries after it, which complete the work that it may be, would decide when the
        same file comes once more.
        """
        if self._held is None:
            self._held = _held_before(self.options.source)
        if search.doubt or search.writer not in self._held:
            return
        reason, features, keys = self._held[search.writer]
        is_decided = record is not None and (SOURCE, search.writer) in record.identifiers
        if is_decided or features != digest(search.features):
            return
        self.records.read(keys)
        doubles = [self.records.by_key[key] for key in keys if key in self.records.by_key]
        if doubles:
            search.doubt, search.doubles = reason, doubles

    def _make(self, made, statement):
        """The record of a new work."""
        record, writer = Record(wanted_key=statement.key), made.writer
        record.columns = dict(statement.columns)
        if statement.is_title_missing:
            record.is_draft = True
            made.notes.append(_("It waits as a draft, because its title is missing."))
        doi = record.columns.get("doi")
        if doi and self.records.owner(("doi", doi)) is not None:
            del record.columns["doi"]
            made.notes.append(_("The DOI %s is that of another work here.") % doi)
        record.title_key = statement.title_key
        record.venue = statement.venue
        record.extra = dict(statement.extra)
        record.rows = [Row.told(author) for author in statement.authors]
        record.links = list(statement.links)
        record.new_links = list(statement.links)
        record.note_all(writer)
        for pair in statement.identifiers:
            if self.records.owner(pair) is None and pair[1] not in record.columns.values():
                record.identifiers.add(pair)
                record.new_identifiers.append(pair)
        self.records.add(record)
        made.record = record

    def _compare(self, made, statement, record):
        comparison = Comparison(record, statement, made.writer)
        comparison.compare(self.records)
        made.record = record
        made.changes = comparison.changes
        made.source_says = comparison.source_says
        made.notes += comparison.notes

    def _keep_writer(self, made):
        pair = (SOURCE, made.writer)
        if self.records.owner(pair) is None:
            made.record.identifiers.add(pair)
            made.record.new_identifiers.append(pair)
            self.records.index(pair, made.record)

    def _recognise(self, made, statement):
        """Say who of the authors is one of us, and link whoever is not linked yet."""
        record, year = made.record, int(statement.year) if statement.year else None
        told = statement.authors if len(statement.authors) == len(record.rows) else record.rows
        open_rows = [
            (row, source) for row, source in zip(record.rows, told, strict=True) if not row.member
        ]
        line = self.recognition.recognise_line(
            [self._name_to_ask(row, source, record.pk) for row, source in open_rows],
            publication_id=record.pk,
            year=year,
            taken={row.member for row in record.rows if row.member},
        )
        found_in, linked = iter(line), []
        for row in record.rows:
            if row.member:
                made.authors.append(PlannedAuthor(row.printed_name, row.member))
                continue
            found = next(found_in)
            key = found.member_id
            if key and record.has_had("members", key):
                key = None  # somebody took the link away
            if key:
                row.member = key
                linked.append(key)
            why = found.why.label if key else ""
            proposals = tuple(proposal.member_id for proposal in found.proposals)
            made.authors.append(PlannedAuthor(row.printed_name, key, str(why), proposals))
        linked += self._link_to_member(made)
        for key in linked:
            record.note_part("members", made.writer, key)
        if linked and record.pk:
            record.touched.add("authors")
            names = ", ".join(self._name_of(key) for key in linked)
            made.changes.append(Change("members", "", names))
        self._tell_proposals(made)

    def _name_to_ask(self, row, source, key):
        """The name and ORCID by which an author is known: as they stand here, or as the source
        has them where that tells more.
        """
        here, there = (row.printed_name, row.orcid), (source.printed_name, source.orcid)
        if here[0] == there[0] or self.recognition.recognise(*here, key).member_id:
            return here
        is_same = families_of([source]) == families_of([row])
        return there if is_same and self.recognition.recognise(*there, key).member_id else here

    def _link_to_member(self, made):
        """Link the one name that may be the member for whom the import is made."""
        member = self.options.member
        if member is None or any(author.member == member.pk for author in made.authors):
            return []
        alike = [
            place for place, author in enumerate(made.authors) if member.pk in author.proposals
        ]
        if len(alike) != 1 or made.record.has_had("members", member.pk):
            return []
        place = alike[0]
        made.record.rows[place].member = member.pk
        made.authors[place] = PlannedAuthor(
            made.authors[place].name, member.pk, _("imported for this person")
        )
        return [member.pk]

    def _tell_proposals(self, made):
        for author in made.authors:
            if author.member or not author.proposals:
                continue
            names = [self._name_of(key) for key in author.proposals[:MOST_PROPOSED]]
            made.open_names[author.name] = _(
                "“%(name)s” may be %(members)s; nobody was linked."
            ) % {
                "name": author.name,
                "members": get_text_list(names, _("or")),
            }

    def _name_of(self, key):
        if self._names_of_members is None:
            rows = Member._base_manager.order_by().values_list("pk", "display_name")
            self._names_of_members = dict(rows)
        return self._names_of_members.get(key, "")

    def _list(self, made):
        """Let the lab list the work: as its own, unless another one does."""
        lab, record = self.options.lab, made.record
        if lab is None or lab.pk in record.labs or record.has_had("labs", lab.pk):
            return
        is_owned = Listing.Kind.OWNER in record.labs.values()
        kind = Listing.Kind.LISTED if is_owned else Listing.Kind.OWNER
        record.labs[lab.pk] = kind
        record.new_labs.append((lab.pk, kind))
        record.note_part("labs", made.writer, lab.pk)
        if record.pk:
            made.changes.append(Change("labs", "", str(lab)))


class _Search:
    """Looks for the record that a statement is."""

    def __init__(self, records, statement, writer):
        self.records = records
        self.statement = statement
        self.writer = writer
        self.doubt = ""  # why a person should look, in a sentence
        self.doubles = []
        self._features = None

    @property
    def features(self):
        if self._features is None:
            columns = self.statement.columns
            doi = columns.get("doi", "")
            former = {value for scheme, value in self.statement.identifiers if scheme == "doi"}
            self._features = Features(
                title=self.statement.title,
                title_key=self.statement.title_key,
                families=self.statement.families,
                year=self.statement.year,
                kind=columns.get("kind", ""),
                status=columns.get("status", ""),
                doi=doi,
                dois=frozenset(former | {doi}),
                venue=self.statement.venue,
                place=tuple(columns.get(name, "") for name in ("volume", "issue", "pages")),
            )
        return self._features

    def find(self):
        """The record, or None; then ``doubt`` says whether it may be one all the same."""
        return self._by_identifier() or (None if self.doubt else self._by_title())

    def by_writer(self):
        """The record that this writer wrote before."""
        record = self.records.owner((SOURCE, self.writer))
        if record is None:
            return None
        is_same = self._stands_in(record) or resemble(self.features, record.features)
        return record if is_same else None

    def _stands_in(self, record):
        """Whether the title here is what named the work while its source had none."""
        key = self.writer.rpartition("#")[2]
        return record.title_key in {title_key(key), title_key(record.venue)} - {""}

    def _by_identifier(self):
        others = []
        for pair in self.statement.strong_identifiers():
            for record in self.records.by_identifier.get(pair, ()):
                is_known = (SOURCE, self.writer) in record.identifiers
                if is_known or have_something_in_common(self.features, record.features):
                    return record
                others.append((pair, record))
        record = self.by_writer()
        if record is None and others:
            (scheme, value), other = others[0]
            self.doubles = [other]
            self.doubt = _(
                "“%(title)s” (%(year)s) has the same number (%(scheme)s %(value)s) here, and the "
                "titles have nothing in common. Look which of the two is right."
            ) % {
                "title": other.columns["title"],
                "year": other.features.year or _("undated"),
                "scheme": scheme,
                "value": value,
            }
        return record

    def _by_title(self):
        candidates = self.records.by_title.get(self.statement.title_key, ())
        if not candidates or not self.statement.title_key:
            return None
        same, doubts = [], []
        for record in candidates:
            judgement, why = judge(self.features, record.features)
            if judgement == Judgement.SAME:
                same.append(record)
            elif judgement == Judgement.MAYBE:
                doubts.append((record, why))
        if same:
            return min(same, key=self._distance)
        if doubts:
            self.doubles = [record for record, _why in doubts]
            record, why = doubts[0]
            self.doubt = _(
                "“%(title)s” (%(year)s) is here and may be the same work: %(why)s. "
                "Say whether it is one."
            ) % {
                "title": record.columns["title"],
                "year": record.features.year or _("undated"),
                "why": why,
            }
        return None

    def _distance(self, record):
        """How far a record of the same work is from what the source says, for the nearest one."""
        here = record.features
        return (
            here.kind != self.features.kind,
            here.year != self.features.year,
            here.venue != self.features.venue,
            here.place != self.features.place,
            record.pk or float("inf"),
        )


def _held_before(source):
    """What the latest imports of a source held for a person, by writer."""
    if not source:
        return {}
    runs = ImportRun.objects.filter(source=name_of_source(source), state=ImportRun.State.DONE)
    latest = runs.order_by("-pk").values("pk")[:LATEST_RUNS]
    entries = ImportEntry.objects.filter(run__in=latest, outcome=ImportEntry.Outcome.SKIPPED)
    held = entries.filter(after__has_key="_held").exclude(work={}).order_by("pk")
    return {
        after["_held"]["writer"]: (
            reason,
            after["_held"]["features"],
            after["_held"]["duplicates"],
        )
        for reason, after in held.values_list("reason", "after")
    }


def _digest_of(work):
    """A name for an entry without a key: the same as long as it says the same."""
    said = (work.title, work.date, work.doi, work.venue, [a.printed_name for a in work.authors])
    return blake2b(repr(said).encode("utf-8", "replace"), digest_size=8).hexdigest()
