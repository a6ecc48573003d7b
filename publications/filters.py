"""What a list of publications can be narrowed to by its address: ``?year=2025&kind=thesis``.

Everybody may share such an address, so it never fails: values that nobody knows are passed over,
as if they were not there. Several values of one name widen the list again.
"""

from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.functional import cached_property

from labsite.partial_dates import (
    FIRST_YEAR,
    LAST_YEAR,
    first_day,
    has_begun,
    is_not_over,
    last_day,
    parse,
)
from labsite.slugs import find
from people.models import Lab, Member, Topic
from publications.models import Grant, Kind, Project, Publication, Venue
from publications.status import Status

MOST_VALUES = 20  # of one name; nobody asks for more, and each may cost a query


class KnownValues(forms.Field):
    """The values of one name that ``find`` knows; it gives None for all others."""

    widget = forms.SelectMultiple

    def __init__(self, find):
        super().__init__(required=False)
        self.find = find

    def to_python(self, values):
        found = [self.find(text.strip()) for text in (values or [])[:MOST_VALUES]]
        return [value for value in found if value is not None]


class PartialDate(forms.Field):
    """A date in any spelling that we read; "" for what is none."""

    def to_python(self, text):
        try:
            return parse(text)
        except ValidationError:
            return ""


def _year(text):
    is_year = len(text) == 4 and text.isascii() and text.isdigit()
    return int(text) if is_year and FIRST_YEAR <= int(text) <= LAST_YEAR else None


def _of(choices):
    return lambda text: text if text in choices.values else None


def _at(model):
    """Finds the public record at an address, also at an earlier one."""
    return lambda text: find(model.objects.public(), text) if text else None


def _venue(text):
    """A journal or conference by its name or its short name."""
    return Venue.objects.filter(Q(name=text) | Q(short_name=text)).first() if text else None


def _grant(text):
    """A grant by its number or its title."""
    return Grant.objects.filter(Q(number=text) | Q(title=text)).first() if text else None


class PublicationFilter(forms.Form):
    """Which publications of a list somebody wants."""

    year = KnownValues(_year)
    kind = KnownValues(_of(Kind))
    status = KnownValues(_of(Status))
    venue = KnownValues(_venue)
    lab = KnownValues(_at(Lab))
    person = KnownValues(_at(Member))
    topic = KnownValues(_at(Topic))
    project = KnownValues(_at(Project))
    grant = KnownValues(_grant)

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        # "from" is a word of Python and no name of an attribute.
        self.fields["from"] = PartialDate(required=False)
        self.fields["to"] = PartialDate(required=False)

    def narrow(self, publications):
        """Those of the publications that are asked for, in the order in which they are."""
        for condition in self.conditions:
            publications = publications.filter(condition)
        return publications

    def query(self):
        """What of the address narrows the list, as it stands behind a "?"; "" if nothing does."""
        if not self.conditions:
            return ""
        asked = [(name, values) for name, values in self.data.lists() if name in self.fields]
        return urlencode(asked, doseq=True)

    @cached_property
    def conditions(self):
        """One condition for each name that has a known value."""
        self.full_clean()
        asked = self.cleaned_data
        publications = Publication.objects
        conditions = [
            _any(_in_year(year) for year in asked["year"]),
            _any(_among(publications.of_lab(lab)) for lab in asked["lab"]),
            _any(_among(publications.of_member(member)) for member in asked["person"]),
        ]
        conditions += [
            Q(**{f"{column}__in": asked[column]})
            for column in ("kind", "status", "venue")
            if asked[column]
        ]
        conditions += [
            _among(publications.filter(**{f"{name}s__in": asked[name]}))
            for name in ("topic", "project", "grant")
            if asked[name]
        ]
        # A date that is known only to the year may lie on either side of a day: it counts as
        # inside.
        if asked["from"]:
            conditions.append(is_not_over("date", first_day(asked["from"])))
        if asked["to"]:
            conditions.append(~Q(date="") & has_begun("date", last_day(asked["to"])))
        return [condition for condition in conditions if condition]


def _in_year(year):
    return Q(date__gte=str(year), date__lt=str(year + 1))


def _among(publications):
    return Q(pk__in=publications.values("pk"))


def _any(conditions):
    """One of the conditions, or None without any."""
    either = Q()
    for condition in conditions:
        either |= condition
    return either or None
