"""Labs, and who may edit them."""

from typing import ClassVar

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from labsite.admin import RecordAdmin, RowInline, StackedRowInline, row_count
from labsite.section_rows import SectionInline
from labsite.thumbnails import thumbnail_column
from people.models import (
    Lab,
    LabContact,
    LabLink,
    LabPicture,
    LabRole,
    LabSection,
    Membership,
    RoleGroup,
)
from people.models.labs import MOST_CONTACTS


class LabContactInline(RowInline):
    model = LabContact
    fields = ["about", "name", "email", "position"]
    max_num = MOST_CONTACTS

    def get_formset(self, request, obj=None, **kwargs):
        return super().get_formset(request, obj, validate_max=True, **kwargs)


class RoleGroupInline(RowInline):
    model = RoleGroup
    classes = ["collapse"]
    fields = ["role", "heading", "position"]


class LabLinkInline(RowInline):
    model = LabLink
    fields = ["label", "url", "position"]


class LabPictureInline(StackedRowInline):
    model = LabPicture
    classes = ["collapse"]
    fields = ["file", "caption", "description", "credit", "position"]


class LabSectionInline(SectionInline):
    model = LabSection
    classes = ["collapse"]


class LabRoleInline(RowInline):
    model = LabRole
    fields = ["user", "kind"]


@admin.register(Lab)
class LabAdmin(RecordAdmin):
    list_display = [
        thumbnail_column("logo", _("logo")),
        "name",
        "short_name",
        "parent",
        "stays",
        "status",
        "visibility",
    ]
    list_display_links = ["name"]
    list_filter = ["visibility", "status"]
    list_select_related = ["parent"]
    search_fields = ["name", "short_name", "native_name"]
    examples: ClassVar = {
        "name": _("For example “Data and Intelligence Research Lab”."),
        "native_name": _("For example “数据与智能实验室”."),
        "institution": _("For example “Peking University”."),
        "ror": _("For example https://ror.org/02v51f717; ror.org has one for most universities."),
        "address": _("For example “5 Yiheyuan Road, Beijing”, one line below the other."),
        "moved_to": _("For example https://lab.example.org."),
    }
    inlines = [
        LabContactInline,
        LabLinkInline,
        RoleGroupInline,
        LabPictureInline,
        LabSectionInline,
        LabRoleInline,
    ]
    fieldsets = [
        (
            _("About the lab"),
            {
                "fields": [
                    ("name", "short_name"),
                    ("native_name", "native_language"),
                    "tagline",
                    "about",
                    "logo",
                    ("photo", "photo_description"),
                    "theme_colour",
                ],
                "inlines": [LabPictureInline],
            },
        ),
        (
            _("Where it belongs"),
            {"fields": ["parent", "institution", "ror", "head_name"]},
        ),
        (
            _("Finding and writing to it"),
            {
                "fields": ["address", "directions"],
                "inlines": [LabContactInline, LabLinkInline],
            },
        ),
        (_("Joining the lab"), {"fields": ["recruiting"]}),
        (
            _("Page layout"),
            {"fields": ["slug"], "inlines": [RoleGroupInline, LabSectionInline]},
        ),
        (_("Who may edit"), {"fields": [], "inlines": [LabRoleInline]}),
        (
            _("If it has closed or moved"),
            {
                "classes": ["collapse"],
                "fields": [("status", "ended_on"), "moved_to", "merged_into"],
            },
        ),
    ]

    def get_queryset(self, request):
        return super().get_queryset(request).annotate(stays=row_count(Membership.objects, "lab"))

    @admin.display(description=_("people, former ones too"), ordering="stays")
    def stays(self, lab):
        return lab.stays
