"""Short lists that are typed one item a line."""

from django import forms
from django.db import models
from django.utils.translation import gettext_lazy as _


class LinesFormField(forms.CharField):
    """A text area whose lines are the items of a list."""

    widget = forms.Textarea(attrs={"rows": 3})

    def __init__(self, **kwargs):
        for json_only in ("encoder", "decoder"):
            kwargs.pop(json_only, None)
        super().__init__(**{"help_text": _("One a line.")} | kwargs)

    def prepare_value(self, value):
        return "\n".join(value) if isinstance(value, list) else value

    def to_python(self, value):
        text = super().to_python(value)
        lines = [line.strip() for line in text.splitlines()]
        while lines and not lines[-1]:
            lines.pop()
        return lines

    def has_changed(self, initial, data):
        return self.to_python(data or "") != list(initial or [])


class LinesField(models.JSONField):
    """A list of texts, kept as JSON, edited one a line."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **{"default": list, "blank": True} | kwargs)

    def formfield(self, **kwargs):
        return super().formfield(**{"form_class": LinesFormField} | kwargs)
