"""What somebody pasted, read or looked up: works, and entries of which nothing was found."""

import time
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from publications import lookups
from publications.importing import numbers, sources, texts
from publications.importing.readings import Reading, Unreadable, UnreadableError
from publications.works import Origin, Work

PASTED = "pasted"
# Somebody waits for the page: after so many seconds no further look-up begins.
LOOKING_UP = 20
MOST_NAMED = 5  # numbers in one sentence
SLOW = 5  # seconds of a look-up that failed, after which nobody is asked any more


class TooMuchError(Exception):
    """There are more entries than a page takes."""


@dataclass
class Found:
    """What a text or a file led to, in its order; ``source`` names where it came from."""

    source: str
    entries: list[Work | Unreadable] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def works(self):
        return [entry for entry in self.entries if isinstance(entry, Work)]

    @property
    def failures(self):
        return [entry for entry in self.entries if isinstance(entry, Unreadable)]

    def source_for(self, user):
        """The source as an import knows it: what two people paste has nothing in common.

        Else the entry "a" of one would be taken for the entry "a" of the other.
        """
        return f"{PASTED}:{user.pk}" if self.source == PASTED else self.source

    def as_reading(self):
        """The same as an import takes it."""
        return Reading(self.source, len(self.entries), iter(self.entries), self.notes)


def find(content, *, file="", at_most=None):
    """What the bytes of a text or a file lead to.

    A list of DOIs, arXiv numbers and ORCID iDs is looked up; everything else is read as it is.
    Raises UnreadableError with a sentence when it is neither, and TooMuchError.
    """
    try:
        reading = sources.read(content, file=file)
    except UnreadableError as error:
        if sources.is_document(content):
            raise
        named = _named(texts.decode(content))
        if not named:
            advice = _("DOIs, arXiv links and ORCID iDs are looked up, too.")
            raise UnreadableError(f"{error.sentence} {advice}") from None
        _limit(len(named), at_most)
        return _LookUps(at_most).find(named)
    _limit(reading.count, at_most)
    entries = list(reading)  # the last note is there when the last entry is
    beside = numbers.beside(texts.decode(content), entries)
    return Found(_source_of(file), entries, [*_left_aside(beside), *reading.notes])


def _source_of(file):
    """A file as a source; one that is called like a service must not be taken for it."""
    is_like_another = file.partition(":")[0] in {PASTED, lookups.DOI_SOURCE, lookups.ORCID_SOURCE}
    return f"./{file}" if is_like_another else file or PASTED


def _left_aside(named):
    """A sentence about numbers that stand beside whole entries, and are not looked up."""
    values = list(dict.fromkeys(name.value for name in named))
    if not values:
        return []
    shown = ", ".join(values[:MOST_NAMED]) + (", …" if len(values) > MOST_NAMED else "")
    words = ngettext(
        "{numbers} was not looked up, because whole entries stand beside it. Paste it by itself.",
        "{numbers} were not looked up, because whole entries stand beside them. Paste them by"
        " themselves.",
        len(values),
    )
    return [words.format(numbers=shown)]


def _limit(count, at_most):
    if at_most is not None and count > at_most:
        raise TooMuchError


def _named(text):
    """The lines of a list that names something, each number once; empty where none does."""
    named = {(name.scheme, name.value or name.text): name for name in numbers.names_in(text)}
    is_list = any(name.scheme or name.complaint for name in named.values())
    return list(named.values()) if is_list else []


class _LookUps:
    """Look-ups on one page, which end in time."""

    def __init__(self, at_most):
        self.at_most = at_most
        self.end = time.monotonic() + LOOKING_UP
        self.is_down = False

    @property
    def is_over(self):
        return self.is_down or time.monotonic() > self.end

    def find(self, named):
        are_people = all(name.scheme == "orcid" for name in named)
        found = Found(lookups.ORCID_SOURCE if are_people else lookups.DOI_SOURCE)
        for name in named:
            found.entries += self._entries_of(name, found)
            _limit(len(found.entries), self.at_most)
        return found

    def _entries_of(self, name, found):
        origin = Origin(found.source, name.line, name.value or name.text)
        if not name.scheme:
            unknown = _("This names no paper that we could look up. Paste a DOI or an arXiv link.")
            return [Unreadable(origin, name.complaint or unknown)]
        if self.is_over:
            reason = _("There was no time to look this up. Put it back into the box and try again.")
            return [Unreadable(origin, reason)]
        try:
            if name.scheme == "orcid":
                return self._works_of_person(name, found)
            work = lookups.work_of(name.scheme, name.value)
        except lookups.LookupFailedError as failure:
            # What is not known was answered; anything else would only fail again.
            self.is_down = failure.__cause__ is not None
            return [Unreadable(origin, failure.sentence)]
        work.origin = origin
        return [work]

    def _works_of_person(self, name, found):
        """What an ORCID record lists, each paper in full as long as there is time."""
        reading = lookups.works_of_orcid(name.value)
        _limit(reading.count, self.at_most)
        entries = []
        for entry in reading:
            if isinstance(entry, Work) and entry.doi and not self.is_over:
                begun = time.monotonic()
                full = lookups.completed(entry)
                self.is_down = full is entry and time.monotonic() - begun > SLOW
                entry = full
            entries.append(entry)
        found.notes += reading.notes
        return entries
