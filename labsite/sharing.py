"""What a link to a page shows where people share it, and the one address of the page.

The properties are those of the Open Graph protocol (https://ogp.me/).
"""

from html import unescape
from typing import NamedTuple

from django.utils.html import strip_tags
from django.utils.text import Truncator

from labsite.addresses import absolute
from labsite.markdown import printable

LONGEST_DESCRIPTION = 200


class Shared(NamedTuple):
    """The whole address of a page, and its properties as pairs of name and content."""

    address: str
    properties: list[tuple[str, str]]


def shared(kind, path, title, *, words="", html="", picture=None, picture_description="", more=()):
    """How a page is shared: ``kind`` is a type of Open Graph, ``path`` its address on this site.

    ``words`` describe it, or the beginning of its ``html``; ``more`` are properties of the kind.
    """
    properties = [
        ("og:title", title),
        ("og:type", kind),
        ("og:url", absolute(path)),
        ("og:description", description(words, html)),
        *more,
    ]
    if picture:
        properties += [
            ("og:image", absolute(picture.url)),
            ("og:image:width", str(picture.width)),
            ("og:image:height", str(picture.height)),
            ("og:image:alt", picture_description),
        ]
    properties.append(("twitter:card", "summary_large_image" if picture else "summary"))
    return Shared(absolute(path), [pair for pair in properties if pair[1]])


def description(words, html=""):
    """The beginning of a text, on one line."""
    said = words or unescape(strip_tags(html))
    return Truncator(" ".join(printable(said).split())).chars(LONGEST_DESCRIPTION)
