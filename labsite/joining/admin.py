"""What the admin of records that can become one has besides: addresses, links and an action."""

from django.contrib import admin, messages
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from labsite.joining.pages import address_of_pair, urls
from labsite.joining.twin_pages import TwinPages
from labsite.permissions import may


class JoinedRecords:
    """An admin whose records can become one; ``joining`` says how, ``twins`` which ones may be."""

    joining = None
    twins = None

    def get_urls(self):
        pages = TwinPages(self, self.twins)
        return [*urls(self, self.joining), *pages.urls(), *super().get_urls()]

    def render_change_form(self, request, context, add=False, change=False, form_url="", obj=None):
        if obj is not None and may(request.user, "change", obj) and not context.get("is_popup"):
            name = f"admin:{self.opts.app_label}_{self.opts.model_name}_merge"
            context["merge_address"] = reverse(name, args=[obj.pk])
        return super().render_change_form(request, context, add, change, form_url, obj)

    def changelist_view(self, request, extra_context=None):
        twice = {}
        if self.has_change_permission(request):
            name = f"admin:{self.opts.app_label}_{self.opts.model_name}_twice"
            twice = {"twice_address": reverse(name)}
        return super().changelist_view(request, twice | (extra_context or {}))

    @admin.action(description=gettext_lazy("Merge two into one…"))
    def merge(self, request, records):
        """Lead to the page about the two that are ticked."""
        pair = list(records[:3])
        if len(pair) != 2:
            messages.warning(request, _("Tick exactly two that are the same, then merge them."))
            return None
        kept = self.joining.leading(*pair)
        other = pair[1] if kept is pair[0] else pair[0]
        return redirect(address_of_pair(kept, other))

    def get_actions(self, request):
        actions = super().get_actions(request)
        if not (self.has_change_permission(request) and self.has_delete_permission(request)):
            actions.pop("merge", None)
        return actions
