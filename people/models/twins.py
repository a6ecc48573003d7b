"""People who look like one person and are not."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from labsite.joining.twins import Distinct


class DistinctMembers(Distinct):
    """Two people of resembling names who are two people."""

    first = models.ForeignKey("people.Member", models.CASCADE, related_name="distinct_from")
    second = models.ForeignKey("people.Member", models.CASCADE, related_name="distinct_to")

    class Meta(Distinct.Meta):
        verbose_name = _("two different people")
        verbose_name_plural = _("pairs of different people")
