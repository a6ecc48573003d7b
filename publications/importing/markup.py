"""Titles and abstracts of JSON and XML sources: their tags, entities, line breaks and odd bytes.

Titles keep what carries meaning, as the inline markup of CSL: ``<i> <b> <sub> <sup>``, balanced and
without attributes. Entities are decoded once. Whatever else looks like a tag goes and leaves its
words; scripts and style sheets go with theirs. Nothing here is HTML yet: pages escape all the rest.
"""

import html
import re
import unicodedata
from collections import Counter

_TAG = re.compile(r"<(/?)([A-Za-z][\w.-]*:)?([A-Za-z][\w.-]*)(?:\s[^<>]*)?(/?)>")
_KEPT = {
    **dict.fromkeys(("i", "em", "italic", "cite", "var", "dfn"), "i"),
    **dict.fromkeys(("b", "strong", "bold"), "b"),
    **dict.fromkeys(("sub", "inf"), "sub"),
    **dict.fromkeys(("sup", "super", "superscript"), "sup"),
}
# Tags of HTML, JATS and MathML that stand alone or are often left open.
_KNOWN = {
    *("br", "hr", "p", "div", "span", "font", "small", "big", "u", "s", "tt", "code", "a", "img"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "title", "sec", "scp", "sc", "roman"),
    *("monospace", "sans-serif", "underline", "overline", "ovl", "strike", "label", "nobr", "wbr"),
    *("iframe", "svg", "object", "embed", "form", "input", "meta", "base", "link", "math"),
}
# Elements whose content is not for reading.
_SILENT = re.compile(
    r"<(script|style|annotation|mml:annotation)\b[^<>]*>.*?(?:</\1\s*>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_CSL_TAG = r"(?:i|b|sub|sup)"
_BLANKS = re.compile(r"\s+")
_BLANK_AFTER_OPENING = re.compile(rf"(<{_CSL_TAG}>)(\s)")
_BLANK_BEFORE_CLOSING = re.compile(rf"(\s)(</{_CSL_TAG}>)")
# Indented XML parts "XVI", the raised "e" and "-XVII" by lines of their own.
_LINE_BEFORE_SIGN = re.compile(rf"(</{_CSL_TAG}>)\s?\n\s?(?=[-‐–—,.;:!?)\]])")
_RAISED = re.compile(r"(\S)\s{1,3}<(sub|sup)>([^<>]*)</\2>(\s?\S?)")
_ISOTOPE = re.compile(r"[0-9]{1,3}m?")
_UNUSABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_PARAGRAPH = re.compile(r"</?(?:\w+:)?(?:p|sec|br|li|div|list-item)\b[^<>]*>", re.IGNORECASE)
_HEADING = re.compile(
    r"<((?:\w+:)?(?:title|label))\b[^<>]*>(.{0,300}?)</\1>", re.DOTALL | re.IGNORECASE
)
_EMPTY_HEADINGS = re.compile(r"(abstract|summary|zusammenfassung|résumé|摘要)[.:]?", re.IGNORECASE)

# What programs write where they have nothing to say.
_NOTHING = {"none", "null", "n/a", "nan", "undefined"}


def says_nothing(text):
    """Whether a text is nothing but a word for nothing: "none", "n/a"."""
    return len(text) < 20 and text.strip().lower() in _NOTHING


def usable(text):
    """The text without what no database keeps: control characters, halves of characters."""
    if text.isascii() and text.isprintable():  # most are, and then there is nothing to do
        return text
    return _UNUSABLE.sub("", text)


def plain(text):
    """A text on one line as it is, in NFC, with single blanks."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    return unicodedata.normalize("NFC", " ".join(usable(text).split()))


def title_of(text):
    """A title on one line, with the inline markup of CSL."""
    if "<" in text or "&" in text:
        text = _tidy_blanks(html.unescape(_csl_markup(_SILENT.sub("", text))))
    return plain(text)


def words_of(text):
    """A name or a title of a journal, on one line and without any markup."""
    if "<" in text or "&" in text:
        text = html.unescape(_without_tags(_SILENT.sub("", text)))
    return plain(text)


def abstract_of(text):
    """An abstract as paragraphs of plain text, parted by empty lines."""
    if "<" in text:
        text = _SILENT.sub("", text)
        if "tex-math>" in text:  # the same formulas stand there twice
            text = _without(text, "<mml:math", "</mml:math>")
            text = _without(text, r"\documentclass", r"\begin{document}")
            text = text.replace(r"\end{document}", "")
        text = _HEADING.sub(_heading, text)
        text = _without_tags(_PARAGRAPH.sub("\n\n", text))
    if "&" in text:
        text = html.unescape(text)
    paragraphs = re.split(r"\n\s*\n", usable(text.replace("\r\n", "\n").replace("\r", "\n")))
    return "\n\n".join(filter(None, (plain(paragraph) for paragraph in paragraphs)))


def _without(text, opening, closing):
    """The text without what stands between two marks, and without these."""
    pieces, done = [], 0
    while (start := text.find(opening, done)) != -1:
        end = text.find(closing, start)
        if end == -1:
            break
        pieces.append(text[done:start])
        done = end + len(closing)
    return "".join([*pieces, text[done:]])


def _heading(found):
    heading = plain(html.unescape(_without_tags(found[2])))
    return "\n\n" if _EMPTY_HEADINGS.fullmatch(heading) else f"\n\n{found[2].strip()}\n\n"


def _csl_markup(text):
    """Turn the tags that carry meaning into those of CSL, and take the others off."""
    pieces, opened, depths, done = [], [], Counter(), 0
    closed = {found[3].lower() for found in _TAG.finditer(text) if found[1]}
    for found in _TAG.finditer(text):
        pieces.append(text[done : found.start()])
        done = found.end()
        is_end, prefix, name = found[1], found[2], found[3].lower()
        kept = _KEPT.get(name)
        if kept is None:
            is_tag = prefix or name in _KNOWN or name in closed
            pieces.append("" if is_tag else found[0])
        elif not is_end:
            if not found[4]:
                depths[kept] += 1
                opened.append((kept, len(pieces)))
                pieces.append("")
        elif depths[kept]:
            _close(pieces, opened, depths, kept)
    return "".join([*pieces, text[done:]])


def _close(pieces, opened, depths, kept):
    """Write down a pair of tags, now that its end has come; what is left open inside goes."""
    name = None
    while name != kept:
        name, place = opened.pop()
        depths[name] -= 1
    pieces[place] = f"<{kept}>"
    pieces.append(f"</{kept}>")


def _without_tags(text):
    closed = {found[3].lower() for found in _TAG.finditer(text) if found[1]}

    def taken_off(found):
        name = found[3].lower()
        is_tag = found[2] or name in _KEPT or name in _KNOWN or name in closed
        return "" if is_tag else found[0]

    return _TAG.sub(taken_off, text)


def _tidy_blanks(text):
    """Put blanks outside of tags, and none before what is raised or lowered onto a word."""
    text = _BLANKS.sub(lambda blanks: "\n" if "\n" in blanks[0] else " ", text)
    for _nesting in range(3):
        text = _BLANK_AFTER_OPENING.sub(r"\2\1", text)
        text = _BLANK_BEFORE_CLOSING.sub(r"\2\1", text)
    text = _LINE_BEFORE_SIGN.sub(r"\1", text)
    return _RAISED.sub(_attached, text)


def _attached(found):
    """A raised or lowered part stands at its word; the number of an isotope opens one: ⁷⁶Ge."""
    before, tag, inside, after = found.groups()
    is_isotope = tag == "sup" and _ISOTOPE.fullmatch(inside) and after.strip()[:1].isupper()
    if is_isotope and not before.isdigit():
        return found[0]
    return f"{before}<{tag}>{inside}</{tag}>{after}"
