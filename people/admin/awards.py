"""Awards, each with everybody who received it."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from labsite.admin import RecordAdmin, YearFilter, date_column
from people.admin.credits import RecipientInline
from people.models import Award


@admin.register(Award)
class AwardAdmin(RecordAdmin):
    is_part = True  # found through its recipients
    list_display = ["title", "result", "body", date_column("date", _("when")), "status"]
    list_filter = ["status", YearFilter]
    search_fields = ["title", "body", "recipients__printed_name"]
    fields = [("title", "result"), "status", ("body", "date"), "url", "position"]
    inlines = [RecipientInline]
