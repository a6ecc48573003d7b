"""The editors' workplace for publications, talks, projects, news and who pays for them."""

from publications.admin import (
    authors,
    funding,
    imports,
    news,
    projects,
    publications,
    talks,
    venues,
)

__all__ = [
    "authors",
    "funding",
    "imports",
    "news",
    "projects",
    "publications",
    "talks",
    "venues",
]
