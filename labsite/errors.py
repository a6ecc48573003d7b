"""What visitors see when the site itself fails."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpResponse
from django.template import loader
from django.views.defaults import server_error

RETRY_AFTER_SECONDS = 60


def failure(request):
    """Say that the database cannot be reached where that is the reason, else that we failed."""
    if not is_database_away(sys.exc_info()[1]):
        return server_error(request)
    return HttpResponse(
        loader.render_to_string("503.html"),
        status=503,
        headers={"Retry-After": RETRY_AFTER_SECONDS, "Cache-Control": "no-store"},
    )


def is_database_away(exception):
    """Tell a database that is down, busy or full from a statement that it refused."""
    if not isinstance(exception, (OperationalError, InterfaceError)):
        return False
    # SQLite reports a missing table as operational too: waiting a minute does not help there.
    return getattr(exception.__cause__, "sqlite_errorname", "") != "SQLITE_ERROR"
