"""The parts of a long form: what stands where, what is in it, and where the errors are.

A form is cut where its ``fieldsets`` have headings. The option ``inlines`` puts lists of rows into
a part, and the class ``more`` makes a closed fieldset belong to the part above it; both are ours,
Django never sees them. Lists of rows that no fieldset names become parts at the end.
"""

from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MORE = ("collapse", "more")  # the classes of what is rarely needed, below its part
OURS = {"inlines"}
FEWEST_JUMPS = 3  # a shorter form needs no list of its parts


@dataclass
class Block:
    """A group of fields, or a list of rows."""

    content: Any
    is_rows: bool
    number: int
    errors: int


@dataclass
class Part:
    """What the jump list leads to: a heading, and what stands below it."""

    heading: str
    anchor: str
    blocks: list[Block] = field(default_factory=list)
    has_own_heading: bool = True

    @property
    def errors(self):
        """How many errors there are in the part."""
        return sum(block.errors for block in self.blocks)

    @property
    def errors_in_words(self):
        return ngettext("%d error", "%d errors", self.errors) % self.errors


def for_django(fieldsets):
    """The fieldsets without what only we understand."""
    return [
        (heading, {name: value for name, value in options.items() if name not in OURS})
        for heading, options in fieldsets
    ]


def parts_of(fieldsets, admin_form, row_sets):
    """The parts of a form, ready to be printed.

    ``fieldsets`` say what stands where, ``admin_form`` gives the same fieldsets to print, and
    ``row_sets`` are the lists of rows of the form.
    """
    waiting = {type(rows.opts): rows for rows in row_sets}
    parts = []
    for (heading, options), fieldset in zip(fieldsets, admin_form, strict=True):
        is_more = "more" in options.get("classes", ()) and parts
        if not is_more:
            parts.append(Part(heading or "", f"part-{len(parts) + 1}"))
        part = parts[-1]
        placed = [waiting.pop(rows) for rows in options.get("inlines", ()) if rows in waiting]
        if fieldset.fields:
            part.blocks.append(_fields(fieldset, sum(len(other.blocks) for other in parts)))
        part.blocks += [_rows(rows) for rows in placed]
    for rows in waiting.values():
        heading = capfirst(rows.opts.verbose_name_plural)
        parts.append(Part(heading, f"part-{len(parts) + 1}", [_rows(rows)]))
    for part in parts:
        _settle_headings(part)
    return [part for part in parts if part.blocks]


def _fields(fieldset, number):
    errors = sum(len(fieldset.form.errors.get(name, ())) for name in _names(fieldset))
    if errors:
        fieldset.is_collapsible = False  # Django passes over fields that share a line
    if fieldset.is_collapsible and (filled := _filled_in(fieldset)):
        fieldset.name = _("%(part)s: %(fields)s") % {
            "part": fieldset.name,
            "fields": ", ".join(filled),
        }
    return Block(fieldset, is_rows=False, number=number, errors=errors)


def _names(fieldset):
    return [
        name
        for line in fieldset.fields
        for name in ([line] if isinstance(line, str) else line)
        if name in fieldset.form.fields
    ]


def _filled_in(fieldset):
    """The labels of the fields that hold something, as a closed part says it."""
    form = fieldset.form
    return [str(form[name].label) for name in _names(fieldset) if _holds(form[name])]


def _holds(bound):
    if hasattr(bound.field, "choices") and not hasattr(bound.field, "queryset"):
        return False  # one of them is always chosen
    return bound.value() not in ("", None, [], False)


def _rows(row_set):
    formset = row_set.formset
    errors = sum(len(found) for row in formset.errors for found in row.values())
    errors += len(formset.non_form_errors())
    if row_set.is_collapsible:
        if errors:
            row_set.classes = row_set.classes.replace("collapse", "")
        if count := how_many(formset):
            row_set.opts.verbose_name_plural = _("%(part)s (%(count)d)") % {
                "part": capfirst(row_set.opts.verbose_name_plural),
                "count": count,
            }
    return Block(row_set, is_rows=True, number=0, errors=errors)


def how_many(formset):
    """How many rows hold something: the stored ones, and others that somebody has filled in."""
    added = sum(row.has_changed() for row in formset.extra_forms) if formset.is_bound else 0
    return formset.initial_form_count() + added


def _settle_headings(part):
    """Say no heading twice: what comes first stands right under the heading of its part."""
    if not part.blocks:
        return
    first = part.blocks[0]
    if not first.is_rows:
        if first.content.is_collapsible:
            part.has_own_heading = False
        else:
            first.content.name = None
    elif len(part.blocks) == 1:
        part.has_own_heading = False
        if part.heading:
            first.content.opts.verbose_name_plural = _with_count(part.heading, first.content)


def _with_count(heading, row_set):
    count = how_many(row_set.formset)
    return f"{heading} ({count})" if row_set.is_collapsible and count else heading


class Parts:
    """An admin whose forms are cut into parts, with a list of them to jump to."""

    change_form_template = "labsite/admin/change_form.html"
    save_on_top = True

    def get_layout(self, request, obj=None):
        """The fieldsets with our own options."""
        return super().get_fieldsets(request, obj)

    def get_fieldsets(self, request, obj=None):
        return for_django(self.get_layout(request, obj))

    def render_change_form(self, request, context, add=False, change=False, form_url="", obj=None):
        parts = parts_of(
            self.get_layout(request, obj), context["adminform"], context["inline_admin_formsets"]
        )
        if request.FILES:
            self.message_user(
                request,
                _("The files that you chose were not kept. Please choose them once more."),
                messages.WARNING,
            )
        context["parts"] = parts
        context["jumps"] = parts if len(parts) >= FEWEST_JUMPS else []
        return super().render_change_form(request, context, add, change, form_url, obj)
