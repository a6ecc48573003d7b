"""ORCID's JSON (version 3): a record, the list of its works, or single works.

Any level may be null. A *group* is one work in several versions: the published one leads, the
others stay with it as identifiers and links. Only identifiers that are of the work itself count,
not those of the journal or the book around it. Of the person nothing but the name is read that the
record prints; other names may be former ones.
"""

from publications.importing import dates, json_texts, kinds, names
from publications.importing.addresses import (
    other_version,
    put_address,
    put_arxiv,
    put_doi,
    put_identifier,
    put_number,
)
from publications.importing.json_texts import dict_of, dicts_of, text_of
from publications.importing.markup import abstract_of, plain, title_of, words_of
from publications.importing.readings import Reading, Unreadable
from publications.models import Kind
from publications.status import Status
from publications.works import Author, Origin, Work

FORMAT = "ORCID"
PUT_CODE = "orcid-put-code"
_WORKS = "activities-summary"
_SELF = {"self", ""}
_ARCHIVES = {"pmc": "pmcid", "hal": "hal", "jstor": "jstor", "handle": "handle", "ssrn": "ssrn"}
_OTHER_ROLES = {
    "editor": "editor",
    "chair-or-translator": "translator",
    "translator": "translator",
}


def is_record(record):
    """Whether a record is one of ORCID, or a part of it that holds works."""
    if not isinstance(record, dict):
        return False
    if {_WORKS, "group", "bulk", "work-summary", "put-code"} & record.keys():
        return True
    return "contributors" in record and isinstance(record.get("title"), dict)


def read(text, *, file=""):
    """The works of a record, each group of versions as one."""
    return read_record(json_texts.one(text), file=file)


def read_record(record, *, file=""):
    """The same for a record that was taken apart already."""
    groups = _groups(record)
    owner = owner_of(record)
    return Reading(FORMAT, len(groups), _works(groups, owner, file))


def owner_of(record):
    """Whose record it is: an author with the name that the record prints, or None."""
    person = dict_of(dict_of(record).get("person"))
    name = dict_of(person.get("name"))
    orcid = _value(dict_of(dict_of(record).get("orcid-identifier")), "path")
    given, family = _value(name, "given-names"), _value(name, "family-name")
    if credit_name := _value(name, "credit-name"):
        author = names.inverted(credit_name) if "," in credit_name else names.whole(credit_name)
    else:
        author = names.person(given, family)
    if author is None:
        return None
    return Author(**vars(author) | {"orcid": names.orcid_of(orcid, [])})


def _groups(record):
    """The versions of each work, in the order of the record."""
    if isinstance(record, list):
        return [group for entry in record for group in _groups(entry)]
    record = dict_of(record)
    works = dict_of(record.get(_WORKS)).get("works", record.get("works"))
    if isinstance(works, dict):
        record = works
    if isinstance(listed := record.get("group"), list):
        return [dicts_of(dict_of(group).get("work-summary")) for group in listed]
    if isinstance(listed := record.get("bulk"), list):
        return [[dict_of(dict_of(entry).get("work", entry))] for entry in listed]
    if isinstance(listed := record.get("work-summary"), list):
        return [dicts_of(listed)]
    return [[record]] if is_record(record) and _WORKS not in record else []


def _works(groups, owner, file):
    for versions in groups:
        versions = [version for version in versions if version]
        if versions:
            yield work_of(versions, owner, file)
        else:
            yield Unreadable(Origin(file), json_texts.nothing_there(), "")


def work_of(versions, owner=None, file=""):
    """The one work of a group; the version that leads comes first, what it lacks from others."""
    ordered = sorted(versions, key=_rank)
    leading, *others = (_version(version, file) for version in ordered)
    for other in others:
        _add(leading, other)
    if owner and not leading.authors:
        # ORCID lists no authors, but whose record it is: one of them.
        leading.authors, leading.is_list_incomplete = [owner], True
    return leading


def _rank(version):
    """Published before preprint, then what the owner prefers, then what has a DOI."""
    is_preprint = _kind(version) == Kind.PREPRINT
    preference = _value(version, "display-index")
    has_doi = any(scheme == "doi" for scheme, *_rest in _identifiers(version))
    # The highest index is the one that the owner chose to show:
    # https://info.orcid.org/documentation/integration-guide/orcid-record
    return is_preprint, -int(preference) if preference.isdigit() else 0, not has_doi


def _version(version, file):
    put_code = _value(version, "put-code")
    work = Work(origin=Origin(file, key=put_code), kind=_kind(version))
    if work.kind == Kind.PREPRINT:
        work.status = Status.PREPRINT
    title = dict_of(version.get("title"))
    work.title = title_of(_value(title, "title"))
    if subtitle := words_of(_value(title, "subtitle")):
        work.extra["subtitle"] = subtitle
    work.venue = words_of(_value(version, "journal-title"))
    work.abstract = abstract_of(_value(version, "short-description"))
    date = dict_of(version.get("publication-date"))
    work.date = dates.from_parts([_value(date, part) for part in ("year", "month", "day")])
    put_identifier(work, PUT_CODE, put_code)
    for scheme, value, address in _identifiers(version):
        _put_identifier(work, scheme, value, address)
    put_address(work, _value(version, "url"))
    _put_contributors(work, version)
    return work


def _kind(version):
    name = _value(version, "type").lower().replace("_", "-")
    return kinds.ORCID.get(name, Kind.DOCUMENT)


def _identifiers(version):
    """Scheme, value and address of each identifier that is of the work itself."""
    listed = dicts_of(dict_of(version.get("external-ids")).get("external-id"))
    for identifier in listed:
        if _value(identifier, "external-id-relationship").lower().replace("_", "-") in _SELF:
            yield (
                _value(identifier, "external-id-type").lower(),
                _value(identifier, "external-id-value"),
                _value(identifier, "external-id-url"),
            )


def _put_identifier(work, scheme, value, address):
    if scheme == "doi":
        put_doi(work, value)
    elif scheme == "arxiv":
        put_arxiv(work, value)
    elif scheme == "pmid" and value.isdigit():
        work.pubmed_id = work.pubmed_id or value[:12]
    elif scheme in {"isbn", "issn"}:
        put_number(work, value)
    elif scheme == "uri":
        put_address(work, value)
    elif scheme in _ARCHIVES:
        put_identifier(work, _ARCHIVES[scheme], plain(value)[:300])
    elif address:
        put_address(work, address)


def _put_contributors(work, version):
    """Authors in their order; editors and translators have a place of their own."""
    others = {}
    authors = []
    for contributor in dicts_of(dict_of(version.get("contributors")).get("contributor")):
        attributes = dict_of(contributor.get("contributor-attributes"))
        role = _value(attributes, "contributor-role").lower().replace("_", "-")
        known = {"orcid": ""}
        if number := _value(dict_of(contributor.get("contributor-orcid")), "path"):
            known["orcid"] = names.orcid_of(number, work.warnings)
        author = names.inverted(_value(contributor, "credit-name"), **known)
        if role in _OTHER_ROLES:
            others.setdefault(_OTHER_ROLES[role], []).append(author)
        elif author:
            authors.append(author)
    names.put(work, authors)
    names.join_repeated(work)
    for role, people in others.items():
        people = list(filter(None, people))
        if role == "editor" and not work.authors and people:
            work.authors, work.are_editors = people, True
        elif people:
            work.extra[role] = names.inverted_names(people)


def _add(leading, other):
    """Give the leading version what another one knows, and the way to that one."""
    if other.doi:
        if leading.doi:
            other_version(leading, other.doi)
        elif other.kind == leading.kind:
            leading.doi = other.doi
        else:
            put_identifier(leading, "doi", other.doi)
    for name in ("arxiv_id", "pubmed_id", "isbn", "issn", "abstract", "venue", "date", "title"):
        is_of_a_preprint = name in {"venue", "date"} and other.kind == Kind.PREPRINT
        if not getattr(leading, name) and not is_of_a_preprint:
            setattr(leading, name, getattr(other, name))
    leading.date = leading.date or other.date
    for scheme, value in other.identifiers:
        put_identifier(leading, scheme, value)
    known = {address for _label, address in leading.links}
    leading.links += [link for link in other.links if link[1] not in known]
    if not leading.authors:
        leading.authors, leading.is_list_incomplete = other.authors, other.is_list_incomplete
    leading.warnings += [warning for warning in other.warnings if warning not in leading.warnings]


def _value(record, name):
    """The text under a name, which ORCID mostly wraps once more: {"value": "2020"}."""
    value = dict_of(record).get(name)
    return plain(text_of(dict_of(value).get("value") if isinstance(value, dict) else value))
