"""References that people copy into what they write: one work in five styles.

The words are those of the styles' own manuals, in English, as citations are. Titles keep the
letters that they have: making "Fast TideNet" into sentence case would need somebody who knows
which words are names.
"""

from typing import NamedTuple

from publications.references import acm, apa, chicago, gbt7714, ieee

# Name of the style → how people call it, and the module that knows it.
STYLES = {
    "apa": ("APA", apa),
    "ieee": ("IEEE", ieee),
    "acm": ("ACM", acm),
    "chicago": ("Chicago", chicago),
    "gbt7714": ("GB/T 7714", gbt7714),
}


class Reference(NamedTuple):
    """A reference in one style: as letters alone, and as escaped HTML with its italics."""

    style: str
    label: str
    text: str
    html: str


def reference(work, style):
    """The reference to a work in the style of this name."""
    label, module = STYLES[style]
    words = module.reference(work)
    return Reference(style, label, words.text, words.html)


def references(work):
    """The references to a work in all styles."""
    return [reference(work, style) for style in STYLES]
