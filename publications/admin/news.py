"""News."""

from django.contrib import admin
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from labsite.admin import RecordAdmin, YearFilter, date_column
from labsite.thumbnails import thumbnail_column
from publications.models import NewsItem


@admin.register(NewsItem)
class NewsItemAdmin(RecordAdmin):
    list_display = [
        thumbnail_column("picture", _("picture")),
        "beginning",
        date_column("date", _("when")),
        "lab",
        "kind",
        "is_pinned",
        "visibility",
    ]
    list_display_links = ["beginning"]
    list_filter = ["visibility", "kind", YearFilter]
    list_select_related = ["lab"]
    search_fields = ["title", "body", "lab__name", "lab__short_name"]
    fieldsets = [
        (
            _("News"),
            {
                "fields": [
                    "date",
                    "title",
                    "body",
                    ("picture", "picture_description"),
                ]
            },
        ),
        (_("In the press"), {"fields": [("kind", "outlet"), "url"]}),
        (
            _("On the website"),
            {
                "fields": [
                    "lab",
                    "members",
                    "publications",
                    "talks",
                    "projects",
                    "is_pinned",
                    "slug",
                ]
            },
        ),
    ]

    @admin.display(description=_("news"), ordering="title")
    def beginning(self, item):
        return Truncator(item.title or item.body).chars(80)
