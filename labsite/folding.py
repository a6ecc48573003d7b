"""Two spellings of one name made equal, for matching, sorting, searching and addresses."""

import re
import unicodedata

# Letters that carry their mark inside, so that taking marks off does not reach them.
_PLAIN_LETTERS = {
    "ł": "l",
    "ø": "o",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "æ": "ae",
    "œ": "oe",
    "ı": "i",
    "ħ": "h",
    "ŋ": "n",
    "ŧ": "t",
    "ĸ": "k",
    "ə": "e",
    "ƶ": "z",
    "ɨ": "i",
    "ʉ": "u",
}
_APOSTROPHES = dict.fromkeys("’‘‛ʼʻʹʽ′`´", "'")
_HYPHENS = dict.fromkeys("‐‑‒–—―−﹘﹣－", "-")
# Greek keyboards put the accent of a capital in front of it, as a sign of its own; the others are
# invisible and come along when somebody pastes from a PDF or a web page.
_IGNORED = dict.fromkeys("΄᾽᾿῾\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff", "")
_BEFORE = str.maketrans(_APOSTROPHES | _HYPHENS | _IGNORED)
_AFTER = str.maketrans(_PLAIN_LETTERS | _APOSTROPHES | _HYPHENS | _IGNORED)
# The voicing marks of kana tell different letters apart; they are not accents.
_VOICING_MARKS = "\u3099\u309a"


def fold(text):
    """Return ``text`` without case, accents and typographic variants, blanks collapsed."""
    if text.isascii():
        return " ".join(text.replace("`", "'").lower().split())
    return _fold(text)


def _fold(text):
    text = unicodedata.normalize("NFKD", text.translate(_BEFORE)).casefold()
    text = "".join(
        letter
        for letter in unicodedata.normalize("NFKD", text)
        if not unicodedata.combining(letter) or letter in _VOICING_MARKS
    )
    # Composing brings Hangul syllables and voiced kana back in one piece.
    return " ".join(unicodedata.normalize("NFC", text.translate(_AFTER)).split())


def latin(text):
    """Return the ASCII words of ``text`` with single blanks, or "" when it holds none.

    Other scripts are left out: a reading of 周雨晴 would be a guess.
    """
    return " ".join(re.findall("[a-z0-9]+", fold(text).replace("'", "")))
