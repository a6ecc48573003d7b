"""Names of authors as JSON and RIS sources give them: in parts, in one piece, or not at all."""

import re
from dataclasses import replace

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from labsite.identifiers import orcid as checked_orcid
from people.name_parts import SUFFIX, NameParts, is_family_first, particle_and_family
from publications import author_lines
from publications.importing.markup import words_of
from publications.works import Author

LONGEST_NATIVE_NAME = 5  # letters; what is longer in such a script is an organisation
# dblp numbers its namesakes: "Bin Cui 0001".
_NAMESAKE_NUMBER = re.compile(r"\s+[0-9]{4}$")
_INITIALS = re.compile(r"(?:\w[.\s-]+)*\w?\.?|[A-Z]{1,3}")


def person(given="", family="", *, particle="", suffix="", orcid="", affiliation=""):
    """An author by the parts of a name, or None without any; an only name is the family name."""
    given, family, particle, suffix = map(words_of, (given, family, particle, suffix))
    family = _NAMESAKE_NUMBER.sub("", family)
    if not family:
        given, family = "", given
    if not particle:
        particle, family = particle_and_family(family)
    parts = NameParts(given, particle, family, suffix)
    if not family:
        return None
    return Author(
        printed_name=parts.printed,
        given_name=given,
        family_name=family,
        name_suffix=suffix,
        name_particle=particle,
        orcid=orcid,
        affiliation=words_of(affiliation),
    )


def inverted(name, **known):
    """An author written "Family, Given" or "Family, Given, Suffix"; what has no comma is whole."""
    parts = [part.strip() for part in name.split(",")]
    if len(parts) == 1:
        return whole(name, **known)
    family, *others = parts
    if not any(others):  # "Tide Consortium," is how EndNote keeps an organisation together
        return organisation(family, **known)
    # "I" and "V" are initials, too: a suffix is what stands beside a given name.
    suffixes = [part for part in others if len(others) > 1 and SUFFIX.fullmatch(part)]
    given = " ".join(part for part in others if part and part not in suffixes)
    return person(given, family, suffix=suffixes[0] if suffixes else "", **known)


def whole(name, *, orcid="", affiliation=""):
    """An author whose name nobody has taken apart: "Li Bo", or None for nothing."""
    name = _NAMESAKE_NUMBER.sub("", words_of(name))
    if not name:
        return None
    family = "" if " " in name else name
    return Author(name, family_name=family, orcid=orcid, affiliation=words_of(affiliation))


def organisation(name, *, orcid="", affiliation=""):
    """An author that is no person, or None for nothing."""
    name = words_of(name)
    if not name:
        return None
    return Author(name, is_organisation=True, orcid=orcid, affiliation=words_of(affiliation))


def literal(name, **known):
    """A name in one piece that is an organisation, unless it is a short one like 王良玉."""
    bare = words_of(name)
    if bare and len(bare) <= LONGEST_NATIVE_NAME and is_family_first(bare):
        return whole(bare, **known)
    return organisation(bare, **known)


def put(work, authors):
    """Give a work its authors: "et al." is no name, and neither is nothing at all."""
    for author in authors:
        if author is None:
            work.warnings.append(_("An author without a name was left out."))
            continue
        name, is_incomplete = author_lines.without_others(author.printed_name)
        if author_lines.are_others(name):
            work.is_list_incomplete = True
        elif is_incomplete:
            work.is_list_incomplete = True
            work.authors.append(whole(name))
        else:
            work.authors.append(author)


def join_repeated(work):
    """Make one author of a person whom a service lists twice, with both affiliations.

    The same ORCID is the same person; so is the same full name, unless two ORCIDs tell them apart.
    Initials alone are not enough: large groups have several "Y. Wang".
    """
    kept = []
    places = {}  # ORCIDs and names → place in the list
    for author in work.authors:
        is_full = not _INITIALS.fullmatch(author.given_name)
        name = author.printed_name if is_full else ""
        place = places.get(author.orcid or None, places.get(name or None))
        if place is not None and _are_one(kept[place], author):
            kept[place] = _joined(kept[place], author)
            work.warnings.append(
                _("The source lists %(name)s twice; once is kept. Please check.")
                % {"name": author.printed_name}
            )
            continue
        for known in filter(None, (author.orcid, name)):
            places.setdefault(known, len(kept))
        kept.append(author)
    work.authors = kept


def _are_one(one, other):
    return not (one.orcid and other.orcid) or one.orcid == other.orcid


def _joined(one, other):
    affiliations = dict.fromkeys(filter(None, (one.affiliation, other.affiliation)))
    return replace(one, orcid=one.orcid or other.orcid, affiliation="; ".join(affiliations))


def orcid_of(value, warnings):
    """The bare ORCID iD, or "" with a warning where a source gives a wrong one."""
    try:
        return checked_orcid(value)
    except ValidationError:
        warnings.append(
            _("“%(orcid)s” is not an ORCID iD and was left out.") % {"orcid": str(value)[:60]}
        )
        return ""


def inverted_names(authors):
    """Names as BibLaTeX joins them: "Kurz, Lena and {Tide Consortium}"."""
    return " and ".join(map(_inverted_name, authors))


def _inverted_name(author):
    if author_lines.are_others(author.printed_name):
        return "others"
    if author.is_organisation:
        return f"{{{author.printed_name}}}"
    parts = author.parts
    if not parts.given:
        return author.printed_name
    return ", ".join(filter(None, [parts.whole_family, parts.suffix, parts.given]))
