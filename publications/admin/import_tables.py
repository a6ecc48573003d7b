"""The table of what an import would do, and doing what is ticked."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from labsite import history, partial_dates
from labsite.keys import key_in
from labsite.permissions import may
from labsite.screens import screen, wants
from labsite.visibility import Visibility
from people.models import Member
from people.namesakes import in_words
from publications.admin.import_rows import ADD, LEAVE, NOBODY, Row, Twin
from publications.admin.quick_add import QuickAdd
from publications.announcing import draft_news
from publications.decisions import Answer, decide
from publications.importing import runs
from publications.importing.plans import Verdict
from publications.importing.reconciling import AS_NEW
from publications.importing.writing import states_of
from publications.lookups import DOI_SOURCE, ORCID_SOURCE
from publications.models import Authorship, ImportEntry, ImportRun, Publication

MOST_QUESTIONS = 400  # fields that ask who an author is; a form may have only so many fields
MOST_NAMED = 3  # papers in one sentence
MOST_PEOPLE = 8  # to choose from for one name
FEW = 10  # new papers up to which news drafts are proposed


class Decisions:
    """What somebody ticked and chose in the table; on the first look, what we propose."""

    def __init__(self, data, *, is_first_look):
        self.data, self.is_first_look = data, is_first_look
        ticked = [text.partition("-") for text in data.getlist("entry")]
        self.ticked = {key_in(key): deed for key, _dash, deed in ticked}

    def is_ticked(self, key, deed):
        if self.is_first_look or "_all" in self.data:
            return True
        return self.seen_as(key) in {"", deed} and "_none" not in self.data

    def seen_as(self, key):
        """What was to be done with an entry when it was ticked; "" if the form does not say so.

        None if it is not ticked.
        """
        return self.ticked.get(key)

    def about_twin(self, key, keys):
        """Which of the papers on the site the entry is, that it is another one, or neither."""
        value = self.data.get(f"twin-{key}", LEAVE)
        return value if value == ADD or key_in(value) in keys else LEAVE

    def about_author(self, name, keys):
        value = self.data.get(f"who-{name}", "")
        return NOBODY if value == NOBODY else key if (key := key_in(value)) in keys else ""


class Table:
    """All rows of a prepared import, as things are on the site now."""

    def __init__(self, pairs, decisions):
        self._left_to_ask = MOST_QUESTIONS
        plans = [plan for _entry, plan in pairs]
        self._twins = self._read_twins({key for plan in plans for key in plan.duplicates})
        self._people = self._read_people(
            {key for plan in plans for author in plan.authors for key in author.proposals}
        )
        self.rows = [Row(entry, plan, self, decisions) for entry, plan in pairs]

    def _read_twins(self, keys):
        papers = Publication.objects.filter(pk__in=keys).select_related("venue")
        return {
            paper.pk: Twin(
                paper.pk,
                paper.title,
                ", ".join(
                    filter(
                        None,
                        [
                            paper.venue.label if paper.venue else "",
                            partial_dates.words(paper.date),
                            paper.get_status_display(),
                        ],
                    )
                ),
                reverse("admin:publications_publication_change", args=[paper.pk]),
            )
            for paper in papers
        }

    def _read_people(self, keys):
        members = Member.objects.filter(pk__in=keys).prefetch_related("memberships__lab")
        return {
            member.pk: ", ".join(filter(None, [member.display_name, in_words(member)]))
            for member in members
        }

    def twin(self, key):
        return self._twins.get(key)

    def people(self, keys):
        """Members to choose from, as keys and words."""
        known = [(key, self._people[key]) for key in keys if key in self._people]
        return known[:MOST_PEOPLE]

    def may_ask(self):
        """Whether there is room for one more question about an author."""
        self._left_to_ask -= 1
        return self._left_to_ask >= 0

    def decided(self):
        """The entries that are wanted, and what was decided about each, as an import takes it.

        What is here already is among them, so that the report says so, and what nobody decided
        about goes on waiting.
        """
        wanted = {}
        for row in self.rows:
            if row.twin:
                wanted[row.key] = AS_NEW if row.twin == ADD else int(row.twin)
            elif row.chosen_deed or row.plan.verdict in {Verdict.SAME, Verdict.HELD}:
                wanted[row.key] = None
        return wanted

    def count(self, *verdicts):
        return sum(row.plan.verdict in verdicts for row in self.rows)

    @property
    def changed_meanwhile(self):
        """The rows that were ticked for something else than would be done with them by now."""
        return [row for row in self.rows if row.is_changed_meanwhile]

    @property
    def has_deeds(self):
        return any(row.deed or row.twins for row in self.rows)

    @property
    def can_add(self):
        return any(row.deed == "add" or row.twins for row in self.rows)

    def done_by(self, deed):
        """The rows with which that will be done."""
        return [row for row in self.rows if row.chosen_deed == deed]

    @property
    def button(self):
        """What pressing the button does, as things are ticked."""
        added, updated = len(self.done_by("add")), len(self.done_by("update"))
        if added and updated:
            return _("Add {added}, update {updated}").format(added=added, updated=updated)
        if added:
            words = ngettext("Add {number} publication", "Add {number} publications", added)
            return words.format(number=added)
        if updated:
            words = ngettext("Update {number} publication", "Update {number} publications", updated)
            return words.format(number=updated)
        return _("Nothing is ticked")

    @property
    def lead(self):
        """How many entries there are of each kind."""
        order = (Verdict.NEW, Verdict.CHANGED, Verdict.SAME, Verdict.HELD, Verdict.FAILED)
        new, changed, same, held, failed = map(self.count, order)
        counted = [
            (new, ngettext("{number} new", "{number} new", new)),
            (changed, ngettext("{number} to complete", "{number} to complete", changed)),
            (same, ngettext("{number} already here", "{number} already here", same)),
            (held, ngettext("{number} to check", "{number} to check", held)),
            (failed, ngettext("{number} not understood", "{number} not understood", failed)),
        ]
        said = [words.format(number=number) for number, words in counted if number]
        return " · ".join(said) + "."


class ImportTable:
    """One visit to the table of a prepared import."""

    def __init__(self, record_admin, request, run):
        self.record_admin, self.request, self.run = record_admin, request, run
        if not may(request.user, "add", Publication):
            raise PermissionDenied

    def answer(self):
        post = self.request.POST
        if wants(self.request, "_forget"):
            return self.forget()
        decisions = Decisions(post, is_first_look=self.request.method != "POST")
        table = Table(runs.plans_of(self.run), decisions)
        if wants(self.request, "_back"):
            return self.back_to_the_box(table)
        if not wants(self.request, "_do"):
            return self.show(table)
        if complaint := self.complaint_about(table, decisions):
            return self.show(table, complaint)
        return self.carry_out(table)

    def complaint_about(self, table, decisions):
        """Why pressing the button does nothing, with what to do; "" if it does."""
        if rows := table.changed_meanwhile:
            titles = [f"“{row.title}”" for row in rows[:MOST_NAMED]]
            return _(
                "Nothing was done yet: somebody changed or deleted papers here meanwhile. Look at"
                " {titles} again, and tick what you still want."
            ).format(titles=", ".join(titles) + (", …" if len(rows) > MOST_NAMED else ""))
        if table.done_by("add") or table.done_by("update"):
            return ""
        if any(decisions.seen_as(row.key) is not None for row in table.rows):
            return _("What you ticked is here by now, so there is nothing left to do.")
        return _("Nothing is ticked. Tick what you want to have.")

    def forget(self):
        """Throw the list away; nothing of it was ever on the site."""
        ImportRun.objects.filter(pk=self.run.pk, state=ImportRun.State.PREPARED).delete()
        messages.success(self.request, _("The list is gone. Nothing was changed."))
        return redirect("admin:publications_publication_paste")

    def not_found(self, table):
        """The numbers that were looked up in vain."""
        if self.run.source not in {DOI_SOURCE, ORCID_SOURCE}:
            return []
        failed = [row for row in table.rows if row.plan.verdict == Verdict.FAILED]
        return [row.plan.origin.key for row in failed if row.plan.origin.key]

    def back_to_the_box(self, table):
        """What was not understood, back in the box, to be corrected and looked up once more."""
        publications = self.record_admin.admin_site.get_model_admin(Publication)
        return QuickAdd(publications, self.request).ask_again("\n".join(self.not_found(table)))

    def show(self, table, complaint=""):
        post = self.request.POST
        is_first_look = self.request.method != "POST"
        with_news = "news" in post if not is_first_look else table.count(Verdict.NEW) <= FEW
        return screen(
            self.record_admin,
            self.request,
            "publications/admin/import_table.html",
            title=_("Add publications"),
            is_nav_sidebar_enabled=False,  # the table needs the room
            run=self.run,
            table=table,
            lead=table.lead,
            complaint=complaint,
            can_go_back=bool(self.not_found(table)),
            visibilities=[(Visibility.PUBLIC, _("public")), (Visibility.DRAFT, _("drafts"))],
            visibility=self.visibility,
            with_news=with_news,
        )

    @property
    def visibility(self):
        is_draft = self.request.POST.get("visibility") == Visibility.DRAFT
        return Visibility.DRAFT if is_draft else Visibility.PUBLIC

    def carry_out(self, table):
        """Do what is ticked and decided, once, and go to the report of it."""
        user = self.request.user
        run = runs.confirm(self.run, table.decided(), self.visibility, user)
        with history.step(user, number=run.step):
            # Whoever pressed the button twice waits here, and finds the news written.
            run = ImportRun.objects.select_for_update(of=["self"]).get(pk=run.pk)
            self.answer_questions(run, table)
            if "news" in self.request.POST:
                created = run.entries.filter(outcome=ImportEntry.Outcome.CREATED)
                draft_news(created.values("publication"), lab=run.lab)
        return redirect("admin:publications_importrun_change", run.pk)

    def answer_questions(self, run, table):
        """Remember who the authors are, of the papers that came in."""
        asked = {row.key: row.questions for row in table.rows if row.questions}
        papers = dict(run.entries.filter(pk__in=asked).values_list("pk", "publication"))
        members = Member.objects.in_bulk(
            {key for questions in asked.values() for one in questions for key, _words in one.people}
        )
        answered = set()
        for key, questions in asked.items():
            for question in questions if papers.get(key) else ():
                if question.chosen:
                    self._answer(question, papers[key], members)
                    answered.add(key)
        count_as_imported(run, answered)

    def _answer(self, question, paper, members):
        same_name = Authorship.objects.filter(publication=paper, printed_name=question.printed)
        rows = list(same_name.values_list("pk", flat=True))
        if question.chosen != NOBODY:
            decide(Answer.YES, question.printed, members[question.chosen], rows, self.request.user)
            return
        for key, _words in question.people:
            decide(Answer.NO, question.printed, members[key], rows, self.request.user)


def count_as_imported(run, keys):
    """Let what was answered in the table be a part of the import, which undoing takes along."""
    entries = list(run.entries.filter(pk__in=keys, after__has_key="_state"))
    states = states_of({entry.publication_id for entry in entries})
    for entry in entries:
        entry.after["_state"] = states[entry.publication_id]
    ImportEntry.objects.bulk_update(entries, ["after"])
