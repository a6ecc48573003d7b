"""Partial dates: "2025", "2025-06" or "2025-06-14", as much of a date as somebody told us.

They are kept as ISO text in one column, which sorts right: newest first puts an unknown month at
the end of its year.
"""

import re
import unicodedata
from calendar import monthrange
from datetime import date, timedelta
from functools import cache

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Length
from django.db.models.lookups import In
from django.utils.dates import MONTHS, MONTHS_3, MONTHS_ALT, MONTHS_AP
from django.utils.formats import date_format, get_format
from django.utils.text import format_lazy
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from labsite.folding import fold

FIRST_YEAR, LAST_YEAR = 1000, 2999
EXAMPLE = _("For example 2025, 2025-06 or 2025-06-14.")
HINT = _("Write a year, a year and month, or a full day: 2025, 2025-06 or 2025-06-14.")

# Month names are understood in each of these, whatever language the editor reads the admin in.
MONTH_LANGUAGES = ["en", "de", "fr", "zh-hans", "zh-hant"]
# What people write and Django's lists do not have.
_MORE_MONTHS = {"sept": 9, "juil": 7, "janv": 1, "fevr": 2, "avril": 4, "maerz": 3, "mrz": 3}

_NAME = r"(?P<name>[^\W\d_]+)"
_YEAR = r"(?P<year>\d{3,6})"
_SHAPES = [
    re.compile(shape, re.IGNORECASE)
    for shape in (
        _YEAR,
        _YEAR + r"\s*[-./\s]\s*(?P<month>\d{1,2})",
        _YEAR + r"\s*[-./\s]\s*(?P<month>\d{1,2})\s*[-./\s]\s*(?P<day>\d{1,2})",
        _YEAR + r"\s*年(?:\s*(?P<month>\d{1,2})\s*月(?:\s*(?P<day>\d{1,2})\s*[日号號])?)?",
        _YEAR + r"\s*年\s*(?P<name>[一二三四五六七八九十]+月)",
        _NAME + r"\.?,?\s+" + _YEAR,
        _NAME + r"\.?\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s+" + _YEAR,
        r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.)?\s+" + _NAME + r"\.?,?\s+" + _YEAR,
        # A month and a year in figures have one reading only.
        r"(?P<month>1[0-2]|0?[1-9])\s*[/.]\s*(?P<year>\d{4})",
    )
]
_DAY_OR_MONTH_FIRST = re.compile(r"\d{1,2}\s*[./-]\s*\d{1,2}\s*[./-]\s*\d{2,4}")
_WITHOUT_YEAR = re.compile(r"[^\W\d_]+\.?|\d{1,2}\s*月?|" + _NAME + r"\.?\s+\d{1,2}")


@cache
def _month_names():
    """The number of each month under all its names and short forms, folded."""
    names = {}
    for language in MONTH_LANGUAGES:
        with override(language):
            for months in (MONTHS, MONTHS_3, MONTHS_AP, MONTHS_ALT):
                for number, name in months.items():
                    names.setdefault(fold(str(name)).rstrip("."), number)
    return names | _MORE_MONTHS


def month_number(name):
    """The number of a month by any of its names and short forms, or None."""
    return _month_names().get(fold(name).rstrip("."))


def _tidy(text):
    """Bring full-width forms, the digits of other scripts and every dash to ASCII."""
    text = unicodedata.normalize("NFKC", text)
    text = "".join(
        str(unicodedata.decimal(letter)) if letter.isdecimal() else letter for letter in text
    )
    return re.sub("[‐‒–—−]", "-", text).strip()


def parse(text):
    """Return the ISO text of a date in any spelling we accept; "" stays "".

    Raises ValidationError with a sentence that says what to write instead.
    """
    if isinstance(text, float):
        # 2025.10 has already lost its last digit, so a month read from it may be wrong.
        raise ValidationError(_("Put the date in quotation marks."))
    if isinstance(text, date):
        return text.isoformat()[:10]
    typed = _tidy(str(text or ""))
    if not typed:
        return ""
    for shape in _SHAPES:
        if found := shape.fullmatch(typed):
            parts = found.groupdict()
            month = parts.get("month")
            if parts.get("name"):
                month = _month_names().get(fold(parts["name"]))
                if month is None:
                    continue
            return _iso(typed, parts["year"], month, parts.get("day"))
    if _DAY_OR_MONTH_FIRST.fullmatch(typed):
        problem = _("“%(date)s” can be read in two ways (day or month first). %(hint)s")
    elif _WITHOUT_YEAR.fullmatch(typed):
        problem = _("“%(date)s” has no year. %(hint)s")
    else:
        problem = _("“%(date)s” is not a date we can read. %(hint)s")
    raise ValidationError(problem, params={"date": typed, "hint": HINT})


def _iso(typed, year, month, day):
    year = int(year)
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise ValidationError(
            _("The year %(year)s looks wrong. %(hint)s"), params={"year": year, "hint": HINT}
        )
    try:
        date(year, 1 if month is None else int(month), 1 if day is None else int(day))
    except ValueError:
        raise ValidationError(
            _("“%(date)s” is not a day of the calendar. %(hint)s"),
            params={"date": typed, "hint": HINT},
        ) from None
    return "-".join(
        [f"{year:04}"] + [f"{int(part):02}" for part in (month, day) if part is not None]
    )


def first_day(iso):
    """The first day that the partial date can mean, None for an unknown one."""
    return date.fromisoformat(f"{iso}-01-01"[:10]) if iso else None


def last_day(iso):
    """The last day that the partial date can mean, None for an unknown one."""
    if not iso:
        return None
    day = date.fromisoformat(f"{iso}-12-01"[:10])
    return day if len(iso) == 10 else day.replace(day=monthrange(day.year, day.month)[1])


def before(iso):
    """The partial date, as precise as ``iso``, that is over when ``iso`` begins."""
    return (first_day(iso) - timedelta(days=1)).isoformat()[: len(iso)]


def words(iso, *, short=False):
    """The date as people write it, never more precise than it was given.

    ``short`` abbreviates the month, for narrow places such as a period.
    """
    if len(iso) <= 4:
        return iso
    is_day = len(iso) == 10
    if (get_language() or "en").startswith("en"):
        # Django's English formats are American, or abbreviate the month.
        pattern, short_month = "j F Y" if is_day else "F Y", "M"
    else:
        # Django's "M" cuts after three letters, where French June and July are one.
        pattern = get_format("DATE_FORMAT" if is_day else "YEAR_MONTH_FORMAT")
        short_month = "N"
    return date_format(first_day(iso), pattern.replace("F", short_month) if short else pattern)


class PartialDateFormField(forms.CharField):
    """Takes a date in the spellings people use, and gives its ISO text."""

    def __init__(self, **kwargs):
        kwargs["max_length"] = 40  # of what is typed, not of what is kept
        explanation = kwargs.get("help_text")
        kwargs["help_text"] = format_lazy("{} {}", explanation, EXAMPLE) if explanation else EXAMPLE
        super().__init__(**kwargs)

    def to_python(self, value):
        return parse(super().to_python(value))


class PartialDateField(models.CharField):
    """A partial date as ISO text; "" when unknown, never NULL, which databases sort apart."""

    description = _("year, month or day")

    def __init__(self, *args, **kwargs):
        kwargs["max_length"] = 10
        kwargs.setdefault("blank", True)
        super().__init__(*args, **kwargs)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        del kwargs["max_length"]
        return name, path, args, kwargs | {"blank": self.blank}

    def db_parameters(self, connection):
        parameters = super().db_parameters(connection)
        if connection.vendor == "postgresql":
            # Other collations skip hyphens at first, and then a month sorts before its year.
            parameters["collation"] = "C"
        return parameters

    def to_python(self, value):
        return parse(value)

    def pre_save(self, model_instance, add):
        iso = parse(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, iso)
        return iso

    def formfield(self, **kwargs):
        return super().formfield(**{"form_class": PartialDateFormField} | kwargs)


def has_begun(name, day):
    """Match rows whose partial date ``name`` has begun by ``day``; one without a date has."""
    return Q(**{f"{name}__lte": day.isoformat()})


def is_not_over(name, day):
    """Match rows with a partial date ``name`` whose last day is ``day`` or later.

    A shorter text sorts before all that it begins, so "2025" and "2025-06" are asked for by name.
    """
    iso = day.isoformat()
    return Q(**{f"{name}__gte": iso}) | Q(**{f"{name}__in": [iso[:4], iso[:7]]})


def has_partial_date_length(name):
    """A condition for constraints: the column ``name`` can hold a partial date.

    A regular expression would say more, but only Django's own connections know one in SQLite.
    """
    return In(Length(name), [0, 4, 7, 10])
