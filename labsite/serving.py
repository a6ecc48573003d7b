"""Sending files that people uploaded, so that a browser can do nothing with them but show them."""

import posixpath
from urllib.parse import quote

from django.conf import settings
from django.http import FileResponse, Http404, HttpResponse

# Our own table: what the browser hears never depends on what somebody uploaded.
CONTENT_TYPES = {
    "webp": "image/webp",
    "pdf": "application/pdf",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "odp": "application/vnd.oasis.opendocument.presentation",
    "key": "application/vnd.apple.keynote",
}
SHOWN_IN_PLACE = {"webp", "pdf"}
FOR_A_YEAR = "public, max-age=31536000, immutable"

# Where nginx holds the media folder, for nobody but us; labsite/deploy/nginx.conf has the same.
STORED_MEDIA = "/stored-media/"


def send_file(file, *, shown_name="", cache_control=FOR_A_YEAR):
    """Answer with a stored file, under ``shown_name`` for whoever saves it.

    The names of stored files never come back with other content, so they may be kept for a year;
    a page's own address for its file (``/publications/x/x.pdf``) passes a shorter time.
    """
    ending = posixpath.splitext(file.name)[1].lstrip(".").lower()
    response = _handed_over(file) if settings.ACCEL else _streamed(file)
    place = "inline" if ending in SHOWN_IN_PLACE else "attachment"
    name = quote(shown_name or posixpath.basename(file.name))
    response["Content-Disposition"] = f"{place}; filename*=utf-8''{name}"
    response["Content-Type"] = CONTENT_TYPES.get(ending, "application/octet-stream")
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    response["Cache-Control"] = cache_control
    return response


def _streamed(file):
    try:
        return FileResponse(file.open("rb"))
    except OSError:
        raise Http404 from None  # the page stands without it; verifying media reports it


def _handed_over(file):
    """Tell nginx which file to send; it keeps type, name and time, and adds the other headers."""
    if not file.storage.exists(file.name):
        raise Http404
    return HttpResponse(headers={"X-Accel-Redirect": STORED_MEDIA + quote(file.name)})
