"""Stars of projects, counted by a command."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from labsite.models import Change, OutsideService
from publications.stars import repository_of
from tests.factories import make_component, make_project
from tests.services import repository

pytestmark = pytest.mark.django_db

TIDES = "https://github.com/sea/tides"


def refresh(*arguments):
    """Run the command, and return the lines it says."""
    said = StringIO()
    call_command("refresh_projects", *arguments, stdout=said, no_color=True)
    return said.getvalue().splitlines()


def starred(**fields):
    return make_project(**{"repository": TIDES} | fields)


def test_stars_of_projects_and_variants_are_counted_once_for_all(services):
    project = starred()
    variant = make_component(project, repository="https://www.github.com/Sea/Tides.git/")
    services.reply("/api.github.com/repos/sea/tides", repository(stars=12))

    said = refresh()

    for row in (project, variant):
        row.refresh_from_db()
        assert (row.stars, row.fetch_error) == (12, "")
        assert timezone.now() - row.fetched_at < timezone.timedelta(seconds=5)
    assert len(services.asked) == 1
    assert said == ["Repositories counted: 1, moved: 0, failed: 0."]


def test_a_repository_that_moved_is_followed_and_its_address_kept_up(services):
    project = starred()
    services.reply(
        "/api.github.com/repos/sea/tides",
        status=301,
        headers={"Location": "https://api.github.com/repositories/7"},
    )
    services.reply("/api.github.com/repositories/7", repository("ocean/tides", stars=5))

    said = refresh()

    project.refresh_from_db()
    assert (project.stars, project.repository) == (5, "https://github.com/ocean/tides")
    assert said[0] == "sea/tides → ocean/tides"
    assert Change.objects.filter(action="changed", record_id=project.pk).count() == 1


@pytest.mark.parametrize("name", ["../evil", "a/b c", 'x"/y', None, 7, "https://example.org"])
def test_a_name_that_is_none_moves_nothing(services, name):
    project = starred()
    services.reply("/api.github.com/repos/sea/tides", repository(full_name=name))

    refresh()

    project.refresh_from_db()
    assert (project.stars, project.repository) == (12, TIDES)


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        ({"status": 404}, "GitHub has no public repository at this address."),
        ({"status": 500}, "api.github.com does not answer."),
        ({"status": 403}, "api.github.com refuses to answer (403)."),
        ({"body": b"<html>", "media_type": "text/html"}, "api.github.com gave an answer that"),
        ({"body": b"[]"}, "GitHub told no number of stars."),
        ({"body": {"stargazers_count": None}}, "GitHub told no number of stars."),
        ({"body": {"stargazers_count": -1}}, "GitHub told no number of stars."),
        ({"body": {"stargazers_count": True}}, "GitHub told no number of stars."),
        ({"body": {"stargazers_count": 2**40}}, "GitHub told no number of stars."),
        ({"seconds": 30}, "api.github.com does not answer."),
    ],
)
def test_a_count_is_never_lost_whatever_goes_wrong_126_r11(services, reply, error):
    counted_at = timezone.now() - timezone.timedelta(days=1)
    project = starred(stars=99, fetched_at=counted_at)
    services.reply("/api.github.com/repos/sea/tides", **reply)

    said = refresh()

    project.refresh_from_db()
    assert (project.stars, project.fetched_at) == (99, counted_at)
    assert project.fetch_error.startswith(error)
    assert said[0].startswith(f"sea/tides: {error}")


def test_a_count_that_works_again_takes_the_error_away(services):
    project = starred(fetch_error="GitHub has no public repository at this address.")
    services.reply("/api.github.com/repos/sea/tides", repository())

    refresh()

    project.refresh_from_db()
    assert project.fetch_error == ""


def test_those_counted_longest_ago_come_first_and_failed_ones_last(services):
    now = timezone.now()
    for name, days, error in [("new", 1, ""), ("gone", 9, "gone"), ("old", 5, "")]:
        fetched_at = now - timezone.timedelta(days=days)
        starred(
            repository=f"https://github.com/sea/{name}", fetched_at=fetched_at, fetch_error=error
        )
    starred(repository="https://github.com/sea/never")

    said = refresh("--at-most=3")

    assert [path.rpartition("/")[2] for path, _headers in services.asked] == ["never", "old", "new"]
    assert said[-2] == (
        "This is as much as GitHub answers in an hour. Repositories left for the next time: 1."
    )


def test_a_limit_of_github_ends_the_round_and_blames_no_project_126(services):
    project = starred(stars=1)
    services.reply(
        "/api.github.com/repos/sea/tides",
        {"message": "API rate limit exceeded"},
        status=403,
        headers={"X-RateLimit-Remaining": "0"},
    )

    said = refresh()

    project.refresh_from_db()
    assert (project.stars, project.fetch_error) == (1, "")
    assert said == [
        "api.github.com is asked too often and wants us to wait."
        " Repositories left for the next time: 1.",
        "Repositories counted: 0, moved: 0, failed: 0.",
    ]


def test_when_github_is_down_nobody_else_is_asked_r11(services):
    for name in ("a", "b"):
        starred(repository=f"https://github.com/sea/{name}")
        services.reply(f"/api.github.com/repos/sea/{name}", status=502)

    said = refresh()

    assert len(services.asked) == 1
    assert said[-2].endswith("Repositories left for the next time: 1.")


def test_twice_is_once(services):
    starred()
    services.reply("/api.github.com/repos/sea/tides", repository())

    assert refresh() == refresh()
    assert Change.objects.count() == 0
    assert OutsideService.objects.get().name == "api.github.com"


def test_without_repositories_nobody_is_asked(services):
    make_project(repository="https://gitlab.com/sea/tides")
    make_project()

    assert refresh() == ["Repositories counted: 0, moved: 0, failed: 0."]
    assert services.asked == []


@pytest.mark.parametrize(
    ("address", "repository"),
    [
        ("https://github.com/sea/tides", ("sea", "tides")),
        ("http://www.github.com/sea/tides.git", ("sea", "tides")),
        ("https://github.com/sea/tides/tree/main/docs#x", ("sea", "tides")),
        ("https://github.com/sea", None),
        ("https://github.com/orgs/sea", None),
        ("https://github.com/sea/..", None),
        ("https://github.com.example.org/sea/tides", None),
        ("https://example.org/github.com/sea", None),
        ("https://gitlab.com/sea/tides", None),
        ("https://github.com/sea/t%20ides", None),
        ("https://[", None),
        ("", None),
    ],
)
def test_only_a_repository_on_github_is_one(address, repository):
    assert repository_of(address) == repository
