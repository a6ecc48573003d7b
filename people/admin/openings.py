"""Open positions."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from labsite.admin import RecordAdmin, YearFilter, date_column
from people.models import Opening


class DeadlineYearFilter(YearFilter):
    title = _("apply until")
    field = "deadline"


@admin.register(Opening)
class OpeningAdmin(RecordAdmin):
    list_display = [
        "title",
        "lab",
        "kind",
        date_column("deadline", _("apply until")),
        "is_filled",
        "visibility",
    ]
    list_filter = ["visibility", "kind", "is_filled", DeadlineYearFilter]
    list_select_related = ["lab"]
    search_fields = ["title", "text", "lab__name", "lab__short_name"]
    fieldsets = [
        (
            _("The position"),
            {"fields": ["title", "lab", "kind", "text", "funding"]},
        ),
        (
            _("Applying"),
            {"fields": ["how_to_apply", "contact", ("deadline", "is_until_filled")]},
        ),
        (_("On the website"), {"fields": ["is_filled", "shown_until", "slug"]}),
    ]
