import sqlite3

import pytest
from django.db import OperationalError, connections
from django.http import HttpResponse
from django.test import override_settings
from django.urls import path

from labsite.errors import is_database_away


def ask_the_database(request):
    with connections["away"].cursor():
        return HttpResponse("it is there")


def fail(request):
    raise ValueError("a mistake of ours")


urlpatterns = [path("ask/", ask_the_database), path("fail/", fail)]
handler500 = "labsite.errors.failure"


@pytest.fixture
def visitor(client):
    """A client that is shown error pages, as visitors are."""
    client.raise_request_exception = False
    with override_settings(ROOT_URLCONF=__name__):
        yield client


@pytest.fixture
def database_away(django_db_blocker):
    """Add a database at an address where none is."""
    away = connections["default"].settings_dict | {"ENGINE": "django.db.backends.sqlite3"}
    connections.databases["away"] = away | {"NAME": "/no/such/folder/db.sqlite3", "OPTIONS": {}}
    with django_db_blocker.unblock():
        yield
    del connections["away"]
    del connections.databases["away"]


def test_visitors_are_told_to_come_back_when_the_database_is_away(visitor, database_away):
    response = visitor.get("/ask/")

    assert response.status_code == 503
    assert response.headers["Retry-After"] == "60"
    assert response.headers["Cache-Control"] == "no-store"
    assert "Nothing was lost. Please try again in a minute." in response.text


def test_other_failures_do_not_blame_the_database(visitor):
    response = visitor.get("/fail/")

    assert response.status_code == 500
    assert "database" not in response.text


def test_visitors_get_a_sentence_where_the_page_of_the_error_fails_too(visitor, settings):
    """An update has brought style sheets that nobody has collected yet."""
    manifest = {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": manifest}

    response = visitor.get("/fail/")

    assert response.status_code == 500
    assert response.text == "An error happened on our side. Please try again later."


def test_a_refused_statement_is_not_a_database_that_is_away():
    with pytest.raises(sqlite3.OperationalError) as missing_table:
        sqlite3.connect(":memory:").execute("SELECT * FROM nowhere")
    refused = OperationalError()
    refused.__cause__ = missing_table.value

    assert is_database_away(OperationalError("connection refused"))
    assert not is_database_away(refused)
