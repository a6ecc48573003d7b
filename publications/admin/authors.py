"""The names in author lines: rows of the paper's form, and a page of their own for long lists."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from labsite.admin import RecordAdmin, RowInline
from publications.models import Authorship

# A form of more rows than this would have more fields than a request may carry.
MOST_ROWS = 100


class AuthorshipInline(RowInline):
    model = Authorship
    fields = [
        "printed_name",
        "member",
        "equal_group",
        "is_corresponding",
        "other_marks",
        "position",
    ]
    max_num = MOST_ROWS
    show_change_link = True


@admin.register(Authorship)
class AuthorshipAdmin(RecordAdmin):
    is_part = True
    sequence_of = "publication"
    list_display = ["printed_name", "position", "member", "publication"]
    list_select_related = ["member", "publication"]
    search_fields = ["printed_name", "member__sort_key", "publication__title"]
    ordering = ["publication", "position", "pk"]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    "publication",
                    ("printed_name", "member"),
                    "is_organisation",
                    ("equal_group", "is_corresponding", "other_marks"),
                    "position",
                ]
            },
        ),
        (
            _("Details for citations"),
            {"fields": [("given_name", "family_name", "name_suffix"), "orcid", "affiliation"]},
        ),
        (_("On the author’s own page"), {"fields": ["is_selected", "own_order"]}),
    ]
