"""The pages of the admin about what happened: of one record, of deleted ones, of a whole step."""

from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.http import Http404
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from labsite.history.reading import (
    differences,
    heading,
    may_see,
    moment,
    person,
    records_behind,
    sentence,
)
from labsite.history.recording import changes_of, is_under_way, step, touch
from labsite.history.restoring import may_restore, restore, undo_step
from labsite.history.states import has_history, is_same, read, records_of
from labsite.keys import key_in
from labsite.models import Change

SAFE = {"GET", "HEAD", "OPTIONS", "TRACE"}
ON_A_PAGE = 20
LISTED = 200  # names that the page about a step shows at most
COMPLAINTS = 20  # sentences shown after an undo at most


class HistoryPages:
    """An admin whose records have a history; records that have none keep Django's own page.

    Whatever one request does, with the form, to several records or to rows of others, is one step.
    """

    def changeform_view(self, request, object_id=None, form_url="", extra_context=None):
        if request.method in SAFE:
            return super().changeform_view(request, object_id, form_url, extra_context)
        with step(request.user):
            return super().changeform_view(request, object_id, form_url, extra_context)

    def delete_view(self, request, object_id, extra_context=None):
        if request.method in SAFE:
            return super().delete_view(request, object_id, extra_context)
        with step(request.user):
            return super().delete_view(request, object_id, extra_context)

    def changelist_view(self, request, extra_context=None):
        if request.method in SAFE:
            return super().changelist_view(request, extra_context)
        with step(request.user):
            return super().changelist_view(request, extra_context)

    def get_object(self, request, object_id, from_field=None):
        """Read the record; within a step it is locked first, so that nobody else changes it."""
        record = super().get_object(request, object_id, from_field)
        if record is None or not is_under_way():
            return record
        touch(record)
        return super().get_object(request, object_id, from_field)

    def get_urls(self):
        urls = super().get_urls()
        if not has_history(self.model):
            return urls
        name = f"{self.opts.app_label}_{self.opts.model_name}"
        wrap = self.admin_site.admin_view
        return [
            path("deleted/", wrap(self.deleted_view), name=f"{name}_deleted"),
            path(
                "<path:object_id>/history/<int:change_id>/",
                wrap(self.restore_view),
                name=f"{name}_restore",
            ),
            *urls,
        ]

    def history_view(self, request, object_id, extra_context=None):
        """What happened to one record, the latest first."""
        if not has_history(self.model):
            return self._history_of_whole(request, object_id, extra_context)
        key, record = self._mine(request, object_id)
        changes = changes_of(self.model, key).select_related("user")
        page = Paginator(changes, ON_A_PAGE).get_page(request.GET.get("p"))
        rows = list(page.object_list)
        earlier = changes.filter(pk__lt=rows[-1].pk).first() if rows else None
        olders = [*rows[1:], earlier] if rows else []
        pairs = [
            (older.state if older else {}, change.state)
            for change, older in zip(rows, olders, strict=True)
        ]
        found = differences(self.model, pairs, request.user)
        _record, now = read(self.model, key)
        entries = [
            {
                "change": change,
                "when": moment(change.at),
                "heading": heading(change, older is None),
                "lines": lines if older or change.action != Change.Action.FOUND else [],
                "is_now": now is not None and is_same(self.model, change.state, now),
            }
            for change, older, lines in zip(rows, olders, found, strict=True)
        ]
        context = {
            **self.admin_site.each_context(request),
            "title": _("History"),
            "subtitle": None,
            "opts": self.opts,
            "record": record,
            "label": str(record or rows[0].label) if record or rows else "",
            "record_id": key,
            "entries": entries,
            "page": page,
            "media": self.media,
        }
        request.current_app = self.admin_site.name
        return TemplateResponse(
            request, "labsite/admin/history.html", context | (extra_context or {})
        )

    def _history_of_whole(self, request, object_id, extra_context):
        """The history of a part is told by the record that it belongs to."""
        part = self.get_object(request, unquote(object_id))
        for model, key in records_of(part) if part else ():
            return redirect(f"admin:{model._meta.app_label}_{model._meta.model_name}_history", key)
        return super().history_view(request, object_id, extra_context)

    def _mine(self, request, object_id):
        """Key and record, if this user may change it or, once it is gone, bring it back."""
        key = key_in(unquote(str(object_id)))
        if key is None:
            raise Http404
        record = self.model._base_manager.filter(pk=key).first()
        if record is not None:
            is_listed = self.get_queryset(request).filter(pk=key).exists()
            if is_listed and self.has_change_permission(request, record):
                return key, record
            raise Http404
        last = changes_of(self.model, key).first()
        if last is None or not may_restore(request.user, last):
            raise Http404
        return key, None

    def restore_view(self, request, object_id, change_id):
        """Ask first; then put the record back to what it was, or bring it back."""
        key, record = self._mine(request, object_id)
        change = changes_of(self.model, key).select_related("user").filter(pk=change_id).first()
        if change is None:
            raise Http404
        if request.method == "POST":
            return self._restore(request, change)
        _record, now = read(self.model, key)
        lines = differences(self.model, [(now or {}, change.state)], request.user)[0]
        title = (
            _("Bring it back?")
            if record is None
            else _("Go back to how it was on %s?") % moment(change.at)
        )
        context = {
            **self.admin_site.each_context(request),
            "title": title,
            "opts": self.opts,
            "record": record,
            "record_id": key,
            "label": str(record or change.label),
            "change": change,
            "lines": lines,
            "media": self.media,
        }
        return TemplateResponse(request, "labsite/admin/restore.html", context)

    def _restore(self, request, change):
        try:
            record, lost = restore(change, request.user)
        except PermissionDenied:
            raise Http404 from None
        except ValidationError as error:
            for complaint in error.messages:
                self.message_user(request, complaint, messages.ERROR)
            return redirect(request.path)
        if change.action == Change.Action.DELETED:
            text = _("“%(name)s” is back.") % {"name": record}
        else:
            when = moment(change.at)
            text = _("“%(name)s” is as it was on %(when)s. You can undo this here, too.")
            text %= {"name": record, "when": when}
        self.message_user(request, text, messages.SUCCESS)
        for complaint in lost:
            self.message_user(request, complaint, messages.WARNING)
        name = f"admin:{self.opts.app_label}_{self.opts.model_name}_change"
        return redirect(name, record.pk)

    def deleted_view(self, request):
        """What was deleted and can be brought back, the latest first."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        changes = Change.objects.filter(
            kind=self.model._meta.label_lower, action=Change.Action.DELETED
        ).exclude(record_id__in=self.model._base_manager.values("pk"))
        rows = _latest_of_each(changes, request.user)
        page = Paginator(rows, ON_A_PAGE).get_page(request.GET.get("p"))
        context = {
            **self.admin_site.each_context(request),
            "title": _("Deleted: %s") % capfirst(self.opts.verbose_name_plural),
            "opts": self.opts,
            "entries": [
                {"change": change, "who": person(change.user), "when": moment(change.at)}
                for change in page
            ],
            "page": page,
            "media": self.media,
        }
        return TemplateResponse(request, "labsite/admin/deleted.html", context)


def _latest_of_each(changes, user):
    """The last deletion of each record that ``user`` may bring back."""
    found = {}
    for change in changes.defer("state").select_related("user").iterator(chunk_size=500):
        if may_see(user, change, None):
            found.setdefault(change.record_id, change)
    return list(found.values())


class StepPages:
    """The admin of changes, which has a page to undo a whole step."""

    def get_urls(self):
        wrap = self.admin_site.admin_view
        return [
            path("undo/<uuid:number>/", wrap(self.undo_view), name="labsite_change_undo"),
            *super().get_urls(),
        ]

    def undo_view(self, request, number):
        """Ask first, with a list; then take back all that was done in one step."""
        rows = Change.objects.filter(step=number).exclude(action=Change.Action.FOUND)
        changes = list(rows.defer("state").select_related("user").order_by("pk")[:LISTED])
        records = records_behind(changes)
        mine = [
            change
            for change in changes
            if may_see(request.user, change, records.get((change.kind, change.record_id)))
        ]
        if not mine:
            raise Http404
        if request.method == "POST":
            return self._undo(request, number)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Undo this?"),
            "opts": self.opts,
            "who": person(mine[0].user),
            "when": moment(mine[0].at),
            "sentences": [sentence(change) for change in mine],
            "more": max(rows.count() - LISTED, 0),
            "media": self.media,
        }
        return TemplateResponse(request, "labsite/admin/undo.html", context)

    def _undo(self, request, number):
        done, left_alone = undo_step(number, request.user)
        text = ngettext("%d record is as before.", "%d records are as before.", done) % done
        self.message_user(request, text, messages.SUCCESS if done else messages.WARNING)
        for complaint in left_alone[:COMPLAINTS]:
            self.message_user(request, complaint, messages.WARNING)
        if more := len(left_alone[COMPLAINTS:]):
            text = ngettext("And one more was left alone.", "And %d more were left alone.", more)
            self.message_user(request, text % more if more > 1 else text, messages.WARNING)
        return redirect(reverse("admin:index"))
