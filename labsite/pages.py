"""How the page of a record answers: for visitors, at an old address, and as a draft."""

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpResponsePermanentRedirect
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.generic import DetailView, ListView

from labsite.permissions import may
from labsite.slugs import find


def reader(request):
    """Who is signed in, or None. Without a session cookie nothing is asked, so that the answer
    is the same for everybody and can be stored.
    """
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    return request.user if request.user.is_authenticated else None


def keep_private(response):
    """Mark an answer that was made for one reader, so that nobody stores it."""
    patch_cache_control(response, private=True, no_store=True)
    return response


def find_for(request, records, slug, *, within=()):
    """Return the record at ``slug`` and whether it is a preview; raises Http404.

    Visitors find what is public. Who may change a record finds it as a draft, too. A preview finds
    its own record also before its day has come.
    """
    preview = getattr(request, "preview", None)
    if preview and (record := find(records, slug, within=within)) == preview:
        return record, True
    if record := find(records.public(), slug, within=within):
        return record, False
    user = reader(request)
    if user and (record := find(records, slug, within=within)) and may(user, "change", record):
        return record, True
    raise Http404


def moved(request, record, **address):
    """A permanent redirect when ``record`` was asked for by another address than its own.

    ``address`` are the arguments of this page's address as they should be.
    """
    match = request.resolver_match
    if all(str(match.kwargs[name]) == value for name, value in address.items()):
        return None
    url = reverse(match.view_name, kwargs=match.kwargs | address)
    query = request.META.get("QUERY_STRING", "")
    return HttpResponsePermanentRedirect(f"{url}?{query}" if query else url)


def page_of(request, rows, size):
    """The page of a long list that was asked for; for a number that makes no sense the nearest."""
    return Paginator(rows, size).get_page(request.GET.get("page"))


class PagedList(ListView):
    """A list that is cut into pages where it is long."""

    def paginate_queryset(self, queryset, page_size):
        page = page_of(self.request, queryset, page_size)
        return page.paginator, page, page.object_list, page.has_other_pages()


class RecordDetail(DetailView):
    """The page of one record; ``within`` holds the keys of its ``address_scope()``, in order."""

    within = ()
    is_preview = False

    @property
    def is_told(self):
        """Whether machines may hear of the page: not while it is the preview of a draft."""
        return not self.is_preview and not getattr(self.request, "preview", None)

    def get(self, request, *args, **kwargs):
        self.object, self.is_preview = find_for(
            request, self.get_queryset(), kwargs["slug"], within=self.within
        )
        if redirect := moved(request, self.object, slug=self.object.slug):
            return redirect
        response = self.render_to_response(self.get_context_data(object=self.object))
        return keep_private(response) if reader(request) else response

    def get_context_data(self, **kwargs):
        context = {
            "page_title": str(self.object),
            "is_preview": self.is_preview,
            "last_changed": self.object.updated_at,
        }
        return super().get_context_data(**context, **kwargs)
