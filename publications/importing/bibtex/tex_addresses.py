"""Web addresses and numbers as BibTeX files hold them: escaped for TeX, in commands, in company."""

import re
from html import unescape
from urllib.parse import quote

from publications.importing import tex

ADDRESS = re.compile(r"(?:https?://|www\.)[^\s{}\\<>\"]+", re.IGNORECASE)
_FONT = re.compile(r"\\(?:texttt|textsf|textrm|textit|emph|ttfamily|tt|small|footnotesize)\b\s*")
URL_COMMAND = re.compile(r"\\(?:url|href|path|nolinkurl)\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_COMMAND = re.compile(r"\\[A-Za-z]+\s*")
_BEGINS_ADDRESS = re.compile(r"[\s,;]+(?=(?:https?://|www\.))", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([_%#&$~{} ])(?:\{\})?|\{\\([_%#&~])\}")
_TEX_SIGN = re.compile(
    r"\$\\sim\$|\{?\\(?:textasciitilde|sim|texttildelow)\s*(?:\{\})?\}?|\\~\{\}|"
    r"\{?\\textunderscore\s*(?:\{\})?\}?|\{?\\textless\s*(?:\{\})?\}?|"
    r"\{?\\textgreater\s*(?:\{\})?\}?|\$<\$|\$>\$"
)
_BARE_HOST = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{2,24}(?::[0-9]+)?(?:[/?#].*|$)", re.IGNORECASE)
_KNOWN_HOST = re.compile(r"www\.|(?:dx\.)?doi\.org/|arxiv\.org/", re.IGNORECASE)
# Fields of lab sites that hold an address and say by their name what stands there.
LABELLED = {
    "pdf": "PDF",
    "code": "Code",
    "github": "Code",
    "slides": "Slides",
    "video": "Video",
    "poster": "Poster",
    "website": "Website",
    "project": "Project page",
    "data": "Data",
    "dataset": "Data",
    "html": "HTML",
    "supp": "Supplement",
    "blog": "Blog post",
}


def address_text(value):
    """An address or a number as it is typed into a browser, without what TeX needs."""
    if "\\" in value or "$" in value:
        value = _TEX_SIGN.sub(_sign_of_address, URL_COMMAND.sub(r" \1 ", value))
        value = _ESCAPED.sub(lambda found: found[1] or found[2], value)
    value = value.replace("{", "").replace("}", "") if "{" in value or "}" in value else value
    return unescape(value).strip() if "&" in value else value.strip()


def _sign_of_address(found):
    if "less" in found[0] or "<" in found[0]:
        return "<"
    if "greater" in found[0] or ">" in found[0]:
        return ">"
    return "_" if "underscore" in found[0] else "~"


def addresses_in(value):
    """The web addresses of a field, which may hold several or words around them."""
    text = _COMMAND.sub("", address_text(_FONT.sub("", value)))
    if "\n" in text:
        text = re.sub(r"(?<=\S)\n\s*(?=\S)", " " if _BEGINS_ADDRESS.search(text) else "", text)
    if not ADDRESS.match(text):
        return ADDRESS.findall(text)
    return [piece.strip(" ,;") for piece in _BEGINS_ADDRESS.split(text) if piece.strip(" ,;")]


def whole_address(address):
    """An address with its scheme where that is clear, and nothing that could break a page."""
    address = tex.one_line(address)
    if address.startswith("<") and address.endswith(">"):
        address = address[1:-1]
    if address.startswith("//"):
        address = f"https:{address}"
    elif "://" not in address and _BARE_HOST.match(address) and not _KNOWN_HOST.match(address):
        address = f"https://{address}"
    scheme, separator, rest = address.partition("://")
    if not separator or scheme.lower() not in ("http", "https"):
        return address
    host, slash, path = rest.partition("/")
    path = quote(path, safe="/:;?#[]@!$&'()*+,=%~-._" + "".join(set(path) - set(' <>"\\^`{|}')))
    return f"{scheme.lower()}://{host}{slash}{path}"
