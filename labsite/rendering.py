"""Rendering the texts of all records once more, after the renderer or the database changed."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError

from labsite.content_pictures import models_with_texts, names_in, note_uses, rendered_columns
from labsite.markdown import render

BATCH = 500


@dataclass
class Outcome:
    """What came of one column: texts looked at, texts that differed, texts nobody can render."""

    column: str
    texts: int = 0
    changed: int = 0
    failed: tuple = ()


def render_again(*, save=True):
    """Render every text that a record keeps as HTML; yield an ``Outcome`` for each column.

    Only rows whose HTML differs are written, past ``save()``: the record itself has not changed.
    A text that somebody saves meanwhile is left to that save.
    """
    for model in models_with_texts():
        columns = rendered_columns(model)
        outcomes = [Outcome(f"{model._meta.label}.{column.name}") for column in columns]
        for rows in _batches(model, columns):
            shown = {}
            for key, *values in rows:
                pages = [
                    _render_one(model, key, column, outcome, text, html, save)
                    for column, outcome, text, html in zip(
                        columns, outcomes, values[::2], values[1::2], strict=True
                    )
                ]
                shown[key] = names_in(*pages)
            if save:
                note_uses(model, shown)
        yield from outcomes


def _batches(model, columns):
    """Rows of number, text, HTML, text, HTML …, in the order of their numbers."""
    names = [name for column in columns for name in (column.source, column.attname)]
    rows = model._base_manager.order_by("pk").values_list("pk", *names)
    last = 0
    while batch := list(rows.filter(pk__gt=last)[:BATCH]):
        yield batch
        last = batch[-1][0]


def _render_one(model, key, column, outcome, text, html, save):
    outcome.texts += bool(text)
    try:
        fresh = render(text)
    except ValidationError as problem:
        outcome.failed += ((key, " ".join(problem.messages)),)
        return html
    if fresh != html:
        outcome.changed += 1
        if save:
            rows = model._base_manager.filter(pk=key, **{column.source: text})
            rows.update(**{column.attname: fresh})
    return fresh
