"""On which line of a TOML file each key stands, so that a problem can be found by whoever wrote it.

The standard library reads the values but does not say where they were; this walks over a text
that it has read already, and therefore trusts it to be well-formed.
"""

import re
import tomllib
from bisect import bisect_right

_BLANKS = re.compile(r"[ \t]*")
_BLANKS_AND_COMMENTS = re.compile(r"(?:[ \t\n]+|#[^\n]*)*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}\n#]+")
_STRINGS = [
    re.compile(r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}', re.DOTALL),
    re.compile(r"'''(?:[^']|'{1,2}(?!'))*'{3,5}", re.DOTALL),
    re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    re.compile(r"'[^'\n]*'"),
]


def lines_of(text):
    """The line of every key and item: ``("members", 0, "links", 1, "url")`` → 41."""
    return _Walk(text.replace("\r\n", "\n")).lines


class _Walk:
    def __init__(self, text):
        self.text = text
        self.at = 0
        self.line_ends = [found.start() for found in re.finditer("\n", text)]
        self.lines = {}
        self.last_index = {}  # the path of an array of tables → the index of its last table
        self._walk()

    def _walk(self):
        current = ()
        while not self._is_over():
            if self._take("[["):
                *above, name = self._dotted_key()
                array = (*self._resolve(above), name)
                self.last_index[array] = self.last_index.get(array, -1) + 1
                current = (*array, self.last_index[array])
                self._note(current)
                self._take("]]")
            elif self._take("["):
                current = self._resolve(self._dotted_key())
                self._note(current)
                self._take("]")
            else:
                self._pair(current)

    def _is_over(self):
        self._skip(_BLANKS_AND_COMMENTS)
        return self.at >= len(self.text)

    def _take(self, sign):
        found = self.text.startswith(sign, self.at)
        self.at += len(sign) * found
        return found

    def _skip(self, pattern):
        self.at = pattern.match(self.text, self.at).end()

    def _note(self, path):
        # Tables that are only implied stand where their first key does.
        line = bisect_right(self.line_ends, self.at - 1) + 1
        for length in range(1, len(path) + 1):
            self.lines.setdefault(path[:length], line)

    def _resolve(self, keys):
        """The path of a table: below an array, that of its last table."""
        path = ()
        for key in keys:
            path += (key,)
            if path in self.last_index:
                path += (self.last_index[path],)
        return path

    def _dotted_key(self):
        keys = []
        while True:
            self._skip(_BLANKS)
            if quoted := self._string():
                keys.append(tomllib.loads(f"key = {quoted}")["key"])
            else:
                start = self.at
                self._skip(_BARE_KEY)
                keys.append(self.text[start : self.at])
            self._skip(_BLANKS)
            if not self._take("."):
                return keys

    def _string(self):
        for shape in _STRINGS:
            if found := shape.match(self.text, self.at):
                self.at = found.end()
                return found[0]
        return None

    def _pair(self, table):
        path = (*table, *self._dotted_key())
        self._note(path)
        self._take("=")
        self._value(path)

    def _value(self, path):
        self._skip(_BLANKS)
        self._note(path)
        if self._take("["):
            index = 0
            while not self._closes("]"):
                self._value((*path, index))
                index += 1
        elif self._take("{"):
            while not self._closes("}"):
                self._pair(path)
        elif not self._string():
            self._skip(_SCALAR)

    def _closes(self, bracket):
        """Whether the array or inline table ends here; goes on to its next item otherwise."""
        self._skip(_BLANKS_AND_COMMENTS)
        if self._take(","):
            self._skip(_BLANKS_AND_COMMENTS)
        return self._take(bracket)
