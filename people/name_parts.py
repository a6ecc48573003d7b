"""The parts of a name as bibliographies tell them apart: given name, particle, family name, suffix.

Nobody's name is taken apart where its parts are told. A particle (van der, de, von) is what stands
in small letters before the family name; it is never moved away from it, and lists are sorted
without it. A family name that begins with a capital is one name, whatever follows: "Van den Akker".
"""

import re
from typing import NamedTuple

SUFFIX = re.compile(r"(?:jr|sr|jnr|snr)\.?|i{1,3}|iv|vi{0,3}", re.IGNORECASE)
# Scripts that write the family name first and put no blank between the names.
_FAMILY_FIRST = re.compile(
    "[\u1100-\u11ff\u2e80-\u30ff\u3130-\u318f\u31f0-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
    "\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003ffff]"
)


class NameParts(NamedTuple):
    """A name in its parts; who has one name only has a family name alone."""

    given: str = ""
    particle: str = ""
    family: str = ""
    suffix: str = ""

    @property
    def whole_family(self):
        """The family name with its particle: "van der Westhuizen"."""
        return f"{self.particle} {self.family}".strip()

    @property
    def printed(self):
        """The name as a line of authors has it: "Thabo van der Westhuizen", "王良玉"."""
        if self.given and self.family and is_family_first(self.given + self.family):
            return f"{self.family}{self.given}"
        return " ".join(filter(None, [self.given, self.particle, self.family, self.suffix]))


def is_family_first(name):
    """Whether a name is written in a script that puts the family name first, without a blank."""
    return all(_FAMILY_FIRST.match(letter) for letter in name if letter.isalpha())


def particle_and_family(family):
    """Part "van der Westhuizen" into its particle and the name proper."""
    words = family.split()
    number = 0
    while number < len(words) - 1 and _is_small(words[number]):
        number += 1
    return " ".join(words[:number]), " ".join(words[number:])


def _is_small(word):
    """Whether a word is in small letters, as particles are: "de", "d'", "al-"; not "王"."""
    letters = [letter for letter in word if letter.isalpha()]
    return bool(letters) and letters[0].islower()


def parts_of(printed, *, given="", particle="", family="", suffix="", is_organisation=False):
    """The parts of a printed name: those that somebody told, else the best reading of the whole.

    Citations need parts. Without any told, the last word counts as the family name, with the
    particle before it; what is written in one word, or in a script without blanks, is one name.
    """
    if family or is_organisation:
        return NameParts(given, particle, family or printed, suffix)
    words = printed.split()
    if suffix and words and words[-1].rstrip(",") == suffix:
        words = words[:-1]
    elif len(words) > 2 and SUFFIX.fullmatch(words[-1]):
        suffix = words.pop()
    if len(words) < 2 or is_family_first(printed):
        return NameParts(family=" ".join(words) or printed, suffix=suffix)
    start = len(words) - 1
    while start > 1 and _is_small(words[start - 1]):
        start -= 1
    if words[0] and _is_small(words[0]) and start == 1:
        start = 0  # "van Gogh": nothing but particle and family name
    particle, family = particle_and_family(" ".join(words[start:]))
    return NameParts(" ".join(words[:start]).rstrip(","), particle, family.rstrip(","), suffix)


def sort_name(displayed, *, given="", family="", told=""):
    """What a person is sorted under: as ``told``, else family name first, a particle at the end.

    Without any parts given, the displayed name is read as citations read it (C023).
    """
    if told:
        return told
    if family:
        particle, family = particle_and_family(family)
    else:
        given, particle, family, _suffix = parts_of(displayed.strip())
    return " ".join(filter(None, [family, given, particle]))


def initials(given):
    """The initials of given names with points: "Jean-Luc Éva" → "J.-L. É."."""
    return " ".join(
        "-".join(f"{part[0]}." for part in word.split("-") if part)
        for word in re.split(r"[\s]+", given.replace(".", ". ").strip())
        if word.strip("-.")
    )
