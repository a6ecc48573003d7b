"""Research topics."""

from django.contrib import admin

from labsite.admin import RecordAdmin
from people.models import Topic


@admin.register(Topic)
class TopicAdmin(RecordAdmin):
    list_display = ["name", "summary", "lab", "position", "visibility"]
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
