"""Single values of a content file, as the columns of the models keep them."""

import datetime
import math

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.db import models
from django.db.models.fields.files import FieldFile
from django.utils import timezone
from django.utils.translation import gettext as _

from labsite.files import document_kind
from labsite.folding import fold
from labsite.lines import LinesField
from labsite.markdown import printable
from labsite.partial_dates import PartialDateField, parse
from labsite.pictures import CleanUpload, PictureField, clean_image
from labsite.site.content.tables import one_of


class Bad(Exception):  # noqa: N818 -- what is bad is the value, and it never gets far
    """A value that cannot be used; its problem has been noted in the file."""


def value(table, key, field):
    """What the file says for a column; raises ``Bad`` when it says something impossible."""
    before = len(table.file.problems)
    found = _read(table, key, field)
    if len(table.file.problems) > before:
        raise Bad
    if isinstance(field, models.FileField):
        return found
    try:
        return field.to_python(found)
    except ValidationError as error:
        words = {"key": key, "problem": " ".join(error.messages)}
        table.problem(_("“%(key)s”: %(problem)s") % words, key)
        raise Bad from error


def _read(table, key, field):
    match field:
        case models.BooleanField():
            return _expect(table, key, bool, _("true or false"))
        case LinesField():
            return table.texts(key)
        case PictureField():
            return _picture(table, key)
        case models.FileField():
            return _document(table, key)
        case PartialDateField():
            return _partial_date(table, key)
        case models.DateTimeField():
            return _moment(table, key)
        case models.DateField():
            return _day(table, key)
        case models.TimeField():
            is_time = isinstance(table.values[key], datetime.time)
            return table.values[key] if is_time else table.text(key)
        case models.IntegerField():
            return _expect(table, key, int, _("a whole number"))
        case models.JSONField():
            return _plain(_expect(table, key, dict, _("a table")))
    return _choice(table, key, field) if field.choices else table.text(key)


def _expect(table, key, kind, words):
    found = table.values[key]
    if not isinstance(found, kind) or (isinstance(found, bool) and kind is not bool):
        table.wrong(key, words)
    return found


def _plain(found):
    """What JSON can hold of a value: dates and endless numbers as they are written."""
    match found:
        case dict():
            return {printable(name): _plain(each) for name, each in found.items()}
        case list():
            return [_plain(each) for each in found]
        case bool() | int():
            return found
        case float() if math.isfinite(found):
            return found
    return printable(str(found))


def _partial_date(table, key):
    found = table.values[key]
    if isinstance(found, bool) or not isinstance(found, (str, int, float, datetime.date)):
        table.wrong(key, _("a date, such as 2025, “2025-06” or 2025-06-14"))
        return ""
    try:
        return parse(found)
    except ValidationError as error:
        table.problem(error, key)
        return ""


def _day(table, key):
    day = table.values[key]
    if isinstance(day, str):
        iso = _partial_date(table, key)
        day = datetime.date.fromisoformat(iso) if len(iso) == 10 else day
        if not iso:
            return None
    if not isinstance(day, datetime.date) or isinstance(day, datetime.datetime):
        table.problem(_("“%s” must be a full day, such as 2025-06-14.") % key, key)
    return day


def _moment(table, key):
    moment = table.values[key]
    if isinstance(moment, datetime.date) and not isinstance(moment, datetime.datetime):
        moment = datetime.datetime.combine(moment, datetime.time())
    if not isinstance(moment, datetime.datetime):
        table.wrong(key, _("a day and time, such as 2025-06-14 12:00:00"))
        return None
    return moment if timezone.is_aware(moment) else timezone.make_aware(moment)


def _choice(table, key, field):
    """A choice by its short word, or by what forms call it."""
    text = table.text(key)
    words = {}
    for choice, label in field.flatchoices:
        words[fold(str(label))] = choice
        words[fold(str(choice))] = choice
    if text and fold(text) not in words:
        table.problem(
            _("“%(text)s” is not a possible “%(key)s”. Write %(choices)s.")
            % {
                "text": text,
                "key": key,
                "choices": one_of([choice for choice, _label in field.flatchoices if choice]),
            },
            key,
        )
    return words.get(fold(text), text)


def _bytes(table, key):
    """The name and the content of the file at a path beside the content file."""
    name = table.text(key)
    try:
        content = (table.file.path.parent / name).read_bytes() if name else b""
    except (OSError, ValueError):
        table.problem(_("There is no file “%s” beside this content file.") % name, key)
        return name, b""
    if name and not content:
        table.problem(_("The file “%s” is empty.") % name, key)
    return name, content


def _picture(table, key):
    name, content = _bytes(table, key)
    if not content:
        return ""
    try:
        return CleanUpload(clean_image(content), name="picture.webp")
    except ValidationError as error:
        table.problem(f"{name}: {' '.join(error.messages)}", key)
        return ""


def _document(table, key):
    name, content = _bytes(table, key)
    if not content:
        return ""
    try:
        document_kind(name, content[:8], len(content))
    except ValidationError as error:
        table.problem(f"{name}: {' '.join(error.messages)}", key)
        return ""
    return ContentFile(content, name=name.rpartition("/")[2])


def differs(stored, found):
    """Whether a value of the file is another one than that of the row."""
    if not isinstance(stored, FieldFile):
        return stored != found
    if not (stored and found):
        return bool(stored) != bool(found)
    try:
        with stored.storage.open(stored.name) as kept:
            is_same = kept.read() == found.read()
    except OSError:
        return True
    found.seek(0)
    return not is_same
