"""Works that look like one work and are not."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from labsite.joining.twins import Distinct


class DistinctPublications(Distinct):
    """Two works of resembling titles that are two works."""

    first = models.ForeignKey(
        "publications.Publication", models.CASCADE, related_name="distinct_from"
    )
    second = models.ForeignKey(
        "publications.Publication", models.CASCADE, related_name="distinct_to"
    )

    class Meta(Distinct.Meta):
        verbose_name = _("two different works")
        verbose_name_plural = _("pairs of different works")
