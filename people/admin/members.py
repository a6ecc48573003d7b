"""People, with their stays in labs and their CV."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from labsite.admin import LAST, RecordAdmin, RowForm, RowInline, StackedRowInline
from labsite.folding import fold
from labsite.form_parts import MORE
from labsite.ordering import renumber
from labsite.section_rows import SectionInline
from people.models import (
    Education,
    Interest,
    Member,
    MemberLink,
    MemberName,
    MemberSection,
    Membership,
    Position,
    Recipient,
    Service,
    Teaching,
)


class MembershipInline(RowInline):
    model = Membership
    fields = ["lab", "role", "title", "start", "end", "ending", "is_public"]
    show_change_link = True


class MemberNameInline(RowInline):
    model = MemberName
    classes = ["collapse"]
    fields = ["name"]

    def get_queryset(self, request):
        """Without former names, which nobody reads in the ordinary form."""
        return super().get_queryset(request).filter(is_former=False)


class InterestInline(RowInline):
    model = Interest
    fields = ["topic", "words", "kind", "position"]


class MemberLinkInline(RowInline):
    model = MemberLink
    fields = ["label", "url", "position"]


class EducationInline(StackedRowInline):
    model = Education
    classes = ["collapse"]
    fields = [
        ("degree", "field"),
        ("school", "institution", "place"),
        ("start", "end", "ending"),
        "thesis_title",
        "note",
        "position",
    ]
    show_change_link = True


class PositionInline(StackedRowInline):
    model = Position
    classes = ["collapse"]
    fields = [
        ("kind", "title"),
        ("organisation", "unit"),
        ("start", "end", "ending"),
        "note",
        "position",
    ]


class AwardOfMemberForm(RowForm):
    """A further recipient stands behind those whom the award already has."""

    def save(self, commit=True):
        if self.instance._state.adding:
            self.instance.position = LAST
        return super().save(commit)


class AwardOfMemberInline(RowInline):
    model = Recipient
    classes = ["collapse"]
    form = AwardOfMemberForm
    fields = ["award"]
    verbose_name = _("award")
    verbose_name_plural = _("awards")


class ServiceInline(RowInline):
    model = Service
    classes = ["collapse"]
    fields = ["role", "organisation", "years", "position"]


class TeachingInline(StackedRowInline):
    model = Teaching
    classes = ["collapse"]
    fields = [
        ("course", "url"),
        ("role", "audience"),
        ("term", "year", "institution"),
        "position",
    ]


class MemberSectionInline(SectionInline):
    model = MemberSection
    classes = ["collapse"]


@admin.register(Member)
class MemberAdmin(RecordAdmin):
    list_display = ["display_name", "native_name", "labs", "email", "visibility"]
    list_filter = ["visibility", "memberships__role"]
    search_fields = ["sort_key", "native_name", "email", "orcid"]
    inlines = [
        MembershipInline,
        InterestInline,
        MemberLinkInline,
        EducationInline,
        PositionInline,
        AwardOfMemberInline,
        ServiceInline,
        TeachingInline,
        MemberNameInline,
        MemberSectionInline,
    ]
    fieldsets = [
        (
            _("Name and photo"),
            {
                "fields": [
                    ("display_name", "sort_under"),
                    "photo",
                    ("photo_description", "focal_point"),
                ],
            },
        ),
        (
            _("More about the name"),
            {
                "classes": MORE,
                "fields": [
                    ("given_name", "family_name"),
                    ("native_name", "native_language"),
                    ("pronouns", "pronunciation"),
                ],
                "inlines": [MemberNameInline],
            },
        ),
        (_("In the lab"), {"fields": [], "inlines": [MembershipInline]}),
        (
            _("About"),
            {
                "fields": ["headline", "about", ("notice", "notice_until")],
                "inlines": [InterestInline],
            },
        ),
        (
            _("Contact and links"),
            {
                "fields": [
                    ("email", "email_shown_to"),
                    ("phone", "phone_shown_to"),
                    ("office", "office_shown_to"),
                    "orcid",
                ],
                "inlines": [MemberLinkInline],
            },
        ),
        (
            _("CV"),
            {
                "fields": [],
                "inlines": [
                    EducationInline,
                    PositionInline,
                    AwardOfMemberInline,
                    ServiceInline,
                    TeachingInline,
                ],
            },
        ),
        (_("Page layout"), {"fields": [], "inlines": [MemberSectionInline]}),
        (_("Privacy and access"), {"fields": ["is_indexed", "user", "slug"]}),
    ]

    def get_queryset(self, request):
        return super().get_queryset(request).prefetch_related("memberships__lab")

    def get_search_results(self, request, queryset, search_term):
        """Find a name in any spelling: with accents or without, in capitals or not."""
        return super().get_search_results(request, queryset, fold(search_term))

    @admin.display(description=_("labs"))
    def labs(self, member):
        """The labs of all stays, the latest first, each once."""
        return ", ".join(dict.fromkeys(stay.lab.label for stay in member.memberships.all()))

    def save_formset(self, request, form, formset, change):
        super().save_formset(request, form, formset, change)
        if formset.model is Recipient:
            for recipient in formset.new_objects:
                renumber(recipient.award.recipients.all())
