import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.request
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from people.models import Lab
from tests.conftest import ROOT


@pytest.fixture
def data_folder(settings, tmp_path):
    """Point the site at a data folder that does not exist yet."""
    settings.DATA_DIR = tmp_path / "var"
    settings.STATIC_ROOT = settings.DATA_DIR / "static"
    settings.BASE_URL = "http://localhost:8000"
    return settings.DATA_DIR


def quickstart(*arguments):
    out = StringIO()
    call_command("quickstart", "--no-serve", *arguments, stdout=out)
    return out.getvalue()


def password_in(text):
    return re.search(r"password (\S+)", text)[1]


@pytest.mark.django_db
def test_quickstart_makes_all_that_a_site_needs(data_folder):
    quickstart("--empty", "--port", "8123")

    assert (data_folder / "static" / "admin" / "css" / "base.css").is_file()
    assert (data_folder / "labsite.env").read_text().splitlines()[1:] == [
        "LABSITE_BASE_URL=http://localhost:8123"
    ]
    assert stat.S_IMODE((data_folder / "labsite.env").stat().st_mode) == 0o600


@pytest.mark.django_db
def test_quickstart_prints_the_password_of_the_admin_account_once(data_folder, django_user_model):
    first = quickstart("--empty")
    second = quickstart("--empty")

    admin = django_user_model.objects.get(is_superuser=True)
    assert admin.check_password(password_in(first))
    assert "password" not in second


@pytest.mark.django_db
def test_an_empty_site_stays_empty(data_folder):
    quickstart("--empty")

    assert list(Lab.objects.all()) == []


@pytest.mark.django_db
def test_quickstart_does_not_bring_back_what_was_deleted_from_the_demo(data_folder):
    quickstart()
    kept = Lab.objects.order_by("pk").first()
    kept.name = "A name of our own"
    kept.save()
    before = Lab.objects.count()

    quickstart()

    kept.refresh_from_db()
    assert (kept.name, Lab.objects.count()) == ("A name of our own", before)


@pytest.mark.django_db
def test_quickstart_at_another_port_moves_the_address_that_it_chose_itself(data_folder):
    quickstart("--empty", "--port", "8001")

    quickstart("--empty", "--port", "8002")

    assert "http://localhost:8002\n" in (data_folder / "labsite.env").read_text()


@pytest.mark.django_db
def test_quickstart_keeps_an_address_that_a_person_chose(data_folder):
    data_folder.mkdir()
    own = "LABSITE_BASE_URL=https://lab.example.org\nEMAIL_URL=smtp://localhost\n"
    (data_folder / "labsite.env").write_text(own)

    quickstart("--empty")

    assert (data_folder / "labsite.env").read_text() == own


def test_a_port_that_is_taken_is_a_sentence(data_folder):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        with pytest.raises(CommandError, match=f"Port {port} is taken by another program"):
            call_command("quickstart", "--port", str(port))

    assert not data_folder.exists()


@pytest.mark.parametrize("port", ["0", "65536", "http", "-1", "٣"])
def test_an_impossible_port_is_a_sentence(port):
    with pytest.raises(CommandError, match="A port is a number from 1 to 65535"):
        call_command("quickstart", f"--port={port}")


def test_one_command_serves_the_demo_within_half_a_minute(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("LABSITE_")
        and name not in {"DATABASE_URL", "DJANGO_SETTINGS_MODULE"}
    }
    started = time.monotonic()
    server = subprocess.Popen(
        [sys.executable, "manage.py", "quickstart", "--port", str(port)],
        cwd=ROOT,
        env=environment | {"LABSITE_DATA_DIR": str(tmp_path / "var")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        home = wait_for(f"http://localhost:{port}/", server)
        took = time.monotonic() - started
    finally:
        server.send_signal(signal.SIGINT)
        said = server.communicate(timeout=30)[0]

    assert home.status == 200, said
    assert f"Open http://localhost:{port}/ to see the site" in said
    assert took < 30


def wait_for(address, server):
    """Return the first answer from ``address``; the server is given a minute to get ready."""
    for _attempt in range(600):
        try:
            with urllib.request.urlopen(address, timeout=10) as response:
                return response
        except urllib.error.HTTPError as answer:
            return answer
        except OSError:
            if server.poll() is not None:
                break
            time.sleep(0.1)
    raise AssertionError(server.communicate(timeout=30)[0])
