"""What is remembered of a record: its own columns, and the rows of its parts.

A model with ``history_parts`` is a record with a history. The names are those of reverse relations,
``"links"``, or of parts of parts, ``"education__advisers"``. Further attributes are optional:

- ``history_rights``: columns and parts that say who may do what here;
- ``history_keeps``: columns to remember although no form shows them;
- ``history_hidden_when``: the column that, when true, keeps a row out of what editors read;
- ``history_renamed``: former name of a column → its name now, kept for ever;
- ``history_scope()``: the number of the lab whose editors look after the record.
"""

import json
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.encoding import is_protected_type

SELF = "self"


@dataclass(frozen=True)
class Part:
    """One kind of row that belongs to a record."""

    path: str
    model: type[models.Model]
    owner: Any  # the foreign key to what the row belongs to
    above: "Part | None"

    @property
    def lookup(self):
        """The way from the row to its record, for filters."""
        return f"{self.owner.name}__{self.above.lookup}" if self.above else self.owner.name

    def rows(self, pk):
        """The rows of the record with the key ``pk``, in an order that never changes."""
        return self.model._base_manager.filter(**{self.lookup: pk}).order_by("pk")


def has_history(model):
    """Tell whether changes of such records are remembered."""
    return hasattr(model, "history_parts")


@cache
def record_models():
    """Every kind of record that has a history."""
    return [model for model in apps.get_models() if has_history(model)]


@cache
def parts_of(model):
    """The kinds of part of a kind of record, by path; what holds others comes before them."""
    parts = {}
    for path in model.history_parts:
        above_path, _gap, name = path.rpartition("__")
        above = parts.get(above_path)
        relation = (above.model if above else model)._meta.get_field(name)
        parts[path] = Part(path, relation.related_model, relation.field, above)
    return parts


@cache
def _places():
    """Where the rows of each kind of part belong."""
    places = defaultdict(list)
    for model in record_models():
        for part in parts_of(model).values():
            places[part.model].append((model, part))
    return places


def part_models():
    """Every model whose rows are parts of records."""
    return list(_places())


def owner_columns(model):
    """The columns by which rows of a kind of part belong to something."""
    return {part.owner for _record_model, part in _places().get(model, ())}


def records_of(row):
    """Kind and key of each record that ``row`` is, or is a part of."""
    model = row._meta.concrete_model
    if has_history(model):
        return [(model, row.pk)]
    found = []
    for record_model, part in _places().get(model, ()):
        key = getattr(row, part.owner.attname)
        while key is not None and (part := part.above):
            keys = part.model._base_manager.filter(pk=key)
            key = keys.values_list(part.owner.attname, flat=True).first()
        if key is not None:
            found.append((record_model, key))
    return found


@cache
def remembered(model):
    """The columns and lists that a state holds, by name.

    What no form shows, such as rendered text and counters, the site keeps up by itself.
    """
    keeps = getattr(model, "history_keeps", ())
    columns = [
        field
        for field in model._meta.concrete_fields
        if not field.primary_key
        and (field.editable or getattr(field, "auto_now_add", False) or field.name in keeps)
    ]
    lists = [
        field for field in model._meta.many_to_many if field.remote_field.through._meta.auto_created
    ]
    return {field.name: field for field in (*columns, *lists)}


def row_of(instance, lists=None):
    """The columns of one row as they stand in a state; ``lists`` holds its lists if at hand."""
    data = {"pk": instance.pk}
    for name, field in remembered(type(instance)).items():
        if field.many_to_many:
            if lists is None:
                chosen = getattr(instance, name).order_by("pk")
                data[name] = list(chosen.values_list("pk", flat=True))
            else:
                data[name] = lists[name].get(instance.pk, [])
        else:
            value = field.value_from_object(instance)
            is_plain = is_protected_type(value)
            data[name] = value if is_plain else field.value_to_string(instance)
    return data


def read(model, pk):
    """The record with the key ``pk`` and its state, or None twice."""
    return read_many(model, [pk]).get(pk, (None, None))


def read_many(model, keys):
    """Records and their states by key, as far as they exist; as many queries for all as for one.

    Both come from the database: an instance in memory may hold what was never saved, or texts
    where a date belongs.
    """
    records = model._base_manager.in_bulk(keys)
    lists = {
        name: _lists(field, records)
        for name, field in remembered(model).items()
        if field.many_to_many
    }
    states = {key: {SELF: row_of(record, lists)} for key, record in records.items()}
    for path, part in parts_of(model).items():
        for state in states.values():
            state[path] = []
        rows = part.model._base_manager.filter(**{f"{part.lookup}__in": records})
        for row in rows.annotate(history_record=models.F(part.lookup)).order_by("pk"):
            states[row.history_record][path].append(row_of(row))
    return {key: (records[key], as_stored(state)) for key, state in states.items()}


def _lists(field, records):
    """The keys that each record has in one of its lists."""
    source, target = field.m2m_field_name(), field.m2m_reverse_field_name()
    pairs = field.remote_field.through._base_manager.filter(**{f"{source}__in": records})
    found = defaultdict(list)
    for key, other in pairs.order_by(target).values_list(source, target):
        found[key].append(other)
    return found


def as_stored(data):
    """Data as it comes back from a column of JSON."""
    return json.loads(json.dumps(data, cls=DjangoJSONEncoder))


def current_names(model, data):
    """A stored row under the column names of today, without columns that are gone."""
    renamed = getattr(model, "history_renamed", {})
    known = remembered(model)
    row = {renamed.get(name, name): value for name, value in data.items()}
    return {name: value for name, value in row.items() if name == "pk" or name in known}


def rows_by_key(model, state, path):
    """The stored rows of one path, by their keys."""
    stored = state.get(path) or []
    row_model = model if path == SELF else parts_of(model)[path].model
    listed = [stored] if stored and path == SELF else stored
    rows = [current_names(row_model, data) for data in listed]
    return {data["pk"]: data for data in rows}


def is_same(model, old, new):
    """Tell whether two states say the same.

    What one of them does not know, because a release added or dropped it, is no difference.
    """
    for path in (SELF, *parts_of(model)):
        if path not in old or path not in new:
            continue
        left, right = rows_by_key(model, old, path), rows_by_key(model, new, path)
        if left.keys() != right.keys():
            return False
        for key, row in left.items():
            other = right[key]
            if any(row[name] != other[name] for name in row.keys() & other.keys()):
                return False
    return True


def pointers(record, *, to_itself):
    """Rows of *other* records that lose their link when the record or a part of it goes.

    A part can go while the record stays; ``to_itself`` adds the links to the record, which only
    its deletion ends.
    """
    return pointers_of(type(record), [record.pk], to_itself=to_itself)[record.pk]


def pointers_of(model, keys, *, to_itself):
    """The same for several records, by key; as many queries for all as for one."""
    found = {key: {} for key in keys}
    targets = [
        (part.model, part.model._base_manager.filter(**{f"{part.lookup}__in": keys}), part.lookup)
        for part in parts_of(model).values()
    ]
    if to_itself:
        targets.append((model, model._base_manager.filter(pk__in=keys), "pk"))
    for target, rows, lookup in targets:
        for relation in target._meta.related_objects:
            field = relation.field
            if not loses_its_link(relation):
                continue
            label = f"{field.model._meta.label_lower}.{field.name}"
            pairs = field.model._base_manager.filter(**{f"{field.name}__in": rows}).order_by("pk")
            for pk, end, key in pairs.values_list("pk", field.name, f"{field.name}__{lookup}"):
                found[key].setdefault(label, []).append([pk, end])
    return found


def loses_its_link(relation):
    """Tell whether a row at the other end of ``relation`` stays when its target goes."""
    if relation.many_to_many:
        return relation.through._meta.auto_created
    return relation.on_delete is models.SET_NULL


def companions_of(model, keys):
    """Rows that go with records although they are neither parts of them nor records themselves.

    By the key of the record; as many queries for all as for one.
    """
    own = {part.model for part in parts_of(model).values()}
    found = {key: {} for key in keys}
    for relation in model._meta.related_objects:
        field, other = relation.field, relation.related_model
        if relation.many_to_many or relation.on_delete is not models.CASCADE:
            continue
        if has_history(other) or other in own:
            continue
        rows = other._base_manager.filter(**{f"{field.name}__in": keys}).order_by("pk")
        for row in rows:
            listed = found[getattr(row, field.attname)]
            listed.setdefault(other._meta.label_lower, []).append(row_of(row))
    return found
