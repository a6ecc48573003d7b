"""The style of the American Psychological Association, seventh edition (Publication Manual, 2020).

Up to 20 authors are named; of more, the first 19 and the last.
"""

from publications.models import Kind
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
    authors_of,
    editors_of,
    family_first,
    given_first,
    listed,
)
from publications.references.pages import are_several, edition_of, is_article_number, pages_of
from publications.references.words import (
    italic,
    joined,
    link,
    roman,
    sentences,
    title_words,
)

NAMED_AT_MOST = 20
_DAILY = {Kind.MAGAZINE_ARTICLE, Kind.NEWSPAPER_ARTICLE}
_THESES = {
    "doctor": "Doctoral dissertation",
    "master": "Master’s thesis",
    "bachelor": "Bachelor’s thesis",
}


def reference(work):
    title, place = _title_and_place(work, source_of(work))
    names, date = _names(work), f"({_date(work, source_of(work))})"
    # Where nobody is named, the title takes the place of the names.
    head = [names, date, title] if names else [title, date]
    return joined(sentences(*head, *place), link(address_of(work)), by=" ")


def _title_and_place(work, source):
    """The title with what describes the work, and the sentences that say where it is."""
    title = title_words(work.title)
    if is_submitted(work):
        return italic(title) + " [Manuscript submitted for publication]", []
    if source is Source.ARTICLE:
        return title, [_journal(work)]
    if source in (Source.PAPER, Source.CHAPTER):
        return title, [_container(work), work.publisher]
    return italic(title) + _described(work, source), [_publisher(work, source)]


def _names(work):
    authors = [family_first(name, name.initials) for name in authors_of(work)]
    if len(authors) > NAMED_AT_MOST:
        first, last = authors[: NAMED_AT_MOST - 1], authors[-1]
        names = f"{', '.join(first)}, . . . {last}"
    elif work.is_list_incomplete and authors:
        names = f"{', '.join(authors)}, et al."
    else:
        names = listed(authors, and_="&", comma_between_two=True)
    if work.are_editors and authors:
        names += " (Eds.)" if len(authors) > 1 or work.is_list_incomplete else " (Ed.)"
    return names


def _date(work, source):
    """The year; of what appears daily, also the month and the day."""
    if is_in_press(work):
        return "in press"
    when = day_of(work)
    is_daily = source is Source.OTHER or work.kind in _DAILY
    month = f"{when.month_name} {when.day or ''}".strip() if is_daily else ""
    return joined(when.year, month).text or "n.d."


def _journal(work):
    volume = italic(work.volume)
    if work.issue:
        volume += f"({work.issue})"
    pages = pages_of(work)
    if is_article_number(work):
        pages = f"Article {pages}"
    return joined(italic(work.venue), volume, pages)


def _container(work):
    """The book or the proceedings: In A. Editor (Ed.), Title (2nd ed., pp. 1–12)."""
    if not work.venue:
        return roman(_in_brackets(work))
    editors = [given_first(name, name.initials, ", ") for name in editors_of(work)]
    edited = ""
    if editors:
        edited = f"{listed(editors, and_='&')} ({'Eds.' if len(editors) > 1 else 'Ed.'}), "
    return joined(f"In {edited}" + italic(work.venue), _in_brackets(work), by=" ")


def _in_brackets(work):
    pages = pages_of(work)
    if pages and is_article_number(work):
        pages = f"Article {pages}"
    elif pages:
        pages = f"{'pp.' if are_several(work) else 'p.'} {pages}"
    parts = joined(_edition(work), work.volume and f"Vol. {work.volume}", pages)
    return "(" + parts + ")" if parts else ""


def _edition(work):
    edition = edition_of(work)
    return edition and f"{edition} ed."


def _described(work, source):
    """What stands behind the title of a work that stands alone, before its full stop."""
    number, version = work.extra.get("number", ""), work.extra.get("version", "")
    match source:
        case Source.PREPRINT:
            if work.arxiv_id:
                return f" (arXiv:{work.arxiv_id})"
            return "" if archive_of(work) else " [Preprint]"
        case Source.THESIS:
            kind = _THESES.get(thesis_level(work)) or work.genre or "Thesis"
            return f" [{joined(kind, work.publisher).text}]"
        case Source.BOOK:
            volume = f"Vol. {work.volume}" if work.volume else ""
            parts = joined(_edition(work), volume).text
            return f" ({parts})" if parts else ""
        case Source.REPORT:
            kind = report_kind(work) or "Report"
            return f" ({kind} No. {number})" if number else ""
        case Source.SOFTWARE:
            return (f" (Version {version})" if version else "") + " [Computer software]"
        case Source.DATASET:
            return (f" (Version {version})" if version else "") + " [Data set]"
        case _ if work.kind == Kind.PATENT and number:
            return f" (Patent No. {number})"
        case _:
            return f" [{work.genre}]" if work.genre else ""


def _publisher(work, source):
    if source is Source.THESIS:
        return ""
    if source is Source.PREPRINT:
        return "arXiv" if work.arxiv_id else archive_of(work)
    publisher = work.publisher or work.venue
    if [name.family for name in authors_of(work)] == [publisher]:
        return ""  # an organisation that publishes itself is named once
    return publisher
