"""Who pays for research."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from labsite.links import WebAddressField
from labsite.periods import Period
from labsite.pictures import PictureField


class Funder(models.Model):
    """An organisation that gives grants."""

    history_parts = ()

    name = models.CharField(_("name"), max_length=200, unique=True)
    short_name = models.CharField(_("short name"), max_length=60, blank=True)
    url = WebAddressField(_("address"))
    logo = PictureField(_("logo"))

    class Meta:
        verbose_name = _("funder")
        verbose_name_plural = _("funders")
        ordering = ["name", "pk"]

    def __str__(self):
        return self.name


class Grant(Period):
    """Money for research, named but never counted here."""

    history_parts = ()

    title = models.CharField(_("title"), max_length=300)
    number = models.CharField(_("number"), max_length=80, blank=True)
    funder = models.ForeignKey(
        Funder, models.PROTECT, related_name="grants", verbose_name=_("funder")
    )
    holders = models.ManyToManyField(
        "people.Member", blank=True, related_name="grants", verbose_name=_("held by")
    )
    labs = models.ManyToManyField(
        "people.Lab", blank=True, related_name="grants", verbose_name=_("labs")
    )
    acknowledgement = models.CharField(
        _("sentence to print"),
        max_length=500,
        blank=True,
        help_text=_("As the funder wants it: “Supported by …”."),
    )

    class Meta(Period.Meta):
        verbose_name = _("grant")
        verbose_name_plural = _("grants")
        ordering = ["-start", "title", "pk"]

    def __str__(self):
        return f"{self.title} ({self.number})" if self.number else self.title

    def history_scope(self):
        """The first of its labs, whose editors see what happened to this record."""
        return self.labs.order_by("pk").values_list("pk", flat=True).first()
