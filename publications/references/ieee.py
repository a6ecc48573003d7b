"""The style of the IEEE (Reference Guide of the IEEE Publishing Operations, 2023).

Up to six authors are named; of more, the first alone. Its DOI stands bare behind "doi:".
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
from publications.references.names import authors_of, editors_of, given_first, listed
from publications.references.pages import are_several, edition_of, is_article_number, pages_of
from publications.references.words import (
    Words,
    doi_link,
    full_stop,
    italic,
    joined,
    link,
    quoted,
    roman,
    title_words,
)

NAMED_AT_MOST = 6
_THESES = {"doctor": "Ph.D. dissertation", "master": "M.S. thesis", "bachelor": "B.S. thesis"}


def reference(work):
    source = source_of(work)
    title = title_words(work.title)
    if source in (Source.BOOK, Source.SOFTWARE, Source.DATASET):
        what = _alone(work, source, italic(title))
        names = joined(_names(work), what)
    else:
        names = joined(_names(work), quoted(title, ","))
        names = joined(names, _place(work, source), by=" ")
    whole = joined(names, doi_link(work.doi, "doi: ")) if work.doi else names
    whole = full_stop(whole)
    if not work.doi and (address := address_of(work)) and source is not Source.PREPRINT:
        whole += " [Online]. Available: " + link(address)
    return whole


def _names(work):
    authors = [given_first(name, name.initials) for name in authors_of(work)]
    if len(authors) > NAMED_AT_MOST or (authors and work.is_list_incomplete):
        kept = authors[:1] if len(authors) > NAMED_AT_MOST else authors
        names = ", ".join(kept) + " " + italic("et al.")
        is_one = False
    else:
        names, is_one = roman(listed(authors)), len(authors) == 1
    if work.are_editors and authors:
        names += ", Ed." if is_one else ", Eds."
    return names


def _place(work, source):
    """Where a work stands that is part of something, or was handed in somewhere."""
    if is_submitted(work):
        return roman("submitted for publication")
    match source:
        case Source.ARTICLE:
            return joined(
                italic(work.venue), _volume(work), _issue(work), _pages(work), _month(work)
            )
        case Source.PAPER:
            venue = "in " + italic(work.venue) if work.venue else ""
            series = work.series and f"ser. {work.series}"
            place = work.extra.get("location", "")
            return joined(
                venue, _editors(work), series, _volume(work), place, _month(work), _pages(work)
            )
        case Source.CHAPTER:
            return _chapter(work)
        case Source.PREPRINT:
            return joined(day_of(work).year or "n.d.", archive_of(work) or "preprint")
        case Source.THESIS:
            kind = _THESES.get(thesis_level(work)) or work.genre or "thesis"
            return joined(kind, work.publisher, work.extra.get("location"), _year(work))
        case Source.REPORT:
            return joined(
                work.publisher or work.venue, work.extra.get("location"), _report(work), _date(work)
            )
        case _:
            return joined(work.venue, work.publisher, work.genre, _date(work))


def _alone(work, source, title):
    """A book, a program or a data set: the title itself, then who publishes it."""
    if source is Source.BOOK:
        edition = edition_of(work)
        head = joined(title, _volume(work), edition and f"{edition} ed.")
        return joined(full_stop(head), _imprint(work), by=" ")
    version = work.extra.get("version")
    kind = "" if source is Source.SOFTWARE else "data set"
    head = joined(title, version and f"version {version}", kind)
    return joined(full_stop(head), joined(work.publisher or work.venue, _year(work)), by=" ")


def _chapter(work):
    edition = edition_of(work)
    book = "in " + italic(work.venue) if work.venue else Words()
    head = joined(book, _volume(work), edition and f"{edition} ed.", _editors(work))
    imprint = joined(_imprint(work), _pages(work))
    return joined(full_stop(head), imprint, by=" ")


def _imprint(work):
    place = work.extra.get("location")
    return joined(joined(place, work.publisher, by=": "), _date_or_press(work, _year(work)))


def _editors(work):
    editors = [given_first(name, name.initials) for name in editors_of(work)]
    return editors and f"{listed(editors)}, {'Eds.' if len(editors) > 1 else 'Ed.'}"


def _report(work):
    kind = report_kind(work) or "Rep."
    kind = "Tech. Rep." if kind == "Technical Report" else kind
    return joined(kind, work.extra.get("number"), by=" ")


def _volume(work):
    return work.volume and f"vol. {work.volume}"


def _issue(work):
    return work.issue and f"no. {work.issue}"


def _pages(work):
    if not work.pages:
        return ""
    if is_article_number(work):
        return f"Art. no. {pages_of(work)}"
    return f"{'pp.' if are_several(work) else 'p.'} {pages_of(work)}"


def _year(work):
    return day_of(work).year or "n.d."


def _date(work):
    day = day_of(work)
    when = joined(day.month_short, day.day and str(day.day), by=" ")
    date = joined(when, day.year, by=", " if day.day else " ")
    return _date_or_press(work, date or "n.d.")


def _month(work):
    """The month of an issue or of a conference; papers are cited without their day."""
    day = day_of(work)
    return _date_or_press(work, joined(day.month_short, day.year, by=" ") or "n.d.")


def _date_or_press(work, date):
    return "to be published" if is_in_press(work) else date
