"""What imports did or would do, in the words of people who look after papers."""

from typing import NamedTuple

from django.core.exceptions import FieldDoesNotExist
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from labsite import partial_dates
from publications.finding import PASTED
from publications.lookups import ARXIV_SOURCE, DOI_SOURCE, ORCID_SOURCE
from publications.models import ImportEntry, Publication

NOTES_SHOWN = 3
LONGEST_SHOWN = 400  # characters of an abstract; all of it stands in the record

OTHER_FIELDS = {
    "authors": gettext_lazy("authors"),
    "extra_fields": gettext_lazy("other fields"),
    "members": gettext_lazy("recognised"),
    "links": gettext_lazy("links"),
    "identifiers": gettext_lazy("other numbers"),
    "labs": gettext_lazy("labs that show it"),
}

SOURCES = {
    PASTED: gettext_lazy("Pasted text"),
    DOI_SOURCE: gettext_lazy("From doi.org"),
    ARXIV_SOURCE: gettext_lazy("From arXiv"),
    ORCID_SOURCE: gettext_lazy("From ORCID"),
}

OUTCOMES = {
    ImportEntry.Outcome.CREATED: gettext_lazy("Added"),
    ImportEntry.Outcome.UPDATED: gettext_lazy("Changed"),
    ImportEntry.Outcome.SKIPPED: gettext_lazy("Left as it is"),
    ImportEntry.Outcome.FAILED: gettext_lazy("Not understood"),
}


class ChangeOfField(NamedTuple):
    """One line of what changes: which field, from what, to what."""

    label: str
    old: str
    new: str


class Notes(NamedTuple):
    """Sentences about an entry: the first ones, and those that are folded away."""

    shown: list
    folded: list

    @classmethod
    def of(cls, sentences):
        each_once = list(dict.fromkeys(sentences))
        return cls(each_once[:NOTES_SHOWN], each_once[NOTES_SHOWN:])


def field_words(name):
    """What a field of a paper is called on its form."""
    if name in OTHER_FIELDS:
        return capfirst(str(OTHER_FIELDS[name]))
    try:
        return capfirst(str(Publication._meta.get_field(name).verbose_name))
    except FieldDoesNotExist:
        return capfirst(name.replace("_", " "))


def value_words(name, value):
    """A stored value as people read it; "" for nothing."""
    if value in (None, "", [], {}):
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if name == "date":
        return partial_dates.words(str(value))
    if isinstance(value, dict):
        return _short("; ".join(f"{key}: {text}" for key, text in value.items()))
    if isinstance(value, list | tuple):
        return _short("; ".join(_item_words(item) for item in value))
    try:
        choices = dict(Publication._meta.get_field(name).flatchoices)
    except FieldDoesNotExist:
        choices = {}
    return _short(str(choices.get(value, value)))


def _item_words(item):
    if isinstance(item, dict):
        return str(item.get("printed_name") or item.get("name") or next(iter(item.values()), ""))
    if isinstance(item, list | tuple):
        return ": ".join(str(part) for part in item if part not in (None, ""))
    return str(item)


def _short(text):
    return Truncator(text).chars(LONGEST_SHOWN)


def changes_in_words(changes):
    """What an import changes about a paper, line by line."""
    return [
        ChangeOfField(field_words(name), value_words(name, before), value_words(name, after))
        for name, before, after in changes
    ]


def source_words(source):
    """Where an import came from; who pasted a text is told beside it."""
    name, _colon, user = source.partition(":")
    return str(SOURCES.get(name if user.isdecimal() else source, source))


def place_words(line, key):
    """Where an entry stands in what was imported: "line 34, smith2020"."""
    return ", ".join(filter(None, [_("line {number}").format(number=line) if line else "", key]))
