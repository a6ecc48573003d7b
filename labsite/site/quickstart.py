"""From nothing to a running site, step by step. Each step finds out whether it is done already."""

import os
import re
import socket
import sys
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from labsite.site import content
from people.models import Lab

DEMO = Path(__file__).parent / "demo" / "demo.toml"

# An address that an earlier quickstart wrote; any other was given by a person and stays.
OWN_ADDRESS = re.compile(r"http://localhost:\d+")

ENVIRONMENT = """\
# Settings of this site; .env.example beside manage.py explains all there are.
LABSITE_BASE_URL={address}
"""


def is_port_free(port):
    """Tell whether a server could listen at ``port`` of this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as door:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def write_environment_file(port):
    """Keep the site's address for every later command, unless somebody chose another one."""
    path = settings.DATA_DIR / "labsite.env"
    line = f"LABSITE_BASE_URL=http://localhost:{port}"
    if path.exists():
        text = path.read_text(encoding="utf-8")
        written = re.sub(rf"(?m)^LABSITE_BASE_URL={OWN_ADDRESS.pattern}$", line, text)
    else:
        path.parent.mkdir(mode=0o750, parents=True, exist_ok=True)
        path.touch(mode=0o600)  # passwords of a mail server may follow
        text, written = "", ENVIRONMENT.format(address=f"http://localhost:{port}")
    if written != text:
        path.write_text(written, encoding="utf-8")


def address(port):
    """Return where people will find the site that ``serve`` starts."""
    if OWN_ADDRESS.fullmatch(settings.BASE_URL):
        return f"http://localhost:{port}"
    return settings.BASE_URL


def update_database():
    call_command("migrate", interactive=False, verbosity=0)


def collect_static_files():
    call_command("collectstatic", interactive=False, verbosity=0)


def load_demo():
    """Load the demo into a site that has no lab yet, and tell whether that was so."""
    if Lab.objects.exists():
        return False
    content.load(DEMO)
    return True


def make_admin():
    """Return name and password of a new admin account, or nothing where there is one already."""
    users = get_user_model().objects
    if users.filter(is_superuser=True).exists():
        return None
    # Without letters and digits that look alike: somebody will copy it by hand.
    alphabet = "abcdefghjkmnpqrstuvwxyz23456789"
    password = "-".join(get_random_string(4, alphabet) for _part in range(4))
    name = "admin"
    while users.filter(username=name).exists():
        name += "-" + get_random_string(2, alphabet)
    users.create_superuser(name, password=password)
    return name, password


def serve(port):
    """Become the web server; this does not return."""
    command = [
        *(sys.executable, "-m", "gunicorn", "labsite.wsgi"),
        *("--bind", f"127.0.0.1:{port}"),
        *("--worker-class", "gthread", "--workers", "2", "--threads", "4"),
        *("--max-requests", "2000", "--max-requests-jitter", "200"),
        *("--chdir", str(settings.BASE_DIR), "--log-level", "error", "--no-control-socket"),
    ]
    environment = os.environ | {"LABSITE_BASE_URL": address(port)}
    os.execve(sys.executable, command, environment)  # noqa: S606 -- every word is our own


def welcome(port, *, serves):
    """Return what to do now, for somebody who never saw the site."""
    if not serves:
        return _("Ready. Serve it with: manage.py quickstart --port {port}").format(port=port)
    return _(
        "Open {address}/ to see the site, and {address}/admin/ to edit it.\n"
        "Ctrl+C stops it, and the same command starts it again with all that you entered."
    ).format(address=address(port))
