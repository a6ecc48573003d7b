"""The tags in the head of a publication's page, as scholarly search engines read them.

Google Scholar wants title, authors and date (https://scholar.google.com/intl/en/scholar/inclusion.html)
and passes over all tags of a page that lacks one of them; Zotero takes what there is, so that a
paper without a date still tells what is known. What is not known has no tag.
"""

from labsite.addresses import absolute
from labsite.formulas import plain
from labsite.markdown import printable
from publications.coins import FIRST_AND_LAST, ZOTERO_TYPES
from publications.models import Kind
from publications.works import IN_PERIODICALS, is_preprint

_IN_BOOKS = {Kind.CHAPTER, Kind.ENTRY, Kind.DICTIONARY_ENTRY, Kind.ENCYCLOPEDIA_ENTRY}
# What Zotero calls a work whose tags say nothing of the place it stands in.
_BARE = {
    Kind.CONFERENCE_PAPER: "conferencePaper",
    Kind.JOURNAL_ARTICLE: "journalArticle",
    Kind.MAGAZINE_ARTICLE: "magazineArticle",
    Kind.NEWSPAPER_ARTICLE: "newspaperArticle",
    Kind.THESIS: "thesis",
    Kind.REPORT: "report",
    Kind.BOOK: "book",
    Kind.COLLECTION: "book",
    Kind.CHAPTER: "bookSection",
    **ZOTERO_TYPES,
}


def tags(work, *, page, pdf=""):
    """The tags as pairs of name and content; ``page`` and ``pdf`` are paths of ours.

    ``pdf`` is a file in the folder of the page: others are not allowed here.
    """
    people = "citation_editor" if work.are_editors else "citation_author"
    first, last = _pages(work)
    known = [
        ("citation_title", plain(work.title)),
        *((people, name) for name in _names(work)),
        ("citation_publication_date", _date(work.date)),
        *_place(work),
        ("citation_volume", work.volume),
        ("citation_issue", work.issue),
        ("citation_firstpage", first),
        ("citation_lastpage", last),
        ("citation_issn", work.issn),
        ("citation_isbn", work.isbn),
        ("citation_series_title", work.series),
        ("citation_doi", work.doi),
        ("citation_arxiv_id", work.arxiv_id),
        ("citation_language", work.extra.get("language", "")),
        ("citation_abstract", plain(work.abstract)),
        ("citation_public_url", absolute(page)),
        ("citation_pdf_url", absolute(pdf)),
    ]
    return [(name, " ".join(printable(content).split())) for name, content in known if content]


def _names(work):
    """The real authors in their order, family name first where there is a given one."""
    names = [_name(author) for author in work.authors]
    if len(names) == 1 and _reads_as_two(names[0]):
        return [f"{names[0]};"]
    return names


def _reads_as_two(name):
    """Whether Zotero takes a lone name for two people, which a semicolon at its end prevents."""
    family, _comma, given = name.partition(", ")
    return " " in family and " " in given


def _name(author):
    if author.is_organisation:
        return author.printed_name
    parts = author.parts
    given = " ".join(filter(None, [parts.given, parts.suffix]))
    return ", ".join(filter(None, [parts.whole_family, given]))


def _date(date):
    """The day as 2010/5/12; a month without a day as its year alone."""
    if len(date) == len("2010-05-12"):
        return "/".join(str(int(part)) for part in date.split("-"))
    return date[:4]


def _pages(work):
    if found := FIRST_AND_LAST.fullmatch(work.pages):
        return found.groups()
    return work.pages, ""


def _place(work):
    """Where it stands, which tells the kind of work; one kind of place only, as the last wins."""
    if is_preprint(work):
        return [("z.itemType", "preprint")]
    publisher = ("citation_publisher", work.publisher)
    if work.kind in IN_PERIODICALS and work.venue:
        return [("citation_journal_title", work.venue), publisher]
    if work.kind == Kind.CONFERENCE_PAPER and work.venue:
        return [("citation_conference_title", work.venue), publisher]
    if work.kind in _IN_BOOKS and work.venue:
        return [("citation_inbook_title", work.venue), publisher]
    if work.kind == Kind.THESIS and work.publisher:
        return [("citation_dissertation_institution", work.publisher)]
    if work.kind == Kind.REPORT and work.publisher:
        return [
            ("citation_technical_report_institution", work.publisher),
            ("citation_technical_report_number", work.extra.get("number", "")),
        ]
    return [("z.itemType", _BARE.get(work.kind, "document")), publisher]
