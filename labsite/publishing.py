"""Saving as a draft and publishing: by the buttons of a form, and for several records at once.

Forms ask nobody who sees a record; the button that was pressed says it. Whoever presses the Enter
key saves without changing it.
"""

from typing import NamedTuple

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db import transaction
from django.template.response import TemplateResponse
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from labsite import preview
from labsite.permissions import may
from labsite.records import Record
from labsite.visibility import MemberVisibility, Visibility

# What each button makes of a record; "draft" and "public" are the same words for all kinds.
LEVELS = {
    "_publish": Visibility.PUBLIC,
    "_list": MemberVisibility.LISTED,
    "_draft": Visibility.DRAFT,
}
# After these the form stays open.
STAYING = {"_draft", "_keep"}
PREVIEW = "_preview"
LISTED = 200  # names that the question before publishing shows at most


class Button(NamedTuple):
    """A button of a form."""

    name: str
    label: str
    is_first: bool = False
    opens_window: bool = False


def can_be_published(model):
    """Whether records of this kind are seen only once somebody publishes them."""
    return any(field.name == "visibility" for field in model._meta.fields)


def has_names_only(model):
    """Whether records of this kind can also be listed by name, without a page."""
    return MemberVisibility.LISTED in dict(model._meta.get_field("visibility").choices)


def wanted_level(request):
    """Who is to see the record, as the button says; None to leave it as it is."""
    return next((level for name, level in LEVELS.items() if name in request.POST), None)


class Publishing:
    """An admin of records that are drafts until they are published."""

    def get_buttons(self, request, obj):
        """The buttons of the form, and those under "More"."""
        if not can_be_published(self.model):
            again = Button("_addanother", gettext("Save and add another"))
            stay = Button("_continue", gettext("Save and stay here"))
            return [Button("_save", gettext("Save"), is_first=True), stay, again], []
        level = shown_level(request, obj)
        listed = has_names_only(self.model)
        if level == Visibility.PUBLIC:
            buttons = [Button("_publish", gettext("Publish changes"), is_first=True)]
            more = [Button("_draft", gettext("Unpublish: take it back to a draft"))]
            if listed:
                more.insert(0, Button("_list", gettext("Name only, without a page")))
        elif listed:
            buttons = [
                Button("_publish", gettext("Publish the page"), is_first=True),
                Button("_list", gettext("Name only, no page")),
                Button("_draft", gettext("Save as draft")),
            ]
            more = []
        else:
            buttons = [
                Button("_publish", gettext("Publish"), is_first=True),
                Button("_draft", gettext("Save as draft")),
            ]
            more = []
        if hasattr(self.model, "get_absolute_url"):
            buttons.append(Button(PREVIEW, gettext("Preview"), opens_window=True))
            if obj is not None and level != Visibility.PUBLIC:
                more.append(Button("_end_links", gettext("End all preview links")))
        more.append(Button("_addanother", gettext("Save and add another")))
        return buttons, more

    def render_change_form(self, request, context, add=False, change=False, form_url="", obj=None):
        if obj is not None and isinstance(obj, Record):
            level = shown_level(request, obj)
            if level not in (None, Visibility.PUBLIC):
                address = request.build_absolute_uri(preview.address_of(obj))
                context["preview_address"] = address
        response = super().render_change_form(request, context, add, change, form_url, obj)
        context = response.context_data
        may_save = context["has_change_permission"] if change else context["has_add_permission"]
        buttons, more = self.get_buttons(request, obj) if may_save else ([], [])
        if context["is_popup"]:
            buttons = [button for button in buttons if button.name in {"_save", *LEVELS}]
            more = []
        context |= {
            "buttons": buttons,
            "more_buttons": more,
            "show_close": not buttons,
            "show_delete_link": (
                change and context["has_delete_permission"] and not context["is_popup"]
            ),
        }
        response.context_data = context
        return response

    def save_model(self, request, obj, form, change):
        level = wanted_level(request)
        if level is None or not can_be_published(self.model):
            super().save_model(request, obj, form, change)
            return
        before = stored_level(obj)
        obj.visibility = level
        super().save_model(request, obj, form, change)
        if level == Visibility.PUBLIC and before != level:
            preview.end_links(obj)
        if level != before or not change:
            self.message_user(request, self.told(obj), messages.SUCCESS)

    def told(self, record):
        """Who sees the record from now on, in a sentence."""
        if record.visibility == Visibility.PUBLIC:
            return format_html(
                '{} <a href="{}">{}</a>',
                gettext("“%s” is public now.") % record,
                record.get_absolute_url(),
                gettext("See it on the website"),
            )
        if record.visibility == MemberVisibility.LISTED:
            return gettext("“%s” is listed by name and has no page.") % record
        return gettext("“%s” is a draft: visitors do not see it.") % record

    def response_add(self, request, obj, post_url_continue=None):
        _stay_if_asked(request)
        return super().response_add(request, obj, post_url_continue)

    def response_change(self, request, obj):
        _stay_if_asked(request)
        return super().response_change(request, obj)

    def get_actions(self, request):
        actions = super().get_actions(request)
        if not can_be_published(self.model) or not self.has_change_permission(request):
            for name in ("publish", "take_back"):
                actions.pop(name, None)
        return actions

    @admin.action(description=_("Publish"))
    def publish(self, request, records):
        return self._set_level(request, records, Visibility.PUBLIC, "publish")

    @admin.action(description=_("Save as draft: take them off the website"))
    def take_back(self, request, records):
        return self._set_level(request, records, Visibility.DRAFT, "take_back")

    actions = ["publish", "take_back"]

    def _set_level(self, request, records, level, action):
        """Ask first, with a list; then change those that are not so already."""
        changing, unchanged = [], []
        for record in records:
            is_to_change = record.visibility != level and may(request.user, "change", record)
            (changing if is_to_change else unchanged).append(record)
        if "post" in request.POST:
            with transaction.atomic():
                for record in changing:
                    self.change_level(request, record, level)
            self.message_user(request, _changed_in_words(level, len(changing)), messages.SUCCESS)
            return None
        return TemplateResponse(
            request,
            "labsite/admin/level_confirmation.html",
            {
                **self.admin_site.each_context(request),
                "title": gettext("Publish") if level == Visibility.PUBLIC else gettext("Unpublish"),
                "opts": self.opts,
                "media": self.media,
                "action": action,
                "is_publishing": level == Visibility.PUBLIC,
                "changing": changing[:LISTED],
                "more_changing": max(len(changing) - LISTED, 0),
                "unchanged": unchanged[:LISTED],
                "more_unchanged": max(len(unchanged) - LISTED, 0),
                # A form holds only so many fields. What fits is named one by one, so that nothing
                # is published which came after the question.
                "select_across": (
                    request.POST.get("select_across", "0") if len(changing) > LISTED else "0"
                ),
                "action_checkbox_name": ACTION_CHECKBOX_NAME,
            },
        )

    def change_level(self, request, record, level):
        """Publish one record, or take it back, as its form would."""
        record.visibility = level
        # Only what this changes: the rest may have been saved since the record was read.
        record.save(update_fields=["visibility", "version", "updated_at"])
        if level == Visibility.PUBLIC:
            preview.end_links(record)
        self.log_change(request, record, [{"changed": {"fields": [gettext("who sees it")]}}])


def stored_level(record):
    """Who sees the record as it is stored; a new one is what its kind is at first."""
    if record is None or record.pk is None:
        return None
    levels = type(record)._base_manager.filter(pk=record.pk).values_list("visibility", flat=True)
    return levels.first()


def shown_level(request, record):
    """Who sees the record of a form; a form that was sent may have changed it by now."""
    if request.method == "GET" and record is not None:
        return record.visibility
    return stored_level(record)


def _stay_if_asked(request):
    if any(name in request.POST for name in STAYING):
        request.POST = request.POST.copy()
        request.POST["_continue"] = "1"


def _changed_in_words(level, count):
    if level == Visibility.PUBLIC:
        return ngettext("%d is public now.", "%d are public now.", count) % count
    return ngettext("%d is a draft now.", "%d are drafts now.", count) % count
