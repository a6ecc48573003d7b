"""Names as references print them: who is named, in which order, and when "et al." stands."""

from typing import NamedTuple

from people.name_parts import initials, is_family_first
from publications.exporting.names import people_in


class CitedName(NamedTuple):
    """A name in the parts that styles arrange; a name without a given one is printed whole."""

    given: str = ""
    family: str = ""  # with its particle: "van der Westhuizen"
    suffix: str = ""
    is_organisation: bool = False

    @property
    def initials(self):
        return initials(self.given)


def authors_of(work):
    """Who wrote a work; for a collection, who edited it."""
    return [_cited(author) for author in work.authors]


def editors_of(work):
    """Who edited the book or the proceedings that a work stands in."""
    return [_cited(editor) for editor in people_in(work.extra.get("editor", "")).authors]


def _cited(author):
    if author.is_organisation:
        return CitedName(family=author.printed_name, is_organisation=True)
    parts = author.parts
    if is_family_first(parts.given + parts.family):
        return CitedName(family=parts.printed)
    return CitedName(parts.given, parts.whole_family, parts.suffix)


def family_first(name, given):
    """A name turned round, as "King, M. L., Jr.", with the given names in the style's form."""
    return ", ".join(filter(None, [name.family, given, name.suffix]))


def given_first(name, given, before_suffix=" "):
    """A name as spoken, "M. L. King Jr.", with the given names in the style's form."""
    whole = " ".join(filter(None, [given, name.family]))
    return f"{whole}{before_suffix}{name.suffix}" if name.suffix else whole


def listed(names, *, and_="and", comma_between_two=False):
    """Names in a row: "A", "A and B", "A, B, and C"."""
    if len(names) < 2:
        return "".join(names)
    comma = "," if len(names) > 2 or comma_between_two else ""
    return f"{', '.join(names[:-1])}{comma} {and_} {names[-1]}"


def and_others(names, *, comma=True):
    """Names of which there are more: "A, B, et al."; "A et al." where no comma is wanted."""
    return f"{', '.join(names)}{',' if comma else ''} et al." if names else ""
