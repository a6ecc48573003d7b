import os
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.management import call_command
from playwright.sync_api import sync_playwright
from pytest_django.live_server_helper import LiveServer

from labsite.site import content, quickstart

CHROMIUM = os.environ.get("LABSITE_CHROMIUM") or "/usr/bin/chromium"
# Nothing but this machine exists for the browser, and it asks nobody for updates.
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
]


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.django_db)


@pytest.fixture(scope="module")
def browser():
    if not Path(CHROMIUM).is_file():
        reason = f"There is no Chromium at {CHROMIUM}; LABSITE_CHROMIUM says where else to look."
        if os.environ.get("LABSITE_REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright keeps an event loop in this thread, which Django takes for async code.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def demo_site(django_db_setup, django_db_blocker, tmp_path_factory):
    """Serve the demo content to every test of a module; for tests that only read."""
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        from django.conf import settings

        patch.setattr(settings, "MEDIA_ROOT", tmp_path_factory.mktemp("media"))
        content.load(quickstart.DEMO)
        server = LiveServer("localhost")
        yield server.url
        server.stop()
        call_command("flush", interactive=False, verbosity=0)


class Visit:
    """One browser window, which remembers whatever a good page never causes."""

    def __init__(self, page):
        self.page = page
        self.complaints = []
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("console", self._listen)
        page.on("request", self._watch)
        page.on("response", self._check)

    def _listen(self, message):
        # Broken policies and missing files are reported here.
        if message.type in {"error", "warning"}:
            self.complaints.append(f"console: {message.text}")

    def _watch(self, request):
        address = urlsplit(request.url)
        if address.scheme != "data" and address.hostname not in {"localhost", "127.0.0.1"}:
            self.complaints.append(f"asked elsewhere: {request.url}")

    def _check(self, response):
        if response.status >= 400:
            self.complaints.append(f"{response.status}: {response.url}")

    def barriers(self):
        """Return what axe finds on the page as it stands: rule, and where."""
        violations = Axe().run(self.page).response["violations"]
        return [
            f"{violation['id']}: {node['target']}"
            for violation in violations
            for node in violation["nodes"]
        ]


@pytest.fixture
def open_window(browser):
    """Return a function that opens a window, light or dark, wide or narrow."""
    contexts = []

    def open_window(*, color_scheme="light", width=1280, **options):
        context = browser.new_context(
            color_scheme=color_scheme, viewport={"width": width, "height": 900}, **options
        )
        contexts.append(context)
        return Visit(context.new_page())

    yield open_window
    for context in contexts:
        context.close()
