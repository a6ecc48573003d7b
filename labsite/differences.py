"""What differs between two texts, word by word."""

import re
from difflib import SequenceMatcher
from typing import NamedTuple

MOST_WORDS = 1500  # comparing takes time that grows faster than the texts
LONGEST_SAME = 160
_WORDS = re.compile(r"\s+|\w+|[^\w\s]")


class Piece(NamedTuple):
    """A stretch of text that both have ("same"), or only the earlier ("old") or later ("new")."""

    kind: str
    text: str


def word_differences(old, new):
    """The pieces of two texts in order; what did not change is shortened in the middle."""
    left, right = _WORDS.findall(old), _WORDS.findall(new)
    if max(len(left), len(right)) > MOST_WORDS:
        left, right = old.splitlines(keepends=True), new.splitlines(keepends=True)
    pieces = []
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            pieces.append(Piece("same", shortened("".join(left[a:b]))))
            continue
        if a < b:
            pieces.append(Piece("old", "".join(left[a:b])))
        if c < d:
            pieces.append(Piece("new", "".join(right[c:d])))
    return pieces


def shortened(text):
    """The beginning and the end of a long stretch that is there for orientation only."""
    if len(text) <= LONGEST_SAME:
        return text
    half = LONGEST_SAME // 2
    return f"{text[:half]} … {text[-half:]}"
