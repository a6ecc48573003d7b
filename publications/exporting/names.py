"""Names within one field of a work: its editors and translators, on their way out."""

import re
from typing import NamedTuple

from people.name_parts import SUFFIX, NameParts, particle_and_family
from publications.works import Author

OTHERS = "others"  # in place of a name: there are more
_BETWEEN_NAMES = re.compile(r"\s+and\s+(?![^{]*\})", re.IGNORECASE)


class People(NamedTuple):
    """The names of a field, and whether there are more than it names."""

    authors: list[Author]
    is_incomplete: bool = False


def people_in(text):
    """The people in a field of names: "Kurz, Lena and {Tide Consortium} and others"."""
    names = [name.strip() for name in _BETWEEN_NAMES.split(text) if name.strip()]
    authors = [_author(name) for name in names if name != OTHERS]
    return People(authors, is_incomplete=OTHERS in names)


def _author(name):
    if name.startswith("{") and name.endswith("}"):
        return Author(name[1:-1], is_organisation=True)
    family, *others = [part.strip() for part in name.split(",")]
    if not any(others) and not particle_and_family(family)[0]:
        return Author(family)
    suffixes = [part for part in others if len(others) > 1 and SUFFIX.fullmatch(part)]
    given = " ".join(part for part in others if part and part not in suffixes)
    particle, family = particle_and_family(family)
    parts = NameParts(given, particle, family, suffixes[0] if suffixes else "")
    return Author(
        parts.printed,
        given_name=given,
        family_name=family,
        name_suffix=parts.suffix,
        name_particle=particle,
    )
