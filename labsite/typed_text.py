"""What somebody typed into the form of a record that is gone for good, so that it can be copied."""

from django import forms
from django.contrib import messages
from django.http import HttpResponseGone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from labsite.screens import screen

TYPED = (forms.CharField, forms.IntegerField, forms.DateField, forms.TimeField)


def show_typed_text(record_admin, request):
    """Answer a form whose record nobody can bring back with the texts that were in it."""
    sentence = _("Somebody deleted this while you were editing it. Nothing was saved.")
    record_admin.message_user(request, sentence, messages.ERROR)
    response = screen(
        record_admin,
        request,
        "labsite/admin/typed_text.html",
        title=_("What you typed"),
        texts=typed_texts(record_admin, request),
    )
    response.status_code = HttpResponseGone.status_code
    return response


def typed_texts(record_admin, request):
    """The texts of a posted form as pairs of the field's name on the page and what was typed."""
    fields = record_admin.get_form(request).base_fields
    rows = {}
    for inline in record_admin.get_inline_instances(request):
        formset = inline.get_formset(request)
        rows[formset.get_default_prefix()] = (inline.opts.verbose_name, formset.form.base_fields)
    texts = []
    for name, value in request.POST.items():
        prefix, _dash, rest = name.partition("-")
        _number, _dash, column = rest.partition("-")
        of, known, field_name = "", fields, name
        if prefix in rows:
            of, known = rows[prefix]
            field_name = column
        field = known.get(field_name)
        # What was chosen or ticked can be so again; its number would tell nobody anything.
        is_typed = isinstance(field, TYPED) and not hasattr(field, "choices")
        if not is_typed or field_name == "position":
            continue
        if value.strip():
            label = f"{of}: {field.label}" if of else str(field.label)
            texts.append((capfirst(label), value))
    return texts
