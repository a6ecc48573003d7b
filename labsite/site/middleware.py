"""What happens to every request of the site, before and after its page."""

from http import HTTPStatus
from zoneinfo import ZoneInfo

from django.apps import apps
from django.http import HttpResponsePermanentRedirect
from django.utils import timezone, translation

from labsite import history
from labsite.models import OldAddress
from labsite.records import Record
from labsite.site.frame import Site

# Asked by machines every few seconds, or by browsers on their own: they need no site.
WITHOUT_SITE = {"/healthz", "/readyz", "/favicon.ico"}


class SiteMiddleware:
    """Give each request its ``request.site``, in the language and the time zone of the site.

    The language is the site's, not the visitor's: the same address is the same page for everybody,
    so that it can be stored.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if request.path in WITHOUT_SITE:
            return self.get_response(request)
        request.site = Site(request)
        with (
            timezone.override(zone_called(request.site.zone)),
            translation.override(request.site.language),
        ):
            return self.get_response(request)


def zone_called(name):
    """The time zone of this name, or that of the settings where nobody knows it any more.

    Zones get new names, and machines have lists of different age: that must not close the site.
    """
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return timezone.get_default_timezone()


class ActorMiddleware:
    """Put down what a request changes to whoever sends it.

    Requests that only read are passed on as they are: nobody is looked up for them.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if request.method in ("GET", "HEAD", "OPTIONS", "TRACE"):
            return self.get_response(request)
        with history.acting(lambda: request.user if request.user.is_authenticated else None):
            return self.get_response(request)


class FormerSiteMiddleware:
    """Lead addresses of the site before this one to the records that took their place.

    Asked only when there is no page, so that every other request costs nothing.
    """

    def __init__(self, get_response):
        self.get_response = get_response
        self.models = {
            model._meta.label_lower: model
            for model in apps.get_models()
            if issubclass(model, Record)
        }

    def __call__(self, request):
        response = self.get_response(request)
        is_missing = response.status_code == HTTPStatus.NOT_FOUND
        if is_missing and request.method in ("GET", "HEAD"):
            return self.redirect(request) or response
        return response

    def redirect(self, request):
        """The way to the record that a path of the former site meant, or None."""
        known = OldAddress.objects.filter(address__in=spellings(request))
        # The longest one first: it has the query that the others lack.
        for kind, key in known.order_by("-address").values_list("kind", "record_id"):
            model = self.models.get(kind)
            if model and (record := model.objects.public().filter(pk=key).first()):
                return HttpResponsePermanentRedirect(record.get_absolute_url())
        return None


def spellings(request):
    """A path with and without its query and its last slash, encoded or not."""
    paths = {request.path, request.get_full_path()}
    paths |= {path.rstrip("/") for path in paths} | {f"{path}/" for path in paths}
    return paths - {"", "/"}
