"""What TeX writes, as plain Unicode: ``{\\'E}va Sz{\\H o}ke`` is Éva Szőke.

Bibliographies hold little of TeX: accents, symbols, braces around capitals, some italics, formulas.
One pass turns them into text, in linear time and without recursion. Which sign a command stands
for is pylatexenc's knowledge; its own walker is not used, as it loses text (``\\texttt``,
``\\href``), takes a per cent sign for a comment and fails on deep braces. Nothing is ever carried
out: of ``\\input{/etc/passwd}`` the words in the braces are left.

Titles keep formulas between dollars and the inline markup of CSL (``<i> <b> <sub> <sup>``);
everything else becomes plain text.
"""

import re
import unicodedata
from functools import cache, lru_cache

from pylatexenc.latex2text import get_default_latex_context_db

from labsite.formulas import LONGEST_FORMULA, SYMBOLS, find_formula
from publications.importing.markup import abstract_of, title_of, words_of

DEEPEST = 50  # groups with markup or accents of their own; in deeper ones only the text counts
MOST_MARKS = 4  # accents on one letter
_SHORT = 300  # characters of what is worth remembering: names, venues, publishers

_ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    '"': "\u0308", "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328",
    "r": "\u030a", "d": "\u0323", "b": "\u0331", "t": "\u0361", "G": "\u030f", "C": "\u030f",
    "textcommabelow": "\u0326", "textcommaabove": "\u0313",
    "textogonekcentered": "\u0328", "textsubdot": "\u0323", "textdotbelow": "\u0323",
    # The accents of formulas, which some programs write into names.
    "acute": "\u0301", "grave": "\u0300", "hat": "\u0302", "widehat": "\u0302",
    "tilde": "\u0303", "widetilde": "\u0303", "bar": "\u0304", "dot": "\u0307",
    "ddot": "\u0308", "breve": "\u0306", "check": "\u030c", "mathring": "\u030a",
}  # fmt: skip
_STANDING = {"\u0302": "^", "\u0303": "~", "\u0300": "`", "\u0301": "'", "\u0308": '"'}
_DOTLESS = {"ı": "i", "ȷ": "j"}

# Commands that stand for themselves, or that pylatexenc reads otherwise than bibliographies do.
_SIGNS = {
    "LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX", "LaTeXe": "LaTeX2e", "ConTeXt": "ConTeXt",
    "ddag": "‡", "S": "§", "P": "¶", "copyright": "©", "pounds": "£", "euro": "€", "SS": "ẞ",
    "textless": "<", "textgreater": ">", "less": "<", "greater": ">", "lt": "<", "gt": ">",
    "textbar": "|", "textunderscore": "_", "_": "_", "textasciicircum": "^", "textdollar": "$",
    "textquotesingle": "'", "textquotedbl": '"', "textasciigrave": "`", "backslash": "\\",
    "textbraceleft": "{", "textbraceright": "}", "lbrace": "{", "rbrace": "}",
    "textmu": "μ", "micro": "μ", "textperiodcentered": "·", "deg": "°", "degree": "°",
    "celsius": "°C", "textcelsius": "°C", "lq": "‘", "rq": "’", "checkmark": "✓",
    "nobreakspace": " ", "space": " ", "quad": " ", "qquad": " ", "slash": "/", "textnormal": "",
    "par": "\n\n", "newline": " ", "linebreak": " ", "item": " ", "and": "and", "dash": "–",
    "textsuperscript": "", "ast": "*", "star": "⋆", "textasteriskcentered": "*", "prime": "′",
    "ifmmode": "", "else": "", "fi": "", "ij": "ij", "IJ": "IJ", "og": "«", "fg": "»", "glqq": "„",
    "grqq": "“", "flqq": "«", "frqq": "»", "hyp": "-", "bibrangedash": "–", "bibinitperiod": ".",
    "bibinitdelim": " ", "bibinithyphendelim": "-", "textcopyleft": "🄯", "cyrchar": "",
}  # fmt: skip
_SYMBOL_COMMANDS = {
    "\\": " ", " ": " ", ",": " ", ";": " ", ":": " ", "!": "", "/": "", "-": "", "@": "",
    "\n": " ", "\t": " ", "(": "", ")": "", "[": "", "]": "", "|": "‖", "<": "<", ">": ">",
}  # fmt: skip
# Commands with no sign of their own; what stands in their braces is text.
_SILENT = {
    "relax", "protect", "noindent", "ignorespaces", "unskip", "allowbreak", "nobreak",
    "break", "null", "leavevmode", "normalfont", "rmfamily", "sffamily", "ttfamily",
    "mdseries", "upshape", "scshape", "slshape", "rm", "sf", "tt", "sc", "sl", "tiny",
    "scriptsize", "footnotesize", "small", "normalsize", "large", "Large", "LARGE", "huge",
    "Huge", "selectfont", "displaystyle", "textstyle", "scriptstyle", "limits", "nolimits",
    "left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "boldmath", "unboldmath",
    "bgroup", "egroup", "begingroup", "endgroup", "xspace", "mathstrut", "strut", "itshape",
    "bfseries", "centering", "raggedright", "newblock", "sloppy", "fussy", "frenchspacing",
    "textrm", "textsf", "texttt", "textmd", "textup", "textsc", "textnormal", "text",
    "mbox", "hbox", "fbox", "makebox", "emph", "textit", "textbf", "textsl", "uppercase",
    "lowercase", "MakeUppercase", "MakeLowercase", "mathrm", "mathit", "mathbf", "mathsf",
    "mathtt", "mathcal", "mathfrak", "mathbb", "mathscr", "boldsymbol", "bm",
    "operatorname", "ensuremath", "hphantom", "underline", "uline", "url", "path", "href",
    "mkbibquote", "mkbibparens", "mkbibbrackets", "foreignlanguage", "textcyr", "textgreek",
    "bibstring", "autocap", "natexlab", "bibinfo", "bibfield", "bibnamefont",
    "bibfnamefont", "urlprefix", "doi", "nolinkurl", "acro", "MakeTextLowercase",
    "NoCaseChange", "textlatin", "textquoted", "singlequote", "cyr", "cyrillic",
    "latintext", "greektext",
}  # fmt: skip
# Commands whose first group in braces is no text.
_DROPS_ARGUMENT = {
    "noopsort", "SortNoop", "nop", "noop", "sortnoop", "label", "vspace", "hspace", "vskip",
    "hskip", "bibitem", "begin", "end", "foreignlanguage", "selectlanguage", "color",
    "textcolor", "fontsize", "fontencoding", "href", "hyphenation", "phantom", "vphantom",
    "natexlab", "bibinfo", "bibfield", "raisebox", "rule", "includegraphics", "thanks", "footnote",
    "footnotemark", "inst", "orcid", "orcidID", "orcidlink", "cellcolor",
}  # fmt: skip
_VERBATIM = {"url", "path", "nolinkurl"}
_MARKUP = {
    "emph": "i", "textit": "i", "textsl": "i", "mkbibemph": "i", "mkbibitalic": "i",
    "textbf": "b", "mkbibbold": "b", "textsuperscript": "sup", "textsubscript": "sub",
    "mkbibsuperscript": "sup", "mkbibsubscript": "sub", "sp": "sup", "sb": "sub", "up": "sup",
}  # fmt: skip
_SWITCHES = {"em": "i", "it": "i", "itshape": "i", "sl": "i", "bf": "b", "bfseries": "b"}
_ENCLOSING = {
    "enquote": ("“", "”"), "mkbibquote": ("“", "”"), "textquoted": ("“", "”"),
    "singlequote": ("‘", "’"), "mkbibparens": ("(", ")"), "mkbibbrackets": ("[", "]"),
    "sqrt": ("√(", ")"),
}  # fmt: skip

_TOKEN = re.compile(
    r"\\([A-Za-z]+)\*?([ \t\n]*)"
    r"|\\(.)"
    r"|([{}])"
    r"|(\$\$?)"
    r"|(~)"
    r"|(-{2,3}|``|''|[?!]`)"
    r"|([_^])"
    r"|([^\\{}$~`'_^-]+)"
    r"|(.)",
    re.DOTALL,
)
_LIGATURES = {"--": "–", "---": "—", "``": "“", "''": "”", "?`": "¿", "!`": "¡"}
_NEEDS_READING = re.compile(r"[\\{}$~`]|--|''")
_BLANKS = re.compile(r"[ \t\n]*")
_GUILLEMETS = re.compile(r"<<(?=\S)([^<>]{1,300})(?<=\S)>>")
_SINGLE_QUOTES = re.compile(r"(?<!\w)`([^`'\n]{1,200})'(?!\w)")
_SCRIPTS_ALONE = re.compile(r"\s*(?:[_^](?:\{[^{}\\_^]*\}|[^\s{}\\_^]))+\s*")
_SYMBOLS_ALONE = re.compile(r"(?:\\[A-Za-z]+\s*|[\s\d.,:;+/=<>~|%°-]|\{\}|\\%)+")
_SYMBOL_FORMULA = re.compile(r"\$(\\[A-Za-z]{1,20}(?:\s*/\s*\\[A-Za-z]{1,20})?)\$")
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_SYMBOL_OR_SCRIPT = re.compile(r"[\\^_<>=]")
_BRACE = re.compile(r"[{}]")
_EMPTY_MARKUP = re.compile(r"<(i|b|sub|sup)></\1>")
# Invisible signs that pages and PDF files leave behind, what reorders a line, and what no
# database takes.
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    "\ud800-\udfff\ufeff\ufff9-\uffff]"
)
# Composing sorts the accents of a letter, in time that grows with the square of their number.
_MANY_ACCENTS = re.compile(
    "([\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff"
    "\u20d0-\u20ff\ufe20-\ufe2f]{20})[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a"
    "\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+"
)
_RAISED = str.maketrans("0123456789+-=()nit", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵗ")
_LOWERED = str.maketrans("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎")


def plain(value):
    """The value of a field as one line of plain text."""
    return _short_plain(value) if len(value) < _SHORT else _plain(value)


def _plain(value):
    text = _read(value)
    return one_line(words_of(text) if "<" in text or "&" in text else text)


_short_plain = lru_cache(maxsize=16_384)(_plain)


def title(value):
    """The value of a title: one line with formulas between dollars and CSL's inline markup."""
    text = _read(value, is_title=True)
    if "$\\" in text:
        text = _SYMBOL_FORMULA.sub(_signs_of_formula, text)
    return one_line(_EMPTY_MARKUP.sub("", title_of(text)) if "<" in text or "&" in text else text)


def _signs_of_formula(found):
    """A formula of symbols alone as text; some programs write its dollars as letters."""
    return "".join(_Reading(found[1], in_formula=True).pieces)


def paragraphs(value):
    """The value of an abstract: plain text, with empty lines between its paragraphs."""
    return "\n\n".join(map(one_line, abstract_of(_read(value)).split("\n\n")))


def one_line(text):
    """Text in one line, composed (NFC), with single blanks and nothing that cannot be seen."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    if not text.isascii() or not text.isprintable():
        text = _UNSEEN.sub("", text)
    return " ".join(text.split())


def _read(value, *, is_title=False):
    if not value.isascii():
        value = _MANY_ACCENTS.sub(r"\1", value)
    if _NEEDS_READING.search(value):
        value = "".join(_Reading(value, is_title=is_title).pieces)
        if "`" in value:
            value = _SINGLE_QUOTES.sub(r"‘\1’", value)
    return _GUILLEMETS.sub(r"«\1»", value) if "<<" in value else value


@cache
def _sign(command):
    """What a command stands for, or None when it is not known to stand for anything."""
    if command in _SIGNS:
        return _SIGNS[command]
    if command in _SILENT:
        return ""
    known = getattr(_known_commands().get_macro_spec(command), "simplify_repl", None)
    if isinstance(known, str) and known and not known.startswith(("<", "%")):
        return known
    return SYMBOLS.get(command)


@cache
def _known_commands():
    """pylatexenc's list of commands."""
    return get_default_latex_context_db()


def accented(text, marks):
    """Put accents on the first letter of a text, the innermost first."""
    if not text or not marks:
        return text
    base = _DOTLESS.get(text[0], text[0])
    composed = unicodedata.normalize("NFC", base + "".join(reversed(marks)))
    return composed + text[1:]


class _Reading:
    """One pass through a value; ``pieces`` is the text that came out of it.

    A group is the place in ``pieces`` where it begins, the accents that its first letter is to
    carry and what is written where it ends.
    """

    def __init__(self, value, *, is_title=False, in_formula=False):
        self.value = value
        self.is_title = is_title
        self.in_formula = in_formula
        self.pieces = []
        self.groups = []
        self.depth = 0
        self.marks = []
        self.closing = ""  # what a command before a group has to write after it
        self.at = 0
        self._read()

    def _read(self):
        value, end, pieces = self.value, len(self.value), self.pieces
        while self.at < end:
            found = _TOKEN.match(value, self.at)
            self.at = found.end()
            kind = found.lastindex
            token = found[kind]
            if kind == 9:
                self._write(token)
            elif kind == 4:
                if token == "{":  # noqa: S105 -- a brace, no password
                    self._open()
                else:
                    self._close()
            elif kind == 2:
                self._command(found[1], token)
            elif kind == 3:
                self._symbol_command(token)
            elif kind == 5:
                self._dollar(found.start(), token)
            elif kind == 6:
                self._write(" ")
            elif kind == 7:
                self._write(token if self.in_formula else _LIGATURES[token])
            elif kind == 8 and self.in_formula:
                self._script(token)
            else:
                self._write(token)
        if self.marks:
            self._standing_marks()
        while self.groups:
            self._close()
        if self.closing:
            pieces.append(self.closing)

    def _write(self, text):
        if self.marks:
            text = text.lstrip()
            if not text:
                return
            marks, self.marks = self.marks, []
            if marks == ["\u0308"] and text[0].isalpha():
                composed = accented(text[0], marks)
                # Programs that know no TeX write \" for a quotation mark.
                text = (composed if len(composed) == 1 else f'"{text[0]}') + text[1:]
            else:
                text = accented(text, marks)
        self.pieces.append(text)

    def _standing_marks(self):
        """Accents over nothing: ``\\~{}`` is a tilde."""
        marks, self.marks = self.marks, []
        self.pieces.append("".join(_STANDING.get(mark, "") for mark in marks))

    def _open(self):
        if len(self.groups) >= DEEPEST:
            self.depth += 1
            return
        self.groups.append((len(self.pieces), self.marks, self.closing))
        self.marks, self.closing = [], ""

    def _close(self):
        if self.marks:
            self._standing_marks()
        if self.depth:
            self.depth -= 1
            return
        if not self.groups:
            return
        start, marks, closing = self.groups.pop()
        if marks:
            for number in range(start, len(self.pieces)):
                if self.pieces[number].strip():
                    self.pieces[number] = accented(self.pieces[number].lstrip(), marks)
                    break
            else:
                self.marks = marks
                self._standing_marks()
        if closing:
            self.pieces.append(closing)

    def _stands_at(self, sign):
        return self.value.startswith(sign, self.at)

    def _command(self, name, blanks):
        if name in _ACCENTS and (len(name) > 1 or self._is_accent(blanks)):
            if len(self.marks) < MOST_MARKS:
                self.marks.append(_ACCENTS[name])
            return
        if name in _VERBATIM and self._stands_at("{"):
            self._write(self._group())
            return
        if name == "ensuremath" and self._stands_at("{"):
            self._formula(self._group())
            return
        if name in _DROPS_ARGUMENT and self._stands_at("{"):
            self._group()
            return
        if self._marks_up(name):
            return
        sign = _sign(name)
        if sign is None:
            # Somebody's own command: what it prints is not known, but its name says something.
            sign = "" if self._stands_at("{") else name + blanks
        if sign:
            self._write(sign)

    def _is_accent(self, blanks):
        """Whether ``\\v``, ``\\c`` … have a letter to stand on."""
        following = self.value[self.at : self.at + 1]
        return following in ("{", "\\") or (bool(blanks) and following.isalpha())

    def _marks_up(self, name):
        """Begin italics, quotation marks and the like; whether the command is one for that."""
        if name in _ENCLOSING and self._stands_at("{"):
            opening, self.closing = _ENCLOSING[name]
            self._write(opening)
            return True
        tag = _MARKUP.get(name) if self._stands_at("{") else None
        if tag and (self.is_title or tag in ("sub", "sup")):
            self._begin(tag)
            return True
        if name in _SWITCHES:
            if self.is_title and self.groups and not self.depth:
                tag = _SWITCHES[name]
                start, marks, closing = self.groups[-1]
                self.groups[-1] = (start, marks, f"</{tag}>{closing}")
                self.pieces.append(f"<{tag}>")
            return True
        return False

    def _begin(self, tag):
        """Write the group that follows raised, lowered, slanted or bold."""
        if not self.is_title:
            content = one_line("".join(_Reading(self._group()[:LONGEST_FORMULA]).pieces))
            self._write(raised(content) if tag == "sup" else lowered(content))
        elif len(self.groups) < DEEPEST:
            self.pieces.append(f"<{tag}>")
            self.closing = f"</{tag}>"

    def _symbol_command(self, sign):
        if sign in _ACCENTS:
            if sign == "=" and self.in_formula:
                return
            if len(self.marks) < MOST_MARKS:
                self.marks.append(_ACCENTS[sign])
        elif sign == "(" and (end := self.value.find("\\)", self.at, self.at + 1000)) != -1:
            content, self.at = self.value[self.at : end], end + 2
            self._formula(content)
        else:
            self._write(_SYMBOL_COMMANDS.get(sign, sign))

    def _group(self):
        """What stands in the braces that follow, as it was typed, and step over them."""
        depth = 0
        for brace in _BRACE.finditer(self.value, self.at):
            depth += 1 if brace[0] == "{" else -1
            if not depth:
                content = self.value[self.at + 1 : brace.start()]
                self.at = brace.end()
                return content
        content, self.at = self.value[self.at + 1 :], len(self.value)
        return content

    def _dollar(self, start, dollars):
        """A formula, when this dollar opens one; else the dollar itself."""
        if self.in_formula:
            return
        end = self.value.find(dollars, self.at, self.at + 1000)
        while end > 0 and self.value[end - 1] == "\\":
            end = self.value.find(dollars, end + 1, self.at + 1000)
        content = self.value[self.at : end] if end != -1 else ""
        if not content.strip() or not _is_formula(content):
            self._write(dollars)
            return
        self.at = end + len(dollars)
        self._formula(content)

    def _formula(self, content):
        content = " ".join(content.split())
        if self.is_title and not self.marks and self._stays_as_typed(content):
            self.pieces.append(f"${content}$")
            return
        for piece in _Reading(content, is_title=self.is_title, in_formula=True).pieces:
            self._write(piece)

    def _stays_as_typed(self, content):
        """Whether pages will show this formula as one; symbols and exponents alone are text."""
        if "$" in content or len(content) > LONGEST_FORMULA:
            return False
        if _SCRIPTS_ALONE.fullmatch(content):
            return False
        if _SYMBOLS_ALONE.fullmatch(content) and all(
            _sign(command) is not None for command in _COMMAND.findall(content)
        ):
            return False
        before = next((piece[-1] for piece in reversed(self.pieces) if piece), "")
        after = self.value[self.at : self.at + 1]
        return find_formula(f"{before}${content}${after}", len(before)) is not None

    def _script(self, sign):
        """Raise or lower what follows, in a formula that is turned into text."""
        self.at = _BLANKS.match(self.value, self.at).end()
        if self._stands_at("{"):
            content = self._group()
        elif self._stands_at("\\"):
            found = _TOKEN.match(self.value, self.at)
            self.at, content = found.end(), found[0]
        else:
            content, self.at = self.value[self.at : self.at + 1], self.at + 1
        if self.depth > MOST_MARKS or len(content) > LONGEST_FORMULA:
            self._write(content)
            return
        content = "".join(_Reading(content, is_title=False, in_formula=True).pieces)
        if self.is_title:
            tag = "sup" if sign == "^" else "sub"
            self._write(f"<{tag}>{content}</{tag}>")
        else:
            self._write(raised(content) if sign == "^" else lowered(content))


def _is_formula(content):
    """Whether what stands between two dollars can be a formula, and not a price."""
    if not _SYMBOL_OR_SCRIPT.search(content) and content != content.strip():
        return False
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", content):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def raised(text):
    """Text as an exponent, in letters of their own where Unicode has them."""
    text = text.replace("∘", "°").replace("−", "-")
    if text in ("°", "′", "*", "†", "‡", "§", "¶", "™", "®"):
        return text
    return (
        text.translate(_RAISED) if text and all(ord(letter) in _RAISED for letter in text) else text
    )


def lowered(text):
    """Text as an index, in letters of their own where Unicode has them."""
    return text.translate(_LOWERED) if all(ord(letter) in _LOWERED for letter in text) else text
