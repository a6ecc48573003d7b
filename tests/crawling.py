"""Walking through the site as a visitor does, link by link."""

import re
from html import unescape
from urllib.parse import urldefrag, urljoin, urlsplit

_ADDRESS = re.compile(r'(?:href|src|action)="([^"]*)"')
_SRCSET = re.compile(r'srcset="([^"]*)"')


def links_of(html, page="/"):
    """The addresses on this site that a page leads to or shows, without their anchors."""
    addresses = _ADDRESS.findall(html)
    addresses += [
        entry.split()[0] for srcset in _SRCSET.findall(html) for entry in srcset.split(", ")
    ]
    found = []
    for address in addresses:
        url = urldefrag(urljoin(page, unescape(address))).url
        parts = urlsplit(url)
        if not parts.scheme and not parts.netloc:
            found.append(url)
    return list(dict.fromkeys(found))


def crawl(client, start="/", *, at_most=3000):
    """Follow every inner link from ``start``; returns the response of each address."""
    waiting, responses = [start], {}
    while waiting:
        url = waiting.pop()
        if url in responses or url.startswith("/static/"):
            continue
        assert len(responses) < at_most, "The site has no end."
        response = responses[url] = client.get(url)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            waiting += links_of(response.text, url)
        elif "Location" in response.headers:
            waiting.append(response.headers["Location"])
    return responses
