"""Whom an editor looks for: people by their stays, also those that visitors do not see."""

from django.db.models import Exists, OuterRef
from django.utils import timezone

from labsite.keys import key_in
from labsite.partial_dates import has_begun
from people.models import Membership, Role


def with_stay(members, *, stay="", role="", lab=""):
    """The members who have such a stay: in this lab, in this role, now or formerly."""
    in_lab = Membership.objects.filter(member=OuterRef("pk"))
    if (key := key_in(lab)) is not None:
        in_lab = in_lab.filter(lab=key)
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
