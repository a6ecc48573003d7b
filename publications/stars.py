"""How many stars the repositories of projects have on GitHub, counted now and then.

A count is never lost because GitHub is down or a repository has gone: it stays with the day on
which it was counted, and what was wrong stands beside it.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.utils import timezone
from django.utils.translation import gettext as _

from labsite import history, outside
from publications.models import Component, Project

SERVICE = "api.github.com"
ACCEPT = "application/vnd.github+json"
AT_MOST = 60  # questions an hour that GitHub answers to somebody without an account
MOST_STARS = 2**31 - 1  # that both databases hold
_PART = re.compile(r"[A-Za-z0-9._-]{1,100}")
_OTHER_PAGES = {"orgs", "sponsors", "topics", "users", "marketplace", "features", "search"}


@dataclass
class Report:
    """What a round of counting did, in sentences for whoever started it."""

    counted: int = 0
    failed: list[str] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)
    left: int = 0
    stopped: str = ""


def repository_of(address):
    """Owner and name of the repository that an address on GitHub leads to, or None."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return None
    if (parts.hostname or "").lower().removeprefix("www.") != "github.com":
        return None
    owner, name, *_rest = [*filter(None, parts.path.split("/")), "", ""]
    name = name.removesuffix(".git")
    are_names = all(_PART.fullmatch(part) and part.strip(".") for part in (owner, name))
    return (owner, name) if are_names and owner.lower() not in _OTHER_PAGES else None


def refresh(*, at_most=AT_MOST):
    """Count the stars of all repositories, those first that were counted longest ago."""
    report = Report()
    waiting = _waiting()
    for place, (repository, rows) in enumerate(waiting):
        if place >= at_most:
            report.stopped = _("This is as much as GitHub answers in an hour.")
            report.left = len(waiting) - place
            break
        try:
            _count(repository, rows, report)
        except outside.BusyError as error:
            report.stopped, report.left = error.sentence, len(waiting) - place
            break
        except outside.OutsideError as error:
            _note(repository, rows, error, report)
            if isinstance(error, outside.SilentError):
                report.stopped, report.left = error.sentence, len(waiting) - place - 1
                break
    return report


def _waiting():
    """Each repository with the rows that name it; what failed last time comes last."""
    rows_of = defaultdict(list)
    for model in (Project, Component):
        for row in model.objects.exclude(repository="").only(
            "repository", "fetched_at", "fetch_error"
        ):
            if repository := repository_of(row.repository):
                rows_of[repository[0].lower(), repository[1].lower()].append(row)

    def turn(waiting):
        _repository, rows = waiting
        times = [row.fetched_at.timestamp() if row.fetched_at else 0 for row in rows]
        return any(row.fetch_error for row in rows), min(times)

    return sorted(rows_of.items(), key=turn)


def _count(repository, rows, report):
    answer = outside.ask(SERVICE, "/repos/{}/{}", *repository, accept=ACCEPT)
    record = answer.json()
    record = record if isinstance(record, dict) else {}
    stars = record.get("stargazers_count")
    if not isinstance(stars, int) or isinstance(stars, bool) or not 0 <= stars <= MOST_STARS:
        raise outside.OddAnswerError(SERVICE, _("GitHub told no number of stars."))
    for model, keys in _keys_of(rows).items():
        model.objects.filter(pk__in=keys).update(
            stars=stars, fetched_at=timezone.now(), fetch_error=""
        )
    report.counted += 1
    name = record.get("full_name")
    if isinstance(name, str) and name.lower() != "/".join(repository):
        _move(repository, rows, name, report)


def _move(repository, rows, name, report):
    """Write down where a repository went: GitHub leads from its old name to its new one."""
    address = f"https://github.com/{name}"
    if repository_of(address) is None:
        return
    with history.step() as step:
        for model, keys in _keys_of(rows).items():
            step.touch(*model.objects.filter(pk__in=keys))
            model.objects.filter(pk__in=keys).update(repository=address)
    report.moved.append(f"{'/'.join(repository)} → {name}")


def _note(repository, rows, error, report):
    """Keep what was wrong; the count stays as it is."""
    sentence = error.sentence
    if isinstance(error, outside.UnknownError):
        sentence = _("GitHub has no public repository at this address.")
    for model, keys in _keys_of(rows).items():
        model.objects.filter(pk__in=keys).update(fetch_error=sentence[:200])
    report.failed.append(f"{'/'.join(repository)}: {sentence}")


def _keys_of(rows):
    keys = defaultdict(list)
    for row in rows:
        keys[type(row)].append(row.pk)
    return keys
