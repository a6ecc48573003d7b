"""What somebody gives us, told apart by what is in it, never by its name."""

import re
from itertools import islice

from django.utils.translation import gettext as _

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
_DOCUMENTS = (
    *(b"%PDF", b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"{\\rtf", b"\x1f\x8b"),
    *(b"\x89PNG", b"\xff\xd8\xff", b"GIF8"),
)


def read(content: bytes, *, file="", macros=None):
    """The works of a file, whatever it holds; raises UnreadableError with what to do instead.

    ``macros`` are the abbreviations of another BibTeX file.
    """
    if is_document(content):
        raise UnreadableError(
            _(
                "This is a document, not a list of publications. Copy the DOIs out of it and paste"
                " them. %(what)s"
            )
            % {"what": what_we_read()}
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


def is_document(content: bytes):
    """Whether it is a document, a picture or an archive, in which no text can be looked for."""
    return content.startswith(_DOCUMENTS)


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
