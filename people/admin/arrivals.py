"""Add a person: the few lines that an ordinary Monday needs."""

from django import forms
from django.contrib.admin.widgets import AutocompleteSelect
from django.core.exceptions import PermissionDenied
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from labsite import history
from labsite.partial_dates import first_day, words
from labsite.periods import is_in_order
from labsite.screens import report, screen, wants
from people.models import Adviser, Lab, Member, Membership, Role
from people.namesakes import Namesakes, in_words
from people.offers import tell_offers
from people.own_labs import as_choices, own_labs
from people.turnover import arrive

# What two people who come on one day have in common, for "Add and enter another".
SHARED = ["role", "lab", "start", "adviser"]


def urls(record_admin):
    def add_person(request):
        return Arrival(record_admin, request).answer()

    view = record_admin.admin_site.admin_view(add_person)
    return [path("new/", view, name="people_member_new")]


def field_of(model, name, **changes):
    """The form's field for one column, which refuses all that the model would refuse."""
    column = model._meta.get_field(name)
    return column.formfield(validators=column.validators, **changes)


class PersonForm(forms.Form):
    """A new person and their stay in a lab."""

    display_name = field_of(
        Member, "display_name", label=gettext_lazy("Name"), help_text=gettext_lazy("“Xinyi Liu”")
    )
    native_name = field_of(Member, "native_name", help_text=gettext_lazy("“刘心怡”, if any"))
    native_language = field_of(Member, "native_language")
    role = forms.ChoiceField(
        label=gettext_lazy("Role"), choices=[("", gettext_lazy("Choose…")), *Role.choices]
    )
    lab = forms.ModelChoiceField(Lab.objects.none(), label=gettext_lazy("Lab"))
    start = field_of(Membership, "start", label=gettext_lazy("Since"))
    end = field_of(
        Membership,
        "end",
        label=gettext_lazy("Until (expected)"),
        help_text=gettext_lazy("Leave it empty if you do not know."),
    )
    email = field_of(
        Member,
        "email",
        help_text=gettext_lazy("For your own use; visitors do not see it."),
    )

    def __init__(self, *args, labs, **kwargs):
        super().__init__(*args, label_suffix="", **kwargs)
        self.only_lab = labs[0] if len(labs) == 1 else None
        if self.only_lab:
            del self.fields["lab"]
        else:
            self.fields["lab"].queryset = as_choices(labs)

    def clean(self):
        data = super().clean()
        lacks_language = data.get("native_name") and not data.get("native_language")
        if lacks_language and "native_language" not in self.errors:
            self.add_error(
                "native_language", _("Say which language the name in its own script is in.")
            )
        if not is_in_order(data.get("start", ""), data.get("end", "")):
            self.add_error("end", _("The end is before the start."))
        return data

    def person(self):
        names = ["display_name", "native_name", "email"]
        return Member(
            **{name: self.cleaned_data[name] for name in names},
            native_language=self.cleaned_data["native_name"]
            and self.cleaned_data["native_language"],
        )

    def stay(self):
        data = self.cleaned_data
        is_known = bool(data["end"])
        return Membership(
            lab=self.only_lab or data["lab"],
            role=data["role"],
            start=data["start"],
            end=data["end"],
            ending=Membership.Ending.EXPECTED if is_known else Membership.Ending.OPEN,
        )


class ArrivalForm(PersonForm):
    """The short form; all but name and role can wait."""

    class Afterwards:
        PAGE, NAME = "page", "name"

    adviser = forms.ModelChoiceField(
        Member.objects.none(),
        label=gettext_lazy("Adviser"),
        required=False,
        help_text=gettext_lazy("Type a part of the name."),
    )
    photo = field_of(Member, "photo")
    afterwards = forms.ChoiceField(
        label=gettext_lazy("The person’s own page"),
        choices=[
            (Afterwards.PAGE, gettext_lazy("I fill in the page myself, now")),
            (Afterwards.NAME, gettext_lazy("List by name only; a page can come later")),
        ],
        initial=Afterwards.NAME,
        widget=forms.RadioSelect,
    )
    rows = [
        ["display_name"],
        ["native_name", "native_language"],
        ["role", "lab"],
        ["start", "end"],
        ["adviser", "email"],
        ["photo"],
        ["afterwards"],
    ]

    def __init__(self, *args, members, admin_site, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["adviser"].queryset = members
        self.fields["adviser"].widget = AutocompleteSelect(
            Adviser._meta.get_field("member"), admin_site
        )
        self.fields["adviser"].widget.choices = self.fields["adviser"].choices
        if "lab" in self.fields:
            self.fields["lab"].widget = AutocompleteSelect(
                Membership._meta.get_field("lab"), admin_site
            )
            self.fields["lab"].widget.choices = self.fields["lab"].choices

    def pairs(self):
        """The fields, those that belong together side by side."""
        return [[self[name] for name in names if name in self.fields] for names in self.rows]

    def person(self):
        member = super().person()
        member.photo = self.cleaned_data["photo"]
        return member


class Arrival:
    """One visit to the page."""

    def __init__(self, record_admin, request):
        self.record_admin, self.request = record_admin, request
        if not record_admin.has_add_permission(request):
            raise PermissionDenied
        self.labs = own_labs(record_admin, request)
        self.members = record_admin.get_queryset(request)

    def answer(self):
        form = self.form()
        if self.request.method != "POST":
            return self.show(form)
        is_told_to = wants(self.request, "_add") or wants(self.request, "_next")
        knows_better = wants(self.request, "_another_one")
        if not form.is_valid() or not (is_told_to or knows_better):
            return self.show(form)
        data = form.cleaned_data
        if not knows_better:
            namesakes = Namesakes(self.members).of(data["display_name"], data["native_name"])
            if namesakes:
                return self.show(form, namesakes)
        return self.save(form)

    def form(self):
        options = {
            "labs": self.labs,
            "members": self.members,
            "admin_site": self.record_admin.admin_site,
        }
        if self.request.method == "POST":
            return ArrivalForm(self.request.POST, self.request.FILES, **options)
        shared = {name: self.request.GET[name] for name in SHARED if name in self.request.GET}
        return ArrivalForm(initial=shared, **options)

    def show(self, form, namesakes=()):
        is_photo_lost = form.is_bound and "photo" in self.request.FILES
        return screen(
            self.record_admin,
            self.request,
            "people/admin/arrival.html",
            title=_("Add a person"),
            form=form,
            media=form.media,
            has_lab=bool(self.labs),
            namesakes=[(member, in_words(member)) for member in namesakes],
            is_photo_lost=is_photo_lost,
        )

    def save(self, form):
        member, stay = form.person(), form.stay()
        adviser = form.cleaned_data["adviser"]
        with history.step(self.request.user) as step:
            arrive(member, stay, advisers=[adviser] if adviser else [])
            self.record_admin.log_addition(self.request, member, [{"added": {}}])
        fills_in = form.cleaned_data["afterwards"] == ArrivalForm.Afterwards.PAGE
        report(self.request, welcome(member, stay), links=ways_on(member, stay), step=step)
        tell_offers(self.request, [member])
        if "_next" in self.request.POST:
            query = self.request.POST.copy()
            shared = {name: query[name] for name in SHARED if query.get(name)}
            return redirect(reverse("admin:people_member_new", query=shared))
        if fills_in:
            return redirect("admin:people_member_change", member.pk)
        return redirect(reverse("admin:people_member_changelist", query={"stay": "now"}))


def welcome(member, stay):
    """What the lab manager reads after adding somebody."""
    if not Lab.objects.public().filter(pk=stay.lab_id).exists():
        said = _("{name} is added. Visitors see the name once the page of {lab} is published.")
    elif stay.start and first_day(stay.start) > timezone.localdate():
        said = _("{name} is added, and will be on the people page from {start} on.")
    else:
        said = _("{name} is on the people page.")
    return said.format(name=member.display_name, lab=stay.lab.label, start=words(stay.start))


def ways_on(member, stay):
    return [
        (reverse("people:lab-people", args=[stay.lab.slug]), _("See the people page")),
        (reverse("admin:people_member_change", args=[member.pk]), _("Fill in the page")),
        (reverse("admin:people_member_new"), _("Add another person")),
    ]
