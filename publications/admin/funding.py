"""Funders and their grants."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from labsite.admin import RecordAdmin, StartYearFilter, date_column, row_count
from labsite.thumbnails import thumbnail_column
from publications.models import Funder, Grant


@admin.register(Funder)
class FunderAdmin(RecordAdmin):
    list_display = [thumbnail_column("logo", _("logo")), "name", "short_name", "grant_count"]
    list_display_links = ["name"]
    search_fields = ["name", "short_name"]
    fields = [("name", "short_name"), "url", "logo"]

    def get_queryset(self, request):
        grants = row_count(Grant.objects, "funder")
        return super().get_queryset(request).annotate(grant_count=grants)

    @admin.display(description=_("grants"), ordering="grant_count")
    def grant_count(self, funder):
        return funder.grant_count


@admin.register(Grant)
class GrantAdmin(RecordAdmin):
    list_display = [
        "title",
        "number",
        "funder",
        date_column("start", _("start")),
        date_column("end", _("end")),
    ]
    list_filter = [StartYearFilter]
    list_select_related = ["funder"]
    search_fields = ["title", "number", "funder__name", "funder__short_name"]
    fields = [
        ("title", "number"),
        "funder",
        ("start", "end", "ending"),
        "holders",
        "labs",
        "acknowledgement",
    ]
