"""BibTeX keys: family name, year and first word of the title, made once and then kept.

People write the key into their papers, so it stays also when author, year or title change.
"""

from django.db import IntegrityError, transaction

from labsite.folding import latin
from labsite.formulas import plain

LONGEST_WORD = 40
ATTEMPTS = 5
# Words that many titles begin with and that tell none of them apart.
_PASSED_OVER = {"a", "an", "the", "on"}


def give_key(publication):
    """Give a publication with authors its key, unless it has one; return the key.

    Only the column of the key is written: this is no new version of the publication.
    """
    if publication.bibtex_key:
        return publication.bibtex_key
    first_author = publication.authorships.select_related("member").first()
    if first_author is None:
        return ""
    stem = _stem(publication, first_author)
    rows = type(publication)._base_manager
    for attempt in range(1, ATTEMPTS + 1):
        key = _first_free(rows, stem)
        try:
            with transaction.atomic():
                rows.filter(pk=publication.pk).update(bibtex_key=key)
        except IntegrityError:
            # Somebody took the key meanwhile.
            if attempt == ATTEMPTS:
                raise
        else:
            publication.bibtex_key = key
            break
    return publication.bibtex_key


def _stem(publication, author):
    """The key as it should be: "liu2026laer"; what has no Latin form is left out."""
    year = publication.date[:4]
    title = latin(plain(publication.title)).split()
    word = next((word for word in title if word not in _PASSED_OVER), "")
    family = "".join(latin(_family_name(author)).split())
    return f"{family[:LONGEST_WORD]}{year}{word[:LONGEST_WORD]}" or f"work{publication.pk}"


def _family_name(author):
    """What the author is cited under, as somebody told us; else the last word of the name."""
    if author.family_name:
        return author.family_name
    if author.is_organisation:
        return author.printed_name.split()[0]
    name = author.printed_name
    if author.member and author.member.family_name and author.member.family_name in name:
        return author.member.family_name
    if author.name_suffix:
        name = name.removesuffix(author.name_suffix).rstrip(" ,")
    return name.split()[-1]


def _first_free(rows, stem):
    taken = set(rows.filter(bibtex_key__startswith=stem).values_list("bibtex_key", flat=True))
    key, number = stem, 1
    while key in taken:
        number += 1
        key = f"{stem}-{number}"
    return key
