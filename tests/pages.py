"""Reading pages as their visitors do."""

import re
from html import unescape

INLINE = re.compile(r"</?(?:a|cite|em|s|span|strong|sup|time)\b[^>]*>")


def text_of(response):
    """What the content of a page says to everybody, in one line."""
    main = response.text.partition('<main id="content"')[2].partition("</main>")[0]
    said = re.sub(r'<span[^>]*aria-hidden="true">.*?</span>', "", main.partition(">")[2])
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", INLINE.sub("", said))).split())


def headings(response, level=2):
    """The headings of one level, in order."""
    found = re.findall(rf"<h{level}[^>]*>(.*?)</h{level}>", response.text, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]+>", "", heading)).split()) for heading in found]


def menu(response):
    """The labels of the main menu, in order."""
    nav = response.text.partition('<nav class="site-menu"')[2].partition("</nav>")[0]
    return [unescape(label) for label in re.findall(r"<a [^>]*>(.*?)</a>", nav)]


def names_on_cards(response):
    """The people on the cards of a page, in order."""
    found = re.findall(r'<p class="member-card-name"><(?:a|span)[^>]*>(.*?)<', response.text)
    return [unescape(name) for name in found]


def names_in_table(response):
    """The first column of the tables of a page."""
    found = re.findall(r'<th scope="row"[^>]*>(.*?)</th>', response.text, re.DOTALL)
    return [unescape(re.sub(r"<[^>]+>", "", name)).strip() for name in found]


def is_private(response):
    """Whether nobody may store the answer."""
    return response.headers.get("Cache-Control") == "private, no-store"
