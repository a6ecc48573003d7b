"""The pages of the admin on which two records become one: finding the other one, looking, doing."""

from django.contrib import messages
from django.contrib.admin.templatetags.admin_urls import admin_urlname
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from labsite.joining.columns import ChoiceForm
from labsite.joining.joining import CannotJoinError
from labsite.permissions import may
from labsite.screens import report, screen, wants
from labsite.visibility import Visibility

MOST_FOUND = 30
SEEN = "_seen"


def urls(record_admin, joining):
    """The addresses of both pages for one kind of record; ``joining`` says how it is done."""
    opts = record_admin.opts
    name = f"{opts.app_label}_{opts.model_name}_merge"
    pages = JoiningPages(record_admin, joining)
    wrap = record_admin.admin_site.admin_view
    return [
        path("<int:object_id>/merge/", wrap(pages.find), name=name),
        path("<int:object_id>/merge/<int:other_id>/", wrap(pages.look), name=f"{name}_look"),
    ]


def address_of_pair(kept, other):
    """Where one looks at two records before they become one."""
    opts = kept._meta
    name = f"admin:{opts.app_label}_{opts.model_name}_merge_look"
    return reverse(name, args=[kept.pk, other.pk])


def may_join(user, kept, other):
    """Whether the user may change both and delete the other, which is what happens."""
    return may(user, "change", kept) and may(user, "change", other) and may(user, "delete", other)


class JoiningPages:
    """The pages for one kind of record."""

    def __init__(self, record_admin, joining):
        self.record_admin, self.joining = record_admin, joining

    def _records(self, request):
        return self.record_admin.get_queryset(request)

    def _record(self, request, key):
        record = self._records(request).filter(pk=key).first()
        if record is None:
            if not may(request.user, "change", self.joining.model):
                raise PermissionDenied
            raise Http404
        if not may(request.user, "change", record):
            raise PermissionDenied
        return record

    def find(self, request, object_id):
        """Find the other one: those of resembling names at once, all others by searching."""
        record = self._record(request, object_id)
        typed = request.GET.get("q", "").strip()
        others = self._records(request).exclude(pk=record.pk)
        if typed:
            found, may_be_twice = self.record_admin.get_search_results(request, others, typed)
            found = found.distinct() if may_be_twice else found
        else:
            found = others.filter(pk__in=self.joining.resembling(record))
        found = list(found[: MOST_FOUND + 1])
        return screen(
            self.record_admin,
            request,
            "labsite/admin/merge_find.html",
            title=_("Merge “{name}” with…").format(name=record),
            record=record,
            typed=typed,
            found=[
                (other, self.joining.in_words(other), address_of_pair(record, other))
                for other in found[:MOST_FOUND]
                if may_join(request.user, record, other)
            ],
            are_more=len(found) > MOST_FOUND,
            called=self.record_admin.search_help_text,
        )

    def look(self, request, object_id, other_id):
        """Show what would move and where a person must choose; then do it."""
        if object_id == other_id:
            raise Http404
        kept, other = self._record(request, object_id), self._record(request, other_id)
        if not may_join(request.user, kept, other):
            raise PermissionDenied
        joining = self.joining(kept, other)
        if refusal := joining.refusal(request.user):
            messages.error(request, refusal)
            return redirect(admin_urlname(self.record_admin.opts, "change"), kept.pk)
        is_sent = request.method == "POST"
        form = ChoiceForm(request.POST if is_sent else None, questions=joining.questions())
        problem = ""
        if is_sent and wants(request, "_merge") and form.is_valid():
            try:
                return self._do(request, joining, form.chosen())
            except CannotJoinError as error:
                problem = error.messages[0]
                joining = self._looked_at_again(request, joining)
                if joining is None:
                    messages.warning(request, problem)
                    return redirect(admin_urlname(self.record_admin.opts, "changelist"))
                form = ChoiceForm(request.POST, questions=joining.questions())
        return self._show(request, joining, form, problem)

    def _looked_at_again(self, request, joining):
        """The same two as they are by now, or None if one of them is gone."""
        keys = [joining.kept.pk, joining.other.pk]
        found = self._records(request).in_bulk(keys)
        return self.joining(*(found[key] for key in keys)) if len(found) > 1 else None

    def _show(self, request, joining, form, problem):
        kept, other = joining.kept, joining.other
        return screen(
            self.record_admin,
            request,
            "labsite/admin/merge.html",
            title=joining.title(),
            kept=kept,
            other=other,
            kept_in_words=joining.in_words(kept),
            other_in_words=joining.in_words(other),
            sentences=list(joining.sentences()),
            warnings=joining.warnings(),
            doubts=joining.doubts(),
            form=form,
            seen=joining.versions(),
            problem=problem,
            swap=address_of_pair(other, kept) if may_join(request.user, other, kept) else "",
        )

    def _do(self, request, joining, chosen):
        other, doubts = str(joining.other), joining.doubts()
        moving = joining.moving()
        step = joining.join(request.user, chosen, seen=request.POST.get(SEEN))
        kept = joining.kept
        self.record_admin.log_change(request, kept, [{"changed": {"fields": [_("merged")]}}])
        text = _("“{other}” is part of “{kept}” now.").format(other=other, kept=kept)
        if moving:
            text += " " + _("Moved: {what}.").format(what=get_text_list(moving, _("and")))
        has_page = kept.visibility == Visibility.PUBLIC
        see = [(kept.get_absolute_url(), _("See the page"))] if has_page else []
        report(request, text, links=see, step=step)
        for sentence in doubts:
            messages.warning(request, sentence)
        return redirect(admin_urlname(self.record_admin.opts, "change"), kept.pk)
