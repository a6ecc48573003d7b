"""What kind of source a work is, as far as styles tell kinds apart."""

import re
from enum import Enum, auto
from urllib.parse import urlsplit

from labsite.folding import fold
from labsite.identifiers import arxiv_address, doi_address
from publications.models import Kind
from publications.status import Status


class Source(Enum):
    """The kinds of source that manuals have a form for."""

    ARTICLE = auto()
    PAPER = auto()
    PREPRINT = auto()
    THESIS = auto()
    BOOK = auto()
    CHAPTER = auto()
    REPORT = auto()
    SOFTWARE = auto()
    DATASET = auto()
    OTHER = auto()


_SOURCES = {
    Kind.JOURNAL_ARTICLE: Source.ARTICLE,
    Kind.MAGAZINE_ARTICLE: Source.ARTICLE,
    Kind.NEWSPAPER_ARTICLE: Source.ARTICLE,
    Kind.REVIEW: Source.ARTICLE,
    Kind.BOOK_REVIEW: Source.ARTICLE,
    Kind.CONFERENCE_PAPER: Source.PAPER,
    Kind.PREPRINT: Source.PREPRINT,
    Kind.THESIS: Source.THESIS,
    Kind.BOOK: Source.BOOK,
    Kind.CLASSIC: Source.BOOK,
    Kind.COLLECTION: Source.BOOK,
    Kind.CHAPTER: Source.CHAPTER,
    Kind.ENTRY: Source.CHAPTER,
    Kind.DICTIONARY_ENTRY: Source.CHAPTER,
    Kind.ENCYCLOPEDIA_ENTRY: Source.CHAPTER,
    Kind.REPORT: Source.REPORT,
    Kind.SOFTWARE: Source.SOFTWARE,
    Kind.DATASET: Source.DATASET,
}
# Labels of links to the text of a work; a link without a better label has that of its host.
_TEXTS = {"pdf", "html", "paper", "full text", "article", "publisher", "link", "url"}
_LEVELS = {
    "doctor": re.compile(r"\bph\.? ?d\b|\bdoctor|\bdissertation\b|\bdr\b|博士"),
    "master": re.compile(r"\bmaster|\bm\.? ?s(\.|c\b|\b)|硕士|碩士"),
    "bachelor": re.compile(r"\bbachelor|\bb\.? ?sc?\b|学士|學士"),
}


def source_of(work):
    """The kind of source; what is out as a preprint only is one, whatever it is going to be."""
    if work.status == Status.PREPRINT:
        return Source.PREPRINT
    return _SOURCES.get(work.kind, Source.OTHER)


def thesis_level(work):
    """Which of "doctor", "master", "bachelor" it is; "" where it has another name or none."""
    genre = fold(work.genre)
    return next((level for level, words in _LEVELS.items() if words.search(genre)), "")


def report_kind(work):
    """What kind of report it is, spelled out: "Technical Report"."""
    if re.fullmatch(r"tech(nical|\.)? ?rep(ort|\.)?", fold(work.genre)):
        return "Technical Report"
    return work.genre


def archive_of(work):
    """Where a preprint lies: "arXiv:2503.12668", or the archive by name."""
    return f"arXiv:{work.arxiv_id}" if work.arxiv_id else work.venue or work.publisher


def address_of(work):
    """The address to find the work at: its DOI, arXiv, or a link that somebody gave; or ""."""
    if work.doi:
        return doi_address(work.doi)
    source = source_of(work)
    if work.arxiv_id and source in (Source.PREPRINT, Source.OTHER):
        return arxiv_address(work.arxiv_id)
    leads_to_text = source in (Source.ARTICLE, Source.PAPER, Source.BOOK, Source.CHAPTER)
    addresses = [url for label, url in work.links if not leads_to_text or is_of_text(label, url)]
    return next((url for url in addresses if url.startswith(("https://", "http://"))), "")


def is_of_text(label, url):
    """Whether a link leads to the work itself, and not to its code, its slides or its poster."""
    host = (urlsplit(url).hostname or "").removeprefix("www.")
    return label == host or fold(label) in _TEXTS
