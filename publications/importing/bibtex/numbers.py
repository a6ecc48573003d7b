"""The numbers of a work in the fields of BibTeX, where they belong and where people put them.

DOIs stand in addresses and remarks, numbers of arXiv in the names of journals, pages behind "pp.".
"""

import re

ARXIV_JOURNAL = re.compile(
    r"(?:arxiv|corr\b|computing research repository|the computing research repository)",
    re.IGNORECASE,
)
ARXIV_ALONE = re.compile(r"arxiv[\s,:.-]*(?:e-?prints?|preprints?)?[\s.]*", re.IGNORECASE)
_ARXIV_WORD = re.compile(r"(?:^|\W)arxiv[:.\s/]", re.IGNORECASE)
ARXIV_NUMBER = re.compile(
    r"(?<![\w.])(?:arxiv[:\s.]*|abs/)?"
    r"((?:[a-z-]+(?:\.[A-Z]{2})?/[0-9]{7}|[0-9]{4}\.[0-9]{4,5})(?:v[0-9]+)?)(?![\w.]*[0-9])",
    re.IGNORECASE,
)
SERVER = re.compile(
    r"(?:\w{2,9}[\s-]?r[xχ]iv|ssrn|research square|preprints?\b|osf preprints|e-?prints? archive)",
    re.IGNORECASE,
)
DOI_ANYWHERE = re.compile(
    r"(?:\bdoi[:\s]\s*|doi\.org/(?:doi:)?)(10\.[0-9]{4,9}/[^\s\"]{1,200})", re.IGNORECASE
)
DOI_IN_PATH = re.compile(
    r"/doi/(?:abs/|full/|pdf/|epdf/|book/|pdfdirect/)?(10\.[0-9]{4,9}/[^?#\s\"]{1,200})",
    re.IGNORECASE,
)
# https://shortdoi.org gives these out.
SHORT_DOI = re.compile(
    r"(?:(?:https?://)?(?:dx\.)?doi\.org/|doi:\s*)?10/([a-z0-9]{3,12})", re.IGNORECASE
)
# The address of a publisher in the field of the DOI.
DOI_ELSEWHERE = re.compile(
    r"https?://(?!(?:dx\.|www\.)?doi\.org/)[^\s?#]*?/(10\.[0-9]{4,9}/\S+)", re.IGNORECASE
)
BARE_DOI = re.compile(r"10\.[0-9]{4,9}/\S+")
_PAGES_WORD = re.compile(r"^(?:pp?|pages?|seiten?)\b[.:]?\s*", re.IGNORECASE)
_DASHES = re.compile(r"\s*-*[–—]-*\s*")
_HYPHENED_PAGES = re.compile(
    r"(?:^|(?<=[,;\s]))([A-Za-z]*[0-9]+)\s*[-‐‑−]\s*([A-Za-z]*[0-9]+)(?=$|[,;\s])"
)
PMC = re.compile(r"(?:PMC)?\s*([0-9]{3,10})", re.IGNORECASE)


def looks_like_arxiv(value):
    """Whether a number of an archive that nobody names is one of arXiv."""
    return bool(ARXIV_NUMBER.fullmatch(value) or _ARXIV_WORD.search(value))


def printed_pages(text):
    """Pages with a dash between the first and the last: "1–12"."""
    text = _DASHES.sub("–", _PAGES_WORD.sub("", text))
    return text if "–" in text else _HYPHENED_PAGES.sub(r"\1–\2", text)
