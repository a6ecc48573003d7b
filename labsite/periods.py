"""What "current" means; every list, badge and filter asks this module."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from labsite.partial_dates import (
    PartialDateField,
    first_day,
    has_begun,
    has_partial_date_length,
    is_not_over,
    last_day,
    words,
)


def covers(day, *, via=""):
    """Match rows whose period includes ``day``; ``via`` reaches it through a relation.

    Nothing here is negated: Django turns a negation across a relation into "none of the related
    rows", which drops whoever came back.
    """
    goes_on = Q(**{f"{via}ending__in": [Period.Ending.OPEN, Period.Ending.EXPECTED]})
    return has_begun(f"{via}start", day) & (goes_on | is_not_over(f"{via}end", day))


def is_over(day, *, via=""):
    """Match rows whose period was over before ``day``; who has not started yet is in neither."""
    iso = day.isoformat()
    year, month = iso[:4], iso[:7]
    ended = Q(**{f"{via}ending": Period.Ending.ENDED})
    in_a_past_year_or_undated = Q(**{f"{via}end__lt": year})
    in_a_past_month = Q(**{f"{via}end__gt": year, f"{via}end__lt": month})
    on_a_past_day = Q(**{f"{via}end__gt": month, f"{via}end__lt": iso})
    return ended & (in_a_past_year_or_undated | in_a_past_month | on_a_past_day)


class PeriodQuerySet(models.QuerySet):
    """Rows with a period, asked by date."""

    def current(self, day=None):
        """Rows whose period includes ``day``, today unless told otherwise."""
        return self.filter(covers(day or timezone.localdate()))

    def past(self, day=None):
        """Rows whose period was over before ``day``, today unless told otherwise."""
        return self.filter(is_over(day or timezone.localdate()))


class EndingField(models.CharField):
    """How a period ends; it stands after ``end``, because an end date given settles it."""

    def pre_save(self, model_instance, add):
        ending = settled(super().pre_save(model_instance, add), model_instance.end)
        setattr(model_instance, self.attname, ending)
        return ending


def is_in_order(start, end):
    """Whether a period may end so; the constraint of ``Period``, without asking the database."""
    return not end or start <= end or start.startswith(end)


def settled(ending, end):
    """An end date contradicts "goes on", so it means that the period has ended."""
    return Period.Ending.ENDED if end and ending == Period.Ending.OPEN else ending


class Period(models.Model):
    """A stretch of time, known as precisely as somebody told us. The last day counts."""

    class Ending(models.TextChoices):
        OPEN = "open", _("goes on")
        EXPECTED = "expected", _("is expected to end")
        ENDED = "ended", _("has ended")

    start = PartialDateField(_("start"))
    end = PartialDateField(_("end"))
    ending = EndingField(
        _("how it ends"), max_length=8, choices=Ending.choices, default=Ending.OPEN
    )

    objects = PeriodQuerySet.as_manager()

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=Q(end="") | Q(start__lte=F("end")) | Q(start__startswith=F("end")),
                name="%(app_label)s_%(class)s_ends_after_it_starts",
                violation_error_message=_("The end is before the start."),
            ),
            models.CheckConstraint(
                condition=has_partial_date_length("start") & has_partial_date_length("end"),
                name="%(app_label)s_%(class)s_has_partial_dates",
                violation_error_message=_("Start and end are a year, a month or a day."),
            ),
        ]

    def clean(self):
        super().clean()
        self.ending = settled(self.ending, self.end)

    def is_current(self, day=None):
        """Whether the period includes ``day``, today unless told otherwise."""
        day = day or timezone.localdate()
        if self.start and first_day(self.start) > day:
            return False
        return not self.is_past(day)

    def is_past(self, day=None):
        """Whether the period was over before ``day``, today unless told otherwise."""
        day = day or timezone.localdate()
        return self.ending == self.Ending.ENDED and not (self.end and last_day(self.end) >= day)


def sentence(start, end, ending):
    """The words around the dates of a period, with places for {start} and {end}."""
    if start and end and ending == Period.Ending.EXPECTED:
        return gettext("{start} – {end} (expected)")
    if end and ending == Period.Ending.EXPECTED:
        return gettext("until {end} (expected)")
    if start and end and start != end:
        return gettext("{start} – {end}")
    if start and end:
        return "{start}"
    if end:
        return gettext("until {end}")
    if start and (ending == Period.Ending.ENDED or first_day(start) > timezone.localdate()):
        return gettext("from {start}")
    if start:
        return gettext("since {start}")
    return ""


def period_words(start, end, ending):
    """The period as plain text: "2019 – 2023", "since Feb 2025", "2023 – 2028 (expected)"."""
    return sentence(start, end, ending).format(
        start=words(start, short=True), end=words(end, short=True)
    )
