"""Free pages of labs and of the site."""

from django.contrib import admin

from labsite.admin import RecordAdmin
from people.models import Page


@admin.register(Page)
class PageAdmin(RecordAdmin):
    list_display = ["title", "lab", "menu_position", "visibility"]
    list_filter = ["visibility"]
    list_select_related = ["lab"]
    search_fields = ["title", "body", "lab__name", "lab__short_name"]
    fields = ["title", "lab", "body", "menu_position", "slug"]
