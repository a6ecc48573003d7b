from datetime import date

import pytest

from people.former import former_members, read_former
from people.models import Lab, Member, Membership, Opening, Page
from tests.factories import make_lab, make_member, make_membership, make_opening, make_page

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 30)


def test_a_lab_is_public_only_with_all_labs_above_it():
    faculty = make_lab()
    institute = make_lab(parent=faculty, visibility="draft")
    make_lab(parent=make_lab(parent=institute))

    assert list(Lab.objects.public()) == [faculty]


@pytest.mark.parametrize(
    ("visibility", "has_page", "is_named"),
    [("public", True, True), ("listed", False, True), ("draft", False, False)],
)
def test_a_member_has_a_page_or_only_a_name(visibility, has_page, is_named):
    make_member(visibility=visibility)

    assert Member.objects.public().exists() is has_page
    assert Member.objects.named().exists() is is_named


@pytest.mark.parametrize(
    ("stay", "member", "lab", "is_shown"),
    [
        ({}, {}, {}, True),
        ({}, {"visibility": "listed"}, {}, True),
        ({"is_public": False}, {}, {}, False),
        ({}, {"visibility": "draft"}, {}, False),
        ({}, {}, {"visibility": "draft"}, False),
    ],
)
def test_a_stay_is_public_with_its_member_and_its_lab(stay, member, lab, is_shown):
    make_membership(make_member(**member), lab=make_lab(**lab), **stay)

    assert Membership.objects.public().exists() is is_shown


@pytest.mark.parametrize(
    ("period", "is_current", "is_past"),
    [
        ({"end": "2026-11-30", "ending": "ended"}, True, False),
        ({"end": "2026-11", "ending": "ended"}, True, False),
        ({"end": "2026", "ending": "ended"}, True, False),
        ({"end": "2026-11-29", "ending": "ended"}, False, True),
        ({"end": "2026-10", "ending": "ended"}, False, True),
        ({"end": "2025", "ending": "ended"}, False, True),
        ({"ending": "ended"}, False, True),
        ({"end": "2025", "ending": "expected"}, True, False),
        ({"end": "2027", "ending": "ended"}, True, False),
        ({"start": "2026-12"}, False, False),
        ({}, True, False),
    ],
)
def test_a_stay_is_current_until_its_last_day_has_passed(period, is_current, is_past):
    stay = make_membership(**period)

    assert Membership.objects.current(TODAY).exists() is is_current
    assert Membership.objects.past(TODAY).exists() is is_past
    assert stay.is_current(TODAY) is is_current


def test_whoever_came_back_is_not_among_the_former_people():
    lab, back, gone = make_lab(), make_member(), make_member()
    make_membership(back, lab=lab, start="2015", end="2017")
    make_membership(back, lab=lab, start="2020")
    make_membership(gone, lab=lab, start="2015", end="2017")

    assert list(former_members(lab)) == [gone]
    assert list(former_members()) == [gone]


def test_whoever_works_in_another_lab_now_is_former_in_the_first():
    left, joined, mover = make_lab(), make_lab(), make_member()
    stay = make_membership(mover, lab=left, start="2015", end="2018-06")
    now = make_membership(mover, lab=joined, start="2018-07")

    assert list(former_members()) == []
    assert read_former(former_members(left), left) == [(mover, [stay], [now])]


def test_former_people_stand_in_the_order_in_which_they_left_the_last_first():
    lab = make_lab()
    names = ["Early", "Late", "Twice"]
    early, late, twice = (make_member(display_name=name) for name in names)
    make_membership(early, lab=lab, end="2010")
    make_membership(late, lab=lab, end="2024-05")
    make_membership(twice, lab=lab, end="2008")
    make_membership(twice, lab=lab, end="2024")

    people = read_former(former_members(lab), lab)

    assert list(former_members(lab)) == [person.member for person in people] == [late, twice, early]
    assert [stay.end for stay in people[1].stays] == ["2024", "2008"]


@pytest.mark.parametrize(
    ("fields", "is_open"),
    [
        ({"deadline": "2026-11-30"}, True),
        ({"deadline": "2026-11-29"}, False),
        ({"deadline": "2026-11"}, True),
        ({"deadline": "2026"}, True),
        ({"deadline": "2025"}, False),
        ({"is_until_filled": True}, True),
        ({"is_until_filled": True, "is_filled": True}, False),
        ({"shown_until": date(2026, 11, 30)}, True),
        ({"shown_until": date(2026, 11, 29)}, False),
        ({}, True),
    ],
)
def test_an_opening_closes_itself_after_its_last_day(fields, is_open):
    opening = make_opening(**fields)

    assert Opening.objects.open(TODAY).exists() is is_open
    assert opening.is_open(TODAY) is is_open


def test_openings_without_a_deadline_come_last():
    whenever = make_opening(is_until_filled=True)
    late, soon = make_opening(deadline="2027-03"), make_opening(deadline="2027-01-15")

    assert list(Opening.objects.soonest_first()) == [soon, late, whenever]


def test_a_page_of_a_lab_is_public_only_with_the_lab():
    of_site, of_lab = make_page(), make_page(lab=make_lab())
    make_page(lab=make_lab(visibility="draft"))
    make_page(visibility="draft")

    assert set(Page.objects.public()) == {of_site, of_lab}


def test_only_a_lab_at_work_recruits():
    lab = make_lab(recruiting="Write to us.")
    make_lab(recruiting="Write to us.", status="closed")
    make_lab()

    assert list(Lab.objects.recruiting()) == [lab]
