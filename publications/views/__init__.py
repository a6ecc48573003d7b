"""The pages of publications, talks, projects and news."""

from publications.views.news import LabNews, NewsDetail, NewsList
from publications.views.projects import LabProjects, ProjectDetail, ProjectList
from publications.views.publications import (
    LabPublications,
    PublicationDetail,
    PublicationList,
    PublicationYear,
    publication_pdf,
)
from publications.views.talks import LabTalks, TalkDetail, TalkList

__all__ = [
    "LabNews",
    "LabProjects",
    "LabPublications",
    "LabTalks",
    "NewsDetail",
    "NewsList",
    "ProjectDetail",
    "ProjectList",
    "PublicationDetail",
    "PublicationList",
    "PublicationYear",
    "TalkDetail",
    "TalkList",
    "publication_pdf",
]
