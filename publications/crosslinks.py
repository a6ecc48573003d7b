"""What a record is connected with, for the end of its page: one query for all kinds together."""

from collections import defaultdict
from typing import NamedTuple

from django.db.models import CharField, F, Value
from django.db.models.functions import Cast
from django.urls import reverse

from labsite.formulas import plain


class CrossLink(NamedTuple):
    """Another record: what it is called, and its page if it has one."""

    label: str
    url: str


# Kind of record: the column with its name, and the name of its page.
_KINDS = {
    "labs": ("name", "people:lab-detail"),
    "topics": ("name", "people:topic-detail"),
    "members": ("display_name", "people:member-detail"),
    "publications": ("title", "publications:publication-detail"),
    "projects": ("name", "publications:project-detail"),
    "talks": ("title", "publications:talk-detail"),
}


def crosslinks(**querysets):
    """Links by kind: ``crosslinks(labs=..., talks=...)["labs"] == [CrossLink(...)]``."""
    first, *others = (
        records.order_by()
        .annotate(
            # Names that no record has a field of.
            linked_kind=Value(kind, output_field=CharField()),
            linked_label=Cast(F(_KINDS[kind][0]), CharField(max_length=1000)),
        )
        .values_list("linked_kind", "linked_label", "slug")
        for kind, records in querysets.items()
    )
    found = defaultdict(list)
    for kind, label, slug in first.union(*others).order_by("linked_kind", "linked_label"):
        if kind == "publications":
            label = plain(label)
        found[kind].append(CrossLink(label, reverse(_KINDS[kind][1], args=[slug])))
    return dict(found)
