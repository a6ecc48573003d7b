"""Works as CSL-JSON, the items of citeproc, Zotero and pandoc.

Only what the schema of the Citation Style Language knows is written:
https://github.com/citation-style-language/schema/blob/master/schemas/input/csl-data.json
"""

from publications.exporting.names import OTHERS, people_in
from publications.models import Kind
from publications.status import Status
from publications.works import expected_status

# The schema lacks this type, though the language has it.
_TYPES = {Kind.EVENT: Kind.DOCUMENT}
_VARIABLES = {
    "venue": "container-title",
    "volume": "volume",
    "issue": "issue",
    "publisher": "publisher",
    "series": "collection-title",
    "edition": "edition",
    "isbn": "ISBN",
    "issn": "ISSN",
    "doi": "DOI",
    "pubmed_id": "PMID",
    "abstract": "abstract",
    "note": "note",
    "genre": "genre",
}
_OF_EXTRA = {
    "location": "publisher-place",
    "chapter": "chapter-number",
    "howpublished": "medium",
    "eventtitle": "event",
    "language": "language",
    "organization": "authority",
    "number": "number",
    "version": "version",
    "part": "part",
}
_STATES = {
    Status.PUBLISHED: "published",
    Status.ACCEPTED: "accepted",
    Status.IN_PRESS: "in press",
    Status.TO_APPEAR: "forthcoming",
    Status.SUBMITTED: "submitted",
    Status.PREPRINT: "preprint",
    Status.WITHDRAWN: "withdrawn",
    Status.RETRACTED: "retracted",
}


def item(work):
    """One work as an item, with what is known of it and nothing else."""
    variables = {
        "id": work.key or "work",
        "type": str(_TYPES.get(work.kind, work.kind)),
        "title": work.title,
        "editor" if work.are_editors else "author": _names(work.authors, work.is_list_incomplete),
        "issued": _issued(work),
        "status": _status(work),
        "page": work.pages,
        "URL": next((url for _label, url in work.links if url), ""),
    }
    variables |= {variable: getattr(work, name) for name, variable in _VARIABLES.items()}
    variables |= {variable: work.extra.get(name, "") for name, variable in _OF_EXTRA.items()}
    for name in ("editor", "translator"):
        variables.setdefault(name, _names(*people_in(work.extra.get(name, ""))))
    if work.arxiv_id:
        variables["archive"] = "arXiv"
        variables["archive_location"] = f"arXiv:{work.arxiv_id}"
        if work.kind == Kind.PREPRINT:
            variables["number"] = variables["number"] or f"arXiv:{work.arxiv_id}"
    return {variable: value for variable, value in variables.items() if value}


def _names(authors, is_incomplete):
    names = [_name(author) for author in authors]
    if names and is_incomplete:
        names.append({"literal": OTHERS})
    return names


def _name(author):
    """One name; a particle belongs to the family name, and is not sorted by."""
    if author.is_organisation:
        return {"literal": author.printed_name}
    parts = author.parts
    name = {
        "family": parts.family,
        "given": parts.given,
        "non-dropping-particle": parts.particle,
        "suffix": parts.suffix,
    }
    return {part: value for part, value in name.items() if value}


def _issued(work):
    """The date in numbers, as exactly as it is known, and as printed where that says more."""
    issued = {}
    if work.date:
        issued["date-parts"] = [[int(part) for part in work.date.split("-")]]
    if work.date_text:
        issued["literal"] = work.date_text
    return issued


def _status(work):
    """The state of the work, unless it is the one that everybody expects of its kind."""
    is_expected = work.status == expected_status(work.kind)
    return "" if is_expected else _STATES[work.status]
