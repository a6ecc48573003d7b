"""What is read from a source, whatever its format: works, and entries that could not be read."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from publications.works import Origin, Work


class UnreadableError(Exception):
    """Nothing of a source can be read; ``sentence`` tells the person what to do about it."""

    def __init__(self, sentence):
        super().__init__(sentence)
        self.sentence = sentence


class Unreadable(NamedTuple):
    """An entry that could not be read: where it stands, why, and how it begins."""

    origin: Origin
    reason: str
    excerpt: str = ""


@dataclass
class Reading:
    """A source on its way to being read.

    Going through it yields a ``Work`` or an ``Unreadable`` for each entry, in the order of the
    file, once: entries are read as they are asked for, so that a file of 50,000 never stands in
    memory as works. ``count`` is the plain number of entries, known from the start. ``notes`` are
    sentences about the file as a whole; the last of them is there when the last entry is.
    """

    format: str
    count: int
    entries: Iterator[Work | Unreadable]
    notes: list[str] = field(default_factory=list)

    def __iter__(self):
        return iter(self.entries)
