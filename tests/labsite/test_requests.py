import io
import json

import pytest
from django.http import HttpResponse
from django.test import override_settings
from django.urls import include, path

from labsite.requests import WholeBody
from labsite.wsgi import application

# The application itself, unlike the test client, closes a connection that is in a transaction.
pytestmark = pytest.mark.django_db(transaction=True)

BOUNDARY = "----form"


def receive(request):
    """Answer with what arrived: the length of the text and of the file."""
    picture = request.FILES.get("picture")
    lengths = [len(request.POST.get("about", "")), picture.size if picture else None]
    return HttpResponse(json.dumps(lengths))


receive.csrf_exempt = True
urlpatterns = [path("receive/", receive), path("", include("labsite.urls"))]


def post(body, *, content_type, arrived=None):
    """Post ``body`` to the WSGI application, announcing all of it; ``arrived`` bytes get there."""
    answer = {}
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/receive/",
        "QUERY_STRING": "",
        "SERVER_NAME": "testserver",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body[:arrived]),
        "wsgi.errors": io.StringIO(),
    }

    def start_response(status, headers, exc_info=None):
        answer["status"] = int(status.split()[0])

    with override_settings(ROOT_URLCONF=__name__):
        response = application(environ, start_response)
        body = b"".join(response)
        response.close()
    return answer["status"], body


def multipart(*, about, picture):
    return (
        f"--{BOUNDARY}\r\n"
        'Content-Disposition: form-data; name="about"\r\n\r\n'
        f"{about}\r\n"
        f"--{BOUNDARY}\r\n"
        'Content-Disposition: form-data; name="picture"; filename="a.png"\r\n'
        "Content-Type: image/png\r\n\r\n"
        f"{picture}\r\n"
        f"--{BOUNDARY}--\r\n"
    ).encode()


def test_a_whole_form_arrives():
    status, body = post(b"about=" + b"x" * 4500, content_type="application/x-www-form-urlencoded")

    assert (status, json.loads(body)) == (200, [4500, None])


@pytest.mark.parametrize("arrived", [0, 450, 2200, 4505])
def test_a_form_that_was_cut_short_is_refused(arrived):
    status, _ = post(
        b"about=" + b"x" * 4500,
        content_type="application/x-www-form-urlencoded",
        arrived=arrived,
    )

    assert status == 400


def test_a_whole_upload_arrives():
    status, body = post(
        multipart(about="x" * 4500, picture="y" * 3_000_000),
        content_type=f"multipart/form-data; boundary={BOUNDARY}",
    )

    assert (status, json.loads(body)) == (200, [4500, 3_000_000])


@pytest.mark.parametrize("arrived", [0, 2200, 4600, 150_000, 304_000])
def test_an_upload_that_was_cut_short_is_refused(arrived):
    status, _ = post(
        multipart(about="x" * 4500, picture="y" * 300_000),
        content_type=f"multipart/form-data; boundary={BOUNDARY}",
        arrived=arrived,
    )

    assert status == 400


# Attack 80: complete by its length, but without the line that ends the last part.


@pytest.mark.parametrize(
    "end", [b"", b"\r\n", b"\r\n--", BOUNDARY.encode(), f"\r\n--{BOUNDARY}".encode()]
)
@pytest.mark.parametrize("size", [10, 300_000])
def test_a_form_without_its_last_line_is_refused(end, size):
    whole = multipart(about="x" * 4500, picture="y" * size)
    body = whole.removesuffix(f"\r\n--{BOUNDARY}--\r\n".encode()) + end

    status, _ = post(body, content_type=f"multipart/form-data; boundary={BOUNDARY}")

    assert status == 400


def test_django_alone_takes_such_a_form_and_drops_its_last_file(rf):
    whole = multipart(about="x" * 4500, picture="y" * 10)
    body = whole.removesuffix(f"--{BOUNDARY}--\r\n".encode())

    request = rf.generic("POST", "/", body, f"multipart/form-data; boundary={BOUNDARY}")

    assert (len(request.POST["about"]), list(request.FILES)) == (4500, [])


@pytest.mark.parametrize("end", ["", "\r\n", "\n"])
@pytest.mark.parametrize("boundary", [BOUNDARY, f'"{BOUNDARY}"'])
def test_the_last_line_may_end_in_any_way(end, boundary):
    body = multipart(about="x", picture="y").rstrip() + end.encode()

    status, _ = post(body, content_type=f"multipart/form-data; boundary={boundary}")

    assert status == 200


def test_a_form_of_no_part_at_all_is_no_form():
    status, _ = post(b"nothing", content_type="multipart/form-data")

    assert status == 400


def test_a_body_can_be_read_by_lines():
    body = WholeBody(io.BytesIO(b"one\ntwo and more"), 7)

    assert [body.readline(), body.readline(), body.readline()] == [b"one\n", b"two", b""]


@pytest.mark.parametrize(
    "address", ["/%00", "/people/a%00b/", "/?q=%00", "/search/?q=a%00b&page=2"]
)
def test_a_nul_byte_in_an_address_is_refused(client, address):
    response = client.get(address)

    assert response.status_code == 400


def test_the_words_percent_zero_zero_are_no_nul_byte(client):
    response = client.get("/no-such-page/?q=%2500")

    assert response.status_code == 404
