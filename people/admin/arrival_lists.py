"""Add several people: paste from a spreadsheet, look at each row, correct it, add them all."""

from collections import Counter
from dataclasses import dataclass

from django import forms
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from labsite import history
from labsite.folding import fold
from labsite.screens import report, screen, wants
from people.admin.arrivals import PersonForm, field_of
from people.models import Lab, Member
from people.namesakes import Namesakes, in_words
from people.offers import tell_offers
from people.own_labs import as_choices, own_labs
from people.pasted_people import (
    MOST_CHARACTERS,
    decode,
    example,
    language_of,
    read,
    role_of,
    written,
)
from people.turnover import arrive

MOST_OPEN = 150  # rows with fields in them; a browser sends only so many at once
LONGEST_ADVISER = 300
ONE_LANGUAGE = {"ja", "ko"}  # whose scripts nobody else writes

HEADINGS = [
    ("display_name", gettext_lazy("Name")),
    ("role", gettext_lazy("Role")),
    ("start", gettext_lazy("Since")),
    ("end", gettext_lazy("Until")),
    ("email", gettext_lazy("E-mail")),
    ("adviser", gettext_lazy("Adviser")),
    ("native_name", gettext_lazy("Own script")),
]


def urls(record_admin):
    def add_several(request):
        return Arrivals(record_admin, request).answer()

    def download_example(request):
        if not record_admin.has_add_permission(request):
            raise PermissionDenied
        response = HttpResponse(example(), content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="people.csv"'
        return response

    guard = record_admin.admin_site.admin_view
    return [
        path("several/", guard(add_several), name="people_member_several"),
        path("several/example.csv", guard(download_example), name="people_member_example"),
    ]


class PasteForm(forms.Form):
    """The table as pasted, or the file that it was saved as."""

    text = forms.CharField(
        label=gettext_lazy("Paste the rows here"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "wrap": "off", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "Name, Role, Since, Until, E-mail, Adviser, Own script: in this order, or in any "
            "other with a row of headings. Nothing is saved yet."
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("Or choose a file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,text/csv"}),
        help_text=gettext_lazy("Saved from Excel or another program as “CSV UTF-8”."),
    )
    lab = forms.ModelChoiceField(
        Lab.objects.none(), label=gettext_lazy("Lab"), empty_label=gettext_lazy("Choose…")
    )
    native_language = field_of(
        Member,
        "native_language",
        label=gettext_lazy("Language of the names in their own script"),
    )

    def __init__(self, *args, labs, **kwargs):
        super().__init__(*args, label_suffix="", **kwargs)
        self.only_lab = labs[0] if len(labs) == 1 else None
        if self.only_lab:
            del self.fields["lab"]
        else:
            self.fields["lab"].queryset = as_choices(labs)

    def clean_file(self):
        file = self.cleaned_data["file"]
        if file is None:
            return ""
        if file.size > MOST_CHARACTERS:
            raise ValidationError(_("That file is too large. Paste its rows in several parts."))
        return decode(file.read())

    def clean(self):
        data = super().clean()
        if "file" not in self.errors:
            text = data.get("file") or data.get("text", "")
            try:
                self.table = read(text)
            except ValidationError as error:
                self.add_error("file" if data.get("file") else "text", error)
            data["text"] = text
        return data

    @property
    def chosen_lab(self):
        return self.only_lab or self.cleaned_data["lab"]


class RowOfTableForm(PersonForm):
    """One row; its adviser is a name, as the spreadsheet has it."""

    adviser = forms.CharField(max_length=LONGEST_ADVISER, required=False)

    def __init__(self, *args, given_name="", family_name="", **kwargs):
        super().__init__(*args, **kwargs)
        self.given_name, self.family_name = given_name, family_name
        for name, label in HEADINGS:
            field = self.fields[name]
            field.label, field.help_text = label, ""
            field.widget.attrs["aria-label"] = f"{label}, {self.prefix.rpartition('-')[2]}"

    def person(self):
        member = super().person()
        if member.display_name == f"{self.given_name} {self.family_name}":
            member.given_name, member.family_name = self.given_name, self.family_name
        return member


@dataclass
class Line:
    """A row of the preview."""

    number: int
    form: RowOfTableForm
    typed_role: str
    is_open: bool
    is_ticked: bool = True
    namesakes: list = ()
    is_twice: bool = False

    @property
    def names(self):
        """What the person is called, in one script or in two."""
        values = (self.form[name].value() for name in ("display_name", "native_name"))
        return [value for value in values if value]

    @property
    def problems(self):
        """Each thing that keeps the row from being added, in words."""
        return self.own_problems + list(self.form.errors.get("native_language", []))

    @cached_property
    def own_problems(self):
        """Each thing that needs another look in the row itself, in words."""
        found = []
        for name, label in HEADINGS:
            for error in self.form.errors.get(name, []):
                if name == "role":
                    found.append(
                        _("“{role}” is not a role here").format(role=self.typed_role)
                        if self.typed_role
                        else _("no role")
                    )
                elif name == "display_name" and not self.form[name].value():
                    found.append(_("no name"))
                else:
                    found.append(f"{label}: {error.rstrip('.')}")
        return found

    @property
    def state(self):
        """What the row is, in one word for the style sheet."""
        if self.problems:
            return "check"
        return "known" if self.namesakes or self.is_twice else "new"

    def cells(self):
        """Heading, what to show, and the field where the row is open."""
        for name, label in HEADINGS:
            field = self.form[name]
            value = field.value() or ""
            if name == "role":
                value = dict(self.form.fields["role"].choices).get(value, self.typed_role)
            yield label, value, field


class Arrivals:
    """One visit to the page."""

    def __init__(self, record_admin, request):
        self.record_admin, self.request = record_admin, request
        if not record_admin.has_add_permission(request):
            raise PermissionDenied
        self.labs = own_labs(record_admin, request)
        self.members = record_admin.get_queryset(request)

    def answer(self):
        post = self.request.POST
        if self.request.method != "POST":
            return self.ask(PasteForm(labs=self.labs))
        paste = PasteForm(post, self.request.FILES, labs=self.labs)
        if not paste.is_valid() and not self.lacks_only_the_language(paste):
            return self.ask(paste)
        lines = self.lines(paste)
        if "_paste" in post:
            return self.ask(self.paste_again(paste, lines))
        unclear = [line for line in lines if line.own_problems]
        if len(unclear) > MOST_OPEN:
            paste.add_error("text", self.too_unclear(unclear[0]))
            return self.ask(paste)
        wanted = [line for line in lines if line.is_ticked]
        is_clear = paste.is_valid() and not any(line.problems for line in wanted)
        is_told_to = wants(self.request, "_add")
        if is_told_to and wanted and is_clear:
            return self.save(paste, lines)
        return self.preview(paste, lines, is_stopped=is_told_to)

    def lacks_only_the_language(self, paste):
        return list(paste.errors) == ["native_language"]

    def too_unclear(self, line):
        return _(
            "Too many rows are not clear at once. For example row {number}: {problem}. "
            "Correct them in the spreadsheet, and paste it again."
        ).format(number=line.number, problem="; ".join(line.own_problems))

    def paste_again(self, paste, lines):
        """The pasted text; with what was corrected since, where that was done."""
        text = paste.cleaned_data["text"]
        if any(line.is_open for line in lines):
            text = written([value for _label, value, _field in line.cells()] for line in lines)
        return PasteForm({**self.request.POST.dict(), "text": text}, labs=self.labs)

    def ask(self, paste):
        return screen(
            self.record_admin,
            self.request,
            "people/admin/arrivals_paste.html",
            title=_("Add several people"),
            form=paste,
            has_lab=bool(self.labs),
        )

    def lines(self, paste):
        """The rows as pasted, with what was corrected since."""
        post = self.request.POST
        is_first_look = "_read" in post
        opened = {*post.getlist("open"), *post.getlist("_open")}
        ticked = set(post.getlist("add"))
        language = paste.cleaned_data.get("native_language") or self.language(paste)
        lines = []
        for row in paste.table.rows:
            form = self.form_of(row, paste.chosen_lab, language)
            line = Line(row.number, form, row.cells["role"], is_open=False)
            line.is_open = str(row.number) in opened or bool(line.own_problems)
            lines.append(line)
        self._mark_known(lines)
        self._mark_twice(lines)
        for line in lines:
            line.is_ticked = line.state != "known" if is_first_look else str(line.number) in ticked
        return lines

    def form_of(self, row, lab, language):
        """The form of one row: what was pasted, or what it was corrected to."""
        prefix = f"row-{row.number}"
        typed = {
            "display_name": row.cells["name"],
            "role": role_of(row.cells["role"]),
            "start": row.cells["since"],
            "end": row.cells["until"],
            "email": row.cells["email"],
            "adviser": row.cells["adviser"],
            "native_name": row.cells["native_name"],
        }
        data = {
            f"{prefix}-{name}": self.request.POST.get(f"{prefix}-{name}", value)
            for name, value in typed.items()
        }
        own = language_of(data[f"{prefix}-native_name"])
        data[f"{prefix}-native_language"] = own if own in ONE_LANGUAGE else language
        return RowOfTableForm(
            data,
            prefix=prefix,
            labs=[lab],
            given_name=row.cells["given_name"],
            family_name=row.cells["family_name"],
        )

    def _mark_known(self, lines):
        self.namesakes = Namesakes(self.members)
        self.namesakes.read([name for line in lines for name in line.names])
        for line in lines:
            found = self.namesakes.of(*line.names)
            line.namesakes = [(member, in_words(member)) for member in found]

    def _mark_twice(self, lines):
        seen = set()
        for line in lines:
            name = fold(line.form["display_name"].value())
            line.is_twice = name in seen
            seen.add(name)

    def language(self, paste):
        """A proposal for the language of the names in their own script."""
        return language_of(" ".join(row.cells["native_name"] for row in paste.table.rows))

    def preview(self, paste, lines, *, is_stopped):
        wanted = [line for line in lines if line.is_ticked]
        has_own_script = any(line.form["native_name"].value() for line in lines)
        language = self.request.POST.get("native_language") or self.language(paste)
        states = Counter(line.state for line in lines)
        return screen(
            self.record_admin,
            self.request,
            "people/admin/arrivals_preview.html",
            title=_("Add several people"),
            is_nav_sidebar_enabled=False,  # the table needs the room
            text=paste.cleaned_data["text"],
            lab=paste.chosen_lab,
            has_choice_of_lab=not paste.only_lab,
            lines=lines,
            headings=[label for _name, label in HEADINGS],
            unused=paste.table.unused,
            new=states["new"],
            known=states["known"],
            unclear=states["check"],
            wanted=len(wanted),
            nobody_ticked=is_stopped and not wanted,
            still_unclear=[line.number for line in wanted if line.problems] if is_stopped else [],
            language=language if has_own_script else None,
            language_errors=paste.errors.get("native_language"),
        )

    def save(self, paste, lines):
        added = [line for line in lines if line.is_ticked]
        members = []
        with history.step(self.request.user) as step:
            for line in added:
                member = line.form.person()
                members.append(member)
                adviser = line.form.cleaned_data["adviser"]
                known = self.namesakes.only(adviser) if adviser else None
                arrive(member, line.form.stay(), advisers=[known or adviser] if adviser else [])
                self.record_admin.log_addition(self.request, member, [{"added": {}}])
        said = ngettext("{number} person added.", "{number} people added.", len(added))
        said = [said.format(number=len(added))]
        if left_out := len(lines) - len(added):
            said.append(
                ngettext("{number} left out.", "{number} left out.", left_out).format(
                    number=left_out
                )
            )
        people_page = reverse("people:lab-people", args=[paste.chosen_lab.slug])
        links = [(people_page, _("See the people page"))]
        report(self.request, " ".join(said), links=links, step=step)
        tell_offers(self.request, members)
        return redirect(reverse("admin:people_member_changelist", query={"stay": "now"}))
