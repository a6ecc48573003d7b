"""The style of the Chinese national standard GB/T 7714-2015.

Up to three authors are named; of more, the first three and "et al.", or 等 behind Chinese names.
Latin family names stand in capitals before initials without points, Chinese names as they are. A
letter in brackets says what kind of document it is.
"""

import re

from people.name_parts import is_family_first
from publications.models import Kind
from publications.references.dates import day_of, is_in_press, is_submitted
from publications.references.kinds import Source, address_of, source_of
from publications.references.names import authors_of, editors_of
from publications.references.pages import edition_number, edition_of, pages_of
from publications.references.words import doi_link, full_stop, joined, link, sentences, title_words

NAMED_AT_MOST = 3
ONLINE = "EB/OL"
_MARKS = {
    Source.ARTICLE: "J",
    Source.PAPER: "C",
    Source.PREPRINT: ONLINE,
    Source.THESIS: "D",
    Source.BOOK: "M",
    Source.CHAPTER: "M",
    Source.REPORT: "R",
    Source.SOFTWARE: "CP",
    Source.DATASET: "DS",
    Source.OTHER: "Z",
}
# Kinds with a letter of their own among those that are cited alike.
_MARKS_OF_KINDS = {
    Kind.NEWSPAPER_ARTICLE: "N",
    Kind.PATENT: "P",
    Kind.STANDARD: "S",
    Kind.WEBPAGE: ONLINE,
    Kind.WEBLOG_POST: ONLINE,
    Kind.POST: ONLINE,
}
_CHINESE = re.compile("[\u3400-\u9fff]")


def reference(work):
    source = source_of(work)
    is_chinese = bool(_CHINESE.search(work.title))
    number = work.extra.get("number")
    title = title_words(work.title)
    if number and (source is Source.REPORT or work.kind in (Kind.PATENT, Kind.STANDARD)):
        title = joined(title, number, by=": ")
    title += f"[{_mark(work, source)}]"
    if is_submitted(work):
        place = ["已投稿" if is_chinese else "Submitted for publication"]
    elif source in (Source.PAPER, Source.CHAPTER):
        inside = _container(work, is_chinese)
        title, place = (title + "//" + inside[0], inside[1:]) if work.venue else (title, inside)
    else:
        place = _place(work, source, is_chinese)
    whole = sentences(
        _names(authors_of(work), is_incomplete=work.is_list_incomplete), title, *place
    )
    if work.doi:
        return full_stop(joined(whole, doi_link(work.doi, "DOI:"), by=" "))
    return full_stop(joined(whole, link(address_of(work)), by=" "))


def _mark(work, source):
    mark = _MARKS_OF_KINDS.get(work.kind) or _MARKS[source]
    is_data = source in (Source.SOFTWARE, Source.DATASET, Source.OTHER)
    is_online = address_of(work) and (is_data or not work.doi)
    return f"{mark}/OL" if is_online and not mark.endswith("/OL") else mark


def _names(names, *, is_incomplete=False):
    printed = [_name(name) for name in names[:NAMED_AT_MOST]]
    if names and (is_incomplete or len(names) > NAMED_AT_MOST):
        printed.append("等" if is_family_first(printed[0]) else "et al")
    return ", ".join(printed)


def _name(name):
    if name.is_organisation:
        return name.family
    initials = re.sub(r"[.\s-]+", " ", name.initials).strip()
    suffix = name.suffix.rstrip(".")
    return " ".join(filter(None, [name.family.upper(), initials, suffix]))


def _container(work, is_chinese):
    """The book or the proceedings with its editors, then the rest in sentences."""
    editors = _names(editors_of(work))
    container = joined(full_stop(editors), work.venue, by=" ")
    container = joined(container, work.volume and _volume(work, is_chinese), by=": ")
    rest = [_edition(work, is_chinese), _imprint(work, is_chinese)]
    return [container, *rest] if work.venue else rest


def _place(work, source, is_chinese):
    """The sentences behind the title."""
    match source:
        case Source.ARTICLE:
            return [_journal(work, is_chinese)]
        case _ if _mark(work, source) == ONLINE:
            return [f"({work.date or 'n.d.'})"]
        case Source.BOOK:
            title_of_volume = work.volume and _volume(work, is_chinese)
            return [title_of_volume, _edition(work, is_chinese), _imprint(work, is_chinese)]
        case _:
            return [_imprint(work, is_chinese)]


def _journal(work, is_chinese):
    when = _press(is_chinese) if is_in_press(work) else _year(work)
    volume = joined(when, work.volume).text + (f"({work.issue})" if work.issue else "")
    return joined(joined(work.venue, volume), pages_of(work, "-"), by=": ")


def _imprint(work, is_chinese):
    """Place: publisher, year: pages."""
    publisher = work.publisher
    if not publisher and source_of(work) not in (Source.PAPER, Source.CHAPTER):
        publisher = work.venue
    imprint = joined(work.extra.get("location"), publisher, by=": ")
    when = _press(is_chinese) if is_in_press(work) else _year(work)
    return joined(joined(imprint, when), pages_of(work, "-"), by=": ")


def _press(is_chinese):
    return "待出版" if is_chinese else "in press"


def _year(work):
    return day_of(work).year or "[n.d.]"


def _volume(work, is_chinese):
    return f"第{work.volume}卷" if is_chinese else f"Vol. {work.volume}"


def _edition(work, is_chinese):
    if is_chinese and (number := edition_number(work)):
        return f"{number}版"
    edition = edition_of(work)
    return edition and f"{edition} ed."
