"""Dates as services and programs give them, as partial dates; nothing is made up.

What a partial date cannot say ("Spring 2020", "2024-03 to 2024-05") is kept beside it in words;
of a range the end counts.
"""

import re
from datetime import date

from django.core.exceptions import ValidationError

from labsite import partial_dates
from publications.importing import states

LONGEST_WORDS = 60
_STAMP = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})[T ][0-9]{2}:")
_RANGE = re.compile(r"([0-9]{4}(?:-[0-9]{2}){0,2})\s*(?:/|--|–)\s*([0-9]{4}(?:-[0-9]{2}){0,2})")
_YEAR_FIRST = re.compile(r"([0-9]{4}) ([A-Za-z]{3,9})\.?(?: ([0-9]{1,2}))?")  # PubMed: 2024 Mar 5
_YEAR = re.compile(r"(?<![0-9])([12][0-9]{3})(?![0-9])")


def from_parts(parts):
    """The partial date of [year, month, day]: numbers, texts or nothing; "" without a year.

    Where a part is impossible, the date is as precise as what stands before it.
    """
    numbers = []
    for part in list(parts)[:3]:
        number = _number(part)
        if number is None or not _is_possible([*numbers, number]):
            break
        numbers.append(number)
    return "-".join(f"{number:0{2 if place else 4}}" for place, number in enumerate(numbers))


def _number(part):
    text = str(part).strip() if isinstance(part, str | int) and not isinstance(part, bool) else ""
    return int(text) if re.fullmatch("[0-9]{1,4}", text) else None


def _is_possible(numbers):
    if not partial_dates.FIRST_YEAR <= numbers[0] <= partial_dates.LAST_YEAR:
        return False
    try:
        date(*numbers, *[1] * (3 - len(numbers)))
    except ValueError:
        return False
    return True


def from_text(text):
    """The partial date that a text means, and the text itself where that does not say it all."""
    text = text.strip()
    if stamp := _STAMP.match(text):
        return from_parts(stamp.groups()), ""
    if found := _RANGE.fullmatch(text):
        first, last = found.groups()
        end = from_parts(last.split("-")) or from_parts(first.split("-"))
        return end, "" if first == last else f"{first}–{last}"
    if found := _YEAR_FIRST.fullmatch(text):
        year, month, day = found.groups("")
        text = f"{month} {day} {year}".replace("  ", " ")
    try:
        return partial_dates.parse(text), ""
    except ValidationError:
        year = _YEAR.search(text)
        return from_parts([year[1]]) if year else "", text[:LONGEST_WORDS]


def without_state(work, text):
    """The text of a date without the state in it, which the work gets: "2024, in press"."""
    status, rest = states.found_in(text)
    if status:
        work.status = status
    return rest


def more_precise(one, other):
    """Of two partial dates, the one that says more where both can be true; else the first."""
    return other if other.startswith(one) else one
