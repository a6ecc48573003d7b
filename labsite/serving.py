"""Sending files that people uploaded, so that a browser can do nothing with them but show them."""

import posixpath
from urllib.parse import quote

from django.http import FileResponse, Http404

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


def send_file(file, *, shown_name="", cache_control=FOR_A_YEAR):
    """Answer with a stored file, under ``shown_name`` for whoever saves it.

    The names of stored files never come back with other content, so they may be kept for a year;
    a page's own address for its file (``/publications/x/x.pdf``) passes a shorter time.
    """
    ending = posixpath.splitext(file.name)[1].lstrip(".").lower()
    try:
        opened = file.open("rb")
    except OSError:
        raise Http404 from None  # the page stands without it; verifying media reports it
    response = FileResponse(opened, content_type=CONTENT_TYPES.get(ending))
    place = "inline" if ending in SHOWN_IN_PLACE else "attachment"
    name = quote(shown_name or posixpath.basename(file.name))
    response["Content-Disposition"] = f"{place}; filename*=utf-8''{name}"
    response["Content-Type"] = CONTENT_TYPES.get(ending, "application/octet-stream")
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    response["Cache-Control"] = cache_control
    return response
