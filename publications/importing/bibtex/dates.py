"""When a work came out: ``date``, or ``year`` with ``month`` and ``day``, as people fill them in.

Years hold states ("in press"), ranges, doubts ("c. 1998", "2020~") and eras. What a partial date
cannot say is kept in words beside the date that it sorts by; of several years the last one counts.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from labsite import partial_dates
from publications.importing import states, tex
from publications.importing.dates import from_parts
from publications.models.publications import is_possible_year

LONGEST_WORDS = 60
_FIGURES = re.compile(r"[0-9]{4}")
_UNDATED = re.compile(
    r"(?:n\.?\s?d\.?|undated|no date|unknown|s\.?\s?a\.?|o\.?\s?J\.?|\?+)", re.IGNORECASE
)
_ERA = re.compile(r"\b(?:B\.?C\.?(?:E\.?)?|AD|CE|v\. ?Chr\.?)(?=\W|$)")
_YEAR = re.compile(r"(?<![0-9])([12][0-9]{3})(?![0-9])")
_SHORT_RANGE = re.compile(r"(?<![0-9])([12][0-9])([0-9]{2})\s*[-–/]\s*([0-9]{2})(?![0-9-])")
_LETTER_AFTER_YEAR = re.compile(r"([12][0-9]{3})[a-z]")
# ISO 8601 and EDTF, level 1, as BibLaTeX takes them.
_ISO = re.compile(
    r"([0-9]{4})(?:-([0-9X]{2})(?:-([0-9X]{2})(?:[T ][0-9:.]+(?:Z|[+-][0-9:]+)?)?)?)?([?~%]?)"
)
_ISO_SIGNS = re.compile(r"\s*(?!.*--)[0-9XYy][0-9XTZ:./?~%+-]*\s*")
_UNSPECIFIED = re.compile(r"([0-9]{2})([0-9]X|XX)")
_WHOLE_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_NEGATIVE = re.compile(r"[Yy]?-([0-9]{4,9})")
_SEASONS = {"21": "Spring", "22": "Summer", "23": "Autumn", "24": "Winter"}
_WORD = re.compile(r"[^\W\d_]+\.?|[0-9]{1,2}(?![0-9])(?:st|nd|rd|th)?\b", re.IGNORECASE)
_SEASON_WORDS = {
    *("spring", "summer", "autumn", "fall", "winter", "frühling", "sommer", "herbst"),
    *("printemps", "été", "automne", "hiver", "mid", "early", "late", "q", "quarter"),
}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FIGURES_OF_MONTHS = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")
_IN_CHARACTERS = re.compile(
    r"(?:([0-9]{1,2})|(十[一二]?|[一二三四五六七八九]))\s*[月월](?:\s*([0-9]{1,2})\s*[日号號일])?"
)
_JOINING = {"and", "to", "bis", "und", "et", "of", "de", "th", "st", "nd", "rd"}


@dataclass
class When:
    """A date with what else its fields say; ``unread`` are fields that went nowhere."""

    date: str = ""
    words: str = ""
    status: str = ""
    unread: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)


def read(fields):
    """When the work with these fields came out; the values are still in TeX."""
    year, month = fields.get("year", ""), fields.get("month", "")
    if not month and "date" not in fields and _FIGURES.fullmatch(year):
        when = When(date=from_parts([year]), words="" if year >= "1000" else year)
    else:
        when = _of_date_field(fields) if fields.get("date") else _of_year(fields)
    _check_year(when)
    _check_day(when, fields)
    return when


def _text(value):
    """The text of a year; in an ISO date, ``~`` is no blank but doubt."""
    return value.strip() if _ISO_SIGNS.fullmatch(value) else tex.plain(value)


def _of_date_field(fields):
    text = _text(fields["date"])
    date, words, status = _read_date(text)
    when = When(date, words, status)
    if not date and not words and not status and text:
        when.words = text[:LONGEST_WORDS]
    year = _text(fields.get("year", ""))
    if year and not date:
        return _of_year(fields)
    if year and not date.startswith(year):
        when.unread["year"] = year
    if fields.get("month") and len(date) == 4:
        when.unread["month"] = tex.plain(fields["month"])
    return when


def _of_year(fields):
    text = _text(fields.get("year", ""))
    date, words, status = _read_date(text)
    when = When(date, words, status)
    month = _in_letters(tex.plain(fields.get("month", "")))
    if month and (len(date) == 4 or not date):
        _add_month(when, month, tex.plain(fields.get("day", "")))
    elif fields.get("day") and len(date) == 7:
        when.date = from_parts([*date.split("-"), tex.plain(fields["day"])])
    return when


@lru_cache(maxsize=4096)
def _read_date(text):
    """The partial date, the words where they say more, and the state in the text of a year."""
    if _FIGURES.fullmatch(text) and text >= "1000":
        return from_parts([text]), "", ""
    status, text = states.found_in(text)
    if not text or _UNDATED.fullmatch(text):
        return "", "", status
    return *_read_words(text), status


def _read_words(text):
    """The partial date that words mean, and the words unless that date says all of it."""
    if found := _NEGATIVE.fullmatch(text):
        return "", f"{int(found[1]) + 1} BCE"  # there is a year 0 in ISO 8601
    if (found := _ISO.fullmatch(text)) and _is_possible(found):
        return _of_iso(found)
    pieces = re.split(r"\s*(?:/|–|--)\s*", text)
    if len(pieces) == 2 and (iso_range := _of_iso_range(*pieces)):
        return iso_range
    if _UNSPECIFIED.fullmatch(text):
        return from_parts([text.replace("X", "9")]), text
    if _ERA.search(text):
        return "", text[:LONGEST_WORDS]
    if found := _LETTER_AFTER_YEAR.fullmatch(text):
        return from_parts([found[1]]), ""
    try:
        return partial_dates.parse(text), ""
    except ValidationError:
        pass
    if found := _SHORT_RANGE.search(text):
        return from_parts([found[1] + found[3]]), text[:LONGEST_WORDS]
    years = _YEAR.findall(text)
    if not years:
        return "", text[:LONGEST_WORDS]
    months = [number for word in _WORD.findall(text) if (number := _month(word))]
    return from_parts([years[-1], *months[-1:]]), text[:LONGEST_WORDS]


def _is_possible(found):
    month = found[2] or "01"
    return "X" in month or "01" <= month <= "12" or month in _SEASONS


def _of_iso(found):
    year, month, day, doubt = found.groups()
    if month in _SEASONS:
        return from_parts([year]), f"{_SEASONS[month]} {year}"
    date = from_parts([part for part in (year, month, day) if part and "X" not in part])
    if not date:
        return "", found[0][:LONGEST_WORDS]
    if doubt in ("~", "%"):
        return date, f"c. {date}" + ("?" if doubt == "%" else "")
    return date, f"{date}?" if doubt else ""


def _of_iso_range(start, end):
    """A range of ISO dates: it sorts by its end, or by its start while that is open."""
    found = [_ISO.fullmatch(part) for part in (start, end)]
    if all(found) and all(map(_is_possible, found)) and (start[:4] <= end[:4]):
        first, last = (_of_iso(part)[0] for part in found)
        return last or first, "" if first == last else f"{start}–{end}"
    if found[0] and end in ("", ".."):
        return _of_iso(found[0])[0], f"{start}–"
    if found[1] and start in ("", ".."):
        return _of_iso(found[1])[0], f"–{end}"
    return None


@lru_cache(maxsize=1024)
def _month(word):
    """The number of a month by its name, or None for other words and for figures."""
    return partial_dates.month_number(word) if len(word) > 2 and word[0].isalpha() else None


def _add_month(when, text, day):
    """Put what the field of the month says to the year: a month, a day, or several of them."""
    months, days, is_strange = _month_words(text)
    if not when.date or is_strange or not (months or _is_season(text)):
        when.unread["month"] = text
        if when.date:
            when.warnings.append(
                _("The month “%(month)s” was not understood and left out.") % {"month": text[:60]}
            )
        return
    if len(set(months)) == 1 and len(days) < 2 and not when.words and not _is_season(text):
        day = str(days[0]) if days else day
        when.date = from_parts([when.date, months[0], day])
        return
    year = when.words or when.date
    when.date = from_parts([when.date, *months[-1:]])
    when.words = (text if when.date[:4] in text else f"{text} {year}")[:LONGEST_WORDS]


def _in_letters(month):
    """A month without what people put around it: ``mar # "-" # apr``, #mar#, 9月, 十二月."""
    month = _IN_CHARACTERS.sub(_name_of_month, month) if not month.isascii() else month
    return re.sub(r'[\s"#]+', " ", month).strip(" ,;.()")


def _name_of_month(found):
    number = int(found[1]) if found[1] else _FIGURES_OF_MONTHS.index(found[2]) + 1
    return f" {_MONTHS[number - 1]} {found[3] or ''} " if 1 <= number <= 12 else found[0]


def _month_words(text):
    """The months and days that a text names, and whether it holds anything else."""
    if re.fullmatch(r"\s*0?([1-9]|1[0-2])\s*", text):
        return [int(text)], [], False
    months, days, is_strange = [], [], False
    for word in _WORD.findall(_YEAR.sub(" ", text)):
        if word[0].isdigit():
            number = int(re.match(r"[0-9]+", word)[0])
            if 1 <= number <= 31:
                days.append(number)
            else:
                is_strange = True
        elif number := _month(word):
            months.append(number)
        elif not _is_season(word) and word.lower() not in _JOINING:
            is_strange = True
    return months, days, is_strange


def _is_season(text):
    return any(word.lower().rstrip(".") in _SEASON_WORDS for word in _WORD.findall(text))


def _check_day(when, fields):
    """Say that a day was left out because its month has none of that number."""
    day = fields.get("day", "").strip("{}~ ")
    told = fields.get("date") or f"{when.date}-{day.zfill(2) if day else ''}"
    if len(when.date) == 7 and _WHOLE_DAY.fullmatch(told):
        when.warnings.append(
            _("There is no day %(day)s; the month stands without one.") % {"day": told}
        )


def _check_year(when):
    """Doubt a year in which nothing of ours can have come out; it is kept all the same."""
    year = when.date[:4]
    if "1900" <= year <= "2020":
        return
    if year and not is_possible_year(year):
        when.warnings.append(_("The year %(year)s looks wrong; please check it.") % {"year": year})
    elif not year and re.fullmatch(r"[0-9]+", when.words):
        when.warnings.append(
            _("The year %(year)s looks wrong; please check it.") % {"year": when.words}
        )
    elif not year and when.words:
        when.warnings.append(
            _("“%(words)s” holds no year that lists can be sorted by.") % {"words": when.words}
        )
