"""The editors' workplace: what every admin of ours has in common.

Each admin inherits ``RecordAdmin`` and each part of a record ``RowInline`` or ``StackedRowInline``,
so that permissions, searching for other records and the order of rows are settled here alone.
"""

import logging
from typing import ClassVar

from django import forms
from django.contrib import admin
from django.contrib.admin.templatetags.admin_urls import admin_urlname
from django.contrib.admin.utils import NestedObjects, quote
from django.contrib.admin.widgets import (
    AutocompleteSelect,
    AutocompleteSelectMultiple,
    RelatedFieldWidgetWrapper,
)
from django.db import IntegrityError, models
from django.db.models.functions import Coalesce, Substr
from django.shortcuts import redirect
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from labsite.files import NoRoomError
from labsite.form_parts import Parts
from labsite.forms_again import FormAgain, RowsAgain, is_shown_again
from labsite.history.pages import HistoryPages
from labsite.keys import key_in
from labsite.merging import MergeForm, MergeFormSet, Merging
from labsite.ordering import renumber
from labsite.partial_dates import words
from labsite.permissions import may
from labsite.preview import Previewing
from labsite.publishing import Publishing
from labsite.thumbnails import DescribedPictures

logger = logging.getLogger(__name__)

LAST = 2**31 - 1  # the largest place that both databases hold

CLASH = _(
    "Somebody saved something with the same address, name or number at the same moment. "
    "Nothing was saved; your text is still here. Please look at it and save again."
)


class RecordForm(FormAgain, MergeForm):
    """A form that can be told of a clash which only the database noticed."""

    clash = ""
    is_sequence = False

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.error_messages["unique"] = _("This is taken already. Please write another one.")
            # A file's sentence is about its name, and has other figures to fill in.
            if isinstance(field, forms.CharField):
                field.error_messages["max_length"] = _(
                    "This has %(show_value)d characters; the limit is %(limit_value)d."
                )
            if isinstance(field, forms.DateField):
                field.error_messages["invalid"] = _(
                    "That is not a day of the calendar. Write a full day: 2026-06-14."
                )

    def _post_clean(self):
        super()._post_clean()
        if self.clash and not self.errors:
            self.add_error(None, self.clash)


class RowForm(RecordForm):
    """One of several rows in order; a new one without a place goes to the end."""

    is_in_table = False

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if self.is_sequence and "position" in self.fields:
            self.fields["position"].required = False
            self.fields["position"].label = _("Order")  # a degree has a place of another kind
            if self.instance._state.adding:
                self.initial["position"] = None
        for name, field in self.fields.items():
            choice = getattr(field.widget, "widget", field.widget)
            if isinstance(choice, RowAutocomplete):
                choice.show(self.instance, name)
            if self.is_in_table:
                choice.attrs["aria-label"] = capfirst(field.label)  # a cell has no label of its own

    def has_changed(self):
        """A new row of which only the place is known is none."""
        is_new = self.instance._state.adding and self.is_sequence
        return super().has_changed() and not (is_new and self.changed_data == ["position"])

    def clean_position(self):
        position = self.cleaned_data["position"]
        return LAST if position is None and self.is_sequence else position

    def wanted_place(self):
        """Where the row should stand: moved up, it pushes others down, and the other way round."""
        before, now = self.initial.get("position"), self.instance.position
        if before is None or now < before:
            return now, -1
        return now, int(now > before)


class RowFormSet(RowsAgain, MergeFormSet):
    """The rows of one record; what must be there only once is said in the words of the model."""

    default_error_messages = {
        "too_many_forms": ngettext_lazy(
            "At most %(num)d can be listed here.", "At most %(num)d can be listed here.", "num"
        ),
    }
    is_sequence = False

    def add_fields(self, form, index):
        super().add_fields(form, index)
        if form.is_in_table and "DELETE" in form.fields:
            form.fields["DELETE"].widget.attrs["aria-label"] = _("Delete")

    def validate_unique(self):
        rows = [form for form in self.forms if form.is_valid() and form not in self.deleted_forms]
        for constraint in self.model._meta.constraints:
            if (
                isinstance(constraint, models.UniqueConstraint)
                and self.fk.name in constraint.fields
            ):
                self._refuse_twice(rows, constraint)
        super().validate_unique()

    def _refuse_twice(self, rows, constraint):
        names = [name for name in constraint.fields if name != self.fk.name]
        seen = set()
        for form in rows:
            if form.empty_permitted and not form.has_changed():
                continue
            if constraint.condition and not constraint.condition.check(
                {
                    name: models.Value(value)
                    for name, value in form.cleaned_data.items()
                    if isinstance(value, str)
                }
            ):
                continue
            key = tuple(form.cleaned_data.get(name) for name in names)
            if key in seen:
                form.add_error(None, constraint.violation_error_message)
            seen.add(key)

    def put_in_order(self):
        """Number the rows 1, 2, 3 … once they are saved."""
        rows = [form for form in self.forms if form.instance.pk]
        forms_kept = [form for form in rows if not form.instance._state.adding]
        forms_kept.sort(key=RowForm.wanted_place)
        moved = []
        for number, form in enumerate(forms_kept, start=1):
            if form.instance.position != number:
                form.instance.position = number
                moved.append(form.instance)
        self.model._base_manager.bulk_update(moved, ["position"])
        stored = self.model._base_manager.filter(**{self.fk.name: self.instance})
        if stored.count() != len(forms_kept):  # somebody else has added rows meanwhile
            renumber(stored)


class KnownKeys:
    """A search box that is shown again with what was sent, and passes over what is no key."""

    def optgroups(self, name, value, attr=None):
        return super().optgroups(name, [key for key in value if key_in(key) is not None], attr)


class OneOfThem(KnownKeys, AutocompleteSelect):
    """Searches for one record."""


class SeveralOfThem(KnownKeys, AutocompleteSelectMultiple):
    """Searches for several records."""


class RowAutocomplete(OneOfThem):
    """Shows the chosen record as the row fetched it; asking anew would cost a query a row."""

    chosen = None

    def show(self, row, name):
        """Take the record that ``row`` points to, if it is at hand."""
        if row._meta.get_field(name).is_cached(row):
            self.chosen = getattr(row, name)

    def optgroups(self, name, value, attr=None):
        if self.chosen is None or list(value) != [str(self.chosen.pk)]:
            return super().optgroups(name, value, attr)
        options = [self.create_option(name, self.chosen.pk, str(self.chosen), True, 0)]
        if not self.is_required:
            options.insert(0, self.create_option(name, "", "", False, 0))
        return [(None, options, 0)]


class SearchedChoices:
    """Other records are searched for by name, never picked from a list of thousands."""

    def formfield_for_foreignkey(self, db_field, request, **kwargs):
        if db_field.name in self.get_autocomplete_fields(request):
            kwargs.setdefault("widget", OneOfThem(db_field, self.admin_site))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_manytomany(self, db_field, request, **kwargs):
        if db_field.name in self.get_autocomplete_fields(request):
            kwargs.setdefault("widget", SeveralOfThem(db_field, self.admin_site))
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        """The field, without buttons that delete or rewrite another record from here.

        In a row there is no room for one that adds a record, either.
        """
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if isinstance(widget := getattr(field, "widget", None), RelatedFieldWidgetWrapper):
            widget.can_change_related = widget.can_delete_related = False
            widget.can_view_related = False
            widget.can_add_related = widget.can_add_related and not isinstance(self, Rows)
            if widget.widget.allow_multiple_selected:
                # No cross that empties the box: it breaks the list for people who hear it.
                widget.widget.is_required = True
        return field

    def get_autocomplete_fields(self, request):
        return [
            field.name
            for field in (*self.opts.fields, *self.opts.many_to_many)
            if field.remote_field and self.admin_site.is_registered(field.remote_field.model)
        ]


class Rows(SearchedChoices):
    """Parts of a record, edited in its form.

    Rows with a place stand in order. Their column ``position`` comes last and is numbered anew
    after saving, unless ``is_sequence`` says that the place belongs to another order.
    """

    form = RowForm
    formset = RowFormSet
    extra = 0
    is_sequence = None

    def has_view_permission(self, request, obj=None):
        return may(request.user, "view", obj or self.parent_model)

    def has_add_permission(self, request, obj=None):
        return may(request.user, "change", obj or self.parent_model)

    def has_change_permission(self, request, obj=None):
        return may(request.user, "change", obj or self.parent_model)

    def has_delete_permission(self, request, obj=None):
        return may(request.user, "change", obj or self.parent_model)

    def get_formset(self, request, obj=None, **kwargs):
        formset = super().get_formset(request, obj, **kwargs)
        is_sequence = self.is_sequence
        if is_sequence is None:
            is_sequence = "position" in formset.form.base_fields and (
                not self.opts.get_field("position").null
            )
        formset.is_sequence = formset.form.is_sequence = is_sequence
        formset.form.is_in_table = isinstance(self, admin.TabularInline)
        formset.is_shown_again = formset.form.is_shown_again = is_shown_again(request)
        formset.form.reader = request.user
        return formset

    def get_queryset(self, request):
        chosen = [
            field.name
            for field in self.opts.fields
            if field.many_to_one and field.name in self.get_autocomplete_fields(request)
        ]
        return super().get_queryset(request).select_related(*chosen)

    def formfield_for_foreignkey(self, db_field, request, **kwargs):
        if db_field.name in self.get_autocomplete_fields(request):
            kwargs.setdefault("widget", RowAutocomplete(db_field, self.admin_site))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


class RowInline(Rows, admin.TabularInline):
    """Short parts, one a line."""


class StackedRowInline(Rows, admin.StackedInline):
    """Long parts, one below the other."""


class RecordAdmin(
    SearchedChoices,
    Parts,
    Previewing,
    Publishing,
    Merging,
    HistoryPages,
    DescribedPictures,
    admin.ModelAdmin,
):
    """The base of every admin of ours.

    ``is_part`` marks what belongs to something else: it has pages here, but no line on the front
    page. ``sequence_of`` names the record within which rows edited on a page of their own are
    numbered. ``part_of`` names the record from whose form a part is reached, and to whose form
    saving it leads back. ``examples`` stand under fields that could be misread.
    """

    form = RecordForm
    is_part = False
    sequence_of = ""
    part_of = ""
    examples: ClassVar = {}
    show_facets = admin.ShowFacets.ALWAYS
    show_full_result_count = False  # a second count of everything, for each search
    change_list_template = "labsite/admin/change_list.html"
    delete_confirmation_template = "labsite/admin/delete_confirmation.html"
    delete_selected_confirmation_template = "labsite/admin/delete_selected_confirmation.html"

    class Media:
        css = {"all": ["labsite/admin.css", "labsite/record-form.css"]}
        js = ["labsite/record-form.js", "labsite/row-order.js"]

    def has_module_permission(self, request):
        return may(request.user, "view", self.model)

    def has_view_permission(self, request, obj=None):
        return may(request.user, "view", obj or self.model)

    def has_add_permission(self, request):
        return may(request.user, "add", self.model)

    def has_change_permission(self, request, obj=None):
        return may(request.user, "change", obj or self.model)

    def has_delete_permission(self, request, obj=None):
        return may(request.user, "delete", obj or self.model)

    def get_model_perms(self, request):
        return {} if self.is_part else super().get_model_perms(request)

    def get_view_on_site_url(self, obj=None):
        if obj is None or not self.view_on_site or not hasattr(obj, "get_absolute_url"):
            return None
        return obj.get_absolute_url()

    def response_post_save_change(self, request, obj):
        whole = getattr(obj, self.part_of) if self.part_of else None
        if whole is None:
            return super().response_post_save_change(request, obj)
        return redirect(admin_urlname(whole._meta, "change"), quote(whole.pk))

    def changelist_view(self, request, extra_context=None):
        """The list, under the plain name of what is in it."""
        title = capfirst(self.opts.verbose_name_plural)
        return super().changelist_view(request, {"title": title} | (extra_context or {}))

    def render_change_form(self, request, context, add=False, change=False, form_url="", obj=None):
        """The form, under the name of what it is about."""
        new = gettext("New %(kind)s") % {"kind": self.opts.verbose_name}
        context |= {"title": new if add else str(obj), "subtitle": None}
        return super().render_change_form(request, context, add, change, form_url, obj)

    def changeform_view(self, request, object_id=None, form_url="", extra_context=None):
        """Save; what only saving could find out becomes an error of the form."""
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except (IntegrityError, NoRoomError) as problem:
            logger.warning("Nothing was saved at %s.", request.path, exc_info=True)
            # Everything is rolled back. The same form again either finds by itself what is there
            # twice by now, or says that something was.
            for _name, files in request.FILES.lists():
                for file in files:
                    file.seek(0)
            is_full = isinstance(problem, NoRoomError)
            request.clash = problem.messages[0] if is_full else CLASH
            return super().changeform_view(request, object_id, form_url, extra_context)

    def delete_view(self, request, object_id, extra_context=None):
        """Delete; what came to depend on the record meanwhile is listed after all."""
        try:
            return super().delete_view(request, object_id, extra_context)
        except IntegrityError:
            return super().delete_view(request, object_id, extra_context)

    def get_form(self, request, obj=None, change=False, **kwargs):
        if self.sequence_of:
            kwargs.setdefault("form", RowForm)
        kwargs.setdefault("help_texts", self.examples)
        form = super().get_form(request, obj, change=change, **kwargs)
        form.clash = getattr(request, "clash", "")
        form.is_sequence = bool(self.sequence_of)
        form.is_shown_again = is_shown_again(request)
        return form

    def save_model(self, request, obj, form, change):
        super().save_model(request, obj, form, change)
        if self.sequence_of:
            self._put_in_order(obj, form)

    def save_formset(self, request, form, formset, change):
        super().save_formset(request, form, formset, change)
        if formset.is_sequence:
            formset.put_in_order()

    def _put_in_order(self, row, form):
        """Make room where the row was put, and number it and its siblings anew."""
        siblings = self.model._base_manager.filter(
            **{self.sequence_of: getattr(row, self.sequence_of)}
        )
        others = siblings.exclude(pk=row.pk)
        before = form.initial.get("position") if form.initial else None
        if before is not None and row.position > before:
            others.filter(position__gt=before, position__lte=row.position).update(
                position=models.F("position") - 1
            )
        else:
            others.filter(position__gte=row.position).update(position=models.F("position") + 1)
        renumber(siblings)

    def get_deleted_objects(self, objs, request):
        """What would go with the records, and what forbids it.

        Rows that only join two records are left out: neither of the two goes.
        """
        if not objs:
            return [], {}, set(), []
        collector = NestedObjects(using=objs[0]._state.db or "default", origin=objs)
        collector.collect(objs)
        lacking = set()

        def line(record):
            if record._meta.auto_created:
                return None
            if not may(request.user, "delete", record):
                lacking.add(record._meta.verbose_name)
            return self._line(record)

        counts = {
            model._meta.verbose_name_plural: len(records)
            for model, records in collector.model_objs.items()
            if not model._meta.auto_created
        }
        protected = [self._line(record) for record in collector.protected]
        return _without_gaps(collector.nested(line)), counts, lacking, protected

    def _line(self, record):
        opts = record._meta
        kind, name = capfirst(opts.verbose_name), str(record) or "—"
        try:
            address = reverse(
                f"admin:{opts.app_label}_{opts.model_name}_change", args=[quote(record.pk)]
            )
        except NoReverseMatch:
            return f"{kind}: {name}"  # a part, which has no page of its own
        return format_html('{}: <a href="{}">{}</a>', kind, address, name)


def _without_gaps(lines):
    return [
        _without_gaps(line) if isinstance(line, list) else line
        for line in lines
        if line is not None and line != []
    ]


class YearFilter(admin.SimpleListFilter):
    """Rows by the year of a partial date."""

    title = _("year")
    parameter_name = "year"
    field = "date"
    unknown = "none"

    def lookups(self, request, model_admin):
        rows = model_admin.get_queryset(request).filter(**{f"{self.field}__gt": ""})
        years = (
            rows.order_by()
            .annotate(year=Substr(self.field, 1, 4))
            .values_list("year", flat=True)
            .distinct()
        )
        return [
            *((year, year) for year in sorted(years, reverse=True)),
            (self.unknown, _("no date")),
        ]

    def queryset(self, request, queryset):
        return queryset if self.value() is None else queryset.filter(self._is(self.value()))

    def get_facet_counts(self, pk_attname, filtered_qs):
        """Count in one pass; asking for the rows of each year would take as many as there are."""
        return {
            f"{number}__c": models.Count(pk_attname, filter=self._is(year))
            for number, (year, _label) in enumerate(self.lookup_choices)
        }

    def _is(self, year):
        if year == self.unknown:
            return models.Q(**{self.field: ""})
        return models.Q(**{f"{self.field}__startswith": year})


class StartYearFilter(YearFilter):
    """Rows by the year in which they started."""

    title = _("first year")
    field = "start"


def date_column(name, description):
    """A column with a partial date in words, sorted by the date itself."""

    @admin.display(description=description, ordering=name, empty_value="")
    def column(record):
        return words(getattr(record, name))

    return column


def row_count(rows, owner):
    """How many ``rows`` belong to each record, as an annotation that costs nothing until shown."""
    counted = (
        rows.filter(**{owner: models.OuterRef("pk")})
        .order_by()
        .values(owner)
        .annotate(number=models.Count("pk"))
    )
    return Coalesce(models.Subquery(counted.values("number")), 0)
