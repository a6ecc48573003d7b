"""Crossref's own JSON: CSL-JSON in most names, with lists where CSL has one value.

Relations matter beside it: a retraction, and the preprint or the published version of a paper.
https://github.com/CrossRef/rest-api-doc
"""

from django.utils.translation import gettext as _

from labsite.identifiers import doi_address
from publications.importing import csl, json_texts, names
from publications.importing.addresses import other_version
from publications.importing.json_texts import dict_of, dicts_of, text_of
from publications.importing.readings import Reading
from publications.models import Kind
from publications.status import Status
from publications.works import Origin

FORMAT = "Crossref"
_VERSIONS = (
    *("has-preprint", "is-preprint-of", "is-version-of", "has-version", "is-identical-to"),
    *("is-same-as", "has-manuscript", "is-manuscript-of"),
)
_TAKEN_BACK = {
    "retraction": Status.RETRACTED,
    "removal": Status.RETRACTED,
    "partial_retraction": Status.RETRACTED,
    "withdrawal": Status.WITHDRAWN,
}


def is_message(record):
    """Whether a record is an answer of Crossref, with the works as its message."""
    return isinstance(record, dict) and isinstance(record.get("message"), dict | list)


def is_record(record):
    """Whether a record is a work as Crossref describes it, in its answer or alone."""
    if not isinstance(record, dict):
        return False
    if is_message(record):
        return True
    has_lists = isinstance(record.get("title"), list)
    return has_lists or "is-referenced-by-count" in record or "update-to" in record


def read(text, *, file=""):
    """The works of an answer of Crossref, or of a list of its records."""
    if text.lstrip().startswith("["):
        return Reading(FORMAT, json_texts.count(text), _works(json_texts.items(text), file))
    record = json_texts.one(text)
    message = record.get("message", record)
    listed = message.get("items") if isinstance(message, dict) else message
    records = listed if isinstance(listed, list) else [message]
    return Reading(FORMAT, len(records), _works(records, file))


def _works(records, file):
    def read_record(record, line):
        record = record["message"] if is_message(record) else record
        if not isinstance(record, dict):
            return json_texts.no_record(record, Origin(file, line))
        return work_of(record, Origin(file, line, text_of(record.get("DOI"))[:300]))

    return json_texts.works(records, file, read_record)


def work_of(record, origin=None):
    """The work that a record describes, with what Crossref knows about its other versions."""
    work = csl.work_of(record, origin)
    names.join_repeated(work)
    if work.kind == Kind.BOOK and not work.series:
        work.series, work.venue = work.venue, ""  # what contains a book is its series
    institutions = [csl.value_of(each, "name") for each in dicts_of(record.get("institution"))]
    if work.kind == Kind.PREPRINT and not work.venue:
        work.venue = next(filter(None, institutions), "")  # the archive: "bioRxiv"
    work.publisher = work.publisher or next(filter(None, institutions), "")
    if work.kind == Kind.THESIS:
        degrees = csl.value_of(record, "degree")
        work.genre = work.genre or degrees
    relation = dict_of(record.get("relation"))
    for name in _VERSIONS:
        for other in dicts_of(relation.get(name)):
            if text_of(other.get("id-type")).lower() in {"doi", ""}:
                other_version(work, text_of(other.get("id")))
    _put_retraction(work, record)
    return work


def _put_retraction(work, record):
    """A paper that was taken back says so; a notice about another paper is not that paper."""
    for update in dicts_of(record.get("updated-by")):
        status = _TAKEN_BACK.get(text_of(update.get("type")).lower())
        if status:
            work.status = status
            address = text_of(update.get("DOI"))
            label = text_of(update.get("label")) or str(status.label)
            work.notice = f"{label}: {doi_address(address)}" if address else label
    for update in dicts_of(record.get("update-to")):
        kind = text_of(update.get("label")) or text_of(update.get("type"))
        paper = text_of(update.get("DOI"))
        if paper.lower() != work.doi and kind.lower() not in {"", "new version", "new_version"}:
            work.warnings.append(
                _("This is a notice (%(kind)s) about the paper %(doi)s, not that paper.")
                % {"kind": kind, "doi": paper}
            )
