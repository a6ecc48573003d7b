"""Whom an editor looks for: people by their stays, also those that visitors do not see."""

from django.db.models import Exists, OuterRef
from django.utils import timezone

from labsite.partial_dates import has_begun
from people.models import Membership, Role

LONGEST_KEY = 18  # a longer number is that of no record


def with_stay(members, *, stay="", role="", lab=""):
    """The members who have such a stay: in this lab, in this role, now or formerly."""
    in_lab = Membership.objects.filter(member=OuterRef("pk"))
    if lab.isdecimal() and len(lab) < LONGEST_KEY:
        in_lab = in_lab.filter(lab=lab)
    asked = in_lab.filter(role=role) if role in Role.values else in_lab
    if stay == "now":
        return members.filter(Exists(asked.current()))
    if stay == "coming":
        later = asked.exclude(has_begun("start", timezone.localdate()))
        return members.filter(Exists(later), ~Exists(in_lab.current()))
    if stay == "former":
        return members.filter(Exists(asked.past()), ~Exists(in_lab.current()))
    if stay == "none":
        return members.filter(~Exists(in_lab))
    return members.filter(Exists(asked))
