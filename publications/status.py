"""How far a publication has come, and which ones count as forthcoming."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Status(models.TextChoices):
    """The state of a publication."""

    PUBLISHED = "published", _("published")
    ACCEPTED = "accepted", _("accepted")
    IN_PRESS = "in_press", _("in press")
    TO_APPEAR = "to_appear", _("to appear")
    SUBMITTED = "submitted", _("submitted")
    PREPRINT = "preprint", _("preprint only")
    WITHDRAWN = "withdrawn", _("withdrawn")
    RETRACTED = "retracted", _("retracted")


ON_THE_WAY = (Status.ACCEPTED, Status.IN_PRESS, Status.TO_APPEAR, Status.SUBMITTED)
TAKEN_BACK = (Status.WITHDRAWN, Status.RETRACTED)


def is_forthcoming(status, date):
    """Whether a publication stands under "Forthcoming": on its way, and not overtaken by its year.

    Somebody who forgets to change "submitted" finds the paper under its year when that is over.
    """
    this_year = str(timezone.localdate().year)
    return status in ON_THE_WAY and (not date or date[:4] >= this_year)


def forthcoming():
    """The same as a condition on the columns of publications."""
    this_year = str(timezone.localdate().year)
    return Q(status__in=ON_THE_WAY) & (Q(date="") | Q(date__gte=this_year))
