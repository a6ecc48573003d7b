"""What speaks for it that a printed name is one of us: weighed for the order, told in words.

The name itself, the ORCID on the paper, co-authors and the time in the labs. A former name speaks
as any other one does; nothing that is said here tells which of a person's names it was.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from people.likeness import Likeness, words_of
from people.models import Membership
from publications.recognition import years_around

# Points that order the questions; nobody reads them.
POINTS = {
    Likeness.WHOLE: 40,
    Likeness.NEAR: 30,
    Likeness.INITIAL: 15,
    Likeness.PART: 5,
    Likeness.NONE: 0,
}
FOR_ORCID, FOR_SAME_LAB, FOR_KNOWN_AUTHORS, FOR_TIME = 60, 20, 20, 10
MOST_TOLD = 3  # names of co-authors
IN_WORDS = {
    Likeness.WHOLE: gettext_lazy("The whole name agrees."),
    Likeness.NEAR: gettext_lazy("Given and family name agree; something else differs."),
    Likeness.INITIAL: gettext_lazy("The family name agrees, and the initials fit."),
    Likeness.PART: gettext_lazy(
        "A part of the family name agrees, or the names stand in another order; the initials fit."
    ),
    Likeness.NONE: gettext_lazy("The name is another one."),
}


class OpenRow(NamedTuple):
    """One place in an author line that is linked to nobody."""

    pk: int
    printed_name: str
    orcid: str
    publication: int
    date: str

    @property
    def year(self):
        return int(self.date[:4]) if self.date else None


@dataclass
class Evidence:
    """What speaks for one member on the papers of one printed name."""

    papers: int = 0
    with_orcid: int = 0
    # Those of the same lab, and authors of papers that are the member's already, with the number
    # of papers here on which each of them stands.
    lab_mates: Counter = field(default_factory=Counter)
    known_authors: Counter = field(default_factory=Counter)
    with_lab_mates: int = 0
    with_known_authors: int = 0
    in_time: int | None = None  # papers of the years in the labs; None where no year is known

    def points(self, likeness):
        """How likely it is, as far as that can be put into a number."""
        share = 1 / (self.papers or 1)
        points = POINTS[likeness] + FOR_ORCID * self.with_orcid * share
        points += FOR_SAME_LAB * self.with_lab_mates * share
        points += FOR_KNOWN_AUTHORS * self.with_known_authors * share
        if self.in_time is not None:
            points += FOR_TIME * (2 * self.in_time * share - 1)
        return points


class Witnesses:
    """Co-authors and stays, to be asked about the ``members`` who may stand on the ``papers``.

    ``linked`` are pairs of paper and member, ``names`` pairs of paper and printed name of those
    who are linked to nobody.
    """

    def __init__(self, members, papers, *, linked, names):
        self._papers_of, self._members_on = defaultdict(set), defaultdict(set)
        for publication, member in linked:
            if member in members:
                self._papers_of[member].add(publication)
        papers = papers.union(*self._papers_of.values())
        for publication, member in linked:
            if publication in papers:
                self._members_on[publication].add(member)
        self._names_on = defaultdict(dict)  # paper → words of a name → the name
        for publication, name in names:
            if publication in papers:
                self._names_on[publication][words_of(name)] = name
        self._labs_of, self._years_of = defaultdict(set), defaultdict(list)
        stays = Membership.objects.order_by()
        for member, lab, start, end, ending in stays.values_list(
            "member", "lab", "start", "end", "ending"
        ):
            self._labs_of[member].add(lab)
            if start or end:
                has_ended = ending == Membership.Ending.ENDED
                self._years_of[member].append(years_around(start, end if has_ended else ""))
        self._known = {}

    def evidence(self, member, rows, orcid=""):
        """What speaks for ``member``, who has this ORCID, on the papers of ``rows``."""
        found = Evidence(papers=len(rows))
        known_members, known_names = self._known_authors(member)
        labs, years = self._labs_of[member], self._years_of[member]
        if years and any(row.date for row in rows):
            found.in_time = 0
        for row in rows:
            found.with_orcid += bool(orcid and row.orcid == orcid)
            others = self._members_on[row.publication] - {member}
            mates = [other for other in others if not labs.isdisjoint(self._labs_of[other])]
            found.lab_mates.update(mates)
            found.with_lab_mates += bool(mates)
            names = known_names and {
                name
                for words, name in self._names_on[row.publication].items()
                if words in known_names and name != row.printed_name
            }
            found.known_authors.update(names)
            found.with_known_authors += bool(names or others & known_members)
            if years and row.date:
                found.in_time += any(first <= row.year <= last for first, last in years)
        return found

    def _known_authors(self, member):
        """Members and folded names that stand on the papers of a member already."""
        known = self._known.get(member)
        if known is None:
            papers = self._papers_of[member]
            members = set().union(*(self._members_on[paper] for paper in papers)) - {member}
            names = set().union(*(self._names_on[paper] for paper in papers))
            known = self._known[member] = members, names
        return known


def in_words(evidence, likeness, names_of_members):
    """The evidence as sentences, the strongest first."""
    papers = evidence.papers
    if evidence.with_orcid:
        yield _of_all(
            evidence.with_orcid,
            papers,
            _("The ORCID on the paper is theirs."),
            ngettext(
                "The ORCID on %(number)d paper is theirs.",
                "The ORCID on %(number)d papers is theirs.",
                evidence.with_orcid,
            ),
        )
    yield str(IN_WORDS[likeness])
    if evidence.lab_mates:
        mates = [names_of_members[key] for key in _most_frequent(evidence.lab_mates)]
        yield _("Together with people of the same lab: %(names)s.") % {"names": _listed(mates)}
    if evidence.known_authors:
        names = _most_frequent(evidence.known_authors)
        yield _("Together with authors of other papers of theirs: %(names)s.") % {
            "names": _listed(names)
        }
    if evidence.in_time is not None:
        yield _time_in_words(evidence)


def _of_all(number, papers, alone, counted):
    return alone if number == papers == 1 else counted % {"number": number}


def _time_in_words(evidence):
    if evidence.in_time == evidence.papers == 1:
        return _("The paper is of their time here.")
    if evidence.in_time == evidence.papers:
        return _("All papers are of their time here.")
    if evidence.in_time:
        return ngettext(
            "%(number)d paper is of their time here, the others are not.",
            "%(number)d papers are of their time here, the others are not.",
            evidence.in_time,
        ) % {"number": evidence.in_time}
    return ngettext(
        "The paper is not of their time here.",
        "None of the papers is of their time here.",
        evidence.papers,
    )


def _most_frequent(counted):
    return [key for key, _count in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))]


def _listed(names):
    """The first names, and how many more there are."""
    more = len(names) - MOST_TOLD
    if more < 1:
        return ", ".join(names)
    told = ", ".join(names[:MOST_TOLD])
    return ngettext("%(names)s and %(number)d more", "%(names)s and %(number)d more", more) % {
        "names": told,
        "number": more,
    }
