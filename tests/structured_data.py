"""Reading what a page tells machines about its subject."""

import json
import re


def things_of(response):
    """The things in the one block of a page; an assertion fails where there are several."""
    blocks = re.findall(
        r'<script type="application/ld\+json">(.*?)</script>', response.text, re.DOTALL
    )
    assert len(blocks) < 2
    if not blocks:
        return []
    graph = json.loads(blocks[0])
    assert graph["@context"] == "https://schema.org"
    return graph["@graph"]


def thing_of(response, kind):
    """The only thing of this kind on a page."""
    (thing,) = [thing for thing in things_of(response) if thing["@type"] == kind]
    return thing
