import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.http import Http404

from labsite.serving import send_file

# Closing an answer by hand looks whether the database connection is still good.
pytestmark = pytest.mark.django_db(transaction=True)

KINDS = [
    ("photo.webp", "image/webp", "inline"),
    ("paper.pdf", "application/pdf", "inline"),
    (
        "talk.pptx",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "attachment",
    ),
    ("page.html", "application/octet-stream", "attachment"),
]


class Stored:
    """A file of a record, as its field would hold it."""

    storage = default_storage

    def __init__(self, name):
        self.name = name

    def open(self, mode):
        return self.storage.open(self.name, mode)


@pytest.fixture
def store():
    """Return a function that keeps a file and gives it as a record would."""

    def store(name):
        return Stored(default_storage.save(name, ContentFile(b"content")))

    return store


@pytest.mark.parametrize("accel", [False, True])
@pytest.mark.parametrize(("name", "kind", "place"), KINDS)
def test_a_file_is_only_what_our_table_says(store, settings, accel, name, kind, place):
    settings.ACCEL = accel

    response = send_file(store(name), shown_name="Zürich.pdf")
    response.close()

    assert {header: response[header] for header in response.headers if header in EXPECTED} == {
        **EXPECTED,
        "Content-Type": kind,
        "Content-Disposition": f"{place}; filename*=utf-8''Z%C3%BCrich.pdf",
    }


EXPECTED = {
    "Content-Type": "",
    "Content-Disposition": "",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "public, max-age=31536000, immutable",
}


def test_without_nginx_the_file_itself_is_sent(store):
    response = send_file(store("paper.pdf"))

    assert b"".join(response.streaming_content) == b"content"
    assert "X-Accel-Redirect" not in response.headers
    response.close()


def test_behind_nginx_only_its_place_is_told(store, settings):
    settings.ACCEL = True

    response = send_file(store("documents/a paper%.pdf"))

    assert response["X-Accel-Redirect"] == "/stored-media/documents/a%20paper%25.pdf"
    assert response.content == b""


@pytest.mark.parametrize("accel", [False, True])
def test_a_file_that_is_gone_from_the_disk_is_not_found(settings, accel):
    settings.ACCEL = accel

    with pytest.raises(Http404):
        send_file(Stored("documents/gone.pdf"))
