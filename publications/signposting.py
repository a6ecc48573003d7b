"""Signs for machines that follow links: what to cite, who describes the work, where its file is.

https://signposting.org/FAIR/. The signs stand in the ``Link`` header of a publication's page; the
authors stand in its head instead: forty of them are more than the 4 KB that front servers take.
"""

from django.urls import reverse

from labsite.addresses import absolute
from labsite.identifiers import arxiv_doi_address, doi_address, orcid_address
from publications.exporting.formats import OF_ONE_WORK
from publications.structured_data import kind_of


def link_header(work):
    """The header of a listed work: ``<address>; rel="…"`` with commas between."""
    links = [_link(_cited_as(work), "cite-as")]
    for known in OF_ONE_WORK.values():
        page = reverse("publications:publication-file", args=[work.slug, known.ending])
        links.append(_link(absolute(page), "describedby", known.media_type))
    links += [_link(f"https://schema.org/{kind}", "type") for kind in ("AboutPage", kind_of(work))]
    if work.has_pdf:
        page = reverse("publications:publication-pdf", args=[work.slug, work.slug])
        links.append(_link(absolute(page), "item", "application/pdf"))
    return ", ".join(filter(None, links))


def header_back(publication, relation):
    """The header of a file, which leads back to the page of its publication.

    A description ``describes`` it; the paper itself belongs to its ``collection``.
    """
    return _link(absolute(publication.get_absolute_url()), relation, "text/html")


def _cited_as(work):
    """The one address to cite: the DOI, else that of arXiv; we give none ourselves."""
    if work.doi:
        return doi_address(work.doi)
    return arxiv_doi_address(work.arxiv_id) if work.arxiv_id else ""


def _link(address, relation, media_type=""):
    if not address:
        return ""
    return f'<{address}>; rel="{relation}"' + (f'; type="{media_type}"' if media_type else "")


def author_addresses(work):
    """The ORCID addresses of the authors, each once, for the head of the page."""
    orcids = [author.orcid for author in work.authors if author.orcid]
    return [orcid_address(orcid) for orcid in dict.fromkeys(orcids)]
