"""The pictures of the README, taken of the demo: ``python -m tests.browser.pictures``.

A site of its own is set up in a temporary folder and thrown away afterwards.
"""

import io
import os
import re
import socket
import subprocess
import sys
import tempfile
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.error import URLError

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "labsite" / "docs" / "pictures"
CHROMIUM = os.environ.get("LABSITE_CHROMIUM") or "/usr/bin/chromium"
LARGEST_FILE = 60_000


class Shot(NamedTuple):
    """A picture to take: its name, the page, the window, and who looks at it."""

    name: str
    address: str
    width: int = 1280
    height: int = 860
    color_scheme: str = "light"
    is_signed_in: bool = False


SHOTS = [
    Shot("home", "/"),
    Shot("lab", "/labs/lighthouse-lab/"),
    Shot("member", "/people/xinyi-liu/"),
    Shot("member-phone", "/people/liangyu-wang/", width=390, color_scheme="dark"),
    Shot("publications", "/publications/"),
    Shot("publication", "/publications/why-bottles-arrive-late-a-made-up-study-of-slow-messages/"),
    Shot("project", "/projects/canzona/", height=760),
    Shot("admin", "/admin/", is_signed_in=True),
    Shot("publication-form", "/admin/publications/publication/add/", is_signed_in=True),
]


@contextmanager
def demo_site():
    """Serve the demo; gives its address and the password of its admin account."""
    with tempfile.TemporaryDirectory(prefix="labsite-pictures-") as folder:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = [sys.executable, "manage.py", "quickstart", "--port", str(port)]
        environment = os.environ | {"LABSITE_DATA_DIR": folder}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        ready = subprocess.run(
            [*command, "--no-serve"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
        try:
            address = f"http://localhost:{port}"
            wait_for(server, address)
            yield address, re.search(r"password (\S+)", ready.stdout)[1]
        finally:
            server.terminate()
            server.wait()


def wait_for(server, address):
    """Come back once the site answers."""
    while server.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=5):
                return
        except URLError:
            continue
    raise RuntimeError("The demo site has stopped before it could be visited.")


def sign_in(page, address, password):
    page.goto(f"{address}/login/")
    page.get_by_label("Username").fill("admin")
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()


def small(png):
    """The picture as WebP, as good as the largest file allows."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    for quality in range(90, 40, -5):
        out = io.BytesIO()
        image.save(out, "WEBP", quality=quality, method=6)
        if out.tell() <= LARGEST_FILE:
            return out.getvalue()
    raise RuntimeError("The picture does not fit; take less of the page.")


def take(browser, shot, address, password):
    context = browser.new_context(
        color_scheme=shot.color_scheme,
        viewport={"width": shot.width, "height": shot.height},
        reduced_motion="reduce",
    )
    page = context.new_page()
    if shot.is_signed_in:
        sign_in(page, address, password)
    answer = page.goto(f"{address}{shot.address}", wait_until="networkidle")
    if answer.status != 200:
        raise RuntimeError(f"{shot.address} answers {answer.status}.")
    (PICTURES / f"{shot.name}.webp").write_bytes(small(page.screenshot()))
    context.close()


def main():
    PICTURES.mkdir(exist_ok=True)
    with demo_site() as (address, password), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        for shot in SHOTS:
            take(browser, shot, address, password)
        browser.close()


if __name__ == "__main__":
    main()
