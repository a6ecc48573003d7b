"""Imports at the same moment: of one file, of one prepared run, beside somebody who saves."""

import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

import pytest
from django.contrib.auth.models import User
from django.db import connection

from publications.importing import runs, writing
from publications.importing.plans import Options
from publications.importing.undoing import undo
from publications.models import Authorship, Identifier, Publication
from tests.factories import make_publication, make_work
from tests.publications.importing.running import tally_of

SIZE, IMPORTS = 120, 3

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    """Let the imports meet more often than once."""
    monkeypatch.setattr(runs, "ENTRIES_AT_ONCE", 10)


def all_at_once(*actions):
    """Do everything at one moment, each with a connection of its own; returns what came out."""
    barrier = threading.Barrier(len(actions))

    def act(action):
        try:
            barrier.wait(timeout=60)
            return action()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(act, actions))


def works():
    """Works without any number: nothing but title, year and authors tells them apart."""
    return [
        make_work("Lena Kurz", "Bo Li", title=f"Tides {number}", pages=str(number))
        for number in range(SIZE)
    ]


def import_file(name="pubs.bib"):
    listed = works()
    return lambda: tally_of(runs.carry_out(listed, Options(source=name)))


def race(names):
    """What several imports of one file at once count, and how many works there are then."""
    tallies = all_at_once(*[import_file(name) for name in names])
    return tallies, Publication.objects.count()


@pytest.mark.parametrize("names", [["pubs.bib"] * IMPORTS, ["a.bib", "b.bib", "c.bib"]])
def test_several_imports_of_one_file_at_once_make_no_duplicates_r18(names):
    tallies, works_here = race(names)

    assert works_here == SIZE
    assert sum(tally.created for tally in tallies) == SIZE
    assert [tally.entries for tally in tallies] == [SIZE] * IMPORTS
    assert [(tally.updated, tally.failed) for tally in tallies] == [(0, 0)] * IMPORTS
    assert Authorship.objects.count() == 2 * SIZE
    assert Identifier.objects.filter(scheme="source").count() == SIZE * len(set(names))


class NoTransaction:
    """Each statement for itself, as if nothing held them together."""

    atomic = staticmethod(nullcontext)


def any_addresses(model, sources):
    return [f"race-{uuid.uuid4().hex}" for _source in sources]


@pytest.fixture
def no_lock(monkeypatch):
    """Switch off what keeps two imports apart, and the addresses and keys that would notice."""
    monkeypatch.setattr(runs, "one_at_a_time", lambda: None)
    monkeypatch.setattr(runs, "transaction", NoTransaction)
    monkeypatch.setattr(writing, "first_free_of_many", any_addresses)
    monkeypatch.setattr(writing, "free_keys", lambda rows, wishes: [""] * len(wishes))


def test_without_the_lock_the_race_is_lost_r18(no_lock):
    """The twin: what the test above proves is the work of the lock."""
    try:
        _tallies, works_here = race(["a.bib", "b.bib", "c.bib"])
    except Exception:
        return

    assert works_here > SIZE


def test_a_run_that_is_confirmed_in_two_windows_at_once_is_carried_out_once_r19():
    ana = User.objects.create_superuser("ana")
    run = runs.prepare(works(), Options(source="pasted"))
    wanted = list(run.entries.values_list("pk", flat=True))

    def confirm():
        return runs.confirm(run, wanted, "public", ana).pk

    assert all_at_once(*[confirm] * IMPORTS) == [run.pk] * IMPORTS
    assert Publication.objects.count() == SIZE
    assert tally_of(run) == runs.Tally(created=SIZE)


def test_a_run_that_is_taken_back_in_two_windows_at_once_is_gone_once():
    run = runs.carry_out(works(), Options(source="pubs.bib"))

    told = all_at_once(*[lambda: undo(run.__class__.objects.get(pk=run.pk), None)] * 2)

    assert told == [[], []]
    assert Publication.objects.count() == 0


def test_somebody_who_saves_beside_an_import_loses_nothing():
    papers = [
        make_publication("Lena Kurz", "Bo Li", title=f"Tides {n}", date="2020", kind="article")
        for n in range(SIZE)
    ]

    def save():
        for paper in papers:
            paper.summary = "Typed."
            paper.save(update_fields=["summary", "version"])

    tally, _saved = all_at_once(import_file(), save)

    assert (tally.updated, tally.failed) == (SIZE, 0)
    assert Publication.objects.filter(summary="Typed.").exclude(pages="").count() == SIZE
