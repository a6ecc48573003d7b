"""BibTeX and BibLaTeX files, as people and programs write them.

``entries`` finds and reads the entries, ``inheritance`` completes them from their volumes, and
``works`` puts each field to its place, with ``names``, ``dates``, ``numbers`` and ``types`` for
theirs. The reader is our own: libraries stop at the first odd entry, refuse a field that is there
twice, or pass over what they do not understand without a word.
"""

import re
from collections import OrderedDict

from django.utils.translation import ngettext

from publications.importing.bibtex import inheritance, journals, works
from publications.importing.bibtex.entries import (
    COMMANDS,
    LONGEST_MACRO,
    key_of,
    read_entry,
    read_macro,
    shortened,
    spans,
)
from publications.importing.markup import usable
from publications.importing.readings import Reading, Unreadable
from publications.works import Origin

FORMAT = "BibTeX"
REMEMBERED_VOLUMES = 256
MOST_MACROS = 50_000

# The months are explained by every style.
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)
STANDARD_MACROS = {name[:3].lower(): name for name in _MONTHS} | journals.MACROS


def read(text, *, file="", macros=None):
    """Read the text of a BibTeX file; ``macros`` are abbreviations of other files, by name."""
    return _File(text, file, macros or {}).reading


def macros_of(text):
    """The abbreviations (``@string``) of a file, by their names in small letters."""
    return _File(text, "", {}).own_macros


class _File:
    """A BibTeX file: where its entries stand, its abbreviations, and its entries by key."""

    def __init__(self, text, file, macros):
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.text = usable(text).replace("\ufeff", "")
        self.file = file
        self.spans = []
        self.own_macros = {}
        self.macros = STANDARD_MACROS | {name.lower(): words for name, words in macros.items()}
        self.passed_over = 0
        for span in spans(self.text):
            if span.kind == "string":
                self._add_macro(span)
            elif span.kind in COMMANDS:
                self.passed_over += 1
            else:
                self.spans.append(span)
        self._places = None
        self._volumes = OrderedDict()
        self.reading = Reading(FORMAT, len(self.spans), self._entries(), self._notes())

    def _add_macro(self, span):
        found = read_macro(self.text, span, self.macros)
        if found and len(self.own_macros) < MOST_MACROS:
            name, words = found
            self.own_macros[name] = self.macros[name] = words[:LONGEST_MACRO]

    def _notes(self):
        notes = []
        if self.passed_over:
            notes.append(
                ngettext(
                    "%(count)d comment or preamble was passed over.",
                    "%(count)d comments and preambles were passed over.",
                    self.passed_over,
                )
                % {"count": self.passed_over}
            )
        commented = len(re.findall(r"^[ \t]*%[%\s]*@[A-Za-z]+\s*[{(]", self.text, re.MULTILINE))
        if commented:
            notes.append(
                ngettext(
                    "%(count)d entry that a per cent sign takes out was passed over.",
                    "%(count)d entries that a per cent sign takes out were passed over.",
                    commented,
                )
                % {"count": commented}
            )
        return notes

    def _entries(self):
        line, counted_to = 1, 0
        for span in self.spans:
            line += self.text.count("\n", counted_to, span.start)
            counted_to = span.start
            yield self._work(span, line)

    def _work(self, span, line):
        entry = read_entry(self.text, span, self.macros)
        origin = Origin(self.file, line, entry.key)
        if entry.problem:
            return Unreadable(origin, entry.problem, self._excerpt(span))
        if "crossref" in entry.fields or "xdata" in entry.fields:
            inheritance.complete(entry, self._volume)
        work = works.work_of(entry, origin)
        if isinstance(work, Unreadable):
            return work._replace(excerpt=self._excerpt(span))
        return work

    def _excerpt(self, span):
        return shortened(self.text[span.start : min(span.end + span.is_closed, span.start + 1_000)])

    def _volume(self, key):
        """The entry of this key that others refer to, or None; the first of several."""
        if self._places is None:
            self._places = {}
            for place, span in enumerate(self.spans):
                self._places.setdefault(key_of(self.text, span).lower(), place)
        place = self._places.get(key.lower())
        if place is None:
            return None
        if place not in self._volumes:
            if len(self._volumes) >= REMEMBERED_VOLUMES:
                self._volumes.popitem(last=False)
            self._volumes[place] = read_entry(self.text, self.spans[place], self.macros)
        return self._volumes[place]
