"""Change role from…: one stay ends, and the next one begins."""

import pytest
from django.contrib.auth.models import User

from people.models import Membership
from tests.factories import make_adviser, make_lab, make_member, make_membership
from tests.forms import filled_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def stay():
    lab = make_lab(name="Tidal Lab")
    member = make_member(display_name="Mei Tanaka")
    return make_membership(member, lab=lab, role="phd", start="2021-10")


def address(stay):
    return f"/admin/people/member/{stay.member_id}/role/"


def press(client, stay, button, **fields):
    data = filled_in(client.get(address(stay))) | fields
    return client.post(address(stay), data | {button: "1"}, follow=True)


@pytest.mark.parametrize(
    ("since", "last_day"),
    [
        ("2026-10-15", "2026-10-14"),
        ("2026-10-01", "2026-09-30"),
        ("2026-10", "2026-09"),
        ("Jan 2026", "2025-12"),
        ("2026", "2025"),
    ],
)
def test_the_role_until_now_ends_just_before_as_precisely_as_the_new_one_begins(
    admin_client, stay, since, last_day
):
    press(admin_client, stay, "_do", role="postdoc", since=since)

    new, old = Membership.objects.order_by("-start")
    assert (old.pk, old.end, old.ending) == (stay.pk, last_day, "ended")
    assert (new.role, new.ending, new.member, new.lab) == ("postdoc", "open", stay.member, stay.lab)


def test_a_sentence_is_shown_before_anything_is_saved(admin_client, stay):
    page = press(
        admin_client, stay, "_check", role="postdoc", since="2026-10", title="Humboldt Fellow"
    )

    sentence = (
        "Mei Tanaka: PhD student until September 2026, then Humboldt Fellow from October 2026 on, "
        "in Tidal Lab."
    )
    assert page.context["sentence"] == sentence
    assert Membership.objects.count() == 1
    done = admin_client.post(address(stay), filled_in(page) | {"_do": "1"}, follow=True)
    assert next(str(message) for message in done.context["messages"]).startswith(sentence)
    assert Membership.objects.count() == 2


def test_title_end_and_adviser_go_with_the_new_role(admin_client, stay):
    make_adviser(printed_name="Bin Cui", membership=stay)

    press(admin_client, stay, "_do", role="postdoc", since="2026-10", title="Fellow", end="2028")

    new = Membership.objects.order_by("-start")[0]
    assert (new.title, new.end, new.ending) == ("Fellow", "2028", "expected")
    assert [adviser.printed_name for adviser in new.advisers.all()] == ["Bin Cui"]


def test_the_adviser_stays_behind_when_told_to(admin_client, stay):
    make_adviser(printed_name="Bin Cui", membership=stay)
    fields = {"role": "postdoc", "since": "2026-10", "_do": "1"}

    admin_client.post(address(stay), fields)

    assert Membership.objects.order_by("-start")[0].advisers.count() == 0


def test_one_undo_brings_the_old_role_back(admin_client, stay):
    response = press(admin_client, stay, "_do", role="postdoc", since="2026-10")
    message = next(str(message) for message in response.context["messages"])

    admin_client.post(message.rpartition('href="')[2].partition('"')[0])

    assert list(Membership.objects.values_list("role", "end", "ending")) == [("phd", "", "open")]


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        ({"role": ""}, {"role": ["This field is required."]}),
        ({"since": ""}, {"since": ["This field is required."]}),
        (
            {"since": "2021"},
            {
                "since": [
                    "The role until now began then, too (October 2021). Say the month or the day."
                ]
            },
        ),
        (
            {"since": "2021-10"},
            {
                "since": [
                    "The role until now began then, too (October 2021). Say the month or the day."
                ]
            },
        ),
        (
            {"since": "2019"},
            {"since": ["The role until now began only after that (October 2021)."]},
        ),
        ({"end": "2025"}, {"end": ["The end is before the start."]}),
    ],
)
def test_wrong_input_is_answered_in_words_and_all_that_was_typed_is_kept(
    admin_client, stay, fields, errors
):
    typed = {"role": "postdoc", "since": "2026-10", "title": "Fellow"} | fields

    page = press(admin_client, stay, "_do", **typed)

    assert page.context["form"].errors == errors
    shown = {name: "".join(value) for name, value in filled_in(page).items()}
    assert shown.items() >= typed.items()
    assert Membership.objects.count() == 1


def test_who_is_in_two_labs_says_which_role_changes(admin_client, stay):
    other = make_membership(stay.member, lab=make_lab(), role="intern", start="2023")

    fields = {"stay": other.pk, "role": "engineer", "since": "2026-10", "_do": "1"}
    admin_client.post(address(stay), fields)

    assert Membership.objects.get(role="engineer").lab == other.lab
    stay.refresh_from_db()
    assert stay.end == ""


def test_who_is_in_no_lab_gets_a_stay_in_the_form_instead(admin_client):
    member = make_member(display_name="Mei Tanaka")

    page = admin_client.get(f"/admin/people/member/{member.pk}/role/", follow=True)

    assert [str(message) for message in page.context["messages"]] == [
        "Mei Tanaka is in no lab today. Add a line under “In the lab” instead."
    ]


def test_staff_without_a_say_may_not_change_a_role(client, stay):
    client.force_login(User.objects.create_user("clerk", is_staff=True))
    fields = {"role": "postdoc", "since": "2026-10", "_do": "1"}

    assert client.get(address(stay)).status_code == 403
    assert client.post(address(stay), fields).status_code == 403
    assert Membership.objects.count() == 1


def test_nobody_is_nobody(admin_client):
    assert admin_client.get("/admin/people/member/99/role/").status_code == 404


def test_a_form_that_comes_back_after_signing_in_again_changes_nothing(admin_client, stay):
    back = press(admin_client, stay, "_do", role="postdoc", since="2026-10", _again="1")

    assert filled_in(back)["since"] == "2026-10"
    assert Membership.objects.count() == 1
