"""What visitors see when the site itself fails."""

import logging
import sys

from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import HttpResponse, HttpResponseServerError
from django.template import loader
from django.utils.translation import gettext
from django.views.defaults import bad_request, server_error

logger = logging.getLogger(__name__)

RETRY_AFTER_SECONDS = 60


def failure(request):
    """Say that the database cannot be reached where that is the reason, else that we failed."""
    if not is_database_away(sys.exc_info()[1]):
        return sorry(request)
    return HttpResponse(
        loader.render_to_string("503.html"),
        status=503,
        headers={"Retry-After": RETRY_AFTER_SECONDS, "Cache-Control": "no-store"},
    )


def misunderstood(request, exception):
    """Say that a form carries too much where that is the reason, else that it made no sense."""
    if not isinstance(exception, RequestDataTooBig):
        return bad_request(request, exception)
    page = loader.render_to_string("413.html")
    return HttpResponse(page, status=413, headers={"Cache-Control": "no-store"})


def sorry(request):
    """The page of an error; a bare sentence where that page cannot be made either.

    It cannot while an update has brought new static files that nobody has collected.
    """
    try:
        return server_error(request)
    except Exception:
        logger.exception("The page that says that an error happened failed as well.")
        words = gettext("An error happened on our side. Please try again later.")
        return HttpResponseServerError(words, content_type="text/plain; charset=utf-8")


def is_database_away(exception):
    """Tell a database that is down, busy or full from a statement that it refused."""
    if not isinstance(exception, (OperationalError, InterfaceError)):
        return False
    # SQLite reports a missing table as operational too: waiting a minute does not help there.
    return getattr(exception.__cause__, "sqlite_errorname", "") != "SQLITE_ERROR"
