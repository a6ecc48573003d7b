"""Works that may be on the list twice."""

import itertools
import re
from collections import defaultdict
from functools import lru_cache

from django.utils.translation import gettext as _

from labsite.folding import fold
from labsite.joining.twins import Pair
from publications.models import Authorship, DistinctPublications, Identifier, Publication
from publications.titles import title_key

_SUBTITLE = re.compile(r":\s|[?!.]\s|\s[-–—]\s|[–—：]")
_NO_LETTERS = re.compile(r"[\W_]+")
SHORTEST_TITLE = 12  # letters; shorter ones are those of many works: "Introduction"
MOST_OF_A_GROUP = 8  # of more works that look alike, each is compared with the next one only
YEARS = 1  # between two entries of one work
SAME_NUMBER, SAME_TITLE, SAME_BEGINNING = 3, 2, 1
_folded = lru_cache(maxsize=50_000)(fold)  # the same family names over and over


def head_key(title, key):
    """The key of a title without what follows the colon; ``key`` is that of the whole."""
    head = _SUBTITLE.split(title, maxsplit=1)[0]
    if len(head) == len(title):
        return key
    if head.isascii() and "<" not in head:
        return _NO_LETTERS.sub("", head.lower())
    return title_key(head)


class _Known:
    """What of a work tells whether it is another one."""

    __slots__ = ("arxiv_id", "doi", "has_subtitle", "head", "key", "pk", "year")

    def __init__(self, pk, title, key, date, doi, arxiv_id):
        self.pk, self.key, self.doi, self.arxiv_id = pk, key, doi, arxiv_id
        self.head = head_key(title, key)
        self.has_subtitle = self.head != key
        self.year = int(date[:4]) if date else None


def pairs(publications):
    """All pairs among ``publications`` that may be one work, the likeliest first.

    Five queries, however many works there are.
    """
    columns = ("pk", "title", "title_key", "date", "doi", "arxiv_id")
    known = {
        row[0]: _Known(*row)
        for row in publications.order_by().values_list(*columns).iterator(chunk_size=5000)
    }
    found = {}
    for one, two, why in _of_one_number(known):
        found.setdefault((one, two), Pair(one, two, why, SAME_NUMBER))
    candidates = list(_of_one_title(known.values()))
    families = _families({key for one, two in candidates for key in (one.pk, two.pk)})
    for one, two in candidates:
        if pair := _pair_by_title(one, two, families):
            found.setdefault(pair.keys, pair)
    return DistinctPublications.without(found.values())


def resembling(publication):
    """The keys of works that may be the same as this one."""
    mine = _Known(
        publication.pk,
        publication.title,
        title_key(publication.title),
        publication.date,
        publication.doi,
        publication.arxiv_id,
    )
    if len(mine.head) < SHORTEST_TITLE:
        others = Publication.objects.filter(title_key=mine.key)
    else:
        others = Publication.objects.filter(title_key__startswith=mine.head)
    keys = set(others.exclude(pk=publication.pk).values_list("pk", flat=True)[:200])
    if mine.has_subtitle:
        keys |= set(Publication.objects.filter(title_key=mine.head).values_list("pk", flat=True))
    return keys - {publication.pk}


def _of_one_number(known):
    """Pairs that share a DOI or an arXiv number, also one that a work once had."""
    holders = defaultdict(set)
    for work in known.values():
        if work.doi:
            holders["doi", work.doi].add(work.pk)
        if work.arxiv_id:
            holders["arxiv", work.arxiv_id].add(work.pk)
    rows = Identifier.objects.filter(scheme__in=["doi", "arxiv"])
    for scheme, value, key in rows.values_list("scheme", "value", "publication"):
        if key in known:
            holders[scheme, value].add(key)
    for (scheme, _value), keys in holders.items():
        if len(keys) < 2:
            continue
        why = _("Both have the same DOI.") if scheme == "doi" else _("Both are the same on arXiv.")
        for one, two in itertools.combinations(sorted(keys)[:MOST_OF_A_GROUP], 2):
            yield one, two, why


def _of_one_title(works):
    """Pairs whose titles begin alike, to be looked at more closely."""
    groups = defaultdict(list)
    for work in works:
        groups[work.head].append(work)
    for group in groups.values():
        if len(group) < 2:
            continue
        group.sort(key=lambda work: (work.year or 0, work.pk))
        beside = (
            itertools.combinations(group, 2)
            if len(group) <= MOST_OF_A_GROUP
            else itertools.pairwise(group)
        )
        for one, two in beside:
            yield sorted((one, two), key=lambda work: work.pk)


def _pair_by_title(one, two, families):
    is_near = one.year is None or two.year is None or abs(one.year - two.year) <= YEARS
    share_an_author = bool(families[one.pk] & families[two.pk])
    if one.key == two.key:
        is_common = len(one.key) < SHORTEST_TITLE
        if is_near and (share_an_author or not is_common):
            return Pair(one.pk, two.pk, _("Both have the same title."), SAME_TITLE)
        return None
    if one.has_subtitle and two.has_subtitle and not is_near:
        return None
    if not share_an_author:
        return None
    why = _("The titles begin alike, and an author is the same.")
    return Pair(one.pk, two.pk, why, SAME_BEGINNING)


def _families(keys):
    """The folded family names on each paper, and the members."""
    families = defaultdict(set)
    rows = Authorship.objects.filter(publication__in=keys).order_by()
    for key, family, name, member in rows.values_list(
        "publication", "family_name", "printed_name", "member"
    ):
        families[key].add(_folded(family or name.split()[-1]))
        if member:
            families[key].add(member)
    return families
