import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.conftest import ROOT


@pytest.fixture(scope="module")
def cluster():
    """Start a PostgreSQL of our own, reached by a socket in a temporary folder."""
    binaries = find_binaries()
    account = find_account()
    folder = Path(tempfile.mkdtemp(prefix="labsite-pg-"))
    if account:
        shutil.chown(folder, account, account)

    identity = {"user": account, "group": account, "extra_groups": []} if account else {}

    def run(program, *arguments):
        # A file, because the server that pg_ctl leaves running would keep a pipe open.
        with (folder / "log").open("ab") as log:
            done = subprocess.run(
                [binaries / program, *arguments],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                check=False,
                **identity,
            )
        assert done.returncode == 0, (folder / "log").read_text()

    data = folder / "data"
    # Sorted by ICU, as installs are: what needs another order has to say so.
    run(
        "initdb",
        f"--pgdata={data}",
        "--username=labsite",
        "--auth=trust",
        "--encoding=UTF8",
        "--locale=C.UTF-8",
        "--locale-provider=icu",
        "--icu-locale=en",
        "--no-sync",
    )
    options = f"-k {folder} -c listen_addresses='' -c fsync=off -c full_page_writes=off"
    run("pg_ctl", f"--pgdata={data}", f"--options={options}", "--wait", "start")
    yield folder
    run("pg_ctl", f"--pgdata={data}", "--mode=immediate", "stop")
    shutil.rmtree(folder)


def find_binaries():
    """Return the newest PostgreSQL of this machine: on the path, or where Debian keeps it."""
    found = shutil.which("pg_ctl")
    folders = [Path(found).parent] if found else []
    folders += sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name)
    )
    return folders[-1] if folders else do_without("There is no PostgreSQL on this machine.")


def find_account():
    """Return who shall run the server when we are root, which PostgreSQL refuses."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        return do_without("PostgreSQL does not run as root, and there is no user postgres.")


# Minutes over the same real files; that all of them are imported is tested here, too.
READS_REAL_FILES_AGAIN = [
    "exporting/test_round_trip.py::test_real_files_come_back_from_the_database",
    "importing/test_command.py::test_each_file_of_the_corpora_alone_is_once_when_it_is_twice",
    "test_recognition.py::test_names_of_real_bibliographies_are_linked_to_nobody_else_and_found",
]


def do_without(reason):
    if os.environ.get("LABSITE_REQUIRE_POSTGRESQL") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


def test_the_suite_passes_on_postgresql(cluster):
    try:
        import psycopg  # noqa: F401 -- only whether it is there
    except ImportError:
        do_without("The package psycopg is not installed.")

    suite = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
            # The browser sees the same pages, and files of the repository hold no data.
            *("--ignore=tests/browser", "--ignore=tests/deploy", "--ignore=tests/postgresql"),
            *("--ignore=tests/test_repository.py", "--ignore=tests/test_imports.py"),
            "--only-with-database",
            *(f"--deselect=tests/publications/{test}" for test in READS_REAL_FILES_AGAIN),
        ],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": f"postgresql:///{cluster}/labsite", "PGUSER": "labsite"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )

    assert suite.returncode == 0, suite.stdout
