"""Where a long text can be folded."""

from html.parser import HTMLParser
from typing import NamedTuple

from django.utils.safestring import SafeString


class Folded(NamedTuple):
    """A text in two parts: what is shown, and what stands behind "More"."""

    shown: SafeString
    more: SafeString


class _Blocks(HTMLParser):
    """Finds the ends of the outermost elements, and how many words stand before each."""

    VOID = {"br", "hr", "img"}

    def __init__(self, html):
        super().__init__()
        self.line_starts = [0]
        for line in html.splitlines(keepends=True):
            self.line_starts.append(self.line_starts[-1] + len(line))
        self.depth = self.words = 0
        self.starts = []  # (where an outermost element starts, words before it)
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        if self.depth == 0:
            line, column = self.getpos()
            self.starts.append((self.line_starts[line - 1] + column, self.words))
        if tag not in self.VOID:
            self.depth += 1

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            self.depth -= 1

    def handle_data(self, data):
        self.words += len(data.split())


def fold(html, *, after):
    """Fold stored HTML at the first outermost element that starts after so many words.

    A text that would leave only a few words behind stays whole.
    """
    blocks = _Blocks(html)
    for start, words in blocks.starts:
        if words >= after and blocks.words - words >= after // 4:
            return Folded(SafeString(html[:start]), SafeString(html[start:]))
    return Folded(SafeString(html), SafeString(""))
