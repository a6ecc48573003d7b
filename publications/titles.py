"""Titles compared: two spellings of one title have one key."""

import re

from labsite.folding import fold
from labsite.formulas import plain

TITLE_KEY_LENGTH = 255
_TAG = re.compile(r"</?[a-z]+>")  # also those that we show as text
_NO_LETTERS = re.compile(r"[\W_ᐟ]+")  # the last is the stroke of a raised fraction


def title_key(title):
    """The folded letters and figures of a title, without blanks, markup and signs.

    A formula counts by what it shows: "$O(n^2)$" and "O(n²)" have one key.
    """
    key = _NO_LETTERS.sub("", fold(_TAG.sub("", plain(title))))
    return key[:TITLE_KEY_LENGTH]
