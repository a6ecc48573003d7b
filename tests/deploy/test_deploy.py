"""The shipped files of a deployment, on this machine: nginx, gunicorn, either database.

Only ports, paths and the user are replaced; the rest is what labsite/docs/deploy.md installs.
"""

import contextlib
import http.client
import json
import os
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.core.management import get_commands

from tests.conftest import ROOT
from tests.forms import filled_in
from tests.postgresql.test_suite import cluster  # noqa: F401 -- a fixture, asked for by name

DEPLOY = ROOT / "labsite" / "deploy"
MAIN_FILE = Path("/etc/nginx/nginx.conf")  # Debian's, which includes ours
HOST = "lab.example.org"
HSTS = "max-age=63072000"
SANDBOX = "default-src 'none'; sandbox"
SECRET_KEY = "0123456789abcdef" * 5  # as long as the page has it made
FOR_A_YEAR = "public, max-age=31536000, immutable"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"


def do_without(reason):
    if os.environ.get("LABSITE_REQUIRE_NGINX") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@dataclass
class Answer:
    """What a server said."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self):
        return self.body.decode()

    def all(self, *names):
        """The values of some headers; a header that came twice is a list."""
        found = {name: self.headers.get_all(name, []) for name in names}
        return {name: values[0] if len(values) == 1 else values for name, values in found.items()}


@dataclass
class Install:
    """A site in a folder of its own."""

    folder: Path
    database_url: str = ""
    ports: dict[str, int] = field(default_factory=dict)
    filling: dict[str, str] = field(default_factory=dict)
    service: subprocess.Popen | None = None
    journal: socket.socket | None = None

    @property
    def data(self):
        return self.folder / "data"

    @property
    def socket(self):
        return self.folder / "run" / "gunicorn.sock"

    @property
    def environment(self):
        """The environment of the service; all else stands in the file that settings read."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("LABSITE_")
            and not name.endswith("_URL")
            and name != "DJANGO_SETTINGS_MODULE"
        }
        return kept | {
            "LABSITE_DATA_DIR": str(self.data),
            "DJANGO_SETTINGS_MODULE": "labsite.settings",
            "PGUSER": "labsite",
        }

    def run(self, *arguments):
        """Run a program of the site, as the command "labsite" does."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.environment,
            umask=0o027,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def count(self, condition):
        """How many topics there are with this condition, asked past the running servers."""
        lines = f"from people.models import Topic; print(Topic.objects.filter({condition}).count())"
        return int(self.run("manage.py", "shell", "--no-imports", "--command", lines))

    def ask(self, path, method="GET", body=None, *, server="https", source="127.0.0.1", **headers):
        """Ask nginx, by TLS or without."""
        plain = socket.create_connection(
            ("127.0.0.1", self.ports[server]), timeout=60, source_address=(source, 0)
        )
        connection = http.client.HTTPConnection(HOST)
        connection.sock = self.over_tls(plain) if server == "https" else plain
        return self.answer(connection, method, path, body, headers)

    def over_tls(self, plain, name=HOST):
        trust = ssl.create_default_context(cafile=self.folder / "certificates" / "fullchain.pem")
        return trust.wrap_socket(plain, server_hostname=name)

    def answer(self, connection, method, path, body, headers):
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        with contextlib.closing(connection):
            connection.request(method, path, body, {"Host": HOST} | names)
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())

    def said(self):
        """What the service said, for whoever has to find out why a test failed."""
        return (self.folder / "gunicorn.log").read_text()

    def forget_the_log(self):
        self.journal.settimeout(0)
        with contextlib.suppress(BlockingIOError):
            while True:
                self.journal.recv(10_000)

    def log_line(self, *words):
        """The next line of nginx's log with these words."""
        self.journal.settimeout(60)
        while True:
            line = self.journal.recv(10_000).decode()
            if all(word in line for word in words):
                return line

    @property
    def cookie(self):
        return f"__Host-sessionid={self.filling['session']}"


# What stands in for paths and users of a real machine


def variables(name):
    """The lines of a unit, each name with its last value."""
    text = (DEPLOY / name).read_text().replace("\\\n", " ")
    return dict(re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE))


def settings_file(install):
    """The shipped file of settings, for a site on ``install.database_url``."""
    text = (DEPLOY / "labsite.env").read_text()
    text = text.replace(
        "#EMAIL_URL=smtp+tls://user:password@mail.example.org:587",
        f"EMAIL_URL=filemail:///{install.folder}/letters",
    )
    if install.database_url:
        text = re.sub(r"(?m)^#DATABASE_URL=.*$", f"DATABASE_URL={install.database_url}", text)
        text = re.sub(r"(?m)^#LABSITE_SECRET_KEY=$", f"LABSITE_SECRET_KEY={SECRET_KEY}", text)
    return text


def gunicorn_command(install):
    """The service's own command, on a socket in the folder of the test."""
    program, *arguments = shlex.split(variables("labsite.service")["ExecStart"])
    assert program == "/opt/labsite/.venv/bin/gunicorn"
    places = [
        argument.replace("/run/labsite", str(install.socket.parent)) for argument in arguments
    ]
    return [sys.executable, "-m", "gunicorn", *places]


def nginx_files(install):
    """Write the shipped file and, around it, Debian's; return the path of the latter."""
    ours = (DEPLOY / "nginx.conf").read_text()
    for scheme, port in [("http", "80"), ("https", "443")]:
        ours = ours.replace(f"listen {port}", f"listen 127.0.0.1:{install.ports[scheme]}")
        # A second address of this machine stands in for the one of the newer protocol.
        ours = ours.replace(f"listen [::]:{port}", f"listen 127.0.0.2:{install.ports[scheme]}")
    for place, stand_in in {
        f"/etc/letsencrypt/live/{HOST}": install.folder / "certificates",
        "/run/labsite": install.socket.parent,
        "/var/lib/labsite": install.data,
        "/var/www/html": install.folder / "html",
        "/dev/log": install.folder / "log",
    }.items():
        assert place in ours
        ours = ours.replace(place, str(stand_in))
    (install.folder / "site.conf").write_text(ours)
    main = MAIN_FILE.read_text()
    for place, stand_in in {
        "user www-data;": "user root;" if os.geteuid() == 0 else "",
        "/run/nginx.pid": f"{install.folder}/nginx.pid",
        "/var/log/nginx": str(install.folder),
        "/etc/nginx/sites-enabled/*": f"{install.folder}/site.conf",
    }.items():
        assert place in main
        main = main.replace(place, stand_in)
    path = install.folder / "nginx.conf"
    path.write_text(main)
    return path


def make_certificate(folder):
    folder.mkdir()
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"),
            *("-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"),
        ],
        check=True,
        capture_output=True,
    )


def free_ports(count):
    doors = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [door.getsockname()[1] for door in doors]
    for door in doors:
        door.close()
    return ports


# The two installs


@contextlib.contextmanager
def running(command, install, log, **options):
    """Run a server until the end of the block; what it said stays in ``log``."""
    with (install.folder / log).open("wb") as out:
        server = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, **options)
        try:
            yield server
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=60)


def wait_until(is_ready, server, log):
    for _attempt in range(600):
        if is_ready():
            return
        assert server.poll() is None, log.read_text()
        time.sleep(0.1)
    pytest.fail(log.read_text())


def is_open(*, port=None, path=None):
    door = socket.socket(socket.AF_UNIX if path else socket.AF_INET)
    with contextlib.closing(door):
        return door.connect_ex(str(path) if path else ("127.0.0.1", port)) == 0


@contextlib.contextmanager
def prepared(database_url=""):
    """A folder with all that sections 3 to 5 of the page put into place."""
    folder = Path(tempfile.mkdtemp(prefix="labsite-deploy-"))
    install = Install(folder, database_url)
    install.data.mkdir()
    install.socket.parent.mkdir()
    install.data.joinpath("labsite.env").write_text(settings_file(install))
    try:
        install.run("manage.py", "migrate")
        install.run("manage.py", "collectstatic", "--noinput")
        install.filling = json.loads(install.run("-m", "tests.deploy.filling"))
        yield install
    finally:
        shutil.rmtree(folder)


@contextlib.contextmanager
def gunicorn(install, command):
    """The service, started as systemd does: it is ready when it has said so."""
    assert variables("labsite.service")["Type"] == "notify"
    log = install.folder / "gunicorn.log"
    with contextlib.closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as systemd:
        systemd.bind(str(install.folder / "notify"))
        systemd.settimeout(60)
        environment = install.environment | {"NOTIFY_SOCKET": str(install.folder / "notify")}
        with running(command, install, log.name, cwd=ROOT, env=environment, umask=0o027) as server:
            assert b"READY=1" in systemd.recv(1_000).splitlines(), log.read_text()
            yield server


@contextlib.contextmanager
def nginx(install):
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    install.ports = dict(zip(["http", "https"], free_ports(2), strict=True))
    make_certificate(install.folder / "certificates")
    proof = install.folder / "html" / ".well-known" / "acme-challenge" / "proof"
    proof.parent.mkdir(parents=True)
    proof.write_text("proof")
    command = [program, "-c", nginx_files(install), "-e", install.folder / "error.log"]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    with contextlib.closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as journal:
        journal.bind(str(install.folder / "log"))
        with running([*command, "-g", "daemon off;"], install, "nginx.log") as server:
            log = install.folder / "nginx.log"
            wait_until(lambda: is_open(port=install.ports["https"]), server, log)
            yield journal


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def site(request):
    """The site as the page leaves it: nginx in front of gunicorn, on this database."""
    if not shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin") or not MAIN_FILE.exists():
        do_without("There is no nginx, as Debian sets it up, on this machine.")
    if not shutil.which("openssl"):
        do_without("There is no openssl on this machine, to make a certificate.")
    database_url = ""
    if request.param == "postgresql":
        folder = request.getfixturevalue("cluster")
        make_database(folder)
        database_url = f"postgresql:///{folder}/labsite"
    with (
        prepared(database_url) as install,
        gunicorn(install, gunicorn_command(install)) as install.service,
        nginx(install) as install.journal,
    ):
        yield install


def make_database(folder):
    import psycopg

    with psycopg.connect(
        host=str(folder), user="labsite", dbname="postgres", autocommit=True
    ) as connection:
        connection.execute("CREATE DATABASE labsite TEMPLATE template0 ENCODING 'UTF8'")


# The site, by TLS only


@pytest.mark.parametrize(
    "path", ["/", "/people/?page=2", "/static/labsite/css/site.css", "/admin/"]
)
def test_without_tls_every_address_leads_to_tls(site, path):
    answer = site.ask(path, server="http")

    assert (answer.status, answer.headers["Location"]) == (301, f"https://{HOST}{path}")


def test_the_proof_for_the_certificate_is_told_without_tls(site):
    answer = site.ask("/.well-known/acme-challenge/proof", server="http")

    assert (answer.status, answer.text) == (200, "proof")


@pytest.mark.parametrize("path", ["/", "/no-such-page/", "/admin/login/", "/favicon.ico"])
def test_every_page_is_told_once_to_stay_with_tls(site, path):
    assert site.ask(path).all("Strict-Transport-Security") == {"Strict-Transport-Security": HSTS}


def test_a_page_comes_compressed_and_without_a_cookie(site):
    answer = site.ask(site.filling["publication"], Accept_Encoding="gzip")

    assert answer.status == 200, site.said()
    assert answer.all("Content-Encoding", "Set-Cookie") == {
        "Content-Encoding": "gzip",
        "Set-Cookie": [],
    }


@pytest.mark.parametrize("host", ["evil.example", f"{HOST}.evil.example", "127.0.0.1", ""])
def test_another_name_gets_no_page(site, host):
    answer = site.ask("/", Host=host)

    assert (answer.status, "<html lang" in answer.text) in [(421, False), (400, False)]


@pytest.mark.parametrize("name", ["evil.example", None])
def test_another_name_gets_no_certificate(site, name):
    trusting = ssl._create_unverified_context()  # noqa: S323 -- would take any certificate
    with (
        socket.create_connection(("127.0.0.1", site.ports["https"])) as plain,
        pytest.raises(ssl.SSLError, match="UNRECOGNIZED_NAME"),
    ):
        trusting.wrap_socket(plain, server_hostname=name)


def test_another_name_without_tls_gets_no_answer(site):
    with pytest.raises(http.client.RemoteDisconnected):
        site.ask("/", server="http", Host="evil.example")


def test_a_visitor_cannot_tell_the_site_where_it_is(site):
    """Headers that a proxy sets, and names that gunicorn would take for its own."""
    told = {
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "http",
        "X-Forwarded-For": "192.0.2.1",
        "SCRIPT_NAME": "/evil",
        "X-Accel-Redirect": "/stored-media/",
    }

    answer = site.ask("/admin/", **told)

    assert (answer.status, answer.headers["Location"]) == (302, "/admin/login/?next=/admin/")


# Static files


def static_names(site):
    manifest = json.loads((site.data / "static" / "staticfiles.json").read_text())
    return manifest["paths"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("labsite/css/site.css", "text/css"),
        ("labsite/markdown-editor.js", "application/javascript"),
        ("labsite/icon.svg", "image/svg+xml"),
        ("admin/css/base.css", "text/css"),
    ],
)
def test_static_files_are_kept_for_a_year_and_come_compressed(site, name, kind):
    answer = site.ask(f"/static/{static_names(site)[name]}", Accept_Encoding="gzip")

    headers = {
        "Content-Type": kind,
        "Cache-Control": FOR_A_YEAR,
        "Strict-Transport-Security": HSTS,
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Content-Encoding": "gzip",
        "Vary": "Accept-Encoding",
    }
    assert answer.status == 200
    assert answer.all(*headers) == headers


def test_a_static_name_without_its_sum_is_asked_for_again(site):
    answer = site.ask("/static/labsite/css/site.css")

    assert (answer.status, answer.headers["Cache-Control"]) == (200, "public, max-age=3600")


def test_a_static_file_that_is_not_there_is_not_kept(site):
    answer = site.ask("/static/labsite/css/gone.0123456789ab.css")

    assert (answer.status, answer.headers["Cache-Control"]) == (404, None)


# Uploads


@pytest.mark.parametrize(
    ("file", "kind", "place"),
    [
        ("webp", "image/webp", "inline"),
        ("pdf", "application/pdf", "inline"),
        ("pptx", PPTX, "attachment"),
    ],
)
def test_an_upload_is_sent_by_nginx_with_all_its_headers(site, file, kind, place):
    address = site.filling[file]

    answer = site.ask(address)

    headers = {
        "Content-Type": kind,
        "Content-Disposition": f"{place}; filename*=utf-8''{address.rsplit('/', 1)[-1]}",
        "Content-Security-Policy": SANDBOX,
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": FOR_A_YEAR,
        "Strict-Transport-Security": HSTS,
        "Accept-Ranges": "bytes",  # only nginx sends parts of a file
        "X-Accel-Redirect": [],
        "Set-Cookie": [],
    }
    assert answer.status == 200
    assert answer.all(*headers) == headers
    assert answer.body == (site.data / address.removeprefix("/")).read_bytes()


def test_the_paper_at_the_address_of_its_page_is_sent_by_nginx_too(site):
    page = site.filling["publication"]
    name = page.strip("/").rsplit("/", 1)[-1]

    answer = site.ask(f"{page}{name}.pdf", Range="bytes=0-7")

    assert (answer.status, answer.body) == (206, b"%PDF-1.7")
    assert answer.all("Cache-Control", "Content-Disposition", "Content-Security-Policy") == {
        "Cache-Control": "public, max-age=3600",
        "Content-Disposition": f"inline; filename*=utf-8''{name}.pdf",
        "Content-Security-Policy": SANDBOX,
    }


def test_the_file_of_a_draft_is_for_those_who_edit_it(site):
    stranger = site.ask(site.filling["draft"])
    editor = site.ask(site.filling["draft"], Cookie=site.cookie)

    assert (stranger.status, editor.status) == (404, 200)
    assert stranger.body[:4] != b"%PDF"
    assert editor.all("Cache-Control", "X-Content-Type-Options") == {
        "Cache-Control": "private, no-store",
        "X-Content-Type-Options": "nosniff",
    }


@pytest.mark.parametrize("file", ["webp", "pdf", "draft"])
def test_nobody_gets_past_the_site_to_a_file(site, file):
    address = site.filling[file].replace("/media/", "/stored-media/")

    answers = [site.ask(address), site.ask(address, Cookie=site.cookie)]

    assert [answer.status for answer in answers] == [404, 404]


def test_without_nginx_the_site_would_send_nothing_but_the_place(site):
    """What the tests of uploads would see if nginx did not do its part."""
    connection = http.client.HTTPConnection(HOST)
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.connect(str(site.socket))

    answer = site.answer(
        connection, "GET", site.filling["pdf"], None, {"X-Forwarded-Proto": "https"}
    )

    assert answer.body == b""
    assert answer.headers["X-Accel-Redirect"] == site.filling["pdf"].replace(
        "/media/", "/stored-media/"
    )


# 133 and 134: out of a folder, and files that are nobody's business

OUTSIDE = [
    *("/.git/HEAD", "/.git/config", "/.env", "/.env.example", "/manage.py", "/labsite/settings.py"),
    *("/labsite.sqlite3", "/db.sqlite3", "/var/labsite.sqlite3", "/labsite.env", "/secret_key"),
    *("/static/../labsite.env", "/static/..%2flabsite.env", "/static/%2e%2e/labsite.env"),
    *("/static../labsite.env", "/static../secret_key", "/static/....//labsite.env"),
    *("/media/../labsite.env", "/media/..%2flabsite.env", "/media/%2e%2e%2flabsite.env"),
    *("/media../labsite.env", "/media../labsite.sqlite3", "/media//etc/passwd"),
    *(
        "/stored-media/../labsite.env",
        "/stored-media../labsite.env",
        "/stored-media..%2flabsite.env",
    ),
    *("/static/..%5clabsite.env", "/static//../..//etc/passwd", "/media/..%252flabsite.env"),
    *("/.well-known/acme-challenge/../../../data/labsite.env", "/static/", "/media/"),
]


@pytest.mark.parametrize("server", ["http", "https"])
@pytest.mark.parametrize("path", OUTSIDE)
def test_what_is_not_a_page_cannot_be_reached(site, path, server):
    answer = site.ask(path, server=server)

    assert answer.status in ({301, 400, 404} if server == "http" else {400, 403, 404})
    for secret in [b"LABSITE_", b"SQLite format", b"root:", b"repositoryformatversion", b"refs/"]:
        assert secret not in answer.body


def test_a_place_without_its_slash_would_be_noticed(site):
    """The classic mistake: a name without its last slash, and a folder with it."""
    ours = (site.folder / "site.conf").read_text()
    careless = ours.replace(
        "location /stored-media/ {\n        internal;", "location /stored-media {"
    )
    assert careless != ours

    with other_nginx(site, careless):
        answer = site.ask("/stored-media../labsite.env")

    assert (answer.status, b"LABSITE_BASE_URL" in answer.body) == (200, True)


@contextlib.contextmanager
def other_nginx(site, configuration):
    """A second nginx beside the first, with another configuration; ``ask`` asks this one."""
    usual = site.ports
    ports = dict(zip(["http", "https"], free_ports(2), strict=True))
    main = (site.folder / "nginx.conf").read_text()
    for scheme in ports:
        configuration = configuration.replace(f":{usual[scheme]}", f":{ports[scheme]}")
    (site.folder / "other-site.conf").write_text(configuration)
    path = site.folder / "other-nginx.conf"
    path.write_text(
        main.replace("/site.conf", "/other-site.conf").replace("/nginx.pid", "/other.pid")
    )
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    command = [program, "-c", path, "-e", site.folder / "error.log", "-g", "daemon off;"]
    log = site.folder / "other.log"
    with running(command, site, log.name) as server:
        wait_until(lambda: is_open(port=ports["https"]), server, log)
        site.ports = ports
        try:
            yield
        finally:
            site.ports = usual


# Logging in, and passwords


def token_in(answer):
    return re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', answer.text)[1]


def cookies_of(answer):
    return "; ".join(line.split(";")[0] for line in answer.headers.get_all("Set-Cookie", []))


def send_form(site, path, fields, *, cookie="", **options):
    """Open the page with a form, fill it in and send it, as a browser does."""
    page = site.ask(path, Cookie=cookie)
    body = urlencode(fields | {"csrfmiddlewaretoken": token_in(page)})
    return site.ask(
        path,
        "POST",
        body,
        Cookie="; ".join(filter(None, [cookie, cookies_of(page)])),
        Content_Type="application/x-www-form-urlencoded",
        Origin=f"https://{HOST}",
        Referer=f"https://{HOST}{path}",
        **options,
    )


def test_an_admin_logs_in_through_nginx(site):
    fields = {"username": "ada", "password": "correct horse"}

    answer = send_form(site, "/login/", fields, source="127.0.1.1")

    assert (answer.status, answer.headers["Location"]) == (302, "/admin/")
    session = next(
        line
        for line in answer.headers.get_all("Set-Cookie")
        if line.startswith("__Host-sessionid=")
    )
    attributes = {word.strip().split("=")[0].lower() for word in session.split(";")[1:]}
    assert attributes == {"expires", "httponly", "max-age", "path", "samesite", "secure"}


def test_somebody_who_forgot_the_password_gets_a_link_to_this_site(site):
    answer = send_form(site, "/password-reset/", {"email": "ada@example.org"}, source="127.0.1.2")
    link = None
    for _attempt in range(100):
        text = "".join(path.read_text() for path in (site.folder / "letters").glob("*.log"))
        if link := re.search(rf"https://{re.escape(HOST)}(/password-reset/\S+/)\n", text):
            break
        time.sleep(0.1)

    assert (answer.status, answer.headers["Location"]) == (302, "/password-reset/sent/")
    assert "From: Labsite <labsite@lab.example.org>" in text
    assert site.ask(link[1]).status == 302


@pytest.mark.parametrize("path", ["/login/", "/admin/login/", "/password-reset/"])
def test_a_network_address_has_ten_attempts_at_once_and_no_more(site, path):
    source, other = f"127.0.2.{len(path)}", f"127.0.3.{len(path)}"

    answers = [site.ask(path, "POST", "", source=source) for _ in range(14)]

    # Refused by the site for want of a token, then by nginx without asking the site.
    assert [answer.status for answer in answers] == [403] * 11 + [429] * 3
    assert answers[-1].text == "Too many attempts. Please wait a minute, then try again.\n"
    assert site.ask(path, source=source).status == 200
    assert site.ask(path, "POST", "", source=other).status == 403


# R22 and 80: forms that arrive in part


def topic_form(site, name):
    """A whole form that adds a topic: its bytes and the headers it is sent with."""
    path = "/admin/people/topic/add/"
    page = site.ask(path, Cookie=site.cookie)
    assert page.status == 200, site.said()
    fields = filled_in(page) | {"name": name, "csrfmiddlewaretoken": token_in(page)}
    fields |= {"text": "x" * 4_500}
    parts = [
        f'--limit\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
        for key, values in fields.items()
        for value in (values if isinstance(values, list) else [values])
    ]
    headers = {
        "Content-Type": "multipart/form-data; boundary=limit",
        "Cookie": f"{site.cookie}; {cookies_of(page)}",
        "Origin": f"https://{HOST}",
        "Referer": f"https://{HOST}{path}",
        "Host": HOST,
        "X-Forwarded-Proto": "https",  # what nginx says to gunicorn; nginx itself writes its own
        "Connection": "close",
    }
    return "".join([*parts, "--limit--\r\n"]).encode(), headers


def send_part(site, body, headers, *, announced, to):
    """Send ``body`` under an announced length and then nothing; return the status."""
    site.forget_the_log()
    lines = [f"{name}: {value}" for name, value in headers.items()]
    head = "\r\n".join(
        ["POST /admin/people/topic/add/ HTTP/1.1", *lines, f"Content-Length: {announced}", "", ""]
    )
    if to == "nginx":
        door = site.over_tls(socket.create_connection(("127.0.0.1", site.ports["https"])))
    else:
        door = socket.socket(socket.AF_UNIX)
        door.connect(str(site.socket))
    with contextlib.closing(door):
        door.settimeout(60)
        door.sendall(head.encode() + body)
        if len(body) < announced:
            if to == "nginx":
                # TLS knows no half-closed line: nginx can tell its log, but nobody else.
                door.close()
                return int(re.search(r'HTTP/1.1" (\d+)', site.log_line("topic/add/ HTTP"))[1])
            door.shutdown(socket.SHUT_WR)
        answer = http.client.HTTPResponse(door, method="POST")
        answer.begin()
        return answer.status


@pytest.mark.parametrize("to", ["nginx", "gunicorn"])
def test_a_whole_form_is_saved(site, to):
    body, headers = topic_form(site, f"Whole by {to}")

    status = send_part(site, body, headers, announced=len(body), to=to)

    assert (status, site.count(f"name='Whole by {to}', text='x' * 4500")) == (302, 1)


@pytest.mark.parametrize("percent", [10, 50, 99])
@pytest.mark.parametrize("to", ["nginx", "gunicorn"])
def test_a_form_that_was_cut_on_the_way_saves_nothing(site, to, percent):
    body, headers = topic_form(site, f"Cut at {percent}")
    arrived = body[: len(body) * percent // 100]

    status = send_part(site, arrived, headers, announced=len(body), to=to)

    assert (status, site.count("name__startswith='Cut'")) == (400, 0)


@pytest.mark.parametrize("missing", [b"\r\n--limit--\r\n", b"--limit--\r\n", b"--\r\n"])
@pytest.mark.parametrize("to", ["nginx", "gunicorn"])
def test_a_form_without_its_last_line_is_refused(site, to, missing):
    body, headers = topic_form(site, "Endless")
    body = body.removesuffix(missing)

    status = send_part(site, body, headers, announced=len(body), to=to)

    assert (status, site.count("name='Endless'")) == (400, 0)


def test_a_body_that_is_too_large_gets_a_sentence(site):
    answer = site.ask("/admin/", "POST", None, Content_Length=str(33 * 2**20))

    assert answer.status == 413
    assert answer.text == ("This is more than 32 MB, too much for one go. Nothing was saved.\n")


# The service, and what the page says about it


def test_nginx_writes_into_the_journal_under_its_own_name(site):
    site.forget_the_log()

    site.ask("/topics/")

    line = site.log_line("/topics/")
    assert re.match(r'<\d+>\w{3} [ \d]\d [\d:]{8} nginx: 127.0.0.1 - - .+"GET /topics/', line), line


def test_while_the_site_is_away_nginx_says_so(site):
    place = site.socket.with_name("away.sock")
    site.socket.rename(place)
    try:
        answer = site.ask("/")
    finally:
        place.rename(site.socket)

    assert (answer.status, answer.text) == (
        503,
        "The site is being started. Please try again in a minute.\n",
    )
    assert answer.headers["Strict-Transport-Security"] == HSTS
    assert site.ask("/").status == 200


def test_a_reload_refuses_no_visitor(site):
    reload = variables("labsite.service")["ExecReload"]
    before = workers(site)

    subprocess.run(shlex.split(reload.replace("$MAINPID", str(site.service.pid))), check=True)
    answers = []
    while len(answers) < 20 or (workers(site) & before and len(answers) < 1_000):
        answers.append(site.ask("/people/").status)

    assert set(answers) == {200}
    assert workers(site) & before == set()


def workers(site):
    children = Path(f"/proc/{site.service.pid}/task/{site.service.pid}/children")
    return set(children.read_text().split())


def test_the_settings_of_the_page_have_nothing_to_warn_about(site):
    said = site.run("manage.py", "check", "--deploy", "--fail-level=WARNING")

    assert "System check identified no issues" in said


def test_the_timer_does_its_work(site):
    program, *arguments = shlex.split(variables("labsite-clearsessions.service")["ExecStart"])

    assert program == "/opt/labsite/.venv/bin/python"
    site.run(*arguments)


def test_the_look_ups_of_the_timer_are_commands_of_the_site():
    unit = (DEPLOY / "labsite-lookups.service").read_text()
    commands = re.findall(r"^ExecStart=\S+/python manage.py (\w+)$", unit, re.MULTILINE)

    assert commands == ["refresh_projects", "find_publications"]
    assert set(commands) <= get_commands().keys()


@pytest.mark.parametrize(
    "unit",
    [
        "labsite.service",
        *("labsite-clearsessions.service", "labsite-clearsessions.timer"),
        *("labsite-lookups.service", "labsite-lookups.timer"),
    ],
)
def test_systemd_understands_the_units(unit, tmp_path):
    program = shutil.which("systemd-analyze")
    if not program:
        pytest.skip("There is no systemd-analyze on this machine.")
    for path in DEPLOY.glob("labsite*.*"):
        text = path.read_text().replace("/opt/labsite/.venv/bin", str(Path(sys.executable).parent))
        (tmp_path / path.name).write_text(text)

    done = subprocess.run(
        [program, "verify", "--man=no", tmp_path / unit],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout) == (0, "")


def test_the_service_gives_away_as_little_as_possible():
    unit = variables("labsite.service")

    assert {
        name: unit[name]
        for name in [
            *("User", "ProtectSystem", "ProtectHome", "PrivateTmp", "PrivateDevices"),
            *("NoNewPrivileges", "CapabilityBoundingSet", "MemoryMax", "UMask"),
            *("RuntimeDirectoryMode", "StateDirectoryMode"),
        ]
    } == {
        "User": "labsite",
        "ProtectSystem": "strict",
        "ProtectHome": "true",
        "PrivateTmp": "true",
        "PrivateDevices": "true",
        "NoNewPrivileges": "true",
        "CapabilityBoundingSet": "",
        "MemoryMax": "1500M",
        "UMask": "0027",
        "RuntimeDirectoryMode": "0750",
        "StateDirectoryMode": "0750",
    }
    assert "--no-control-socket" in shlex.split(unit["ExecStart"])


def test_every_variable_of_the_shipped_settings_is_explained():
    pattern = r"(?m)^#?((?:LABSITE|DATABASE|EMAIL)_\w+)="
    shipped = set(re.findall(pattern, (DEPLOY / "labsite.env").read_text()))
    explained = set(re.findall(pattern, (ROOT / ".env.example").read_text()))

    assert "LABSITE_ACCEL" in shipped
    assert shipped - explained == set()


def test_the_page_installs_every_file_that_is_shipped():
    page = (ROOT / "labsite" / "docs" / "deploy.md").read_text()

    for path in DEPLOY.iterdir():
        assert f"labsite/deploy/{path.name}" in page
