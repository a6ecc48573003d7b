"""Research topics."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from labsite.admin import RecordAdmin
from labsite.thumbnails import thumbnail_column
from people.models import Topic


@admin.register(Topic)
class TopicAdmin(RecordAdmin):
    list_display = [
        thumbnail_column("picture", _("picture")),
        "name",
        "summary",
        "lab",
        "position",
        "visibility",
    ]
    list_display_links = ["name"]
    list_filter = ["visibility"]
    list_select_related = ["lab"]
    search_fields = ["name", "summary"]
    fields = [
        "name",
        "summary",
        "text",
        ("picture", "picture_description"),
        "lab",
        "position",
        "slug",
    ]
