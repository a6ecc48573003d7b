"""Every address of the admin asks who may open it, also those that Django has not."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.urls import URLPattern, reverse

from labsite import history
from people.models import Member
from publications.models import ImportRun
from tests.factories import make_lab, make_member

pytestmark = pytest.mark.django_db

# What is there for everybody who may sign in, and shows no records.
OPEN_TO_STAFF = {
    *("index", "app_list", "login", "logout", "jsi18n", "about_lab"),
    *("password_change", "password_change_done", "view_on_site"),
}


def patterns(urls):
    for pattern in urls:
        if isinstance(pattern, URLPattern):
            yield pattern
        else:
            yield from patterns(pattern.url_patterns)


@pytest.fixture
def doors():
    """The addresses of the admin by their names, about records that exist."""
    with history.step():
        member = make_member()
        make_lab()
    change = history.changes_of(Member, member.pk).get()
    values = {"object_id": member.pk, "id": member.pk, "change_id": change.pk}
    values["other_id"] = make_member().pk
    values["number"] = change.step
    values["key"] = ImportRun.objects.create(source="pubs.bib").pk
    return {
        pattern.name: reverse(
            f"admin:{pattern.name}",
            kwargs={name: values[name] for name in pattern.pattern.converters},
        )
        for pattern in patterns(admin.site.urls[0])
        if pattern.name and pattern.name not in OPEN_TO_STAFF
    }


def open_ones(client, doors):
    return {
        name
        for name, address in doors.items()
        for answer in (client.get(address), client.post(address))
        if answer.status_code not in {302, 403, 404, 405}
    }


def test_staff_without_rights_open_no_door(client, doors):
    client.force_login(User.objects.create_user("clerk", is_staff=True))

    assert open_ones(client, doors) == set()


def test_visitors_are_led_to_the_login_from_every_door(client, doors):
    answers = {name: client.get(address) for name, address in doors.items()}

    login = reverse("admin:login")
    assert {
        name: answer.status_code
        for name, answer in answers.items()
        if answer.status_code != 302 or not answer["Location"].startswith(login)
    } == {}


def test_the_doors_are_those_that_administrators_go_through(admin_client, doors):
    own = {"people_member_new", "people_member_several", "people_member_leaving"}
    own |= {"people_member_deleted", "people_member_history", "people_member_restore"}
    own |= {"labsite_change_undo", "people_member_example", "people_member_role"}
    own |= {"people_member_twice", "publications_publication_twice"}

    assert own - doors.keys() == set()
    assert own - open_ones(admin_client, {name: doors[name] for name in own}) == {
        "people_member_role"  # leads to the form of somebody who is in no lab
    }
