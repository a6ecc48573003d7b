"""Questions that every page asks: composing their SQL costs ten times as much as running it.

The same arguments always give the same statement, so it is composed once in a process and kept.
"""

from functools import lru_cache

from django.db import connections, router

KEPT = 512


@lru_cache(maxsize=KEPT)
def _statement(vendor, compose, *arguments):
    """The SQL of a queryset of ``values()``, with what turns its columns into Python values."""
    queryset = compose(*arguments)
    compiler = queryset.query.get_compiler(queryset.db)
    sql, parameters = compiler.as_sql()
    converters = compiler.get_converters([column[0] for column in compiler.select])
    names = [*queryset.query.values_select, *queryset.query.annotation_select]
    return sql, parameters, names, converters


def first_row(model, compose, *arguments):
    """The first row of ``compose(*arguments)`` as a dictionary of its columns.

    ``compose`` is a function of a module, and its arguments (numbers, texts, days) decide all of
    the query: what it takes from the clock or from a row must come in through them.
    """
    connection = connections[router.db_for_read(model)]
    sql, parameters, names, converters = _statement(connection.vendor, compose, *arguments)
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        row = list(cursor.fetchone())
    for column, (convert, expression) in converters.items():
        for converter in convert:
            row[column] = converter(row[column], expression, connection)
    return dict(zip(names, row, strict=True))
