"""The names in author lines: rows of the paper's form, and a page of their own for long lists."""

from django import forms
from django.contrib import admin
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from labsite.admin import RecordAdmin, RowAutocomplete, RowForm, RowFormSet, RowInline
from labsite.keys import key_in
from people.models import Member
from publications.admin import one_of_us
from publications.models import Authorship
from publications.recognition import Recognition

# A form of more rows than this would have more fields than a request may carry.
MOST_ROWS = 100
MOST_SUGGESTIONS = 3
# What the line of authors tells of a name and nobody types into a row.
PARTS = ["given_name", "name_particle", "family_name", "name_suffix", "is_organisation"]


class OneOfUs(RowAutocomplete):
    """Searches for a member, and offers those whom the printed name may mean."""

    suggestions = ()

    def render(self, name, value, attrs=None, renderer=None):
        select = super().render(name, value, attrs, renderer)
        offers = format_html_join(
            "",
            '<label class="suggestion"><input type="checkbox" name="{}" value="{}"> {}?</label>',
            ((f"{name}-suggested", key, member) for key, member in self.suggestions),
        )
        return format_html("{}{}", select, offers)

    def value_from_datadict(self, data, files, name):
        return super().value_from_datadict(data, files, name) or data.get(f"{name}-suggested")


class AuthorForm(RowForm):
    """One author; the parts of a name go when the name becomes another one."""

    def clean(self):
        cleaned = super().clean()
        changed = self.changed_data
        if "printed_name" in changed and not set(PARTS) & set(changed):
            cleaned |= dict.fromkeys(PARTS[:-1], "")
        return cleaned


class AuthorFormSet(RowFormSet):
    """The authors of a paper in their order."""

    def suggest(self):
        """Offer members for the names that nobody has linked to one."""
        open_rows = [
            form
            for form in self.forms
            if not form["member"].value() and form["printed_name"].value()
        ]
        if not open_rows:
            return
        found = self._whom(open_rows)
        names = dict(
            Member.objects.filter(pk__in=set().union(*found)).values_list("pk", "display_name")
            if any(found)
            else []
        )
        for form, keys in zip(open_rows, found, strict=True):
            widget = form.fields["member"].widget
            widget = getattr(widget, "widget", widget)
            widget.suggestions = [(key, names[key]) for key in keys[:MOST_SUGGESTIONS]]

    def _whom(self, open_rows):
        """For each row the keys of the members to offer, the likeliest first.

        Nobody is offered who stands in another row.
        """
        chosen = {key_in(form["member"].value()) for form in self.forms} - {None}
        line = Recognition().recognise_line(
            [(form["printed_name"].value(), form.instance.orcid) for form in open_rows],
            publication_id=self.instance.pk,
            year=self.instance.year,
            taken=chosen,
        )
        return [
            [found.member_id]
            if found.member_id
            else [proposal.member_id for proposal in found.proposals]
            for found in line
        ]


class AuthorshipInline(RowInline):
    model = Authorship
    form = AuthorForm
    formset = AuthorFormSet
    fields = [
        "printed_name",
        "member",
        "equal_group",
        "is_corresponding",
        "other_marks",
        *PARTS,
        "position",
    ]
    max_num = MOST_ROWS
    show_change_link = True

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        if db_field.name in PARTS:
            kwargs["widget"] = forms.HiddenInput
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def formfield_for_foreignkey(self, db_field, request, **kwargs):
        if db_field.name == "member":
            kwargs["widget"] = OneOfUs(db_field, self.admin_site)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


@admin.register(Authorship)
class AuthorshipAdmin(RecordAdmin):
    is_part = True
    sequence_of = "publication"
    list_display = ["printed_name", "position", "member", "publication"]
    list_select_related = ["member", "publication"]
    search_fields = ["printed_name", "member__sort_key", "publication__title"]
    ordering = ["publication", "position", "pk"]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    "publication",
                    ("printed_name", "member"),
                    "is_organisation",
                    ("equal_group", "is_corresponding", "other_marks"),
                    "position",
                ]
            },
        ),
        (
            _("Details for citations"),
            {
                "fields": [
                    ("given_name", "name_particle", "family_name", "name_suffix"),
                    "orcid",
                    "affiliation",
                ]
            },
        ),
        (_("On the author’s own page"), {"fields": ["is_selected", "own_order"]}),
    ]

    def get_urls(self):
        return [*one_of_us.urls(self), *super().get_urls()]
