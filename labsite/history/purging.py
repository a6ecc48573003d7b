"""Taking out of the history what must not be remembered, and naming the files it still needs."""

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models

from labsite.history.recording import model_of
from labsite.history.states import SELF, parts_of, rows_by_key
from labsite.models import Change

BATCH = 200


def forget(record):
    """Drop all that the history knows of one record, such as a person who asks for it.

    What the histories of other records say about it is the matter of ``replace_word``.
    """
    LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(record), object_id=str(record.pk)
    ).delete()
    changes = Change.objects.filter(kind=record._meta.label_lower, record_id=record.pk)
    return changes.delete()[0]


def replace_word(old, new):
    """Put ``new`` for ``old`` wherever the history says it, such as for a former name.

    Returns how many rows held it. They are walked here, because databases search the text of
    JSON each in its own way.
    """
    return _replace_in(Change.objects.all(), ["state", "label"], old, new) + _replace_in(
        LogEntry.objects.all(), ["object_repr", "change_message"], old, new
    )


def _replace_in(rows, columns, old, new):
    found, batch = 0, []
    for row in rows.order_by("pk").iterator(chunk_size=BATCH):
        replaced = {name: _replaced(getattr(row, name), old, new) for name in columns}
        if all(getattr(row, name) == value for name, value in replaced.items()):
            continue
        for name, value in replaced.items():
            longest = row._meta.get_field(name).max_length
            setattr(row, name, value[:longest] if longest else value)
        batch.append(row)
        found += 1
        if len(batch) == BATCH:
            rows.bulk_update(batch, columns)
            batch.clear()
    rows.bulk_update(batch, columns)
    return found


def _replaced(value, old, new):
    if isinstance(value, str):
        return value.replace(old, new)
    if isinstance(value, list):
        return [_replaced(item, old, new) for item in value]
    if isinstance(value, dict):
        return {name: _replaced(item, old, new) for name, item in value.items()}
    return value


def files_in_states():
    """The names of all files that some state mentions: without them it cannot be put back."""
    names = set()
    for change in Change.objects.order_by("pk").iterator(chunk_size=BATCH):
        if model := model_of(change):
            names.update(_files_in(model, change.state))
    return names


def _files_in(model, state):
    paths = [(SELF, model), *((path, part.model) for path, part in parts_of(model).items())]
    for path, row_model in paths:
        columns = [
            field.name
            for field in row_model._meta.concrete_fields
            if isinstance(field, models.FileField)
        ]
        if columns:
            for data in rows_by_key(model, state, path).values():
                yield from filter(None, (data.get(name) for name in columns))
