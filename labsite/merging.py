"""Two people with one form: different fields are merged, the same field shows both texts.

A form carries what its reader saw (``_base``: a text or a digest for each field of each row). When
it comes back, each field is compared three ways: as it was then, as it is stored now, as typed.
What only somebody else changed stays as they left it; what both changed differently becomes an
error with both texts and a box to tick. Rows, and records, that were deleted meanwhile keep what
was typed, and saving again puts them back.

Nothing here trusts the base: forging it only lets somebody overwrite what they may overwrite.
"""

import json
from datetime import datetime
from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.text import capfirst, get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from labsite import signed_out
from labsite.differences import word_differences
from labsite.history.pages import SAFE
from labsite.history.reading import moment, person
from labsite.history.recording import changes_of, step
from labsite.history.restoring import may_restore, restore, row_as_it_was
from labsite.history.states import has_history, records_of
from labsite.keys import key_in
from labsite.models import Change
from labsite.seen import BASE, base_in, key_of, plain, seen_in, ticked
from labsite.typed_text import show_typed_text

THEIRS, PUT_BACK, BRING_BACK = "_theirs", "_put_back", "_bring_back"
LONG = 200  # texts of two people from this length on are compared word by word
EMPTY = "—"


class Touch:
    """Who changed a record last, and when, in the words of a sentence."""

    def __init__(self, row, reader):
        change = None
        for model, key in records_of(row):
            change = changes_of(model, key).select_related("user").first()
        self.is_known = change is not None and change.action != Change.Action.FOUND
        self.is_reader = self.is_known and reader is not None and change.user_id == reader.pk
        self.who = person(change.user) if self.is_known else ""
        self.when = _time_of(change.at) if self.is_known else ""

    def changed(self):
        """“Ana Ruiz changed this at 14:02, while you were editing.”"""
        if self.is_reader:
            return _("You changed this at %(when)s in another window.") % {"when": self.when}
        if self.is_known:
            return _("%(who)s changed this at %(when)s, while you were editing.") % {
                "who": self.who,
                "when": self.when,
            }
        return _("An import or a program changed this while you were editing.")

    def removed(self):
        if self.is_known and not self.is_reader:
            return _("%s removed this row while you were editing it.") % self.who
        return _("This row was removed while you were editing it.")


def _time_of(at):
    local = timezone.localtime(at)
    is_today = local.date() == timezone.localdate()
    return local.strftime("%H:%M") if is_today else moment(at)


class MergeForm(forms.ModelForm):
    """A form that keeps what others changed meanwhile in fields that its sender left alone."""

    reader = None  # who sends the form
    gone = ""  # the sentence about a record that was deleted meanwhile

    def __init__(self, *args, **kwargs):
        self.merged, self.conflicts = [], []
        super().__init__(*args, **kwargs)

    @property
    def changed_data(self):
        """The fields that the sender changed, without what came from somebody else."""
        return [name for name in super().changed_data if name not in self.merged]

    def clean(self):
        cleaned = super().clean()
        cleaned = self.cleaned_data if cleaned is None else cleaned
        if self.gone:
            self.add_error(None, ValidationError(self.gone, code="gone"))
        if not self.instance._state.adding:
            self._merge(cleaned)
        return cleaned

    def _merge(self, cleaned):
        before = base_in(self.data).get(key_of(self.instance), {})
        theirs = ticked(self.data, THEIRS)
        for name, now in seen_in(self).items():
            was, is_wrong = before.get(name, now), name in self.errors
            typed = None if is_wrong else plain(cleaned.get(name))
            if typed == now:
                self._keep_line_ends(cleaned, name)
            if typed == now:
                continue
            if self.add_prefix(name) in theirs:
                self._take_theirs(cleaned, name)
            elif was == now:
                continue
            elif typed == was:
                self._take_theirs(cleaned, name)
            elif name != "position":  # a row that somebody moved stands where they put it
                self.conflicts.append(name)
                self.add_error(name, ValidationError(self._both_texts(name), code="conflict"))

    def _keep_line_ends(self, cleaned, name):
        """Browsers send other line ends than were stored; that alone is no change."""
        stored = self.initial.get(name)
        if isinstance(stored, str) and isinstance(cleaned.get(name), str):
            cleaned[name] = stored

    def _take_theirs(self, cleaned, name):
        model_field = {field.name: field for field in self.instance._meta.fields}.get(name)
        if model_field is not None and model_field.remote_field:
            cleaned[name] = getattr(self.instance, name)
        else:
            cleaned[name] = self.initial.get(name)
        self._errors.pop(name, None)
        self.merged.append(name)

    def _both_texts(self, name):
        touch = Touch(self.instance, self.reader)
        their_text, my_text = self.text_of(name), str(self[name].data or "")
        if touch.is_known and not touch.is_reader:
            label = _("%s’s version:") % touch.who
            use = _("Use the version of %s.") % touch.who
        else:
            label, use = _("The other version:"), _("Use the other version.")
        return format_html(
            '{} {} {}<label class="use-theirs"><input type="checkbox" name="{}" value="{}"> {} {}'
            "</label>",
            touch.changed(),
            label,
            _quoted(their_text, my_text),
            THEIRS,
            self.add_prefix(name),
            use,
            _("(Leave this unticked to keep yours, which is in the box.)"),
        )

    def text_of(self, name):
        """What is stored by now, as its reader would say it."""
        field, value = self.fields[name], self.initial.get(name)
        if isinstance(field, forms.ModelMultipleChoiceField):
            return ", ".join(str(record) for record in value or []) or EMPTY
        model_field = {field.name: field for field in self.instance._meta.fields}.get(name)
        if model_field is not None and model_field.remote_field:
            return str(getattr(self.instance, name, None) or EMPTY)
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if choices := getattr(field, "choices", None):
            return str(_flat(choices).get(value, value or EMPTY))
        if isinstance(value, datetime):
            return moment(value)
        return str(field.prepare_value(value) or EMPTY)


def _flat(choices):
    """Choices by their values, also those that stand in groups."""
    flat = {}
    for value, label in choices:
        if isinstance(label, list | tuple):
            flat.update(label)
        else:
            flat[value] = label
    return flat


def _quoted(theirs, mine):
    if max(len(theirs), len(mine)) < LONG:
        return format_html('<blockquote class="theirs">{}</blockquote>', theirs)
    tags = {"old": "del", "new": "ins", "same": "span"}
    pieces = format_html_join(
        "",
        "<{0}>{1}</{0}>",
        ((tags[piece.kind], piece.text) for piece in word_differences(mine, theirs)),
    )
    return format_html(
        '<details class="theirs"><summary>{}</summary><p class="change-text">{}</p>'
        "<blockquote>{}</blockquote></details>",
        _("See what differs from yours"),
        pieces,
        theirs,
    )


class MergeFormSet(forms.BaseInlineFormSet):
    """Rows of a record, of which others may have added, changed or removed some meanwhile."""

    def __init__(self, *args, **kwargs):
        self._ghosts = {}
        self.put_back, self.revived = [], []
        super().__init__(*args, **kwargs)

    def _existing_object(self, pk):
        """The row with this key; one that was removed meanwhile as it was, not to be saved yet."""
        row = super()._existing_object(pk)
        if row is not None or f"{self.model._meta.label_lower}:{pk}" not in base_in(self.data):
            return row
        if pk not in self._ghosts and not self.model._base_manager.filter(pk=pk).exists():
            row = row_as_it_was(self.instance, self.fk, pk) or self.model(pk=pk)
            setattr(row, self.fk.name, self.instance)
            self._ghosts[pk] = row
        return self._ghosts.get(pk)

    def get_queryset(self):
        """The rows; once a form came back, in the order of its rows, to print one beside the other.

        Others may have added and removed some meanwhile.
        """
        if self.is_bound and "forms" in self.__dict__:
            return [form.instance for form in self.initial_forms]
        return super().get_queryset()

    def add_fields(self, form, index):
        super().add_fields(form, index)
        if self.is_ghost(form):
            # The field that Django makes knows only keys that exist.
            form.fields[self._pk_field.name] = forms.IntegerField(widget=forms.HiddenInput)

    def is_ghost(self, form):
        """Tell whether the row of ``form`` was removed meanwhile."""
        return form.instance.pk is not None and form.instance is self._ghosts.get(form.instance.pk)

    def clean(self):
        super().clean()
        self.put_back, self.revived = [], []
        for form in self.initial_forms:
            if self.is_ghost(form):
                self._settle_removed(form)
            elif self._should_delete_form(form) and self._was_changed(form):
                self.revived.append(form)
        if self.revived:
            raise ValidationError([self._deleting_a_changed_row(form) for form in self.revived])

    def _settle_removed(self, form):
        """A row that nobody touched here goes quietly; one with new text is asked about."""
        if self._should_delete_form(form) or self._is_as_seen(form):
            form.cleaned_data[forms.formsets.DELETION_FIELD_NAME] = True
        elif key_of(form.instance) in ticked(self.data, PUT_BACK):
            self.put_back.append(form)
        else:
            form.add_error(
                None,
                format_html(
                    '{} {}<input type="hidden" name="{}" value="{}">',
                    Touch(self.instance, form.reader).removed(),
                    _("Your text is still here: save again to put it back, or tick Delete."),
                    PUT_BACK,
                    key_of(form.instance),
                ),
            )

    def _is_as_seen(self, form):
        before = base_in(self.data)[key_of(form.instance)]
        return all(
            name not in form.fields
            or name == "position"
            or (name not in form.errors and plain(form.cleaned_data.get(name)) == was)
            for name, was in before.items()
        )

    def _was_changed(self, form):
        before = base_in(self.data).get(key_of(form.instance), {})
        return any(
            name != "position" and before.get(name, now) != now
            for name, now in seen_in(form).items()
        )

    def _deleting_a_changed_row(self, form):
        touch = Touch(self.instance, form.reader)
        who = touch.who if touch.is_known and not touch.is_reader else ""
        values = {"row": form.instance, "who": who}
        if who:
            text = _("“%(row)s” was changed by %(who)s while you were deleting it.") % values
        else:
            text = _("“%(row)s” was changed while you were deleting it.") % values
        reads = "; ".join(
            f"{form.fields[name].label}: {form.text_of(name)}"
            for name in seen_in(form)
            if name != "position" and form.text_of(name) != EMPTY
        )
        now = _("It now reads: %s.") % reads
        return ValidationError(f"{text} {now} {_('Save again to delete it all the same.')}")

    def save_new_objects(self, commit=True):
        rows = super().save_new_objects(commit)
        for form in self.put_back:
            rows.append(self.save_new(form, commit=commit))
        return rows

    def keeps_changes_of_others(self):
        """Tell whether somebody else changed, added or removed rows meanwhile."""
        if any(set(form.merged) - {"position"} for form in self.initial_forms) or self._ghosts:
            return True
        sent = {form.instance.pk for form in self.initial_forms}
        return BASE in self.data and bool(getattr(self, "_object_dict", {}).keys() - sent)


class Merging:
    """An admin whose forms are merged with what others saved meanwhile."""

    @property
    def media(self):
        return super().media + forms.Media(css={"all": ["labsite/history.css"]})

    def changeform_view(self, request, object_id=None, form_url="", extra_context=None):
        """Save the form; a record that was deleted meanwhile is there again as long as it takes."""
        if signed_out.AGAIN in request.POST:
            request.shown_again = True
            sentence = _("Here is your form as you left it. Nothing is saved yet.")
            self.message_user(request, sentence, messages.WARNING)
        change = None if request.method in SAFE else self._deletion(request, object_id)
        if change is None:
            if self._is_gone(request, object_id):
                return show_typed_text(self, request)
            return super().changeform_view(request, object_id, form_url, extra_context)
        response = None
        with step(request.user):
            try:
                restore(change, request.user)
            except (PermissionDenied, ValidationError) as error:
                transaction.set_rollback(True)
                for sentence in getattr(error, "messages", ()):
                    self.message_user(request, sentence, messages.ERROR)
            else:
                response = self._with_it_back(request, change, object_id, form_url, extra_context)
        return response or show_typed_text(self, request)

    def _with_it_back(self, request, change, object_id, form_url, extra_context):
        """Answer while the record is there again; without a save, all of it is undone."""
        if BRING_BACK not in request.POST:
            request.gone = _gone(change, request.user)
        # A form that is only shown again has not asked for it yet.
        request.is_brought_back = signed_out.AGAIN not in request.POST
        response = super().changeform_view(request, object_id, form_url, extra_context)
        if response.status_code != HTTPStatus.FOUND:
            # What is shown has to be made before all of it is undone.
            if hasattr(response, "render"):
                response.render()
            transaction.set_rollback(True)
        return response

    def _is_gone(self, request, object_id):
        """Whether a form was sent for a record that is not there any more, by who could edit it."""
        key = key_in(unquote(str(object_id or "")))
        if request.method in SAFE or key is None or not self.has_change_permission(request):
            return False
        return not self.model._base_manager.filter(pk=key).exists()

    def _deletion(self, request, object_id):
        """The deletion of the record that this form is about, if the sender may take it back."""
        key = key_in(unquote(str(object_id or "")))
        if key is None or not has_history(self.model):
            return None
        if self.model._base_manager.filter(pk=key).exists():
            return None
        change = changes_of(self.model, key).first()
        is_deletion = change is not None and change.action == Change.Action.DELETED
        return change if is_deletion and may_restore(request.user, change) else None

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change=change, **kwargs)
        form.reader = request.user
        form.gone = getattr(request, "gone", "")
        return form

    def render_change_form(self, request, context, add=False, change=False, form_url="", obj=None):
        context["form_reader"] = signed_out.signature_of(request.user)
        if change and obj is not None:
            form = context["adminform"].form
            formsets = [rows.formset for rows in context["inline_admin_formsets"]]
            context["merge_base"] = new_base(request, form, formsets)
            context["merge_notice"] = notice(form, formsets, request.user)
            context["merge_brings_back"] = getattr(request, "is_brought_back", False)
        return super().render_change_form(request, context, add, change, form_url, obj)

    def save_related(self, request, form, formsets, change):
        super().save_related(request, form, formsets, change)
        if change and (kept := kept_of_others(form, formsets)):
            touch = Touch(form.instance, request.user)
            who = touch.who if touch.is_known and not touch.is_reader else ""
            fields = get_text_list([capfirst(str(label)) for label in kept], _("and"))
            if who:
                text = _("%(who)s’s changes to %(fields)s were kept too.")
            else:
                text = _("What was changed meanwhile was kept too: %(fields)s.")
            self.message_user(request, text % {"who": who, "fields": fields}, messages.INFO)


def _gone(deletion, reader):
    """What to say about a record that was deleted while ``reader`` was editing it."""
    if deletion.user_id in {None, reader.pk}:
        what = _("This was deleted while you were editing it.")
    else:
        what = _("%(who)s deleted this at %(when)s.") % {
            "who": person(deletion.user),
            "when": _time_of(deletion.at),
        }
    hint = _(
        "Your text is still here. Save again to bring the record back with your changes, or leave "
        "this page to let it go."
    )
    return f"{what} {hint}"


def new_base(request, main, formsets):
    """What the reader of this answer sees, to come back with the form.

    What was seen first stays, except where both texts are on the page now: there, saving again
    means "mine".
    """
    shown = [main, *(form for formset in formsets for form in formset.initial_forms)]
    old = base_in(request.POST) if request.method == "POST" else {}
    told = {form for formset in formsets for form in getattr(formset, "revived", ())}
    base = {}
    for form in shown:
        if form.instance.pk is None:
            continue
        key = key_of(form.instance)
        if form.instance._state.adding:  # removed meanwhile
            base[key] = old.get(key, {})
            continue
        base[key] = seen_in(form)
        if key in old and form not in told:
            base[key] |= {
                name: text
                for name, text in old[key].items()
                if name in base[key] and name not in form.conflicts
            }
    return json.dumps(base, ensure_ascii=False)


def notice(main, formsets, reader):
    """What to say above a form that others changed meanwhile; empty where nobody did."""
    forms_shown = [main, *(form for formset in formsets for form in formset.initial_forms)]
    places = sum(len(form.conflicts) for form in forms_shown)
    if not places:
        return ""
    touch = Touch(main.instance, reader)
    if touch.is_known and not touch.is_reader:
        who = _("%s changed this record while you were editing.") % touch.who
    else:
        who = _("This record was changed while you were editing.")
    choose = ngettext(
        "What was changed elsewhere is kept; please choose at the marked place.",
        "What was changed elsewhere is kept; please choose at the %d marked places.",
        places,
    )
    choose = choose % places if places > 1 else choose
    return " ".join([_("Nothing is saved yet."), who, choose])


def kept_of_others(main, formsets):
    """The labels of the fields and lists in which others' changes were kept."""
    labels = {main.fields[name].label: None for name in main.merged}
    for formset in formsets:
        if formset.keeps_changes_of_others():
            labels[formset.model._meta.verbose_name_plural] = None
    return list(labels)
