"""The unit: Django without middleware, and a view that always returns the same 30 KB."""

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path

CONTENT = b"<!doctype html><title>constant</title>".ljust(30 * 1024, b".")


def constant(request):
    return HttpResponse(CONTENT)


urlpatterns = [path("", constant)]

settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"], MIDDLEWARE=[], ROOT_URLCONF=__name__, SECRET_KEY="of no use"
)
application = get_wsgi_application()
