"""RIS: what publishers, Scopus, Zotero, EndNote and Mendeley write. Each program bends it a little.

A record goes from TY to ER; one whose ER is missing ends where the next begins. Blanks around the
hyphen may be missing. A line without a tag goes on with the one before.
"""

import re
from collections import defaultdict

from django.utils.translation import gettext as _

from publications.importing import dates, kinds, names
from publications.importing.addresses import (
    is_web_address,
    printed_pages,
    put_address,
    put_arxiv,
    put_doi,
    put_identifier,
    put_number,
)
from publications.importing.markup import abstract_of, plain, says_nothing, title_of, words_of
from publications.importing.readings import Reading, Unreadable
from publications.models import Kind
from publications.status import Status
from publications.works import Origin, Work

FORMAT = "RIS"
BEGINNING = re.compile(r"^[ \t]*TY[ \t\xa0]*-", re.MULTILINE)
_STRICT = re.compile(r"([A-Z][A-Z0-9])[ \t\xa0]{1,3}-(?:[ \t\xa0]?(.*))?$")
_WITHOUT_BLANKS = re.compile(r"([A-Z][A-Z0-9])[ \t\xa0]*-[ \t\xa0]?(.*)$")
_TAGS = {
    *("TY", "ER", "AU", "AB", "AD", "AN", "AV", "BT", "CA", "CN", "CP", "CT", "CY", "DA", "DB"),
    *("DO", "DP", "DS", "ED", "EP", "ET", "ID", "IS", "J1", "J2", "JA", "JF", "JO", "KW", "LA"),
    *("LB", "LK", "LL", "NV", "OP", "PB", "PP", "PY", "RD", "RI", "RN", "RP", "SE", "SN", "SP"),
    *("SR", "ST", "SV", "TA", "TI", "TT", "U1", "U2", "U3", "U4", "U5", "UR", "VL", "VO", "WP"),
    *(f"{letter}{number}" for letter in "ACFLMNTUY" for number in range(1, 10)),
}
# Tags of words that describe the work, under the names of BibLaTeX.
_EXTRA = {
    "CY": "location",
    "PP": "location",
    "LA": "language",
    "SE": "chapter",
    "NV": "volumes",
    "ST": "shorttitle",
    "OP": "origtitle",
    "TT": "origtitle",
    "CN": "library",
    "DB": "database",
    "DP": "databaseprovider",
    "AN": "accession",
    "AD": "affiliation",
    "RN": "annotation",
    "Y2": "urldate",
    "C1": "c1",
    "C2": "c2",
    "C3": "c3",
    "C4": "c4",
    "C5": "c5",
    "C6": "c6",
    "C8": "c8",
    "LB": "label",
}
_MAIN_AUTHORS = ("AU", "A1")
_VENUES = ("JF", "T2", "JO", "BT", "C3", "J2", "JA", "J1")
_ABBREVIATIONS = ("J2", "JA", "J1", "JO")
_ADDRESSES = ("UR", "LK", "L2", "L3")
_IN_A_BOOK = {Kind.CHAPTER, Kind.CONFERENCE_PAPER, Kind.ENCYCLOPEDIA_ENTRY, Kind.DICTIONARY_ENTRY}
_SEVERAL_NAMES = re.compile(r"\s*;\s*|\s+and\s+")
_KEY = re.compile(r"[^\s{},#%~\\\"]{1,120}")
_PUBMED = re.compile(r"\bpubmed|\bmedline|\bnlm\b", re.IGNORECASE)
# What Scopus and Web of Science put among the notes, and the notes that Zotero keeps in HTML.
_NO_REMARK = re.compile(
    r"export date|cited by|times cited|correspondence address|<(?:p|div)\b", re.IGNORECASE
)
LONGEST_NOTE = 1000
EXCERPT = 200


def read(text, *, file=""):
    """The records of a RIS file."""
    return Reading(FORMAT, len(BEGINNING.findall(text)), _works(text, file))


def _works(text, file):
    for line, lines in _records(text):
        fields = _fields(lines)
        origin = Origin(file, line, plain("".join(fields["ID"][:1]))[:300])
        if len(fields) < 3 and not any(
            any(values) for tag, values in fields.items() if tag != "TY"
        ):
            reason = _("There is nothing in this entry but its type.")
            yield Unreadable(origin, reason, "\n".join(lines)[:EXCERPT])
        else:
            yield work_of(fields, origin)


def _records(text):
    """The lines of each record, and on which line of the file it begins."""
    lines, first = [], 0
    for number, line in enumerate(text.split("\n"), start=1):
        if BEGINNING.match(line):
            if lines:
                yield first, lines
            lines, first = [line], number
        elif lines:
            lines.append(line)
    if lines:
        yield first, lines


def _fields(lines):
    """The values of each tag, in their order; what stands behind ER belongs to no record."""
    has_blanks = _STRICT.match(lines[0].strip()) is not None
    shape = _STRICT if has_blanks else _WITHOUT_BLANKS
    fields = defaultdict(list)
    tag = ""
    for line in lines:
        found = shape.match(line.strip())
        if found and found[1] in _TAGS:
            tag = found[1]
            if tag == "ER":
                break
            fields[tag].append((found[2] or "").strip())
        elif tag and line.strip():
            fields[tag][-1] += f"\n{line.strip()}"
    return fields


def work_of(fields, origin=None):
    """The work that the values of these tags describe."""
    type_name = plain("".join(fields["TY"][:1])).upper()
    work = Work(origin=origin or Origin(), kind=kinds.RIS.get(type_name, Kind.DOCUMENT))
    if type_name == "INPR":
        work.status = Status.IN_PRESS
    one = _Values(fields)
    _put_titles(work, one)
    _put_people(work, one)
    _put_date(work, one)
    _put_numbers(work, one)
    _put_addresses(work, one)
    _put_notes(work, one)
    _put_extra(work, one)
    if _KEY.fullmatch(key := one.first("ID")):
        work.key = key
    if work.kind == Kind.PREPRINT:
        work.status = Status.PREPRINT
    return work


class _Values:
    """The values of a record's tags as plain texts, each asked for by name."""

    def __init__(self, fields):
        self.fields = fields
        self.used = set()

    def all(self, *tags):
        """All values of these tags, as they are."""
        self.used.update(tags)
        return [value for tag in tags for value in self.fields.get(tag, ()) if value]

    def first(self, *tags):
        """The first value that any of these tags has, on one line."""
        for value in map(words_of, self.all(*tags)):
            if not says_nothing(value):
                return value
        return ""


def _put_titles(work, one):
    titles = one.all("TI", "T1", "CT") or (one.all("BT") if work.kind == Kind.BOOK else [])
    work.title = title_of(titles[0]) if titles else ""
    container = one.first(*_VENUES)
    if container and container.lower() == words_of(work.title).lower():
        container = ""
    work.series = one.first("T3")
    if work.kind == Kind.BOOK and not work.series:
        work.series = container  # nothing contains a book
    else:
        work.venue = container
    short = one.first(*_ABBREVIATIONS)
    if short and short != container:
        work.extra["shortjournal"] = short
    event = one.first("C3", "T2") if work.kind == Kind.CONFERENCE_PAPER else ""
    if event and event != container:
        work.extra["eventtitle"] = event


def _put_people(work, one):
    names.put(work, _people(one.all(*_MAIN_AUTHORS)))
    editor_tags = ("ED", "A2") if work.kind in _IN_A_BOOK | {Kind.BOOK} else ("ED",)
    editors = _people(one.all(*editor_tags))
    if editors and not work.authors:
        names.put(work, editors)
        work.are_editors = True
    elif editors:
        work.extra["editor"] = names.inverted_names(editors)
    if translators := _people(one.all("TA", "A4")):
        work.extra["translator"] = names.inverted_names(translators)
    others = one.all("A2", "A3") if work.kind not in _IN_A_BOOK | {Kind.BOOK} else one.all("A3")
    if others := _people(others):
        work.extra["otherpeople"] = names.inverted_names(others)


def _people(values):
    pieces = [piece for value in values for piece in _names_in(value) if piece]
    return list(filter(None, map(names.inverted, pieces)))


def _names_in(value):
    """The names of a value: one, unless somebody put several there; a last comma holds it."""
    return [value] if value.endswith(",") else _SEVERAL_NAMES.split(value)


def _put_date(work, one):
    values = [dates.without_state(work, plain(value)) for value in one.all("PY", "Y1", "DA")]
    found = [_date(value) for value in values if value]
    for date, words in found:
        if not work.date:
            work.date, work.date_text = date, words
        else:
            work.date = dates.more_precise(work.date, date)
    if work.date and work.date_text.isdigit():
        work.date_text = ""


def _date(value):
    """A date of RIS, YYYY/MM/DD/other, whose other part is in words: "Spring"."""
    value = plain(value)
    parts = re.fullmatch(r"([0-9]{4})/([0-9]{0,2})(?:/([0-9]{0,2}))?(?:/(.*))?", value)
    if not parts:
        return dates.from_text(value.strip("/ "))
    year, month, day, words = parts.groups()
    date = dates.from_parts([year, month, day])
    return date, f"{words.strip()} {year}" if words and words.strip() and not month else ""


def _put_numbers(work, one):
    work.volume = one.first("VL", "VO")
    work.issue = one.first("IS", "CP")
    if work.kind in kinds.NUMBERED and work.issue:
        work.extra["number"], work.issue = work.issue, ""
    last = one.first("EP")
    work.pages = printed_pages(one.first("SP"), last) or one.first("C7")
    work.publisher = one.first("PB")
    work.edition = one.first("ET")
    genre = one.first("M3")
    if re.match(r"(?:doi:\s*)?10\.[0-9]{4,9}/", genre, re.IGNORECASE):
        put_doi(work, genre)
    elif genre.lower() != "preprint":
        work.genre = genre[:80]
    abstracts = one.all("AB", "N2")
    work.abstract = abstract_of("\n\n".join(dict.fromkeys(abstracts)))
    for number in one.all("SN"):
        put_number(work, number)
    databases = one.all("DB", "DP")
    is_of_pubmed = not databases or any(map(_PUBMED.search, databases))
    if is_of_pubmed and re.fullmatch("[0-9]{1,8}", number := one.first("AN")):
        work.pubmed_id = number
    if re.fullmatch("PMC[0-9]+", number := one.first("C2")):
        put_identifier(work, "pmcid", number)


def _put_addresses(work, one):
    for value in one.all("DO"):
        put_doi(work, value)
    for value in one.all("M1", "AN"):
        if value.lower().startswith("arxiv:"):
            put_arxiv(work, value)
    for value in one.all(*_ADDRESSES):
        # Several addresses in one value are parted by blanks.
        for address in value.split():
            put_address(work, address)
    for value in one.all("L1"):
        if is_web_address(plain(value)):
            put_address(work, value, "PDF")
        else:
            work.extra.setdefault("file", plain(value))  # on the disk of whoever exported it
    one.all("L4")


def _put_notes(work, one):
    """A remark of one line is for readers; reading notes and counts of citations are not."""
    for value in one.all("N1"):
        is_remark = (
            "\n" not in value and len(value) <= LONGEST_NOTE and not _NO_REMARK.search(value)
        )
        if is_remark and not work.note:
            work.note = words_of(value)
        else:
            work.extra["annotation"] = abstract_of(value)


def _put_extra(work, one):
    keywords = [plain(word) for value in one.all("KW") for word in value.split("\n")]
    if keywords:
        work.extra["keywords"] = ", ".join(filter(None, keywords))
    unnamed = (
        tag for tag in one.fields if tag not in one.used | {"TY", "ID"} and tag not in _EXTRA
    )
    for tag in [*_EXTRA, *unnamed]:
        if values := list(filter(None, map(plain, one.all(tag)))):
            work.extra.setdefault(_EXTRA.get(tag, tag.lower()), "; ".join(values))
