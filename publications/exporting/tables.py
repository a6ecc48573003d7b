"""Works as a table for Excel and its kin: one row a publication, nothing that they would change."""

import csv
import io
import re
from collections.abc import Callable
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from labsite.formulas import plain
from publications.models import Kind
from publications.status import Status
from publications.works import Work

# By this, Excel knows that the file is UTF-8, and "Piękos" stays whole.
BYTE_ORDER_MARK = "\ufeff"
# With these a cell would be a formula, which anybody could have put into a title.
_FORMULA = re.compile(r"[=+\-@\t\r\n＝＋－＠]")
_HYPHEN = re.compile(r"(?<=\d)-(?=\d)")


class _Column(NamedTuple):
    """A column of the table, and what stands in it for a work."""

    heading: str
    cell: Callable[[Work], str]


def lines(works, site=""):
    """The table line by line; ``site`` is what stands before the addresses of its pages.

    Words are looked up at once, in the language of this moment: lines may be asked for later.
    """
    columns = _columns(site)
    headings = [column.heading for column in columns]
    return _lines(works, headings, columns)


def _lines(works, headings, columns):
    buffer = io.StringIO()
    table = csv.writer(buffer)
    table.writerow(headings)
    yield BYTE_ORDER_MARK + buffer.getvalue()
    for work in works:
        buffer.seek(0)
        buffer.truncate()
        table.writerow([_safe(column.cell(work)) for column in columns])
        yield buffer.getvalue()


def _columns(site):
    kinds = {kind.value: str(kind.label) for kind in Kind}
    states = {status.value: str(status.label) for status in Status}
    and_others = _("et al.")
    page = reverse("publications:publication-detail", args=["-slug-"])
    before, after = page.split("-slug-")

    def authors(work):
        names = [author.printed_name for author in work.authors]
        return "; ".join([*names, and_others] if work.is_list_incomplete and names else names)

    return [
        _Column(_("title"), lambda work: plain(work.title)),
        _Column(_("authors"), authors),
        _Column(_("year"), lambda work: work.date[:4]),
        _Column(_("date"), lambda work: work.date_text or work.date),
        _Column(_("venue"), lambda work: work.venue),
        _Column(_("track"), lambda work: work.track),
        _Column(_("kind"), lambda work: work.genre or kinds.get(work.kind, work.kind)),
        _Column(_("state"), lambda work: states.get(work.status, work.status)),
        _Column(_("volume"), lambda work: _no_date(work.volume)),
        _Column(_("issue"), lambda work: _no_date(work.issue)),
        _Column(_("pages"), lambda work: _no_date(work.pages)),
        _Column(_("publisher"), lambda work: work.publisher),
        _Column(_("DOI"), lambda work: work.doi),
        _Column(_("arXiv"), lambda work: f"arXiv:{work.arxiv_id}" if work.arxiv_id else ""),
        _Column(_("page"), lambda work: f"{site}{before}{work.slug}{after}"),
    ]


def _no_date(figures):
    """Figures with a dash in place of a hyphen, as "3-4" would become the third of April."""
    return _HYPHEN.sub("–", figures)


def _safe(cell):
    """A cell that no program takes for a formula."""
    cell = cell.replace("\0", "")
    return f"'{cell}" if _FORMULA.match(cell) else cell
