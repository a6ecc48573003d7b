"""Whole addresses of our own pages, for whoever reads them elsewhere."""

from urllib.parse import urljoin

from django.conf import settings


def absolute(path):
    """The whole address of a path of ours; "" stays "", and a whole address stays itself."""
    return urljoin(f"{settings.BASE_URL}/", path) if path else ""
