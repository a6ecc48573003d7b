"""How alike two names are: the same, perhaps the same, or another one.

A whole name is the same without regard to capitals, accents, hyphens and the order of its parts,
and with middle initials that the other one leaves out. A family name with initials is like many
names, and so is one that lacks its particle or has one more given name: those are for a person to
judge.
"""

import re
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from labsite.folding import fold
from people.name_parts import SUFFIX, is_family_first

_COMMA = re.compile(r"[,，]")
_NOT_OF_A_NAME = str.maketrans(
    dict.fromkeys("'\"“”", "") | dict.fromkeys(".;·・*†‡§¶#✉()[]{}", " ")
)
_SUFFIXES = {"jr", "sr", "jnr", "snr", "ii", "iii", "iv"}
# Particles that somebody may write in capitals or leave out; in small letters any word is one.
_PARTICLES = {
    *("af", "al", "av", "da", "dal", "das", "de", "del", "della", "den", "der", "des", "di", "do"),
    *("dos", "du", "el", "la", "las", "le", "los", "te", "ten", "ter", "van", "vom", "von"),
    *("zu", "zum", "zur"),
}
_TRANSLITERATED = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"}
    | {"Å": "Aa", "Ø": "Oe"}
)
MOST_FAMILY_WORDS = 3
FIRST_OF_OTHER_SCRIPTS = "\u1100"  # of those that put no blank between the names


class Likeness(IntEnum):
    """How much a printed name is like one that is known; a higher one is likelier."""

    NONE = 0
    PART = 1  # an initial, and a part of the family name or the names in another order
    INITIAL = 2  # family name and initials
    NEAR = 3  # given and family name, but something else differs
    WHOLE = 4  # the whole name


class Reading(NamedTuple):
    """One way to tell family and given names apart, without particles and suffixes."""

    family: str  # its words without blanks: "soltysnowak"
    given: tuple[str, ...]
    likeness: Likeness  # at most that of names that agree in it


@lru_cache(maxsize=50_000)  # folding costs more than all the rest
def words_of(name):
    """The folded words of a name, given name first: "Núñez, Ana-M." → ana, m, nunez."""
    return tuple(_folded(" ".join(_in_order(name)).replace("-", " ")))


def folded_name(name):
    """A name as decisions about it are remembered: without marks, points and commas."""
    return " ".join(words_of(name))


def _in_order(name):
    """The pieces of a name between its commas: given name, family name, suffix."""
    if "," not in name and "，" not in name:
        return [name]
    pieces = [piece.strip() for piece in _COMMA.split(name)]
    family, *others = [piece for piece in pieces if piece] or [""]
    suffixes = [
        piece for piece in others if SUFFIX.fullmatch(piece) and (len(piece) > 1 or len(others) > 1)
    ]
    given = [piece for piece in others if piece not in suffixes]
    return [*given, family, *suffixes]


def _folded(text):
    words = fold(text).translate(_NOT_OF_A_NAME).split()
    if len(words) > 1 and is_family_first("".join(words)):
        # 周 雨晴 and 周雨晴 are one name; no blank tells its parts.
        return ["".join(words)]
    return words


def _is_initial(word):
    return len(word) == 1 and word.upper() != word.lower()


@lru_cache(maxsize=20_000)
def exact_forms(name):
    """The forms of a name of which one must be the same in the other, each without an order."""
    forms = {_without_order(words_of(name))}
    if "-" in fold(name):
        forms.add(_without_order(tuple(_folded(fold(" ".join(_in_order(name))).replace("-", "")))))
    if not name.isascii():
        forms |= _forms_in_own_script(name)
    return forms - {()}


def _without_order(words):
    """Names that differ in their order only become equal; an initial keeps its neighbours.

    "Keyes David E." is "David E. Keyes", while "E. David Keyes" is somebody else.
    """
    if not any(map(_is_initial, words)):
        return tuple(sorted(words))
    return min(words[start:] + words[:start] for start in range(len(words)))


def _forms_in_own_script(name):
    """周 雨晴 either way round, and both names of "Yuqing Zhou (周雨晴)"."""
    if max(name) < FIRST_OF_OTHER_SCRIPTS:
        return set()
    words = fold(name.replace(",", " ").replace("，", " ")).translate(_NOT_OF_A_NAME).split()
    own = [word for word in words if is_family_first(word) and any(map(str.isalpha, word))]
    others = [word for word in words if word not in own]
    if not own:
        return set()
    forms = {("".join(own),), ("".join(reversed(own)),)}
    if len(others) > 1:
        forms.add(_without_order(tuple(others)))
    return forms


def other_words(name):
    """Words that a name has in another spelling or order only."""
    if name.isascii():
        return ()
    in_own_script = [word for form in _forms_in_own_script(name) for word in form]
    spelt_out = name.translate(_TRANSLITERATED)
    return in_own_script if spelt_out == name else [*words_of(spelt_out), *in_own_script]


def agree(one, other):
    """Whether two names, as ``words_of`` gives them, differ only in middle initials.

    Given and family name are the same; a middle initial may be missing or stand for a name, but
    not contradict another one.
    """
    if len(one) < 2 or len(other) < 2 or one[0] != other[0] or one[-1] != other[-1]:
        return False
    if _is_initial(one[0]) or _is_initial(one[-1]):
        return False
    return _middles_agree(list(one[1:-1]), list(other[1:-1]))


def _middles_agree(one, other):
    left_out = set()
    while one and other:
        if _can_be_one(one[0], other[0]):
            one, other = one[1:], other[1:]
        elif _is_initial(one[0]) and not _is_initial(other[0]):
            left_out.add("other")
            one = one[1:]
        elif _is_initial(other[0]) and not _is_initial(one[0]):
            left_out.add("one")
            other = other[1:]
        else:
            return False
    if one or other:
        left_out.add("other" if one else "one")
    return len(left_out) < 2 and all(map(_is_initial, one + other))


def _can_be_one(word, other):
    """Whether two words are the same, or one is the initial of the other."""
    shorter, longer = sorted((word, other), key=len)
    return word == other or (_is_initial(shorter) and longer.startswith(shorter))


def contradict(one, other):
    """Whether two names are the same but for one middle name, which differs."""
    return (
        len(one) == len(other) == 3
        and _can_be_one(one[0], other[0])
        and one[-1] == other[-1]
        and not _can_be_one(one[1], other[1])
    )


def orders(words):
    """A name as it stands, and as it is if its first word is the family name."""
    return {words, words[1:] + words[:1]}


def forms_with_initial(spellings):
    """Further forms of a name that follow from the listed ones.

    Whoever is "M. Soltys" and "Mira Soltys-Nowak" is "M. Soltys-Nowak", too.
    """
    for initial, *family in spellings:
        if not _is_initial(initial) or any(map(_is_initial, family)):
            continue
        for given, *others in spellings:
            is_longer = len(others) == len(family) + 1 and set(family) < set(others)
            if is_longer and given.startswith(initial):
                yield _without_order((initial, *others))


@lru_cache(maxsize=20_000)
def readings(name, *, family=""):
    """All ways to tell family and given names apart; ``family`` is the former where it is told."""
    found = set()
    spelt_out = name.translate(_TRANSLITERATED), family.translate(_TRANSLITERATED)
    for spelling, own_family in {(name, family), spelt_out}:
        small = _small_words(spelling)
        told = _family_words(spelling, own_family)
        doubled = () if told else _double_name(spelling)
        for words in _with_initials_apart(spelling):
            found |= _readings_of(words, small, told)
            if doubled:
                found |= _readings_of(words, small, doubled)
    return found


def _double_name(name):
    """The words of a family name like "Ruiz-Costa", which is one for sure where it stands last."""
    last = name.split()[-1] if name.strip() else ""
    return words_of(last) if "-" in fold(last) else ()


def _with_initials_apart(name):
    """The words of a name; once more with "JA" as two initials if it is written "Smith JA"."""
    yield words_of(name)
    pieces = re.findall(r"\w+", name)
    if any(_is_block_of_initials(piece) for piece in pieces) and not name.isupper():
        yield words_of(
            re.sub(
                r"\w+",
                lambda found: " ".join(found[0]) if _is_block_of_initials(found[0]) else found[0],
                name,
            )
        )


def _is_block_of_initials(piece):
    return 2 <= len(piece) <= 3 and piece.isalpha() and piece.isupper()


def _small_words(name):
    """The folded words that stand in small letters before others, as particles do."""
    pieces = name.replace("-", " ").split()
    if name.islower() or "," not in name:
        pieces = pieces[:-1]
    small = [piece for piece in pieces if piece[0].islower()]
    return set() if name.islower() else set(_folded(" ".join(small)))


def _family_words(name, family):
    """The words of the family name where the name itself or somebody else tells it."""
    if not family and "," in name:
        family = name.partition(",")[0]
        if any(SUFFIX.fullmatch(piece.strip()) for piece in name.split(",")[1:2]):
            family = family if name.count(",") > 1 else ""
    return words_of(family) if family else ()


def _readings_of(words, small, told):
    particles = _PARTICLES | small
    told = [word for word in _bare(told, particles, fewest=1) if not _is_initial(word)]
    words = _bare(words, particles, fewest=2)
    count = len(words)
    if count < 2 or (told and not set(told) <= set(words)):
        return set()
    if told:
        given = list(words)
        for word in told:
            given.remove(word)
        splits = [(told, given, Likeness.NEAR)]
        splits += [([part], given, Likeness.PART) for part in told if len(told) > 1]
    else:
        most = min(MOST_FAMILY_WORDS, count - 1) + 1
        splits = [(words[-k:], words[:-k], Likeness.NEAR) for k in range(1, most)]
        # Nothing but a given name is abbreviated: "Liu X" has the family name first.
        first = Likeness.NEAR if _is_initial(words[-1]) else Likeness.PART
        splits += [(words[:k], words[k:], first) for k in range(1, most)]
    return {
        Reading("".join(family), tuple(given), likeness)
        for family, given, likeness in splits
        if given and not any(map(_is_initial, family))
    }


def _bare(words, particles, *, fewest):
    """The words without suffixes, and without particles where enough others are left."""
    words = [word for word in words if word not in _SUFFIXES]
    bare = [word for word in words if word not in particles]
    return bare if len(bare) >= fewest else words


def likeness_of_given(one, other):
    """How much the given names of two readings are alike, or None if they differ."""
    if "".join(one) == "".join(other):
        return Likeness.INITIAL if all(map(_is_initial, one)) else Likeness.NEAR
    for here, there in ((one, other), (one[1:], other), (one, other[1:])):
        if not (here and there) or not _can_be_one(here[0], there[0]):
            continue
        if here is not one or there is not other:
            # J. Robert may be Robert; nobody else loses the first name.
            left, follows = one[:2] if here is not one else other[:2]
            if not _is_initial(left) or _is_initial(follows):
                continue
        if all(_can_be_one(*pair) for pair in zip(here, there, strict=False)):
            is_whole = not (_is_initial(here[0]) or _is_initial(there[0]))
            return Likeness.NEAR if is_whole else Likeness.INITIAL
    return None
