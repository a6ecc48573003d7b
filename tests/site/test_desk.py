"""The front page of the admin."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from labsite.site.desk import GROUPS
from labsite.site.models import SiteSettings
from people.models import LabPicture
from tests.factories import (
    make_grant,
    make_lab,
    make_member,
    make_membership,
    make_opening,
    make_publication,
)

pytestmark = pytest.mark.django_db


def front_page(client):
    return client.get(reverse("admin:index"))


def groups(page):
    return {
        str(heading): [(str(entry.label), entry.count) for entry in entries]
        for heading, entries in page.context["groups"]
    }


def test_the_first_thing_is_what_one_can_do(admin_client):
    page = front_page(admin_client)

    assert "What do you want to do?" in page.text
    assert [str(label) for label, _url in page.context["tasks"]] == [
        "Add a publication",
        "Add a person",
        "Post news",
        "Somebody is leaving",
        "Add several people",
        "Advertise a position",
    ]


def test_every_task_and_every_list_opens(admin_client):
    make_lab()
    page = front_page(admin_client)
    urls = [url for _label, url in page.context["tasks"]]
    urls += [entry.url for _heading, entries in page.context["groups"] for entry in entries]

    assert {url: admin_client.get(url, follow=True).status_code for url in urls} == dict.fromkeys(
        urls, 200
    )


def test_lists_stand_in_groups_and_say_how_much_is_in_them(admin_client):
    lab = make_lab()
    make_membership(make_member(), lab=lab)
    make_membership(make_member(), lab=lab, end="2019", ending="ended")
    make_membership(make_member(visibility="draft"), lab=lab)
    make_publication(visibility="draft")
    make_opening(lab=lab)
    make_grant()
    LabPicture.objects.create(lab=lab, file="pictures/1-80x60.webp")

    assert groups(front_page(admin_client)) == {
        "People": [("People", 2), ("Former people", 1)],
        "Publications": [
            ("Publications", 1),
            ("Talks", 0),
            ("Projects, software and data", 0),
        ],
        "News and events": [("News", 0), ("Open positions", 1)],
        "The lab": [
            ("About the lab", None),
            ("Pages (Join us, Contact …)", 0),
            ("Pictures", 1),
            ("Funders and grants", 1),
            ("Research topics", 0),
        ],
        "Whole site": [
            ("Labs", 1),
            ("Users and access", 1),
            ("Journals and conferences", 0),
            ("Site settings and footer", None),
            ("Old addresses", 0),
            ("Imports", None),
            ("Sites that we ask", None),
        ],
    }


def test_who_runs_a_lab_sees_at_most_twelve_lists():
    assert sum(len(places) for _heading, places in GROUPS) == 12


def test_no_word_of_programs_stands_on_the_front_page(admin_client):
    make_lab()
    words = set(front_page(admin_client).text.lower().replace("<", " <").split())

    insider_words = {"slug", "object", "instance", "inline", "membership", "memberships", "models"}
    insider_words |= {"administration", "authorship", "deliveries", "components", "sections"}
    assert words & insider_words == set()


def test_the_only_lab_is_opened_at_once_and_several_are_listed(admin_client):
    about = reverse("admin:about_lab")

    assert admin_client.get(about)["Location"] == reverse("admin:people_lab_add")
    lab = make_lab()
    assert admin_client.get(about)["Location"] == reverse("admin:people_lab_change", args=[lab.pk])
    make_lab()
    assert admin_client.get(about)["Location"] == reverse("admin:people_lab_changelist")


def test_the_name_of_the_site_stands_above_everything(admin_client):
    SiteSettings.objects.update_or_create(pk=1, defaults={"title": "Tidal Lab"})

    page = admin_client.get(reverse("admin:people_member_changelist"))

    assert '<a href="/admin/">Tidal Lab</a>' in page.text
    assert "<title>People | Tidal Lab</title>" in page.text


@pytest.mark.parametrize(
    ("path", "current"),
    [
        ("/admin/people/member/", "People"),
        ("/admin/people/member/?stay=now", "People"),
        ("/admin/people/member/?stay=former", "Former people"),
        ("/admin/people/member/new/", "People"),
        ("/admin/publications/talk/", "Talks"),
        ("/admin/people/membership/", None),
    ],
)
def test_the_list_beside_every_page_says_where_one_is(admin_client, path, current):
    beside = admin_client.get(path).context["available_apps"]

    found = [
        str(entry.label) for _heading, entries in beside for entry in entries if entry.is_current
    ]
    assert found == ([current] if current else [])


def test_the_list_beside_every_page_counts_nothing(admin_client):
    beside = admin_client.get("/admin/people/member/").context["available_apps"]

    assert {entry.count for _heading, entries in beside for entry in entries} == {None}


def test_pages_about_programs_lead_to_the_front_page(admin_client):
    assert admin_client.get("/admin/people/")["Location"] == reverse("admin:index")


def test_the_latest_changes_stand_on_the_front_page(admin_client):
    make_lab()
    new = {"display_name": "Mei", "role": "phd", "afterwards": "name", "_add": "1"}
    admin_client.post("/admin/people/member/new/", new)

    text = front_page(admin_client).text

    assert "Latest changes" in text
    assert "added the person “Mei”" in text


def steps(client):
    return [(str(step.label), step.is_done) for step in front_page(client).context["steps"]]


def test_an_empty_site_has_five_steps_that_tick_themselves(admin_client):
    assert steps(admin_client) == [
        ("Say who you are", False),
        ("Add the people", False),
        ("Add publications", False),
        ("Say whether you take students", False),
        ("Publish", False),
    ]

    lab = make_lab(visibility="draft", about="We measure tides.", logo="pictures/1-80x60.webp")
    make_membership(lab=lab)
    assert [is_done for _label, is_done in steps(admin_client)] == [True, True, False, False, False]

    make_publication()
    lab.recruiting = "Write to us."
    lab.save()
    assert [is_done for _label, is_done in steps(admin_client)] == [True, True, True, True, False]

    lab.visibility = "public"
    lab.save()
    assert steps(admin_client) == []


def test_a_site_of_several_labs_needs_no_first_steps(admin_client):
    make_lab(visibility="draft")
    make_lab(visibility="draft")

    assert steps(admin_client) == []


def test_staff_without_a_say_see_whom_to_ask(client):
    make_lab()
    client.force_login(User.objects.create_user("clerk", is_staff=True))

    page = front_page(client)

    assert (page.context["tasks"], page.context["groups"], page.context["steps"]) == ([], [], [])
    assert "Ask whoever runs this site for access." in page.text
    assert client.get(reverse("admin:about_lab"), follow=True).status_code == 403


@pytest.mark.parametrize("count", [1, 3])
def test_the_front_page_costs_the_same_for_any_number(
    admin_client, django_assert_num_queries, count
):
    lab = make_lab()
    for _number in range(count):
        make_membership(lab=lab)
        make_publication(labs=[lab])
    admin_client.get(reverse("admin:index"))

    with django_assert_num_queries(26):
        admin_client.get(reverse("admin:index"))


def test_funders_are_one_step_from_their_grants(admin_client):
    text = admin_client.get(reverse("admin:publications_grant_changelist")).text

    assert f'href="{reverse("admin:publications_funder_changelist")}"' in text
