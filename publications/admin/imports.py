"""What imports did and what was decided about authors: to read, to undo, not to change."""

from typing import NamedTuple

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.http import Http404
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from labsite import history
from labsite.history.reading import moment, person
from labsite.keys import key_in
from labsite.permissions import may
from labsite.read_only_admin import ReadOnlyAdmin
from labsite.screens import screen, wants
from publications.admin.import_runs import (
    facts_about,
    heading,
    news_url,
    report_in_words,
    see_url,
    seen_by,
    sums_in_words,
    tallies,
    undo_in_words,
)
from publications.admin.import_tables import ImportTable
from publications.admin.import_words import OUTCOMES, Notes, changes_in_words, place_words
from publications.announcing import withdraw_drafts
from publications.importing.accounts import changes_of
from publications.importing.undoing import undo
from publications.models import ImportEntry, ImportRun, MatchDecision, Publication

ON_A_PAGE = 100  # entries of a run
COMPLAINTS = 20  # sentences shown after an undo at most
STATES = {
    ImportEntry.Outcome.CREATED: "new",
    ImportEntry.Outcome.UPDATED: "changed",
    ImportEntry.Outcome.SKIPPED: "same",
    ImportEntry.Outcome.FAILED: "failed",
}


@admin.register(MatchDecision)
class MatchDecisionAdmin(ReadOnlyAdmin):
    list_display = ["folded_name", "member", "publication", "verdict", "decided_by", "decided_at"]
    list_filter = ["verdict"]
    list_select_related = ["member", "publication", "decided_by"]
    search_fields = ["folded_name", "member__sort_key", "publication__title"]
    fields = ["folded_name", "member", "publication", "verdict", "decided_by", "decided_at"]


class EntryRow(NamedTuple):
    """One entry of a run, as its page shows it."""

    state: str
    label: str
    where_from: str
    title: str
    url: str
    reason: str
    changes: list
    notes: Notes

    @property
    def has_changes(self):
        return bool(self.reason or self.changes or self.notes.shown)


class ImportFilter(admin.SimpleListFilter):
    """The papers that one import added or changed; shown only where a link led here."""

    title = gettext_lazy("import")
    parameter_name = "import"

    def lookups(self, request, model_admin):
        key = key_in(request.GET.get(self.parameter_name))
        run = ImportRun.objects.filter(pk=key).first() if key is not None else None
        return [(str(key), f"{heading(run)}, {moment(run.started_at)}")] if run else []

    def queryset(self, request, queryset):
        key = key_in(self.value())
        if key is None:
            return queryset
        written = ImportEntry.objects.filter(
            run=key, outcome__in=[ImportEntry.Outcome.CREATED, ImportEntry.Outcome.UPDATED]
        )
        return queryset.filter(pk__in=written.values("publication"))


@admin.register(ImportRun)
class ImportRunAdmin(ReadOnlyAdmin):
    list_display = ["what", "sums", "who", "lab", "when", "state"]
    list_filter = ["state"]
    list_select_related = ["lab", "member", "user"]
    search_fields = ["source"]
    fields = ["source", "lab", "member", "user", "started_at", "finished_at", "undone_at"]

    def get_urls(self):
        wrap = self.admin_site.admin_view
        return [
            path("<int:key>/undo/", wrap(self.undo_view), name="publications_importrun_undo"),
            *super().get_urls(),
        ]

    def get_queryset(self, request):
        """What the user may see: everything, or what is her own."""
        return seen_by(request.user, super().get_queryset(request))

    @admin.display(description=gettext_lazy("import"), ordering="source")
    def what(self, run):
        return heading(run)

    @admin.display(description=gettext_lazy("what became of it"))
    def sums(self, run):
        return sums_in_words(run)

    @admin.display(description=gettext_lazy("by"), ordering="user")
    def who(self, run):
        return person(run.user)

    @admin.display(description=gettext_lazy("when"), ordering="started_at")
    def when(self, run):
        return moment(run.started_at)

    def change_view(self, request, object_id, form_url="", extra_context=None):
        """The report of a run; the table of what it would do, while it waits for somebody."""
        run = self.get_queryset(request).filter(pk=key_in(unquote(object_id))).first()
        if run is None:
            raise Http404
        if run.state == ImportRun.State.PREPARED:
            return ImportTable(self, request, run).answer()
        if request.method == "POST":
            self.message_user(request, _("This was done already."), messages.INFO)
            return redirect(request.path)
        return self.report(request, run)

    def report(self, request, run):
        """What became of each entry."""
        outcome = request.GET.get("outcome", "")
        entries = run.entries.select_related("publication").order_by("line", "pk")
        if outcome in OUTCOMES:
            entries = entries.filter(outcome=outcome)
        page = Paginator(entries, ON_A_PAGE).get_page(request.GET.get("p"))
        is_done = run.state == ImportRun.State.DONE
        has_written = bool(run.created + run.updated)
        return screen(
            self,
            request,
            "publications/admin/import_run.html",
            title=heading(run),
            is_nav_sidebar_enabled=False,  # the table needs the room
            run=run,
            sentence=report_in_words(run),
            facts=facts_about(run),
            tallies=tallies(run),
            outcome=outcome,
            entries=[entry_row(entry) for entry in page],
            page=page,
            see_url=see_url(run) if is_done and has_written else "",
            news_url=news_url(run) if is_done else "",
            held_url=reverse("admin:publications_publication_twice") if run.held else "",
            can_undo=is_done and has_written and self.can_undo(request),
            can_add=may(request.user, "add", Publication),
        )

    def can_undo(self, request):
        return may(request.user, "delete", Publication)

    def undo_view(self, request, key):
        """Ask first; then take back all that a run did."""
        run = self.get_queryset(request).filter(pk=key).first()
        if run is None:
            raise Http404
        if not self.can_undo(request):
            raise PermissionDenied
        if run.state != ImportRun.State.DONE:
            words = {
                ImportRun.State.UNDONE: _("This import was undone already."),
                ImportRun.State.PREPARED: _("Nothing of it has been done yet."),
            }
            self.message_user(request, words[run.state], messages.INFO)
            return redirect("admin:publications_importrun_change", run.pk)
        if request.method == "POST" and wants(request, "_undo"):
            return self.carry_out_undo(request, run)
        return screen(
            self,
            request,
            "publications/admin/import_undo.html",
            title=_("Undo this import?"),
            run=run,
            run_title=heading(run),
            sentences=undo_in_words(run),
        )

    def carry_out_undo(self, request, run):
        with history.step(request.user):
            withdraw_drafts(run.step)
        try:
            left_alone = undo(run, request.user)
        except ValidationError as error:
            self.message_user(request, " ".join(error.messages), messages.WARNING)
            return redirect("admin:publications_importrun_change", run.pk)
        self.message_user(request, _("The import is undone."), messages.SUCCESS)
        for complaint in left_alone[:COMPLAINTS]:
            self.message_user(request, complaint, messages.WARNING)
        if more := len(left_alone[COMPLAINTS:]):
            said = ngettext(
                "And one more was left alone.", "And {number} more were left alone.", more
            )
            self.message_user(request, said.format(number=more), messages.WARNING)
        return redirect("admin:publications_importrun_change", run.pk)


def entry_row(entry):
    """One entry of the report."""
    publication = entry.publication
    title = publication.title if publication else entry.work.get("title", "")
    return EntryRow(
        state=STATES[entry.outcome],
        label=OUTCOMES[entry.outcome],
        where_from=place_words(entry.line, entry.key),
        title=title,
        url=reverse("admin:publications_publication_change", args=[publication.pk])
        if publication
        else "",
        reason=entry.reason,
        changes=changes_in_words(changes_of(entry)),
        notes=Notes.of(entry.notes),
    )
