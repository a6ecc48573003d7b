"""Who sees what. Every list, page and file asks this module and no other.

Each function gives the condition under which a *visitor* sees a row; ``via`` reaches the row
through a relation ("lab__"). Querysets wrap them in the one word ``public()``.
"""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from labsite.partial_dates import has_begun, is_not_over

# A lab, its institute, its department and its university: a deeper one is never shown, which is
# the safe side, because the condition below could not see all of its parents.
LAB_LEVELS = 4


class Visibility(models.TextChoices):
    DRAFT = "draft", _("Draft")
    PUBLIC = "public", _("Public")


class MemberVisibility(models.TextChoices):
    """A person can also be listed by name and role only, without a page."""

    PUBLIC = "public", _("Public page")
    LISTED = "listed", _("Name only, no page")
    DRAFT = "draft", _("Draft, shown nowhere")


def is_public(via=""):
    """A record that needs nothing but its own consent: publication, talk, project, topic."""
    return Q(**{f"{via}visibility": Visibility.PUBLIC})


def lab_is_public(via=""):
    """A lab, if itself and all its parents are public."""
    condition, parent = is_public(via), f"{via}parent"
    for _level in range(LAB_LEVELS - 1):
        condition &= Q(**{parent: None}) | is_public(f"{parent}__")
        parent += "__parent"
    return condition & Q(**{parent: None})


def member_is_named(via=""):
    """A person who appears in lists; without a page of her own if only listed."""
    return Q(**{f"{via}visibility__in": [MemberVisibility.PUBLIC, MemberVisibility.LISTED]})


def membership_is_public(via=""):
    """A stay in a lab, if itself, the person and the lab are shown."""
    return (
        Q(**{f"{via}is_public": True})
        & member_is_named(f"{via}member__")
        & lab_is_public(f"{via}lab__")
    )


def page_is_public(via=""):
    """A free page, of the site or of a public lab."""
    return is_public(via) & (Q(**{f"{via}lab": None}) | lab_is_public(f"{via}lab__"))


def opening_is_public(via=""):
    """An open position, also after it has closed: its address then says so."""
    return is_public(via) & lab_is_public(f"{via}lab__")


def opening_is_open(day=None, via=""):
    """A position that can still be applied for; the last day counts."""
    day = day or timezone.localdate()
    not_hidden = Q(**{f"{via}shown_until": None}) | Q(**{f"{via}shown_until__gte": day})
    not_closed = Q(**{f"{via}deadline": ""}) | is_not_over(f"{via}deadline", day)
    return not_hidden & not_closed & Q(**{f"{via}is_filled": False})


def news_is_public(day=None, via=""):
    """A news item from the first day of its date on."""
    return is_public(via) & has_begun(f"{via}date", day or timezone.localdate())


class RecordQuerySet(models.QuerySet):
    """Records that have a page."""

    def public(self):
        """What visitors see."""
        return self.filter(is_public())
