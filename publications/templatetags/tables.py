"""The table of a project's variants, cell by cell."""

from typing import NamedTuple

from django import template

register = template.Library()


class Cell(NamedTuple):
    """One cell with the heading of its column, which narrow screens repeat."""

    heading: str
    words: str
    is_name: bool


@register.filter
def cells_of(component, project):
    """The cells of a variant under the headings of its project."""
    headings = project.column_headings
    row = component.row(project.name_column, len(headings))
    headings = [*headings, *[""] * (len(row) - len(headings))]
    return [
        Cell(heading, words or "", words is None)
        for heading, words in zip(headings, row, strict=True)
    ]
