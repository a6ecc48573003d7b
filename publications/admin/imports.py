"""What imports did and what was decided about authors: to read, not to change."""

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from labsite.admin import RecordAdmin
from publications.models import ImportEntry, ImportRun, MatchDecision


class ReadOnlyAdmin(RecordAdmin):
    """Records that the site keeps by itself."""

    is_part = True

    def get_readonly_fields(self, request, obj=None):
        return self.fields

    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False


@admin.register(MatchDecision)
class MatchDecisionAdmin(ReadOnlyAdmin):
    list_display = ["folded_name", "member", "publication", "verdict", "decided_by", "decided_at"]
    list_filter = ["verdict"]
    list_select_related = ["member", "publication", "decided_by"]
    search_fields = ["folded_name", "member__sort_key", "publication__title"]
    fields = ["folded_name", "member", "publication", "verdict", "decided_by", "decided_at"]


@admin.register(ImportRun)
class ImportRunAdmin(ReadOnlyAdmin):
    list_display = ["source", "lab", "member", "user", "started_at", "finished_at", "undone_at"]
    list_select_related = ["lab", "member", "user"]
    search_fields = ["source"]
    fields = [
        "source",
        "lab",
        "member",
        "user",
        "started_at",
        "finished_at",
        "undone_at",
        "all_entries",
    ]

    @admin.display(description=_("entries"))
    def all_entries(self, run):
        return format_html(
            '<a href="{}?{}">{}</a>',
            reverse("admin:publications_importentry_changelist"),
            urlencode({"run__id__exact": run.pk}),
            gettext("See what became of each entry"),
        )


@admin.register(ImportEntry)
class ImportEntryAdmin(ReadOnlyAdmin):
    list_display = ["key", "line", "outcome", "reason", "publication", "run"]
    list_filter = ["outcome"]
    list_select_related = ["publication", "run"]
    search_fields = ["key", "reason", "publication__title"]
    fields = ["run", "line", "key", "outcome", "reason", "publication", "before", "after"]
