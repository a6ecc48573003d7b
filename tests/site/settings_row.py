"""A builder of the one row of settings."""

from labsite.site.models import SiteSettings


def make_settings(**fields):
    return SiteSettings.objects.create(**{"pk": 1, "title": "Coast University"} | fields)
