"""Whether the sites that ours asks answered last time, in the admin."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse

from labsite.models import OutsideService

pytestmark = pytest.mark.django_db

LIST = "admin:labsite_outsideservice_changelist"


def test_the_list_says_who_answered_when_and_what_was_wrong(admin_client):
    OutsideService.objects.create(
        name="doi.org",
        last_success_at=datetime(2026, 3, 4, 5, 6, tzinfo=UTC),
        last_error_at=datetime(2026, 3, 5, 6, 7, tzinfo=UTC),
        last_error="doi.org does not answer.",
    )
    OutsideService.objects.create(
        name="orcid.org", last_success_at=datetime(2026, 3, 4, 5, 6, tzinfo=UTC)
    )

    page = admin_client.get(reverse(LIST)).text

    for words in (
        "papers by their DOI or arXiv number",
        "4 March 2026, 05:06",
        "5 March 2026, 06:07",
        "doi.org does not answer.",
    ):
        assert words in page
    assert page.count("5 March 2026") == 1


def test_nobody_can_change_what_happened(admin_client):
    service = OutsideService.objects.create(name="doi.org")

    statuses = [
        admin_client.get(reverse(f"admin:labsite_outsideservice_{page}", args=args)).status_code
        for page, args in [("add", []), ("delete", [service.pk])]
    ]

    assert statuses == [403, 403]
