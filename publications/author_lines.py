"""Author lines as people paste them: "A. Ng*, Bo Li*, and C. Díaz".

Names stay as printed; marks are taken off them and become data:

- ``*`` on two or more authors says that they contributed equally (group 1); a lone ``*`` could
  mean anything and is kept as another mark;
- an envelope or ``#`` says that the author is the corresponding one;
- ``†``, ``‡``, ``§``, ``¶`` and figures are kept as other marks, whose meaning a note tells.

Names are parted by commas, semicolons, "and" or "&". With semicolons, or between several "and",
a comma stands within a name: "Ng, Ada; Li, Bo". Braces hold an organisation together.
"""

import re
from dataclasses import dataclass, replace

from people.name_parts import NameParts, particle_and_family

# Kinds of stars that keyboards and PDF files give for the same mark.
_STARS = "*＊∗⁎"
_ENVELOPES = "✉🖂📧📩✆#"
_OTHERS = "†‡§¶‖⋆★☆¹²³⁴⁵⁶⁷⁸⁹⁰ᵃᵇᶜᵈᵉᶠᵍ"
_MARK = rf"[{re.escape(_STARS + _ENVELOPES + _OTHERS)}0-9]\ufe0f?"
_MARKS = rf"(?:{_MARK})+(?:[,\s^]*(?:{_MARK})+)*"
_LEADING = re.compile(rf"^\s*({_MARKS})\s*")
_TRAILING = re.compile(rf"[\s^]*(?:({_MARKS})|\(({_MARKS})\)|\[({_MARKS})\])\s*$")
_ONLY_MARKS = re.compile(rf"\s*\^?{_MARKS}\s*")
_SUFFIX = re.compile(r"(?:jr|sr)\.?|ii|iii|iv", re.IGNORECASE)
# "And others" in the languages that bibliographies are written in, where it cannot be a name.
_ET_AL = (
    r"et\.?[\s~]*al(?:ii|ia|\b)\.?|al\.,?[\s~]+et\b\.?|et\s+autres|u\.\s?a\.|und\s+andere|m\.\s?fl\."
    r"|y\s+otros|e\s+outros|e\s+altri|i\s+(?:in|dr)\.|и\s+др\.?"
    r"|(?:and\s+|&\s*)?(?:[0-9]+\s+(?:more|others)|(?:many|more)\s+others)(?:\s+authors)?"
)
_AND_SO_ON = re.compile(
    rf"(?:and\s+)?(?:{_ET_AL})|al\.|(?:and\s+)?others|[等他外]|ほか|…|\.\.\.", re.IGNORECASE
)
_AND_SO_ON_AT_END = re.compile(
    rf"(?<![\s,;~])[\s,;~]+(?:{_ET_AL}|(?:and|&)\s+others|[等他外]|ほか)\s*$"
    r"|(?<=[\u3400-\u9fff])等\s*$",
    re.IGNORECASE,
)
_AND = re.compile(r"(?:^|\s+)and(?=[\s,;]|$)|\s*[&＆]\s*", re.IGNORECASE)
# What a family name does not contain: the point of an initial, and what stood in braces.
_NO_FAMILY_NAME = re.compile("[.\ue000-\uf8ff]")
_COMMA = re.compile(r"[,，、]")
_SEMICOLON = re.compile(r"[;；]")
EQUAL_GROUP = 1
DEEPEST_BRACES = 4  # braces within braces; deeper ones are nobody's name and stay as they are


@dataclass(frozen=True)
class PrintedAuthor:
    """One name of an author line with what its marks say."""

    printed_name: str
    given_name: str = ""
    family_name: str = ""
    name_suffix: str = ""
    equal_group: int | None = None
    is_corresponding: bool = False
    other_marks: str = ""
    is_organisation: bool = False
    name_particle: str = ""


@dataclass(frozen=True)
class AuthorLine:
    """All names of an author line in their order, and whether it ends in "et al."."""

    authors: list[PrintedAuthor]
    is_incomplete: bool = False


def parse(line):
    """The authors of a pasted line."""
    line = " ".join(str(line).split())
    line, organisations = _set_aside(line)
    line, is_incomplete = without_others(line)
    pieces = _pieces(line)
    authors = []
    for piece in pieces:
        if are_others(piece):
            is_incomplete = True
        else:
            authors.append(_author(piece, organisations))
    authors = [author for author in authors if any(map(str.isalpha, author.printed_name))]
    return AuthorLine(with_equal_group(authors), is_incomplete)


def parse_names(names):
    """The authors of a list that has one name in each place; a comma stands within a name."""
    authors = []
    for name in filter(is_name, names):
        text, organisations = _set_aside(" ".join(name.split()))
        authors.append(_author(text, organisations))
    is_incomplete = any(map(are_others, names))
    return AuthorLine(with_equal_group(authors), is_incomplete)


def is_name(text):
    """Whether one place of a list holds a name, and not nothing or "et al."."""
    return bool(text.strip()) and not are_others(text)


def are_others(text):
    """Whether a text stands for names that are left out: "et al.", "12 others", 等."""
    return bool(_AND_SO_ON.fullmatch(text.strip()))


def without_others(text):
    """A name or a line without the "et al." at its end, and whether there was one."""
    found = _AND_SO_ON_AT_END.search(text)
    return (text[: found.start()], True) if found else (text, False)


def _set_aside(line):
    """Replace what stands in braces by a letter of its own, which no name contains."""
    organisations = []

    def keep(found):
        organisations.append(found[1].strip())
        return chr(0xE000 + len(organisations) - 1)

    for _level in range(DEEPEST_BRACES):
        line = re.sub(r"\{([^{}]*)\}", keep, line)
    return line, organisations


def _pieces(line):
    """The names with their marks, in order, each as "Given Family" or "Family, Given"."""
    if _SEMICOLON.search(line):
        pieces = [piece for part in _SEMICOLON.split(line) for piece in _AND.split(part)]
    else:
        between_ands = [piece.strip() for piece in _AND.split(line) if piece.strip()]
        if len(between_ands) > 1 and all(_has_one_comma(piece) for piece in between_ands):
            pieces = between_ands
        else:
            pieces = [piece for part in between_ands for piece in _COMMA.split(part)]
            pieces = _family_and_initials(_rejoined(pieces))
    pieces = [piece for piece in _rejoined(pieces) if piece.strip(" ,.")]
    return [piece for piece in pieces if not _ONLY_MARKS.fullmatch(piece)]


def _has_one_comma(piece):
    """Whether a piece reads as "Family, Given"; the comma before "and" ends a list instead."""
    left, comma, right = without_marks(piece)[0].partition(",")
    return bool(comma and left.strip() and right.strip() and "," not in right)


def _rejoined(pieces):
    """Give marks and suffixes back to the name that a comma parted them from."""
    joined = []
    for piece in (piece.strip() for piece in pieces):
        if not piece:
            continue
        bare = without_marks(piece)[0]
        if joined and _ONLY_MARKS.fullmatch(piece):
            joined[-1] += f",{piece}"
        elif joined and _SUFFIX.fullmatch(bare):
            joined[-1] += f", {piece}"
        else:
            joined.append(piece)
    return joined


def _family_and_initials(pieces):
    """Read "Wang, L., Ren, J." in pairs when every second piece is nothing but initials."""
    are_initials = [_is_initials(without_marks(piece)[0]) for piece in pieces]
    are_families = not any(_NO_FAMILY_NAME.search(piece) for piece in pieces[::2])
    if not are_families or are_initials != [False, True] * (len(pieces) // 2):
        return pieces
    return [", ".join(pair) for pair in zip(pieces[::2], pieces[1::2], strict=True)]


def _is_initials(text):
    """Whether there is nothing but single letters: "D. E.", "J.-P.", but not the name 王."""
    letters = [letter for letter in re.split(r"[\s.‐-]+", text) if letter]
    return bool(letters) and all(len(letter) == 1 and letter.isupper() for letter in letters)


def without_marks(piece):
    """A piece without the marks around it, and these marks."""
    marks = ""
    if found := _LEADING.match(piece):
        marks, piece = found[1], piece[found.end() :]
    if found := _TRAILING.search(piece):
        marks, piece = marks + found[found.lastindex], piece[: found.start()]
    return piece.strip(), re.sub(r"[\s\ufe0f^]", "", marks)


def _author(piece, organisations):
    name, marks = without_marks(piece)
    parts = [without_marks(part) for part in _COMMA.split(name)]
    name = ", ".join(part for part, _marks in parts)
    marks = "".join(inner for _part, inner in parts) + marks
    if name in _placeholders(organisations):
        author = PrintedAuthor(_filled(name, organisations), is_organisation=True)
    else:
        author = _person(_filled(_without_full_stop(name), organisations))
    return with_marks(author, marks)


def with_marks(author, marks):
    """The author with what the marks at the name say."""
    equal = "".join(mark for mark in marks if mark in _STARS)
    # Two stars are a mark of their own in lines that have used up the first one.
    is_equal = len(equal) == 1
    others = "".join(
        mark for mark in marks if mark not in _ENVELOPES and not (is_equal and mark in _STARS)
    )
    return replace(
        author,
        equal_group=EQUAL_GROUP if is_equal else None,
        is_corresponding=any(mark in _ENVELOPES for mark in marks),
        other_marks=re.sub(",+", ",", others).strip(","),
    )


def _placeholders(organisations):
    return {chr(0xE000 + number) for number in range(len(organisations))}


def _filled(text, organisations):
    """The text with what stood in braces back in its place."""
    for number in reversed(range(len(organisations))):
        text = text.replace(chr(0xE000 + number), organisations[number])
    return text


def _without_full_stop(name):
    """Take off the full stop that ends the line, but not that of an initial or of "Jr."."""
    *_rest, last = name.split() or [""]
    is_abbreviation = _is_initials(last) or _SUFFIX.fullmatch(last) or "." in last[:-1]
    return name if is_abbreviation or not name.endswith(".") else name[:-1].rstrip()


def _person(name):
    """The parts of a name, as far as the line itself tells them apart."""
    parts = [part.strip() for part in _COMMA.split(name)]
    suffixes = [part for part in parts[1:] if _SUFFIX.fullmatch(part)]
    others = [part for part in parts if part and part not in suffixes]
    suffix = suffixes[0] if suffixes else ""
    if len(others) == 2:
        family, given = others
        particle, family = particle_and_family(family)
        parts = NameParts(given, particle, family, suffix)
        return PrintedAuthor(parts.printed, given, family, suffix, name_particle=particle)
    if not suffix and (last := name.rpartition(" ")[2]) != name and _SUFFIX.fullmatch(last):
        suffix = last
    return PrintedAuthor(name, name_suffix=suffix)


def with_equal_group(authors):
    """A star that only one author carries says nothing about equal contributions."""
    if sum(author.equal_group is not None for author in authors) != 1:
        return authors
    return [
        replace(author, equal_group=None, other_marks=f"*{author.other_marks}")
        if author.equal_group
        else author
        for author in authors
    ]
