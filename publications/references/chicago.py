"""The author-date style of The Chicago Manual of Style, seventeenth edition (2017).

Up to ten authors are named; of more, the first seven.
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
    family_first,
    given_first,
    listed,
)
from publications.references.pages import edition_of, pages_of
from publications.references.words import (
    Words,
    italic,
    joined,
    link,
    quoted,
    sentences,
    title_words,
)

NAMED_AT_MOST = 10
NAMED_OF_MORE = 7
_THESES = {"doctor": "PhD diss.", "master": "Master’s thesis", "bachelor": "Bachelor’s thesis"}


def reference(work):
    source = source_of(work)
    title = title_words(work.title)
    address = link(address_of(work))
    ending = address + "." if address else Words()
    if source in (Source.BOOK, Source.REPORT, Source.SOFTWARE, Source.DATASET):
        title = italic(title)
    else:
        title = quoted(title, ".")
    place = ["Unpublished manuscript"] if is_submitted(work) else _place(work, source)
    head = [_names(work), _year(work), title]
    if not head[0]:  # the title takes the place of the names
        head = [title, _year(work)]
    return joined(sentences(*head, *place), ending, by=" ")


def _names(work):
    authors = authors_of(work)
    if not authors:
        return ""
    first, *others = authors
    names = [family_first(first, first.given)]
    names += [given_first(name, name.given) for name in others]
    if len(names) > NAMED_AT_MOST:
        whole = and_others(names[:NAMED_OF_MORE])
    elif work.is_list_incomplete:
        whole = and_others(names)
    else:
        whole = listed(names, comma_between_two=bool(first.given))
    if work.are_editors:
        whole += ", eds." if len(authors) > 1 or work.is_list_incomplete else ", ed."
    return whole


def _year(work):
    if is_in_press(work):
        return "Forthcoming"
    return day_of(work).year or "n.d."


def _place(work, source):
    """The sentences behind the title."""
    match source:
        case Source.ARTICLE:
            return [_journal(work)]
        case Source.PAPER | Source.CHAPTER:
            return [_container(work), _imprint(work)]
        case Source.PREPRINT:
            return [joined("Preprint", archive_of(work))]
        case Source.THESIS:
            kind = _THESES.get(thesis_level(work)) or work.genre or "Thesis"
            return [joined(kind, work.publisher)]
        case Source.BOOK:
            volume = work.volume and f"Vol. {work.volume}"
            edition = edition_of(work)
            return [edition and f"{edition} ed.", volume, work.series, _imprint(work)]
        case Source.REPORT:
            return [
                joined(report_kind(work), work.extra.get("number"), by=" "),
                _imprint(work),
            ]
        case Source.SOFTWARE | Source.DATASET:
            version = work.extra.get("version")
            return [version and f"V. {version}", work.publisher or work.venue]
        case _:
            return [work.genre, joined(work.venue, work.publisher)]


def _journal(work):
    volume = joined(work.volume, work.issue and f"({work.issue})", by=" ")
    pages = pages_of(work)
    separator = ": " if volume else ", "
    return joined(joined(italic(work.venue), volume, by=" "), pages, by=separator)


def _container(work):
    if not work.venue:
        return pages_of(work)
    editors = [given_first(name, name.given) for name in editors_of(work)]
    edition = edition_of(work)
    return joined(
        "In " + italic(work.venue),
        edition and f"{edition} ed.",
        editors and f"edited by {listed(editors)}",
        work.volume and f"vol. {work.volume}",
        pages_of(work),
    )


def _imprint(work):
    return joined(work.extra.get("location"), work.publisher, by=": ")
