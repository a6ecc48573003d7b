"""Who a printed author is, with everything that people have decided about it.

An ORCID settles it. Then comes what somebody decided about this name: that it is a member, on this
paper or on every one, that it is not, or that it never is. Then the whole name, or a spelling that
is listed for one member alone. A family name with initials only proposes; so does a name that
several members have.
"""

from collections import Counter, defaultdict
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from labsite.identifiers import orcid as checked_orcid
from people.likeness import Likeness, folded_name
from people.matching import Members
from people.models import Membership
from publications.models import MatchDecision

LONGEST_FOLDED_NAME = MatchDecision._meta.get_field("folded_name").max_length
# A paper appears before and after its authors are in a lab.
YEARS_AROUND_A_STAY = 2


class Why(models.TextChoices):
    """What made an author one of us."""

    ORCID = "orcid", _("ORCID")
    DECIDED = "decided", _("decided before")
    LISTED = "listed", _("name as listed")


class Proposal(NamedTuple):
    """A member who an author may be, and how much the names are alike."""

    member_id: int
    likeness: Likeness


class Recognised(NamedTuple):
    """Who an author is; without a ``member_id``, whom a person should be asked about.

    ``proposals`` come the likeliest first, and there are none beside a member.
    """

    member_id: int | None = None
    why: str = ""
    proposals: tuple[Proposal, ...] = ()

    def without(self, members):
        """The same, without proposals of members who stand in the line already."""
        open_ones = [each for each in self.proposals if each.member_id not in members]
        return self._replace(proposals=tuple(open_ones))


NOBODY = Recognised()


def key_of_decision(printed_name):
    """A printed name as decisions about it are remembered."""
    return folded_name(printed_name)[:LONGEST_FOLDED_NAME]


class Recognition:
    """All members and all decisions, read in two queries, to be asked about thousands of names.

    A third query reads who was in the labs when, once that is needed to rank proposals.
    """

    def __init__(self):
        self.members = Members()
        self._always = defaultdict(set)  # a name → members whom it is on every paper
        self._never = defaultdict(set)
        self._on_paper = defaultdict(dict)  # (a name, a paper) → member → verdict
        self._decided = set()  # names about which anything was decided
        self._by_name = {}
        self._years = None
        verdicts = MatchDecision.objects.order_by().values_list(
            "folded_name", "member", "publication", "verdict"
        )
        for name, member, publication, verdict in verdicts:
            self._decided.add(name)
            if publication:
                self._on_paper[name, publication][member] = verdict
            elif verdict == MatchDecision.Verdict.YES:
                self._always[name].add(member)
            else:
                self._never[name].add(member)

    def recognise(self, printed_name, orcid="", publication_id=None, year=None):
        """Who the author is, on this paper of that year where there is one already."""
        orcid = _valid(orcid)
        if orcid and orcid in self.members.by_orcid:
            return Recognised(self.members.by_orcid[orcid], Why.ORCID)
        if self.is_nobody(printed_name):
            return NOBODY
        name, alike = self._known(printed_name)
        on_paper = self._on_paper.get((name, publication_id), {}) if publication_id else {}
        decided = {key for key, verdict in on_paper.items() if verdict == MatchDecision.Verdict.YES}
        denied = (set(on_paper) - decided) | self._never.get(name, set())
        decided = decided or self._always.get(name, set()) - denied
        decided = self._without_others(decided, orcid)
        if len(decided) == 1:
            return Recognised(*decided, Why.DECIDED)
        alike = {key: alike.get(key, Likeness.WHOLE) for key in {*alike, *decided}}
        open_keys = self._without_others(alike.keys() - (denied - decided), orcid)
        whole = [key for key in open_keys if alike[key] == Likeness.WHOLE]
        if len(whole) == 1:
            return Recognised(whole[0], Why.LISTED)
        return Recognised(proposals=self._ranked(open_keys, alike, year))

    def recognise_line(self, authors, *, publication_id=None, year=None, taken=()):
        """Who the authors of one paper are, given as pairs of printed name and ORCID.

        Nobody stands in one line twice: whoever is ``taken`` already, or known by more than the
        name, is no other one, and a name that two authors have is neither of them for sure.
        """
        line = [self.recognise(name, orcid, publication_id, year) for name, orcid in authors]
        here = set(taken)
        for why in Why:  # what is surest comes first
            places = [place for place, found in enumerate(line) if found.why == why]
            number = Counter(line[place].member_id for place in places)
            for place in places:
                key = line[place].member_id
                if key in here:
                    line[place] = NOBODY
                elif number[key] > 1:
                    line[place] = Recognised(proposals=(Proposal(key, Likeness.WHOLE),))
            here.update(line[place].member_id for place in places if line[place].member_id)
        return [found.without(here) for found in line]

    def is_nobody(self, printed_name):
        """Whether no name of ours is like this one, so that only an ORCID could tell."""
        name, alike = self._known(printed_name)
        return not alike and name not in self._decided

    def may_be(self, printed_name, member_id):
        """Whether a name is like one of this member's, whatever was decided about it."""
        return member_id in self._known(printed_name)[1]

    def _known(self, printed_name):
        """A name as decisions have it, and the members whose names are like it."""
        known = self._by_name.get(printed_name)
        if known is None:
            alike = self.members.alike(printed_name)
            name = key_of_decision(printed_name) if alike or self._decided else ""
            known = self._by_name[printed_name] = name, alike
        return known

    def _without_others(self, keys, orcid):
        """The members of ``keys`` of whom the ORCID does not say that they are somebody else."""
        return {key for key in keys if not self.members.speaks_against(key, orcid)}

    def _ranked(self, keys, alike, year):
        was_here = self._was_here if year and len(keys) > 1 else lambda key, year: False
        ranked = sorted(keys, key=lambda key: (-alike[key], not was_here(key, year), key))
        return tuple(Proposal(key, alike[key]) for key in ranked)

    def _was_here(self, key, year):
        """Whether a member was in a lab at that time, as far as the dates tell."""
        if self._years is None:
            self._years = defaultdict(list)
            rows = Membership.objects.order_by().values_list("member", "start", "end")
            for member, start, end in rows:
                self._years[member].append(years_around(start, end))
        return any(first <= int(year) <= last for first, last in self._years[key])


def years_around(start, end):
    """The first and the last year in which papers of a stay in a lab appear."""
    first = int(start[:4]) - YEARS_AROUND_A_STAY if start else 0
    last = int(end[:4]) + YEARS_AROUND_A_STAY if end else 9999
    return first, last


def _valid(orcid):
    """The bare ORCID; one with a wrong digit is nobody's."""
    if not orcid:
        return ""
    try:
        return checked_orcid(orcid)
    except ValidationError:
        return ""
