"""BibTeX keys: family name, year and first word of the title, made once and then kept.

People write the key into their papers, so it stays also when author, year or title change.
"""

import re
from typing import NamedTuple

from django.db import IntegrityError, transaction

from labsite.folding import latin
from labsite.formulas import plain
from labsite.free_words import FreeWords

LONGEST_WORD = 40
LONGEST_KEY = 120
ATTEMPTS = 5
# Words that many titles begin with and that tell none of them apart.
_PASSED_OVER = {"a", "an", "the", "on"}
# What BibTeX takes for the end of a key, or for something else than a key.
_NO_KEY = re.compile(r"[\s\"#%'(),={}~\\]")


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


class Wish(NamedTuple):
    """The key that a new publication should have; its author gave it, or we made it."""

    key: str
    is_made: bool = True

    def numbered(self, number):
        """The key for the second publication that should have it, the third, and so on."""
        return f"{self.key}-{number}" if self.is_made else f"{self.key}{_letters(number - 1)}"


def is_key(text):
    """Whether BibTeX reads a text as a key, and there is room for it."""
    return 0 < len(text) <= LONGEST_KEY - 5 and not _NO_KEY.search(text)


def free_keys(rows, wishes):
    """For each ``Wish`` a key that no other publication has, or "" for none.

    Where a key of ours is taken, the next one is "ng2020tide-2"; whoever has a key from elsewhere
    knows the custom of bibliographies, "Zhao2017a".
    """
    words = FreeWords(rows.exclude(bibtex_key=""), "bibtex_key", [wish.key for wish in wishes])
    return [words.take(wish.key, wish.numbered) if wish.key else "" for wish in wishes]


def _letters(number):
    """1 → "a", 26 → "z", 27 → "aa"."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def key_made_of(*, family, date, title):
    """The key as it should be: "liu2026laer"; what has no Latin form is left out."""
    words = latin(plain(title)).split()
    word = next((word for word in words if word not in _PASSED_OVER), "")
    family = "".join(latin(family).split())
    return f"{family[:LONGEST_WORD]}{date[:4]}{word[:LONGEST_WORD]}"


def _stem(publication, author):
    family = _family_name(author)
    key = key_made_of(family=family, date=publication.date, title=publication.title)
    return key or f"work{publication.pk}"


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
