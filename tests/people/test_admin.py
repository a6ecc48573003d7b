from datetime import date

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from people.models import (
    Award,
    Education,
    Lab,
    Member,
    MemberName,
    Membership,
    Service,
    Teaching,
)
from tests.factories import (
    make_award,
    make_education,
    make_lab,
    make_member,
    make_membership,
    make_opening,
    make_page,
    make_position,
)
from tests.forms import add_row, filled_in, sentences
from tests.pictures import png

pytestmark = pytest.mark.django_db


@pytest.fixture
def form_of(admin_client):
    """Return a function that opens the form of a record, or of a new one of its kind."""

    def form_of(model, record=None):
        page, args = ("change", [record.pk]) if record else ("add", [])
        address = reverse(f"admin:people_{model._meta.model_name}_{page}", args=args)
        return address, filled_in(admin_client.get(address))

    return form_of


def test_a_person_is_added_with_a_stay_in_a_lab(admin_client, form_of):
    lab = make_lab()
    address, data = form_of(Member)
    add_row(data, "memberships", lab=lab.pk, role="phd", start="Oct 2025", ending="open")
    data["memberships-0-is_public"] = "on"

    response = admin_client.post(address, data | {"display_name": "Ana Ruiz"})

    assert response.status_code == 302
    member = Member.objects.get()
    assert (member.display_name, member.slug, member.visibility) == (
        "Ana Ruiz",
        "ana-ruiz",
        "listed",
    )
    stays = member.memberships.values_list("lab", "role", "start", "ending", "is_public")
    assert list(stays) == [(lab.pk, "phd", "2025-10", "open", True)]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("2025", "2025"),
        ("2025.06", "2025-06"),
        ("2025-06-14", "2025-06-14"),
        ("Jun 2025", "2025-06"),
        ("2025年6月", "2025-06"),
        ("", ""),
    ],
)
def test_a_date_is_taken_as_people_write_it(admin_client, form_of, typed, kept):
    stay = make_membership()
    address, data = form_of(Member, stay.member)

    admin_client.post(address, data | {"memberships-0-start": typed})

    stay.refresh_from_db()
    assert stay.start == kept


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("June", "“June” has no year."),
        ("2026.13", "“2026.13” is not a day of the calendar."),
        ("06/07/2025", "“06/07/2025” can be read in two ways (day or month first)."),
        ("soon", "“soon” has no year."),
    ],
)
def test_a_date_that_cannot_be_read_is_answered_in_words_and_kept(
    admin_client, form_of, typed, sentence
):
    stay = make_membership(start="2020")
    address, data = form_of(Member, stay.member)

    response = admin_client.post(address, data | {"memberships-0-start": typed})

    assert response.status_code == 200
    hint = "Write a year, a year and month, or a full day: 2025, 2025-06 or 2025-06-14."
    assert sentences(response) == [f"{sentence} {hint}"]
    assert filled_in(response)["memberships-0-start"] == typed
    stay.refresh_from_db()
    assert stay.start == "2020"


def test_an_end_before_the_start_is_answered_in_words(admin_client, form_of):
    stay = make_membership(start="2020")
    address, data = form_of(Member, stay.member)

    response = admin_client.post(address, data | {"memberships-0-end": "2019"})

    assert sentences(response) == ["The end is before the start."]


def test_an_end_to_come_moves_nobody_to_the_alumni_before_its_day_is_over(admin_client, form_of):
    """C057: an end in three months, typed into the form."""
    with time_machine.travel("2026-03-01 12:00 +0000", tick=False):
        stay = make_membership(start="2020")
        address, data = form_of(Member, stay.member)
        admin_client.post(address, data | {"memberships-0-end": "2026-06-01"})
        stay.refresh_from_db()

    assert (stay.end, stay.ending) == ("2026-06-01", "ended")
    of_lab = stay.lab.memberships
    assert list(of_lab.current(date(2026, 3, 1))) == [stay]
    assert list(of_lab.current(date(2026, 6, 1))) == [stay]
    assert list(of_lab.current(date(2026, 6, 2))) == []
    assert list(of_lab.past(date(2026, 6, 2))) == [stay]


@pytest.mark.parametrize(
    "typed",
    [
        "0000-0002-1694-233X",
        "0000-0002-1694-233x",
        "https://orcid.org/0000-0002-1694-233X",
        "http://orcid.org/0000-0002-1694-233x",
        " 0000-0002-1694-233X ",
    ],
)
def test_an_orcid_is_taken_in_any_spelling(admin_client, form_of, typed):
    """C145"""
    member = make_member()
    address, data = form_of(Member, member)

    admin_client.post(address, data | {"orcid": typed})

    member.refresh_from_db()
    assert member.orcid == "0000-0002-1694-233X"


def test_an_orcid_with_a_wrong_digit_is_refused_and_kept_in_the_form(admin_client, form_of):
    """C145"""
    member = make_member()
    address, data = form_of(Member, member)

    response = admin_client.post(address, data | {"orcid": "0000-0002-1694-2330"})

    assert sentences(response) == ["This ORCID iD has a wrong digit; please copy it once more."]
    assert filled_in(response)["orcid"] == "0000-0002-1694-2330"


def test_the_form_takes_somebody_with_one_name(admin_client, form_of):
    """C017"""
    address, data = form_of(Member)

    admin_client.post(
        address, data | {"display_name": "Suharti", "family_name": "Suharti", "given_name": ""}
    )

    member = Member.objects.get()
    assert (member.display_name, member.sort_key, member.slug) == ("Suharti", "suharti", "suharti")


def test_two_people_with_one_orcid_are_refused_in_words(admin_client, form_of):
    make_member(orcid="0000-0002-1694-233X")
    address, data = form_of(Member)

    response = admin_client.post(
        address, data | {"display_name": "Ana Ruiz", "orcid": "0000-0002-1694-233X"}
    )

    assert sentences(response) == ["Somebody else has this ORCID already."]


def test_a_name_in_its_own_script_needs_its_language(admin_client, form_of):
    address, data = form_of(Member)

    response = admin_client.post(
        address, data | {"display_name": "Tingyu Yun", "native_name": "云听雨"}
    )

    assert sentences(response) == ["Say which language the name in its own script is in."]


@pytest.mark.parametrize("typed", ["nunez", "Núñez", "NUÑEZ ana", "Ana Nunez"])
def test_people_are_found_by_any_spelling_of_their_name(admin_client, typed):
    wanted = make_member(display_name="Ana Núñez")
    make_member(display_name="Ben Moor")

    response = admin_client.get(reverse("admin:people_member_changelist"), {"q": typed})

    assert list(response.context["cl"].result_list) == [wanted]


def test_a_former_name_is_neither_shown_nor_found(admin_client):
    member = make_member(display_name="Ana Ruiz")
    MemberName.objects.create(member=member, name="A. Ruiz")
    MemberName.objects.create(member=member, name="Zzyzx", is_former=True)

    form = admin_client.get(reverse("admin:people_member_change", args=[member.pk]))
    found = admin_client.get(reverse("admin:people_member_changelist"), {"q": "Zzyzx"})

    assert "A. Ruiz" in form.text
    assert "Zzyzx" not in form.text
    assert list(found.context["cl"].result_list) == []


def test_a_section_is_chosen_from_the_kinds_that_there_are(admin_client, form_of):
    address, data = form_of(Member)
    add_row(
        data,
        "sections",
        kind="text",
        heading="Hobbies",
        text="Kites",
        grouping="year",
        row_order="newest",
        name_order="title",
        is_shown="on",
    )

    admin_client.post(address, data | {"display_name": "Ana Ruiz"})

    section = Member.objects.get().sections.get()
    assert (section.heading, section.text_html.strip()) == ("Hobbies", "<p>Kites</p>")


def test_one_section_listed_twice_is_answered_in_words(admin_client, form_of):
    address, data = form_of(Member)
    settings = {"grouping": "year", "row_order": "newest", "name_order": "title"}
    add_row(data, "sections", kind="publications", **settings)
    add_row(data, "sections", kind="publications", **settings)

    response = admin_client.post(address, data | {"display_name": "Ana Ruiz"})

    assert sentences(response) == ["This section is listed already."]


def test_an_award_is_given_to_one_more_person_behind_the_others(admin_client, form_of):
    first, second = make_member(), make_member(display_name="Ana Ruiz")
    award = make_award(first)
    address, data = form_of(Member, second)
    add_row(data, "recipients", award=award.pk)

    admin_client.post(address, data)

    recipients = award.recipients.values_list("member", "printed_name", "position")
    assert list(recipients) == [
        (first.pk, first.display_name, 1),
        (second.pk, "Ana Ruiz", 2),
    ]


def test_an_adviser_is_given_on_the_page_of_the_degree(admin_client, form_of):
    degree, adviser = make_education(), make_member(display_name="Cy Day")
    address, data = form_of(Education, degree)
    add_row(data, "advisers", member=adviser.pk)
    add_row(data, "advisers", printed_name="Somebody Else")

    response = admin_client.post(address, data)

    assert response.status_code == 302
    names = degree.advisers.values_list("printed_name", "member", "position")
    assert list(names) == [("Cy Day", adviser.pk, 1), ("Somebody Else", None, 2)]


def test_the_form_of_a_person_leads_to_each_stay_and_degree(admin_client):
    member = make_member()
    stay, degree = make_membership(member), make_education(member)

    form = admin_client.get(reverse("admin:people_member_change", args=[member.pk]))

    for name, row in (("membership", stay), ("education", degree)):
        assert reverse(f"admin:people_{name}_change", args=[row.pk]) in form.text


def test_saving_a_stay_or_a_degree_leads_back_to_the_form_of_the_person(admin_client, form_of):
    member = make_member()

    for part in (make_membership(member), make_education(member)):
        response = admin_client.post(*form_of(type(part), part))

        assert response.url == reverse("admin:people_member_change", args=[member.pk])


def test_a_day_that_is_none_is_answered_with_an_example(admin_client, form_of):
    address, data = form_of(Member, make_member())

    response = admin_client.post(address, data | {"notice_until": "31.2.2026"})

    assert sentences(response) == [
        "That is not a day of the calendar. Write a full day: 2026-06-14."
    ]


def test_a_row_that_holds_nothing_but_its_place_is_passed_over(admin_client, form_of):
    stay = make_membership()
    address, data = form_of(Membership, stay)
    add_row(data, "advisers", position="1")

    admin_client.post(address, data)

    assert stay.advisers.count() == 0


def test_a_new_award_takes_its_recipients_at_once(admin_client, form_of):
    address, data = form_of(Award)
    add_row(data, "recipients", printed_name="The whole team")

    response = admin_client.post(address, data | {"title": "Lighthouse Prize", "date": "2024"})

    assert response.status_code == 302
    assert list(Award.objects.get().recipients.values_list("printed_name")) == [("The whole team",)]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"status": "moved"}, "Give the new address of a lab that has moved."),
        ({"status": "merged"}, "Say which lab it was merged into."),
        ({"slug": "2025"}, "An address needs at least one letter, e.g. “no-2025”."),
        ({"ror": "https://ror.org/none"}, None),
    ],
)
def test_what_a_lab_cannot_be_is_answered_in_words(admin_client, form_of, fields, sentence):
    lab = make_lab()
    address, data = form_of(Lab, lab)

    response = admin_client.post(address, data | fields)

    assert response.status_code == 200
    assert sentence is None or sentences(response) == [sentence]


def test_a_lab_is_not_made_a_part_of_its_own_part(admin_client, form_of):
    part = make_lab(parent=make_lab())
    address, data = form_of(Lab, part.parent)

    response = admin_client.post(address, data | {"parent": part.pk})

    assert sentences(response) == ["That lab is a part of this one."]


def test_a_page_takes_no_address_that_the_lab_needs(admin_client):
    page = make_page(lab=make_lab())
    address = reverse("admin:people_page_change", args=[page.pk])
    data = filled_in(admin_client.get(address))

    response = admin_client.post(address, data | {"slug": "people"})

    assert sentences(response) == [
        "“people” is the address of another page already. Choose a different word."
    ]


def test_openings_are_filtered_by_year_or_by_having_none(admin_client):
    soon, later = make_opening(deadline="2026-10"), make_opening(deadline="2027")
    undated = make_opening()
    address = reverse("admin:people_opening_changelist")

    def listed(**query):
        return set(admin_client.get(address, query).context["cl"].result_list)

    assert listed(year="2026") == {soon}
    assert listed(year="2027") == {later}
    assert listed(year="none") == {undated}


def test_dates_in_a_list_are_sorted_as_dates(admin_client):
    days = ["2025", "2025-06-14", "2024-12", ""]
    stays = {day: make_membership(start=day) for day in days}
    address = reverse("admin:people_membership_changelist")
    column = 5  # of the list, counted from one

    newest_first = admin_client.get(address, {"o": f"-{column}"}).context["cl"].result_list

    assert list(newest_first) == [stays[day] for day in ("2025-06-14", "2025", "2024-12", "")]


@pytest.mark.parametrize("count", [1, 3])
def test_opening_a_person_costs_the_same_for_any_number_of_rows(
    admin_client, django_assert_num_queries, count
):
    member = make_member()
    for _number in range(count):
        make_membership(member)
        make_education(member)
        make_award(member)
    address = reverse("admin:people_member_change", args=[member.pk])
    admin_client.get(address)

    with django_assert_num_queries(16):
        admin_client.get(address)


def test_a_person_with_thirty_lines_of_a_cv_opens_and_is_saved(
    admin_client, form_of, django_assert_max_num_queries
):
    member = make_member()
    for number in range(6):
        make_education(member, degree=f"Degree {number}")
        make_position(member)
        make_award(member)
        Service.objects.create(member=member, role="Reviewer", organisation=f"Meeting {number}")
        Teaching.objects.create(member=member, course=f"Course {number}")
    address, data = form_of(Member, member)

    with django_assert_max_num_queries(29):
        admin_client.get(address)
    answer = admin_client.post(address, data | {"headline": "Tides"})

    assert answer.status_code == 302
    assert len(data) < 1_000
    member.refresh_from_db()
    assert member.headline == "Tides"
    assert [row.degree for row in member.education.all()] == [f"Degree {n}" for n in range(6)]


def test_a_photo_with_a_name_of_three_hundred_letters_is_taken_or_refused_in_words(
    admin_client, form_of
):
    member = make_member()
    address, data = form_of(Member, member)
    photo = SimpleUploadedFile(f"{'n' * 300}.png", png(), "image/png")

    response = admin_client.post(address, data | {"photo": photo})

    assert response.status_code in {200, 302}


def test_a_file_that_is_no_picture_and_a_text_too_long_are_both_told(admin_client, form_of):
    member = make_member()
    address, data = form_of(Member, member)
    broken = SimpleUploadedFile(f"{'n' * 300}.png", b"no picture", "image/png")

    response = admin_client.post(
        address, data | {"photo": broken, "about": "x" * 20_001, "headline": "y" * 201}
    )

    assert response.status_code == 200
    told = " ".join(sentences(response))
    assert "Your text has 20,001 characters; the limit is 20,000." in told
    assert "This has 201 characters; the limit is 200." in told
