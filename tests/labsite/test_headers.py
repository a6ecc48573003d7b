import pytest
from django.http import HttpResponse

from labsite.headers import ContentSecurityPolicyMiddleware
from tests.labsite import observatory
from tests.pages import is_private

pytestmark = pytest.mark.django_db

PUBLIC_PAGES = [
    *("/", "/labs/", "/people/", "/publications/", "/talks/", "/projects/", "/news/"),
    *("/topics/", "/openings/", "/no-such-page/", "/?q=%00"),
]


@pytest.mark.parametrize("address", [*PUBLIC_PAGES, "/admin/login/"])
def test_every_page_scores_at_least_135_at_the_observatory(client, over_tls, address):
    response = client.get(address, secure=True)

    assert observatory.score(response) >= 135


@pytest.mark.parametrize("address", PUBLIC_PAGES)
def test_a_public_page_sets_no_cookie_and_looks_at_none(client, address):
    response = client.get(address)

    assert response.cookies == {}
    assert "Cookie" not in response.headers.get("Vary", "")


def test_a_page_without_its_policy_scores_less(client, over_tls, settings):
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if "ContentSecurity" not in name]

    response = client.get("/no-such-page/", secure=True)

    assert observatory.score(response) == 75


def test_the_policy_allows_nothing_but_our_own_files(client):
    response = client.get("/no-such-page/")

    assert response.headers["Content-Security-Policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'; object-src 'none'; manifest-src 'self'"
    )


def test_under_tls_the_policy_upgrades_old_links(client, over_tls):
    response = client.get("/no-such-page/", secure=True)

    assert response.headers["Content-Security-Policy"].endswith("; upgrade-insecure-requests")


def test_a_view_keeps_a_policy_of_its_own(rf):
    own = {"Content-Security-Policy": "default-src 'none'; sandbox"}
    middleware = ContentSecurityPolicyMiddleware(lambda request: HttpResponse(headers=own))

    response = middleware(rf.get("/"))

    assert response.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"


def test_error_pages_for_developers_keep_their_styles(rf, settings):
    settings.DEBUG = True
    middleware = ContentSecurityPolicyMiddleware(lambda request: HttpResponse(status=500))

    response = middleware(rf.get("/"))

    assert "Content-Security-Policy" not in response.headers


def test_other_sites_cannot_embed_us_and_pages_get_no_devices(client):
    response = client.get("/no-such-page/")

    assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response.headers["Permissions-Policy"] == (
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()"
    )


def test_http_leads_to_https_when_the_site_has_it(client, over_tls):
    response = client.get("/people/?page=2")

    assert (response.status_code, response.url) == (301, "https://testserver/people/?page=2")


@pytest.mark.parametrize("name", ["sessionid", "csrftoken"])
def test_an_answer_that_corrects_a_broken_cookie_is_stored_nowhere(client, name):
    client.cookies[name] = "broken"

    response = client.get("/people/")

    assert name in response.cookies
    assert is_private(response)
