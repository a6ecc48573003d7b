"""What a source says about one work, in the form in which the site keeps it.

Nothing that the database refuses gets past here, and nothing is dropped in silence: what does not
fit into its column is shortened, kept whole among the other fields, and told.
"""

import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from labsite import identifiers
from labsite.folding import fold
from labsite.formulas import plain
from labsite.links import Link
from labsite.partial_dates import parse
from people.name_parts import parts_of
from publications.importing.markup import says_nothing
from publications.models import Authorship, Identifier, ImportRun, Publication, Venue
from publications.models.publications import is_possible_year
from publications.titles import title_key
from publications.works import COLUMNS, Author

# PostgreSQL keeps no NUL, no database half of a pair, and none of the others is ever meant.
_UNSAFE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_SWITCHES = ("are_editors", "is_list_incomplete")
_NUMBERS = ("doi", "arxiv_id", "pubmed_id", "isbn", "issn")
_TEXTS = tuple(name for name in COLUMNS if name not in {*_SWITCHES, *_NUMBERS, "title", "date"})
_LIMITS = {name: Publication._meta.get_field(name).max_length for name in COLUMNS}
_AUTHOR_LIMITS = {
    name: Authorship._meta.get_field(name).max_length
    for name in (
        *("printed_name", "given_name", "name_particle", "family_name", "name_suffix"),
        *("other_marks", "affiliation"),
    )
}
_VENUE_LIMIT = Venue._meta.get_field("name").max_length
_SOURCE_LIMIT = ImportRun._meta.get_field("source").max_length
_SCHEME_LIMIT = Identifier._meta.get_field("scheme").max_length
_VALUE_LIMIT = Identifier._meta.get_field("value").max_length
_LABEL_LIMIT = Link._meta.get_field("label").max_length
_ADDRESS_LIMIT = Link._meta.get_field("url").max_length
# Identifiers that several works share: the book with all its chapters.
SHARED_SCHEMES = {"isbn", "issn", "url"}
ARXIV_DOI = "10.48550/arxiv."
# Collaborations of thousands have several members who print "Y. Zhang".
SMALL_GROUP = 50


@dataclass
class Statement:
    """What one entry says: the columns of ``Publication`` that it fills, and all the rest."""

    title: str = ""
    is_title_missing: bool = False
    columns: dict[str, str | bool] = field(default_factory=dict)  # without those it leaves empty
    venue: str = ""
    authors: list[Author] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    identifiers: list[tuple[str, str]] = field(default_factory=list)
    extra: dict[str, str] = field(default_factory=dict)
    key: str = ""
    notes: list[str] = field(default_factory=list)

    @cached_property
    def title_key(self):
        return title_key(self.title)

    @cached_property
    def families(self):
        """The folded family names."""
        return families_of(self.authors)

    @property
    def year(self):
        return self.columns.get("date", "")[:4]

    def strong_identifiers(self):
        """What tells one work from all others, the strongest first."""
        doi, arxiv = self.columns.get("doi", ""), self.columns.get("arxiv_id", "")
        found = [("doi", doi)] if doi else []
        if arxiv:
            found += [("arxiv", arxiv), ("doi", f"{ARXIV_DOI}{arxiv.lower()}")]
        if pubmed := self.columns.get("pubmed_id"):
            found.append(("pubmed", pubmed))
        found += [pair for pair in self.identifiers if pair[0] not in SHARED_SCHEMES]
        return list(dict.fromkeys(found))


def families_of(authors):
    """The folded family names of authors or of rows of them."""
    found = set()
    for author in authors:
        family = author.family_name
        if not family:
            family = parts_of(
                author.printed_name,
                suffix=author.name_suffix,
                is_organisation=author.is_organisation,
            ).family
        found.add(_folded(family))
    return frozenset(found - {""})


@lru_cache(maxsize=50_000)  # the same family names over and over
def _folded(family):
    return fold(family).replace(" ", "").replace("-", "")


def statement_of(work):
    """What a work says, as the site would keep it."""
    is_unsafe = _is_unsafe(work)
    if is_unsafe:
        work = work.from_json(safe(work.to_json()))
    statement = Statement(notes=list(work.warnings), extra=dict(work.extra), key=work.key)
    if is_unsafe:
        statement.notes.append(_("Characters that nobody can see were taken out."))
    statement.title = _fitting(statement, "title", " ".join(work.title.split()), _LIMITS["title"])
    statement.is_title_missing = work.is_title_missing
    columns = statement.columns
    columns["title"] = statement.title
    for name in _TEXTS:
        if value := _said(getattr(work, name)):
            columns[name] = _fitting(statement, name, value, _LIMITS[name])
    for name in _SWITCHES:
        if getattr(work, name):
            columns[name] = True
    _add_date(statement, work)
    _add_numbers(statement, work)
    statement.venue = _fitting(statement, "venue", _said(work.venue), _VENUE_LIMIT)
    statement.authors = _authors(statement, work.authors)
    statement.links = _links(statement, work.links)
    statement.identifiers = _identifiers(statement, work.identifiers)
    return statement


def _said(value):
    """The text, or "" where a program wrote "none" for nothing."""
    return "" if says_nothing(value) else value


def _is_unsafe(work):
    texts = [getattr(work, name) for name in _TEXTS]
    texts += [work.title, work.date, work.venue, work.key, work.doi, work.arxiv_id, work.pubmed_id]
    texts += [work.isbn, work.issn, *work.extra, *map(str, work.extra.values()), *work.warnings]
    for author in work.authors:
        texts += (author.printed_name, author.given_name, author.family_name, author.affiliation)
        texts += (author.name_suffix, author.name_particle, author.other_marks)
    for pair in (*work.links, *work.identifiers):
        texts += pair
    return bool(_UNSAFE.search("\n".join(texts)))


def safe(value):
    """The same without characters that no database keeps, in everything that ``value`` holds."""
    if isinstance(value, str):
        return _UNSAFE.sub("", value)
    if isinstance(value, dict):
        return {safe(key): safe(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [safe(each) for each in value]
    return value


def name_of_source(source):
    """What a source is called as its runs are kept."""
    return safe(source)[:_SOURCE_LIMIT]


def _fitting(statement, name, value, limit):
    """The value, or as much of it as its column holds."""
    if limit is None or len(value) <= limit:
        return value
    statement.extra[name] = value
    statement.notes.append(
        _("%(field)s is too long to be shown whole; all of it is kept with the other fields.")
        % {"field": capfirst(name_of(name))}
    )
    return shortened(value, limit)


def name_of(column):
    """What people call a column, or a part of a publication."""
    for model in (Publication, Authorship):
        with suppress(FieldDoesNotExist):
            return str(model._meta.get_field(column).verbose_name)
    return column


def shortened(text, limit):
    """The beginning of a text, between two words where there is a gap to cut at, with "…"."""
    text = plain(text)
    if len(text) <= limit:
        return text
    head, gap, _rest = text[:limit].rpartition(" ")
    return f"{head if gap and len(head) > limit // 2 else text[: limit - 1]}…"


def _add_date(statement, work):
    """The date; one that cannot be right is printed, and sorts nothing."""
    if not work.date:
        return
    try:
        date = parse(work.date)
    except ValidationError as error:
        problem = " ".join(error.messages)
    else:
        if is_possible_year(date[:4]):
            statement.columns["date"] = date
            return
        problem = _("The work stands among the undated ones until somebody corrects its year.")
    statement.columns.setdefault("date_text", work.date[: _LIMITS["date_text"]])
    statement.notes.append(problem)


def _add_numbers(statement, work):
    """DOI, arXiv, PubMed, ISBN and ISSN; one that is none is kept among the other fields."""
    columns = statement.columns
    for name in _NUMBERS:
        value = _said(getattr(work, name))
        if not value:
            continue
        try:
            if name == "doi":
                value = identifiers.doi(value)
            elif name == "arxiv_id":
                value = identifiers.arxiv(value)
            is_one = bool(value) and len(value) <= _LIMITS[name]
        except ValidationError:
            is_one = False
        if is_one:
            columns[name] = value
        elif value:
            statement.extra.setdefault(name.removesuffix("_id"), value)
            statement.notes.append(
                _("“%(value)s” is no %(kind)s that can be looked up; it is kept as text.")
                % {"value": value[:80], "kind": name_of(name)}
            )
    if columns.get("doi", "").startswith(ARXIV_DOI) and "arxiv_id" not in columns:
        arxiv = arxiv_of(columns["doi"])
        if arxiv:
            columns["arxiv_id"] = arxiv


def arxiv_of(doi):
    """The arXiv id that a DOI of arXiv stands for, or ""."""
    if not doi.startswith(ARXIV_DOI):
        return ""
    try:
        return identifiers.arxiv(doi.removeprefix(ARXIV_DOI))
    except ValidationError:
        return ""


def _authors(statement, authors):
    told = []
    for author in authors:
        fitting = {}
        for name, limit in _AUTHOR_LIMITS.items():
            value = getattr(author, name)
            if len(value) > limit:
                fitting[name] = _fitting(statement, name, value, limit)
        if author.orcid:
            try:
                orcid = identifiers.orcid(author.orcid)
            except ValidationError as error:
                orcid = ""
                statement.notes.append(f"{author.printed_name}: {' '.join(error.messages)}")
            if orcid != author.orcid:
                fitting["orcid"] = orcid
        if fitting:
            author = replace(author, **fitting)
        if author.printed_name.strip():
            told.append(author)
    if len({author.printed_name for author in told}) == len(told):
        orcids = [author.orcid for author in told if author.orcid]
        if len(set(orcids)) == len(orcids):
            return told
    return _each_once(statement, told)


def _each_once(statement, authors):
    """Authors without those whom a source names twice, as some do who belong to related works."""
    is_large = len(authors) > SMALL_GROUP
    kept, places = [], {}
    names = Counter(author.printed_name for author in authors)
    for author in authors:
        is_initials = is_large and _has_only_initials(author)
        marks = [author.orcid] if author.orcid else []
        if names[author.printed_name] > 1 and not is_initials:
            marks.append(author.printed_name)
        place = next((places[mark] for mark in marks if mark in places), None)
        if place is None or _are_two(kept[place], author):
            for mark in marks:
                places.setdefault(mark, len(kept))
            kept.append(author)
            continue
        first = kept[place]
        kept[place] = replace(
            first,
            orcid=first.orcid or author.orcid,
            affiliation=first.affiliation or author.affiliation,
        )
        statement.notes.append(
            _("%(name)s is named twice by the source, and once here.")
            % {"name": author.printed_name}
        )
    return kept


def _has_only_initials(author):
    given = author.given_name or author.printed_name.rpartition(" ")[0]
    return all(len(word) < 3 for word in given.replace(".", ". ").replace("-", " ").split())


def _are_two(one, other):
    """Whether different ORCIDs say that a name is that of two people."""
    return bool(one.orcid and other.orcid and one.orcid != other.orcid)


def _links(statement, links):
    """The links with an address that a browser may open."""
    kept = {}
    for label, address in links:
        is_web = address.lower().startswith(("http://", "https://"))
        if not is_web or len(address) > _ADDRESS_LIMIT:
            statement.extra.setdefault("url", address)
            statement.notes.append(
                _("“%s” is no address that can be linked; it is kept as text.") % address[:80]
            )
        elif address not in kept:
            kept[address] = label[:_LABEL_LIMIT] or _("Link")
    return [(label, address) for address, label in kept.items()]


def _identifiers(statement, pairs):
    kept = []
    for scheme, value in pairs:
        scheme = scheme.strip().lower()[:_SCHEME_LIMIT]
        value = value.strip()
        if scheme in {"doi", "arxiv"}:
            try:
                value = getattr(identifiers, scheme)(value)
            except ValidationError:
                value = ""
        if len(value) > _VALUE_LIMIT:
            statement.extra.setdefault(scheme, value)
        elif scheme and value:
            kept.append((scheme, value))
    return list(dict.fromkeys(kept))
