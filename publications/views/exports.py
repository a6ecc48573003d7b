"""Publications as files: those of a list, and each one."""

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.views.decorators.http import require_safe

from labsite.pages import find_for, keep_private, moved, reader
from labsite.partial_dates import FIRST_YEAR, LAST_YEAR
from people.models import Lab, Member, Topic
from publications.exporting import formats, works_of
from publications.filters import PublicationFilter
from publications.models import Project, Publication
from publications.signposting import header_back


@require_safe
def all_publications(request, ending):
    """What the labs of this site have published."""
    return _list(request, Publication.objects.public(), ending, "publications")


@require_safe
def publications_of_year(request, year, ending):
    """All publications of one year."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise Http404
    publications = Publication.objects.public().of_year(year)
    return _list(request, publications, ending, f"publications-{year}")


@require_safe
def publications_of_lab(request, slug, ending):
    """What one lab has published, and what it lists of others."""
    return _list_of(request, Lab, slug, ending, Publication.objects.public().of_lab)


@require_safe
def publications_of_member(request, slug, ending):
    """What a member is a recognised author of."""
    return _list_of(request, Member, slug, ending, Publication.objects.public().of_member)


@require_safe
def publications_of_topic(request, slug, ending):
    """What there is about a topic."""
    return _list_of(request, Topic, slug, ending, _filtered_by("topics"))


@require_safe
def publications_of_project(request, slug, ending):
    """What has come out of a project."""
    return _list_of(request, Project, slug, ending, _filtered_by("projects"))


def _filtered_by(relation):
    return lambda record: Publication.objects.public().filter(**{relation: record})


@require_safe
def publication(request, slug, ending):
    """One publication, to be cited."""
    record, _is_preview = find_for(request, Publication.objects, slug)
    if redirect := moved(request, record, slug=record.slug):
        return redirect
    works = works_of(Publication.objects.filter(pk=record.pk))
    wanted = _format(request, ending, formats.OF_ONE_WORK)
    content = "".join(wanted.lines(works, _site(request)))
    response = _file(HttpResponse(content), wanted, record.slug)
    response["Link"] = header_back(record, "describes")
    return keep_private(response) if reader(request) else response


def _list_of(request, model, slug, ending, publications_of):
    """The publications of the record at ``slug``, for whoever may see its page."""
    record, _is_preview = find_for(request, model.objects, slug)
    if redirect := moved(request, record, slug=record.slug):
        return redirect
    response = _list(request, publications_of(record), ending, f"{record.slug}-publications")
    return keep_private(response) if reader(request) else response


def _list(request, publications, ending, name):
    """A file of these publications, newest first, that is sent while it is being written."""
    wanted = _format(request, ending, formats.OF_LISTS)
    publications = PublicationFilter(request.GET).narrow(publications).newest_first()
    lines = wanted.lines(works_of(publications), _site(request))
    # Whoever asks for the head alone waits for no rows.
    return _file(StreamingHttpResponse(() if request.method == "HEAD" else lines), wanted, name)


def _format(request, ending, known):
    if ending not in known:
        raise Http404
    if ending == formats.BIBTEX.ending and request.GET.get("tex") == "ascii":
        return formats.ASCII_BIBTEX
    return known[ending]


def _file(response, wanted, name):
    response["Content-Type"] = f"{wanted.media_type}; charset=utf-8"
    response["Content-Disposition"] = f'attachment; filename="{name}.{wanted.ending}"'
    return response


def _site(request):
    """What stands before the addresses of this site."""
    return request.build_absolute_uri("/").rstrip("/")
