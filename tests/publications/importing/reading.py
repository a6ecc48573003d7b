"""What was read from a source, in a form that tests compare at a glance."""

from publications.works import Work

_NOTHING = Work()


def said(work):
    """The fields of a work of which the source said something, without where that stands."""
    fields = {
        name: value
        for name, value in vars(work).items()
        if value != getattr(_NOTHING, name) and name != "origin"
    }
    if work.authors:
        fields["authors"] = [author.printed_name for author in work.authors]
    return fields


def only(reading):
    """The one work of a source."""
    (work,) = reading
    return work


def reasons(reading):
    """Why entries could not be read, with the lines on which they begin."""
    return [(entry.origin.line, entry.reason) for entry in reading if not isinstance(entry, Work)]
