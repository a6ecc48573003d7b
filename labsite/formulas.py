"""Inline formulas, ``$T(n_{\\min})$``, written so that they read well without JavaScript."""

import re

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
    tokens = _TOKEN.findall(body)
    return f'<span class="math">{_Reader(tokens).read()}</span>'


def mark_up(text):
    """Plain text as HTML, with its formulas marked up."""
    pieces, done, at = [], 0, text.find("$")
    while at != -1:
        end = find_formula(text, at)
        if end is not None:
            pieces += [escape(text[done:at]), formula_html(text[at + 1 : end])]
            done = at = end + 1
        else:
            at += 1
        at = text.find("$", at)
    return "".join([*pieces, escape(text[done:])])


class _Reader:
    """Goes once through the tokens of a formula; unknown commands stay as they were typed."""

    def __init__(self, tokens):
        self.tokens = tokens
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
            return escape(letter)
        if letter == "{":
            inside = self.read(depth + 1)
            self.at += 1
            return inside
        if letter == "_":
            return f"<sub>{self.argument(depth)}</sub>"
        if letter == "^":
            return f"<sup>{self.argument(depth)}</sup>"
        return {"'": "′", "-": "−", "~": " ", "}": ""}.get(letter, escape(letter))

    def command(self, name, depth):
        if name in SYMBOLS:
            return escape(SYMBOLS[name])
        if name in _FUNCTIONS:
            return name
        if depth > _DEEPEST:
            return escape(f"\\{name}")
        if name in _STYLES:
            return self.argument(depth)
        if name == "mathbb":
            return self.argument(depth).translate(_BLACKBOARD)
        if name == "sqrt":
            return f"√({self.argument(depth)})"
        if name in ("frac", "dfrac", "tfrac"):
            return f"{self.operand(depth)}/{self.operand(depth)}"
        return escape(f"\\{name}")

    def operand(self, depth):
        part = self.argument(depth)
        return part if re.fullmatch(r"\w+", part) else f"({part})"
