"""JSON texts: one record, or a list of them that is gone through one record at a time."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from publications.importing.markup import usable
from publications.importing.readings import Unreadable, UnreadableError
from publications.works import Origin

_BLANK = re.compile(r"[\s,]*")
_DECODER = json.JSONDecoder()
EXCERPT = 200


class Item(NamedTuple):
    """One record of a list, with the line on which it begins."""

    value: Any
    line: int


def one(text):
    """The record that the whole text is; raises UnreadableError with what to do."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise UnreadableError(
            _("The JSON breaks off or has a mistake in line %(line)s. Please export it once more.")
            % {"line": error.lineno}
        ) from None
    except (ValueError, RecursionError):
        raise UnreadableError(
            _("This JSON is nested too deeply, or holds a number that is too long to be one.")
        ) from None


def items(text) -> Iterator[Item | Unreadable]:
    """The records of a list one by one; what follows a mistake is one entry that cannot be read."""
    at = text.index("[") + 1
    line = 1 + text.count("\n", 0, at)
    while True:
        start = _BLANK.match(text, at).end()
        line += text.count("\n", at, start)
        if text[start : start + 1] in {"]", ""}:
            return
        try:
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            reason = _("The JSON has a mistake here; the rest of the file cannot be read.")
            yield Unreadable(Origin(line=line), reason, text[start : start + EXCERPT])
            return
        yield Item(value, line)
        line += text.count("\n", start, end)
        at = end


def count(text):
    """How many records a list has, the part behind a mistake being one."""
    return sum(1 for _item in items(text))


def text_of(value):
    """The text that a value is: numbers as written, the first of a list, "" for anything else."""
    if isinstance(value, str):
        return usable(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, list):
        return next(filter(None, map(text_of, value)), "")
    return ""


def texts_of(value):
    """All texts of a list, or the one that stands alone."""
    values = value if isinstance(value, list) else [value]
    return [text for text in map(text_of, values) if text.strip()]


def dicts_of(value):
    """The records of a list, or the one that stands alone; whatever else is there is left out."""
    values = value if isinstance(value, list) else [value]
    return [item for item in values if isinstance(item, dict)]


def dict_of(value):
    """The record that a value is, or an empty one."""
    return value if isinstance(value, dict) else {}


def works(records, file, read_record):
    """What ``read_record(record, line)`` makes of each record of a list; the rest is told.

    The list is what ``items`` gives, or one that was read already and knows no lines.
    """
    for record in records:
        if isinstance(record, Unreadable):
            yield record._replace(origin=Origin(file, record.origin.line))
            continue
        value, line = record if isinstance(record, Item) else (record, None)
        if isinstance(value, dict):
            yield read_record(value, line)
        else:
            yield no_record(value, Origin(file, line))


def no_record(value, origin):
    """What stands in a list of records without being one."""
    reason = _("This is no record of a publication, but a bare text or number.")
    return Unreadable(origin, reason, json.dumps(value)[:EXCERPT])


def nothing_there():
    """The sentence about an entry with nothing in it."""
    return _("There is nothing in this entry.")
