"""When a work appeared, or is going to."""

from typing import NamedTuple

from publications.status import Status

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)
_ACCEPTED = (Status.ACCEPTED, Status.IN_PRESS, Status.TO_APPEAR)


class Day(NamedTuple):
    """A partial date in its parts; "" and None for what nobody knows."""

    year: str = ""
    month: int | None = None
    day: int | None = None

    @property
    def month_name(self):
        return MONTHS[self.month - 1] if self.month else ""

    @property
    def month_short(self):
        """The month as engineers write it: "Jun.", and "May" whole."""
        name = self.month_name
        return name if len(name) < 4 else f"{name[:3]}."


def day_of(work):
    """The date of a work; what can only be told in words stands as its year."""
    if not work.date:
        return Day(work.date_text)
    year, *rest = work.date.split("-")
    return Day(year, *map(int, rest))


def is_in_press(work):
    """Whether the work is accepted, and has not appeared."""
    return work.status in _ACCEPTED


def is_submitted(work):
    return work.status == Status.SUBMITTED
