"""The editors' workplace for labs, people and what a CV holds."""

from people.admin import (
    awards,
    labs,
    members,
    openings,
    pages,
    pictures,
    stays,
    studies,
    topics,
)

__all__ = [
    "awards",
    "labs",
    "members",
    "openings",
    "pages",
    "pictures",
    "stays",
    "studies",
    "topics",
]
