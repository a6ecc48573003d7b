"""What every part of the site shares and that has a table of its own."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from labsite.slugs import OldAddresses


class OldAddress(models.Model):
    """An address that once led to a record, here or on the site before this one."""

    kind = models.CharField(_("kind of record"), max_length=60)
    address = models.CharField(
        _("old address"),
        max_length=400,
        help_text=_("The former last part of the address, or a whole path such as /team/ana.html."),
    )
    record_id = models.PositiveBigIntegerField(_("number of the record"))

    objects = OldAddresses.as_manager()

    class Meta:
        verbose_name = _("old address")
        verbose_name_plural = _("old addresses")
        ordering = ["kind", "address"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "address"],
                name="labsite_oldaddress_once_per_kind",
                violation_error_message=_("This old address is listed already."),
            ),
            models.UniqueConstraint(
                fields=["address"],
                condition=Q(address__startswith="/"),
                name="labsite_oldaddress_path_once",
                violation_error_message=_("This path of the former site is listed already."),
            ),
        ]

    def __str__(self):
        return self.address
