"""Stays in labs, each with its advisers and what came after; reached from the person."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from labsite.admin import RecordAdmin, StartYearFilter, date_column
from people.admin.credits import AdviserInline
from people.models import Membership


@admin.register(Membership)
class MembershipAdmin(RecordAdmin):
    is_part = True
    part_of = "member"
    list_display = [
        "member",
        "lab",
        "role",
        "title",
        date_column("start", _("start")),
        date_column("end", _("end")),
        "is_public",
    ]
    list_filter = ["role", StartYearFilter]
    list_select_related = ["member", "lab"]
    search_fields = ["member__sort_key", "member__display_name", "lab__name", "title"]
    inlines = [AdviserInline]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    "member",
                    "lab",
                    ("role", "title"),
                    ("start", "end", "ending"),
                    "is_public",
                ]
            },
        ),
        (_("After the lab"), {"fields": ["next_title", "next_place", "next_url"]}),
    ]
