import ipaddress
import os
import runpy
import socket
from contextlib import closing
from pathlib import Path

import hypothesis
import pytest
from django.core.cache import cache

from tests.services import Services

ROOT = Path(__file__).resolve().parent.parent

# Examples are the same on every machine and may take as long as a busy one needs.
hypothesis.settings.register_profile("labsite", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("labsite")


class ReachedOutError(Exception):
    """A test tried to talk to another machine."""


def is_this_machine(host):
    if host in {"", "localhost", None}:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@pytest.fixture(autouse=True, scope="session")
def only_this_machine():
    """Keep every test from reaching another machine, by address or by name."""
    patch = pytest.MonkeyPatch()

    def guard(owner, name, host_of):
        original = getattr(owner, name)

        def guarded(*args, **kwargs):
            host = host_of(args)
            if not is_this_machine(host):
                raise ReachedOutError(f"Tests must not reach {host}.")
            return original(*args, **kwargs)

        patch.setattr(owner, name, guarded)

    def host_of_connection(args):
        connection, address = args
        return None if connection.family == socket.AF_UNIX else address[0]

    guard(socket.socket, "connect", host_of_connection)
    guard(socket.socket, "connect_ex", host_of_connection)
    guard(socket, "getaddrinfo", lambda args: args[0])
    yield
    patch.undo()


def pytest_addoption(parser):
    parser.addoption(
        "--only-with-database",
        action="store_true",
        help="Leave out the tests that would be the same on any database.",
    )


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--only-with-database"):
        return
    ask_it = {"db", "transactional_db", "live_server"}
    others = [
        item
        for item in items
        if not item.get_closest_marker("django_db") and not ask_it & set(item.fixturenames)
    ]
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if item not in set(others)]


@pytest.fixture(autouse=True)
def own_media_folder(settings, tmp_path):
    """Give each test its own folder for uploads."""
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture(autouse=True)
def empty_cache():
    """Let no test see what another one left in the cache."""
    cache.clear()


@pytest.fixture
def services(settings):
    """A server that stands in for doi.org, ORCID, GitHub and the others; nobody waits long."""
    with closing(Services()) as server:
        settings.OUTSIDE_MIRRORS = server.mirrors
        settings.OUTSIDE_SECONDS = 1
        settings.OUTSIDE_CONNECT_SECONDS = 0.5
        yield server


@pytest.fixture
def load_settings(monkeypatch, tmp_path):
    """Return a function that computes the site's settings for an environment of its own."""

    def load(**environment):
        with monkeypatch.context() as patch:
            for name in list(os.environ):
                if name.startswith("LABSITE_") or name.endswith("_URL"):
                    patch.delenv(name)
            for name, value in ({"LABSITE_DATA_DIR": str(tmp_path)} | environment).items():
                patch.setenv(name, value)
            return runpy.run_path(str(ROOT / "labsite" / "settings.py"))

    return load


@pytest.fixture
def over_tls(settings, load_settings):
    """Let the site believe that it is served at https://testserver, with all that follows."""
    for name, value in load_settings(LABSITE_BASE_URL="https://testserver").items():
        if name.startswith(("SECURE_", "SESSION_COOKIE", "CSRF_", "BASE_URL", "OVER_TLS")):
            setattr(settings, name, value)
