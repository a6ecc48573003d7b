"""Open positions."""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from labsite.markdown import MarkdownField, RenderedMarkdown
from labsite.partial_dates import PartialDateField, last_day
from labsite.records import Record
from people.querysets import OpeningQuerySet


class Opening(Record):
    """A position that one can apply for; it closes itself after its last day."""

    class Kind(models.TextChoices):
        PHD = "phd", _("PhD position")
        POSTDOC = "postdoc", _("Postdoctoral position")
        THESIS = "thesis", _("Thesis topic")
        STUDENT = "student", _("Student job")
        STAFF = "staff", _("Staff position")
        VISIT = "visit", _("Research visit")

    history_parts = ()

    lab = models.ForeignKey(
        "people.Lab", models.PROTECT, related_name="openings", verbose_name=_("lab")
    )
    title = models.CharField(_("title"), max_length=200)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    text = MarkdownField(_("text"))
    text_html = RenderedMarkdown("text")
    funding = models.CharField(
        _("who pays"),
        max_length=300,
        blank=True,
        help_text=_("For example “Funded for four years”."),
    )
    how_to_apply = MarkdownField(_("how to apply"))
    how_to_apply_html = RenderedMarkdown("how_to_apply")
    contact = models.CharField(
        _("whom to ask"),
        max_length=200,
        blank=True,
        help_text=_("A name, or a name and an e-mail."),
    )
    deadline = PartialDateField(_("apply until"))
    is_until_filled = models.BooleanField(_("open until filled"), default=False)
    is_filled = models.BooleanField(_("filled"), default=False)
    shown_until = models.DateField(
        _("in the lists until"), null=True, blank=True, help_text=_("Empty: until it closes.")
    )

    objects = OpeningQuerySet.as_manager()

    class Meta:
        verbose_name = _("open position")
        verbose_name_plural = _("open positions")
        ordering = ["deadline", "title", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(is_until_filled=False) | Q(deadline=""),
                name="people_opening_deadline_or_until_filled",
                violation_error_message=_("Give a last day or “open until filled”, not both."),
            ),
        ]

    def __str__(self):
        return self.title

    def get_absolute_url(self):
        return reverse("people:opening-detail", args=[self.slug])

    def is_open(self, day=None):
        """Whether one can still apply on ``day``, as the queryset's ``open()`` tells for many."""
        day = day or timezone.localdate()
        if self.is_filled or (self.shown_until and self.shown_until < day):
            return False
        return not self.deadline or day <= last_day(self.deadline)
