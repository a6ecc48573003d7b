"""The bytes of a file as text, whatever program wrote them.

A byte-order mark settles the encoding. Else it is UTF-8 where that works out, which it does for
hardly anything else; then what the file says of itself ("% Encoding: Cp1252"); then the code page
of old Windows programs, line by line, as files were often put together from several.
"""

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_HINT = re.compile(rb"(?:encoding|coding)\s*[:=]\s*[\"']?([\w.+-]{2,20})", re.IGNORECASE)
HINT_WITHIN = 2048  # bytes from the beginning of the file
# What bibliographies were written in. Other names of codecs are no encodings of texts, or cost
# more than linear time.
_KNOWN = re.compile(
    r"(?:iso|latin|cp|windows|mac|koi8|gb|big5|euc|s(?:hift)?_?-?jis|us-?ascii|ascii)[\w.+-]*",
    re.IGNORECASE,
)
_LAST_RESORT = "cp1252"


def decode(content):
    """The text of a file, with line ends as ``\\n`` and without byte-order marks."""
    text = _decoded(content).replace("\ufeff", "")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _decoded(content):
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content.decode(encoding, errors="replace")
    if encoding := _utf16_without_mark(content):
        return content.decode(encoding, errors="replace")
    try:
        return content.decode()
    except UnicodeDecodeError:
        pass
    if encoding := _said_encoding(content):
        return content.decode(encoding, errors="replace")
    return "".join(map(_decoded_line, content.splitlines(keepends=True)))


def _utf16_without_mark(content):
    """The byte order of a file that writes ASCII letters in two bytes, or ""."""
    high, low = content[:200:2], content[1:200:2]
    if len(low) > 1 and high.count(0) > 0.6 * len(high) and 0 not in low:
        return "utf-16-be"
    if len(low) > 1 and low.count(0) > 0.6 * len(low) and 0 not in high:
        return "utf-16-le"
    return ""


def _said_encoding(content):
    """The encoding that the file's own header names, if it can be meant and is not UTF-8."""
    found = _HINT.search(content, 0, HINT_WITHIN)
    name = found[1].decode() if found else ""
    if not _KNOWN.fullmatch(name):
        return ""
    try:
        return codecs.lookup(name).name
    except LookupError:
        return ""


def _decoded_line(line):
    try:
        return line.decode()
    except UnicodeDecodeError:
        try:
            return line.decode(_LAST_RESORT)
        except UnicodeDecodeError:
            return line.decode("latin-1")
