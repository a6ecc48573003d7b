"""What two records say themselves, and where a person has to choose between them."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.db import models
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from labsite.partial_dates import PartialDateField, words
from labsite.pictures import PictureField

KEPT, OTHER = "kept", "other"


@dataclass(frozen=True)
class Columns:
    """Columns that belong together, the one that matters first: a photo and its description.

    ``label`` is what they are called together, if not as the first one is.
    """

    names: tuple[str, ...]
    label: Any = ""

    @property
    def lead(self):
        return self.names[0]

    def label_of(self, model):
        return capfirst(str(self.label or model._meta.get_field(self.lead).verbose_name))

    def values(self, record):
        """What the record says in them; texts without blanks at their ends."""
        return [_plain(column.value_from_object(record)) for column in self.columns(record)]

    def columns(self, record):
        return [record._meta.get_field(name) for name in self.names]

    def says_something(self, record):
        """Whether the first of the columns is filled in."""
        return self.values(record)[0] not in ("", None, {}, [])

    def take(self, kept, other):
        """Let the kept record say what the other one says."""
        for column in self.columns(kept):
            setattr(kept, column.attname, getattr(other, column.attname))

    def side(self, record):
        """What the record says, for a reader."""
        texts = [in_words(record, column) for column in self.columns(record)]
        column, value = self.columns(record)[0], getattr(record, self.lead)
        is_picture = isinstance(column, PictureField)
        is_file = isinstance(column, models.FileField) and not is_picture
        return Side(
            text=" · ".join(filter(None, texts)) or "—",
            picture=value if is_picture and value else None,
            file=value.url if is_file and value else "",
        )


@dataclass(frozen=True)
class Side:
    """What one of two records says: words, and a picture or the address of a file if it is one."""

    text: str
    picture: models.fields.files.FieldFile | None = None
    file: str = ""


@dataclass(frozen=True)
class Question:
    """Something that the two say differently."""

    name: str
    label: str
    kept: Side
    other: Side
    first: str = KEPT  # the side that is proposed; "" where a person must choose
    note: str = ""


def _plain(value):
    if isinstance(value, str):
        return value.replace("\r\n", "\n").strip()
    return getattr(value, "name", value)  # of a file; None where there is none


def in_words(record, column):
    """What a record says in one column, as an editor would say it."""
    value = getattr(record, column.name)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(column, PartialDateField):
        return words(value)
    if isinstance(column, models.FileField):
        return value.name.rpartition("/")[2] if value else ""
    if isinstance(column, models.DateField) and value:
        return words(value.isoformat())
    if column.flatchoices:
        return str(dict(column.flatchoices).get(value, value))
    return "" if value is None else str(value).strip()


def filled_from_other(groups, kept, other):
    """The columns in which only the other one says something."""
    return [
        group for group in groups if not group.says_something(kept) and group.says_something(other)
    ]


def differing(groups, kept, other):
    """The columns in which both say something, and not the same."""
    return [
        group
        for group in groups
        if group.says_something(kept)
        and group.says_something(other)
        and group.values(kept) != group.values(other)
    ]


class ChoiceForm(forms.Form):
    """One choice for each question: what the kept record says, or the other one."""

    def __init__(self, *args, questions, **kwargs):
        super().__init__(*args, label_suffix="", **kwargs)
        self.questions = questions
        for question in questions:
            self.fields[question.name] = forms.ChoiceField(
                label=question.label,
                choices=[(KEPT, question.kept.text), (OTHER, question.other.text)],
                initial=question.first,
                widget=forms.RadioSelect,
                error_messages={"required": _("Choose one of the two.")},
            )

    def rows(self):
        """Each question with its field and the side that is chosen so far."""
        for question in self.questions:
            field = self[question.name]
            yield question, field, field.value()

    def chosen(self):
        """The names of the questions that the other record wins."""
        return {name for name, side in self.cleaned_data.items() if side == OTHER}
