"""What is asked about labs, people and their CVs; the rules stand in labsite."""

from django.db import models
from django.db.models import Case, Q, Value, When
from django.utils import timezone

from labsite import visibility
from labsite.periods import PeriodQuerySet
from labsite.visibility import RecordQuerySet


class LabQuerySet(RecordQuerySet):
    def public(self):
        """Labs that visitors see: published, and so are all labs above them."""
        return self.filter(visibility.lab_is_public())

    def recruiting(self):
        """Labs that tell how to join them, whether or not a position is open."""
        return self.filter(status=self.model.Status.ACTIVE).exclude(recruiting="")

    def reachable(self):
        """Labs that say where they are or whom to write to."""
        return self.filter(~Q(address="") | ~Q(directions="") | Q(contacts__isnull=False))


class MemberQuerySet(RecordQuerySet):
    """``public()`` gives the members that have a page."""

    def named(self):
        """Members that appear in lists, with or without a page."""
        return self.filter(visibility.member_is_named())


class MembershipQuerySet(PeriodQuerySet):
    """Ask the membership, not the member, when the lab matters."""

    def public(self):
        return self.filter(visibility.membership_is_public())

    def heads(self):
        return self.filter(role=self.model.Role.HEAD)


class PageQuerySet(RecordQuerySet):
    def public(self):
        """Pages that visitors see; those of a lab only with the lab."""
        return self.filter(visibility.page_is_public())

    def in_menu(self):
        return self.filter(menu_position__isnull=False)


class OpeningQuerySet(RecordQuerySet):
    def public(self):
        """Positions that have an address, open or closed."""
        return self.filter(visibility.opening_is_public())

    def open(self, day=None):
        """Positions that can be applied for on ``day``, today unless told otherwise."""
        return self.filter(visibility.opening_is_open(day or timezone.localdate()))

    def soonest_first(self):
        """By the last day to apply; those without one at the end."""
        has_no_deadline = Case(When(deadline="", then=Value(1)), default=Value(0))
        return self.order_by(has_no_deadline, "deadline", "title", "pk")


class CvQuerySet(models.QuerySet):
    """Rows of a CV, which are seen wherever their member has a page."""

    def public(self):
        return self.filter(visibility.is_public("member__"))
