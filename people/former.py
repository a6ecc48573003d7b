"""People who have left, and what they did next."""

from collections import defaultdict
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Subquery
from django.db.models.functions import Left
from django.utils import timezone

from labsite.partial_dates import first_day, last_day
from people.cards import LAB_COLUMNS, MEMBER_COLUMNS, STAY_COLUMNS
from people.models import Education, Member, Membership, Role

DEGREE_ROLES = {Role.PHD, Role.MASTER, Role.BACHELOR}
SHORT_STAY_DAYS = 183


class Former(NamedTuple):
    """A person who has left: the stays here, newest first, and where they are now on this site."""

    member: Member
    stays: list[Membership]
    elsewhere: list[Membership]

    @property
    def last(self):
        return self.stays[0]

    @property
    def graduation(self):
        """The stay during which a degree was finished, None where there was none."""
        return next((stay for stay in self.stays if stay.degree), None)

    @property
    def went_on(self):
        """Whether it is known what came next."""
        return bool(self.last.next_title or self.last.next_place or self.elsewhere)

    @property
    def is_short(self):
        """Whether all of it was shorter than half a year, as far as the dates tell."""
        return all(is_short(stay) for stay in self.stays)

    @property
    def year(self):
        return self.last.end[:4]


def is_short(stay):
    if not (stay.start and stay.end):
        return False
    return (last_day(stay.end) - first_day(stay.start)).days < SHORT_STAY_DAYS


def former_members(lab=None):
    """Members who left the lab (or all labs) and are not there today, the last to leave first."""
    stays = Membership.objects.public().filter(member=OuterRef("pk"))
    if lab:
        stays = stays.filter(lab=lab)
    past = stays.past()
    return (
        Member.objects.named()
        .filter(Exists(past), ~Exists(stays.current()))
        .annotate(left_on=Subquery(past.order_by("-end", "-pk").values("end")[:1]))
        .order_by("-left_on", "sort_key", "pk")
    )


def read_former(members, lab=None):
    """What these members were in the lab (or anywhere here), and where they are now.

    The last to leave comes first, as ``former_members`` has it.
    """
    today = timezone.localdate()
    people = {}
    stays = Membership.objects.public().filter(member__in=members.values("pk"))
    degrees = _finished_during(OuterRef("start"), OuterRef("end")).filter(member=OuterRef("member"))
    stays = stays.annotate(
        degree=Subquery(degrees.values("degree")[:1]),
        degree_year=Subquery(degrees.values("year")[:1]),
        thesis_title=Subquery(degrees.values("thesis_title")[:1]),
    )
    stays = stays.select_related("member", "lab").only(
        *STAY_COLUMNS,
        *("next_title", "next_place", "next_url"),
        *(f"member__{name}" for name in MEMBER_COLUMNS),
        *(f"lab__{name}" for name in LAB_COLUMNS),
    )
    for stay in stays.order_by("member__sort_key", "member", "-end", "-pk"):
        person = people.setdefault(stay.member_id, Former(stay.member, [], []))
        if stay.is_current(today):
            person.elsewhere.append(stay)
        elif stay.is_past(today) and lab in (None, stay.lab):
            person.stays.append(stay)
    have_left = [person for person in people.values() if person.stays]
    return sorted(have_left, key=lambda person: person.last.end, reverse=True)


def _finished_during(start, end):
    """Degrees finished between the years of two partial dates, the last one first."""
    finished = Education.objects.public().filter(ending=Education.Ending.ENDED)
    return (
        finished.annotate(year=Left("end", 4))
        .filter(year__gte=Left(start, 4), year__lte=Left(end, 4))
        .order_by("-end")
    )


class FormerLists(NamedTuple):
    """Former people as a page shows them: a table, names in lines, and short stays by year."""

    table: list[Former]
    lines: list[Former]
    short: list[tuple[str, list[Former]]]


def arranged(people):
    """Graduates and whoever is known to have gone on, the others, and short stays by year."""
    table, lines, short = [], [], defaultdict(list)
    for person in people:
        if person.is_short and not person.went_on:
            short[person.year].append(person)
        elif person.went_on or person.last.role in DEGREE_ROLES:
            table.append(person)
        else:
            lines.append(person)
    return FormerLists(table, lines, sorted(short.items(), reverse=True))
