"""The format of PubMed (.nbib): tags of up to four letters, and lines that go on indented.

https://www.nlm.nih.gov/bsd/mms/medlineelements.html
"""

import re
from collections import defaultdict
from dataclasses import replace

from publications.importing import dates, names
from publications.importing.addresses import printed_pages, put_doi, put_identifier, put_number
from publications.importing.markup import abstract_of, plain, title_of
from publications.importing.readings import Reading
from publications.models import Kind
from publications.status import Status
from publications.works import Origin, Work

FORMAT = "PubMed"
BEGINNING = re.compile(r"^PMID[ ]*-", re.MULTILINE)
_LINE = re.compile(r"([A-Z]{2,4})[ ]{0,2}- ?(.*)")
_IDENTIFIER = re.compile(r"(\S+)\s+\[(doi|pii)\]")
_KINDS = {
    "journal article": Kind.JOURNAL_ARTICLE,
    "preprint": Kind.PREPRINT,
    "book": Kind.BOOK,
    "book chapter": Kind.CHAPTER,
    "dataset": Kind.DATASET,
    "technical report": Kind.REPORT,
}


def read(text, *, file=""):
    """The records of a file."""
    return Reading(FORMAT, len(BEGINNING.findall(text)), _works(text, file))


def _works(text, file):
    fields, first, line = [], 0, 0
    for line, content in enumerate(text.split("\n"), start=1):
        if BEGINNING.match(content):
            if fields:
                yield work_of(fields, Origin(file, first, fields[0][1]))
            fields, first = [], line
        if first:
            _add(fields, content)
    if fields:
        yield work_of(fields, Origin(file, first, fields[0][1]))


def _add(fields, content):
    """Note the tag and the value of a line, or go on with the value before."""
    if found := _LINE.fullmatch(content):
        fields.append([found[1], found[2].strip()])
    elif fields and content.strip():
        fields[-1][1] += f" {content.strip()}"


def work_of(fields, origin):
    """The work that these pairs of tag and value describe."""
    values = defaultdict(list)
    for tag, value in fields:
        values[tag].append(value)

    def one(*tags):
        return plain(next((value for tag in tags for value in values[tag] if value), ""))

    types = [plain(value).lower() for value in values["PT"]]
    work = Work(origin=origin, kind=Kind.JOURNAL_ARTICLE)
    work.kind = next((_KINDS[name] for name in types if name in _KINDS), work.kind)
    if work.kind == Kind.PREPRINT:
        work.status = Status.PREPRINT
    if "retracted publication" in types:
        work.status = Status.RETRACTED
    work.title = title_of(one("TI", "BTI")).removesuffix(".")
    work.venue = one("JT", "TA")
    work.date, work.date_text = dates.from_text(dates.without_state(work, one("DP")))
    work.volume, work.issue, work.pages = one("VI"), one("IP"), printed_pages(one("PG"))
    work.publisher = one("PB")
    work.abstract = abstract_of(one("AB"))
    work.pubmed_id = one("PMID")[:12]
    put_identifier(work, "pmcid", one("PMC"))
    for value in values["LID"] + values["AID"]:
        found = _IDENTIFIER.fullmatch(value)
        if found and found[2] == "doi" and not work.doi:
            put_doi(work, found[1])
    for value in values["IS"] + values["ISBN"]:
        put_number(work, value)
    if keywords := ", ".join(map(plain, values["OT"])):
        work.extra["keywords"] = keywords
    if language := one("LA"):
        work.extra["language"] = language
    names.put(work, _authors(fields, work))
    return work


def _authors(fields, work):
    """The authors in their order; what stands below a name belongs to it."""
    full = any(tag == "FAU" for tag, _value in fields)
    authors = []
    for tag, value in fields:
        if tag == ("FAU" if full else "AU"):
            # Without its full form a name is "Kurz L": family name, then initials.
            authors.append(names.inverted(value if full else ", ".join(value.rsplit(" ", 1))))
        elif tag == "CN":
            authors.append(names.organisation(value))
        elif authors and authors[-1] and tag == "AUID" and "ORCID" in value:
            number = names.orcid_of(value.partition("ORCID:")[2], work.warnings)
            authors[-1] = replace(authors[-1], orcid=number)
        elif authors and authors[-1] and tag == "AD" and not authors[-1].affiliation:
            authors[-1] = replace(authors[-1], affiliation=plain(value))
    return authors
