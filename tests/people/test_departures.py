"""Somebody is leaving: one person or many, to different places."""

from datetime import date

import pytest
import time_machine
from django.contrib.auth.models import User

from labsite.models import Change
from people.former import former_members
from people.models import Member, Membership
from tests.factories import make_adviser, make_education, make_lab, make_member, make_membership
from tests.forms import filled_in

pytestmark = pytest.mark.django_db

ADDRESS = "/admin/people/member/leaving/"


@pytest.fixture
def lab():
    return make_lab(name="Tidal Lab", short_name="TL", institution="Coast University")


@pytest.fixture
def mei(lab):
    member = make_member(display_name="Mei Tanaka", visibility="public")
    return make_membership(member, lab=lab, role="phd", start="2021-10")


@pytest.fixture
def ana(lab):
    member = make_member(display_name="Ana Ruiz", visibility="listed")
    return make_membership(member, lab=lab, role="postdoc", start="2024")


def open_table(client, *stays):
    people = [stay.member_id for stay in stays]
    return client.get(ADDRESS, {"person": people, "go": "1"})


def press(client, page, button, *stays, **changes):
    data = filled_in(page) | {"person": [stay.member_id for stay in stays], button: "1"}
    return client.post(ADDRESS, data | changes, follow=True)


def cell(stay, name):
    return f"stay-{stay.pk}-{name}"


def errors_of(page):
    return [form.errors for form, _known_as in page.context["rows"]]


def said(response):
    return [str(message) for message in response.context["messages"]]


def test_everybody_here_today_can_be_ticked_under_the_heading_of_the_role(admin_client, mei, ana):
    make_membership(lab=mei.lab, start="2015", end="2019", ending="ended")

    groups = admin_client.get(ADDRESS).context["groups"]

    shown = [(str(heading), [choice.stay for choice in group]) for heading, group in groups]
    assert shown == [("Postdoctoral researchers", [ana]), ("PhD students", [mei])]


def test_a_person_is_found_by_name_and_those_ticked_stay_ticked(admin_client, mei, ana):
    page = admin_client.get(ADDRESS, {"q": "ruíz", "person": [mei.member_id]})

    assert [choice.stay for choice in page.context["ticked"]] == [mei]
    assert [choice.stay for _heading, group in page.context["groups"] for choice in group] == [ana]


def test_going_on_with_nobody_ticked_says_so(admin_client, mei):
    assert "Nobody is ticked yet." in admin_client.get(ADDRESS, {"go": "1"}).text


def test_numbers_that_are_nobody_lead_back_to_the_choice(admin_client, mei):
    page = admin_client.get(ADDRESS, {"person": ["99", "x", "9" * 40], "go": "1"}, follow=True)

    assert said(page) == ["Nobody of those chosen is in a lab today; choose again."]


@time_machine.travel("2026-09-01 12:00 +0000", tick=False)
def test_a_sentence_for_each_person_is_shown_before_anything_is_saved(admin_client, mei, ana):
    table = open_table(admin_client, mei, ana)

    page = press(
        admin_client,
        table,
        "_check",
        mei,
        ana,
        last_day="2026-09-30",
        **{
            cell(mei, "next_title"): "Postdoc",
            cell(mei, "next_place"): "ETH Zürich",
            cell(mei, "degree"): "Ph.D.",
            cell(mei, "afterwards"): "name",
            cell(ana, "last_day"): "2026-08",
        },
    )

    assert page.context["people"] == [
        "Ana Ruiz was in TL until August 2026 (Postdoctoral researcher).",
        "Mei Tanaka is in TL until 30 September 2026 (PhD student), and under former people after "
        "that. Then: Postdoc, ETH Zürich. The CV gets a new line: Ph.D., 2026. The page is taken "
        "away, only the name stays.",
    ]
    assert set(Membership.objects.values_list("end", flat=True)) == {""}


def leave(client, *stays, **fields):
    page = press(client, open_table(client, *stays), "_check", *stays, **fields)
    return press(client, page, "_do", *stays)


def test_all_leave_in_one_step_each_to_another_place(admin_client, mei, ana):
    response = leave(
        admin_client,
        mei,
        ana,
        last_day="2026-09-30",
        **{
            cell(mei, "next_place"): "ETH Zürich",
            cell(mei, "next_url"): "https://ethz.ch/",
            cell(ana, "last_day"): "2026-08",
            cell(ana, "next_title"): "Engineer",
        },
    )

    mei.refresh_from_db()
    ana.refresh_from_db()
    assert (mei.end, mei.ending, mei.next_place) == ("2026-09-30", "ended", "ETH Zürich")
    assert (ana.end, ana.ending, ana.next_title) == ("2026-08", "ended", "Engineer")
    assert said(response)[0].startswith("2 people leave, and are under former people after their")
    assert Change.objects.filter(action="changed").values("step").distinct().count() == 1


def test_one_undo_brings_all_of_them_back(admin_client, mei, ana):
    response = leave(
        admin_client,
        *(mei, ana),
        last_day="2026-09-30",
        **{cell(mei, "degree"): "Ph.D.", cell(mei, "afterwards"): "name"},
    )
    undo = said(response)[0].rpartition('href="')[2].partition('"')[0]

    admin_client.post(undo)

    assert list(Membership.objects.values_list("end", "ending")) == [("", "open")] * 2
    member = Member.objects.get(pk=mei.member_id)
    assert (member.visibility, member.education.count()) == ("public", 0)


def test_the_last_day_counts_and_nobody_needs_to_save_anything_after_it(admin_client, mei):
    with time_machine.travel("2026-09-01 12:00 +0000", tick=False):
        leave(admin_client, mei, **{cell(mei, "last_day"): "2026-09-30"})

    assert list(Membership.objects.current(date(2026, 9, 30))) == [mei]
    assert list(Membership.objects.current(date(2026, 10, 1))) == []
    with time_machine.travel("2026-10-01 12:00 +0000", tick=False):
        assert list(former_members()) == [mei.member]


def test_a_finished_degree_becomes_a_line_of_the_cv_with_the_adviser(admin_client, mei):
    make_adviser(printed_name="Bin Cui", membership=mei)
    older = make_education(mei.member, degree="B.Sc.", position=1)

    leave(
        admin_client,
        mei,
        **{
            cell(mei, "last_day"): "2026-09-30",
            cell(mei, "degree"): "Ph.D.",
            cell(mei, "thesis_title"): "Maps of ice",
        },
    )

    new, known = mei.member.education.all()
    assert known == older
    assert (new.degree, new.institution, new.end, new.ending, new.thesis_title) == (
        "Ph.D.",
        "Coast University",
        "2026",
        "ended",
        "Maps of ice",
    )
    assert [adviser.printed_name for adviser in new.advisers.all()] == ["Bin Cui"]


def test_studies_that_stand_in_the_cv_are_finished_there(admin_client, mei):
    study = make_education(mei.member, degree="PhD", start="2021", end="2027", ending="expected")

    leave(admin_client, mei, **{cell(mei, "last_day"): "2026-09", cell(mei, "degree"): "Ph.D."})

    study.refresh_from_db()
    assert (study.degree, study.end, study.ending) == ("PhD", "2026", "ended")
    assert mei.member.education.count() == 1


def test_only_the_name_stays_where_that_is_wanted(admin_client, mei, ana):
    fields = {cell(mei, "afterwards"): "name"}
    leave(admin_client, mei, ana, last_day="2026-09-30", **fields)

    mei.member.refresh_from_db()
    assert mei.member.visibility == "listed"
    assert cell(ana, "afterwards") not in filled_in(open_table(admin_client, ana))


def test_who_is_in_two_labs_leaves_each_by_its_own_row(admin_client, mei):
    other = make_membership(mei.member, lab=make_lab(), start="2023")

    page = open_table(admin_client, mei)

    assert [form.stay for form, _known_as in page.context["rows"]] == [other, mei]


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        ({}, {"last_day": ["Say the last day, for example 2026-09-30."]}),
        (
            {"last_day": "2020"},
            {"last_day": ["That is before the first day here (October 2021)."]},
        ),
        (
            {"last_day": "2026", "next_url": "ethz"},
            {"next_url": ["Write a whole web address, such as https://example.org/page."]},
        ),
        (
            {"last_day": "2026", "thesis_title": "Maps of ice"},
            {"degree": ["Say which degree the thesis was for."]},
        ),
        (
            {"last_day": "2026", "degree": "M.Sc."},
            {"degree": ["By the CV, these studies begin only after that (2027)."]},
        ),
    ],
)
def test_wrong_input_is_answered_in_words_and_all_that_was_typed_is_kept(
    admin_client, mei, fields, errors
):
    make_education(mei.member, degree="M.Sc.", start="2027")
    typed = {cell(mei, name): value for name, value in fields.items()}

    page = press(admin_client, open_table(admin_client, mei), "_do", mei, **typed)

    assert errors_of(page) == [errors]
    assert filled_in(page).items() >= typed.items()
    mei.refresh_from_db()
    assert mei.end == ""


def test_a_common_day_that_cannot_be_read_stops_all(admin_client, mei, ana):
    days = {cell(mei, "last_day"): "2026", cell(ana, "last_day"): "2026"}

    page = press(
        admin_client, open_table(admin_client, mei, ana), "_do", mei, ana, last_day="June", **days
    )

    assert page.context["common"].errors["last_day"][0].startswith("“June” has no year.")
    assert "The last day needs another look." in page.text
    assert set(Membership.objects.values_list("end", flat=True)) == {""}


def test_something_can_be_changed_after_the_check(admin_client, mei):
    fields = {cell(mei, "last_day"): "2026-09-30", cell(mei, "next_place"): "ETH"}
    checked = press(admin_client, open_table(admin_client, mei), "_check", mei, **fields)

    table = press(admin_client, checked, "_edit", mei)

    assert filled_in(table).items() >= fields.items()


def test_who_has_left_meanwhile_is_left_alone(admin_client, mei, ana):
    day = {"last_day": "2026-09-30"}
    checked = press(admin_client, open_table(admin_client, mei, ana), "_check", mei, ana, **day)
    Membership.objects.filter(pk=mei.pk).update(end="2020", start="2019", ending="ended")

    press(admin_client, checked, "_do", mei, ana)

    assert Membership.objects.get(pk=mei.pk).end == "2020"


def test_the_person_has_a_button_that_leads_there(admin_client, mei):
    page = admin_client.get(f"/admin/people/member/{mei.member_id}/change/")

    assert f"{ADDRESS}?person={mei.member_id}&amp;go=1" in page.text
    assert f"/admin/people/member/{mei.member_id}/role/" in page.text


def test_staff_without_a_say_may_not_end_any_stay(client, mei):
    client.force_login(User.objects.create_user("clerk", is_staff=True))
    data = {"person": mei.member_id, "_do": "1", cell(mei, "last_day"): "2026"}

    assert client.get(ADDRESS).status_code == 403
    assert client.post(ADDRESS, data).status_code == 403
    mei.refresh_from_db()
    assert mei.end == ""


def test_a_table_that_comes_back_after_signing_in_again_ends_nothing(admin_client, mei):
    fields = {cell(mei, "last_day"): "2026-09-30", "_again": "1"}

    back = press(admin_client, open_table(admin_client, mei), "_do", mei, **fields)

    assert filled_in(back)[cell(mei, "last_day")] == "2026-09-30"
    mei.refresh_from_db()
    assert mei.end == ""


def test_people_ticked_in_the_list_are_led_there(admin_client, mei, ana):
    ticked = {"action": "leave", "_selected_action": [mei.member_id, ana.member_id]}

    page = admin_client.post("/admin/people/member/", ticked, follow=True)

    assert [form.stay for form, _known_as in page.context["rows"]] == [ana, mei]


def test_a_crowd_leaves_in_parts(admin_client, lab):
    stays = [make_membership(lab=lab) for _number in range(101)]

    page = open_table(admin_client, *stays)

    assert len(page.context["rows"]) == 100
    assert said(page) == ["Here are the first 100; do the others afterwards."]
