"""Add a person: the short form."""

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from people.models import Lab, Member, MemberName, Membership
from tests.factories import make_lab, make_member, make_membership
from tests.forms import filled_in
from tests.pictures import jpeg

pytestmark = pytest.mark.django_db

ADDRESS = "/admin/people/member/new/"


@pytest.fixture
def lab():
    return make_lab(name="Tidal Lab")


def photo():
    return SimpleUploadedFile("mei.jpg", jpeg(), content_type="image/jpeg")


def add(client, **fields):
    data = filled_in(client.get(ADDRESS)) | {"display_name": "Mei Tanaka", "role": "phd"}
    return client.post(ADDRESS, data | {"_add": "1"} | fields, follow=True)


def said(response):
    return [str(message) for message in response.context["messages"]]


def test_name_and_role_are_enough(admin_client, lab):
    response = add(admin_client)

    member = Member.objects.get()
    stay = member.memberships.get()
    assert (member.display_name, member.visibility) == ("Mei Tanaka", "listed")
    assert (stay.lab, stay.role, stay.start, stay.end, stay.ending) == (lab, "phd", "", "", "open")
    assert response.redirect_chain[-1][0] == "/admin/people/member/?stay=now"
    assert said(response)[0].startswith("Mei Tanaka is on the people page.")
    assert "Mei Tanaka" in admin_client.get("/people/").text
    assert admin_client.get(f"/people/{member.slug}/").status_code == 200  # a preview for editors


def test_somebody_listed_has_no_page_for_visitors(admin_client, client, lab):
    add(admin_client)
    client.logout()

    assert "Mei Tanaka" in client.get("/people/").text
    assert client.get("/people/mei-tanaka/").status_code == 404


def test_everything_of_the_short_form_is_kept(admin_client, lab):
    adviser = make_member(display_name="Bin Cui")

    add(
        admin_client,
        native_name="田中芽衣",
        native_language="ja",
        start="Oct 2026",
        end="2030",
        email="mei@example.org",
        adviser=adviser.pk,
        photo=photo(),
    )

    member = Member.objects.get(display_name="Mei Tanaka")
    stay = member.memberships.get()
    assert (member.native_name, member.native_language) == ("田中芽衣", "ja")
    assert (member.email, member.email_shown_to) == ("mei@example.org", "nobody")
    assert member.photo.name.endswith(".webp")
    assert (stay.start, stay.end, stay.ending) == ("2026-10", "2030", "expected")
    assert [row.member for row in stay.advisers.all()] == [adviser]


def test_who_fills_in_the_page_is_led_to_the_long_form(admin_client, lab):
    response = add(admin_client, afterwards="page")

    member = Member.objects.get()
    assert response.redirect_chain[-1][0] == f"/admin/people/member/{member.pk}/change/"
    assert member.visibility == "listed"


def test_add_and_enter_another_keeps_what_both_have_in_common(admin_client, lab):
    response = add(admin_client, start="2026-10", _next="1")

    shown = filled_in(response)
    assert (shown["display_name"], shown["role"], shown["start"]) == ("", ["phd"], "2026-10")


def test_the_lab_is_asked_for_only_where_there_are_several(admin_client, lab):
    assert "lab" not in filled_in(admin_client.get(ADDRESS))

    other = make_lab()
    response = add(admin_client)
    assert response.context["form"].errors == {"lab": ["This field is required."]}
    assert "Name, role and lab are enough." in response.text
    add(admin_client, lab=other.pk)

    assert Membership.objects.get().lab == other


def test_without_a_lab_the_page_says_what_comes_first(admin_client):
    text = admin_client.get(ADDRESS).text

    assert "First say who you are" in text
    assert 'name="display_name"' not in text


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        ({"display_name": ""}, {"display_name": ["This field is required."]}),
        ({"role": ""}, {"role": ["This field is required."]}),
        (
            {"native_name": "田中芽衣"},
            {"native_language": ["Say which language the name in its own script is in."]},
        ),
        (
            {"native_name": "田中芽衣", "native_language": "Japanese"},
            {
                "native_language": [
                    "Write a language as two letters, such as zh, ja, ko, de or zh-Hant."
                ]
            },
        ),
        ({"start": "2026", "end": "2025"}, {"end": ["The end is before the start."]}),
        ({"email": "mei at home"}, {"email": ["Enter a valid email address."]}),
        (
            {"start": "2026.13"},
            {
                "start": [
                    "“2026.13” is not a day of the calendar. Write a year, a year and month, or a "
                    "full day: 2025, 2025-06 or 2025-06-14."
                ]
            },
        ),
    ],
)
def test_wrong_input_is_answered_in_words_and_all_that_was_typed_is_kept(
    admin_client, lab, fields, errors
):
    response = add(admin_client, **fields)

    assert response.context["form"].errors == errors
    expected = {"display_name": "Mei Tanaka", "role": "phd"} | fields
    shown = filled_in(response)
    assert {name: "".join(shown.get(name, "")) for name in expected} == expected
    assert Member.objects.count() == 0


def test_somebody_of_the_same_name_is_asked_about_first(admin_client, lab):
    member = make_member(display_name="Li Wei")
    make_membership(member, lab=lab, start="2021")

    response = add(admin_client, display_name="Wei Li")

    assert "There is already a Li Wei here (PhD student, Tidal Lab, since 2021)." in response.text
    assert reverse("admin:people_member_change", args=[member.pk]) in response.text
    assert Member.objects.count() == 1
    add(admin_client, display_name="Wei Li", _another_one="1")
    assert Member.objects.count() == 2


def test_a_former_name_gives_nobody_away(admin_client, lab):
    member = make_member(display_name="Ana Ruiz")
    MemberName.objects.create(member=member, name="Alan Ruiz", is_former=True)

    response = add(admin_client, display_name="Alan Ruiz")

    assert said(response)[0].startswith("Alan Ruiz is on the people page.")


def test_a_photo_that_the_browser_does_not_keep_is_asked_for_again(admin_client, lab):
    response = add(admin_client, role="", photo=photo())

    assert "Please choose the photo once more" in response.text


def test_what_visitors_will_see_is_said_as_it_is(admin_client, lab):
    with time_machine.travel("2026-03-01 12:00 +0000", tick=False):
        later = said(add(admin_client, start="2026-10"))[0]
    Lab.objects.update(visibility="draft")
    hidden = said(add(admin_client, display_name="Ana Ruiz"))[0]

    assert later.startswith(
        "Mei Tanaka is added, and will be on the people page from October 2026 on."
    )
    assert hidden.startswith(
        "Ana Ruiz is added. Visitors see the name once the page of Tidal Lab is published."
    )


def test_adding_is_one_step_that_can_be_undone(admin_client, lab):
    response = add(admin_client)
    undo = said(response)[0].rpartition('href="')[2].partition('"')[0]

    admin_client.post(undo)

    assert Member.objects.count() == 0


def test_staff_without_a_say_may_not_add_anybody(client, lab):
    client.force_login(User.objects.create_user("clerk", is_staff=True))

    assert client.get(ADDRESS).status_code == 403
    assert client.post(ADDRESS, {"display_name": "Mei", "role": "phd"}).status_code == 403
    assert Member.objects.count() == 0


def test_a_session_that_ends_while_somebody_types_takes_nothing_away(admin_client, lab):
    typed = filled_in(admin_client.get(ADDRESS)) | {"display_name": "Mei Tanaka", "role": "phd"}
    admin_client.logout()

    asked = admin_client.post(ADDRESS, typed | {"_add": "1"})
    login = filled_in(asked) | {"username": "admin", "password": "password"}
    kept = admin_client.post(reverse("login"), login)
    back = admin_client.post(ADDRESS, filled_in(kept))

    assert filled_in(back)["display_name"] == "Mei Tanaka"
    assert Member.objects.count() == 0
    admin_client.post(ADDRESS, filled_in(back) | {"_add": "1"})
    assert Member.objects.get().display_name == "Mei Tanaka"
