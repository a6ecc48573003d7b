"""Works as RIS, which EndNote, Mendeley and Zotero read: a tag, two blanks, a hyphen, a value."""

from django.urls import reverse

from labsite.identifiers import arxiv_address
from publications.exporting.names import people_in
from publications.models import Kind

LINE_END = "\r\n"
_TYPES = {
    Kind.JOURNAL_ARTICLE: "JOUR",
    Kind.MAGAZINE_ARTICLE: "MGZN",
    Kind.NEWSPAPER_ARTICLE: "NEWS",
    Kind.CONFERENCE_PAPER: "CPAPER",
    Kind.CHAPTER: "CHAP",
    Kind.BOOK: "BOOK",
    Kind.COLLECTION: "SER",
    Kind.PERIODICAL: "JFULL",
    Kind.THESIS: "THES",
    Kind.REPORT: "RPRT",
    Kind.SOFTWARE: "COMP",
    Kind.DATASET: "DATA",
    Kind.SPEECH: "SLIDE",
    Kind.PREPRINT: "UNPB",  # RIS has no type for what lies in an archive
    Kind.MANUSCRIPT: "MANSCPT",
    Kind.PATENT: "PAT",
    Kind.STANDARD: "STAND",
    Kind.WEBPAGE: "WEB",
    Kind.WEBLOG_POST: "BLOG",
    Kind.DICTIONARY_ENTRY: "DICT",
    Kind.ENCYCLOPEDIA_ENTRY: "ENCYC",
    Kind.PAMPHLET: "PAMP",
    Kind.PERSONAL_COMMUNICATION: "PCOMM",
    Kind.GRAPHIC: "ART",
    Kind.FIGURE: "FIGURE",
    Kind.MAP: "MAP",
    Kind.MOTION_PICTURE: "VIDEO",
    Kind.SONG: "SOUND",
    Kind.MUSICAL_SCORE: "MUSIC",
    Kind.BILL: "BILL",
    Kind.LEGAL_CASE: "CASE",
    Kind.HEARING: "HEAR",
    Kind.LEGISLATION: "STAT",
    Kind.REGULATION: "LEGAL",
    Kind.CLASSIC: "CLSWK",
}
_OTHERS = "GEN"


def record(work, site=""):
    """One work, from its type to the end of its record; ``site`` stands before our addresses."""
    lines = [("TY", _TYPES.get(work.kind, _OTHERS)), *_tags(work), ("L1", _pdf_address(work, site))]
    written = [f"{tag}  - {_one_line(value)}{LINE_END}" for tag, value in lines if value]
    return "".join([*written, f"ER  - {LINE_END}"])


def _tags(work):
    """Tags and values in the order in which programs write them."""
    extra = work.extra
    first, _dash, last = work.pages.partition("–")
    if first == last or not last:
        first, last = work.pages, ""  # programs would make "1" of "1–1" and of "1–"
    is_book = work.kind == Kind.BOOK and not work.venue
    return [
        *(("ED" if work.are_editors else "AU", _name(author)) for author in work.authors),
        *(("ED", _name(editor)) for editor in people_in(extra.get("editor", "")).authors),
        *(
            ("A4", _name(translator))
            for translator in people_in(extra.get("translator", "")).authors
        ),
        ("TI", work.title),
        ("T2", work.series if is_book else work.venue),  # what contains it
        ("T3", "" if is_book else work.series),
        ("PY", work.date[:4]),
        ("DA", _date(work)),
        ("VL", work.volume),
        ("IS", work.issue or extra.get("number", "")),
        ("SP", first),
        ("EP", last),
        ("ET", work.edition),
        ("PB", work.publisher),
        ("CY", extra.get("location", "")),
        ("M3", work.genre),
        ("SN", work.isbn),
        ("SN", work.issn),
        ("DO", work.doi),
        *(("UR", url) for _label, url in work.links if url),
        ("UR", arxiv_address(work.arxiv_id) if work.arxiv_id else ""),
        ("AN", work.pubmed_id),
        ("DB", "PubMed" if work.pubmed_id else ""),
        ("LA", extra.get("language", "")),
        ("N1", work.note),
        ("AB", work.abstract),
        ("ID", work.key),
    ]


def _date(work):
    """The date as YYYY/MM/DD/words, unless the year says it all: "2025/06/", "2020///Spring"."""
    year, month, day = [*work.date.split("-"), "", ""][:3]
    words = work.date_text.removesuffix(f" {year}")
    words = "" if month or words == work.date_text else words
    return f"{year}/{month}/{day}{'/' if words else ''}{words}" if month or words else ""


def _pdf_address(work, site):
    """Where the site has the PDF of the work, or ""."""
    if not getattr(work, "has_pdf", False):
        return ""
    return site + reverse("publications:publication-pdf", args=[work.slug, work.slug])


def _name(author):
    """A name turned round; an organisation ends in a comma, which holds its words together."""
    if author.is_organisation:
        return f"{author.printed_name},"
    parts = author.parts
    return ", ".join(filter(None, [parts.whole_family, parts.given, parts.suffix]))


def _one_line(value):
    return " ".join(value.split())
