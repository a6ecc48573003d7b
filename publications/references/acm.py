"""The style of the Association for Computing Machinery (ACM Reference Format).

All authors are named, with their given names as printed.
"""

from publications.references.dates import day_of, is_in_press, is_submitted
from publications.references.kinds import (
    Source,
    address_of,
    archive_of,
    report_kind,
    source_of,
    thesis_level,
)
from publications.references.names import (
    and_others,
    authors_of,
    editors_of,
    given_first,
    listed,
)
from publications.references.pages import edition_of, is_article_number, pages_of
from publications.references.words import italic, joined, link, sentences, title_words

_THESES = {
    "doctor": "Ph.D. Dissertation",
    "master": "Master’s thesis",
    "bachelor": "Bachelor’s thesis",
}


def reference(work):
    source = source_of(work)
    title = title_words(work.title)
    stands_alone = source in (
        *(Source.THESIS, Source.BOOK, Source.REPORT, Source.SOFTWARE, Source.DATASET),
    )
    title = italic(title) if stands_alone else title
    if source is Source.BOOK:
        title = joined(title, _edition(work), by=" ")
    if source in (Source.SOFTWARE, Source.DATASET) and work.extra.get("version"):
        title = joined(title, f"version {work.extra['version']}")
    place = ["Manuscript submitted for publication"] if is_submitted(work) else _place(work, source)
    names, year = _names(work), day_of(work).year or "[n. d.]"
    head = [names, year, title] if names else [title, year]
    return joined(sentences(*head, *place), link(address_of(work)), by=" ")


def _names(work):
    authors = [given_first(name, name.given, ", ") for name in authors_of(work)]
    several = len(authors) > 1
    names = and_others(authors, comma=several) if work.is_list_incomplete else listed(authors)
    if work.are_editors and authors:
        names += " (Eds.)" if len(authors) > 1 or work.is_list_incomplete else " (Ed.)"
    return names


def _place(work, source):
    """The sentences behind the title."""
    location = work.extra.get("location")
    match source:
        case Source.ARTICLE:
            return [_journal(work)]
        case Source.PAPER | Source.CHAPTER:
            return _container_and_imprint(work, source)
        case Source.PREPRINT:
            return [archive_of(work) or "Preprint"]
        case Source.THESIS:
            kind = _THESES.get(thesis_level(work)) or work.genre or "Thesis"
            return [kind, joined(work.publisher, location)]
        case Source.BOOK:
            series = joined(work.series, work.volume and f"Vol. {work.volume}")
            return [series, _in_press(work), joined(work.publisher, location)]
        case Source.REPORT:
            kind = joined(report_kind(work) or "Report", work.extra.get("number"), by=" ")
            return [kind, joined(work.publisher or work.venue, location)]
        case Source.SOFTWARE | Source.DATASET:
            return [work.publisher or work.venue]
        case _:
            return [work.genre, joined(work.venue, work.publisher)]


def _journal(work):
    volume = joined(work.volume, work.issue)
    head = joined(italic(work.venue), volume, f"({_month_and_year(work)})", by=" ")
    return joined(head, _pages(work))


def _month_and_year(work):
    if is_in_press(work):
        return "to appear"
    day = day_of(work)
    return f"{day.month_name} {day.year}".strip() or "n. d."


def _container_and_imprint(work, source):
    """The book or the proceedings, who published it, and the pages."""
    container, pages = _container(work, source), joined(_in_press(work), _pages(work))
    if not work.publisher:
        return [joined(container, pages)]
    return [container, joined(work.publisher, work.extra.get("location"), pages)]


def _container(work, source):
    if not work.venue:
        return ""
    volume = work.volume and f"Vol. {work.volume}"
    inside = joined(work.series, volume).text if source is Source.PAPER else _edition(work)
    inside = f"({inside})" if inside and source is Source.PAPER else inside
    book = joined("In " + italic(work.venue), inside, by=" ")
    place = "" if work.publisher else work.extra.get("location")
    editors = [given_first(name, name.given, ", ") for name in editors_of(work)]
    edited = editors and f"{listed(editors)} ({'Eds.' if len(editors) > 1 else 'Ed.'})"
    return joined(book, place, edited)


def _edition(work):
    edition = edition_of(work)
    return edition and f"({edition}. ed.)"


def _in_press(work):
    return "to appear" if is_in_press(work) else ""


def _pages(work):
    return f"Article {pages_of(work)}" if is_article_number(work) else pages_of(work)
