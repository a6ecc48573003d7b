"""The formats that publications go out in, by the endings of their files."""

import json
from collections.abc import Callable, Iterator
from typing import NamedTuple

from publications.exporting import bibtex, csl, ris, tables


class Format(NamedTuple):
    """A format: its ending, what browsers and programs call it, and what people do."""

    ending: str
    media_type: str
    label: str
    lines: Callable[..., Iterator[str]]  # of works, and of the site before addresses


def _bibtex_lines(works, site):
    return bibtex.entries(works)


def _ascii_bibtex_lines(works, site):
    return bibtex.entries(works, as_ascii=True)


def _ris_lines(works, site):
    return (ris.record(work, site) for work in works)


def _csl_lines(works, site):
    """A list of items, an item a line."""
    before = "[\n"
    for work in works:
        yield before + json.dumps(csl.item(work), ensure_ascii=False)
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


BIBTEX = Format("bib", "application/x-bibtex", "BibTeX", _bibtex_lines)
ASCII_BIBTEX = BIBTEX._replace(lines=_ascii_bibtex_lines)
RIS = Format("ris", "application/x-research-info-systems", "RIS", _ris_lines)
CSL = Format("json", "application/vnd.citationstyles.csl+json", "CSL-JSON", _csl_lines)
CSV = Format("csv", "text/csv", "CSV", tables.lines)

OF_LISTS = {known.ending: known for known in (BIBTEX, RIS, CSL, CSV)}
OF_ONE_WORK = {known.ending: known for known in (BIBTEX, RIS, CSL)}
