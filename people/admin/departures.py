"""Somebody is leaving: who, until when, and where to; for one person or for many at once."""

from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from labsite import history
from labsite.keys import key_in
from labsite.partial_dates import PartialDateFormField, last_day, words
from labsite.periods import is_in_order
from labsite.permissions import may
from labsite.screens import report, screen, wants
from people.admin.arrivals import field_of
from people.cards import GROUP_HEADINGS
from people.models import Education, Membership, Role
from people.name_search import keys_called
from people.namesakes import stay_in_words
from people.own_labs import own_stays
from people.turnover import finish_degree, keep_only_the_name, leave, study_under_way

MOST_SHOWN = 200  # people to tick; with more of them one searches
MOST_AT_ONCE = 100


def urls(record_admin):
    def leaving(request):
        return Departures(record_admin, request).answer()

    view = record_admin.admin_site.admin_view(leaving)
    return [path("leaving/", view, name="people_member_leaving")]


class KeysField(forms.Field):
    """The numbers of ticked records; what is no number is passed over."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value):
        return {key_in(text) for text in value or []} - {None}


class Picking(forms.Form):
    """Whom the page is asked for."""

    q = forms.CharField(required=False)
    person = KeysField(required=False)

    @property
    def typed(self):
        return self.cleaned_data["q"] if self.is_valid() else ""

    @property
    def ticked(self):
        return self.cleaned_data["person"] if self.is_valid() else set()


class CommonForm(forms.Form):
    """What holds for all who leave."""

    last_day = PartialDateFormField(
        label=gettext_lazy("Last day"),
        required=False,
        help_text=gettext_lazy("The last day counts."),
    )


class DepartureForm(forms.Form):
    """One person who leaves one lab."""

    PAGE, NAME = "page", "name"

    last_day = PartialDateFormField(label=gettext_lazy("Last day"), required=False)
    next_title = field_of(Membership, "next_title", label=gettext_lazy("Went on as"))
    next_place = field_of(
        Membership, "next_place", label=gettext_lazy("At"), help_text=gettext_lazy("“ETH Zürich”")
    )
    next_url = field_of(Membership, "next_url", label=gettext_lazy("Link to that place"))
    degree = field_of(
        Education,
        "degree",
        label=gettext_lazy("Finished a degree?"),
        required=False,
        help_text=gettext_lazy("For example “Ph.D.”; empty: no."),
    )
    thesis_title = field_of(Education, "thesis_title")
    afterwards = forms.ChoiceField(
        label=gettext_lazy("Afterwards"),
        choices=[(PAGE, gettext_lazy("keeps the page")), (NAME, gettext_lazy("name only"))],
        initial=PAGE,
    )

    def __init__(self, *args, stay, common_day="", has_common=False, **kwargs):
        super().__init__(*args, prefix=f"stay-{stay.pk}", label_suffix="", **kwargs)
        self.stay, self.common_day = stay, common_day
        self.fields["last_day"].help_text = (
            _("Only if it differs.") if has_common else _("For example 2026-09-30.")
        )
        if not stay.member.has_page:
            del self.fields["afterwards"]

    def clean_last_day(self):
        day = self.cleaned_data["last_day"] or self.common_day
        if not day:
            raise forms.ValidationError(_("Say the last day, for example 2026-09-30."))
        if not is_in_order(self.stay.start, day):
            raise forms.ValidationError(
                _("That is before the first day here (%(start)s).")
                % {"start": words(self.stay.start)}
            )
        return day

    def clean(self):
        data = super().clean()
        degree, day = data.get("degree"), data.get("last_day")
        if data.get("thesis_title") and not degree and "degree" not in self.errors:
            self.add_error("degree", _("Say which degree the thesis was for."))
        study = study_under_way(self.stay.member, degree) if degree and day else None
        if study and not is_in_order(study.start, day[:4]):
            self.add_error(
                "degree",
                _("By the CV, these studies begin only after that (%(start)s).")
                % {"start": words(study.start)},
            )
        return data

    @property
    def loses_page(self):
        return self.cleaned_data.get("afterwards") == self.NAME

    def sentences(self):
        """What will be true once it is done."""
        data, stay = self.cleaned_data, self.stay
        was_over = last_day(data["last_day"]) < timezone.localdate()
        said = (
            _("{name} was in {lab} until {day} ({role}).")
            if was_over
            else _("{name} is in {lab} until {day} ({role}), and under former people after that.")
        )
        yield said.format(
            name=stay.member.display_name,
            lab=stay.lab.label,
            day=words(data["last_day"]),
            role=stay.printed_title,
        )
        if next_step := ", ".join(filter(None, [data["next_title"], data["next_place"]])):
            yield _("Then: {what}.").format(what=next_step)
        if data["degree"]:
            done = study_under_way(stay.member, data["degree"])
            said = (
                _("In the CV, {degree} is finished in {year}.")
                if done
                else _("The CV gets a new line: {degree}, {year}.")
            )
            yield said.format(degree=data["degree"], year=data["last_day"][:4])
        if self.loses_page:
            yield _("The page is taken away, only the name stays.")

    def save(self):
        data = self.cleaned_data
        leave(
            self.stay,
            last_day=data["last_day"],
            **{name: data[name] for name in ("next_title", "next_place", "next_url")},
        )
        if data["degree"]:
            finish_degree(
                self.stay,
                degree=data["degree"],
                thesis_title=data["thesis_title"],
                year=data["last_day"][:4],
            )
        if self.loses_page:
            keep_only_the_name(self.stay.member)


@dataclass
class Choice:
    """A person to tick, with what they are here."""

    stay: Membership
    is_ticked: bool


class Departures:
    """One visit to the page: choosing, filling in, checking, doing."""

    def __init__(self, record_admin, request):
        self.record_admin, self.request = record_admin, request
        if not record_admin.has_change_permission(request):
            raise PermissionDenied
        self.own_stays = own_stays(record_admin, request)
        self.picking = Picking(request.POST if request.method == "POST" else request.GET)

    def answer(self):
        if self.request.method == "POST":
            return self.fill_in()
        if "go" in self.request.GET and self.picking.ticked:
            return self.fill_in()
        return self.choose()

    # Choosing

    def choose(self):
        stays, picking = self.own_stays, self.picking
        wanted = stays
        if picking.typed:
            wanted = stays.filter(member__in=keys_called(picking.typed))
        shown = list(wanted.exclude(member__in=picking.ticked)[: MOST_SHOWN + 1])
        ticked = list(stays.filter(member__in=picking.ticked))
        return screen(
            self.record_admin,
            self.request,
            "people/admin/departures_choose.html",
            title=_("Somebody is leaving"),
            typed=picking.typed,
            ticked=[Choice(stay, is_ticked=True) for stay in _once(ticked)],
            groups=_by_role(_once(shown[:MOST_SHOWN])),
            are_more=len(shown) > MOST_SHOWN,
            nobody_ticked="go" in self.request.GET,
        )

    # Filling in, checking, doing

    def stays(self):
        """The stays of the chosen people that the user may end."""
        chosen = self.own_stays.filter(member__in=self.picking.ticked)
        return [stay for stay in chosen if may(self.request.user, "change", stay.member)]

    def fill_in(self):
        stays = self.stays()
        if not stays:
            messages.warning(
                self.request, _("Nobody of those chosen is in a lab today; choose again.")
            )
            return redirect("admin:people_member_leaving")
        if len(stays) > MOST_AT_ONCE:
            messages.warning(
                self.request,
                _("Here are the first {number}; do the others afterwards.").format(
                    number=MOST_AT_ONCE
                ),
            )
            stays = stays[:MOST_AT_ONCE]
        is_sent = self.request.method == "POST"
        common = CommonForm(self.request.POST if is_sent else None, label_suffix="")
        common_day = common.cleaned_data.get("last_day", "") if common.is_valid() else ""
        forms_ = [
            DepartureForm(
                self.request.POST if is_sent else None,
                stay=stay,
                common_day=common_day,
                has_common=len(stays) > 1,
            )
            for stay in stays
        ]
        if not is_sent:
            return self.show(common, forms_)
        # Every form is asked, so that all complaints are made at once.
        are_wrong = [form for form in forms_ if not form.is_valid()]
        if len(stays) > 1 and not common.is_valid():
            are_wrong.append(common)
        if are_wrong or "_edit" in self.request.POST:
            return self.show(common, forms_)
        if not wants(self.request, "_do"):
            return self.check(common, forms_)
        return self.do(forms_)

    def title(self, forms_):
        if len(forms_) == 1:
            return _("{name} has left").format(name=forms_[0].stay.member.display_name)
        return _("Somebody is leaving")

    def show(self, common, forms_):
        wrong = sum(bool(form.is_bound and form.errors) for form in forms_)
        return screen(
            self.record_admin,
            self.request,
            "people/admin/departures_table.html",
            title=self.title(forms_),
            common=common if len(forms_) > 1 else None,
            rows=[(form, stay_in_words(form.stay)) for form in forms_],
            wrong=wrong,
            is_wrong=bool(wrong or (len(forms_) > 1 and common.is_bound and common.errors)),
        )

    def check(self, common, forms_):
        return screen(
            self.record_admin,
            self.request,
            "people/admin/departures_check.html",
            title=self.title(forms_),
            people=[" ".join(form.sentences()) for form in forms_],
            hidden=[common, *forms_] if len(forms_) > 1 else forms_,
            keys=sorted({form.stay.member_id for form in forms_}),
        )

    def do(self, forms_):
        people = {form.stay.member_id for form in forms_}
        said = ngettext(
            "{number} person leaves, and is under former people after the last day.",
            "{number} people leave, and are under former people after their last day.",
            len(people),
        ).format(number=len(people))
        if len(people) == 1:
            said = " ".join(sentence for form in forms_ for sentence in form.sentences())
        with history.step(self.request.user) as step:
            for form in forms_:
                form.save()
                self.record_admin.log_change(
                    self.request, form.stay.member, [{"changed": {"fields": ["memberships"]}}]
                )
        former = reverse("admin:people_member_changelist", query={"stay": "former"})
        report(
            self.request,
            said,
            links=[(former, _("See former people"))],
            step=step,
        )
        return redirect(reverse("admin:people_member_changelist", query={"stay": "now"}))


def _once(stays):
    """One stay of each person."""
    return list({stay.member_id: stay for stay in reversed(stays)}.values())[::-1]


def _by_role(stays):
    """People to tick under the headings of their roles, in the order of the roles."""
    groups = []
    for role in Role:
        choices = [Choice(stay, is_ticked=False) for stay in stays if stay.role == role]
        if choices:
            groups.append((GROUP_HEADINGS[role], choices))
    return groups
