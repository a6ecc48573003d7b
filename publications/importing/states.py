"""How far a work has come, in the words of sources: "in press", "forthcoming", "under review"."""

from labsite.folding import fold
from publications.status import Status

_WORDS = {
    "published": Status.PUBLISHED,
    "accepted": Status.ACCEPTED,
    "in press": Status.IN_PRESS,
    "inpress": Status.IN_PRESS,
    "advance online": Status.IN_PRESS,
    "forthcoming": Status.TO_APPEAR,
    "to appear": Status.TO_APPEAR,
    "submitted": Status.SUBMITTED,
    "under review": Status.SUBMITTED,
    "in review": Status.SUBMITTED,
    "preprint": Status.PREPRINT,
    "prepublished": Status.PREPRINT,
    "withdrawn": Status.WITHDRAWN,
    "retracted": Status.RETRACTED,
}


def status_of(words):
    """The state that a source means, or None."""
    return _WORDS.get(fold(words).replace("_", " ").replace("-", " "))
