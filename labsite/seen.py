"""What the reader of a form saw, and brings back with it: a text for each field of each row."""

import json
from datetime import UTC, datetime, time
from functools import lru_cache
from hashlib import blake2b

from django import forms
from django.db import models
from django.utils import timezone

BASE = "_base"
SHORT = 60  # texts from this length on are compared by their digests


def plain(value):
    """One text for a value, whether it was stored, or typed and cleaned."""
    if isinstance(value, models.Model):
        value = value.pk or str(value)
    elif isinstance(value, models.QuerySet) or _is_list_of_records(value):
        value = ",".join(sorted(str(record.pk) for record in value))
    elif isinstance(value, list | tuple | dict) and value:
        value = json.dumps(value, sort_keys=True, ensure_ascii=False)
    elif isinstance(value, datetime):
        # No widget shows parts of a second.
        value = value.replace(microsecond=0)
        value = value.astimezone(UTC) if timezone.is_aware(value) else value
    elif isinstance(value, time):
        value = value.replace(microsecond=0)
    text = "" if value is None or value == [] else str(value).replace("\r\n", "\n").strip()
    return text if len(text) < SHORT else blake2b(text.encode(), digest_size=12).hexdigest()


def _is_list_of_records(value):
    return isinstance(value, list) and value and isinstance(value[0], models.Model)


def key_of(row):
    """The name of a row in the base of a form."""
    return f"{row._meta.label_lower}:{row.pk}"


def seen_in(form):
    """What a form shows of each field that somebody can change, or would show by now."""
    return {
        name: plain(form.initial.get(name))
        for name, field in form.fields.items()
        if not field.disabled
        and not isinstance(field.widget, forms.HiddenInput)
        and not isinstance(field, forms.models.InlineForeignKeyField)
        and name != forms.formsets.DELETION_FIELD_NAME
    }


def base_in(data):
    """What the sender of a form saw when it was opened; empty where that is not known."""
    return _parsed(data.get(BASE) or "{}")


@lru_cache(maxsize=8)  # the same text is asked for by each row of the form
def _parsed(text):
    try:
        base = json.loads(text)
    except ValueError:
        return {}
    if not isinstance(base, dict):
        return {}
    return {key: row for key, row in base.items() if isinstance(row, dict)}


def ticked(data, name):
    """The values of boxes that were ticked, or of hidden fields that came with them."""
    return data.getlist(name) if hasattr(data, "getlist") else []
