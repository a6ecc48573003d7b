"""Lists of publications, read as flat rows and printed by one function.

Three queries however many rows; a page shell in a template prints the result. Objects and template
loops would cost ten times as much on a page with a thousand authors.
"""

import re
from collections import defaultdict
from typing import NamedTuple

from django.db.models import Case, F, Value, When
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from labsite import visibility
from labsite.identifiers import arxiv_address, doi_address
from labsite.markdown import inline_math
from labsite.partial_dates import words
from labsite.pictures import dimensions, rendition_names, srcset
from people.credits import Name, Printer, corresponding_meaning, equal_meaning, legend
from people.name_parts import NameParts
from publications.coins import context_object
from publications.exporting.works import name_parts
from publications.models import Authorship, Kind, Publication, PublicationLink
from publications.status import ON_THE_WAY, TAKEN_BACK, Status, is_forthcoming

ENDS_WITH_YEAR = re.compile(r"\b(1[5-9]|20)\d\d$")
EQUAL_MARKS = "*†‡§¶‖"
CORRESPONDING_MARK = "✉\N{VARIATION SELECTOR-15}"  # as a character, never a coloured picture


class Row(NamedTuple):
    """What a line of a list says about one publication."""

    pk: int
    slug: str
    title: str
    date: str
    date_text: str
    kind: str
    genre: str
    status: str
    notice: str
    track: str
    distinction: str
    volume: str
    issue: str
    pages: str
    publisher: str
    note: str
    marks_note: str
    doi: str
    arxiv_id: str
    pdf: str
    abstract: str
    summary: str
    picture: str
    is_list_incomplete: bool
    visibility: str
    isbn: str
    issn: str
    venue__name: str | None
    venue__short_name: str | None
    venue__colour: str | None
    is_selected: bool

    @property
    def year(self):
        return self.date[:4]


class Listing:
    """Publications with their authors and links, read in three queries.

    ``selected`` is the condition under which the owner of the list counts a row as selected.
    """

    def __init__(self, publications, *, selected=None):
        is_selected = Value(False) if selected is None else selected
        publications = publications.annotate(is_selected=is_selected)
        self.rows = [Row(*row) for row in publications.values_list(*Row._fields)]
        keys = [row.pk for row in self.rows]
        self.names, self.cited, self.equal_marks = _read_names(keys)
        self.links = defaultdict(list)
        links = PublicationLink.objects.filter(owner__in=keys).order_by("position", "pk")
        for owner, label, url in links.values_list("owner", "label", "url"):
            self.links[owner].append((label, url))

    def __len__(self):
        return len(self.rows)

    def legend(self):
        """What the marks mean that occur on this list."""
        entries = {mark: equal_meaning() for mark in EQUAL_MARKS if mark in self.equal_marks}
        if any(
            name.marks.endswith(CORRESPONDING_MARK)
            for names in self.names.values()
            for name in names
        ):
            entries[CORRESPONDING_MARK] = corresponding_meaning()
        return legend(entries)


def _read_names(keys):
    """The author lines of these publications: names as printed, their parts as citations need
    them, and the marks that stand for equal contribution.
    """
    authorships = (
        Authorship.objects.filter(publication__in=keys)
        .annotate(
            address=Case(When(visibility.is_public("member__"), then=F("member__slug"))),
            own_given=_of_named_member("given_name"),
            own_family=_of_named_member("family_name"),
        )
        .values_list(
            "publication",
            "position",
            "pk",
            "printed_name",
            "member",
            "address",
            "equal_group",
            "is_corresponding",
            "other_marks",
            "is_organisation",
            "given_name",
            "name_particle",
            "family_name",
            "name_suffix",
            "own_given",
            "own_family",
        )
        .order_by()
    )
    lines = defaultdict(list)
    for publication, *author in authorships:
        lines[publication].append(author)
    # One legend explains the whole list, so a mark that any paper uses otherwise is not free.
    free_marks = _free_marks([author for line in lines.values() for author in line])
    equal_marks, names, cited = set(), {}, {}
    for publication, line in lines.items():
        line.sort()
        names[publication] = _names(line, free_marks, equal_marks)
        cited[publication] = [_cited(author) for author in line]
    return names, cited, equal_marks


def _of_named_member(column):
    """A part of the name of the member whose name it is, unless the member is a draft."""
    is_named = visibility.member_is_named("member__")
    return Case(When(is_named, then=F(f"member__{column}")), default=Value(""))


def _cited(author):
    """The parts of one name of an author line."""
    _position, _pk, printed, *_line, is_organisation = author[:9]
    return NameParts(family=printed) if is_organisation else name_parts(printed, *author[9:])


def _free_marks(authors):
    """The marks that nobody typed beside one of these names."""
    typed = set("".join(author[7] for author in authors))
    return [mark for mark in EQUAL_MARKS if mark not in typed]


def _names(line, free_marks, equal_marks):
    """The names of one author line with their marks; adds to ``equal_marks`` what it used."""
    groups = sorted({author[5] for author in line if author[5]})
    if len(groups) > len(free_marks):
        free_marks = _free_marks(line)
    mark_of = dict(zip(groups, free_marks, strict=False))
    equal_marks.update(mark_of.values())
    return [
        Name(
            printed,
            member,
            address,
            mark_of.get(group, "") + other + (CORRESPONDING_MARK if is_corresponding else ""),
        )
        for _position, _pk, printed, member, address, group, is_corresponding, other, *_ in line
    ]


class Citations:
    """Prints the rows of a listing for one page.

    ``own`` and ``self_id`` are the members whose page it is (see ``people.credits.Printer``);
    ``show_year`` is for lists whose headings do not say the year; ``has_summaries`` is for a few
    papers on a page for everybody.
    """

    def __init__(
        self,
        listing,
        *,
        own=(),
        self_id=None,
        authors_first=False,
        show_year=True,
        has_summaries=False,
    ):
        self.listing = listing
        self.has_summaries = has_summaries
        self.address_of = Publication._meta.get_field("picture").storage.url
        self.printer = Printer(own=own, self_id=self_id)
        self.authors_first = authors_first
        self.show_year = show_year
        page = reverse("publications:publication-detail", args=["-slug-"])
        self.before, self.after = page.split("-slug-")

    def list_html(self, rows):
        """A whole list of these rows."""
        items = "".join(self.row_html(row) for row in rows)
        return SafeString(f'<ul class="citations">{items}</ul>')

    def row_html(self, row):
        """One publication of a list."""
        names = self.listing.names.get(row.pk, [])
        authors = self.printer.authors(names, is_incomplete=row.is_list_incomplete)
        title = self._title(row)
        head = f"{authors}{title}" if self.authors_first else f"{title}{authors}"
        kind = "citation"
        if row.status in TAKEN_BACK:
            kind = "citation citation-retracted"
        return (
            f'<li class="{kind}" id="publication-{row.slug}">'
            f"{self._teaser(row)}{badges_html(row, show_year=self.show_year)}{head}"
            f"{venue_html(row)}{self._summary(row)}{self._notes(row)}{self._links(row)}"
            f"{self._for_reference_managers(row)}</li>"
        )

    def _for_reference_managers(self, row):
        """What Zotero reads of the line; nobody sees it."""
        keys = context_object(row, self.listing.cited.get(row.pk))
        return f'<span class="Z3988" title="{escape(keys)}"></span>' if keys else ""

    def _teaser(self, row):
        """The picture of a paper, a second way to its page that nobody needs to read."""
        if not (size := dimensions(row.picture)):
            return ""
        small = self.address_of(rendition_names(row.picture)[0][1])
        return (
            f'<a class="citation-teaser" href="{self.before}{row.slug}{self.after}" tabindex="-1"'
            f' aria-hidden="true"><img src="{small}"'
            f' srcset="{srcset(row.picture, self.address_of)}" sizes="9rem"'
            f' width="{size[0]}" height="{size[1]}" alt="" loading="lazy"></a>'
        )

    def _summary(self, row):
        if not self.has_summaries or not row.summary:
            return ""
        return f'<p class="citation-summary">{inline_math(row.summary)}</p>'

    def _title(self, row):
        title = inline_math(row.title)
        if row.status in TAKEN_BACK:
            title = f"<s>{title}</s>"
        address = f"{self.before}{row.slug}{self.after}"
        return f'<p class="citation-title"><a href="{address}">{title}</a></p>'

    def _notes(self, row):
        notes = [row.notice, row.note, row.marks_note]
        return "".join(f'<p class="citation-note">{escape(note)}</p>' for note in notes if note)

    def _links(self, row):
        links = [link_html(*link) for link in row_links(row, self.listing.links[row.pk])]
        if row.abstract:
            summary = escape(gettext("Abstract"))
            links.append(
                f'<details class="fold"><summary>{summary}</summary>'
                f"<p>{inline_math(row.abstract)}</p></details>"
            )
        return f'<div class="links">{" ".join(links)}</div>' if links else ""


def pdf_address(publication):
    """Where our file of a publication is, in the folder of its page; "" where there is none."""
    if not publication.pdf:
        return ""
    slug = publication.slug
    return reverse("publications:publication-pdf", args=[slug, slug])


def row_links(row, labelled):
    """The links of a publication as (label, address): our file, what was typed, DOI and arXiv."""
    links = []
    if row.pdf:
        links.append((gettext("PDF"), pdf_address(row)))
    links += labelled
    typed = {url for _label, url in labelled}
    links += [(label, url) for label, _bare, url in identifiers_of(row) if url not in typed]
    return links


def identifiers_of(row):
    """The DOI and the arXiv number of a publication: label, number, and the address it means."""
    identifiers = []
    if row.doi:
        identifiers.append(("DOI", row.doi, doi_address(row.doi)))
    if row.arxiv_id:
        identifiers.append(("arXiv", row.arxiv_id, arxiv_address(row.arxiv_id)))
    return identifiers


def link_html(label, url):
    """A labelled link, or the label alone where nobody knows the address."""
    if url:
        return f'<a href="{escape(url)}">{escape(label)}</a>'
    return f'<span class="label">{escape(label)}</span>'


def badges_html(row, *, show_year):
    """Where it appeared, in two words, and what else stands out."""
    year = f" {row.year}" if show_year and row.date else ""
    if row.venue__name:
        colour = f' data-accent="{row.venue__colour}"' if row.venue__colour else ""
        words = row.venue__short_name or row.venue__name
        if ENDS_WITH_YEAR.search(words):  # whoever names the conference "ASPLOS 2027"
            year = ""
        badges = [f'<span class="badge"{colour}>{escape(words)}{year}</span>']
    else:
        badges = [f'<span class="badge badge-quiet">{escape(kind_words(row))}{year}</span>']
    if row.track:
        badges.append(f'<span class="chip">{escape(row.track)}</span>')
    if row.distinction:
        badges.append(f'<span class="chip chip-distinction">{escape(row.distinction)}</span>')
    if row.status in TAKEN_BACK:
        badges.append(f'<span class="chip chip-alert">{status_words(row)}</span>')
    elif row.status in ON_THE_WAY:
        badges.append(f'<span class="chip chip-status">{status_words(row)}</span>')
    if row.visibility == visibility.Visibility.DRAFT:
        badges.append(f'<span class="chip chip-status">{escape(gettext("draft"))}</span>')
    return SafeString(f'<p class="citation-badges">{" ".join(badges)}</p>')


def status_words(row):
    return escape(Status(row.status).label)


def kind_words(row):
    """What kind of work it is, as exactly as somebody told us."""
    if row.genre:
        return row.genre
    if row.status == Status.PREPRINT:
        return gettext("Preprint")
    return str(Kind(row.kind).label)


def venue_html(row):
    """Where exactly it appeared, unless the badge and the heading have said all of it."""
    parts = []
    if row.venue__name and row.venue__short_name:
        parts.append(f"<cite>{escape(row.venue__name)}</cite>")
    if row.volume:
        issue = f"({row.issue})" if row.issue else ""
        parts.append(escape(gettext("volume %s") % f"{row.volume}{issue}"))
    if row.pages:
        parts.append(escape(gettext("pages %s") % row.pages))
    if row.publisher:
        parts.append(escape(row.publisher))
    if row.date_text:
        parts.append(escape(row.date_text))
    elif len(row.date) > 4:
        parts.append(escape(words(row.date)))
    return SafeString(f'<p class="citation-venue">{", ".join(parts)}</p>' if parts else "")


class Group(NamedTuple):
    """Rows under one heading, printed."""

    heading: "Heading"
    count: int
    html: str


def grouped(citations, rows, heading_of):
    """Print ``rows`` under their headings, in the order in which the headings first occur."""
    groups = {}
    for row in rows:
        groups.setdefault(heading_of(row), []).append(row)
    return [
        Group(heading, len(group), citations.list_html(group)) for heading, group in groups.items()
    ]


class Heading(NamedTuple):
    """A heading of a list: its words, and the anchor of the jump to it."""

    words: str
    anchor: str


def year_heading(row):
    """Under which heading a publication stands: forthcoming, its year, or undated."""
    if is_forthcoming(row.status, row.date):
        return Heading(gettext("Forthcoming"), "forthcoming")
    if row.date:
        return Heading(row.year, f"y{row.year}")
    return Heading(gettext("Undated"), "undated")


def kind_heading(row):
    """Under which kind of work a publication stands."""
    return Heading(str(Kind(row.kind).label), f"kind-{row.kind}")
