"""Plain Unicode as TeX: what must be escaped is, and nothing else.

``as_ascii`` is for classic BibTeX, which knows bytes only: letters with accents, Greek letters
and the usual signs become commands of LaTeX. What these cannot say (other scripts, two accents on
one letter) stays as it is, which LaTeX has read as UTF-8 since 2018.
"""

import re
import unicodedata
from functools import lru_cache

from labsite.formulas import written

# Braces get names: BibTeX counts them also behind a backslash, and one too many ends the entry.
_ESCAPED = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
} | {sign: f"\\{sign}" for sign in "&%$#_"}
_TO_ESCAPE = re.compile(r"[\\{}&%$#_~^]")
# What TeX joins into one sign: dashes, quotation marks, ¡ and ¿.
_JOINED = re.compile(r"-(?=-)|'(?=')|`(?=`)|[!?](?=`)|,(?=,)|<(?=<)|>(?=>)")
# A letter with an accent that Unicode has no single character for is two of them. In the encoding
# of fonts that LaTeX starts with, <, > and | are other signs.
_BEYOND_ASCII = re.compile("[A-Za-z][\u0300-\u036f](?![\u0300-\u036f])|[^\\x00-\\x7f]|[<>|]")

_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u ",
    "\u0307": ".", "\u0308": '"', "\u030a": "r ", "\u030b": "H ", "\u030c": "v ", "\u0323": "d ",
    "\u0326": "textcommabelow ", "\u0327": "c ", "\u0328": "k ", "\u0331": "b ",
}  # fmt: skip
_SIGNS = {
    "ß": r"\ss", "ø": r"\o", "Ø": r"\O", "æ": r"\ae", "Æ": r"\AE", "œ": r"\oe", "Œ": r"\OE",
    "ł": r"\l", "Ł": r"\L", "đ": r"\dj", "Đ": r"\DJ", "ð": r"\dh", "Ð": r"\DH", "þ": r"\th",
    "Þ": r"\TH", "ı": r"\i", "ȷ": r"\j", "ŋ": r"\ng", "Ŋ": r"\NG", "å": r"\aa", "Å": r"\AA",
    "–": r"\textendash", "—": r"\textemdash", "‘": r"\textquoteleft", "’": r"\textquoteright",
    "“": r"\textquotedblleft", "”": r"\textquotedblright", "„": r"\quotedblbase",
    "‚": r"\quotesinglbase", "«": r"\guillemotleft", "»": r"\guillemotright",
    "…": r"\textellipsis", "•": r"\textbullet", "†": r"\textdagger", "‡": r"\textdaggerdbl",
    "§": r"\textsection", "¶": r"\textparagraph", "©": r"\textcopyright", "®": r"\textregistered",
    "™": r"\texttrademark", "°": r"\textdegree", "€": r"\texteuro", "£": r"\textsterling",
    "¡": r"\textexclamdown", "¿": r"\textquestiondown",
    "<": r"\textless", ">": r"\textgreater", "|": r"\textbar",
}  # fmt: skip
_MATHS = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ϵ": "epsilon",
    "ζ": "zeta", "η": "eta", "θ": "theta", "ϑ": "vartheta", "ι": "iota", "κ": "kappa",
    "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma",
    "τ": "tau", "υ": "upsilon", "φ": "varphi", "ϕ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
    "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi",
    "Σ": "Sigma", "Υ": "Upsilon", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
    "×": "times", "±": "pm", "≤": "leq", "≥": "geq", "≠": "neq", "≈": "approx", "∞": "infty",
    "→": "rightarrow", "←": "leftarrow", "∈": "in", "∂": "partial", "∇": "nabla", "ℓ": "ell",
}  # fmt: skip
_SIGNS |= {sign: rf"\ensuremath{{\{name}}}" for sign, name in _MATHS.items()}

_COMMANDS = {"i": "emph", "b": "textbf", "sub": "textsubscript", "sup": "textsuperscript"}
_MARKUP = {f"<{tag}>": f"\\{command}{{" for tag, command in _COMMANDS.items()}
_MARKUP |= dict.fromkeys((f"</{tag}>" for tag in _COMMANDS), "}")

_WORD = re.compile("[^\\W_][\\w'’&\u0300-\u036f]*")
_NO_FORMULA = re.compile(r"(?<!\\)[%#&]")
_WHOLE_WORD = re.compile(r"(?<!\S)[^\W\d_]{2,}(?![\w-])")
# Words that stay small also where titles are written with capitals.
_SMALL_WORDS = {
    *("a", "an", "the", "and", "or", "nor", "but", "for", "so", "yet", "as", "if", "than", "vs"),
    *("of", "in", "on", "at", "to", "by", "up", "off", "out", "from", "with", "via", "per", "into"),
    *("onto", "over", "under", "upon", "without", "within", "between", "through", "during"),
    *("across", "along", "among", "against", "toward", "towards", "beyond", "about", "its", "is"),
    *("are", "be", "it", "that", "their", "this", "using", "we", "when", "how", "can", "do", "not"),
}


def escaped(text, *, as_ascii):
    """A text as TeX that prints it as it is."""
    text = _JOINED.sub(r"\g<0>\0", text)
    text = _TO_ESCAPE.sub(lambda sign: _ESCAPED[sign[0]], text).replace("\0", "{}")
    return in_ascii(text) if as_ascii else text


def in_ascii(text):
    """TeX with the letters that LaTeX has commands for in ASCII."""
    return _BEYOND_ASCII.sub(lambda letter: _command(letter[0]), text)


@lru_cache(maxsize=10_000)
def _command(letter):
    """A letter beyond ASCII as a group that BibTeX takes for one letter, or as it is."""
    if letter in _SIGNS:
        return f"{{{_SIGNS[letter]}}}"
    if letter == "\N{NO-BREAK SPACE}":
        return "~"
    base, *marks = unicodedata.normalize("NFD", letter)
    if len(marks) == 1 and marks[0] in _ACCENTS and base.isascii():
        accent = _ACCENTS[marks[0]]
        return f"{{\\{accent.strip()}{{{base}}}}}" if accent[-1] == " " else f"{{\\{accent}{base}}}"
    return letter


def title(text, *, as_ascii):
    """A title with its formulas and its inline markup; capitals that mean something in braces.

    Styles write titles in small letters. They leave alone what stands in braces: words with a
    capital or a figure inside, and all words with a capital where the rest is in small letters.
    """
    pieces = list(written(text, text_as=str, tag_as=_Tag, formula_as=_Formula))
    plain = [piece for piece in pieces if type(piece) is str]
    is_sentence = _is_in_small_letters(" ".join(plain))
    tex, is_first = [], True
    for piece in pieces:
        if isinstance(piece, _Tag):
            tex.append(_MARKUP[piece])
        elif isinstance(piece, _Formula):
            formula = f"${piece}$"
            tex.append(f"{{{formula}}}" if _is_safe(piece) else escaped(formula, as_ascii=as_ascii))
            is_first = False
        else:
            tex.append(_protected(piece, is_sentence, is_first, as_ascii))
            is_first = is_first and not _WORD.search(piece)
    return "".join(tex)


class _Tag(str):
    """A tag of the inline markup."""

    __slots__ = ()


class _Formula(str):
    """What stands between two dollars."""

    __slots__ = ()


def _is_safe(formula):
    """Whether a formula can stand as it is: TeX reads no comment in it, and no brace tears it."""
    depth = 0
    for brace in re.findall(r"[{}]", formula):  # as BibTeX counts them, also behind a backslash
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0 and not _NO_FORMULA.search(formula)


def _is_in_small_letters(text):
    """Whether a title is written like a sentence, so that its capitals are those of names."""
    words = _WHOLE_WORD.findall(text)
    return any(word[0].islower() and word not in _SMALL_WORDS for word in words)


def _protected(text, is_sentence, is_first, as_ascii):
    """A piece of a title, escaped, with braces around the words that keep their capitals."""
    written, done = [], 0
    for word in _WORD.finditer(text):
        starts_title = is_first and not written
        written.append(escaped(text[done : word.start()], as_ascii=as_ascii))
        body = escaped(word[0], as_ascii=as_ascii)
        keeps = _keeps_capitals(word[0], is_sentence, starts_title)
        written.append(f"{{{body}}}" if keeps else body)
        done = word.end()
    return "".join([*written, escaped(text[done:], as_ascii=as_ascii)])


def _keeps_capitals(word, is_sentence, starts_title):
    capitals = [place for place, letter in enumerate(word) if letter.isupper()]
    if not capitals:
        return False
    if capitals[-1] > 0 or any(map(str.isdigit, word)):
        return True
    if starts_title:
        return False
    return is_sentence or (len(word) == 1 and word != "A")
