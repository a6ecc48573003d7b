"""The sections of a page in its form: every kind that there is, in the order of the page.

A row is stored only once it differs from the standard page.
"""

from django import forms
from django.utils.translation import gettext_lazy as _

from labsite.admin import RowForm, RowFormSet, StackedRowInline
from labsite.sections import FREE_TEXT, LAST, kinds

# What can be said about a section that lists records.
OPTIONS = ["grouping", "row_order", "name_order", "only_selected", "limit"]


class SectionForm(RowForm):
    """One section: shown or not, under what heading, and how."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.known = {kind.kind: kind for kind in kinds(self._meta.model.section_owner)}
        place = self.known[self.kind].position if self.kind in self.known else LAST
        if self.instance._state.adding:
            self.initial |= {"kind": self.kind, "position": place}
        elif self.instance.position is None:
            self.initial["position"] = place
        self.fields["position"].label = _("Order")
        if self.standard:
            # What stands there as long as nobody writes something else.
            self.fields["heading"].widget.attrs["placeholder"] = self.standard.heading
            self.fields["emoji"].widget.attrs["placeholder"] = self.standard.emoji
            self.fields["heading"].help_text = ""
        for name in OPTIONS if self.is_free_text else ["text"]:
            del self.fields[name]

    @property
    def kind(self):
        """What the section shows; a new row is a section of free text unless it says otherwise."""
        if not self.instance._state.adding:
            return self.instance.kind
        typed = self.data.get(self.add_prefix("kind")) if self.is_bound else None
        return typed or self.initial.get("kind") or FREE_TEXT

    @property
    def standard(self):
        """The kind of section with its usual heading; None for a section of free text."""
        return self.known.get(self.kind)

    @property
    def is_free_text(self):
        return self.kind == FREE_TEXT

    @property
    def options(self):
        """The fields beyond the line that every section has."""
        return [self[name] for name in (*OPTIONS, "text") if name in self.fields]

    @property
    def has_own_options(self):
        """Whether the options hold something that nobody should have to look for."""
        model_fields = self.instance._meta
        return self.is_free_text or any(
            option.errors
            or getattr(self.instance, option.name)
            != model_fields.get_field(option.name).get_default()
            for option in self.options
        )


class SectionFormSet(RowFormSet):
    """All sections of a page: the stored ones, and the others as they are by themselves."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if not self.is_bound:
            stored = {row.kind for row in self.get_queryset()}
            missing = [kind for kind in kinds(self.model.section_owner) if kind.kind not in stored]
            self.extra = len(missing)
            self.initial_extra = [{"kind": kind.kind} for kind in missing]


class SectionInline(StackedRowInline):
    """What an owner wants different about the sections of a page."""

    form = SectionForm
    formset = SectionFormSet
    template = "labsite/admin/section_rows.html"
    fields = ["kind", "is_shown", "heading", "emoji", "text", *OPTIONS, "position"]

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        if db_field.name == "kind":
            return forms.CharField(widget=forms.HiddenInput)
        return super().formfield_for_dbfield(db_field, request, **kwargs)
