"""Change a role from a certain day on: one stay ends, and the next one begins."""

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from labsite import history
from labsite.partial_dates import PartialDateFormField, before, words
from labsite.periods import is_in_order
from labsite.permissions import may
from labsite.screens import report, screen, wants
from people.admin.arrivals import field_of
from people.models import Membership, Role
from people.namesakes import stay_in_words
from people.own_labs import own_stays
from people.turnover import change_role


def urls(record_admin):
    def new_role(request, object_id):
        return answer(record_admin, request, object_id)

    view = record_admin.admin_site.admin_view(new_role)
    return [path("<int:object_id>/role/", view, name="people_member_role")]


class StayChoice(forms.ModelChoiceField):
    """A stay, by what somebody is where and since when."""

    def label_from_instance(self, stay):
        return stay_in_words(stay)


class RoleForm(forms.Form):
    """What somebody becomes, and when."""

    stay = StayChoice(
        Membership.objects.none(), label=gettext_lazy("Which one changes?"), empty_label=None
    )
    role = forms.ChoiceField(
        label=gettext_lazy("New role"), choices=[("", gettext_lazy("Choose…")), *Role.choices]
    )
    title = field_of(Membership, "title")
    since = PartialDateFormField(
        label=gettext_lazy("From"), help_text=gettext_lazy("The first day in the new role.")
    )
    end = field_of(
        Membership,
        "end",
        label=gettext_lazy("Until (expected)"),
        help_text=gettext_lazy("Leave it empty if you do not know."),
    )
    keeps_advisers = forms.BooleanField(
        label=gettext_lazy("The adviser stays the same"), required=False, initial=True
    )

    def __init__(self, *args, stays, **kwargs):
        super().__init__(*args, label_suffix="", **kwargs)
        self.only_stay = stays[0] if len(stays) == 1 else None
        if self.only_stay:
            del self.fields["stay"]
        else:
            self.fields["stay"].queryset = Membership.objects.filter(
                pk__in=[stay.pk for stay in stays]
            ).select_related("lab")
            self.fields["stay"].initial = stays[0]
        if not any(stay.advisers.all() for stay in stays):
            del self.fields["keeps_advisers"]

    @property
    def ending_stay(self):
        return self.only_stay or self.cleaned_data["stay"]

    def clean(self):
        data = super().clean()
        stay = self.only_stay or data.get("stay")
        since = data.get("since")
        if not (stay and since):
            return data
        if not is_in_order(stay.start, before(since)):
            started = {"start": words(stay.start)}
            if since.startswith(stay.start) or stay.start.startswith(since):
                problem = _(
                    "The role until now began then, too (%(start)s). Say the month or the day."
                )
            else:
                problem = _("The role until now began only after that (%(start)s).")
            self.add_error("since", problem % started)
        if not is_in_order(since, data.get("end", "")):
            self.add_error("end", _("The end is before the start."))
        return data

    def sentence(self):
        """What will be true once it is done."""
        data = self.cleaned_data
        return _("{name}: {old} until {last_day}, then {new} from {since} on, in {lab}.").format(
            name=self.ending_stay.member.display_name,
            old=self.ending_stay.printed_title,
            last_day=words(before(data["since"])),
            new=data["title"] or Role(data["role"]).label,
            since=words(data["since"]),
            lab=self.ending_stay.lab.label,
        )

    def save(self):
        data = self.cleaned_data
        return change_role(
            self.ending_stay,
            role=data["role"],
            title=data["title"],
            since=data["since"],
            expected_end=data["end"],
            keeps_advisers=data.get("keeps_advisers", False),
        )


def answer(record_admin, request, object_id):
    """Show the form, then the sentence that says what follows, then do it."""
    member = get_object_or_404(record_admin.get_queryset(request), pk=object_id)
    if not may(request.user, "change", member):
        raise PermissionDenied
    stays = list(own_stays(record_admin, request).filter(member=member))
    if not stays:
        messages.warning(
            request,
            _("{name} is in no lab today. Add a line under “In the lab” instead.").format(
                name=member.display_name
            ),
        )
        return redirect("admin:people_member_change", member.pk)
    form = RoleForm(request.POST if request.method == "POST" else None, stays=stays)
    is_right = form.is_bound and form.is_valid()
    if is_right and wants(request, "_do"):
        with history.step(request.user) as step:
            form.save()
            record_admin.log_change(request, member, [{"changed": {"fields": ["memberships"]}}])
        report(request, form.sentence(), step=step)
        return redirect("admin:people_member_change", member.pk)
    return screen(
        record_admin,
        request,
        "people/admin/role_change.html",
        title=_("Change the role of {name}").format(name=member.display_name),
        form=form,
        member=member,
        known_as=stay_in_words(form.only_stay) if form.only_stay else "",
        sentence=form.sentence() if is_right and "_check" in request.POST else "",
    )
