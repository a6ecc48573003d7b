"""Inline formulas, ``$T(n_{\\min})$``, written so that they read well without JavaScript.

Titles and abstracts may also hold the inline markup of the Citation Style Language: ``<i>``,
``<b>``, ``<sub>`` and ``<sup>``, in pairs and without attributes. Whatever else stands in angle
brackets is text. ``mark_up`` shows both on pages; ``plain`` writes them for places that know
letters only, such as the title of a window.
"""

import re
from collections import Counter

from django.utils.html import escape

LONGEST_FORMULA = 300
_DEEPEST = 12

# The dollar that opens follows no letter, digit, dollar or backslash, and hugs its formula; the
# one that closes does too. What still looks alike ("$5/$7", "$HOME/$USER") is sorted out below.
_OPENING = re.compile(r"(?<![\w$\\])\$(?=[^\s$])")
_TEX_MARK = re.compile(r"[\\^_{}=<>+*|≤≥∈×·]")
_PLAIN_SYMBOL = re.compile(r"[^\W\d_]{1,2}['′]*|\d+([.,]\d+)*|[\w.,()+-]*\([\w.,+-]*\)")
_TRAILING_OPERATOR = re.compile(r"[-/=<>,.;:(\[{_^\s\\]$")

SYMBOLS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε",
    "zeta": "ζ", "eta": "η", "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ",
    "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
    "tau": "τ", "upsilon": "υ", "phi": "ϕ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ",
    "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
    "le": "≤", "leq": "≤", "leqslant": "≤", "ge": "≥", "geq": "≥", "geqslant": "≥", "ne": "≠",
    "neq": "≠", "ll": "≪", "gg": "≫", "approx": "≈", "sim": "∼", "simeq": "≃", "equiv": "≡",
    "propto": "∝", "times": "×", "cdot": "·", "pm": "±", "mp": "∓", "div": "÷", "ast": "∗",
    "star": "⋆", "circ": "∘", "oplus": "⊕", "otimes": "⊗", "to": "→", "rightarrow": "→",
    "leftarrow": "←", "Rightarrow": "⇒", "mapsto": "↦", "infty": "∞", "in": "∈", "notin": "∉",
    "subset": "⊂", "subseteq": "⊆", "supset": "⊃", "cup": "∪", "cap": "∩", "emptyset": "∅",
    "forall": "∀", "exists": "∃", "neg": "¬", "land": "∧", "wedge": "∧", "lor": "∨", "vee": "∨",
    "sum": "∑", "prod": "∏", "int": "∫", "partial": "∂", "nabla": "∇", "ell": "ℓ", "hbar": "ℏ",
    "dots": "…", "ldots": "…", "cdots": "⋯", "mid": "|", "parallel": "∥", "perp": "⊥",
    "langle": "⟨", "rangle": "⟩", "lceil": "⌈", "rceil": "⌉", "lfloor": "⌊", "rfloor": "⌋",
    "prime": "′", "dagger": "†", "degree": "°", "quad": " ", "qquad": " ",
    ",": " ", ";": " ", ":": " ", " ": " ", "!": "", "left": "", "right": "", "big": "", "Big": "",
    "%": "%", "$": "$", "_": "_", "{": "{", "}": "}", "&": "&", "#": "#", "|": "∥",
}  # fmt: skip
_FUNCTIONS = {
    *("min", "max", "arg", "argmin", "argmax", "sup", "inf", "lim", "limsup", "liminf", "gcd"),
    *("log", "ln", "lg", "exp", "sin", "cos", "tan", "sinh", "cosh", "tanh"),
    *("det", "dim", "ker", "deg", "Pr", "mod"),
}
_STYLES = {
    *("text", "textrm", "textit", "textbf", "texttt", "textsf", "mbox", "emph", "operatorname"),
    *("mathrm", "mathbf", "mathit", "mathsf", "mathtt", "mathcal", "mathfrak", "boldsymbol", "bm"),
}
_BLACKBOARD = str.maketrans("RNZQCPEF", "ℝℕℤℚℂℙ𝔼𝔽")
_TAG = re.compile(r"</?(?:i|b|sub|sup)>")
_TAG_OR_PARAGRAPH = re.compile(r"<(/?)(i|b|sub|sup)>|\n[^\S\n]*\n")
# The stroke of a fraction has no raised form; this letter of another script looks like one.
_SUPERSCRIPTS = str.maketrans(
    "0123456789+−-=()/abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW′",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᐟᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ′",
)
_SUBSCRIPTS = str.maketrans(
    "0123456789+−-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"
)
_TOKEN = re.compile(r"\\([A-Za-z]+)\*?|\\(.)|(\s+)|(.)", re.DOTALL)


def find_formula(text, start):
    """The end of the formula whose dollar stands at ``start``, or None when it is no formula."""
    if not _OPENING.match(text, start):
        return None
    end = start
    while True:
        end = text.find("$", end + 1, start + LONGEST_FORMULA)
        if end == -1:
            return None
        if text[end - 1] != "\\":
            break
    after = text[end + 1 : end + 2]
    if after.isdigit() or after == "$" or not _looks_like_a_formula(text[start + 1 : end]):
        return None
    return end


def _looks_like_a_formula(body):
    if _TRAILING_OPERATOR.search(body) or "\n\n" in body:
        return False
    return bool(_TEX_MARK.search(body) or _PLAIN_SYMBOL.fullmatch(body))


def formula_html(body):
    """The formula as HTML: raised and lowered parts, Greek letters, the rest as it was typed."""
    return f'<span class="math">{_Reader(body, _Html).read()}</span>'


def mark_up(text):
    """Plain text as HTML, with its formulas and its inline markup shown."""
    return "".join(written(text, text_as=escape, tag_as=str, formula_as=formula_html))


def plain(text):
    """A title or an abstract in letters alone, on one line: ``CO<sub>2</sub>`` is "CO2".

    What is raised stays raised where Unicode has the letters for it: ``$n^2$`` is "n²".
    """
    if "<" not in text and "$" not in text:
        return " ".join(text.split())
    pieces, raised_from = [], []
    for piece in written(text, text_as=str, tag_as=_Tag, formula_as=_formula_text):
        if not isinstance(piece, _Tag):
            pieces.append(piece)
        elif piece == "<sup>":
            raised_from.append(len(pieces))
        elif piece == "</sup>":
            raised = "".join(pieces[raised_from[-1] :])
            pieces[raised_from.pop() :] = [raised_letters(raised) or raised]
    return " ".join("".join(pieces).split())


def raised_letters(text):
    """The text in superscript letters, or None where Unicode lacks one of them."""
    return _in_letters(text, _SUPERSCRIPTS)


def _in_letters(text, letters):
    return text.translate(letters) if all(ord(letter) in letters for letter in text) else None


class _Tag(str):
    """An opening or closing tag of the inline markup."""

    __slots__ = ()


def _formula_text(body):
    return _Reader(body, _Letters).read()


def written(text, *, text_as, tag_as, formula_as):
    """The pieces of a text in order, each passed through the function of its kind."""
    formulas = list(_formulas(text))
    tags = _paired_tags(text, formulas)
    done = 0
    for start, end in sorted([*formulas, *tags]):
        if done < start:
            yield text_as(text[done:start])
        is_formula = text[start] == "$"
        yield formula_as(text[start + 1 : end - 1]) if is_formula else tag_as(text[start:end])
        done = end
    if done < len(text):
        yield text_as(text[done:])


def _formulas(text):
    """Where formulas begin and end, dollars included; none reaches over a tag."""
    at = text.find("$")
    while at != -1:
        end = find_formula(text, at)
        if end is not None and not _TAG.search(text, at, end):
            yield at, end + 1
            at = end
        at = text.find("$", at + 1)


def _paired_tags(text, formulas):
    """Where the tags stand that open and close something, properly nested, in one paragraph."""
    paired, open_tags, open_of = [], [], Counter()
    inside = iter([*formulas, (len(text), len(text))])
    formula = next(inside)
    for found in _TAG_OR_PARAGRAPH.finditer(text) if "<" in text else ():
        while formula[1] <= found.start():
            formula = next(inside)
        if formula[0] <= found.start():
            continue
        slash, name = found.groups()
        if name is None:
            open_tags.clear()
            open_of.clear()
        elif not slash:
            open_tags.append((name, found.span()))
            open_of[name] += 1
        elif open_of[name]:
            opened = None
            while opened != name:  # what was opened within and never closed is text
                opened, span = open_tags.pop()
                open_of[opened] -= 1
            if len(open_tags) < _DEEPEST:
                paired += [span, found.span()]
    return paired


class _Html:
    """How the parts of a formula are written in HTML."""

    @staticmethod
    def letter(text):
        return escape(text)

    @staticmethod
    def raised(inside):
        return f"<sup>{inside}</sup>"

    @staticmethod
    def lowered(inside):
        return f"<sub>{inside}</sub>"


class _Letters:
    """How the parts of a formula are written where there is nothing but letters."""

    letter = staticmethod(str)

    @staticmethod
    def raised(inside):
        return raised_letters(inside) or f"^{_held_together(inside)}"

    @staticmethod
    def lowered(inside):
        # A word in subscript letters is hard to read, a figure or a single letter is not.
        is_word = len(re.findall(r"[^\W\d_]", inside)) > 1
        lowered = None if is_word else _in_letters(inside, _SUBSCRIPTS)
        return lowered or f"_{_held_together(inside)}"


def _held_together(inside):
    return inside if re.fullmatch(r"\w*", inside) else f"({inside})"


class _Reader:
    """Goes once through the tokens of a formula; unknown commands stay as they were typed."""

    def __init__(self, body, script):
        self.tokens = _TOKEN.findall(body)
        self.script = script
        self.at = 0

    def read(self, depth=0):
        """Everything up to the brace that closes this group; outermost, to the end."""
        pieces = []
        while self.at < len(self.tokens) and not (depth and self.stands_at_closing_brace()):
            pieces.append(self.piece(depth))
        return "".join(pieces)

    def argument(self, depth):
        """A group in braces, or the one piece that follows."""
        while self.at < len(self.tokens) and self.tokens[self.at][2]:
            self.at += 1
        if self.at == len(self.tokens) or self.stands_at_closing_brace():
            return ""
        return self.piece(depth + 1)

    def stands_at_closing_brace(self):
        return self.tokens[self.at][3] == "}"

    def piece(self, depth):
        command, escaped, blank, letter = self.tokens[self.at]
        self.at += 1
        if blank:
            return " "
        if command or escaped:
            return self.command(command or escaped, depth)
        if depth > _DEEPEST:
            return self.script.letter(letter)
        if letter == "{":
            inside = self.read(depth + 1)
            self.at += 1
            return inside
        if letter == "_":
            return self.script.lowered(self.argument(depth))
        if letter == "^":
            return self.script.raised(self.argument(depth))
        return {"'": "′", "-": "−", "~": " ", "}": ""}.get(letter, self.script.letter(letter))

    def command(self, name, depth):
        if name in SYMBOLS:
            return self.script.letter(SYMBOLS[name])
        if name in _FUNCTIONS:
            return name
        if depth > _DEEPEST:
            return self.script.letter(f"\\{name}")
        if name in _STYLES:
            return self.argument(depth)
        if name == "mathbb":
            return self.argument(depth).translate(_BLACKBOARD)
        if name == "sqrt":
            return f"√({self.argument(depth)})"
        if name in ("frac", "dfrac", "tfrac"):
            return f"{self.operand(depth)}/{self.operand(depth)}"
        return self.script.letter(f"\\{name}")

    def operand(self, depth):
        part = self.argument(depth)
        return part if re.fullmatch(r"\w+", part) else f"({part})"
