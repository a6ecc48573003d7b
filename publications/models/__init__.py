"""What labs put out: publications, talks, projects and news."""

from publications.models.funding import Funder, Grant
from publications.models.imports import ImportEntry, ImportRun, MatchDecision
from publications.models.news import NewsItem
from publications.models.projects import Component, Project, ProjectLink, ProjectRole
from publications.models.publications import (
    Authorship,
    Identifier,
    Kind,
    Publication,
    PublicationLink,
    PublicationListing,
)
from publications.models.talks import Speaker, Talk, TalkDelivery, TalkLink
from publications.models.twins import DistinctPublications
from publications.models.venues import Venue

__all__ = [
    "Authorship",
    "Component",
    "DistinctPublications",
    "Funder",
    "Grant",
    "Identifier",
    "ImportEntry",
    "ImportRun",
    "Kind",
    "MatchDecision",
    "NewsItem",
    "Project",
    "ProjectLink",
    "ProjectRole",
    "Publication",
    "PublicationLink",
    "PublicationListing",
    "Speaker",
    "Talk",
    "TalkDelivery",
    "TalkLink",
    "Venue",
]
