"""codemeta.json: a software in JSON-LD, in the terms of CodeMeta and schema.org.

https://codemeta.github.io/terms/
"""

import re

from django.utils.translation import gettext as _

from publications.importing import dates, json_texts, names
from publications.importing.addresses import put_address, put_doi, put_identifier, put_number
from publications.importing.json_texts import dict_of, dicts_of, text_of, texts_of
from publications.importing.markup import abstract_of, plain, title_of
from publications.importing.readings import Reading, Unreadable
from publications.models import Kind
from publications.works import Origin, Work

FORMAT = "CodeMeta"
_KINDS = {
    "SoftwareSourceCode": Kind.SOFTWARE,
    "SoftwareApplication": Kind.SOFTWARE,
    "Dataset": Kind.DATASET,
    "ScholarlyArticle": Kind.JOURNAL_ARTICLE,
    "Article": Kind.JOURNAL_ARTICLE,
    "Book": Kind.BOOK,
    "Chapter": Kind.CHAPTER,
    "Report": Kind.REPORT,
    "Thesis": Kind.THESIS,
}
_OURS = {"SoftwareSourceCode", "SoftwareApplication", "Dataset"}
_TERMS = {
    *("name", "description", "identifier", "author", "creator", "contributor", "maintainer"),
    *("editor", "funder", "funding", "sponsor", "producer", "provider", "publisher", "version"),
    *("softwareVersion", "dateCreated", "dateModified", "datePublished", "copyrightHolder"),
    *("copyrightYear", "license", "keywords", "url", "sameAs", "codeRepository", "downloadUrl"),
    *("issueTracker", "readme", "contIntegration", "continuousIntegration", "buildInstructions"),
    *("developmentStatus", "embargoDate", "embargoEndDate", "programmingLanguage", "citation"),
    *("operatingSystem", "processorRequirements", "memoryRequirements", "storageRequirements"),
    *("softwareRequirements", "softwareSuggestions", "softwareHelp", "runtimePlatform"),
    *("targetProduct", "applicationCategory", "applicationSubCategory", "fileFormat", "fileSize"),
    *("installUrl", "permissions", "releaseNotes", "supportingData", "isPartOf"),
    *("hasPart", "encoding", "position", "relatedLink", "review", "isAccessibleForFree"),
    *("isSourceCodeOf", "hasSourceCode", "referencePublication", "address", "affiliation"),
    *("email", "givenName", "familyName", "about", "headline", "image", "inLanguage"),
    *("abstract", "alternateName", "audience", "mainEntityOfPage", "screenshot", "thumbnailUrl"),
}
_ORCID = re.compile(r"orcid\.org/", re.IGNORECASE)
_DOI = re.compile(r"(?:doi:|https?://(?:dx\.)?doi\.org/)?10\.[0-9]{4,9}/", re.IGNORECASE)


def is_record(record):
    """Whether a record is JSON-LD about a software or a dataset."""
    if not isinstance(record, dict):
        return False
    context = str(record.get("@context", "")).lower()
    is_known = "codemeta" in context or "schema.org" in context or "ro/crate" in context
    return is_known or bool(_types(record) & _OURS)


def read(text, *, file=""):
    """The software that a file describes, and the papers about it that it describes in full."""
    record = json_texts.one(text)
    records = [record]
    if isinstance(record, list):
        records = dicts_of(record)
    elif isinstance(record.get("@graph"), list):
        # A crate describes itself and everything in it; the software and data are ours.
        records = [part for part in dicts_of(record["@graph"]) if _types(part) & _OURS]
    papers = [
        paper
        for software in records
        for paper in dicts_of(_value(software, "referencePublication"))
        if _value(paper, "name")
    ]
    entries = records + papers
    return Reading(FORMAT, len(entries), (_work_or_not(entry, file) for entry in entries))


def _types(record):
    types = texts_of(record.get("@type", record.get("type")))
    return {name.rpartition(":")[2].rpartition("/")[2] for name in types}


def _value(record, term):
    """The value of a term, which may be written with the prefix of its vocabulary."""
    for name in (term, f"schema:{term}", f"codemeta:{term}", f"http://schema.org/{term}"):
        if name in record:
            return record[name]
    return None


def _text(record, term):
    value = _value(record, term)
    if isinstance(value, dict):
        value = value.get("name", value.get("@value", value.get("@id")))
    return text_of(value)


def _work_or_not(record, file):
    if not _text(record, "name"):
        return Unreadable(Origin(file), _what_is_missing(record), "")
    return work_of(record, Origin(file, key=plain(text_of(record.get("@id")))[:300]))


def _what_is_missing(record):
    unknown = [f"“{key}”" for key in _unknown_terms(record)]
    if not unknown:
        return _("“name” is missing.")
    return _("“name” is missing, and these are no terms of CodeMeta: %(terms)s.") % {
        "terms": ", ".join(unknown)
    }


def _unknown_terms(record):
    return [
        key
        for key in record
        if not key.startswith("@") and ":" not in key and key not in _TERMS | {"id", "type"}
    ]


def work_of(record, origin=None):
    """The work that a record describes."""
    kind = next((_KINDS[name] for name in sorted(_types(record) & _KINDS.keys())), Kind.SOFTWARE)
    work = Work(origin=origin or Origin(), kind=kind, title=title_of(_text(record, "name")))
    people = _value(record, "author") or _value(record, "creator")
    people = people if isinstance(people, list) else [people] if people else []
    names.put(work, [_author(person, work) for person in people])
    for term in ("datePublished", "dateCreated"):
        if not work.date:
            work.date, work.date_text = dates.from_text(plain(_text(record, term)))
    work.abstract = abstract_of(_text(record, "description") or _text(record, "abstract"))
    work.publisher = plain(_text(record, "publisher"))
    for identifier in _identifiers(record):
        _put_identifier(work, identifier)
    put_address(work, _text(record, "codeRepository"), "Code")
    for term in ("url", "downloadUrl"):
        put_address(work, _text(record, term))
    _put_extra(work, record)
    return work


def _author(person, work):
    if isinstance(person, str):
        return names.inverted(person)
    if not isinstance(person, dict):
        return None
    known = {"orcid": "", "affiliation": _text(person, "affiliation")}
    for address in (text_of(person.get("@id")), text_of(person.get("id")), *_identifiers(person)):
        if _ORCID.search(address):
            known["orcid"] = names.orcid_of(address, work.warnings)
    name = _text(person, "name")
    if _types(person) & {"Organization", "Consortium", "ResearchOrganization"}:
        return names.organisation(name, **known)
    given = " ".join(texts_of(_value(person, "givenName")))
    if family := " ".join(texts_of(_value(person, "familyName"))):
        return names.person(given, family, **known)
    return names.inverted(name, **known) if name else names.person(given, **known)


def _identifiers(record):
    """The texts of all identifiers: bare, as an address, or as a value with a name."""
    listed = _value(record, "identifier")
    for identifier in listed if isinstance(listed, list) else [listed]:
        fields = dict_of(identifier)
        yield text_of(identifier) or text_of(fields.get("value")) or text_of(fields.get("@id"))
    yield text_of(record.get("@id"))
    yield from texts_of(_value(record, "sameAs"))


def _put_identifier(work, identifier):
    if _DOI.match(identifier):
        put_doi(work, identifier)
    elif identifier.startswith("swh:"):
        put_identifier(work, "swh", plain(identifier)[:300])
    elif re.fullmatch(r"(?:urn:)?(?:isbn|issn):.*", identifier, re.IGNORECASE):
        put_number(work, identifier)


def _put_extra(work, record):
    for term, field in (
        ("version", "version"),
        ("softwareVersion", "version"),
        ("license", "license"),
        ("inLanguage", "language"),
        ("programmingLanguage", "programminglanguage"),
        ("referencePublication", "referencepublication"),
        ("citation", "citation"),
    ):
        if value := plain(_text(record, term)):
            work.extra.setdefault(field, value)
    if keywords := ", ".join(map(plain, texts_of(_value(record, "keywords")))):
        work.extra["keywords"] = keywords
    if unknown := _unknown_terms(record):
        work.warnings.append(
            _("These are no terms of CodeMeta: %(terms)s.") % {"terms": ", ".join(unknown)}
        )
