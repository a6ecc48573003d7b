"""Filters of the list of people: where they are, as what, and whether still."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from people.models import Role
from people.own_labs import own_labs
from people.presence import with_stay


class StayFilter(admin.SimpleListFilter):
    """People by their stays. All filters of this kind are asked of one and the same stay, so that
    "now" and "PhD student" do not find a postdoc who once was one.
    """

    names = ("stay", "role", "lab")

    def queryset(self, request, queryset):
        if self.value() is None or self.value() not in dict(self.lookup_choices):
            return queryset
        wanted = {name: request.GET.get(name, "") for name in self.names}
        return with_stay(queryset, **wanted | {self.parameter_name: self.value()})


class PresenceFilter(StayFilter):
    title = _("in the lab")
    parameter_name = "stay"

    def lookups(self, request, model_admin):
        return [
            ("now", _("Here now")),
            ("coming", _("Coming")),
            ("former", _("Former people")),
            ("none", _("In no lab yet")),
        ]


class RoleFilter(StayFilter):
    title = _("role")
    parameter_name = "role"

    def lookups(self, request, model_admin):
        return Role.choices


class LabFilter(StayFilter):
    """Only the labs that the user looks after, and only where there are several."""

    title = _("lab")
    parameter_name = "lab"

    def lookups(self, request, model_admin):
        labs = own_labs(model_admin, request)
        return [(str(lab.pk), lab.label) for lab in labs] if len(labs) > 1 else []
