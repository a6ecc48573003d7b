"""Records that may be there twice, and what a person decided about them."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import IntegrityError, models, transaction
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from labsite.joining.ties import Tie

_lists = []


@dataclass(frozen=True)
class TwinList:
    """A page of pairs: what stands on it, and the name of its address in the admin."""

    label: Any
    view: str
    model: type[models.Model]


def register_list(twin_list):
    """Let the pages about pairs lead to each other; called once by each admin."""
    if twin_list not in _lists:
        _lists.append(twin_list)


def lists():
    return list(_lists)


class Distinct(models.Model):
    """Two records that look like one and are not, as a person decided it, remembered for ever.

    The one with the smaller number comes first, so that a pair is there once. A kind of record has
    the columns ``first`` and ``second``.
    """

    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(_("decided"), auto_now_add=True)

    class Meta:
        abstract = True
        constraints = [
            models.UniqueConstraint(
                fields=["first", "second"], name="%(app_label)s_%(class)s_once"
            ),
            models.CheckConstraint(
                condition=Q(first__lt=F("second")), name="%(app_label)s_%(class)s_in_order"
            ),
        ]

    def __str__(self):
        return f"{self.first_id}, {self.second_id}"

    @classmethod
    def tell_apart(cls, one, other, user):
        """Remember that the two are not the same; saying it again changes nothing."""
        first, second = sorted([one.pk, other.pk])
        try:
            with transaction.atomic():
                cls.objects.get_or_create(
                    first_id=first, second_id=second, defaults={"decided_by": user}
                )
        except IntegrityError:
            return False  # one of the two has gone meanwhile
        return True

    @classmethod
    def pairs(cls):
        """The keys of all pairs that were told apart."""
        return set(cls.objects.values_list("first", "second"))

    @classmethod
    def without(cls, pairs):
        """Those of the pairs that nobody has told apart, the likeliest first."""
        apart = cls.pairs()
        left = [pair for pair in pairs if pair.keys not in apart]
        return sorted(left, key=lambda pair: (-pair.strength, -pair.second, -pair.first))


@dataclass(frozen=True)
class DistinctTie(Tie):
    """What was told apart from the other record is told apart from the kept one."""

    def lead_over(self, kept, other):
        for row in self.rows(other):
            opposite = row.second_id if self.name == "first" else row.first_id
            pair = sorted([kept.pk, opposite])
            known = self.model._base_manager.filter(first=pair[0], second=pair[1])
            if opposite == kept.pk or known.exists():
                continue  # goes with the other record
            row.first_id, row.second_id = pair
            row.save()


@dataclass
class Pair:
    """Two records that may be one, and why, in words; ``strength`` orders them."""

    first: int
    second: int
    why: str
    strength: int = 0

    @property
    def keys(self):
        return (self.first, self.second)
