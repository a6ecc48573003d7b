"""Journals, conferences, publishers of series: where something appeared."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from labsite.colours import Accent
from labsite.links import WebAddressField


class Venue(models.Model):
    """A journal, a conference series or an archive."""

    class Kind(models.TextChoices):
        CONFERENCE = "conference", _("conference")
        JOURNAL = "journal", _("journal")
        WORKSHOP = "workshop", _("workshop")
        BOOK = "book", _("book or series")
        ARCHIVE = "archive", _("preprint archive")
        OTHER = "other", _("other")

    history_parts = ()

    name = models.CharField(_("name"), max_length=500, unique=True)
    short_name = models.CharField(
        _("short name"), max_length=60, blank=True, help_text=_("Printed as badge: “ASPLOS”.")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.CONFERENCE)
    url = WebAddressField(_("address"))
    colour = models.CharField(_("colour of the badge"), max_length=10, choices=Accent, blank=True)

    class Meta:
        verbose_name = _("journal or conference")
        verbose_name_plural = _("journals and conferences")
        ordering = ["name", "pk"]

    def __str__(self):
        return self.name

    @property
    def label(self):
        """What the badge says."""
        return self.short_name or self.name
