"""Pictures of labs, all on one page."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from labsite.admin import RecordAdmin
from labsite.thumbnails import thumbnail_column
from people.models import LabPicture


@admin.register(LabPicture)
class LabPictureAdmin(RecordAdmin):
    is_part = True  # the form of the lab has them as well
    sequence_of = "lab"
    list_display = [thumbnail_column("file", _("picture")), "name", "lab", "credit"]
    list_display_links = ["name"]
    list_select_related = ["lab"]
    list_filter = ["lab"]
    search_fields = ["caption", "description", "credit"]
    fields = ["lab", "file", "caption", "description", "credit", "position"]

    @admin.display(description=_("caption"), ordering="caption")
    def name(self, picture):
        return picture.caption or picture.description or "—"
