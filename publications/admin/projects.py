"""Projects, software and data."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from labsite.admin import RecordAdmin, RowInline, StackedRowInline
from labsite.thumbnails import thumbnail_column
from publications.models import Component, Project, ProjectLink, ProjectRole


class ProjectRoleInline(StackedRowInline):
    model = ProjectRole
    fields = [("member", "printed_name"), "role", ("start", "end", "ending"), "position"]


class ProjectLinkInline(RowInline):
    model = ProjectLink
    fields = ["label", "url", "position"]


class ComponentInline(StackedRowInline):
    model = Component
    fk_name = "project"
    fields = [
        ("name", "own_project"),
        "cells",
        ("repository", "repository_label", "stars", "fetched_at"),
        "position",
    ]


@admin.register(Project)
class ProjectAdmin(RecordAdmin):
    list_display = [
        thumbnail_column("picture", _("picture")),
        "name",
        "tagline",
        "kind",
        "state",
        "lab",
        "stars",
        "visibility",
    ]
    list_display_links = ["name"]
    list_filter = ["visibility", "kind", "state"]
    list_select_related = ["lab"]
    search_fields = ["name", "tagline"]
    inlines = [ProjectRoleInline, ProjectLinkInline, ComponentInline]
    fieldsets = [
        (
            _("Project"),
            {
                "fields": [
                    "name",
                    "tagline",
                    "about",
                    "kind",
                    ("state", "ended_on", "successor"),
                    ("picture", "picture_description"),
                ]
            },
        ),
        (_("People"), {"fields": [], "inlines": [ProjectRoleInline]}),
        (
            _("Links"),
            {
                "fields": [
                    ("repository", "repository_label"),
                    ("stars", "fetched_at"),
                    ("documentation", "documentation_label"),
                    "licence",
                ],
                "inlines": [ProjectLinkInline],
            },
        ),
        (
            _("On the website"),
            {
                "fields": [
                    "lab",
                    "listed_labs",
                    "publications",
                    "grants",
                    "topics",
                    "position",
                    "slug",
                ]
            },
        ),
        (
            _("Table of variants"),
            {"fields": ["column_headings", "name_column"], "inlines": [ComponentInline]},
        ),
    ]
