"""People, with their stays in labs and their CV."""

import itertools
from typing import ClassVar

from django.contrib import admin
from django.db.models import Prefetch
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from labsite.admin import LAST, RecordAdmin, RowForm, RowInline, StackedRowInline
from labsite.form_parts import MORE
from labsite.joining.admin import JoinedRecords
from labsite.ordering import renumber
from labsite.section_rows import SectionInline
from labsite.thumbnails import thumbnail_column
from people.admin import arrival_lists, arrivals, departures, role_changes
from people.admin.duplicates import PeopleTwins
from people.admin.filters import LabFilter, PresenceFilter, RoleFilter
from people.joining import PeopleJoining
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
from people.name_search import keys_called
from people.namesakes import stay_in_words
from people.offers import tell_offers

# By what an author is known to be somebody.
NAMES = {"display_name", "given_name", "family_name", "native_name", "orcid"}


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
class MemberAdmin(JoinedRecords, RecordAdmin):
    joining, twins = PeopleJoining, PeopleTwins
    list_display = [
        thumbnail_column("photo", _("photo")),
        "name",
        "place",
        "visibility",
    ]
    list_display_links = ["name"]
    actions = [*RecordAdmin.actions, "leave", "merge"]
    list_filter = [PresenceFilter, RoleFilter, LabFilter, "visibility"]
    show_facets = admin.ShowFacets.ALWAYS
    search_fields = ["email", "orcid"]
    search_help_text = _("A name in any spelling, an e-mail address or an ORCID.")
    examples: ClassVar = {
        "given_name": _("For example “Xinyi”."),
        "native_name": _("For example “刘心怡”."),
        "pronouns": _("For example “she/her”."),
        "email": _("For example xinyi.liu@example.org."),
        "phone": _("For example +86 10 6275 0000."),
        "office": _("For example “Building 2, room 1543”."),
        "orcid": _("For example 0000-0002-1825-0097 or its whole address."),
        "user": _("The account with which this person signs in. Empty: none."),
    }
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
        stays = Prefetch("memberships", Membership.objects.select_related("lab"))
        return super().get_queryset(request).prefetch_related(stays)

    def get_urls(self):
        own = [pages.urls(self) for pages in (arrivals, arrival_lists, departures, role_changes)]
        return [*itertools.chain.from_iterable(own), *super().get_urls()]

    def get_search_results(self, request, queryset, search_term):
        """Find a name in any spelling: with accents or without, in its own script or not."""
        if not search_term.strip():
            return queryset, False
        found, may_be_twice = super().get_search_results(request, queryset, search_term)
        called = queryset.filter(pk__in=keys_called(search_term))
        return called | found, may_be_twice

    def changelist_view(self, request, extra_context=None):
        permission = {"has_change_permission": self.has_change_permission(request)}
        return super().changelist_view(request, permission | (extra_context or {}))

    @admin.action(description=_("Has left…"))
    def leave(self, request, members):
        """Lead to the page that asks until when, and where to."""
        people = {"person": [member.pk for member in members], "go": "1"}
        return redirect(reverse("admin:people_member_leaving", query=people))

    def get_actions(self, request):
        actions = super().get_actions(request)
        if not self.has_change_permission(request):
            actions.pop("leave", None)
        return actions

    @admin.display(description=_("name"), ordering="sort_key")
    def name(self, member):
        if not member.native_name:
            return member.display_name
        return format_html(
            '{} <span lang="{}">{}</span>',
            member.display_name,
            member.native_language,
            member.native_name,
        )

    @admin.display(description=_("what and where"))
    def place(self, member):
        """What somebody is in which labs, or was last."""
        stays = list(member.memberships.all())
        current = [stay for stay in stays if stay.is_current()]
        return "; ".join(stay_in_words(stay) for stay in current or stays[:1])

    def save_related(self, request, form, formsets, change):
        """Save the parts; papers that are here may belong to a new name."""
        super().save_related(request, form, formsets, change)
        spellings = next((each for each in formsets if each.model is MemberName), None)
        has_spelling = spellings and (spellings.new_objects or spellings.changed_objects)
        if not change or has_spelling or NAMES.intersection(form.changed_data):
            tell_offers(request, [form.instance])

    def save_formset(self, request, form, formset, change):
        super().save_formset(request, form, formset, change)
        if formset.model is Recipient:
            for recipient in formset.new_objects:
                renumber(recipient.award.recipients.all())
