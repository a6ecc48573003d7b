"""Publications: all of them, those of a year, those of a lab, and each one."""

from dataclasses import replace

from django.db.models.functions import Left
from django.http import Http404
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from labsite.formulas import plain
from labsite.pages import (
    PagedList,
    RecordDetail,
    find_for,
    keep_private,
    moved,
    reader,
)
from labsite.partial_dates import FIRST_YEAR, LAST_YEAR
from labsite.serving import send_file
from labsite.sharing import description, shared
from people.models import Lab, Topic
from people.pages import LabPart
from publications.crosslinks import crosslinks
from publications.exporting import bibtex, works_of
from publications.exporting.formats import OF_ONE_WORK
from publications.exporting.links import files_of
from publications.filters import PublicationFilter
from publications.highwire import tags
from publications.models import NewsItem, Project, Publication, Talk
from publications.references import references
from publications.rows import (
    Citations,
    Listing,
    badges_html,
    grouped,
    identifiers_of,
    pdf_address,
    row_links,
    venue_html,
    year_heading,
)
from publications.signposting import author_addresses, header_back, link_header
from publications.status import TAKEN_BACK
from publications.structured_data import publication_page

# A list of this length stands on one page; a longer one is cut into pages of the other.
ALL_ON_ONE_PAGE = 200
PAGE_LENGTH = 50


class Papers(PagedList):
    """A list of publications under the headings of their years, narrowed as its address asks."""

    model = Publication
    template_name = "publications/publication_list.html"
    context_object_name = "publications"
    own = frozenset()

    def papers(self):
        """The publications that the list is about, in no order."""
        return Publication.objects.public()

    def files(self):
        """The links to the files of the list."""
        return files_of("publications:publication-list-file")

    def years(self):
        """The years that one can jump to, newest first."""
        dated = self.papers().exclude(date="").annotate(year=Left("date", 4))
        return list(dated.values_list("year", flat=True).order_by("-year").distinct())

    @cached_property
    def filter(self):
        return PublicationFilter(self.request.GET)

    def get_queryset(self):
        return self.filter.narrow(self.papers()).newest_first()

    def get_paginate_by(self, queryset):
        self.count = queryset.count()
        return PAGE_LENGTH if self.count > ALL_ON_ONE_PAGE else None

    def get_context_data(self, **kwargs):
        context = super().get_context_data(**kwargs)
        page = context["page_obj"]
        # Never ask whether a page is true: it would read its rows to know.
        is_cut = page is not None
        listing = Listing(page.object_list.found_by_key() if is_cut else self.object_list)
        citations = Citations(listing, own=self.own, show_year=False)
        years = self.years()
        query = self.filter.query()
        return context | {
            "count": self.count,
            "files": [file.narrowed(query) for file in self.files()],
            "whole_list": self.request.path if query else "",
            "groups": grouped(citations, listing.rows, year_heading),
            "legend": listing.legend(),
            "years": years,
            "span": "" if query else "–".join(dict.fromkeys([*years[-1:], *years[:1]])),
            "is_on_one_page": not is_cut or not page.has_other_pages(),
        }


class PublicationList(Papers):
    """What the labs of this site have published."""

    def get_context_data(self, **kwargs):
        return super().get_context_data(page_title=_("Publications"), **kwargs)


class PublicationYear(Papers):
    """All publications of one year on one page, in plain links for readers and crawlers."""

    def papers(self):
        year = self.kwargs["year"]
        if not FIRST_YEAR <= year <= LAST_YEAR:
            raise Http404
        return Publication.objects.public().of_year(year)

    def get_paginate_by(self, queryset):
        self.count = queryset.count()
        if not self.count and not self.papers().exists():
            raise Http404
        return

    def get_context_data(self, **kwargs):
        year = self.kwargs["year"]
        title = _("Publications of %s") % year
        context = super().get_context_data(page_title=title, year=str(year), **kwargs)
        return context | {"is_on_one_page": False, "span": ""}

    def files(self):
        return files_of("publications:publication-year-file", self.kwargs["year"])

    def years(self):
        return PublicationList().years()


class LabPublications(LabPart, Papers):
    """What one lab has published, and what it lists of others."""

    def papers(self):
        return Publication.objects.public().of_lab(self.lab)

    def files(self):
        return files_of("publications:lab-publications-file", self.lab.slug)

    def get_context_data(self, **kwargs):
        self.own = set(self.lab.memberships.public().values_list("member", flat=True))
        return super().get_context_data(page_title=_("Publications"), **kwargs)


class PublicationDetail(RecordDetail):
    """One publication with all its authors in their order."""

    model = Publication
    context_object_name = "publication"

    def get_queryset(self):
        return Publication.objects.select_related("venue", "degree__member")

    def render_to_response(self, context, **response_kwargs):
        response = super().render_to_response(context, **response_kwargs)
        if self.is_told:
            response.headers["Link"] = link_header(context["work"])
        return response

    def get_context_data(self, **kwargs):
        publication = self.object
        own = Publication.objects.filter(pk=publication.pk)
        listing = Listing(own)
        row = listing.rows[0]
        names = listing.names.get(row.pk, [])
        work = next(works_of(own))
        related = crosslinks(
            labs=Lab.objects.public().filter(
                listings__publication=publication, listings__is_accepted=True
            ),
            topics=Topic.objects.public().filter(publications=publication),
            projects=Project.objects.public().filter(publications=publication),
            talks=Talk.objects.public().filter(publications=publication),
        )
        context = {
            "badges": badges_html(row, show_year=True),
            "authors": Citations(listing).printer.line(names, is_incomplete=row.is_list_incomplete),
            "legend": listing.legend(),
            "venue": venue_html(row),
            "links": row_links(row, listing.links[row.pk]),
            "identifiers": identifiers_of(row),
            "related": related,
            "news": list(NewsItem.objects.public().filter(publications=publication)),
            "is_taken_back": publication.status in TAKEN_BACK,
            "grants": list(publication.grants.select_related("funder")),
            "work": work,
            # What people paste into a paper; the file has the abstract too.
            "bibtex": bibtex.entry(replace(work, abstract="")),
            "references": references(work),
            "files": OF_ONE_WORK.values(),
        }
        return super().get_context_data(**context, **self.told(work, names, related), **kwargs)

    def told(self, work, names, related):
        """What the page tells machines."""
        publication, address = self.object, self.object.get_absolute_url()
        topics = [topic.label for topic in related.get("topics", ())]
        said = description(publication.summary or plain(publication.abstract))
        return {
            "is_told": self.is_told,
            "description": said,
            "tags": tags(work, page=address, pdf=pdf_address(publication)),
            "author_addresses": author_addresses(work),
            "things": publication_page(publication, work, names, topics=topics),
            "shared": shared(
                "article",
                address,
                str(publication),
                words=said,
                picture=publication.picture,
                picture_description=publication.picture_description,
            ),
        }


@require_safe
def publication_pdf(request, slug, name):
    """The PDF of a publication, in the folder of its page as search engines for papers want it."""
    publication, _is_preview = find_for(request, Publication.objects, slug)
    if not publication.pdf:
        raise Http404
    if redirect := moved(request, publication, slug=publication.slug, name=publication.slug):
        return redirect
    response = send_file(
        publication.pdf, shown_name=f"{publication.slug}.pdf", cache_control="public, max-age=3600"
    )
    response["Link"] = header_back(publication, "collection")
    return keep_private(response) if reader(request) else response
