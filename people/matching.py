"""Who a printed name is: one of our members, or nobody that we know for sure.

An ORCID settles it. Else the whole name must agree, or a spelling that is listed for the member. A
surname with an initial is never enough, and neither are two candidates; such names are proposed to
a person.
"""

from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from people.likeness import (
    Likeness,
    agree,
    contradict,
    exact_forms,
    forms_with_initial,
    likeness_of_given,
    orders,
    other_words,
    readings,
    words_of,
)
from people.models import Member

MOST_KEPT = 100_000  # names whose likeness is kept


class KnownName(NamedTuple):
    """One name of a member, with the family name in it where that is told."""

    key: int
    name: str
    family: str = ""


class Names:
    """Many names by all that another one can have in common with them."""

    def __init__(self, names):
        self._by_form = defaultdict(set)  # a form of the whole name → keys
        self._by_ends = defaultdict(set)  # given and family name → (key, words)
        self._by_family = defaultdict(set)  # a family name → (key, reading)
        self._spellings = defaultdict(set)  # key → the words of each spelling
        self._words = set()  # of all names: who has none of them is not looked for
        self._found = {}
        for name in names:
            self._add(*name)
        for key, spellings in self._spellings.items():
            for form in forms_with_initial(spellings):
                self._by_form[form].add(key)

    def _add(self, key, name, family):
        words = words_of(name)
        if not words:
            return
        self._spellings[key].add(words)
        self._words.update(words)
        for form in exact_forms(name):
            self._by_form[form].add(key)
        for order in orders(words):
            self._by_ends[order[0], order[-1]].add((key, order))
        is_told = set(words_of(family)) <= set(words)
        for reading in readings(name, family=family if is_told else ""):
            self._by_family[reading.family].add((key, reading))
            self._words.add(reading.family)

    def alike(self, name):
        """The keys of whoever has a name like this one, and how much it is."""
        found = self._found.get(name)
        if found is None:
            if len(self._found) >= MOST_KEPT:
                self._found.clear()
            found = self._found[name] = self._alike(name)
        return found

    def _alike(self, name):
        words = words_of(name)
        if self._words.isdisjoint(words) and self._words.isdisjoint(other_words(name)):
            return {}
        found = {}
        for form in exact_forms(name):
            found |= dict.fromkeys(self._by_form.get(form, ()), Likeness.WHOLE)
        if len(words) > 1:
            self._add_agreeing(found, words)
            self._add_similar(found, name)
        return found

    def _add_agreeing(self, found, words):
        """Add whoever has the same name but for middle initials."""
        for order in orders(words):
            for key, spelling in self._by_ends.get((order[0], order[-1]), ()):
                if key not in found and agree(order, spelling):
                    is_doubtful = any(contradict(order, own) for own in self._spellings[key])
                    found[key] = Likeness.NEAR if is_doubtful else Likeness.WHOLE

    def _add_similar(self, found, name):
        """Add whoever has the same family name, and a given name that may be the same."""
        for own in readings(name):
            for key, reading in self._by_family.get(own.family, ()):
                if found.get(key, 0) >= Likeness.NEAR:
                    continue
                if own.likeness == reading.likeness == Likeness.PART:
                    continue
                likeness = likeness_of_given(own.given, reading.given)
                if likeness:
                    likeness = min(likeness, own.likeness, reading.likeness)
                    found[key] = max(likeness, found.get(key, likeness))


# Two: with former names and without. Putting thousands of names in order takes longer than reading
# them, and they change less often than somebody asks.
known_names = lru_cache(maxsize=2)(Names)


class Members:
    """All members with their spellings, read in one query, to be asked about many names.

    What is said to people about a name must not come from a former one; ``knows_former_names``
    is for author lines only.
    """

    def __init__(self, *, knows_former_names=True):
        self.by_orcid = {}
        self.orcids = {}
        names = []
        rows = Member.objects.order_by("pk").values_list(
            *("pk", "orcid", "display_name", "given_name", "family_name", "native_name"),
            *("names__name", "names__is_former"),
        )
        for key, orcid, shown, given, family, native, spelling, is_former in rows:
            told = family if given else ""
            if key not in self.orcids:
                self.orcids[key] = orcid
                if orcid:
                    self.by_orcid[orcid] = key
                own = (shown, native, f"{given} {family}" if told else "")
                names += [KnownName(key, name, told) for name in own if name]
            if spelling and (knows_former_names or not is_former):
                names.append(KnownName(key, spelling, told))
        self.alike = known_names(tuple(names)).alike

    def key_of(self, name, orcid=""):
        """The key of the member that ``name`` is, or None."""
        if orcid and orcid in self.by_orcid:
            return self.by_orcid[orcid]
        candidates = {key for key in self.candidates(name) if not self.speaks_against(key, orcid)}
        return candidates.pop() if len(candidates) == 1 else None

    def speaks_against(self, key, orcid):
        """Whether the ORCID says that this member is somebody else of the same name."""
        return bool(orcid and self.orcids[key] and self.orcids[key] != orcid)

    def candidates(self, name):
        """The keys of all members whose name agrees with this one."""
        return {key for key, likeness in self.alike(name).items() if likeness == Likeness.WHOLE}
