"""Pages, volumes and editions in the forms of references."""

import re

_DASHES = re.compile(r"\s*[-‐‑‒–—−]+\s*")
_ARTICLE_NUMBER = re.compile(r"[A-Za-z]+\d[\w.]*|\d{5,}")
_EDITION = re.compile(r"\s*\b(?:ed|edn|edition)\b\.?", re.IGNORECASE)
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)


def pages_of(work, dash="–"):
    """The pages with the dash of the style: "1–12"."""
    return _DASHES.sub(dash, work.pages.strip())


def are_several(work):
    """Whether there is more than one page: pp. and not p."""
    return bool(re.search(r"[-‐‑‒–—−,;+&]", work.pages))


def is_article_number(work):
    """Whether what stands for the pages is the number of an article: "e0193972"."""
    return bool(_ARTICLE_NUMBER.fullmatch(work.pages.strip()))


def ordinal(number):
    """The number with its ending: "1st", "2nd", "3rd", "11th"."""
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return f"{number}{_ENDINGS.get(last, 'th')}"


def edition_number(work):
    """The number of the edition, or None where it has a name instead."""
    bare = _EDITION.sub("", work.edition).strip(" .")
    if found := re.fullmatch(r"(\d+)(?:st|nd|rd|th)?\.?", bare, re.IGNORECASE):
        return int(found[1])
    if bare.casefold() in _ORDINALS:
        return _ORDINALS.index(bare.casefold()) + 1
    return None


def edition_of(work):
    """The edition without the word for it: "2nd", "Revised"; "" where there is none."""
    number = edition_number(work)
    return ordinal(number) if number else _EDITION.sub("", work.edition).strip(" .")
