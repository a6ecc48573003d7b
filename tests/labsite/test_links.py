"""Links of members, which stand for all addresses on the web."""

import pytest
from django.core.exceptions import ValidationError

from people.models import MemberLink
from tests.factories import make_member

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("url", ["https://example.org/a?b=c#d", "HTTP://EXAMPLE.ORG", ""])
def test_an_address_on_the_web_is_kept_as_it_is(url):
    link = MemberLink.objects.create(owner=make_member(), label="Home", url=url)

    link.refresh_from_db()

    assert link.url == url


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        " javascript:alert(1)",
        "JAVASCRIPT:alert(1)",
        "java\nscript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
        "//example.org/",
        "ftp://example.org/",
        "example.org",
    ],
)
def test_whatever_else_a_browser_could_run_is_not_saved_by_code_either(url):
    with pytest.raises(ValidationError, match="Write a whole web address"):
        MemberLink.objects.create(owner=make_member(), label="Home", url=url)
