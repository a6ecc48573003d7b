"""Works as BibTeX, in the words that BibTeX, biber, Zotero and JabRef have in common.

Every field is named here: what has no name in these tables never leaves the site.
"""

import re
import unicodedata

from publications.exporting import tex
from publications.exporting.names import parts_of_author
from publications.models import Kind
from publications.status import Status
from publications.works import DESCRIBING

MEDIA_TYPE = "application/x-bibtex"

# Types of entries: the field for what contains the work, and the field for who published it.
_ARTICLE = ("article", "journal", "publisher")
_MISC = ("misc", "howpublished", "publisher")
_TYPES = {
    Kind.JOURNAL_ARTICLE: _ARTICLE,
    Kind.MAGAZINE_ARTICLE: _ARTICLE,
    Kind.NEWSPAPER_ARTICLE: _ARTICLE,
    Kind.CONFERENCE_PAPER: ("inproceedings", "booktitle", "publisher"),
    Kind.CHAPTER: ("incollection", "booktitle", "publisher"),
    Kind.BOOK: ("book", "booktitle", "publisher"),
    Kind.COLLECTION: ("proceedings", "booktitle", "publisher"),
    Kind.PAMPHLET: ("booklet", "booktitle", "publisher"),
    Kind.MANUSCRIPT: ("unpublished", "howpublished", "publisher"),
    Kind.REPORT: ("techreport", "booktitle", "institution"),
    Kind.THESIS: ("phdthesis", "booktitle", "school"),
}
_LESSER_THESIS = re.compile(
    r"\b(master|msc|m\.\s?sc|ma|m\.\s?a|diplom|bachelor|bsc|b\.\s?sc|licentiate)", re.IGNORECASE
)

# How BibLaTeX calls the states of a publication; the last two are our own words.
STATES = {
    Status.ACCEPTED: "accepted",
    Status.IN_PRESS: "inpress",
    Status.TO_APPEAR: "forthcoming",
    Status.SUBMITTED: "submitted",
    Status.PREPRINT: "prepublished",
    Status.WITHDRAWN: "withdrawn",
    Status.RETRACTED: "retracted",
}

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

# What classic styles print in place of a year that nobody knows yet.
_YEAR_WORDS = {
    Status.ACCEPTED: "accepted",
    Status.IN_PRESS: "in press",
    Status.TO_APPEAR: "to appear",
    Status.SUBMITTED: "submitted",
}

_NAME_OF = {"location": "address"}  # fields of BibLaTeX that BibTeX calls otherwise
_PARTING = re.compile(r",|\band\b|^others$", re.IGNORECASE)
_NO_KEY = re.compile(r"""[\s"#%'(),={}~\\@]+""")


def entries(works, *, as_ascii=False):
    """The entries of one file, with no key twice."""
    taken = set()
    for work in works:
        key = stem = _tidy_key(work.key, as_ascii=as_ascii)
        number = 1
        while key.lower() in taken:  # BibTeX does not tell capitals apart
            number += 1
            key = f"{stem}-{number}"
        taken.add(key.lower())
        yield entry(work, as_ascii=as_ascii, key=key)


def entry(work, *, as_ascii=False, key=""):
    """One work, ready to copy; with ``as_ascii`` its letters are commands of TeX."""
    key = key or _tidy_key(work.key, as_ascii=as_ascii)
    fields = _fields(work, as_ascii=as_ascii)
    lines = "".join(f"  {name} = {value},\n" for name, value in fields)
    return f"@{_type(work)[0]}{{{key},\n{lines}}}\n"


def _tidy_key(key, *, as_ascii):
    """The key as BibTeX takes it; it stays what people have written into their papers."""
    key = _NO_KEY.sub("-", key).strip("-")
    if as_ascii:
        key = unicodedata.normalize("NFKD", key).encode("ascii", "ignore").decode()
    return key or "work"


def _type(work):
    """The type of the entry, its field for the container and that for the publisher."""
    kind, container, publisher = _TYPES.get(work.kind, _MISC)
    if work.kind == Kind.THESIS and _LESSER_THESIS.search(work.genre):
        kind = "mastersthesis"
    return kind, container, publisher


def _fields(work, *, as_ascii):
    """Names and values of the fields, in the order in which people read them."""

    def text(words):
        return f"{{{tex.escaped(words, as_ascii=as_ascii)}}}" if words else ""

    _type_name, container, publisher = _type(work)
    fields = [
        ("editor" if work.are_editors else "author", _names(work, as_ascii=as_ascii)),
        ("title", f"{{{tex.title(work.title, as_ascii=as_ascii)}}}"),
        (container, text(work.venue)),
        *_date(work, text),
        ("volume", text(work.volume)),
        ("number", text(work.issue)),
        ("pages", text(work.pages).replace("–", "--").replace(r"{\textendash}", "--")),
        ("series", text(work.series)),
        ("edition", text(work.edition)),
        (publisher, text(work.publisher)),
        ("type", text(work.genre)),
        ("entrysubtype", _subtype(work)),
        ("pubstate", _bare(STATES.get(work.status, ""))),
        *((_NAME_OF.get(name, name), text(work.extra.get(name, ""))) for name in DESCRIBING),
        ("isbn", _bare(work.isbn)),
        ("issn", _bare(work.issn)),
        ("doi", _bare(work.doi)),
        *_eprint(work),
        ("pmid", _bare(work.pubmed_id)),
        ("url", _bare(next((url for _label, url in work.links if url), ""))),
        ("note", text(work.note)),
        ("addendum", text(work.notice)),
        ("abstract", text(work.abstract)),
    ]
    values = {}
    for name, value in fields:
        if value:
            values.setdefault(name, value)
    return values.items()


def _bare(value):
    """A number or an address as it is; braces, which would tear the entry, by their codes."""
    value = value.replace("{", "%7B").replace("}", "%7D")
    return f"{{{value}}}" if value else ""


def _subtype(work):
    """The kind of the work where the type of the entry does not say it."""
    type_name = _type(work)[0]
    if (type_name == "misc" and work.kind != Kind.DOCUMENT) or type_name == "article":
        return "" if work.kind == Kind.JOURNAL_ARTICLE else _bare(work.kind)
    return ""


def _date(work, text):
    """The date in the fields that all programs read; a month is a word of BibTeX itself."""
    if work.date_text:
        return [("year", text(work.date_text))]
    if not work.date:
        return [("year", _bare(_YEAR_WORDS.get(work.status, "")))]
    year, *month_and_day = work.date.split("-")
    month = _MONTHS[int(month_and_day[0]) - 1] if month_and_day else ""
    day = _bare(str(int(month_and_day[1]))) if len(month_and_day) > 1 else ""
    return [("year", _bare(year)), ("month", month), ("day", day)]


def _eprint(work):
    """Where the text stands in an archive, in the fields of BibTeX and in those of biber."""
    if work.arxiv_id:
        return [
            ("eprint", _bare(work.arxiv_id)),
            ("archiveprefix", _bare("arXiv")),
            ("eprinttype", _bare("arxiv")),
        ]
    for scheme, value in work.identifiers:
        return [("eprint", _bare(value)), ("eprinttype", _bare(scheme))]
    return []


# Names


def _names(work, *, as_ascii):
    names = [_name(author, as_ascii=as_ascii) for author in work.authors]
    if work.is_list_incomplete and names:
        names.append("others")
    return f"{{{' and '.join(names)}}}" if names else ""


def _name(author, *, as_ascii):
    """One name with a comma behind the family name, so that no program has to guess."""

    def text(words):
        return tex.escaped(words, as_ascii=as_ascii)

    if author.is_organisation:
        return f"{{{text(author.printed_name)}}}"
    parts = parts_of_author(author)
    family = text(parts.family)
    if _would_be_torn(parts.family) or _joins(parts.family):
        family = f"{{{family}}}"
    if parts.particle:
        family = f"{text(parts.particle)} {family}"
    given = text(parts.given)
    if _joins(parts.given):
        given = f"{{{given}}}"
    if parts.suffix:
        return f"{family}, {text(parts.suffix)}, {given or '{}'}"
    if given:
        return f"{family}, {given}"
    # One name alone needs no comma, but several words of one name would be told apart.
    return f"{family}, {{}}" if " " in family and not parts.particle else family


def _would_be_torn(family):
    """Whether BibTeX would find a particle within a family name of several words."""
    return any(word[0].islower() for word in family.split()[:-1])


def _joins(name):
    """Whether a part of a name holds what parts names: a comma, or the word "and"."""
    return bool(_PARTING.search(name))
