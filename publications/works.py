"""A work as bibliographies describe it, apart from the database: what imports read, exports write.

Every format is read into ``Work`` and written from it, so that nothing is lost on the way through
and any two formats can be compared field by field.
"""

from dataclasses import asdict, dataclass, field

from people.name_parts import parts_of
from publications.author_lines import PrintedAuthor
from publications.models import Kind, Publication
from publications.status import Status

# Other fields of a source that describe the work; they are kept in ``extra_fields`` under these
# names of BibLaTeX and exported. Everything else in there is kept, and never leaves the site.
DESCRIBING = (
    *("editor", "translator", "location", "chapter", "howpublished", "eventtitle", "eventdate"),
    *("language", "organization", "number", "version", "subtitle", "maintitle", "part"),
)

# Kinds of works that stand in a journal, a magazine or a newspaper.
IN_PERIODICALS = {
    *(Kind.JOURNAL_ARTICLE, Kind.MAGAZINE_ARTICLE, Kind.NEWSPAPER_ARTICLE),
    *(Kind.REVIEW, Kind.BOOK_REVIEW),
}


@dataclass(frozen=True)
class Author(PrintedAuthor):
    """One name of a work with what a source tells about it."""

    orcid: str = ""
    affiliation: str = ""

    @property
    def parts(self):
        """The parts of the name, as told or as the printed name reads."""
        return parts_of(
            self.printed_name,
            given=self.given_name,
            particle=self.name_particle,
            family=self.family_name,
            suffix=self.name_suffix,
            is_organisation=self.is_organisation,
        )


@dataclass(frozen=True)
class Origin:
    """Where a record of a source stands: the file, the line that an editor shows, its key."""

    file: str = ""
    line: int | None = None
    key: str = ""


@dataclass
class Work:
    """One record of a source, in the terms of ``Publication``.

    Texts are plain Unicode (NFC, one line but for the abstract) without TeX; titles may hold
    formulas between dollars and the inline markup of CSL: ``<i> <b> <sub> <sup>``. ``date`` is a
    partial date. What a source says of nothing is "". ``warnings`` are sentences for the report
    about what was read with doubt; ``files`` and private fields never come here but into
    ``extra``.
    """

    kind: str = Kind.DOCUMENT
    genre: str = ""
    title: str = ""
    is_title_missing: bool = False  # what names the work stands as its title for want of one
    date: str = ""
    date_text: str = ""
    status: str = Status.PUBLISHED
    notice: str = ""
    venue: str = ""  # the journal, the conference or the book that contains it, by name
    track: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""  # "1–12"
    publisher: str = ""  # the school of a thesis, the institution of a report
    series: str = ""
    edition: str = ""
    isbn: str = ""
    issn: str = ""
    doi: str = ""
    arxiv_id: str = ""
    pubmed_id: str = ""
    abstract: str = ""
    note: str = ""
    authors: list[Author] = field(default_factory=list)
    are_editors: bool = False  # the names are those of the editors; the work has no authors
    is_list_incomplete: bool = False
    links: list[tuple[str, str]] = field(default_factory=list)  # label and address
    identifiers: list[tuple[str, str]] = field(default_factory=list)  # scheme and value
    key: str = ""  # the BibTeX key that the source gives, or ""
    extra: dict[str, str] = field(default_factory=dict)
    origin: Origin = Origin()
    warnings: list[str] = field(default_factory=list)

    def to_json(self):
        """The work in plain types, as ``from_json`` reads it."""
        return asdict(self)

    @classmethod
    def from_json(cls, data):
        """The work that ``to_json`` wrote down."""
        known = {name: data[name] for name in cls.__dataclass_fields__ if name in data}
        return cls(
            **known
            | {
                "authors": [Author(**author) for author in data.get("authors", ())],
                "links": [tuple(link) for link in data.get("links", ())],
                "identifiers": [tuple(pair) for pair in data.get("identifiers", ())],
                "origin": Origin(**data.get("origin", {})),
            }
        )


# The columns of ``Publication`` that a work fills by the same name.
COLUMNS = (
    *("kind", "genre", "title", "date", "date_text", "status", "notice", "track", "volume"),
    *("issue", "pages", "publisher", "series", "edition", "isbn", "issn", "doi", "arxiv_id"),
    *("pubmed_id", "abstract", "note", "are_editors", "is_list_incomplete"),
)


def is_preprint(work):
    """Whether a work, or the row of one, is out as a preprint, whatever it is going to be."""
    return work.status == Status.PREPRINT or work.kind == Kind.PREPRINT


def expected_status(kind):
    """How far a work of this kind has come where nobody says otherwise."""
    return Status.PREPRINT if kind == Kind.PREPRINT else Status.PUBLISHED


def longest(column):
    """How many characters a column of ``Publication`` holds, or None if any number."""
    return Publication._meta.get_field(column).max_length
