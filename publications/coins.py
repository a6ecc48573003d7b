"""ContextObjects in Spans (COinS): what a line of a list tells reference managers about a work.

Zotero then offers the papers of a page to choose from. The keys are those of OpenURL 1.0
(ANSI/NISO Z39.88) as Zotero reads them: a format for journals, books and theses each, and Dublin
Core for the rest, whose type is one of Zotero's own.
"""

import re
from functools import lru_cache
from urllib.parse import quote

from labsite.formulas import plain
from labsite.identifiers import arxiv_address
from publications.models import Kind
from publications.works import IN_PERIODICALS, is_preprint

_FORMAT = "info:ofi/fmt:kev:mtx:"
# Kind → the genre within the format for books.
_BOOKS = {
    Kind.CONFERENCE_PAPER: "proceeding",
    Kind.CHAPTER: "bookitem",
    Kind.ENTRY: "bookitem",
    Kind.DICTIONARY_ENTRY: "bookitem",
    Kind.ENCYCLOPEDIA_ENTRY: "bookitem",
    Kind.BOOK: "book",
    Kind.COLLECTION: "book",
    Kind.REPORT: "report",
}
_CONTAINED = {"proceeding", "bookitem"}
# What Zotero calls the kinds that OpenURL has no format for.
ZOTERO_TYPES = {
    Kind.PREPRINT: "preprint",
    Kind.SOFTWARE: "computerProgram",
    Kind.DATASET: "dataset",
    Kind.SPEECH: "presentation",
    Kind.PATENT: "patent",
    Kind.WEBPAGE: "webpage",
    Kind.POST: "forumPost",
    Kind.WEBLOG_POST: "blogPost",
    Kind.MANUSCRIPT: "manuscript",
    Kind.STANDARD: "standard",
    Kind.MAP: "map",
    Kind.INTERVIEW: "interview",
    Kind.MOTION_PICTURE: "film",
    Kind.LEGAL_CASE: "case",
    Kind.LEGISLATION: "statute",
    Kind.BILL: "bill",
    Kind.HEARING: "hearing",
}
FIRST_AND_LAST = re.compile(r"\s*([^\s‐‑–—−-]+)\s*[‐‑–—−-]+\s*([^\s‐‑–—−-]+)\s*")


def context_object(row, authors):
    """The keys and values of a row of a list, encoded; "" for a work without authors.

    Without any author Zotero would ask elsewhere for the work, and find another one.
    """
    if not authors:
        return ""
    pairs = [("ctx_ver", "Z39.88-2004"), *_work(row)]
    pairs += [("rft.aulast", authors[0].whole_family), ("rft.aufirst", _given(authors[0]))]
    pairs += [("rft.date", row.date), *_pages(row.pages)]
    if row.doi:
        pairs.append(("rft_id", f"info:doi/{row.doi}"))
    encoded = [f"{key}={quote(value, safe='')}" for key, value in pairs if value]
    return "&".join([*encoded, *map(_author, authors)])


def _work(row):
    title = plain(row.title)
    if is_preprint(row):
        return _dublin_core(row, title, "preprint")
    if row.kind in IN_PERIODICALS:
        return [
            ("rft_val_fmt", f"{_FORMAT}journal"),
            ("rft.genre", "article"),
            ("rft.atitle", title),
            ("rft.jtitle", row.venue__name),
            ("rft.volume", row.volume),
            ("rft.issue", row.issue),
            ("rft.issn", row.issn),
        ]
    if genre := _BOOKS.get(row.kind):
        is_contained = genre in _CONTAINED
        return [
            ("rft_val_fmt", f"{_FORMAT}book"),
            ("rft.genre", genre),
            ("rft.atitle", title if is_contained else ""),
            ("rft.btitle", row.venue__name if is_contained else title),
            ("rft.volume", row.volume),
            ("rft.pub", row.publisher),
            ("rft.isbn", row.isbn),
        ]
    if row.kind == Kind.THESIS:
        return [
            ("rft_val_fmt", f"{_FORMAT}dissertation"),
            ("rft.title", title),
            ("rft.inst", row.publisher),
            ("rft.degree", row.genre),
        ]
    return _dublin_core(row, title, ZOTERO_TYPES.get(row.kind, "document"))


def _dublin_core(row, title, zotero_type):
    return [
        ("rft_val_fmt", f"{_FORMAT}dc"),
        ("rft.type", zotero_type),
        ("rft.title", title),
        ("rft.source", row.venue__name),
        ("rft.publisher", row.publisher),
        ("rft.identifier", arxiv_address(row.arxiv_id) if row.arxiv_id else ""),
    ]


def _pages(pages):
    if found := FIRST_AND_LAST.fullmatch(pages):
        first, last = found.groups()
        return [("rft.pages", f"{first}-{last}"), ("rft.spage", first), ("rft.epage", last)]
    return [("rft.pages", pages)]


@lru_cache(maxsize=20_000)
def _author(name):
    """One name, family name first where there is a given one."""
    return f"rft.au={quote(', '.join(filter(None, [name.whole_family, _given(name)])), safe='')}"


def _given(name):
    """The given name, with the suffix that the formats have no place for."""
    return " ".join(filter(None, [name.given, name.suffix]))
