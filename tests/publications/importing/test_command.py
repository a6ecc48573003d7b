"""manage.py import_publications, from the files to what it prints."""

import json
import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from publications.importing import texts
from publications.models import Authorship, ImportRun, Publication
from tests.conftest import ROOT
from tests.factories import make_lab, make_member
from tests.services import CSL_JSON, csl_record, external_ids, orcid_record, orcid_work

pytestmark = pytest.mark.django_db

CORPORA = os.environ.get("LABSITE_CORPORA")
MOST_FAILED = 0.002

TWO = """
@article{kurz, title={Tides}, author={Kurz, Lena}, year=2020, journal=jot}
@article{li, title={Storms}, author={Li, Bo and Kurz, L.}, year=2021}
"""


@pytest.fixture
def file(tmp_path):
    """Write a file, and return its path."""

    def write(text, name="pubs.bib"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return write


def run(*arguments, **options):
    """What the command prints."""
    out = StringIO()
    call_command("import_publications", *map(str, arguments), stdout=out, **options)
    return out.getvalue()


def last_sum(printed):
    return next(line for line in printed.splitlines() if line.startswith("entries: "))


def table(printed):
    """The numbers of each file: entries, created, updated, skipped, failed."""
    lines = printed.splitlines()
    end = lines.index(last_sum(printed))
    return [[int(number) for number in line.split()[-6:-1]] for line in lines[1:end]]


def test_a_file_is_imported_and_counted(file):
    printed = run(file(TWO))

    assert last_sum(printed) == "entries: 2 = created 2 + updated 0 + skipped 0 + failed 0"
    assert table(printed) == [[2, 2, 0, 0, 0]]
    assert Publication.objects.public().count() == 2
    assert ImportRun.objects.get().source == "pubs.bib"


def test_importing_twice_is_importing_once(file):
    path = file(TWO)
    run(path)

    assert last_sum(run(path)) == "entries: 2 = created 0 + updated 0 + skipped 2 + failed 0"


def test_abbreviations_of_one_file_are_known_in_all(file):
    articles = file(TWO)
    abbreviations = file("@string{jot = {Journal of Tides}}", "abbrev.bib")

    printed = run(articles, abbreviations)

    assert table(printed) == [[2, 2, 0, 0, 0], [0, 0, 0, 0, 0]]
    assert Publication.objects.get(title="Tides").venue.name == "Journal of Tides"


def test_abbreviations_alone_are_read(file):
    assert last_sum(run(file("@string{jot = {Journal of Tides}}"))) == (
        "entries: 0 = created 0 + updated 0 + skipped 0 + failed 0"
    )


def test_each_failed_entry_gets_a_line_with_file_line_key_and_reason(file):
    path = file("@article{kurz, title={Tides}, year=2020}\n\n@xdata{x, publisher={P}}\n")

    lines = run(path).splitlines()

    assert lines[2] == "entries: 2 = created 1 + updated 0 + skipped 0 + failed 1"
    assert lines[3].startswith(f"{path}:3 x: ")


def test_a_dry_run_counts_the_same_and_saves_nothing(file):
    path = file(TWO * 2)

    printed = run(path, dry_run=True)

    assert (Publication.objects.count(), ImportRun.objects.count()) == (0, 0)
    assert last_sum(printed) == last_sum(run(path))
    assert "Nothing was saved: this was a dry run." in printed.splitlines()


def test_drafts_are_seen_by_nobody_yet(file):
    run(file(TWO), drafts=True)

    assert (Publication.objects.count(), Publication.objects.public().count()) == (2, 0)


def test_a_work_without_a_title_waits_as_a_draft_and_gives_its_title_to_nobody(file):
    printed = run(file("@misc{ng2020, author={Ng, Ada}, year=2020, doi={10.5555/a}}"))

    work = Publication.objects.get()
    assert (work.title, work.visibility) == ("ng2020", "draft")
    assert "It waits as a draft, because its title is missing." in printed

    Publication.objects.update(title="Tides", visibility="public")
    again = run(file("@misc{other, author={Ng, Ada}, year=2020, doi={10.5555/a}}", "b.bib"))

    work.refresh_from_db()
    assert (work.title, work.visibility) == ("Tides", "public")
    assert "draft" not in again


def test_the_only_lab_lists_the_works_and_of_several_the_one_that_was_named(file):
    tidal = make_lab(name="Tidal Lab")
    run(file(TWO))
    assert set(Publication.objects.values_list("listings__lab", flat=True)) == {tidal.pk}

    make_lab(name="Storm Lab")
    run(file("@misc{a, title={One}}", "a.bib"))
    run(file("@misc{b, title={Two}}", "b.bib"), lab="tidal-lab")

    assert Publication.objects.get(title="One").listings.count() == 0
    assert Publication.objects.get(title="Two").listings.get().lab == tidal


def test_names_that_can_be_the_member_are_theirs_c067(file):
    make_member(display_name="Lena Kurz")

    run(file(TWO), member="lena-kurz")

    linked = Authorship.objects.filter(member__isnull=False).values_list("printed_name", flat=True)
    assert sorted(linked) == ["L. Kurz", "Lena Kurz"]


@pytest.mark.parametrize("option", ["lab", "member"])
def test_a_lab_or_person_that_is_not_there_is_told_before_anything_happens(file, option):
    with pytest.raises(CommandError, match="at the address “nobody”"):
        run(file(TWO), **{option: "nobody"})

    assert Publication.objects.count() == 0


def test_a_file_that_cannot_be_read_does_not_stop_the_others(file, tmp_path):
    missing, binary = tmp_path / "missing.bib", file(b"%PDF-1.7", "paper.pdf")

    printed = run(missing, binary, file(TWO))

    assert table(printed) == [[2, 2, 0, 0, 0]]
    unread = printed.splitlines()[-2:]
    assert [line.split(": ")[0] for line in unread] == [str(missing), str(binary)]


def test_only_when_no_file_can_be_read_the_command_fails(tmp_path):
    with pytest.raises(CommandError, match="Nothing could be read"):
        run(tmp_path / "missing.bib")


def test_nothing_to_import_is_told():
    with pytest.raises(CommandError, match="Say what to import"):
        run()


def test_a_doi_and_an_orcid_record_are_looked_up_and_are_one_work_c059_c094(services):
    services.reply("/doi.org/10.5555/tides.1", csl_record(), media_type=CSL_JSON)
    numbers = {"external-ids": external_ids(("doi", "10.5555/tides.1"))}
    record = orcid_record([orcid_work(7, **numbers)])
    services.reply("/pub.orcid.org/v3.0/0000-0002-1825-0097/record", record)
    everything = {"doi": ["10.5555/tides.1"], "orcid": ["0000-0002-1825-0097"]}

    first, second = run(**everything), run(**everything)

    assert [row[0] for row in table(first)] == [1, 1]
    assert Publication.objects.get().doi == "10.5555/tides.1"
    assert table(second) == [[1, 0, 0, 1, 0], [1, 0, 0, 1, 0]]


def test_what_no_service_knows_is_told_and_the_rest_is_imported(services, file):
    printed = run(file(TWO), doi=["10.5555/nothing"])

    assert table(printed) == [[2, 2, 0, 0, 0]]
    assert printed.splitlines()[-1].startswith("10.5555/nothing: ")


def test_the_report_holds_every_entry(file, tmp_path):
    report = tmp_path / "report.json"
    path = file(TWO + "@xdata{x, publisher={P}}")
    run(path)

    run(path, file("@misc{a, title={Ĳssel}}", "a.bib"), report=report)

    told = json.loads(report.read_text(encoding="utf-8"))
    totals = {name: told[name] for name in ("entries", "created", "updated", "skipped", "failed")}
    assert totals == {"entries": 4, "created": 1, "updated": 0, "skipped": 2, "failed": 1}
    assert [each["file"] for each in told["files"]] == [str(path), str(tmp_path / "a.bib")]
    items = [item for each in told["files"] for item in each["items"]]
    assert [(item["line"], item["key"], item["outcome"]) for item in items] == [
        *((2, "kurz", "skipped"), (3, "li", "skipped"), (4, "x", "failed"), (1, "a", "created"))
    ]
    assert (told["unread"], items[2]["publication"]) == ([], None)


def test_two_files_of_one_name_are_two_sources(file):
    first = file("@article{k, title={Tides}, author={Kurz, L.}, year=2020, pages={1}}", "a/p.bib")
    second = file("@article{k, title={Tides}, author={Kurz, L.}, year=2020, pages={2}}", "b/p.bib")

    run(first, second)

    assert Publication.objects.get().pages == "1"
    assert list(ImportRun.objects.order_by("pk").values_list("source", flat=True)) == [
        *("a/p.bib", "b/p.bib")
    ]


def test_what_is_printed_moves_no_cursor(file):
    printed = run(file("@xdata{x\x1b[2Jy, publisher={P}}\n@misc{a, title={One}}", "p.bib"))

    assert "\x1b" not in printed


def test_letters_of_all_scripts_are_printed_under_any_language_c084(file, tmp_path):
    path = file("@misc{k, title={Über Łódź 周}}\n@xdata{Łódź, publisher={P}}")
    (tmp_path / "var").mkdir()
    environment = os.environ | {
        "LANG": "C",
        "LC_ALL": "C",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONUTF8": "0",
        "LABSITE_DATA_DIR": str(tmp_path / "var"),
        "LABSITE_BASE_URL": "http://localhost",
        "DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "labsite.settings",
    }

    def manage(*arguments):
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        return subprocess.run(command, env=environment, capture_output=True, check=False)

    assert manage("migrate", "--verbosity=0").returncode == 0
    done = manage("import_publications", str(path))

    assert done.returncode == 0, done.stderr
    printed = done.stdout.decode("utf-8")
    assert last_sum(printed) == "entries: 2 = created 1 + updated 0 + skipped 0 + failed 1"
    assert f"{path}:2 Łódź: " in printed


# All files of the corpora


def corpora_files():
    return sorted(Path(CORPORA, "bib").rglob("*.bib"))


def plain_count(path):
    """How many lines of a file begin an entry, counted without our reader."""
    begins = r"^[ \t]*@(?!(?:string|comment|preamble)\b)\w+\s*[{(]"
    text = texts.decode(path.read_bytes())
    return len(re.findall(begins, text, re.MULTILINE | re.IGNORECASE))


@pytest.mark.skipif(not CORPORA, reason="LABSITE_CORPORA names no folder with files to import.")
def test_every_file_of_the_corpora_is_accounted_for_and_twice_is_once_c076_c148():
    files = corpora_files()
    counts = [plain_count(path) for path in files]

    first = table(run(*files))
    second = table(run(*files))

    assert [row[0] for row in first] == counts
    assert [row[0] for row in second] == counts
    assert [sum(row[1:]) for row in first] == counts
    assert [sum(row[1:]) for row in second] == counts
    changed = [(path.name, row) for path, row in zip(files, second, strict=True) if any(row[1:3])]
    assert changed == []
    assert sum(row[4] for row in first) <= MOST_FAILED * sum(counts)


@pytest.mark.skipif(not CORPORA, reason="LABSITE_CORPORA names no folder with files to import.")
def test_each_file_of_the_corpora_alone_is_once_when_it_is_twice():
    changed = []
    for path in corpora_files():
        run(path)
        again = table(run(path))
        if any(any(row[1:3]) for row in again):
            changed.append(path.name)

    assert changed == []
