"""CSL-JSON: what Zotero, Mendeley and doi.org give. https://citeproc-js.readthedocs.io/

Values are read in every shape in which they are found: a text, a number or a list where the schema
has one of them, dates in parts, as text or with nothing in them, the types of Crossref beside those
of CSL, names in parts or whole.
"""

import re

from publications.importing import dates, json_texts, kinds, names
from publications.importing.addresses import (
    printed_pages,
    put_address,
    put_arxiv,
    put_doi,
    put_identifier,
    put_number,
)
from publications.importing.json_texts import dict_of, text_of, texts_of
from publications.importing.markup import abstract_of, plain, says_nothing, title_of, words_of
from publications.importing.readings import Reading
from publications.importing.states import status_of
from publications.models import Kind
from publications.status import Status
from publications.works import Origin, Work, longest

FORMAT = "CSL-JSON"
# Variables of CSL that describe a work, under the names of BibLaTeX.
_EXTRA = {
    "publisher-place": "location",
    "event-place": "venue",
    "chapter-number": "chapter",
    "number": "number",
    "number-of-volumes": "volumes",
    "version": "version",
    "language": "language",
    "medium": "howpublished",
    "keyword": "keywords",
    "part-number": "part",
    "part": "part",
    "authority": "organization",
    "part-title": "parttitle",
    "original-title": "origtitle",
    "title-short": "shorttitle",
    "collection-number": "number",
    "license": "license",
    "archive_location": "archivelocation",
    "call-number": "library",
    "annote": "annotation",
}
_NAME_VARIABLES = ("editor", "translator", "director", "composer", "interviewer", "recipient")
_ORIGINAL_DATES = ("issued", "published", "published-print", "published-online", "posted")
_KEY = re.compile(r"[^\s{},#%~\\\"]{1,120}")
# Lines of Zotero's field "Extra", which it writes into the note.
_EXTRA_LINE = re.compile(r"([A-Za-z][\w .-]{1,40}):\s*(\S.*)")


def read(text, *, file=""):
    """The items of a list, or the one that stands alone."""
    if text.lstrip().startswith("["):
        return Reading(FORMAT, json_texts.count(text), _works(json_texts.items(text), file))
    item = json_texts.one(text)
    listed = item.get("items") if isinstance(item, dict) else None
    if isinstance(listed, list):
        return Reading(FORMAT, len(listed), _works(listed, file))
    return Reading(FORMAT, 1, _works([json_texts.Item(item, 1)], file))


def _works(items, file):
    def read_item(item, line):
        return work_of(item, Origin(file, line, key_of(item)))

    return json_texts.works(items, file, read_item)


def is_record(record):
    """Whether a record can be an item, or holds a list of them.

    What programs keep for themselves (``itemType``, ``creators`` of Zotero) has a title as well,
    and would lose its authors.
    """
    if not isinstance(record, dict):
        return False
    items = record.get("items")
    if isinstance(items, list):
        return not items or any(map(is_record, items))
    return "itemType" not in record and bool({"title", "DOI", "author"} & record.keys())


def key_of(item):
    """By which name the source calls the item."""
    return plain(text_of(item.get("id")) or text_of(item.get("citation-key")))[:300]


def work_of(item, origin=None):
    """The work that an item describes."""
    work = Work(origin=origin or Origin(), kind=kinds.of_csl(text_of(item.get("type"))))
    _put_titles(work, item)
    _put_names(work, item)
    _put_date(work, item)
    _put_numbers(work, item)
    _put_extra(work, item)
    _put_note(work, text_of(item.get("note")))
    _put_status(work, item)
    key = plain(text_of(item.get("citation-key"))) or plain(text_of(item.get("id")))
    if _KEY.fullmatch(key) and "://" not in key and not key.startswith("10."):
        work.key = work.key or key
    return work


def value_of(item, name):
    """A variable as a text on one line, without markup; words for nothing are nothing."""
    value = words_of(text_of(item.get(name)))
    return "" if says_nothing(value) else value


def _put_titles(work, item):
    work.title = title_of(text_of(item.get("title")))
    if subtitle := value_of(item, "subtitle"):
        work.extra["subtitle"] = subtitle
    containers = [words_of(title) for title in texts_of(item.get("container-title"))]
    containers = [title for title in containers if not says_nothing(title)]
    work.series = value_of(item, "collection-title")
    event = item.get("event")
    event_title = value_of(item, "event-title") or words_of(
        text_of(event) or text_of(dict_of(event).get("name"))
    )
    is_in_series = work.kind in (Kind.CHAPTER, Kind.CONFERENCE_PAPER)
    if len(containers) > 1 and is_in_series and not work.series:
        # Crossref puts the series in front: Lecture Notes in …, then the book.
        work.series, work.venue = containers[0], containers[-1]
    elif containers:
        work.venue = containers[0]
    elif work.kind == Kind.CONFERENCE_PAPER:
        work.venue = event_title
    if event_title and event_title != work.venue:
        work.extra["eventtitle"] = event_title


def _put_names(work, item):
    names.put(work, [author_of(name, work) for name in _names_in(item.get("author"))])
    for variable in _NAME_VARIABLES:
        people = [author_of(name, work) for name in _names_in(item.get(variable))]
        people = [person for person in people if person]
        if not people:
            continue
        if variable == "editor" and not work.authors:
            names.put(work, people)
            work.are_editors = True
        else:
            work.extra[variable] = names.inverted_names(people)


def _names_in(value):
    return value if isinstance(value, list) else [value] if value else []


def author_of(name, work):
    """The author that one name of an item is, or None; warnings go to the work."""
    if isinstance(name, str):
        return names.inverted(name)
    if not isinstance(name, dict):
        return None
    known = {
        "orcid": names.orcid_of(text_of(name.get("ORCID")), work.warnings),
        "affiliation": "; ".join(
            text_of(place) or text_of(dict_of(place).get("name"))
            for place in _names_in(name.get("affiliation"))
        ),
    }
    if whole := text_of(name.get("literal")) or text_of(name.get("name")):
        return names.literal(whole, **known)
    particles = (name.get("dropping-particle"), name.get("non-dropping-particle"))
    return names.person(
        text_of(name.get("given")),
        text_of(name.get("family")),
        particle=" ".join(filter(None, map(text_of, particles))),
        suffix=text_of(name.get("suffix")),
        **known,
    )


def _put_date(work, item):
    for variable in _ORIGINAL_DATES:
        value = item.get(variable)
        if isinstance(value, dict):
            said = plain(text_of(value.get("literal")) or text_of(value.get("raw")))
            value = value | {"literal": dates.without_state(work, said), "raw": ""}
        elif value:
            value = dates.without_state(work, plain(text_of(value)))
        work.date, work.date_text = date_of(value)
        if work.date or work.date_text:
            break
    accessed, _words = date_of(item.get("accessed"))
    if accessed and item.get("URL"):
        work.extra["urldate"] = accessed


def date_of(value):
    """A date of CSL as a partial date, and in words what that cannot say."""
    if not isinstance(value, dict):
        return dates.from_text(plain(text_of(value)))
    parts = value.get("date-parts")
    days = [day for day in parts if isinstance(day, list)] if isinstance(parts, list) else []
    if not days and isinstance(parts, list):
        days = [parts]  # one level of brackets forgotten
    found = [date for date in map(dates.from_parts, days) if date]
    words = plain(text_of(value.get("literal")) or text_of(value.get("raw")))
    if not found:
        words = words or plain(text_of(value.get("date-time")))
        date = dates.from_parts([value.get(part) for part in ("year", "month", "day")])
        return (date, "") if date else dates.from_text(words)
    if len(set(found)) > 1:
        words = words or "–".join(found)
    return found[-1], words[: dates.LONGEST_WORDS]


def _put_numbers(work, item):
    work.volume = value_of(item, "volume")
    work.issue = value_of(item, "issue")
    work.pages = printed_pages(value_of(item, "page") or value_of(item, "page-first"))
    work.pages = work.pages or value_of(item, "article-number")
    work.publisher = value_of(item, "publisher")
    work.edition = value_of(item, "edition")
    work.genre = value_of(item, "genre")
    work.abstract = abstract_of(text_of(item.get("abstract")))
    for variable, column in (("ISSN", "issn"), ("ISBN", "isbn")):
        for number in texts_of(item.get(variable)):
            put_number(work, number)
        odd = value_of(item, variable)
        if odd and not work.issn and not work.isbn and len(odd) <= longest(column):
            setattr(work, column, odd)  # with a figure wrong, as people have it
    put_doi(work, value_of(item, "DOI"))
    if re.fullmatch("[0-9]{1,9}", number := value_of(item, "PMID")):
        work.pubmed_id = number
    put_identifier(work, "pmcid", value_of(item, "PMCID"))
    for variable in ("number", "archive_location"):
        eprint = value_of(item, variable)
        if eprint.lower().startswith("arxiv:"):
            put_arxiv(work, eprint)
    for address in texts_of(item.get("URL")):
        put_address(work, address)


def _put_extra(work, item):
    for variable, field in _EXTRA.items():
        value = value_of(item, variable)
        is_said = value == work.venue or (work.arxiv_id and work.arxiv_id in value)
        if value and not is_said:
            work.extra.setdefault(field, value)
    event = dict_of(item.get("event"))
    if place := words_of(text_of(event.get("location"))):
        work.extra.setdefault("venue", place)
    for name, value in dict_of(item.get("custom")).items():
        if text := plain(text_of(value)):
            work.extra.setdefault(plain(str(name))[:100], text)


def _put_note(work, note):
    """The note, without the fields that Zotero writes into it for want of a better place."""
    lines = []
    for line in note.splitlines():
        found = _EXTRA_LINE.fullmatch(line.strip())
        name = found[1].strip().lower() if found else ""
        if name == "arxiv":
            put_arxiv(work, line)
        elif name == "pmid":
            work.pubmed_id = work.pubmed_id or plain(found[2])[:12]
        elif name == "citation key":
            work.key = plain(found[2])[:120]
        elif name.startswith("tex.") or name in {"pmcid", "number-of-cited-references", "version"}:
            work.extra.setdefault(name.removeprefix("tex."), plain(found[2]))
        else:
            lines.append(line)
    work.note = words_of(" ".join(lines))


def _put_status(work, item):
    if work.kind == Kind.PREPRINT:
        work.status = Status.PREPRINT
    if said := value_of(item, "status"):
        status = status_of(said)
        if status:
            work.status = status
        else:
            work.extra["pubstate"] = said
