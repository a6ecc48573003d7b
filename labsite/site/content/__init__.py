"""Content files: labs, members and all the rest in one TOML file that a lab can write by hand.

``labsite/docs/content-files.md`` describes every table and key.
"""

from pathlib import Path

from django.db import transaction

from labsite.site.content.labs import load_labs, load_site, load_topics
from labsite.site.content.loading import Loading, Report
from labsite.site.content.members import load_awards, load_members, load_rows_of_members
from labsite.site.content.outputs import (
    load_funding,
    load_news,
    load_projects,
    load_publications,
    load_rows_of_projects,
    load_talks,
    load_venues,
)
from labsite.site.content.tables import ContentError, ContentFile

__all__ = ["DEMO", "ContentError", "Report", "load"]

DEMO = Path(__file__).resolve().parent.parent / "demo" / "demo.toml"


def load(path):
    """Load a content file and return a report; raises ``ContentError`` and then saves nothing.

    Records are found again by their address or name, so that loading twice changes nothing. What
    the file does not mention is left alone.
    """
    loading = Loading(ContentFile(path))
    try:
        with transaction.atomic():
            _load(loading)
            if loading.file.problems:
                raise ContentError(loading.file.sentences())
    except BaseException:
        loading.take_uploads_back()
        raise
    return loading.report


def _load(loading):
    """Everything in an order in which each record finds those that it names."""
    top = loading.file.top()
    load_labs(loading, top)
    load_topics(loading, top)
    members = load_members(loading, top)
    load_venues(loading, top)
    load_funding(loading, top)
    projects = load_projects(loading, top)
    load_rows_of_members(loading, members)
    load_awards(loading, top, members)
    load_publications(loading, top)
    load_rows_of_projects(loading, projects)
    load_talks(loading, top)
    load_news(loading, top)
    load_site(loading, top)
    top.finish()
    loading.finish()
