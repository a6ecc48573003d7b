"""What is asked about publications, talks, projects and news; the rules stand in labsite."""

from django.db import models
from django.db.models import Case, Exists, F, OuterRef, Q, Value, When
from django.utils import timezone

from labsite import visibility
from labsite.partial_dates import is_not_over
from labsite.visibility import RecordQuerySet
from publications.status import forthcoming


class PublicationQuerySet(RecordQuerySet):
    def of_lab(self, lab):
        """What a lab lists: its own papers and those of others that it has accepted."""
        listings = self.model._meta.get_field("listings").related_model._base_manager
        return self.filter(pk__in=listings.filter(lab=lab, is_accepted=True).values("publication"))

    def of_member(self, member):
        """What a member is a recognised author of."""
        authorships = self.model._meta.get_field("authorships").related_model._base_manager
        return self.filter(pk__in=authorships.filter(member=member).values("publication"))

    def of_year(self, year):
        return self.filter(date__gte=str(year), date__lt=str(year + 1))

    def newest_first(self):
        """Forthcoming ones, then by date, newest first, then the undated.

        A date known only to the year comes after the months of its year.
        """
        group = Case(When(forthcoming(), then=Value(0)), default=Value(1))
        return self.annotate(group=group).order_by("group", "-date", "-pk")

    def found_by_key(self):
        """The same slice of a list that is newest first, with only its keys put in order.

        Databases sort whole rows, abstracts and all, before they throw most of them away.
        """
        return self.model._default_manager.filter(pk__in=self.values("pk")).newest_first()


class TalkQuerySet(RecordQuerySet):
    def of_member(self, member):
        """Talks that a member gave or gives."""
        speakers = self.model._meta.get_field("speakers").related_model._base_manager
        return self.filter(pk__in=speakers.filter(member=member).values("talk"))


class DeliveryQuerySet(models.QuerySet):
    def public(self):
        """Occasions of talks that visitors see."""
        return self.filter(visibility.is_public("talk__"))

    def upcoming(self, now=None):
        """Occasions that are not over; one with a time of day ends to the minute."""
        now = now or timezone.now()
        day_not_over = is_not_over("last_date", timezone.localdate(now))
        return self.filter(Q(ends_at__gt=now) | Q(ends_at=None) & day_not_over)

    def newest_first(self):
        return self.order_by("-date", F("start_time").desc(nulls_last=True), "-pk")


class ProjectQuerySet(RecordQuerySet):
    def of_lab(self, lab):
        """Projects that a lab owns or lists."""
        listed = self.model.listed_labs.through._base_manager.filter(
            project=OuterRef("pk"), lab=lab
        )
        return self.filter(Q(lab=lab) | Exists(listed))


class NewsQuerySet(RecordQuerySet):
    def public(self, day=None):
        """News that is published and whose day has come."""
        return self.filter(visibility.news_is_public(day))

    def of_labs(self):
        """News of labs, without what members tell on their own pages only."""
        return self.filter(lab__isnull=False)

    def pinned_first(self):
        """What is pinned, then the rest, newest first."""
        return self.order_by("-is_pinned", "-date", "-pk")
