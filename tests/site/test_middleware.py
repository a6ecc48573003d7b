"""What every request of the site goes through."""

import pytest
from django.utils import timezone

from labsite.site.middleware import zone_called
from tests.factories import make_lab
from tests.site.settings_row import make_settings

pytestmark = pytest.mark.django_db


def test_a_zone_has_the_name_that_it_was_given():
    assert str(zone_called("Europe/Zurich")) == "Europe/Zurich"


@pytest.mark.parametrize("zone", ["Mars/Olympus", "Europe", "../passwd", "", "\0"])
def test_a_zone_that_nobody_knows_any_more_closes_no_page(client, zone):
    make_lab()
    if "\0" not in zone:
        make_settings(zone=zone)

    assert client.get("/").status_code == 200
    assert zone_called(zone) == timezone.get_default_timezone()
