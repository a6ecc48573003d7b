"""Works as the database has them, for every format that they go out in.

Flat rows instead of objects: 20,000 publications go out without ever standing in memory at once.
Only what describes a work is read. Files, people's remarks and what an import kept for itself have
no column here, so that no format can let them slip out.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from django.db.models import Case, F, Q, Value, When

from labsite import visibility
from people.likeness import words_of
from people.name_parts import NameParts, particle_and_family, parts_of
from publications.models import Authorship, Identifier, Publication, PublicationLink
from publications.works import COLUMNS, DESCRIBING, Author, Work

WORKS_AT_ONCE = 500

# Numbers that other archives know a work by. What an import remembers for itself has other names.
ARCHIVES = ("jstor", "hal", "pmcid", "handle", "googlebooks", "acl", "ssrn", "biorxiv", "medrxiv")


@dataclass
class ListedWork(Work):
    """A work of this site, with the last word of its address."""

    slug: str = ""
    has_pdf: bool = False  # the page has a file


def works_of(publications) -> Iterator[ListedWork]:
    """These publications in their order, read in one query and four more for each chunk of them.

    Names of authors come in the parts that citations need: as told, as the member has them, or as
    the printed name reads.
    """
    keys = list(dict.fromkeys(publications.values_list("pk", flat=True)))
    for start in range(0, len(keys), WORKS_AT_ONCE):
        yield from _chunk(keys[start : start + WORKS_AT_ONCE])


def _chunk(keys):
    """The works with these keys, in the order of the keys."""
    rows = Publication.objects.filter(pk__in=keys).order_by()
    row_of = {
        key: row
        for key, *row in rows.values_list(
            "pk", *COLUMNS, "venue__name", "bibtex_key", "extra_fields", "slug", "pdf"
        )
    }
    authors = _authors(keys)
    links = _pairs(PublicationLink.objects.filter(owner__in=keys), "owner", "label", "url")
    identifiers = _pairs(
        Identifier.objects.filter(publication__in=keys, scheme__in=ARCHIVES),
        *("publication", "scheme", "value"),
    )
    for key in keys:
        if key not in row_of:
            continue  # deleted a moment ago
        *columns, venue, bibtex_key, extra, slug, pdf = row_of[key]
        yield ListedWork(
            **dict(zip(COLUMNS, columns, strict=True)),
            venue=venue or "",
            authors=authors[key],
            links=links[key],
            identifiers=identifiers[key],
            key=bibtex_key or f"work-{slug}",
            extra=_describing(extra),
            slug=slug,
            has_pdf=bool(pdf),
        )


def _pairs(rows, owner, first, second):
    """Two columns of the parts of publications: publication → [(first, second)], in their order."""
    pairs = defaultdict(list)
    for key, *pair in rows.values_list(owner, first, second):
        pairs[key].append(tuple(pair))
    return pairs


def _describing(extra):
    """The other fields of a source that describe the work, and none of the rest."""
    return {name: str(extra[name]) for name in DESCRIBING if extra.get(name)}


# Authors

_AUTHOR = (
    *("printed_name", "given_name", "family_name", "name_suffix", "equal_group"),
    *("is_corresponding", "other_marks", "is_organisation", "name_particle", "affiliation"),
)


def _authors(keys):
    """The authors of these publications: publication → names in their order.

    A draft member is a name like that of an outsider; nothing else of it is told.
    """
    is_told = Q(member=None) | visibility.member_is_named("member__")
    authorships = Authorship.objects.filter(publication__in=keys).annotate(
        told_orcid=Case(When(is_told, then=F("orcid")), default=Value("")),
        own_orcid=_of_member(visibility.is_public("member__"), "orcid"),
        own_given=_of_member(visibility.member_is_named("member__"), "given_name"),
        own_family=_of_member(visibility.member_is_named("member__"), "family_name"),
    )
    rows = authorships.order_by().values_list(
        *("publication", "position", "pk"),
        *("told_orcid", "own_orcid", "own_given", "own_family"),
        *_AUTHOR,
    )
    authors = defaultdict(list)
    for publication, _position, _pk, told_orcid, own_orcid, given, family, *printed in sorted(
        rows, key=lambda row: row[:3]
    ):
        author = Author(**dict(zip(_AUTHOR, printed, strict=True)), orcid=told_orcid or own_orcid)
        authors[publication].append(_in_parts(author, given, family))
    return authors


def _of_member(condition, column):
    """A column of the member whose name it is, if the condition holds."""
    return Case(When(condition, then=F(f"member__{column}")), default=Value(""))


def _in_parts(author, own_given, own_family):
    """The author with the parts of the name, unless it is that of an organisation."""
    if author.is_organisation:
        return author
    parts = name_parts(
        author.printed_name,
        author.given_name,
        author.name_particle,
        author.family_name,
        author.name_suffix,
        own_given,
        own_family,
    )
    return replace(
        author,
        given_name=parts.given,
        name_particle=parts.particle,
        family_name=parts.family,
        name_suffix=parts.suffix,
    )


@lru_cache(maxsize=20_000)
def name_parts(printed, given, particle, family, suffix, own_given, own_family):
    """The parts of a printed name, which the member's own tell where it is the member's name."""
    if not family and own_family and words_of(f"{own_given} {own_family}") == words_of(printed):
        own_particle, own_family = particle_and_family(own_family)
        return NameParts(own_given, own_particle, own_family, suffix)
    return parts_of(printed, given=given, particle=particle, family=family, suffix=suffix)
