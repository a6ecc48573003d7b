"""Imports from beginning to end: prepared, carried out once, accounted for, and taken back."""

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import OperationalError

from labsite import history
from labsite.models import Change
from publications.importing import bibtex, runs
from publications.importing.plans import Options, Verdict
from publications.importing.readings import Unreadable
from publications.importing.reconciling import AS_NEW
from publications.importing.undoing import undo
from publications.importing.writing import StaleError, Writer
from publications.models import Identifier, ImportEntry, ImportRun, Publication, Venue
from publications.works import Origin
from tests.factories import (
    make_grant,
    make_lab,
    make_member,
    make_news,
    make_publication,
    make_topic,
    make_work,
)
from tests.publications.importing.running import import_works, outcomes, tally_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana():
    return User.objects.create_superuser("ana")


def carry_out(*works, source="pubs.bib", **options):
    return runs.carry_out(list(works), Options(source=source, **options))


def tables():
    """Everything that an import may write, without what counts saves."""
    volatile = {"version", "updated_at", "created_at", "id"}
    rows = [
        {name: value for name, value in row.items() if name not in volatile}
        for row in Publication.objects.order_by("pk").values()
    ]
    parts = [
        sorted(map(str, paper.authorships.values_list("position", "printed_name", "member_id")))
        + sorted(map(str, paper.links.values_list("label", "url")))
        + sorted(map(str, paper.identifiers.values_list("scheme", "value")))
        + sorted(map(str, paper.listings.values_list("lab_id", "kind")))
        for paper in Publication.objects.order_by("pk")
    ]
    return rows, parts, list(Venue.objects.values_list("name", flat=True))


def test_a_run_accounts_for_every_entry_in_order(ana):
    make_publication("Lena Kurz", title="Tides", date="2020", kind="article-journal")
    progress, heard = [], []

    run = runs.carry_out(
        [
            make_work("Bo Li", title="New", key="new", origin=Origin("pubs.bib", 7, "new")),
            make_work("Lena Kurz", title="Tides", pages="1–9"),
            make_work("Lena Kurz", title="Tides", key="again"),
            make_work("Lena Kurz", title="Tides", date="2021"),
            Unreadable(Origin("pubs.bib", 40, "broken"), "A brace is missing.", "@article{broken,"),
        ],
        Options(source="pubs.bib", user=ana),
        progress=lambda done, total: progress.append((done, total)),
        listener=heard.append,
    )

    entries = list(run.entries.order_by("pk"))
    assert outcomes(entries) == ["created", "updated", "skipped", "skipped", "failed"]
    assert tally_of(run) == runs.Tally(created=1, updated=1, skipped=2, failed=1)
    assert tally_of(run).entries == 5
    assert [(entries[0].line, entries[0].key), (entries[4].line, entries[4].key)] == [
        *((7, "new"), (40, "broken"))
    ]
    assert (entries[4].reason, entries[4].notes) == ("A brace is missing.", ["@article{broken,"])
    assert [bool(entry.work) for entry in entries] == [False, False, False, True, False]
    assert entries[3].work["title"] == "Tides"
    assert progress == [(5, 5)]
    assert outcomes(heard) == outcomes(entries)
    assert (run.state, run.user, run.finished_at is not None) == ("done", ana, True)


def test_a_rehearsal_says_the_same_and_saves_nothing():
    make_publication("Lena Kurz", title="Tides", date="2020", kind="article-journal")
    works = [
        make_work("Bo Li", title="New"),
        make_work("Bo Li", title="New", pages="1–9"),
        make_work("Bo Li", title="New", pages="1–9"),
        make_work("Lena Kurz", title="Tides", date="2021"),
        make_work(title=""),
    ]
    before = tables()

    tally = runs.rehearse(works, Options(source="pubs.bib"))

    assert (tables(), ImportRun.objects.count()) == (before, 0)
    assert tally == tally_of(carry_out(*works))
    assert tally == runs.Tally(created=1, updated=1, skipped=2, failed=1)


def test_a_rehearsal_remembers_over_batches(monkeypatch):
    monkeypatch.setattr(runs, "ENTRIES_AT_ONCE", 2)
    works = [make_work("Bo Li", title=title) for title in ("One", "Two", "Two", "One", "Three")]

    assert runs.rehearse(works, Options(source="pubs.bib")) == runs.Tally(created=3, skipped=2)


def test_good_entries_around_a_broken_one_are_imported_c077():
    good = "\n".join(
        f"@article{{k{n}, title={{Tides {n}}}, author={{Kurz, L.}}, year={{2020}}}}"
        for n in range(300)
    )
    broken = good.replace("title={Tides 150}", "title={Tides 150")

    run = runs.carry_out(bibtex.read(broken, file="pubs.bib"), Options(source="pubs.bib"))

    tally = tally_of(run)
    assert tally.entries == 300
    assert tally.created >= 299
    assert tally.created + tally.failed == 300


def test_a_batch_ends_before_it_would_hold_the_lock_for_long(monkeypatch):
    monkeypatch.setattr(runs, "ENTRIES_AT_ONCE", 3)
    monkeypatch.setattr(runs, "AUTHORS_AT_ONCE", 5)
    works = [make_work(*["Bo Li"] * number) for number in (1, 1, 1, 6, 1, 2, 3, 1)]

    assert [len(batch) for batch in runs.in_batches(works)] == [3, 1, 3, 1]


def test_a_run_that_breaks_off_has_accounted_for_what_it_did(monkeypatch):
    monkeypatch.setattr(runs, "ENTRIES_AT_ONCE", 2)

    def works():
        for number in range(5):
            if number == 4:
                raise KeyboardInterrupt
            yield make_work("Bo Li", title=f"Tides {number}")

    class Source(list):
        def __iter__(self):
            return works()

    with pytest.raises(KeyboardInterrupt):
        runs.carry_out(Source(), Options(source="pubs.bib"))

    run = ImportRun.objects.get()
    assert (run.state, run.finished_at) == ("done", None)
    assert tally_of(run) == runs.Tally(created=4)
    assert Publication.objects.count() == 4
    with pytest.raises(ValidationError, match="This import still goes on"):
        undo(run, None)
    with time_machine.travel(run.started_at + runs.timedelta(hours=2)):
        undo(run, None)
    assert Publication.objects.count() == 0


def test_a_record_that_was_read_before_somebody_saved_it_is_read_and_decided_about_anew(
    monkeypatch,
):
    paper = make_publication("Lena Kurz", title="Tides", date="2020", kind="article-journal")
    versions, write = [], Writer.write

    def write_late(self, records, **kwargs):
        if not versions:
            records[0].version -= 1
        versions.append(records[0].version)
        return write(self, records, **kwargs)

    monkeypatch.setattr(Writer, "write", write_late)

    (entry,) = import_works(make_work("Lena Kurz", title="Tides", pages="1–9"))

    paper.refresh_from_db()
    assert (versions, entry.outcome, paper.pages) == ([0, 1], "updated", "1–9")


def test_a_record_that_always_changes_costs_its_own_entry_only(monkeypatch):
    make_publication("Lena Kurz", title="Tides", date="2020", kind="article-journal")
    monkeypatch.setattr(runs.time, "sleep", lambda seconds: None)
    write = Writer.write

    def refuse(self, records, **kwargs):
        if any(record.pk for record in records):
            raise StaleError
        return write(self, records, **kwargs)

    monkeypatch.setattr(Writer, "write", refuse)

    entries = import_works(
        make_work("Lena Kurz", title="Tides", pages="1–9"), make_work("Bo Li", title="New")
    )

    assert outcomes(entries) == ["failed", "created"]
    assert entries[0].reason == (
        "Somebody else was changing the same work. Import the entry once more."
    )


def test_a_database_that_is_away_ends_the_run_and_fails_no_entry(monkeypatch):
    monkeypatch.setattr(runs.time, "sleep", lambda seconds: None)

    def refuse(self, records, **kwargs):
        raise OperationalError("database is locked")

    monkeypatch.setattr(Writer, "write", refuse)

    with pytest.raises(OperationalError):
        carry_out(make_work("Bo Li"))

    run = ImportRun.objects.get()
    assert (run.finished_at, run.entries.count()) == (None, 0)


# Prepared runs


def prepare(*works, **options):
    return runs.prepare(list(works), Options(source="pasted", **options))


def test_a_prepared_run_puts_nothing_on_the_site(ana):
    lab = make_lab()

    run = prepare(make_work("Lena Kurz", title="Tides"), lab=lab, user=ana)

    assert (run.state, run.lab, run.user) == ("prepared", lab, ana)
    assert Publication.objects.count() == 0
    ((entry, plan),) = runs.plans_of(run)
    assert (plan.verdict, plan.work.title, plan.authors[0].name) == (
        *(Verdict.NEW, "Tides"),
        "Lena Kurz",
    )
    assert (entry.outcome, entry.reason) == ("skipped", "Not carried out yet.")


def test_a_prepared_run_holds_works_exactly_as_they_were_read():
    works = [
        make_work("Lena Kurz", links=[("Code", "https://example.org/")], key="kurz"),
        make_work("Bo Li", identifiers=[("mrnumber", "1")], extra={"note": "Ž"}),
    ]
    broken = Unreadable(Origin(line=9, key="b"), "A brace is missing.", "@article{b")

    run = prepare(*works, broken)

    plans = [plan for _entry, plan in runs.plans_of(run)]
    assert [plan.work for plan in plans] == [*works, None]
    assert (plans[2].reason, plans[2].notes) == ("A brace is missing.", ["@article{b"])


def test_confirming_imports_what_was_ticked_and_nothing_else(ana):
    lab = make_lab()
    run = prepare(
        make_work("Lena Kurz", title="Tides"), make_work("Lena Kurz", title="Storms"), lab=lab
    )
    tides, _storms = run.entries.order_by("pk")

    run = runs.confirm(run, [tides.pk], "draft", ana)

    assert (run.state, run.user, run.finished_at is not None) == ("done", ana, True)
    assert [(paper.title, paper.visibility) for paper in Publication.objects.all()] == [
        ("Tides", "draft")
    ]
    entries = list(run.entries.order_by("pk"))
    assert [(entry.outcome, entry.reason) for entry in entries] == [
        ("created", ""),
        ("skipped", "Left out."),
    ]
    assert Publication.objects.get().listings.get().lab == lab
    assert tally_of(run).entries == 2


def test_confirming_twice_imports_once_r19(ana):
    run = prepare(make_work("Lena Kurz", title="Tides"))
    wanted = list(run.entries.values_list("pk", flat=True))

    first = runs.confirm(run, wanted, "public", ana)
    second = runs.confirm(run, wanted, "public", ana)

    assert first == second
    assert Publication.objects.count() == 1
    assert outcomes(run.entries.all()) == ["created"]


def test_confirming_decides_anew(ana):
    run = prepare(make_work("Lena Kurz", title="Tides", pages="1–9"))
    make_publication("Lena Kurz", title="Tides", date="2020", kind="article-journal")

    run = runs.confirm(run, run.entries.values_list("pk", flat=True), "public", ana)

    assert outcomes(run.entries.all()) == ["updated"]
    assert Publication.objects.get().pages == "1–9"


def test_a_person_decides_about_what_is_held(ana):
    here = make_publication("Lena Kurz", title="Tides", date="2020", kind="article-journal")
    run = prepare(
        *[make_work("Lena Kurz", title="Tides", date="2021", pages="1–9", key=key) for key in "abc"]
    )
    first, second, third = run.entries.order_by("pk").values_list("pk", flat=True)

    run = runs.confirm(run, {first: AS_NEW, second: here.pk, third: None}, "public", ana)

    entries = list(run.entries.order_by("pk"))
    assert outcomes(entries) == ["created", "updated", "skipped"]
    assert entries[1].publication == here
    again = import_works(
        *[make_work("Lena Kurz", title="Tides", date="2021", key=key) for key in "ab"],
        source="pasted",
    )
    assert outcomes(again) == ["skipped", "skipped"]
    assert [entry.publication for entry in again] == [entries[0].publication, here]


def test_prepared_runs_that_nobody_came_back_to_are_cleaned_up(ana):
    with time_machine.travel("2026-01-01"):
        prepare(make_work("Lena Kurz"))
    with time_machine.travel("2026-01-07"):
        kept = prepare(make_work("Bo Li"))
    with time_machine.travel("2026-01-09"):
        new = prepare(make_work("Cy Day"))

    assert list(ImportRun.objects.order_by("pk")) == [kept, new]


# Taking back


FULL = {
    "title": "Tides",
    "pages": "1–12",
    "volume": "7",
    "venue": "Journal of Tides",
    "doi": "10.5555/t",
    "links": [("Code", "https://example.org/")],
    "identifiers": [("mrnumber", "1")],
    "extra": {"location": "Nordhaven"},
}


def test_taking_a_run_back_leaves_the_site_as_it_was_and_it_can_be_imported_again(ana):
    lab, lena = make_lab(), make_member(display_name="Lena Kurz")
    make_publication("Lena Kurz", title="Tides", date="2020", kind="article-journal")
    before = tables()
    works = [make_work("Lena Kurz", **FULL), make_work("Bo Li", title="New", venue="Annals")]
    run = carry_out(*works, lab=lab)
    assert tally_of(run) == runs.Tally(created=1, updated=1)
    after = tables()

    left_alone = undo(run, ana)

    assert left_alone == []
    assert tables() == before
    assert lena.authorships.count() == 0
    run.refresh_from_db()
    assert (run.state, run.undone_at is not None) == ("undone", True)
    assert run.notes == ["Taken back: 1 new work. 1 work is as it was before."]
    assert outcomes(import_works(*works, lab=lab)) == ["updated", "created"]
    _rows, parts, venues = tables()
    assert (parts, venues) == after[1:]


def test_taking_a_run_back_is_one_step_of_the_history(ana):
    make_publication("Lena Kurz", title="Tides", date="2020", kind="article-journal")
    run = carry_out(make_work("Lena Kurz", **FULL), make_work("Bo Li", title="New"))

    undo(run, ana)

    step = Change.objects.filter(user=ana).exclude(action="found")
    assert sorted(step.values_list("action", "label")) == [
        *(("deleted", "Journal of Tides"), ("deleted", "New")),
        ("restored", "Tides"),
    ]
    assert step.values("step").distinct().count() == 1


def test_what_somebody_changed_since_is_left_alone_and_told(ana):
    make_publication("Lena Kurz", title="Tides", date="2020", kind="article-journal")
    run = carry_out(make_work("Lena Kurz", **FULL), make_work("Bo Li", title="New"))
    Publication.objects.filter(title="Tides").update(pages="1–13")
    new = Publication.objects.get(title="New")
    new.summary = "About tides."
    new.save()

    left_alone = undo(run, ana)

    assert left_alone == [
        "“Tides”: pages was changed since, and stays.",
        "“New”: it was changed since, and stays.",
    ]
    tides = Publication.objects.get(title="Tides")
    assert (tides.pages, tides.volume, tides.doi, tides.venue) == ("1–13", "", "", None)
    assert Publication.objects.filter(title="New").exists()


@pytest.mark.parametrize(
    "use",
    [
        lambda paper: make_news().publications.add(paper),
        lambda paper: paper.topics.add(make_topic()),
        lambda paper: paper.grants.add(make_grant()),
        lambda paper: paper.authorships.update(member=make_member()),
        lambda paper: Publication.objects.update(visibility="draft"),
        lambda paper: paper.links.create(label="Slides", position=9),
    ],
)
def test_a_new_work_that_somebody_put_to_use_stays(use, ana):
    run = carry_out(make_work("Bo Li", title="New"))
    use(Publication.objects.get())

    assert len(undo(run, ana)) == 1
    assert Publication.objects.count() == 1


def test_an_import_on_top_that_was_taken_back_first_leaves_nothing_behind(ana):
    before = tables()
    first = carry_out(make_work("Lena Kurz", title="Tides", key="a"), source="a.bib")
    second = carry_out(make_work("Lena Kurz", **FULL), source="b.bib")

    assert (undo(second, ana), undo(first, ana)) == ([], [])

    assert tables() == before


def test_a_work_that_a_later_import_completed_stays(ana):
    first = carry_out(make_work("Lena Kurz", title="Tides", key="a"), source="a.bib")
    carry_out(make_work("Lena Kurz", **FULL), source="b.bib")

    assert undo(first, ana) == ["“Tides”: it was changed since, and stays."]


def test_a_work_that_a_later_import_found_unchanged_goes(ana):
    first = carry_out(make_work("Lena Kurz", title="Tides", key="a"), source="a.bib")
    carry_out(make_work("Lena Kurz", title="Tides", key="b"), source="b.bib")

    assert undo(first, ana) == []
    assert Publication.objects.count() == 0
    assert Identifier.objects.count() == 0


def test_several_entries_about_one_work_are_taken_back_together(ana):
    make_publication("Lena Kurz", title="Tides", date="2020", kind="article-journal")
    before = tables()
    run = carry_out(
        make_work("Lena Kurz", title="Tides", key="k", pages="1–9"),
        make_work("Lena Kurz", title="Tides", key="k2", volume="2"),
        make_work("Bo Li", title="New", key="n"),
        make_work("Bo Li", title="New", key="n2", volume="2"),
    )
    assert outcomes(run.entries.order_by("pk")) == ["updated", "updated", "created", "updated"]

    assert undo(run, ana) == []
    assert tables() == before


def test_an_author_line_returns_to_what_it_was_with_everybody_linked(ana):
    mia = make_member(display_name="Mia Brandt")
    work = make_work("A. Ng", "M. Brandt", title="Tides", key="k")
    import_works(work)
    Publication.objects.get().authorships.filter(printed_name="M. Brandt").update(member=mia)
    before = tables()
    run = carry_out(make_work("A. Ng", "B. Li", "M. Brandt", title="Tides", key="k"))
    assert outcomes(run.entries.all()) == ["updated"]

    assert undo(run, ana) == []
    assert tables() == before


def test_venues_that_others_use_by_now_stay(ana):
    run = carry_out(make_work("Bo Li", title="New", venue="Annals", key="a"))
    make_publication(venue=Venue.objects.get())

    undo(run, ana)

    assert [venue.name for venue in Venue.objects.all()] == ["Annals"]
    assert Publication.objects.count() == 1


def test_a_work_that_was_taken_back_can_be_brought_back_from_the_history(ana):
    run = carry_out(make_work("Bo Li", **FULL))
    undo(run, ana)

    history.restore(Change.objects.get(label="Tides", action="deleted"), ana)

    paper = Publication.objects.get()
    assert (paper.title, paper.authorships.get().printed_name) == ("Tides", "Bo Li")
    assert run.entries.get().publication == paper


def test_taking_back_twice_changes_nothing_more(ana):
    run = carry_out(make_work("Bo Li", title="New"))
    undo(run, ana)
    carry_out(make_work("Bo Li", title="New"))
    run.refresh_from_db()
    notes = list(run.notes)

    assert undo(run, ana) == []

    run.refresh_from_db()
    assert (Publication.objects.count(), run.notes) == (1, notes)


def test_what_was_only_prepared_cannot_be_taken_back(ana):
    run = prepare(make_work("Bo Li"))

    with pytest.raises(ValidationError, match="Nothing of this import is on the site yet"):
        undo(run, ana)


def test_entries_of_a_report_outlive_the_works(ana):
    run = carry_out(make_work("Bo Li", title="New"))

    undo(run, ana)

    entry = ImportEntry.objects.get()
    assert (entry.outcome, entry.publication) == ("created", None)
