"""Rows that an editor puts in order."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Ordered(models.Model):
    """A row with a place among its siblings; rows of equal place keep the order they came in."""

    position = models.PositiveIntegerField(_("place"), default=0)

    class Meta:
        abstract = True
        ordering = ["position", "pk"]


def renumber(rows):
    """Number rows that belong together 1, 2, 3 … in the order that they already have."""
    changed = []
    for number, row in enumerate(rows.order_by("position", "pk"), start=1):
        if row.position != number:
            row.position = number
            changed.append(row)
    rows.model._base_manager.bulk_update(changed, ["position"])
