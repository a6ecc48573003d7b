"""Titles compared: two spellings of one title have one key."""

import re

from labsite.folding import fold

TITLE_KEY_LENGTH = 255
_NO_LETTERS = re.compile(r"[\W_]+")


def title_key(title):
    """The folded letters and figures of a title, without blanks, markup and signs."""
    key = _NO_LETTERS.sub("", fold(re.sub(r"</?[a-z]+>", "", title)))
    return key[:TITLE_KEY_LENGTH]
