"""The links under a list of publications to its files."""

from typing import NamedTuple

from django.urls import reverse

from publications.exporting import formats


class FileLink(NamedTuple):
    """A link to a file: the name of its format, its type for programs, its address."""

    label: str
    media_type: str
    url: str

    def narrowed(self, query):
        """The same file with those publications alone that ``query`` asks for, if it does."""
        return self._replace(url=f"{self.url}?{query}") if query else self


def files_of(view_name, *args):
    """The files of the list whose address has this name."""
    return [
        FileLink(known.label, known.media_type, reverse(view_name, args=[*args, ending]))
        for ending, known in formats.OF_LISTS.items()
    ]
