"""What somebody gives us, told apart by what is in it, never by its name."""

import re
from itertools import islice
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from labsite.identifiers import arxiv, doi
from labsite.identifiers import orcid as checked_orcid
from publications.importing import (
    bibtex,
    cff,
    codemeta,
    crossref,
    csl,
    datacite,
    json_texts,
    nbib,
    orcid,
    ris,
    texts,
)
from publications.importing.readings import Unreadable, UnreadableError

_BIBTEX = re.compile(r"@[ \t]*[A-Za-z]\w*[ \t]*[{(]")
_MARKUP = re.compile(r"\s*<(?:!doctype|html|\?xml|[a-z]+[\s>])", re.IGNORECASE)
LOOKED_AT = 50  # records of a list that tell what it is
_BINARY = (b"%PDF", b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\x89PNG", b"\xff\xd8\xff", b"{\\rtf")


def read(content: bytes, *, file="", macros=None):
    """The works of a file, whatever it holds; raises UnreadableError with what to do instead.

    ``macros`` are the abbreviations of another BibTeX file.
    """
    if content.startswith(_BINARY):
        raise UnreadableError(
            _("This is a document, not a list of publications. %(what)s") % {"what": what_we_read()}
        )
    text = texts.decode(content)
    if not text.strip():
        raise UnreadableError(_("This is empty."))
    if text.lstrip()[0] in "[{" and (reader := _json_reader(text)):
        return reader.read(text, file=file)
    found = {
        place.start(): reader
        for reader, beginning in (
            (bibtex, _BIBTEX),
            (ris, ris.BEGINNING),
            (nbib, nbib.BEGINNING),
            (cff, cff.BEGINNING),
        )
        if (place := beginning.search(text))
    }
    if not found:
        raise UnreadableError(_unknown(text))
    reader = found[min(found)]
    if reader is bibtex:
        return bibtex.read(text, file=file, macros=macros)
    return reader.read(text, file=file)


def what_we_read():
    """The sentence that says what can be given to us."""
    return _(
        "What can be read: BibTeX, RIS, PubMed, CSL-JSON, Crossref, DataCite and ORCID records,"
        " CITATION.cff and codemeta.json."
    )


def _unknown(text):
    if _MARKUP.match(text):
        return _(
            "This is a web page, not a list of publications; perhaps the service gave an error."
            " %(what)s"
        ) % {"what": what_we_read()}
    return _("We do not recognise what this is. %(what)s") % {"what": what_we_read()}


def _json_reader(text):
    """Who reads this JSON; None for what only begins like it."""
    if text.lstrip().startswith("["):
        return _list_reader(text)
    if not re.match(r'\s*\{\s*["}]', text):
        return None
    reader = _record_reader(json_texts.one(text))
    if reader is None:
        raise UnreadableError(_no_publications())
    return reader


def _list_reader(text):
    """Who reads a list: whoever knows one of its first records."""
    records = list(islice(json_texts.items(text), LOOKED_AT))
    for record in records:
        if isinstance(record, json_texts.Item) and (reader := _record_reader(record.value)):
            return reader
    is_broken = len(records) == 1 and isinstance(records[0], Unreadable)
    if is_broken and _BIBTEX.search(text):
        return None
    if records and not is_broken:
        raise UnreadableError(_no_publications())
    return csl


def _record_reader(record):
    for reader in (codemeta, orcid, datacite, crossref, csl):
        if reader.is_record(record):
            return reader
    return None


def _no_publications():
    return _("This JSON holds no publications. %(what)s") % {"what": what_we_read()}


class Named(NamedTuple):
    """One line of a pasted list: the paper or person that it names, by which kind of number.

    ``scheme`` is "doi", "arxiv" or "orcid"; "" where the line names nothing that we know.
    """

    line: int
    text: str
    scheme: str = ""
    value: str = ""


_DOI = re.compile(r"\b10\.[0-9]{4,9}(?:/|%2F)[^\s\"<>]+(?:<[^\s<>]+>[^\s\"<>]*)*", re.IGNORECASE)
_ARXIV = re.compile(
    r"(?:arxiv\.org/(?:abs|pdf|html)/|arxiv:\s*)([a-z.-]+/[0-9]{7}|[0-9]{4}\.[0-9]{4,5})(?:v[0-9]+)?",
    re.IGNORECASE,
)
_ORCID = re.compile(r"[0-9]{4}(?:[-‐–][0-9]{4}){2}[-‐–][0-9]{3}[0-9X]", re.IGNORECASE)
_OF_AN_ADDRESS = re.compile(r"(?:\.pdf|/(?:full|abstract|pdf|epdf|html|meta))?/?(?:[?#].*)?$")
_LISTED = re.compile(r"^\s*(?:[-*•–]|\(?[0-9]{1,3}[.)])\s+")
LONGEST_LINE = 2000


def names_in(text):
    """What each line of a pasted list names; lines with nothing in them are left out."""
    named = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            named += _named_in(number, line.strip()[:LONGEST_LINE])
    return named


def _named_in(number, line):
    words = [word for word in re.split(r"[\s,;]+", line) if word]
    several = [_name(number, word) for word in words]
    if len(words) > 1 and all(name.scheme for name in several):
        return several  # several numbers, one behind the other
    return [_name(number, _LISTED.sub("", line))]


def _name(number, text):
    """The paper that a text names: it is a number, or has one in it."""
    for scheme, checked in (("doi", doi), ("arxiv", arxiv), ("orcid", checked_orcid)):
        try:
            if value := checked(text):
                return _told(number, text, scheme, value)
        except ValidationError:
            continue
    if found := _ARXIV.search(text):
        return _checked(number, text, "arxiv", arxiv, found[1])
    if found := _DOI.search(text):
        value = found[0]
        if "://" in text[: found.start()]:
            value = _OF_AN_ADDRESS.sub("", value)
        address = f"https://doi.org/{value}" if "%" in value else value
        return _checked(
            number, text, "doi", doi, address.rstrip(")]}") if "(" not in value else address
        )
    if "orcid" in text.lower() and (found := _ORCID.search(text)):
        return _checked(number, text, "orcid", checked_orcid, found[0])
    return Named(number, text)


def _checked(number, text, scheme, checked, value):
    try:
        return _told(number, text, scheme, checked(value))
    except ValidationError:
        return Named(number, text)


def _told(number, text, scheme, value):
    """A DOI of arXiv is the number there."""
    if scheme == "doi" and value.startswith("10.48550/arxiv."):
        return Named(number, text, "arxiv", arxiv(value))
    return Named(number, text, scheme, value)
