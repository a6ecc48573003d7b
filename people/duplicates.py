"""People who may be on the list twice."""

from collections import defaultdict

from django.utils.translation import gettext as _

from labsite.joining.twins import Pair
from people.likeness import Likeness
from people.matching import Members
from people.models import DistinctMembers, MemberName, Membership

SAME_NAME, LIKE_NAME = 2, 1


def pairs(members):
    """All pairs among ``members`` that may be one person, the likeliest first.

    The same name anywhere, or a name that resembles another one in the same lab. Two who have an
    ORCID each are two people. Four queries, however many people there are; former names tell
    nothing.
    """
    known = Members(knows_former_names=False)
    shown = {}
    for key, *names in members.order_by().values_list("pk", "display_name", "native_name"):
        shown[key] = [name for name in names if name]
    spellings = MemberName.objects.filter(is_former=False).values_list("member", "name")
    for key, name in spellings:
        if key in shown:
            shown[key].append(name)
    labs = _labs()
    found = {}
    for key, names in shown.items():
        for other, likeness in _alike(known, names).items():
            if other == key or other not in shown or (known.orcids[key] and known.orcids[other]):
                continue
            first, second = sorted((key, other))
            if likeness == Likeness.WHOLE:
                why = (
                    _("There are two of this name in one lab. Same person?")
                    if labs[key] & labs[other]
                    else _("There are two of this name. Same person?")
                )
                found[first, second] = Pair(first, second, why, SAME_NAME)
            elif likeness >= Likeness.INITIAL and labs[key] & labs[other]:
                why = _("Their names are alike, and both are or were in one lab. Same person?")
                found.setdefault((first, second), Pair(first, second, why, LIKE_NAME))
    return DistinctMembers.without(found.values())


def _alike(known, names):
    found = {}
    for name in names:
        for key, likeness in known.alike(name).items():
            found[key] = max(likeness, found.get(key, likeness))
    return found


def _labs():
    labs = defaultdict(set)
    for member, lab in Membership.objects.order_by().values_list("member", "lab"):
        labs[member].add(lab)
    return labs
