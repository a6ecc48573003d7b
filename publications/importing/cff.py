"""CITATION.cff 1.x: a software or a dataset, the paper to cite for it, and what it refers to.

A record that the format does not allow is told with the key at fault and its line; the other
records of the file are read all the same.
https://github.com/citation-file-format/citation-file-format/blob/main/schema-guide.md
"""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from labsite.folding import fold
from labsite.identifiers import doi
from publications.importing import dates, kinds, names, yaml_texts
from publications.importing.addresses import (
    other_version,
    printed_pages,
    put_address,
    put_arxiv,
    put_doi,
    put_identifier,
    put_number,
)
from publications.importing.json_texts import text_of, texts_of
from publications.importing.markup import abstract_of, plain
from publications.importing.readings import Reading, Unreadable, UnreadableError
from publications.importing.states import status_of
from publications.models import Kind
from publications.status import Status
from publications.works import Origin, Work

FORMAT = "CITATION.cff"
BEGINNING = re.compile(r"^[\"']?cff-version[\"']?[ \t]*:", re.MULTILINE)

_COMMON = {
    *("abstract", "authors", "commit", "contact", "date-released", "doi", "identifiers"),
    *("keywords", "license", "license-url", "repository", "repository-artifact"),
    *("repository-code", "title", "url", "version"),
}
_ROOT = _COMMON | {"cff-version", "message", "preferred-citation", "references", "type"}
_REFERENCE = _COMMON | {
    *("abbreviation", "collection-doi", "collection-title", "collection-type", "conference"),
    *("copyright", "data-type", "database", "database-provider", "date-accessed"),
    *("date-downloaded", "date-published", "department", "edition", "editors", "editors-series"),
    *("end", "entry", "filename", "format", "institution", "isbn", "issn", "issue", "issue-date"),
    *("issue-title", "journal", "languages", "loc-end", "loc-start", "location", "medium"),
    *("month", "nihmsid", "notes", "number", "number-volumes", "pages", "patent-states"),
    *("pmcid", "publisher", "recipients", "scope", "section", "senders", "start", "status"),
    *("term", "thesis-type", "translators", "type", "volume", "volume-title", "year"),
    "year-original",
}
_NAME = {
    *("address", "affiliation", "alias", "city", "country", "date-end", "date-start", "email"),
    *("family-names", "fax", "given-names", "location", "name", "name-particle"),
    *("name-suffix", "orcid", "post-code", "region", "tel", "website"),
}
_IDENTIFIER_TYPES = {"doi", "url", "swh", "other"}
_DAYS = ("date-released", "date-published", "date-accessed", "date-downloaded")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_EXTRA = {
    "version": "version",
    "license": "license",
    "commit": "commit",
    "keywords": "keywords",
    "languages": "language",
    "medium": "howpublished",
    "number": "number",
    "number-volumes": "volumes",
    "section": "chapter",
    "department": "department",
    "format": "format",
    "copyright": "copyright",
    "abbreviation": "shorttitle",
    "database": "database",
    "filename": "filename",
    "scope": "scope",
    "data-type": "datatype",
    "term": "term",
    "entry": "entry",
    "volume-title": "volumetitle",
    "issue-title": "issuetitle",
    "year-original": "origdate",
    "patent-states": "patentstates",
    "date-accessed": "urldate",
}
_LINKS = {"repository-code": "Code", "repository": "", "repository-artifact": "", "url": ""}
EXCERPT = 200


class _FaultError(Exception):
    """A record has a key or a value that the format does not allow."""


def read(text, *, file=""):
    """The software itself, then the paper to cite for it, then those references that are its own.

    A citation file refers to whatever the software builds on; a reference that names none of the
    authors of the software is somebody else's work, and is counted in a note.
    """
    root = yaml_texts.read(text)
    if not isinstance(root, yaml_texts.Mapping):
        raise UnreadableError(_("This CITATION.cff holds no keys and values."))
    entries = [(root, "")]
    if root.get("preferred-citation"):
        entries.append((root["preferred-citation"], "preferred-citation"))
    references = root.get("references")
    notes = []
    if isinstance(references, list):
        own = [reference for reference in references if _is_own(reference, root)]
        entries += [(reference, "references") for reference in own]
        if others := len(references) - len(own):
            notes.append(
                ngettext(
                    "The file refers to %d work of other people, which is left out.",
                    "The file refers to %d works of other people, which are left out.",
                    others,
                )
                % others
            )
    works = (_work_or_not(record, place, root, file) for record, place in entries)
    return Reading(FORMAT, len(entries), works, notes=notes)


def _is_own(reference, root):
    """Whether a reference names an author of the software; one with a fault is told anyway."""
    if not isinstance(reference, yaml_texts.Mapping):
        return True
    return bool(_families(reference) & _families(root)) or not reference.get("title")


def _families(record):
    authors = record.get("authors")
    if not isinstance(authors, list):
        return set()
    names = (
        author.get("family-names") or author.get("name")
        for author in authors
        if isinstance(author, yaml_texts.Mapping)
    )
    return {fold(text_of(name)) for name in names if name}


def _work_or_not(record, place, root, file):
    line = record.line if isinstance(record, yaml_texts.Mapping) else root.lines.get(place)
    origin = Origin(file, line)
    excerpt = plain(text_of(record.get("title"))) if isinstance(record, dict) else ""
    try:
        _check(record, place)
    except _FaultError as fault:
        return Unreadable(origin, str(fault), excerpt[:EXCERPT])
    return _reference(record, origin) if place else _software(record, origin)


# What the format allows


def _check(record, place):
    if not isinstance(record, yaml_texts.Mapping):
        raise _FaultError(_("“%(key)s” holds a bare text instead of keys.") % {"key": place})
    _check_keys(record, _REFERENCE if place else _ROOT)
    # Hand-written references often lack their authors, and are of use all the same.
    for key in ("title",) if place else ("title", "authors"):
        if not record.get(key):
            raise _FaultError(_("“%(key)s” is missing.") % {"key": key})
    kind = text_of(record.get("type"))
    if place and kind not in kinds.CFF:
        raise _fault(record, "type", _("is no kind of work that the format knows"))
    if not place and kind not in {"", "software", "dataset"}:
        raise _fault(record, "type", _("must be software or dataset"))
    for key in _DAYS:
        value = text_of(record.get(key))
        is_day = _DAY.fullmatch(value) and len(dates.from_parts(value.split("-"))) == len(value)
        if value and not is_day:
            raise _fault(record, key, _("must be a day such as 2026-06-14"))
    _check_doi(record)
    _check_identifiers(record)
    for key in ("authors", "editors", "translators", "editors-series", "contact"):
        _check_names(record, key)


def _check_keys(record, known):
    for key in record:
        if key not in known:
            raise _fault(record, key, _("is no key that the format knows"))


def _check_doi(record):
    if value := text_of(record.get("doi")):
        try:
            doi(value)
        except ValidationError:
            raise _fault(record, "doi", _("must be a DOI such as 10.5281/zenodo.1003150")) from None


def _check_identifiers(record):
    listed = record.get("identifiers", [])
    if not isinstance(listed, list):
        raise _fault(record, "identifiers", _("must be a list, each line with a hyphen"))
    for identifier in listed:
        if not isinstance(identifier, yaml_texts.Mapping):
            raise _fault(record, "identifiers", _("must have a type and a value each"))
        if identifier.get("type") not in _IDENTIFIER_TYPES:
            raise _fault(identifier, "type", _("must be doi, url, swh or other"), "identifiers")


def _check_names(record, key):
    listed = record.get(key, [])
    if not isinstance(listed, list):
        raise _fault(record, key, _("must be a list, each line with a hyphen"))
    for name in listed:
        if not isinstance(name, yaml_texts.Mapping):
            raise _fault(record, key, _("must have names under keys such as family-names"))
        _check_keys(name, _NAME)


def _fault(record, key, what, inside=""):
    name = f"{inside}: {key}" if inside else key
    line = record.lines.get(key, record.line)
    sentence = _("Line %(line)s: “%(key)s” %(what)s. Please correct it in the file.")
    return _FaultError(sentence % {"line": line, "key": name, "what": what})


# Works


def _software(record, origin):
    is_data = text_of(record.get("type")) == "dataset"
    work = Work(origin=origin, kind=Kind.DATASET if is_data else Kind.SOFTWARE)
    _put_common(work, record)
    if not record.get("message"):
        work.warnings.append(_("“message” is missing, which the format asks for."))
    return work


def _reference(record, origin):
    work = Work(origin=origin, kind=kinds.CFF[text_of(record["type"])])
    if "preprint" in (text_of(record.get("status")), text_of(record.get("journal")).lower()):
        work.kind = Kind.PREPRINT
    _put_common(work, record)
    _put_containers(work, record)
    _put_other_people(work, record)
    _put_reference_date(work, record)
    if said := text_of(record.get("status")):
        work.status = status_of(said) or work.status
        if work.status == Status.PUBLISHED:
            work.extra["pubstate"] = said
    return work


def _put_common(work, record):
    work.title = plain(text_of(record.get("title")))
    if not record.get("authors"):
        work.warnings.append(_("“authors” is missing, which the format asks for."))
    names.put(work, [_author(name, work) for name in record.get("authors", ())])
    work.date = text_of(record.get("date-released"))
    work.abstract = abstract_of(text_of(record.get("abstract")))
    put_doi(work, text_of(record.get("doi")))
    for identifier in record.get("identifiers", ()):
        _put_identifier(work, text_of(identifier.get("type")), text_of(identifier.get("value")))
    for key, label in _LINKS.items():
        put_address(work, text_of(record.get(key)), label)
    for key, field in _EXTRA.items():
        if value := ", ".join(map(plain, texts_of(record.get(key)))):
            work.extra[field] = value


def _author(name, work):
    known = {
        "orcid": names.orcid_of(text_of(name.get("orcid")), work.warnings),
        "affiliation": text_of(name.get("affiliation")),
    }
    if whole := text_of(name.get("name")):
        return names.organisation(whole, **known)
    person = names.person(
        text_of(name.get("given-names")),
        text_of(name.get("family-names")),
        particle=text_of(name.get("name-particle")),
        suffix=text_of(name.get("name-suffix")),
        **known,
    )
    return person or names.whole(text_of(name.get("alias")), **known)


def _put_identifier(work, scheme, value):
    if scheme == "doi":
        # The file lists the DOI of all versions beside that of this one.
        if work.doi:
            other_version(work, value)
        else:
            put_doi(work, value)
    elif scheme == "url":
        put_address(work, value)
    elif scheme == "swh":
        put_identifier(work, "swh", plain(value)[:300])
    elif value.lower().startswith("arxiv:"):
        put_arxiv(work, value)


def _put_containers(work, record):
    collection = plain(text_of(record.get("collection-title")))
    conference = _entity(record.get("conference"))
    work.venue = plain(text_of(record.get("journal")))
    if work.kind in kinds.CONTAINED:
        work.venue = work.venue or collection or conference
        if conference and conference != work.venue:
            work.extra["eventtitle"] = conference
    else:
        work.series = collection
    work.volume, work.issue = text_of(record.get("volume")), text_of(record.get("issue"))
    work.edition = plain(text_of(record.get("edition")))
    start, end = text_of(record.get("start")), text_of(record.get("end"))
    work.pages = printed_pages(start, end)
    if pages := plain(text_of(record.get("pages"))):
        if not work.pages and not pages.isdigit():
            work.pages = printed_pages(pages)
        else:
            work.extra["pagetotal"] = pages
    publisher, institution = _entity(record.get("publisher")), _entity(record.get("institution"))
    is_of_a_house = work.kind in {Kind.THESIS, Kind.REPORT}
    work.publisher = (is_of_a_house and institution) or publisher or institution
    if place := _entity(record.get("location")):
        work.extra["location"] = place
    work.genre = plain(text_of(record.get("thesis-type")))
    work.note = plain(text_of(record.get("notes")))
    for key in ("isbn", "issn"):
        put_number(work, text_of(record.get(key)))
    put_identifier(work, "pmcid", plain(text_of(record.get("pmcid"))))


def _entity(value):
    """The name of a publisher, a conference or a place."""
    return plain(text_of(value.get("name") if isinstance(value, dict) else value))


def _put_other_people(work, record):
    for key, field in (("editors", "editor"), ("translators", "translator")):
        people = list(filter(None, (_author(name, work) for name in record.get(key, ()))))
        if people:
            work.extra[field] = names.inverted_names(people)


def _put_reference_date(work, record):
    published = text_of(record.get("date-published"))
    parts = [text_of(record.get("year")), text_of(record.get("month"))]
    year = dates.from_parts(parts)
    work.date = dates.more_precise(year, published or work.date) if year else published or work.date
    if not work.date:
        work.date, work.date_text = dates.from_text(plain(text_of(record.get("issue-date"))))
