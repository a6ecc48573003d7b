"""Names on their way out: the parts that every format asks for."""

import re

from people.name_parts import SUFFIX, NameParts, particle_and_family, parts_of
from publications.works import Author

_BETWEEN_NAMES = re.compile(r"\s+and\s+(?![^{]*\})", re.IGNORECASE)


def parts_of_author(author):
    """The parts of an author's name, as told or as the printed name reads."""
    return parts_of(
        author.printed_name,
        given=author.given_name,
        particle=author.name_particle,
        family=author.family_name,
        suffix=author.name_suffix,
    )


def names_in(text):
    """The people in a field of names: "Kurz, Lena and Bo Li and {Tide Consortium}"."""
    return [_author(name.strip()) for name in _BETWEEN_NAMES.split(text) if name.strip()]


def _author(name):
    if name.startswith("{") and name.endswith("}"):
        return Author(name[1:-1], is_organisation=True)
    family, *others = [part.strip() for part in name.split(",")]
    if not any(others):
        return Author(family)
    suffixes = [part for part in others if SUFFIX.fullmatch(part)]
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
