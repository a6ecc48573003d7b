"""Works going out: from the database into every format that bibliographies read."""

from publications.exporting.works import works_of

__all__ = ["works_of"]
