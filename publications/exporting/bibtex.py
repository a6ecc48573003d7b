"""Works as BibTeX, in the words that BibTeX, biber, Zotero and JabRef have in common.

Every field is named here: what has no name in these tables never leaves the site.
"""

import re

from people.name_parts import SUFFIX, is_family_first
from publications.author_lines import without_marks
from publications.exporting import tex
from publications.exporting.names import OTHERS, people_in
from publications.models import Kind
from publications.status import Status
from publications.works import DESCRIBING, expected_status

# Types of entries: the field for what contains the work, and the field for who published it.
_ARTICLE = ("article", "journal", "publisher")
_MISC = ("misc", "journal", "publisher")
_TYPES = {
    Kind.JOURNAL_ARTICLE: _ARTICLE,
    Kind.MAGAZINE_ARTICLE: _ARTICLE,
    Kind.NEWSPAPER_ARTICLE: _ARTICLE,
    Kind.CONFERENCE_PAPER: ("inproceedings", "booktitle", "publisher"),
    Kind.CHAPTER: ("incollection", "booktitle", "publisher"),
    Kind.BOOK: ("book", "booktitle", "publisher"),
    Kind.PAMPHLET: ("booklet", "booktitle", "publisher"),
    Kind.MANUSCRIPT: ("unpublished", "journal", "publisher"),
    Kind.REPORT: ("techreport", "booktitle", "institution"),
    Kind.THESIS: ("phdthesis", "booktitle", "school"),
}
_LESSER_THESIS = re.compile(
    r"\b(master|msc|m\.\s?sc|ma|m\.\s?a|diplom|bachelor|bsc|b\.\s?sc|licentiate)", re.IGNORECASE
)

# What a type of entry says of a thesis without a word.
_TOLD_BY_TYPE = {"phdthesis": "PhD thesis", "mastersthesis": "Master’s thesis"}
# Types that stand for several kinds, and the one that they mean where nothing else is said.
_COMMON = {"article": Kind.JOURNAL_ARTICLE, "misc": Kind.DOCUMENT}
_FOUND_ONLINE = {Kind.SOFTWARE, Kind.DATASET}
_OF_PEOPLE = {"editor", "translator"}

# How BibLaTeX calls the states of a publication; some are our own words.
STATES = {
    Status.PUBLISHED: "published",
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
_NO_PART = re.compile(
    r"[,;]|\b(?:family|given|prefix|suffix)(?:-i)?\s*=|\band\b|^others$", re.IGNORECASE
)
_NO_KEY = re.compile(r"""[\s"#%,={}~\\]+""")


def entries(works, *, as_ascii=False):
    """The entries of one file, with no key twice."""
    taken = set()
    for work in works:
        key = stem = _tidy_key(work.key)
        number = 1
        while key.lower() in taken:  # BibTeX does not tell capitals apart
            number += 1
            key = f"{stem}-{number}"
        taken.add(key.lower())
        yield entry(work, as_ascii=as_ascii, key=key)


def entry(work, *, as_ascii=False, key=""):
    """One work, ready to copy; with ``as_ascii`` its letters are commands of TeX."""
    key = key or _tidy_key(work.key)
    fields = _fields(work, as_ascii=as_ascii)
    lines = "".join(f"  {name} = {value},\n" for name, value in fields)
    return f"@{_type(work)[0]}{{{key},\n{lines}}}\n"


def _tidy_key(key):
    """The key as BibTeX takes it; it stays what people have written into their papers."""
    if _NO_KEY.search(key):
        key = _NO_KEY.sub("-", key).strip("-")
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

    type_name, container, publisher = _type(work)
    names = _names(work.authors, work.is_list_incomplete, as_ascii=as_ascii)
    fields = [
        ("editor" if work.are_editors else "author", names),
        ("title", f"{{{tex.title(work.title, as_ascii=as_ascii)}}}"),
        (container, text(work.venue)),
        *_date(work, text),
        ("volume", text(work.volume)),
        ("number", text(work.issue)),
        ("pages", text(work.pages).replace("–", "--").replace(r"{\textendash}", "--")),
        ("series", text(work.series)),
        ("edition", text(work.edition)),
        (publisher, text(work.publisher)),
        ("type", "" if work.genre == _TOLD_BY_TYPE.get(type_name) else text(_genre(work))),
        ("entrysubtype", _subtype(work)),
        ("pubstate", _state(work)),
        *((_NAME_OF.get(name, name), _extra(work, name, text, as_ascii)) for name in DESCRIBING),
        ("isbn", text(work.isbn)),
        ("issn", text(work.issn)),
        ("doi", _bare(work.doi)),
        *_eprint(work),
        ("pmid", text(work.pubmed_id)),
        ("url", _bare(_first_address(work))),
        ("note", text(work.note)),
        ("addendum", text(work.notice)),
        ("abstract", text(work.abstract).replace("\n@", "\n{}@")),  # no line begins an entry
    ]
    values = {}
    for name, value in fields:
        if value:
            values.setdefault(name, value)
    return values.items()


def _genre(work):
    """What kind of work exactly it is; a thesis of no certain degree is none for a Ph.D."""
    return work.genre or ("Thesis" if work.kind == Kind.THESIS else "")


def _extra(work, name, text, as_ascii):
    """A field that a source gave and the site has no column for."""
    value = work.extra.get(name, "")
    if value and name in _OF_PEOPLE:
        people = people_in(value)
        return _names(people.authors, people.is_incomplete, as_ascii=as_ascii)
    if not value and name == "howpublished" and work.kind in _FOUND_ONLINE:
        # Classic styles print no other address.
        address = _first_address(work)
        return rf"{{\url{_bare(address)}}}" if address else ""
    return text(value)


def _first_address(work):
    return next((url for _label, url in work.links if url), "")


def _bare(value):
    """A number or an address as it is; braces, which would tear the entry, by their codes."""
    value = value.replace("{", "%7B").replace("}", "%7D")
    return f"{{{value}}}" if value else ""


def _subtype(work):
    """The kind of the work where the type of the entry does not say it."""
    type_name = _type(work)[0]
    is_told = work.kind in _TYPES if type_name not in _COMMON else work.kind in _COMMON.values()
    if work.kind == Kind.PREPRINT and work.arxiv_id and not work.venue:
        is_told = True  # by its number
    return "" if is_told else _bare(work.kind)


def _state(work):
    """The state of the work, unless it is the one that everybody expects of its kind."""
    is_expected = work.status == expected_status(work.kind)
    return "" if is_expected else _bare(STATES[work.status])


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


def _names(authors, is_incomplete, *, as_ascii):
    names = [_name(author, as_ascii=as_ascii) for author in authors]
    if is_incomplete and names:
        names.append(OTHERS)
    return f"{{{' and '.join(names)}}}" if names else ""


def _name(author, *, as_ascii):
    """One name with a comma behind the family name, so that no program has to guess."""

    def text(words):
        return tex.escaped(words, as_ascii=as_ascii)

    def in_one(words):
        return f"{{{text(words)}}}"

    if author.is_organisation:
        return in_one(author.printed_name)
    parts = author.parts
    is_alone = not parts.given and not parts.suffix
    has_words = " " in parts.family
    needs_braces = _would_be_torn(parts.family) or _is_misread(parts.family)
    family = (
        in_one(parts.family) if needs_braces or (is_alone and has_words) else text(parts.family)
    )
    if parts.particle:
        family = f"{text(parts.particle)} {family}"
    is_odd = any(map(_is_misread, parts.given.split()))
    given = in_one(parts.given) if is_odd else text(parts.given)
    if parts.suffix:
        return f"{family}, {text(parts.suffix)}, {given or '{}'}"
    if given:
        return f"{family}, {given}"
    # Words in braces alone would be an organisation.
    is_person = has_words and not parts.particle and not is_family_first(parts.family)
    return f"{family}, {{}}" if is_person else family


def _would_be_torn(family):
    """Whether a reader would find a particle or a suffix within a family name of several words."""
    words = family.split()
    is_before_suffix = len(words) > 1 and _is_suffix(words[-1])
    return is_before_suffix or any(word[0].islower() for word in words[:-1])


def _is_misread(words):
    """Whether a part of a name holds what parts names, or what looks like a mark or a suffix."""
    marks = without_marks(words)[1]
    if not words.endswith((")", "]")):
        marks = marks.strip("0123456789,")  # a bare figure belongs to the name
    return bool(marks) or bool(_NO_PART.search(words)) or _is_suffix(words)


def _is_suffix(words):
    return SUFFIX.fullmatch(words) is not None and len(words) > 1
