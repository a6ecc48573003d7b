"""What sanitised HTML may hold, written down once more and apart from the code under test."""

import posixpath
import re
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

REVERSED = re.compile("[\u202a-\u202e]")

ELEMENTS = {
    *("p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre"),
    *("code", "em", "strong", "del", "s", "sup", "sub", "span", "a", "img"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {
    "a": {"href", "title", "rel"},
    "img": {"src", "alt", "title", "width", "height", "srcset", "sizes", "loading"},
    "ol": {"start"},
    "span": {"class"},
}


class Inspector(HTMLParser):
    """Reads HTML as a browser would and notes everything that is not allowed."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.violations = []
        self.links = []
        self.pictures = []
        self.text = ""

    def handle_starttag(self, tag, attrs):
        if tag not in ELEMENTS:
            self.violations.append(f"<{tag}>")
        if tag == "img":
            self.pictures.append(dict(attrs))
        for name, value in attrs:
            if name not in ATTRIBUTES.get(tag, ()):
                self.violations.append(f"{tag} {name}")
            if name in ("href", "src"):
                self.links.append(value)
                if urlsplit(value.strip()).scheme not in ("", "http", "https", "mailto"):
                    self.violations.append(f"{tag} {name}={value}")
            if REVERSED.search(value or ""):
                self.violations.append(f"{name} in reverse")
            if name == "src" and not posixpath.normpath(unquote(value)).startswith("/media/"):
                self.violations.append(f"foreign {value}")
            if name == "srcset":
                self.violations += [
                    f"foreign {candidate}"
                    for candidate in value.split(", ")
                    if not re.fullmatch(r"/media/[\w./-]+ \d+w", candidate)
                ]
            if name in ("width", "height") and not value.isdecimal():
                self.violations.append(f"{name} {value}")
            if name == "class" and value != "math":
                self.violations.append(f"class {value}")

    def handle_data(self, data):
        self.text += data
        if REVERSED.search(data):
            self.violations.append("text in reverse")

    def handle_comment(self, data):
        self.violations.append("comment")

    def handle_decl(self, decl):
        self.violations.append("declaration")

    def unknown_decl(self, data):
        self.violations.append("declaration")

    def handle_pi(self, data):
        self.violations.append("processing instruction")


def inspect(html):
    inspector = Inspector()
    inspector.feed(str(html))
    inspector.close()
    return inspector
