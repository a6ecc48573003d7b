"""The numbers and addresses by which a source names a work: DOI, arXiv, PubMed, ISSN, ISBN, links.

What is not what it says it is stays in ``extra``, and a warning says so. Only web addresses become
links; nothing is asked of any of them.
"""

import re
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from labsite.identifiers import arxiv, doi
from labsite.links import web_address
from publications.importing.markup import plain

_DOI_ADDRESS = re.compile(r"(?:https?://)?(?:dx\.|www\.)?doi\.org/", re.IGNORECASE)
_ARXIV_ADDRESS = re.compile(
    r"(?:https?://)?(?:(?:www|export)\.)?arxiv\.org/(?:abs|pdf|html)/", re.IGNORECASE
)
_ARXIV_DOI = "10.48550/arxiv."
# What parts two DOIs: a blank, a comma or a word before the next one.
_SEVERAL_DOIS = re.compile(
    r"(?:\s*[,;|]|\s)\s*(?:and\s+|&\s*)?"
    r"(?=(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi:\s*)?10\.[0-9]{4,9}/)",
    re.IGNORECASE,
)
_PUBMED_ADDRESS = re.compile(
    r"https?://(?:www\.ncbi\.nlm\.nih\.gov/pubmed|pubmed\.ncbi\.nlm\.nih\.gov)/([0-9]{1,9})/?"
)
_ISSN = re.compile(r"[0-9]{4}[-‐–]?[0-9]{3}[0-9Xx]")
_ISBN = re.compile(r"(?:97[89][-‐– ]?)?[0-9](?:[-‐– ]?[0-9]){8}[-‐– ]?[0-9Xx]")
_NUMBER_NAME = re.compile(r"[ep]?-?(?:ISSN|ISBN(?:-1[03])?)\s*:?\s*", re.IGNORECASE)
# A hyphen between two pages, and not one within a DOI or a number that stands for them.
_PAGE = r"([A-Za-z]*[0-9]+[A-Za-z]?)"
_RANGE_OF_PAGES = re.compile(rf"(?:^|(?<=[,;\s])){_PAGE}\s*[-‐‑‒–—−]+\s*{_PAGE}(?=$|[,;\s])")
LONGEST_ADDRESS = 1000
_LABELS = (
    (("github.com", "gitlab.com", "bitbucket.org", "codeberg.org"), "Code"),
    (("youtube.com", "youtu.be", "vimeo.com"), "Video"),
)


def put_doi(work, value, *, name="doi"):
    """Give the work a DOI, as people and programs write it; the one of arXiv tells its number.

    Of several in one place the first leads, and the others are those of other versions.
    """
    value, *others = _SEVERAL_DOIS.split(plain(value))
    for other in others:
        other_version(work, other)
    try:
        bare = doi(value)
    except ValidationError:
        work.extra.setdefault(name, value)
        work.warnings.append(
            _("“%(value)s” is not a DOI; it was kept among the other fields.")
            % {"value": value[:100]}
        )
        return
    if bare and not work.doi:
        work.doi = bare
    elif bare and bare != work.doi:
        put_identifier(work, "doi", bare)
    if bare.startswith(_ARXIV_DOI) and not work.arxiv_id:
        put_arxiv(work, bare)


def put_arxiv(work, value):
    """Give the work its number at arXiv."""
    value = plain(value)
    try:
        work.arxiv_id = arxiv(value) or work.arxiv_id
    except ValidationError:
        work.extra.setdefault("eprint", value)
        work.warnings.append(
            _("“%(value)s” is not an arXiv number; it was kept among the other fields.")
            % {"value": value[:100]}
        )


def put_identifier(work, scheme, value):
    """Note another identifier of the work, once."""
    if value and (scheme, value) not in work.identifiers:
        work.identifiers.append((scheme, value))


def other_version(work, value):
    """Note the DOI of another version of the work, so that all of them are one."""
    try:
        bare = doi(plain(value))
    except ValidationError:
        return
    if bare and bare != work.doi:
        put_identifier(work, "doi", bare)
    if bare.startswith(_ARXIV_DOI) and not work.arxiv_id:
        put_arxiv(work, bare)


def put_number(work, value):
    """Sort an ISSN or an ISBN into its field; the first of each leads."""
    without_remarks = re.sub(r"\([^)]*\)", " ; ", value)  # "(print)", "(electronic)"
    for number in re.split(r"[;,]|\s{2,}|\s+and\s+", plain(without_remarks)):
        number = _NUMBER_NAME.sub("", number.strip())
        if _ISSN.fullmatch(number):
            work.issn = work.issn or f"{number[:4]}-{number[-4:].upper()}"
        elif _ISBN.fullmatch(number):
            work.isbn = work.isbn or re.sub("[‐–]", "-", number)


def put_address(work, address, label=""):
    """Sort a web address: to a DOI, to arXiv, to PubMed, or one to link to."""
    address = plain(address)
    if address.lower().startswith("www."):
        address = f"https://{address}"
    if not address:
        return
    if _DOI_ADDRESS.match(address):
        _put_doi_address(work, address)
    elif _ARXIV_ADDRESS.match(address):
        _put_arxiv_address(work, address)
    elif found := _PUBMED_ADDRESS.fullmatch(address):
        work.pubmed_id = work.pubmed_id or found[1]
    else:
        _put_link(work, address, label)


def _put_link(work, address, label=""):
    if not is_web_address(address):
        work.extra.setdefault("url", address[:LONGEST_ADDRESS])
        work.warnings.append(
            _("“%(address)s” is not a web address; it was kept without a link.")
            % {"address": address[:100]}
        )
    elif address not in (known for _label, known in work.links):
        work.links.append((label or label_of(address), address))


def _put_doi_address(work, address):
    """A work without a DOI has this one; else it may be that of anything, and is a link."""
    try:
        bare = doi(address)
    except ValidationError:
        bare = ""
    if bare and not work.doi:
        put_doi(work, bare)
    elif bare != work.doi:
        _put_link(work, address)


def _put_arxiv_address(work, address):
    try:
        work.arxiv_id = work.arxiv_id or arxiv(address)
    except ValidationError:
        _put_link(work, address)


def is_web_address(address):
    """Whether it is a whole web address that may be linked to."""
    try:
        web_address(address)
    except ValidationError:
        return False
    return len(address) <= LONGEST_ADDRESS


def label_of(address):
    """What a link to this address is called: "Code", "PDF", or by its host."""
    parts = urlsplit(address)
    host = (parts.hostname or "").removeprefix("www.")
    if parts.path.lower().endswith(".pdf"):
        return "PDF"
    for hosts, label in _LABELS:
        if host in hosts:
            return label
    return host


def printed_pages(first, last=""):
    """Pages with a dash between the first and the last: "1–12"; "e33693" stays."""
    first, last = plain(first), plain(last)
    printed, ranges = _RANGE_OF_PAGES.subn(r"\1–\2", first)
    if last and last != first and not (ranges and printed.endswith(last)):
        return f"{first}–{last}" if first else last
    return printed
