"""Who a printed name is: one of our members, or nobody that we know for sure.

An ORCID settles it. Else the whole name must agree, or a spelling that is listed for the member:
without regard to capitals, accents and the order of the names, and with middle initials that the
other one leaves out. A surname with an initial is never enough, and neither are two candidates.
"""

from collections import Counter, defaultdict
from typing import NamedTuple

from labsite.folding import fold
from labsite.identifiers import orcid as checked_orcid
from people.models import Member

_NO_LETTERS = str.maketrans(dict.fromkeys(".'\"", "") | dict.fromkeys("-,;·・", " "))


class PrintedName(NamedTuple):
    """A name as it stands in a line, with the ORCID printed beside it."""

    name: str
    orcid: str = ""


def words_of(name):
    """The folded words of a name, in alphabetical order: "Núñez, Ana-M." → a…, m, nunez."""
    words = fold(name).translate(_NO_LETTERS).split()
    if len(words) > 1 and not any(_has_case(word) for word in words):
        # 周 雨晴 and 周雨晴 are one name; no blank tells its parts.
        words = ["".join(words)]
    return tuple(sorted(words))


def _has_case(word):
    return word.upper() != word.lower()


def _is_initial(word):
    return len(word) == 1 and _has_case(word)


def agree(one, other):
    """Whether two names, as ``words_of`` gives them, can be taken for one without asking."""
    if one == other:
        return bool(one)
    common = Counter(one) & Counter(other)
    if sum(count for word, count in common.items() if not _is_initial(word)) < 2:
        return False
    here = list((Counter(one) - common).elements())
    there = list((Counter(other) - common).elements())
    return _are_initials_of(here, there) or _are_initials_of(there, here)


def resemble(one, other):
    """Whether two names may be one, so that a person should be asked: surname and initial agree."""
    common = Counter(one) & Counter(other)
    if all(_is_initial(word) for word in common):
        return False
    here = list((Counter(one) - common).elements())
    there = list((Counter(other) - common).elements())
    return bool(here and there) and (_are_initials_of(here, there) or _are_initials_of(there, here))


def _are_initials_of(words, others):
    """Whether ``words`` are initials of the ``others``, or are left out there."""
    if not all(_is_initial(word) for word in words):
        return False
    if not others:
        return True
    return len(words) == len(others) and sorted(words) == sorted(word[0] for word in others)


class Members:
    """All members with their spellings, read in one query, to be asked about many names.

    What is said to people about a name must not come from a former one; ``knows_former_names``
    is for author lines only.
    """

    def __init__(self, *, knows_former_names=True):
        self.by_orcid = {}
        self.orcids = {}
        self.spellings = defaultdict(set)  # the words of a spelling → keys of members
        self.by_word = defaultdict(set)  # a word → the spellings that contain it
        rows = Member.objects.order_by().values_list(
            *("pk", "orcid", "display_name", "given_name", "family_name", "native_name"),
            *("names__name", "names__is_former"),
            named=True,
        )
        for row in rows:
            if row.orcid:
                self.by_orcid[row.orcid] = row.pk
            self.orcids[row.pk] = row.orcid
            has_parts = row.given_name and row.family_name
            whole = f"{row.given_name} {row.family_name}" if has_parts else ""
            is_secret = row.names__is_former and not knows_former_names
            spelling = "" if is_secret else row.names__name
            for name in (row.display_name, whole, row.native_name, spelling):
                if name:
                    self._add(row.pk, words_of(name))

    def _add(self, key, words):
        self.spellings[words].add(key)
        for word in words:
            self.by_word[word].add(words)

    def key_of(self, name, orcid=""):
        """The key of the member that ``name`` is, or None."""
        if orcid and orcid in self.by_orcid:
            return self.by_orcid[orcid]
        candidates = self.candidates(name)
        if orcid:
            # Somebody of the same name whose ORCID is another one is another person.
            candidates = {key for key in candidates if not self.orcids[key]}
        return candidates.pop() if len(candidates) == 1 else None

    def candidates(self, name):
        """The keys of all members whose name agrees with this one."""
        words = words_of(name)
        nearby = set().union(*(self.by_word.get(word, ()) for word in words))
        return {
            key for spelling in nearby if agree(words, spelling) for key in self.spellings[spelling]
        }

    def proposals(self, name):
        """The keys of members whom a person may know this one to be, in no order."""
        words = words_of(name)
        nearby = set().union(*(self.by_word.get(word, ()) for word in words))
        similar = [spelling for spelling in nearby if resemble(words, spelling)]
        return self.candidates(name).union(*(self.spellings[spelling] for spelling in similar))


def keys_of(names):
    """For each name, a text or a ``PrintedName``, the key of the member that it is, or None."""
    members = Members()
    return [
        members.key_of(name)
        if isinstance(name, str)
        else members.key_of(name.name, checked_orcid(name.orcid))
        for name in names
    ]
