"""The table of a project's variants, cell by cell."""

from typing import NamedTuple

from django import template

register = template.Library()


class Cell(NamedTuple):
    """One cell with the heading of its column, which narrow screens repeat."""

    heading: str
    words: str
    is_name: bool


class Table(NamedTuple):
    """The headings of all columns, if there are any, and each variant with its cells."""

    headings: list[str]
    rows: list[tuple]


@register.filter
def variants_table(project):
    """The variants of a project as a table: every row has a cell for every column.

    Rows may be longer than the line of headings, or shorter.
    """
    components = list(project.components.all())
    given = project.column_headings
    width = max([len(given), *(len(component.cells) + 1 for component in components)])
    headings = [*given, *[""] * (width - len(given))]
    name_column = min(max(project.name_column, 1), width)
    return Table(
        headings if given else [],
        [(component, _cells(component, name_column, headings)) for component in components],
    )


def _cells(component, name_column, headings):
    row = component.row(name_column, len(headings))
    return [
        Cell(heading, words or "", words is None)
        for heading, words in zip(headings, row, strict=True)
    ]
