"""What an entry takes over from others: ``crossref`` and ``xdata``, as BibTeX and BibLaTeX do it.

A paper takes what it lacks from its volume: the title of the volume becomes the title of the book
that the paper stands in. What names the volume itself, its DOI for one, is not the paper's.
"""

from django.utils.translation import gettext as _

MOST_SOURCES = 20  # entries that one entry takes from, with those that they take from in turn

_NOT_INHERITED = {
    # of no use to anybody else
    *("crossref", "xref", "xdata", "entryset", "entrysubtype", "execute", "ids", "label"),
    *("options", "presort", "related", "relatedoptions", "relatedstring", "relatedtype"),
    *("shorthand", "shorthandintro", "sortkey", "sortname", "sorttitle", "sortyear", "key"),
    *("indextitle", "indexsorttitle", "shorttitle", "gender", "keywords"),
    # names or describes the volume, not the paper
    *("doi", "url", "urldate", "eprint", "eprinttype", "archiveprefix", "primaryclass", "pmid"),
    *("abstract", "note", "annote", "annotation", "addendum", "pages", "pagetotal", "file", "pdf"),
    *("timestamp", "owner", "biburl", "bibsource", "date-added", "date-modified", "author+an"),
}
_WITH_AUTHOR_OF_BOOK = {"inbook", "bookinbook", "suppbook"}
_PARTS = {"inproceedings", "conference", "incollection", "suppcollection", "inreference"}
_PARTS |= _WITH_AUTHOR_OF_BOOK
_BOOK_NAMES = {
    "title": "booktitle",
    "subtitle": "booksubtitle",
    "titleaddon": "booktitleaddon",
}
_JOURNAL_NAMES = {"title": "journaltitle", "subtitle": "journalsubtitle"}


def complete(entry, find, seen=None):
    """Fill the fields that an entry lacks; ``find`` gives the entry of a key, or None.

    References that go in a circle end where they began.
    """
    seen = {entry.key} if seen is None else seen
    for name in ("xdata", "crossref"):
        for key in _keys(entry.fields.get(name, "")):
            if key in seen or len(seen) > MOST_SOURCES:
                continue
            seen.add(key)
            source = find(key)
            if source is None:
                entry.warnings.append(
                    _("The entry refers to “%(key)s”, which this file does not have.")
                    % {"key": key[:60]}
                )
            else:
                complete(source, find, seen)
                _take_over(entry, source, is_crossref=name == "crossref")


def _keys(value):
    return [key.strip() for key in value.split(",", MOST_SOURCES) if key.strip()]


def _take_over(entry, source, *, is_crossref):
    names = _renamed(entry.kind) if is_crossref else {}
    for name, value in source.fields.items():
        if name in ("crossref", "xdata") or (is_crossref and name in _NOT_INHERITED):
            continue
        if name == "author" and names and entry.kind not in _WITH_AUTHOR_OF_BOOK:
            continue
        new_name = names.get(name, name)
        if new_name == name or new_name not in source.fields:
            entry.fields.setdefault(new_name, value)


def _renamed(kind):
    """How fields of a volume are called in an entry of this type that stands in it."""
    if kind in _PARTS:
        return _BOOK_NAMES
    return _JOURNAL_NAMES if kind == "article" else {}
