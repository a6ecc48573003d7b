"""The editors' workplace for the site as a whole: its settings, accounts, old addresses."""

from typing import ClassVar

from django import forms
from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import (
    AdminUserCreationForm,
    ReadOnlyPasswordHashField,
    ReadOnlyPasswordHashWidget,
    UserChangeForm,
)
from django.contrib.auth.hashers import is_password_usable
from django.contrib.auth.models import Group, User
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from labsite.admin import RecordAdmin, RecordForm
from labsite.history import reading
from labsite.history.pages import StepPages
from labsite.models import Change, OldAddress, OutsideService
from labsite.read_only_admin import ReadOnlyAdmin
from labsite.records import Record
from labsite.site.models import SiteSettings

admin.site.unregister([User, Group])


@admin.register(SiteSettings)
class SiteSettingsAdmin(RecordAdmin):
    list_display = ["title", "tagline", "home"]
    search_fields = ["title"]
    fieldsets = [
        (_("The site"), {"fields": ["title", "tagline", "language", "zone"]}),
        (_("Home page"), {"fields": ["home", "home_lab"]}),
        (
            _("At the foot of every page"),
            {"fields": ["contact_email", "address", "imprint", "privacy", "accessibility"]},
        ),
    ]

    def has_add_permission(self, request):
        return super().has_add_permission(request) and not SiteSettings.objects.exists()

    def has_delete_permission(self, request, obj=None):
        return False

    def changelist_view(self, request, extra_context=None):
        """There is nothing to choose from: lead to the one form."""
        if not self.has_view_permission(request):
            return super().changelist_view(request, extra_context)
        if known := SiteSettings.objects.first():
            return redirect("admin:site_sitesettings_change", known.pk)
        return redirect("admin:site_sitesettings_add")

    def save_model(self, request, obj, form, change):
        obj.pk = 1
        super().save_model(request, obj, form, change)


@admin.register(OldAddress)
class OldAddressAdmin(RecordAdmin):
    is_part = True
    list_display = ["address", "kind", "record_id"]
    list_filter = ["kind"]
    search_fields = ["address"]
    fields = ["kind", "address", "record_id"]

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        if db_field.name == "kind":
            kinds = sorted(
                (kind._meta.label_lower, capfirst(kind._meta.verbose_name))
                for kind in Record.__subclasses__()
            )
            return forms.ChoiceField(choices=kinds, label=capfirst(db_field.verbose_name))
        return super().formfield_for_dbfield(db_field, request, **kwargs)


class ChangesMade(ChangeList):
    """What somebody did, without the notes of how a record was found before it was changed."""

    def get_queryset(self, request, exclude_parameters=None):
        changes = super().get_queryset(request, exclude_parameters)
        return changes.exclude(action=Change.Action.FOUND)


@admin.register(Change)
class ChangeAdmin(StepPages, ReadOnlyAdmin):
    """All changes, each of which leads to the history of its record."""

    list_display = ["when", "who", "what", "undo"]
    list_display_links = None
    list_filter = ["action", "at"]
    search_fields = ["label", "user__username", "user__first_name", "user__last_name"]

    def get_queryset(self, request):
        return super().get_queryset(request).select_related("user").defer("state")

    def get_changelist(self, request, **kwargs):
        return ChangesMade

    @admin.display(description=_("when"), ordering="at")
    def when(self, change):
        return reading.moment(change.at)

    @admin.display(description=_("who"))
    def who(self, change):
        return reading.person(change.user)

    @admin.display(description=_("what"))
    def what(self, change):
        text = reading.sentence(change)
        if where := reading.address(change, "history"):
            return format_html('<a href="{}">{}</a>', where, text)
        return text

    @admin.display(description=_("take it back"))
    def undo(self, change):
        where = reverse("admin:labsite_change_undo", args=[change.step])
        return format_html('<a href="{}">{}</a>', where, gettext("Undo…"))


@admin.register(OutsideService)
class OutsideServiceAdmin(ReadOnlyAdmin):
    """The sites that ours asks about papers and stars, and whether they answered."""

    list_display = ["name", "asked_for", "answered", "failed", "last_error"]
    list_display_links = None
    purposes: ClassVar = {
        "doi.org": _("papers by their DOI or arXiv number"),
        "api.datacite.org": _("papers that doi.org does not know"),
        "pub.orcid.org": _("what our people have published"),
        "api.github.com": _("stars of projects"),
    }

    @admin.display(description=_("asked for"))
    def asked_for(self, service):
        return self.purposes.get(service.name, "")

    @admin.display(description=_("answered last"), ordering="last_success_at")
    def answered(self, service):
        return service.last_success_at and reading.moment(service.last_success_at)

    @admin.display(description=_("failed last"), ordering="last_error_at")
    def failed(self, service):
        return service.last_error_at and reading.moment(service.last_error_at)


class NewAccountForm(RecordForm, AdminUserCreationForm):
    """The form for a new account."""


class PasswordLine(ReadOnlyPasswordHashWidget):
    """Says that there is a password, not how it is kept, and leads to where another one is set."""

    def get_context(self, name, value, attrs):
        context = super().get_context(name, value, attrs)
        if is_password_usable(value):
            context["summary"] = [{"label": gettext("There is one.")}]
        return context


class AccountForm(RecordForm, UserChangeForm):
    """The form of an account."""

    password = ReadOnlyPasswordHashField(
        label=_("Password"),
        widget=PasswordLine,
        help_text=_("Nobody can read it, but you can set another one."),
    )

    class Meta(UserChangeForm.Meta):
        labels = {
            "is_active": _("May sign in"),
            "is_staff": _("May work on these pages"),
            "is_superuser": _("Runs the whole site"),
        }


@admin.register(User)
class AccountAdmin(RecordAdmin, UserAdmin):
    """Accounts. Who may do what is not said by Django's groups and permissions here."""

    form = AccountForm
    add_form = NewAccountForm
    list_display = ["username", "first_name", "last_name", "email", "member", "is_superuser"]
    list_filter = ["is_superuser", "is_active"]
    list_select_related = ["member"]
    search_fields = ["username", "first_name", "last_name", "email"]
    filter_horizontal = []
    examples: ClassVar = {
        "is_active": _("Untick it for somebody who has left, rather than deleting the account."),
        "is_staff": _("With labs to look after, or with the whole site."),
        "is_superuser": _("May change everything, and say who else may."),
    }
    fieldsets = [
        (None, {"fields": ["username", "password"]}),
        (_("Person"), {"fields": ["first_name", "last_name", "email"]}),
        (_("Access"), {"fields": ["is_active", "is_staff", "is_superuser"]}),
        (_("Seen last"), {"fields": ["last_login", "date_joined"]}),
    ]
    readonly_fields = ["last_login", "date_joined"]
