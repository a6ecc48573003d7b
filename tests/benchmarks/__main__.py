"""Fill a site, serve it, ask for its pages in turn, and print what each cost."""

import argparse
import http.client
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TICKS = os.sysconf("SC_CLK_TCK")
REQUESTS = 40


def main():
    parser = argparse.ArgumentParser(description=sys.modules["tests.benchmarks"].__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--publications", type=int, default=2000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="labsite-benchmark-") as folder:
        os.environ["LABSITE_DATA_DIR"] = folder
        os.environ.setdefault("LABSITE_BASE_URL", "http://127.0.0.1")
        os.environ["DJANGO_SETTINGS_MODULE"] = "labsite.settings"
        pages = fill(options.publications)
        report(measure(pages, options.rounds))


def fill(publications):
    """Make a site of this size, with a member who has 200 papers; returns the pages to ask for."""
    members = max(publications // 10, 20)
    manage("migrate", "--verbosity=0")
    manage("collectstatic", "--no-input", "--verbosity=0")
    manage(
        "generate",
        f"--labs={max(members // 20, 2)}",
        f"--members={members}",
        f"--publications={publications}",
        "--seed=1",
    )
    import django

    django.setup()
    from people.models import Lab
    from publications.models import Authorship, Publication
    from tests.factories import make_member

    member = make_member(display_name="Two Hundred Papers")
    papers = [
        Publication(title=f"Paper {number}", slug=f"paper-of-200-{number}", date="2024")
        for number in range(200)
    ]
    for paper in papers:
        paper.visibility = "public"
    Publication.objects.bulk_create(papers)
    Authorship.objects.bulk_create(
        Authorship(
            publication=paper,
            position=place,
            member=member if place == 3 else None,
            printed_name=member.display_name if place == 3 else f"Co-author {place}",
        )
        for paper in papers
        for place in range(1, 7)
    )
    return {
        "member, 200 papers of 6 authors": member.get_absolute_url(),
        "publications, first page": "/publications/",
        "one publication": papers[0].get_absolute_url(),
        "people, first page": "/people/",
        "one lab": Lab.objects.public().first().get_absolute_url(),
        "home": "/",
    }


def manage(*arguments):
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, check=True)


@contextmanager
def served(application):
    """Serve a WSGI application with two workers; gives its port and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ["-m", "gunicorn", application, f"--bind=127.0.0.1:{port}", "--workers=2"]
    command += ["--log-level=error", "--no-control-socket", "--preload"]
    server = subprocess.Popen([sys.executable, *command], cwd=ROOT)
    try:
        wait_for(port)
        yield port, server.pid
    finally:
        server.terminate()
        server.wait()


def wait_for(port):
    for _attempt in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit("The server does not answer.")


def measure(pages, rounds):
    """Milliseconds of processor time a request, for each page, one figure a round."""
    figures = {name: [] for name in ["bare Django", *pages]}
    sizes = {}
    with (
        served("tests.benchmarks.bare:application") as bare,
        served("labsite.wsgi:application") as site,
    ):
        for _round in range(rounds):
            figures["bare Django"].append(cost(*bare, "/", REQUESTS * 10)[0])
            for name, address in pages.items():
                milliseconds, sizes[name] = cost(*site, address, REQUESTS)
                figures[name].append(milliseconds)
    return figures, sizes


def cost(port, pid, address, requests):
    """Ask ``requests`` times; returns the processor milliseconds of one, and its bytes."""
    size = 0
    for count in (4, requests):  # the first few wake the workers up
        before = processor_seconds(pid)
        for _request in range(count):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            connection.request("GET", address)
            response = connection.getresponse()
            if response.status != http.HTTPStatus.OK:
                raise SystemExit(f"{address} answers {response.status}.")
            size = len(response.read())
            connection.close()
    return 1000 * (processor_seconds(pid) - before) / requests, size


def processor_seconds(pid):
    """The processor time of a process and of its living children, from /proc."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    spent = 0
    for process in [str(pid), *children]:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        spent += int(fields[11]) + int(fields[12])
    return spent / TICKS


def report(measured):
    figures, sizes = measured
    unit = statistics.median(figures["bare Django"])
    sys.stdout.write(f"{'page':36} {'ms':>8} {'× bare':>8} {'KB':>6}" + "\n")
    for name, rounds in figures.items():
        milliseconds = statistics.median(rounds)
        size = f"{sizes[name] / 1024:6.0f}" if name in sizes else ""
        sys.stdout.write(f"{name:36} {milliseconds:8.2f} {milliseconds / unit:8.1f} {size}" + "\n")


if __name__ == "__main__":
    main()
