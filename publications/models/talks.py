"""Talks, and the occasions on which they were given."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from labsite.files import DocumentField
from labsite.links import Link, WebAddressField
from labsite.markdown import MarkdownField, RenderedMarkdown
from labsite.ordering import Ordered
from labsite.partial_dates import PartialDateField
from labsite.records import Record
from people.models import Credit
from publications.querysets import DeliveryQuerySet, TalkQuerySet


class Talk(Record):
    """One talk; whoever gives it again adds an occasion."""

    history_parts = ("speakers", "deliveries", "links")

    title = models.CharField(_("title"), max_length=500)
    abstract = MarkdownField(_("abstract"))
    abstract_html = RenderedMarkdown("abstract")
    labs = models.ManyToManyField(
        "people.Lab", blank=True, related_name="talks", verbose_name=_("labs")
    )
    publications = models.ManyToManyField(
        "publications.Publication",
        blank=True,
        related_name="talks",
        verbose_name=_("about the papers"),
    )
    projects = models.ManyToManyField(
        "publications.Project",
        blank=True,
        related_name="talks",
        verbose_name=_("about the projects"),
    )

    objects = TalkQuerySet.as_manager()

    class Meta:
        verbose_name = _("talk")
        verbose_name_plural = _("talks")
        ordering = ["-pk"]

    def __str__(self):
        return self.title

    def get_absolute_url(self):
        return reverse("publications:talk-detail", args=[self.slug])

    def history_scope(self):
        """The first of its labs, whose editors see what happened to this record."""
        return self.labs.order_by("pk").values_list("pk", flat=True).first()


class Speaker(Credit):
    """Who gives a talk."""

    talk = models.ForeignKey(Talk, models.CASCADE, related_name="speakers")

    class Meta(Credit.Meta):
        verbose_name = _("speaker")
        verbose_name_plural = _("speakers")


class TalkLink(Link):
    """A link of a talk."""

    owner = models.ForeignKey(Talk, models.CASCADE, related_name="links")


class LastDateField(PartialDateField):
    """The day on which an occasion ends: its end where it lasts, else its date."""

    def pre_save(self, delivery, add):
        setattr(delivery, self.attname, delivery.end_date or delivery.date)
        return super().pre_save(delivery, add)


class EndMomentField(models.DateTimeField):
    """When an occasion is over, to the minute, where its day, time and zone are known."""

    def pre_save(self, delivery, add):
        moment = delivery.end_moment()
        setattr(delivery, self.attname, moment)
        return moment


class TalkDelivery(Ordered):
    """One occasion on which a talk is given; day and time are those at the place."""

    class Kind(models.TextChoices):
        INVITED = "invited", _("invited talk")
        KEYNOTE = "keynote", _("keynote")
        CONFERENCE = "conference", _("conference talk")
        SEMINAR = "seminar", _("seminar")
        TUTORIAL = "tutorial", _("tutorial")
        POSTER = "poster", _("poster")
        PANEL = "panel", _("panel")
        OTHER = "other", _("talk")

    class Status(models.TextChoices):
        PLANNED = "planned", _("as planned")
        CANCELLED = "cancelled", _("cancelled")
        POSTPONED = "postponed", _("postponed")

    talk = models.ForeignKey(Talk, models.CASCADE, related_name="deliveries")
    event = models.CharField(_("event"), max_length=300, blank=True)
    city = models.CharField(_("city"), max_length=120, blank=True)
    country = models.CharField(_("country"), max_length=120, blank=True)
    room = models.CharField(_("building and room"), max_length=200, blank=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.OTHER)
    status = models.CharField(_("state"), max_length=9, choices=Status, default=Status.PLANNED)
    date = PartialDateField(_("when"))
    end_date = PartialDateField(_("until"), help_text=_("Only if it lasts several days."))
    start_time = models.TimeField(
        _("starts at"), null=True, blank=True, help_text=_("Local time at the place: 14:30.")
    )
    end_time = models.TimeField(_("ends at"), null=True, blank=True)
    zone = models.CharField(
        _("time zone of the place"), max_length=60, blank=True, help_text=_("“Europe/Zurich”")
    )
    last_date = LastDateField(editable=False)
    ends_at = EndMomentField(null=True, editable=False)
    slides = DocumentField(_("slides"))
    slides_url = WebAddressField(_("address of the slides"))
    recording_url = WebAddressField(_("address of the recording"))
    event_url = WebAddressField(_("address of the event"))

    objects = DeliveryQuerySet.as_manager()

    class Meta(Ordered.Meta):
        verbose_name = _("occasion")
        verbose_name_plural = _("occasions")
        indexes = [models.Index(fields=["date"], name="publications_delivery_by_date")]
        constraints = [
            models.CheckConstraint(
                condition=Q(end_date="")
                | Q(date__lte=models.F("end_date"))
                | Q(date__startswith=models.F("end_date")),
                name="publications_delivery_ends_after_it_starts",
                violation_error_message=_("The end is before the start."),
            ),
            models.CheckConstraint(
                condition=Q(end_time=None) | Q(start_time__isnull=False),
                name="publications_delivery_end_time_needs_start",
                violation_error_message=_("Give the time at which it starts as well."),
            ),
        ]

    def __str__(self):
        return ", ".join(filter(None, [self.event, self.city])) or str(self.talk)

    def clean(self):
        super().clean()
        if self.zone and self.zone not in available_timezones():
            raise ValidationError(
                {"zone": _("Write the time zone like “Europe/Zurich” or “Asia/Shanghai”.")}
            )
        if self.start_time and len(self.date) != 10:
            raise ValidationError({"start_time": _("A time of day needs a full day.")})

    @property
    def where(self):
        """Room, city and country, as far as they are known."""
        return ", ".join(filter(None, [self.room, self.city, self.country]))

    def end_moment(self):
        """The moment at which it is over, or None where day, time or zone are not known.

        Without an end it is taken to last until its day is over at the place.
        """
        last = self.end_date or self.date
        to_time = models.TimeField().to_python  # code may have given "23:30"
        start, end = to_time(self.start_time), to_time(self.end_time)
        if start is None or not self.zone or len(last) != len("2025-06-14"):
            return None
        day, zone = date.fromisoformat(last), ZoneInfo(self.zone)
        if end is None:
            return datetime.combine(day + timedelta(days=1), time.min, zone)
        if last == self.date and end <= start:
            day += timedelta(days=1)  # from 23:30 to 00:30
        return datetime.combine(day, end, zone)
