"""What an import costs: on both databases, on a site that is empty and on one that is full.

``python -m tests.benchmarks.imports``; alone on the machine, or the figures are somebody else's.
"""

import argparse
import os
import pwd
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from random import Random

from tests.benchmarks.__main__ import ROOT

AUTHORS = 6
SAMPLE, ROUNDS = 1000, 3  # entries of one measurement, and how often it is taken
BOX = 500  # entries that somebody may paste at once


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=50_000, help="How full the site gets.")
    parser.add_argument("--here", action="store_true", help="On the database of the environment.")
    options = parser.parse_args()
    if options.here:
        measure(options.entries)
        return
    with tempfile.TemporaryDirectory(prefix="labsite-benchmark-") as folder:
        run("SQLite", folder, options.entries, DATABASE_URL="")
    with postgresql() as address:
        if address:
            with tempfile.TemporaryDirectory(prefix="labsite-benchmark-") as folder:
                run("PostgreSQL", folder, options.entries, DATABASE_URL=address, PGUSER="labsite")


def run(name, folder, entries, **environment):
    say(f"\n{name}")
    environment |= {
        "LABSITE_DATA_DIR": folder,
        "LABSITE_BASE_URL": "http://127.0.0.1",
        "LABSITE_SECRET_KEY": "for the benchmark only",
        "DJANGO_SETTINGS_MODULE": "labsite.settings",
    }
    command = [sys.executable, "-m", "tests.benchmarks.imports", "--here", f"--entries={entries}"]
    subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=True)


@contextmanager
def postgresql():
    """A server of our own, with the settings that it comes with; None where there is none."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not programs:
        say("\nThere is no PostgreSQL on this machine.")
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="labsite-pg-"))
    account = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
    shutil.chown(folder, account)
    identity = {"user": account, "extra_groups": []} if os.geteuid() == 0 else {}

    def server(program, *arguments):
        with (folder / "log").open("ab") as log:
            command = [programs[-1] / program, f"--pgdata={folder / 'data'}", *arguments]
            subprocess.run(command, cwd=folder, stdout=log, stderr=log, check=True, **identity)

    server("initdb", "--username=labsite", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8")
    server("pg_ctl", f"--options=-k {folder} -c listen_addresses=''", "--wait", "start")
    try:
        subprocess.run(
            [programs[-1] / "createdb", f"--host={folder}", "--username=labsite", "labsite"],
            check=True,
        )
        yield f"postgresql:///{folder}/labsite"
    finally:
        server("pg_ctl", "--mode=fast", "stop")
        shutil.rmtree(folder)


def measure(entries):
    """Fill a site with imports, and print what they cost at its beginning and at its end."""
    manage = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    subprocess.run(manage, cwd=ROOT, check=True)
    import django

    django.setup()
    from publications.importing import runs

    longest = watch_transactions(runs)
    carry_out("warm", SAMPLE)
    early = [carry_out(f"early{number}", SAMPLE) for number in range(ROUNDS)]
    size = entries - (ROUNDS + 1) * SAMPLE
    seconds = carry_out("bulk", size)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    late = [carry_out(f"late{number}", SAMPLE) for number in range(ROUNDS)]
    again = carry_out("late0", SAMPLE)
    ratio = statistics.median(late) / statistics.median(early)
    say(f"import of {size:,} entries of {AUTHORS} authors   {size / seconds:8,.0f} entries/s")
    say(f"on a site of {SAMPLE:,} records              {SAMPLE / statistics.median(early):8,.0f}")
    say(f"on a site of {entries:,} records             {SAMPLE / statistics.median(late):8,.0f}")
    say(f"cost per entry, full site : new site   {ratio:8.2f} ×")
    say(f"the same file once more                {SAMPLE / again:8,.0f} entries/s")
    say(f"longest time that others wait          {max(longest):8.2f} s")
    say(f"peak of memory                         {memory:8,.0f} MB")
    say(f"{BOX} entries pasted: shown, and saved   {paste():8.2f} s")


def watch_transactions(runs):
    """The times for which batches hold the lock, as they come."""
    times, write = [], runs._Batches._write

    def timed(*arguments):
        started = time.perf_counter()
        try:
            return write(*arguments)
        finally:
            times.append(time.perf_counter() - started)

    runs._Batches._write = timed
    return times


def carry_out(name, size):
    """The seconds that a file takes, from its bytes to the end of the report."""
    from publications.importing import runs, sources
    from publications.importing.plans import Options
    from tests.publications.importing.running import tally_of

    content = text(name, size).encode()
    started = time.perf_counter()
    reading = sources.read(content, file=f"{name}.bib")
    run = runs.carry_out(reading, Options(source=f"{name}.bib"))
    seconds = time.perf_counter() - started
    tally = tally_of(run)
    assert (tally.entries, tally.failed) == (size, 0), tally
    return seconds


def paste():
    """The seconds for what somebody pastes: read and decided, then decided and written."""
    from publications.importing import runs, sources
    from publications.importing.plans import Options

    started = time.perf_counter()
    reading = sources.read(text("box", BOX).encode())
    run = runs.prepare(reading, Options(source="pasted"))
    wanted = [entry.pk for entry, _plan in runs.plans_of(run)]
    runs.confirm(run, wanted, "public", None)
    return time.perf_counter() - started


def text(name, size):
    """A made-up BibTeX file."""
    chance = Random(name)  # noqa: S311 -- there is nothing to guess
    syllables = [first + second for first in "bdfgklmnprstvz" for second in "aeiou"]

    def word(least, most):
        return "".join(chance.choices(syllables, k=chance.randint(least, most))).capitalize()

    people = [f"{word(2, 4)}, {word(2, 3)}" for _person in range(3000)]
    return "\n".join(
        f"""@article{{{name}{number},
  author = {{{" and ".join(chance.sample(people, AUTHORS))}}},
  title = {{{{{word(2, 3)}}} {" ".join(word(2, 4).lower() for _word in range(7))}}},
  journal = {{Journal of {people[number % 150].split(",")[0]}}},
  year = {{{chance.randint(1990, 2025)}}},
  volume = {{{chance.randint(1, 60)}}},
  number = {{{chance.randint(1, 12)}}},
  pages = {{{number}--{number + 12}}},
  doi = {{10.5555/{name}.{number}}},
  url = {{https://example.org/{name}/{number}}},
  abstract = {{{" ".join(word(1, 4).lower() for _word in range(40))}.}},
}}
"""
        for number in range(size)
    )


def say(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
