"""Names in the notation of BibTeX and BibLaTeX: "Given particle Family", "particle Family, Given".

Names are parted by "and" and taken apart as BibTeX does it, before their TeX is read: braces hold
together what belongs together, an organisation or a family name of several words. A family name
that begins with a capital has no particle, whatever follows ("Van den Akker"). Lists that people
pasted with commas, semicolons or "et al." are read as ``publications.author_lines`` reads them.
"""

import re
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from labsite.identifiers import orcid as checked_orcid
from people.name_parts import NameParts, is_family_first, particle_and_family
from publications import author_lines
from publications.importing import tex
from publications.importing.names import LONGEST_NATIVE_NAME
from publications.works import Author

_SHORT = 200  # characters of a name that is worth remembering, as it will come again
_BRACE_OR_AND = re.compile(r"[{}]|(?:^|(?<=[\s}]))and(?=[\s,;]|$)", re.IGNORECASE)
_BRACE_OR_COMMA = re.compile(r"[{},]")
# A blank behind a command of TeX belongs to it: ``J\\o rgen``, ``Pi\\~ na``.
_BRACE_OR_BLANK = re.compile(r"[{}]|(?<!\\)(?<!\\[^\s{}])(?<!\\[A-Za-z]{2})[\s~]+")
# A command around "et al.": \\emph{et al.}, {\\it et al.}
_IN_ITALICS = re.compile(r"(?:\\[a-z]+\{|\{\\[a-z]+ )(et\.?[\s~]+al\b\.?)\}\s*$", re.IGNORECASE)
_DOTS = re.compile(r"\\l?dots(?:\{\})?|\{\\l?dots\}")
_NAMESAKE_NUMBER = re.compile(r"(?<!\s)\s+[0-9]{4}(?=\s*(?:,|$))")
_SUFFIX = re.compile(r"[JSjs](?:n?r)\.?|II|III|IV|2nd|3rd|4th")
_DEGREE = re.compile(
    r"Ph\.?\s?D\.?|M\.?D\.?|[MB]\.?Sc\.?|Dr\.?|Prof\.?|MBA|MPH|RN|DPhil", re.IGNORECASE
)
_EXTENDED = re.compile(r"(?:^|,)\s*\"?\s*(?:family|given|prefix|suffix)(?:-i)?\s*=", re.IGNORECASE)
_EXTENDED_PART = re.compile(r"\s*\"?\s*([a-z-]+)\s*=\s*(.*?)\s*\"?\s*", re.IGNORECASE | re.DOTALL)
# German "and" between two people: words with capitals on both sides, which no institute has.
_UND = re.compile(r"\s+und\s+")
_FULL_NAME = re.compile(r"\s*[^\W\d_a-z][\w.'’-]*[\w.](?:,?\s+[^\W\d_a-z][\w.'’-]*)+\s*")
_INITIAL_AND_NAME = re.compile(r"(?:[^\W\d_]\.[\s-]*)+[^\W\d_]{2,}")
_ORCID_COMMAND = re.compile(r"\\orcid(?:ID|link|icon)?\{([0-9Xx-]+)\}", re.IGNORECASE)
_ORGANISATION = re.compile(
    r"(?:consortium|collaboration|collaborations|initiative|committee|foundation|institute|"
    r"university|society|association|organi[sz]ation|team|network|inc\.?|gmbh|ltd\.?|corporation)",
    re.IGNORECASE,
)
# Most names: letters only, no particle, no mark, nothing of TeX.
_LETTER = r"[^\W\d_¹²³⁰⁴-⁹]"
_INVERTED = re.compile(rf"((?:{_LETTER}|['’-])++), ((?:{_LETTER}|['’. -])++)")
_FORWARD = re.compile(
    rf"((?:{_LETTER}|['’.-])++(?: (?:{_LETTER}|['’.-])++)*) ((?:{_LETTER}|['’-])++)"
)
_SUPERSCRIPT = re.compile(r"(?<!\\)\^(?:\{[^{}]*\}|[0-9a-g])|(?<=superscript)\{[^{}]*\}")
_RAISED = str.maketrans("0123456789abcdefg", "⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠᵍ")
_FIGURES_ASIDE = {ord("0") + figure: 0xE100 + figure for figure in range(10)}
_FIGURES_BACK = {0xE100 + figure: ord("0") + figure for figure in range(10)}
_PRIVATE_LETTERS = re.compile("[\ue000-\uf8ff]")


class Names(NamedTuple):
    """The names of a field, whether it says that there are more, and what was odd."""

    authors: list[Author]
    is_incomplete: bool
    warnings: list[str]


def read(value):
    """The names of a field as BibTeX writes them."""
    pieces = _people_in_braces(value) or _parted(value, _BRACE_OR_AND)
    authors, warnings, is_incomplete, empty = [], [], False, 0
    for piece in pieces:
        found = _read_piece(piece) if len(piece) > _SHORT else _read_short_piece(piece)
        authors += found.authors
        is_incomplete = is_incomplete or found.is_incomplete
        warnings += found.warnings
        empty += not (found.authors or found.is_incomplete)
    if empty and len(pieces) > 1:
        warnings.append(_("An empty name between two “and” was left out."))
    if any(author.equal_group for author in authors):
        authors = author_lines.with_equal_group(authors)
    return Names(authors, is_incomplete, warnings)


def _parted(text, signs):
    """Part a text at signs that stand outside of braces."""
    if "{" not in text and "}" not in text:
        return signs.split(text)
    pieces, depth, start = [], 0, 0
    for found in signs.finditer(text):
        if found[0] == "{":
            depth += 1
        elif found[0] == "}":
            depth = max(depth - 1, 0)
        elif not depth:
            pieces.append(text[start : found.start()])
            start = found.end()
    return [*pieces, text[start:]]


def _people_in_braces(value):
    """The names of "{Ng, Ada and Li, Bo}": people whom somebody put into braces all together."""
    inside = _whole_in_braces(value.strip())
    if inside is None or " and " not in inside:
        return None
    pieces = _parted(inside, _BRACE_OR_AND)
    if len(pieces) > 1 and all(len(_parted(piece, _BRACE_OR_COMMA)) == 2 for piece in pieces):
        return pieces
    return None


def _whole_in_braces(text):
    """What stands between the braces around a whole text, or None."""
    if len(text) < 2 or text[0] != "{" or text[-1] != "}" or text[1] == "\\":
        return None
    depth = 0
    for found in re.finditer(r"[{}]", text):
        depth += 1 if found[0] == "{" else -1
        if not depth:
            return text[1:-1] if found.end() == len(text) else None
    return None


def _read_piece(piece):
    text = piece.strip()
    if simple := _simple(text):
        return Names([simple], False, [])
    warnings = []
    text, is_incomplete = author_lines.without_others(_IN_ITALICS.sub(r"\1", text))
    bare = text.strip(" \t\n,;~")
    if author_lines.are_others(bare) or _DOTS.fullmatch(bare):
        return Names([], True, [])
    if not bare:
        return Names([], is_incomplete, [])
    if text.startswith(",") and not _parted(bare, _BRACE_OR_COMMA)[1:]:
        warnings.append(
            _("A name has nothing before its comma: “%(name)s”.") % {"name": tex.plain(bare)}
        )
    authors = _authors(bare, warnings, ends_in_comma=text.endswith(","))
    return Names(authors, is_incomplete, warnings)


_read_short_piece = lru_cache(maxsize=32_768)(_read_piece)


def _simple(text):
    """The author of a plain name, or None where a closer look is needed."""
    if found := _INVERTED.fullmatch(text):
        family, given = found.groups()
    elif found := _FORWARD.fullmatch(text):
        given, family = found.groups()
    else:
        return None
    words = given.split(" ")
    if not (
        family[0].isupper()
        and all(word[:1].isupper() for word in words)
        and not _SUFFIX.fullmatch(words[-1])
        and not _SUFFIX.fullmatch(family)
        and not _ORGANISATION.fullmatch(family)
        and text == tex.one_line(text)
    ):
        return None
    return Author(f"{given} {family}", given, family)


def _authors(text, warnings, *, ends_in_comma=False):
    """The author that stands between two "and": one, unless somebody made lists otherwise."""
    orcid = ""
    if "^" in text or "superscript" in text:
        text = _SUPERSCRIPT.sub(_raise, text)
    if found := _ORCID_COMMAND.search(text):
        orcid = _checked(found[1], warnings)
        text = text.replace(found[0], "").strip()
    if text.endswith((")", "]")):
        bare, marks = author_lines.without_marks(text)  # "Li, Na [1,2]", commas and all
        if bare and marks:
            *others, last = _authors(bare, warnings) or [None]
            return [*others, author_lines.with_marks(last, marks)] if last else []
    inside = _whole_in_braces(text)
    if inside is not None:
        return _organisation(inside, orcid)
    if "=" in text and _EXTENDED.search(text):
        author = _extended(text)
    else:
        parts = [part.strip() for part in _parted(_NAMESAKE_NUMBER.sub("", text), _BRACE_OR_COMMA)]
        parts = _without_degrees(parts, warnings)
        if _is_list(text, parts, ends_in_comma=ends_in_comma):
            return _pasted(text, warnings)
        author = _person([part for part in parts if part])
    if author is None:
        return []
    return [replace(author, orcid=orcid) if orcid else author]


def _without_degrees(parts, warnings):
    """The parts of a name without "Ph.D." and its like, which are nobody's name."""
    degrees = [part for part in parts[1:] if _DEGREE.fullmatch(tex.plain(part))]
    if not degrees:
        return parts
    warnings.append(
        _("“%(degree)s” was left off the name of %(name)s.")
        % {"degree": ", ".join(map(tex.plain, degrees)), "name": tex.plain(parts[0])}
    )
    return [part for part in parts if part not in degrees]


def _checked(text, warnings):
    try:
        return checked_orcid(text)
    except ValidationError:
        warnings.append(_("“%(orcid)s” is not an ORCID iD and was left out.") % {"orcid": text})
        return ""


def _organisation(inside, orcid=""):
    """What stands in braces is one name: an organisation, or a short one such as 王良玉."""
    name = tex.plain(inside)
    if not name:
        return []
    if is_family_first(name) and len(name) <= LONGEST_NATIVE_NAME and any(map(str.isalpha, name)):
        return [Author(name, family_name="" if " " in name else name, orcid=orcid)]
    bare, marks = author_lines.without_marks(name)
    if marks and bare and not any(map(str.isdecimal, marks)):  # "Horizon 2020" has no mark
        return [author_lines.with_marks(Author(bare, is_organisation=True, orcid=orcid), marks)]
    return [Author(name, is_organisation=True, orcid=orcid)]


def _is_list(text, parts, *, ends_in_comma):
    """Whether several names stand where BibTeX expects one."""
    if _UND.search(text) and all(map(_FULL_NAME.fullmatch, _UND.split(text))):
        return True
    if is_family_first(text) and any(map(str.isalpha, text)):
        is_name = len(parts) == 2 and len(parts[0]) < len("王良玉")  # 王, 良玉
        return (len(parts) > 1 and not is_name) or any(sign in text for sign in "，、；;")
    if ";" in text or "&" in text:
        plain = tex.plain(text)
        if ";" in plain:
            return True
        left, ampersand, right = plain.partition(" & ")
        if ampersand and ("," in plain or (" " in left.strip() and " " in right.strip())):
            return True
    if len(parts) == 1:
        return False
    words = [tex.plain(part).split() for part in parts]
    if any(len(part) == 1 and _SUFFIX.fullmatch(part[0]) for part in words):
        return len(parts) > 4
    has_full_name = _INITIAL_AND_NAME.match(" ".join(words[0])) and len(words[1]) > 1
    if len(parts) == 2:
        return bool(has_full_name) or (ends_in_comma and len(words[0]) > 1 < len(words[1]))
    return len(parts) > 3 or bool(has_full_name) or all(len(part) > 1 for part in words)


def _pasted(text, warnings):
    """Names that are parted otherwise than by "and"."""
    warnings.append(
        _("Several names stand without “and” between them; please check them: “%(names)s”.")
        % {"names": tex.plain(text)[:200]}
    )
    line = author_lines.parse(_PRIVATE_LETTERS.sub("", tex.plain(_UND.sub(" and ", text))))
    return [_of_line(author) for author in line.authors]


def _of_line(author):
    """An author of a pasted line, with the parts of the name as BibTeX tells them."""
    known = {name: getattr(author, name) for name in author.__dataclass_fields__}
    printed = " ".join(author.printed_name.split()).rstrip(" ,")
    read = None if author.family_name or author.is_organisation else _person([printed])
    if read and read.printed_name == printed:
        known |= {
            "given_name": read.given_name,
            "family_name": read.family_name,
            "name_suffix": read.name_suffix,
            "name_particle": read.name_particle,
        }
    return Author(**known | {"printed_name": printed})


class _Word(NamedTuple):
    """A word of a name; one in braces is taken as it is."""

    text: str
    is_braced: bool = False
    may_carry_marks: bool = True


def _words(part):
    """The words of a part of a name, with their TeX read and marks still at them."""
    if "{" not in part and "\\" not in part and "$" not in part:
        return [_Word(word) for word in tex.plain(part).split()]
    words = []
    for raw in _parted(part, _BRACE_OR_BLANK):
        text = tex.plain(raw)
        if text:
            is_braced = raw.startswith("{") and raw[1:2] not in ("\\", "")
            words.append(_Word(text, is_braced, not (is_braced and raw.endswith("}"))))
    return words


def _raise(found):
    """What TeX raises, with its figures and letters as the raised ones of Unicode."""
    return found[0].translate(_RAISED)


def _marks_of(word):
    """A word without the marks around it, and these; a figure that nothing raises is no mark."""
    text, marks = author_lines.without_marks(word.translate(_FIGURES_ASIDE))
    return text.translate(_FIGURES_BACK), marks


def _without_marks(words):
    """The words of a part without the marks around them, and these marks."""
    marks = ""
    if len(words) == 1 and _SUFFIX.fullmatch(words[0].text):
        return words, marks
    while words and words[-1].may_carry_marks:
        text, found = _marks_of(words[-1].text)
        if not found:
            break
        marks = found + marks
        words = words[:-1] + ([words[-1]._replace(text=text)] if text else [])
        if text:
            break
    if words and not words[0].is_braced:
        text, found = _marks_of(words[0].text)
        marks = found + marks
        words = ([_Word(text)] if text else []) + words[1:]
    return words, marks


def _person(parts):
    """A person from the comma-separated parts of a name; marks at the name become data."""
    read_parts = [_without_marks(_words(part)) for part in parts]
    marks = "".join(marks for _words_of_part, marks in read_parts)
    parts = [words for words, _marks in read_parts if words]
    if not parts:
        return None
    names, is_organisation = _name_parts(parts)
    if not any(map(str.isalpha, names.printed)):
        return None
    author = Author(
        printed_name=names.printed,
        given_name=names.given,
        family_name=names.family,
        name_suffix=names.suffix,
        is_organisation=is_organisation,
        name_particle=names.particle,
    )
    if is_organisation:
        author = Author(names.printed, is_organisation=True)
    elif names.family == names.printed and " " in names.family:
        author = replace(author, family_name="")  # a native name that nobody has taken apart
    return author_lines.with_marks(author, marks) if marks else author


def _name_parts(parts):
    """The name in its parts, and whether it is an organisation's."""
    first, *others = parts
    suffix = ""
    for part in others:
        if len(part) == 1 and _SUFFIX.fullmatch(part[0].text) and not suffix:
            suffix = part[0].text
            others = [other for other in others if other is not part]
    if len(others) > 1 and not suffix:
        suffix, others = _text(others[0]), others[1:]
    if not suffix and len(first) > 1 and others and _SUFFIX.fullmatch(first[-1].text):
        suffix, first = first[-1].text, first[:-1]
    if not others:
        return _without_comma(first, suffix)
    given = [word for other in others for word in other]
    if not suffix and len(given) > 1 and _SUFFIX.fullmatch(given[-1].text):
        suffix, given = given[-1].text, given[:-1]
    particle, family = _particle_and_family(first)
    return NameParts(_text(given), particle, family, suffix), False


def _without_comma(words, suffix):
    """ "Given particle Family" in its parts; one word is a family name."""
    text = _text(words)
    if len(words) > 1 and _ORGANISATION.fullmatch(words[-1].text) and not words[-1].is_braced:
        return NameParts(family=text), True
    if not suffix and len(words) > 2 and _SUFFIX.fullmatch(words[-1].text):
        suffix, words = words[-1].text, words[:-1]
    if len(words) == 1 or is_family_first(text):
        return NameParts(family=_text(words), suffix=suffix), False
    start = next(
        (place for place, word in enumerate(words[:-1]) if _is_small(word)), len(words) - 1
    )
    particle, family = _particle_and_family(words[start:])
    return NameParts(_text(words[:start]), particle, family, suffix), False


def _particle_and_family(words):
    """Braces hold a family name together; what they begin with is no particle."""
    if words[0].is_braced:
        return "", _text(words)
    if len(words) > 1 and words[-1].is_braced and all(map(_is_small, words[:-1])):
        return _text(words[:-1]), words[-1].text
    return particle_and_family(_text(words))


def _is_small(word):
    return not word.is_braced and next(
        (letter.islower() for letter in word.text if letter.isalpha()), False
    )


def _text(words):
    return " ".join(word.text for word in words)


def _extended(text):
    """A name of BibLaTeX's extended notation: "family=Ng, given=Ada, prefix=van"."""
    parts = {}
    for part in _parted(text, _BRACE_OR_COMMA):
        if found := _EXTENDED_PART.fullmatch(part):
            parts[found[1].lower()] = tex.plain(found[2].replace('"', ""))
    names = NameParts(
        parts.get("given", ""),
        parts.get("prefix", ""),
        parts.get("family", ""),
        parts.get("suffix", ""),
    )
    if not names.family:
        names = NameParts(family=names.given or names.particle)
    if not names.family:
        return None
    return Author(
        names.printed, names.given, names.family, names.suffix, name_particle=names.particle
    )


_ANNOTATION = re.compile(r"\s*([0-9]{1,5})\s*=\s*(.*?)\s*", re.DOTALL)
_EQUAL = {"equal", "eqcontrib", "equalcontrib", "equalcontribution", "equal-contribution"}
_EQUAL |= {"cofirst", "co-first", "jointfirst"}
_CORRESPONDING = {
    "corresponding",
    "correspondingauthor",
    "corr",
    "correspondence",
    "corresp",
    "cor",
}


def annotate(authors, annotations, *, name=""):
    """Put what ``author+an`` says of the authors to them; whether all of it had a place.

    The default annotation marks equal contributions and corresponding authors; the one named
    "orcid" holds their ORCID iDs.
    """
    authors = list(authors)
    is_complete = True
    for piece in annotations.split(";"):
        if not piece.strip():
            continue
        found = _ANNOTATION.fullmatch(piece)
        place = int(found[1]) - 1 if found else -1
        if not 0 <= place < len(authors):
            is_complete = False
            continue
        for value in found[2].split(","):
            author = _annotated(authors[place], value.strip().strip('"').strip(), name)
            is_complete = is_complete and author is not None
            authors[place] = author or authors[place]
    return authors, is_complete


def _annotated(author, value, name):
    word = value.lower().replace(" ", "").replace("_", "")
    if name == "orcid":
        try:
            return replace(author, orcid=checked_orcid(value))
        except ValidationError:
            return None
    if word in _EQUAL:
        return replace(author, equal_group=author_lines.EQUAL_GROUP)
    if word in _CORRESPONDING:
        return replace(author, is_corresponding=True)
    return None
