"""Words of a reference, kept twice: as letters alone, and as HTML."""

import re
from dataclasses import dataclass

from django.utils.html import escape, format_html

from labsite.formulas import plain
from labsite.identifiers import doi_address
from labsite.markdown import inline_math, printable

_ENDS_A_SENTENCE = re.compile(r"[.?!…。？！][”’\"]?$")
_ASKS_OR_CALLS = re.compile(r"[?!？！]$")


@dataclass(frozen=True)
class Words:
    """A run of words; ``html`` is escaped."""

    text: str = ""
    html: str = ""

    def __bool__(self):
        return bool(self.text)

    def __add__(self, other):
        other = roman(other)
        return Words(self.text + other.text, format_html("{}{}", self.html, other.html))

    def __radd__(self, before):
        return roman(before) + self


def roman(text):
    """Plain text as words; what is words already stays as it is, and None says nothing."""
    if isinstance(text, Words):
        return text
    text = text or ""
    text = re.sub(r"\s+", " ", printable(text))
    return Words(text, escape(text))


def italic(text):
    words = roman(text)
    return Words(words.text, format_html("<i>{}</i>", words.html)) if words else words


def title_words(text):
    """A title with its formulas and its markup."""
    return Words(plain(printable(text)), inline_math(" ".join(text.split())))


def link(address):
    """An address that can be followed."""
    return Words(address, format_html('<a href="{0}">{0}</a>', address)) if address else Words()


def doi_link(doi, before):
    """A bare DOI behind the word of the style, which can be followed all the same."""
    return before + Words(doi, format_html('<a href="{}">{}</a>', doi_address(doi), doi))


def quoted(title, mark=""):
    """A title in quotation marks, with the mark that belongs before the closing one."""
    if _ASKS_OR_CALLS.search(title.text) or (mark == "." and title.text.endswith(".")):
        mark = ""
    return "“" + title + mark + "”"


def joined(*parts, by=", "):
    """The parts that say something, with this between them."""
    whole = Words()
    for part in map(roman, parts):
        if part:
            whole = whole + by + part if whole else part
    return whole


def full_stop(text):
    """The words with a full stop, unless they end a sentence already."""
    words = roman(text)
    return words if not words or _ENDS_A_SENTENCE.search(words.text) else words + "."


def sentences(*parts):
    """The parts that say something, each ended as a sentence."""
    return joined(*(full_stop(part) for part in parts), by=" ")
