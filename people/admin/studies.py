"""Degrees, each with its advisers; reached from the person."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from labsite.admin import RecordAdmin, StartYearFilter, date_column
from people.admin.credits import AdviserInline
from people.models import Education


@admin.register(Education)
class EducationAdmin(RecordAdmin):
    is_part = True
    part_of = "member"
    list_display = [
        "degree",
        "member",
        "field",
        "institution",
        date_column("start", _("start")),
        date_column("end", _("end")),
    ]
    list_filter = [StartYearFilter]
    list_select_related = ["member"]
    search_fields = ["degree", "field", "institution", "member__sort_key", "member__display_name"]
    inlines = [AdviserInline]
    fields = [
        "member",
        ("degree", "field"),
        ("school", "institution", "place"),
        ("start", "end", "ending"),
        "thesis_title",
        "note",
    ]
