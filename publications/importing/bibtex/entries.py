"""The entries of a BibTeX file: where they begin and end, and their fields, read tolerantly.

Real files lack commas, repeat fields and forget braces. What can be read without a guess is read,
with a sentence about what was odd; an entry whose braces do not close ends where the next line
begins with ``@word{``, so that nothing after it is lost. Every step goes forward through the text
once, so that time grows with its length and nothing else.
"""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

LONGEST_EXCERPT = 80
LONGEST_KEY = 250
LONGEST_INDENT = 1_000  # characters on a line before an entry
# What macros may add to one entry. A macro holds the name of a journal; one that is made of two
# others, which are made of two others, doubles with each line.
LONGEST_MACRO = 2_000
MOST_FROM_MACROS = 20_000
MOST_CUT_OFF = 20  # fields of one entry that nothing closes; each may be looked through once more
COMMANDS = {"string", "comment", "preamble"}

_TYPE = r"[^\W\d_][\w.+:*-]*"
_HEAD = re.compile(rf"@[ \t]*({_TYPE})\s*([{{(])")
# Where a broken entry is given up: at a line that begins another one.
_LINE_WITH_HEAD = re.compile(rf"\n[ \t]*@[ \t]*{_TYPE}\s*[{{(]")
_PARENTHESIS = re.compile(r'[{}()"]')
_UNESCAPED_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_NEXT_FIELD = re.compile(r'\s*,\s*[^\W\d][\w:.+-]*\s*=\s*[{"\w]')
_KEY_AHEAD = re.compile(r"[ \t\n]*[^\s,={}()\"'#%]*\s*,")
_COMMENTED_LINE = re.compile(r"[ \t]*%[%\s]*")

_FIELD_NAME = re.compile(r'[\s,;]*([^\s=,;{}"#()]+)\s*=\s*')
_DEEP = r"\{(?:[^{}]++|\{(?:[^{}]++|\{(?:[^{}]++|\{[^{}]*+\})*+\})*+\})*+\}"
_SIMPLE_FIELD = re.compile(
    rf'[\s,]*+([^\W\d][\w:.+/-]*+)\s*+=\s*+(?:({_DEEP})|"([^"{{}}]*+)"|(\d++))\s*+(?:,|\Z)'
)
_BRACE = re.compile(r"[{}]")
_BRACE_OR_QUOTE = re.compile(r'[{}"]')
_BARE_WORD = re.compile(r'[^\s,{}"#=]+')
_JOIN = re.compile(r"\s*#[\s#]*")
_AFTER_QUOTE = re.compile(r"\s*(?:[,#}]|\Z|[^\W\d][\w:.+-]*\s*=)")
_FIELD_AHEAD = re.compile(r'(?:,|\n)\s*[^\W\d][\w:.+-]*\s*=\s*[{"\w]')
_KEY = re.compile(r"\s*+([^,={}\"\n]*+)\s*+(?:,|\Z)")
_KEY_WITHOUT_COMMA = re.compile(r"\s*+([^\s,={}\"]++)\s++(?=[^\s,={}\"]++\s*+=)")
_ODD_KEY = re.compile(r"\s*+([^,\n]*+),")
_FIELD_LINE = re.compile(
    r'\n[ \t]*[^\W\d][\w:.+-]*[ \t]*=[ \t]*(?:[{"]|\w+[ \t]*,?[ \t]*(?:\n|\Z))'
)
_LINE_BEFORE_VALUE = re.compile(r"\n[ \t]*[^\W\d][\w:.+-]*[ \t]*=[ \t]*\Z")
_BLANKS = re.compile(r"\s*")
_BLANKS_AND_COMMAS = re.compile(r"[\s,;}]*")
_BARE_LINE = re.compile(r"[^,{}\"#=\n]+(?=[,\n]|\Z)")


class Span(NamedTuple):
    """Where an entry or a command stands: ``start`` at its ``@``, its inside, how it ended."""

    kind: str  # in small letters: "article"
    start: int
    inside: int
    end: int
    is_closed: bool = True
    has_stray_brace: bool = False


@dataclass
class Entry:
    """An entry as it stands in the file: fields by their names in small letters, in TeX."""

    kind: str
    key: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    repeated: list[tuple[str, str]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    problem: str = ""  # why it cannot be read, or ""


def spans(text):
    """Go through the entries and commands of a file in order, as ``Span``."""
    position = limit = 0
    patience = 10 * len(text)  # characters that may be looked at once more
    while found := _HEAD.search(text, position):
        if not _begins_an_entry(text, found):
            position = found.end()
            continue
        inside = found.end()
        if limit < inside:
            ahead = _LINE_WITH_HEAD.search(text, inside)
            limit = ahead.start() + 1 if ahead else len(text)
        find_end = _end_in_braces if found[2] == "{" else _end_in_parentheses
        span = find_end(text, Span(found[1].lower(), found.start(), inside, limit, is_closed=False))
        if not span.is_closed and found[2] == "{":
            patience -= limit - inside
            if patience > 0:
                span = _end_without_escaped(text, span)
        yield span
        position = span.end + span.is_closed


def _begins_an_entry(text, found):
    """Whether this ``@word{`` outside of all entries is one, and no address or remark."""
    start = found.start()
    before = text[max(0, start - LONGEST_INDENT) : start].rpartition("\n")[2]
    if not before.strip():
        return True
    if _COMMENTED_LINE.fullmatch(before) or before.lstrip().startswith("%"):
        return False
    is_apart = before[-1] in "}),;" or before[-1].isspace()
    return is_apart and (
        found[1].lower() in COMMANDS or _KEY_AHEAD.match(text, found.end()) is not None
    )


def _end_in_braces(text, span):
    """The span up to the brace that closes it, if one does before the next entry begins."""
    depth, has_stray_brace = 1, False
    for found in _BRACE.finditer(text, span.inside, span.end):
        if found[0] == "{":
            depth += 1
            continue
        depth -= 1
        if not depth:
            end = found.start()
            if not _NEXT_FIELD.match(text, end + 1):
                return span._replace(end=end, is_closed=True, has_stray_brace=has_stray_brace)
            # A brace too many within a field: the entry goes on behind it.
            depth, has_stray_brace = 1, True
    return span._replace(has_stray_brace=has_stray_brace)


def _end_without_escaped(text, span):
    """The same where only a ``\\{`` for a brace made it look as if nothing closed the entry."""
    depth = 1
    for found in _UNESCAPED_BRACE.finditer(text, span.inside, span.end):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if not depth and not _NEXT_FIELD.match(text, found.end()):
            return span._replace(end=found.start(), is_closed=True, has_stray_brace=True)
    return span


def _end_in_parentheses(text, span):
    """The same for an entry in parentheses, which may stand in braces or quotes within it."""
    depth, is_quoted = 0, False
    for found in _PARENTHESIS.finditer(text, span.inside, span.end):
        sign = found[0]
        if sign == "{":
            depth += 1
        elif sign == "}":
            depth -= 1
        elif sign == '"':
            is_quoted = is_quoted != (depth == 0)
        elif sign == ")" and depth == 0 and not is_quoted:
            return span._replace(end=found.start(), is_closed=True)
    return span


def read_entry(text, span, macros):
    """The key and the fields of an entry; ``macros`` are names in small letters with texts."""
    return _EntryReader(text, span, macros).entry


def read_macro(text, span, macros):
    """The name in small letters and the text of an ``@string``, or None."""
    reader = _EntryReader(text, span, macros, has_key=False)
    return next(iter(reader.entry.fields.items()), None)


def key_of(text, span):
    """The key of an entry, or ""."""
    return _key_and_end(text, span)[0]


def _key_and_end(text, span):
    """The key of an entry and where its fields begin."""
    for shape in (_KEY, _KEY_WITHOUT_COMMA):
        if found := shape.match(text, span.inside, span.end):
            return " ".join(found[1].split())[:LONGEST_KEY], found.end()
    is_field = _FIELD_NAME.match(text, span.inside, span.end)
    found = _ODD_KEY.match(text, span.inside, span.end)
    if found and not is_field and "=" not in found[1]:
        return " ".join(re.sub(r'[{}"]', "", found[1]).split())[:LONGEST_KEY], found.end()
    return "", span.inside


def _without_open_braces(text):
    """A text without the braces that have no partner."""
    opened, lonely = [], set()
    for found in _BRACE.finditer(text):
        if found[0] == "{":
            opened.append(found.start())
        elif opened:
            opened.pop()
        else:
            lonely.add(found.start())
    lonely.update(opened)
    return "".join(letter for place, letter in enumerate(text) if place not in lonely)


class _EntryReader:
    """Reads the inside of one entry, from its key to its last field."""

    def __init__(self, text, span, macros, *, has_key=True):
        self.text = text
        self.span = span
        self.macros = macros
        self.at = span.inside
        self.end = span.end
        self.entry = Entry(span.kind)
        self.from_macros = 0
        self.cut_off = 0  # fields that nothing closes
        self.odd = set()  # kinds of oddities that have been told
        if has_key:
            self._read_key()
        self._read_fields()
        if not self.entry.problem:
            self._judge_the_end()

    def _warn(self, kind, sentence):
        if kind not in self.odd:
            self.odd.add(kind)
            self.entry.warnings.append(sentence)

    def _read_key(self):
        self.entry.key, self.at = _key_and_end(self.text, self.span)
        if not self.entry.key:
            self._warn("key", _("The entry has no key."))

    def _read_fields(self):
        while self.at < self.end:
            found = _SIMPLE_FIELD.match(self.text, self.at, self.end)
            if found and found[2] and found.end(2) > self._end_of_field(found.start(2)):
                found = None  # its brace is missing: it runs on into the next fields
            if found:
                name, braced, quoted, number = found.groups()
                if braced is None:
                    value = quoted if quoted is not None else number
                else:
                    value = braced[1:-1]
                self.at = found.end()
                self._keep(name.lower(), value)
            elif found := _FIELD_NAME.match(self.text, self.at, self.end):
                self.at = found.end()
                value = self._read_value(found[1].lower())
                if self.entry.problem:
                    return
                self._keep(found[1].lower(), value)
                self._expect_comma(found[1])
            else:
                self._pass_over()

    def _expect_comma(self, name):
        rest = _BLANKS.match(self.text, self.at, self.end).end()
        if f"open {name.lower()}" in self.odd:
            return
        if rest < self.end and self.text[rest] not in ",}":
            self._warn(
                f"comma {len(self.entry.fields)}",
                _("A comma is missing after the field “%(field)s”.") % {"field": name[:60]},
            )

    def _keep(self, name, value):
        if name in self.entry.fields:
            self.entry.repeated.append((name, value))
        else:
            self.entry.fields[name] = value

    def _pass_over(self):
        """Go on behind what is neither a field nor a comma, to the next line or comma."""
        found = _BLANKS_AND_COMMAS.match(self.text, self.at, self.end)
        if found.end() > self.at:
            if "}" in found[0]:
                self._warn("brace", _("There is a closing brace too many."))
            self.at = found.end()
            return
        ahead = _FIELD_AHEAD.search(self.text, self.at, self.end)
        stop = ahead.start() if ahead else self.end
        passed = " ".join(self.text[self.at : stop].split())
        if passed:
            self._warn(
                "junk",
                _("This part was passed over, as it is no field: “%(text)s”.")
                % {"text": shortened(passed)},
            )
        self.at = max(stop, self.at + 1)

    def _read_value(self, name):
        """The value of a field: its parts joined by ``#``, macros replaced by their texts."""
        parts = []
        while True:
            parts.append(self._read_part(name))
            joined = _JOIN.match(self.text, self.at, self.end)
            if self.entry.problem or not joined:
                return "".join(parts)
            self.at = joined.end()

    def _read_part(self, name):
        sign = self.text[self.at : self.at + 1] if self.at < self.end else ""
        if sign == "{":
            return self._read_braces(name)
        if sign == '"':
            return self._read_quotes(name)
        found = _BARE_WORD.match(self.text, self.at, self.end)
        if not found:
            return ""
        word = found[0]
        if word[0].isdigit() or word.lower() in self.macros:
            self.at = found.end()
            return word if word[0].isdigit() else self._macro(word)
        # Somebody left the braces out: the words up to the comma, unless another field follows.
        line = _BARE_LINE.match(self.text, self.at, self.end)
        self.at = (line or found).end()
        if name not in ("month", "year", "date") and word.lower() not in ("none", "null", "nan"):
            self._warn(
                f"macro {word.lower()}",
                _("The abbreviation “%(name)s” is explained nowhere; it stands as it is.")
                % {"name": word[:60]},
            )
        return f" {(line or found)[0].strip()} "

    def _macro(self, word):
        text = self.macros[word.lower()]
        self.from_macros += len(text)
        if self.from_macros > MOST_FROM_MACROS:
            self._warn("macros", _("Abbreviations make this entry too long; it was cut."))
            return ""
        return text

    def _end_of_field(self, start):
        """Where a field ends at the latest: in an entry that nothing closes, at the next field."""
        if self.span.is_closed:
            return self.end
        line = _FIELD_LINE.search(self.text, start, self.end)
        return line.start() if line else self.end

    def _read_braces(self, name):
        depth, start = 0, self.at
        end = self._end_of_field(start)
        for found in _BRACE.finditer(self.text, start, end):
            depth += 1 if found[0] == "{" else -1
            if not depth:
                self.at = found.end()
                return self.text[start + 1 : found.start()]
        return self._read_escaped_braces(name, end)

    def _read_escaped_braces(self, name, end):
        """The same where ``\\{`` stands for a brace alone, as TeX but not BibTeX has it."""
        depth, start = 0, self.at
        for found in _UNESCAPED_BRACE.finditer(self.text, start, end):
            depth += {"{": 1, "}": -1}.get(found[0], 0)
            if not depth:
                self.at = found.end()
                return self.text[start + 1 : found.start()]
        return self._cut_off(start, end, name)

    def _read_quotes(self, name):
        depth, start = 0, self.at
        last = self._end_of_field(start)
        for found in _BRACE_OR_QUOTE.finditer(self.text, start + 1, last):
            if found[0] == "{":
                depth += 1
            elif found[0] == "}":
                depth -= 1
            elif depth <= 0:
                line = _LINE_BEFORE_VALUE.search(self.text[start : found.start()])
                if line:  # this mark opens the next field
                    return self._cut_off(start, start + line.start(), name)
                end = self._end_of_quotes(found.start())
                self.at = end + 1
                return self.text[start + 1 : end]
        return self._cut_off(start, last, name)

    def _cut_off(self, start, end, name):
        """The value of a field that nothing closes, which ends before the line of the next one."""
        if end >= self.end and (line := _FIELD_LINE.search(self.text, start, end)):
            end = line.start()
        self.cut_off += 1
        if end >= self.end or self.cut_off > MOST_CUT_OFF:
            self._give_up(start, name)
            return ""
        self.at = end
        self.odd |= {"brace", "end"}
        self._warn(
            f"open {name}",
            _("Nothing closes the field “%(field)s”, which was read up to the next one: “%(text)s”")
            % {"field": name[:60], "text": shortened(self.text[start:end])},
        )
        marks = ' \t\n,"' if self.text[start] == '"' else " \t\n,"
        return _without_open_braces(self.text[start + 1 : end].rstrip(marks))

    def _end_of_quotes(self, candidate):
        """The quotation mark that ends a value: the first, unless more of the value follows it."""
        if _AFTER_QUOTE.match(self.text, candidate + 1, self.end):
            return candidate
        ahead = _FIELD_AHEAD.search(self.text, candidate, self.end)
        last = self.text.rfind('"', candidate, ahead.start() if ahead else self.end)
        if last > candidate and _AFTER_QUOTE.match(self.text, last + 1, self.end):
            self._warn("quotes", _("There are quotation marks within quotation marks."))
            return last
        return candidate

    def _give_up(self, start, name):
        below = self.text.count("\n", self.span.start, start)
        self.at = self.end
        sentence = _(
            "The brace or quotation mark that opens the field “%(field)s” is never closed. "
            "Please add the missing one."
        )
        if below:
            sentence = ngettext(
                "The brace or quotation mark that opens the field “%(field)s” is never closed "
                "(%(lines)s line below the beginning of the entry). Please add the missing one.",
                "The brace or quotation mark that opens the field “%(field)s” is never closed "
                "(%(lines)s lines below the beginning of the entry). Please add the missing one.",
                below,
            )
        self.entry.problem = sentence % {"field": name[:60], "lines": below}

    def _judge_the_end(self):
        if self.span.is_closed:
            if self.span.has_stray_brace:
                self._warn("brace", _("There is a closing brace too many."))
        elif self.entry.fields:
            self._warn("end", _("The brace that closes the entry is missing."))
        else:
            self.entry.problem = _(
                "The entry is never closed and has no fields. Please add the missing brace."
            )


def shortened(text):
    """The beginning of a text in one line, for reports."""
    text = " ".join(text[: 4 * LONGEST_EXCERPT].split())
    return text if len(text) <= LONGEST_EXCERPT else f"{text[: LONGEST_EXCERPT - 1]}…"
