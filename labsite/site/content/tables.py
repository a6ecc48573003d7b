"""The tables of a content file: what they say, and what is wrong with it, in words."""

import re
import tomllib
from difflib import get_close_matches
from pathlib import Path

from django.core.exceptions import ValidationError
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from labsite.markdown import printable
from labsite.site.content.places import lines_of

NAMES = ("name", "title", "label", "words", "body")
_PLACE_OF_ERROR = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")


class ContentError(Exception):
    """Everything that is wrong with a content file, one sentence for each problem."""

    def __init__(self, problems):
        self.problems = problems
        super().__init__("\n".join(problems))


class ContentFile:
    """A content file as it was read, and the problems found in it so far."""

    def __init__(self, path):
        self.path = Path(path)
        self.problems = []  # (line, sentence)
        self._bad = set()  # paths of values that cannot be used
        text = self._read()
        try:
            self.values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ContentError([self._syntax(str(error), text)]) from error
        except (RecursionError, ValueError) as error:
            # Brackets within brackets without end, or a number of thousands of figures.
            problem = _("%s cannot be read as TOML: it holds something far too large.")
            raise ContentError([problem % self.path.name]) from error
        self._lines = lines_of(text)

    def _read(self):
        name = self.path.name
        if self.path.is_dir():
            raise ContentError([_("%s is a folder; give the content file in it.") % self.path])
        try:
            content = self.path.read_bytes()
        except FileNotFoundError as error:
            raise ContentError([_("There is no file %s.") % self.path]) from error
        except OSError as error:
            raise ContentError([_("%s cannot be read; may you open it?") % self.path]) from error
        if content.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise ContentError([_("%s is saved as UTF-16. Please save it as UTF-8.") % name])
        try:
            # Some editors put an invisible mark in front of UTF-8; it means nothing.
            return content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = content[: error.start].count(b"\n") + 1
            problem = _("%(file)s, line %(line)s is not UTF-8 text. Please save the file as UTF-8.")
            raise ContentError([problem % {"file": name, "line": line}]) from error

    def _syntax(self, message, text):
        found = _PLACE_OF_ERROR.search(message)
        problem = _("%(file)s, line %(line)s cannot be read as TOML: %(message)s.")
        return problem % {
            "file": self.path.name,
            "line": (found and found[1]) or len(text.splitlines()),
            "message": message[: found.start()] if found else message,
        }

    def line(self, path):
        """The line of the longest part of ``path`` that stands in the file."""
        for length in range(len(path), 0, -1):
            if line := self._lines.get(path[:length]):
                return line
        return 1

    def note_bad(self, table, key):
        """Remember that a value has been reported, so that nothing that follows from it is."""
        self._bad.add((table.path, key))

    def has_bad(self, table, key=None):
        """Whether the table has a value that cannot be used, at ``key`` or anywhere."""
        if key is not None:
            return (table.path, key) in self._bad
        return any(path == table.path for path, _key in self._bad)

    def sentences(self):
        """All problems in the order of their lines."""
        return list(dict.fromkeys(sentence for _line, sentence in sorted(self.problems)))

    def top(self):
        """The whole file as one table."""
        return Table(self, self.values, ())


class Table:
    """One table of the file. Who reads a key marks it as known; ``finish`` reports the others."""

    def __init__(self, file, values, path, *, owner=""):
        self.file = file
        self.values = values
        self.path = path
        self.owner = owner  # the name of the record that this row belongs to
        self._known = set()

    @property
    def name(self):
        """How the file itself names what this table is about."""
        return next((str(self.values[key]) for key in NAMES if self.values.get(key)), "")

    def __contains__(self, key):
        self._known.add(key)
        return key in self.values

    def problem(self, message, key=None):
        """Note that something is wrong here, at ``key`` or with the table as a whole."""
        if isinstance(message, ValidationError):
            message = " ".join(message.messages)
        path = self.path if key is None else (*self.path, *([key] if isinstance(key, str) else key))
        words = {
            "file": self.file.path.name,
            "line": self.file.line(path),
            "table": self._in_words(),
            "problem": message,
        }
        sentence = (
            _("%(file)s, line %(line)s, %(table)s: %(problem)s")
            if self.path
            else _("%(file)s, line %(line)s: %(problem)s")
        )
        self.file.problems.append((words["line"], sentence % words))

    def _in_words(self):
        if not self.path:
            return ""
        names = [step for step in self.path if isinstance(step, str)]
        is_array = isinstance(self.path[-1], int)
        label = f"[[{'.'.join(names)}]]" if is_array else f"[{'.'.join(names)}]"
        if self.owner:
            return _("%(table)s of “%(owner)s”") % {"table": label, "owner": self.owner}
        return f"{label} “{self.name}”" if self.name and is_array else label

    def wrong(self, key, expected):
        """Report a value of another type than expected."""
        self.problem(
            _("“%(key)s” must be %(expected)s, not %(found)s.")
            % {"key": _joined(key), "expected": expected, "found": _type(self._value(key))},
            key,
        )

    def _value(self, key):
        value = self.values
        for step in [key] if isinstance(key, str) else key:
            value = value[step]
        return value

    def text(self, key):
        """The text of a key; numbers are taken as they are written. "" after a problem."""
        if key not in self:
            return ""
        value = self.values[key]
        if isinstance(value, str):
            return printable(value).strip()
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        self.wrong(key, _("a text in quotation marks"))
        return ""

    def number(self, key):
        """A whole number, or None after a problem."""
        value = self.values[key] if key in self else None
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        self.wrong(key, _("a whole number from 0 on"))
        return None

    def texts(self, key):
        """A list of texts."""
        items = self.items(key)
        texts = []
        for index, item in enumerate(items):
            if isinstance(item, str):
                texts.append(printable(item).strip())
            else:
                self.wrong((key, index), _("a text in quotation marks"))
        return texts

    def items(self, key):
        """A list of anything; a single value is not one."""
        if key not in self:
            return []
        value = self.values[key]
        if isinstance(value, list):
            return value
        self.wrong(key, _("a list in square brackets"))
        return []

    def tables(self, key, *, text_as=None):
        """The tables of a list; texts in it stand for a table whose only key is ``text_as``.

        None when the file does not mention the list, which is something else than an empty one.
        """
        if key not in self:
            return None
        found = []
        for index, item in enumerate(self.items(key)):
            if text_as and isinstance(item, str):
                item = {text_as: item}
            if isinstance(item, dict):
                found.append(self._below(key, index, item))
            else:
                expected = _("a text or a table") if text_as else _("a table, as in [[%s]]") % key
                self.wrong((key, index), expected)
        return found

    def table(self, key):
        """A single table below this one, or None."""
        if key not in self:
            return None
        if isinstance(self.values[key], dict):
            return self._below(key, None, self.values[key])
        self.wrong(key, _("a table, as in [%s]") % key)
        return None

    def line_of_names(self, key):
        """A key whose text holds several rows, as the table that they all stand in."""
        return Table(self.file, {}, (*self.path, key), owner=self.name)

    def _below(self, key, index, values):
        path = (*self.path, key) if index is None else (*self.path, key, index)
        return Table(self.file, values, path, owner=self.name or self.owner)

    def finish(self):
        """Report the keys that nobody asked for."""
        for key in self.values:
            if key not in self._known:
                near = get_close_matches(key, self._known, n=1)
                problem = (
                    _("“%(key)s” is not known here. Do you mean %(known)s?")
                    if near
                    else _("“%(key)s” is not known here. Known are: %(known)s.")
                )
                words = {"key": key, "known": one_of(near or sorted(self._known))}
                self.problem(problem % words, key)


def _joined(key):
    return key if isinstance(key, str) else f"{key[0]}[{key[1] + 1}]"


def _type(value):
    """What a value is, in words."""
    match value:
        case bool():
            return _("true or false")
        case int():
            return _("a number")
        case float():
            return _("a number with a decimal point")
        case str():
            return _("a text")
        case list():
            return _("a list")
        case dict():
            return _("a table")
    return _("a date or time")


def one_of(values):
    """A choice in words: "a, b or c"."""
    return get_text_list([f"“{value}”" for value in values], _("or"))
