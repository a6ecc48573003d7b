"""What a page tells machines about its subject, as JSON-LD in the words of schema.org.

A page has one block with everything in it. Each thing has an ``@id`` that stays, the address of
its page with a word behind "#", so that what several pages say about it comes together.
"""

import json

from django.utils.html import format_html
from django.utils.safestring import SafeString

from labsite.addresses import absolute
from labsite.markdown import printable

# Within a script nothing may end it or begin another; two line ends are none in old scripts.
_ESCAPED = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}


def thing(kind, **properties):
    """A thing of schema.org with what is known of it; what is empty is left out.

    ``id`` becomes "@id".
    """
    known = {
        "@id" if name == "id" else name: value
        for name, value in properties.items()
        if value not in ("", None, [], {}, False)
    }
    return {"@type": kind, **known}


def identifier(address, word):
    """The ``@id`` of what the page at this path is about."""
    return f"{absolute(address)}#{word}"


def property_value(name, value):
    """A number by which others know a thing: a DOI, an ORCID."""
    return thing("PropertyValue", propertyID=name, value=value) if value else None


def picture(file, description=""):
    """A picture that a page shows."""
    if not file:
        return None
    return thing(
        "ImageObject",
        url=absolute(file.url),
        width=file.width,
        height=file.height,
        caption=description,
    )


def trail_of(steps, here):
    """The way to a page as its visitors see it: pairs of label and path; the last is the page."""
    elements = [
        thing("ListItem", position=place, name=str(label), item=absolute(path or here))
        for place, (label, path) in enumerate(steps, start=1)
    ]
    return thing("BreadcrumbList", itemListElement=elements)


def script(things):
    """The block of a page, which holds no mark that a browser could take for HTML."""
    graph = {"@context": "https://schema.org", "@graph": list(things)}
    text = printable(json.dumps(_printable(graph), ensure_ascii=False, separators=(",", ":")))
    block = SafeString(text.translate(_ESCAPED))
    return format_html('<script type="application/ld+json">{}</script>', block)


def _printable(value):
    """The same without characters that nobody can see, at any depth."""
    if isinstance(value, dict):
        return {name: _printable(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_printable(inner) for inner in value]
    return printable(value) if isinstance(value, str) else value
