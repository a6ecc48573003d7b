"""DataCite's own JSON (JSON:API): datasets, software, preprints of arXiv and Zenodo.

https://support.datacite.org/docs/api
"""

from publications.importing import dates, json_texts, kinds, names
from publications.importing.addresses import (
    other_version,
    printed_pages,
    put_address,
    put_arxiv,
    put_doi,
    put_number,
)
from publications.importing.csl import value_of
from publications.importing.json_texts import dict_of, dicts_of, text_of, texts_of
from publications.importing.markup import abstract_of, plain, title_of, words_of
from publications.importing.readings import Reading
from publications.models import Kind
from publications.status import Status
from publications.works import Origin, Work

FORMAT = "DataCite"
_VERSIONS = {
    *("isversionof", "hasversion", "isidenticalto", "ispreviousversionof", "isnewversionof"),
    *("isvariantformof", "isoriginalformof", "ispublishedin"),
}
# Kinds of dates in the order in which they tell when a work came out.
_DATES = ("issued", "available", "submitted", "created")


def is_record(record):
    """Whether a record is an answer of DataCite, or the attributes of one."""
    if not isinstance(record, dict):
        return False
    attributes = _attributes(record)
    return "titles" in attributes and ("creators" in attributes or "types" in attributes)


def _attributes(record):
    entry = record.get("data", record)
    if isinstance(entry, list):
        entry = entry[0] if entry else {}
    entry = dict_of(entry)
    return dict_of(entry.get("attributes")) or entry


def read(text, *, file=""):
    """The works of an answer of DataCite."""
    return read_record(json_texts.one(text), file=file)


def read_record(record, *, file=""):
    """The same for an answer that was taken apart already."""
    listed = record.get("data", record) if isinstance(record, dict) else record
    records = listed if isinstance(listed, list) else [listed]
    works = (_work_or_not(entry, file) for entry in records)
    return Reading(FORMAT, len(records), works)


def _work_or_not(entry, file):
    attributes = _attributes(dict_of(entry))
    origin = Origin(file, key=plain(text_of(attributes.get("doi")))[:300])
    return work_of(attributes, origin) if attributes else json_texts.no_record(entry, origin)


def work_of(record, origin=None):
    """The work that the attributes of a record describe."""
    types = dict_of(record.get("types"))
    general = text_of(types.get("resourceTypeGeneral")).lower().replace(" ", "")
    work = Work(origin=origin or Origin(), kind=kinds.DATACITE.get(general, Kind.DOCUMENT))
    if work.kind == Kind.DOCUMENT and text_of(types.get("citeproc")):
        work.kind = kinds.of_csl(text_of(types.get("citeproc")))
    if work.kind == Kind.PREPRINT:
        work.status = Status.PREPRINT
    _put_titles(work, record)
    names.put(work, [_author(creator, work) for creator in dicts_of(record.get("creators"))])
    names.join_repeated(work)
    _put_date(work, record)
    _put_rest(work, record)
    return work


def _put_titles(work, record):
    for title in dicts_of(record.get("titles")):
        kind = text_of(title.get("titleType")).lower()
        text = title_of(text_of(title.get("title")))
        if kind == "subtitle":
            work.extra.setdefault("subtitle", text)
        elif kind in {"", "other"} or not work.title:
            work.title = work.title or text
    container = dict_of(record.get("container"))
    work.venue = value_of(container, "title")
    work.volume, work.issue = value_of(container, "volume"), value_of(container, "issue")
    work.pages = printed_pages(value_of(container, "firstPage"), value_of(container, "lastPage"))


def _author(creator, work):
    known = {"orcid": "", "affiliation": "; ".join(_affiliations(creator))}
    for identifier in dicts_of(creator.get("nameIdentifiers")):
        if text_of(identifier.get("nameIdentifierScheme")).upper() == "ORCID":
            known["orcid"] = names.orcid_of(
                text_of(identifier.get("nameIdentifier")), work.warnings
            )
    name = text_of(creator.get("name"))
    family = text_of(creator.get("familyName"))
    if text_of(creator.get("nameType")).lower() == "organizational":
        return names.organisation(name, **known)
    if family:
        return names.person(text_of(creator.get("givenName")), family, **known)
    return names.inverted(name, **known)


def _affiliations(creator):
    places = creator.get("affiliation")
    for place in places if isinstance(places, list) else [places]:
        if name := text_of(place) or text_of(dict_of(place).get("name")):
            yield name


def _put_date(work, record):
    by_kind = {
        text_of(date.get("dateType")).lower(): dates.from_text(plain(text_of(date.get("date"))))[0]
        for date in dicts_of(record.get("dates"))
    }
    work.date = dates.from_parts([record.get("publicationYear")])
    found = next((by_kind[kind] for kind in _DATES if by_kind.get(kind)), "")
    work.date = dates.more_precise(work.date, found) if work.date else found


def _put_rest(work, record):
    publisher = record.get("publisher")
    work.publisher = words_of(text_of(publisher) or text_of(dict_of(publisher).get("name")))
    for description in dicts_of(record.get("descriptions")):
        if text_of(description.get("descriptionType")).lower() in {"abstract", ""}:
            work.abstract = work.abstract or abstract_of(text_of(description.get("description")))
    for name in ("version", "language"):
        if value := value_of(record, name):
            work.extra[name] = value
    subjects = [value_of(subject, "subject") for subject in dicts_of(record.get("subjects"))]
    if keywords := ", ".join(filter(None, subjects)):
        work.extra["keywords"] = keywords
    put_doi(work, text_of(record.get("doi")))
    for other in dicts_of(record.get("identifiers")) + dicts_of(record.get("alternateIdentifiers")):
        kind = text_of(other.get("identifierType")) or text_of(other.get("alternateIdentifierType"))
        value = text_of(other.get("identifier")) or text_of(other.get("alternateIdentifier"))
        if kind.lower() == "arxiv" and not work.arxiv_id:
            put_arxiv(work, value)
        elif kind.upper() in {"ISSN", "ISBN"}:
            put_number(work, value)
    for related in dicts_of(record.get("relatedIdentifiers")):
        is_version = text_of(related.get("relationType")).lower() in _VERSIONS
        if is_version and text_of(related.get("relatedIdentifierType")).upper() == "DOI":
            other_version(work, text_of(related.get("relatedIdentifier")))
    for address in texts_of(record.get("url")):
        put_address(work, address)
