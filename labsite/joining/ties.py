"""What leads to a record, and how it goes over to the record that takes this one in.

Every relation of a kind of record needs a tie, which its app registers when it is ready; without
one nothing of that kind is joined, so that a new relation cannot be forgotten.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import models

from labsite.folding import fold
from labsite.ordering import Ordered, renumber
from labsite.partial_dates import PartialDateField
from labsite.periods import EndingField, Period

_ties: dict[type[models.Model], dict[Any, "Tie"]] = defaultdict(dict)


@dataclass(frozen=True)
class Tie:
    """One relation that leads to a record: plain rows that are led over as they are.

    ``said`` puts a number of them into words, as ``ngettext_lazy("%d paper", "%d papers")``;
    without it they go over unsaid.
    """

    model: type[models.Model]
    name: str
    said: Any = None

    @property
    def column(self):
        return self.model._meta.get_field(self.name)

    def rows(self, record):
        """What leads to the record."""
        return self.model._base_manager.filter(**{self.name: record.pk}).order_by("pk")

    def touched(self, kept, other):
        """The rows whose records change when the two become one."""
        return self.rows(other)

    def number(self, kept, other):
        """How many go over."""
        return self.rows(other).count()

    def doubts(self, kept, other):
        """Sentences about what a person should look at afterwards."""
        return []

    def lead_over(self, kept, other):
        for row in self.rows(other):
            setattr(row, self.name, kept)
            row.save(update_fields=[self.name])


@dataclass(frozen=True)
class ListTie(Tie):
    """Records that hold the record in a list; it is in there once afterwards."""

    def lead_over(self, kept, other):
        for row in self.rows(other):
            listed = getattr(row, self.name)
            listed.add(kept)
            listed.remove(other)


@dataclass(frozen=True)
class OwnListTie(Tie):
    """A list that the record holds itself; what only the other one has comes to it."""

    def rows(self, record):
        return getattr(record, self.name).order_by("pk")

    def touched(self, kept, other):
        return []

    def number(self, kept, other):
        held = getattr(kept, self.name).values("pk")
        return self.rows(other).exclude(pk__in=held).count()

    def lead_over(self, kept, other):
        getattr(kept, self.name).add(*self.rows(other))


@dataclass(frozen=True)
class RowTie(Tie):
    """Rows that belong to the record. What both have is there once, filled in from both.

    Two rows are the same if the columns ``same`` agree and no other one contradicts, or as
    ``alike`` says; what the row of the kept record says is right.
    """

    same: tuple[str, ...] = ()
    alike: Callable[[Any, Any], bool] | None = None

    def pairs(self, kept, other):
        """Each row of the other record with the row of the kept one that it is the same as."""
        own = list(self.rows(kept))
        pairs = []
        for row in self.rows(other):
            twin = next((one for one in own if self.is_same(one, row)), None)
            pairs.append((row, twin))
            if twin is not None:
                own.remove(twin)
        return pairs

    def is_same(self, one, two):
        if self.alike:
            return self.alike(one, two)
        columns = columns_of_row(self.model, self.name)
        named = [column for column in columns if column.name in self.same]
        others = [column for column in columns if column.name not in self.same]
        return (
            any(said(one, column) for column in named)
            and all(is_equal(one, two, column) for column in named)
            and all(is_no_contradiction(one, two, column) for column in others)
        )

    def number(self, kept, other):
        return sum(twin is None for _row, twin in self.pairs(kept, other))

    def touched(self, kept, other):
        """Records that point to a row which is there twice."""
        dropped = [row for row, twin in self.pairs(kept, other) if twin is not None]
        return [
            pointing
            for relation in pointing_to(self.model)
            for pointing in relation.related_model._base_manager.filter(
                **{f"{relation.field.name}__in": dropped}
            )
        ]

    def lead_over(self, kept, other):
        for row, twin in self.pairs(kept, other):
            if twin is None:
                setattr(row, self.name, kept)
                self.place(row, kept)
                row.save()
            else:
                fill(twin, row, columns_of_row(self.model, self.name))
                twin.save()
                hand_over(row, twin)
                row.delete()

    def place(self, row, kept):
        """Stand behind the rows that are there."""
        if isinstance(row, Ordered):
            row.position = self.rows(kept).count() + 1


def columns_of_row(model, owner):
    """The columns in which a row says something: not whose it is, nor where it stands."""
    return [
        column
        for column in model._meta.concrete_fields
        if column.editable and not column.primary_key and column.name not in {owner, "position"}
    ]


def said(row, column):
    """What a row says in a column, ready to be compared; "" if nothing."""
    value = column.value_from_object(row)
    if isinstance(column, EndingField) and value == Period.Ending.OPEN:
        return ""
    if isinstance(value, str):
        return fold(value).replace(".", "").rstrip("/")
    return "" if value is None else value


def is_equal(one, two, column):
    return said(one, column) == said(two, column)


def is_no_contradiction(one, two, column):
    """Whether two rows agree, or one of them says less than the other."""
    here, there = said(one, column), said(two, column)
    if here == there:
        return True
    if isinstance(column, EndingField):
        return {here, there} == {"", Period.Ending.EXPECTED}
    if isinstance(column, PartialDateField):
        return here.startswith(there) or there.startswith(here)
    return "" in (here, there)


def fill(row, other, columns):
    """Take from another row that does not contradict what this one does not say."""
    for column in columns:
        here, there = said(row, column), said(other, column)
        is_less = here == "" or (isinstance(column, PartialDateField) and len(there) > len(here))
        if is_less and there != "":
            setattr(row, column.attname, getattr(other, column.attname))


def is_same_link(one, two):
    """The same address; where neither link has one, the same label."""
    address, label = (one._meta.get_field(name) for name in ("url", "label"))
    if one.url or two.url:
        return said(one, address) == said(two, address)
    return said(one, label) == said(two, label)


def pointing_to(model):
    """The relations that lead to rows of a record."""
    return [relation for relation in model._meta.related_objects if not relation.many_to_many]


def hand_over(row, twin):
    """Lead all that points to a row, or belongs to it, to its twin."""
    for relation in pointing_to(type(row)):
        name, model = relation.field.name, relation.related_model
        held = {str(pointing) for pointing in model._base_manager.filter(**{name: twin})}
        for pointing in model._base_manager.filter(**{name: row}).order_by("pk"):
            if relation.on_delete is models.CASCADE and str(pointing) in held:
                continue  # the same adviser, printed twice
            setattr(pointing, name, twin)
            pointing.save(update_fields=[name])
        if issubclass(model, Ordered):
            renumber(model._base_manager.filter(**{name: twin}))


def register(model, *ties):
    """Make known how relations to a kind of record go over; called from an app's ``ready()``."""
    for tie in ties:
        _ties[model][tie.column] = tie


def ties_of(model):
    """The ties of a kind of record, in the order of their registration."""
    return list(_ties[model].values())


def relations_of(model):
    """Every column and list that leads to such records or that they hold themselves."""
    to_it = [relation.field for relation in model._meta.related_objects]
    own = [
        column
        for column in model._meta.many_to_many
        if column.remote_field.through._meta.auto_created
    ]
    return [*to_it, *own]


def loose_ends(model):
    """The relations that nobody has said anything about."""
    known = set(_ties[model])
    return [column for column in relations_of(model) if column not in known]
