"""Names in author lines that nobody has linked and that may be one of us.

One question stands for a name on all its papers together; the likeliest comes first.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

from people.likeness import Likeness
from publications.evidence import Evidence, OpenRow, Witnesses
from publications.models import Authorship
from publications.recognition import Recognition, key_of_decision


@dataclass
class Candidate:
    """A member who a name may be, and the places where nothing speaks against it."""

    member_id: int
    likeness: Likeness
    rows: list[OpenRow] = field(default_factory=list)
    evidence: Evidence = field(default_factory=Evidence)

    @property
    def points(self):
        return self.evidence.points(self.likeness)


@dataclass
class OpenName:
    """A printed name, the places where it stands, and the members who it may be."""

    key: str  # as decisions have it
    rows: list[OpenRow] = field(default_factory=list)
    candidates: dict[int, Candidate] = field(default_factory=dict)

    @cached_property
    def spellings(self):
        """The name as it is printed, the most frequent spelling first."""
        counted = Counter(row.printed_name for row in self.rows)
        return [name for name, _count in counted.most_common()]

    @cached_property
    def ranked(self):
        """The candidates, the likeliest first."""
        return sorted(self.candidates.values(), key=lambda each: (-each.points, each.member_id))

    @property
    def papers(self):
        """The keys of its papers, the newest first."""
        dates = {row.publication: row.date for row in self.rows}
        return sorted(dates, key=lambda key: (dates[key], key), reverse=True)

    @property
    def order(self):
        return (-self.ranked[0].points, -len(self.rows), self.key)


def open_rows():
    """The places in author lines that are linked to nobody; organisations are no person."""
    return Authorship.objects.filter(member=None, is_organisation=False).order_by()


def read_rows(rows):
    """The rows as plain tuples, in the order of ``OpenRow``."""
    return list(rows.values_list("pk", "printed_name", "orcid", "publication", "publication__date"))


def open_names(rows, linked, recognition, *, member=None):
    """The open names among ``rows``; only those that ``member`` may be, if one is given.

    ``linked`` are pairs of paper and member: nobody is an author of one paper twice.
    """
    taken, names = set(linked), {}
    for pk, printed_name, orcid, publication, date in rows:
        if not orcid and recognition.is_nobody(printed_name):
            continue
        found = members_of(printed_name, orcid, publication, recognition)
        found = {key: alike for key, alike in found.items() if (publication, key) not in taken}
        if not found or (member is not None and member not in found):
            continue
        row = OpenRow(pk, printed_name, orcid, publication, date)
        key = key_of_decision(printed_name)
        name = names.setdefault(key, OpenName(key))
        name.rows.append(row)
        for each, likeness in found.items():
            candidate = name.candidates.setdefault(each, Candidate(each, likeness))
            candidate.likeness = max(candidate.likeness, likeness)
            candidate.rows.append(row)
    return list(names.values())


def members_of(printed_name, orcid, publication, recognition):
    """The members who an author may be, for sure or not, and how alike the names are."""
    recognised = recognition.recognise(printed_name, orcid, publication)
    if recognised.member_id is None:
        return dict(recognised.proposals)
    alike = recognition.members.alike(printed_name)
    return {recognised.member_id: alike.get(recognised.member_id, Likeness.NONE)}


def ranked_names(member=None):
    """All open names with their evidence, the likeliest first."""
    rows, linked, recognition = read_rows(open_rows()), _linked(), Recognition()
    names = open_names(rows, linked, recognition, member=member)
    witnesses = Witnesses(
        {key for name in names for key in name.candidates},
        {row.publication for name in names for row in name.rows},
        linked=linked,
        names=((publication, name) for _pk, name, _orcid, publication, _date in rows),
    )
    for name in names:
        for candidate in name.candidates.values():
            key = candidate.member_id
            orcid = recognition.members.orcids[key]
            candidate.evidence = witnesses.evidence(key, candidate.rows, orcid)
    return sorted(names, key=lambda name: name.order)


def papers_for(members):
    """The keys of the papers that each of these members may have written, by their own keys."""
    found = {key: set() for key in members}
    for name in open_names(read_rows(open_rows()), _linked(), Recognition()):
        for key in found.keys() & name.candidates.keys():
            found[key].update(row.publication for row in name.candidates[key].rows)
    return found


def _linked():
    """Pairs of paper and member, of all authors that are linked."""
    rows = Authorship.objects.exclude(member=None).order_by()
    return list(rows.values_list("publication", "member"))
