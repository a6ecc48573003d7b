"""Labs with the labs inside them, their heads and how many people they have."""

from collections import defaultdict
from dataclasses import dataclass, field

from django.db.models import Count

from labsite.folding import fold
from people.models import Lab, Membership

LABS_A_PAGE = 60
# A longer list gets an alphabet to jump to, and does without pictures.
JUMPS_FROM = 30
LONGEST_MONOGRAM = 4

_COLUMNS = ["slug", "name", "short_name", "tagline", "logo", "parent_id", "theme_colour"]
_COLUMNS += ["head_name", "status", "ended_on"]


@dataclass
class Branch:
    """A lab of the list: its heads, the number of its people, and the labs inside it."""

    lab: Lab
    heads: str = ""
    count: int = 0
    letter: str = ""
    labs: list["Branch"] = field(default_factory=list)

    @property
    def monogram(self):
        """A few letters that stand for the logo: a short word whole, else the first letters."""
        words = self.lab.label.split()
        if len(words) == 1 and len(words[0]) <= LONGEST_MONOGRAM:
            return words[0]
        return "".join(word[0] for word in words if word[0].isupper())[:2] or words[0][0]


def read_branches():
    """The outermost public labs by name, those still at work first, with all labs inside them."""
    # Sorted here, because databases sort capitals and accents each in their own way.
    labs = sorted(Lab.objects.public().only(*_COLUMNS), key=lambda lab: fold(lab.name))
    branches = {lab.pk: Branch(lab, lab.head_name) for lab in labs}
    for lab in labs:
        if lab.parent_id:
            branches[lab.parent_id].labs.append(branches[lab.pk])
    return [branches[lab.pk] for lab in labs if not lab.parent_id]


def labs_of(branches):
    """All labs of these branches, with the ones inside them."""
    for branch in branches:
        yield branch.lab
        yield from labs_of(branch.labs)


def add_people(branches):
    """Read the heads and the number of people of these labs."""
    by_lab = {branch.lab.pk: branch for branch in branches}
    stays = Membership.objects.public().current().filter(lab__in=by_lab).order_by()
    for lab, count in stays.values_list("lab").annotate(Count("member", distinct=True)):
        by_lab[lab].count = count
    heads = defaultdict(dict)
    in_order = stays.heads().order_by("member__sort_key", "pk")
    for lab, member, name in in_order.values_list("lab", "member", "member__display_name"):
        heads[lab][member] = name
    for lab, names in heads.items():
        by_lab[lab].heads = ", ".join(names.values())
    return branches


def lettered(branches):
    """Mark the first lab of each letter, and return the letters with the pages they begin on."""
    jumps = {}
    for number, branch in enumerate(branches):
        letter = fold(branch.lab.name)[:1].upper()
        if letter not in jumps:
            jumps[letter] = number // LABS_A_PAGE + 1
            branch.letter = letter
    return list(jumps.items())
