"""Add several people: pasted from a spreadsheet."""

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile

from labsite.models import Change
from people.models import Member, Membership
from tests.factories import make_lab, make_member, make_membership
from tests.forms import filled_in

pytestmark = pytest.mark.django_db

ADDRESS = "/admin/people/member/several/"

TABLE = """\
Name\tRole\tSince\tUntil\tE-mail\tAdviser\tOwn script
Mei Tanaka\tPhD student\tOct 2026\t2030\tmei@example.org\tBin Cui\t田中芽衣
Li Wei\tPhD student\t2021
Piotr Piękos\t\t2026-10
Ana Ruiz\tpostdoc\t2026-10\t\t\tSomebody Elsewhere
"""


@pytest.fixture
def lab():
    return make_lab(name="Tidal Lab")


@pytest.fixture
def li_wei(lab):
    return make_membership(make_member(display_name="Li Wei"), lab=lab, start="2021").member


def look_at(client, text=TABLE, **fields):
    return client.post(ADDRESS, {"text": text, "_read": "1"} | fields)


def press(client, page, button="_add", value="1", **changes):
    """Press a button of the preview, after having changed some fields."""
    ticked = [str(line.number) for line in page.context["lines"] if line.is_ticked]
    opened = [str(line.number) for line in page.context["lines"] if line.is_open]
    data = filled_in(page) | {"add": ticked, "open": opened, button: value} | changes
    return client.post(ADDRESS, data, follow=True)


def states(page):
    return [(line.number, line.state, line.is_ticked) for line in page.context["lines"]]


def said(response):
    return [str(message) for message in response.context["messages"]]


def test_each_row_says_whether_it_is_new_or_here_or_unclear(admin_client, li_wei):
    page = look_at(admin_client)

    assert states(page) == [
        (2, "new", True),
        (3, "known", False),
        (4, "check", True),
        (5, "new", True),
    ]
    assert "PhD student, Tidal Lab, since 2021" in page.text
    assert "no role" in page.text
    assert "Add 3 people" in page.text
    assert Member.objects.count() == 1


@pytest.mark.parametrize("count", [1, 5])
def test_people_who_are_here_already_cost_the_same_for_any_number(
    admin_client, lab, count, django_assert_num_queries
):
    names = [f"{first} Li" for first in ("Ada", "Bo", "Cy", "Di", "Eve")[:count]]
    for name in names:
        make_membership(make_member(display_name=name), lab=lab)

    with django_assert_num_queries(9):
        page = look_at(admin_client, "\n".join(f"{name}\tPhD student" for name in names))

    assert {line.state for line in page.context["lines"]} == {"known"}


def test_a_row_is_corrected_in_place_and_all_are_added_in_one_step(admin_client, lab, li_wei):
    cui = make_member(display_name="Bin Cui")
    page = look_at(admin_client)

    response = press(admin_client, page, **{"row-4-role": "visitor"})

    assert said(response)[0].startswith("3 people added. 1 left out.")
    added = Membership.objects.exclude(member=li_wei).order_by("pk")
    assert [(stay.member.display_name, stay.role, stay.start) for stay in added] == [
        ("Mei Tanaka", "phd", "2026-10"),
        ("Piotr Piękos", "visitor", "2026-10"),
        ("Ana Ruiz", "postdoc", "2026-10"),
    ]
    mei, _piotr, ana = added
    assert (mei.end, mei.ending, mei.lab) == ("2030", "expected", lab)
    assert (mei.member.native_name, mei.member.native_language) == ("田中芽衣", "zh")
    assert (mei.member.email, mei.member.visibility) == ("mei@example.org", "listed")
    assert [adviser.member for adviser in mei.advisers.all()] == [cui]
    assert [adviser.printed_name for adviser in ana.advisers.all()] == ["Somebody Elsewhere"]
    assert Change.objects.filter(action="added").values("step").distinct().count() == 1


def test_one_undo_takes_all_of_them_away(admin_client, li_wei):
    page = look_at(admin_client)
    response = press(admin_client, page, **{"row-4-role": "visitor"})
    undo = said(response)[0].rpartition('href="')[2].partition('"')[0]

    admin_client.post(undo)

    assert list(Member.objects.all()) == [li_wei]


def test_nobody_is_added_while_a_ticked_row_is_unclear(admin_client, li_wei):
    page = look_at(admin_client)

    response = press(admin_client, page)

    assert "One row still needs another look." in response.text
    assert Member.objects.count() == 1


def test_an_unclear_row_can_be_left_out(admin_client, li_wei):
    page = look_at(admin_client)

    response = press(admin_client, page, add=["2", "5"])

    assert said(response)[0].startswith("2 people added. 2 left out.")


def test_another_person_of_the_same_name_is_added_when_ticked(admin_client, li_wei):
    page = look_at(admin_client)

    press(admin_client, page, add=["3"])

    assert Member.objects.filter(display_name="Li Wei").count() == 2


def test_a_row_that_is_right_can_be_opened_and_keeps_what_is_typed(admin_client, li_wei):
    page = look_at(admin_client)

    opened = press(admin_client, page, "_open", "5")
    assert [line.is_open for line in opened.context["lines"]] == [False, False, True, True]
    looked = press(admin_client, opened, "_look", **{"row-5-display_name": "Ana Ruiz Vega"})

    assert filled_in(looked)["row-5-display_name"] == "Ana Ruiz Vega"
    press(admin_client, looked, add=["5"])
    assert Member.objects.filter(display_name="Ana Ruiz Vega").count() == 1


def test_a_person_who_stands_there_twice_is_added_once(admin_client, lab):
    page = look_at(admin_client, "Mei Tanaka\tIntern\nmei tanaka\tIntern\n")

    assert states(page) == [(1, "new", True), (2, "known", False)]


def test_every_complaint_about_a_row_is_made_at_once(admin_client, lab):
    page = look_at(admin_client, "Mei\tJanitor\t2026\t2025\tmei at home")

    assert page.context["lines"][0].problems == [
        "“Janitor” is not a role here",
        "Until: The end is before the start",
        "E-mail: Enter a valid email address",
    ]
    assert "before the start; E-mail" in page.text


def test_names_in_a_script_that_tells_no_language_ask_for_it(admin_client, lab):
    page = look_at(admin_client, "Ivan\tIntern\t\t\t\t\tИван")
    assert "Say which language the name in its own script is in." in page.text

    press(admin_client, page, native_language="ru")

    assert Member.objects.get().native_language == "ru"


def test_kana_and_hangul_are_what_they_are_whatever_the_others_are(admin_client, lab):
    rows = "Mei\tIntern\t\t\t\t\tメイ\nXin\tIntern\t\t\t\t\t刘心\nChul\tIntern\t\t\t\t\t철수"

    press(admin_client, look_at(admin_client, rows), native_language="zh")

    found = Member.objects.order_by("pk").values_list("native_language", flat=True)
    assert list(found) == ["ja", "zh", "ko"]


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        ({"text": ""}, {"text": ["There is nothing in it yet. Paste at least one line."]}),
        (
            {"text": "x\n" * 501},
            {"text": ["These are 501 rows. At most 500 fit at once: paste them in parts."]},
        ),
    ],
)
def test_a_paste_that_cannot_be_used_is_answered_in_words_and_kept(
    admin_client, lab, fields, errors
):
    page = look_at(admin_client, **fields)

    assert page.context["form"].errors == errors
    assert filled_in(page)["text"] == fields["text"]


def test_five_hundred_good_rows_are_looked_at_and_sent_back(admin_client, lab):
    page = look_at(admin_client, "".join(f"Person A{n}\tIntern\n" for n in range(500)))
    assert [len(page.context["lines"]), page.context["wanted"]] == [500, 500]

    press(admin_client, page, add=["1", "250", "500"])

    names = Member.objects.order_by("pk").values_list("display_name", flat=True)
    assert list(names) == ["Person A0", "Person A249", "Person A499"]


def test_too_many_unclear_rows_go_back_to_the_spreadsheet(admin_client, lab):
    text = "".join(f"Person A{n}\n" for n in range(200))

    page = look_at(admin_client, text)

    assert page.context["form"].errors == {
        "text": [
            "Too many rows are not clear at once. For example row 1: no role. "
            "Correct them in the spreadsheet, and paste it again."
        ]
    }
    assert filled_in(page)["text"] == text


def test_a_file_does_as_well(admin_client, lab):
    file = SimpleUploadedFile("people.csv", "Name;Role\nPiotr Piękos;Intern".encode("utf-8-sig"))

    page = look_at(admin_client, "", file=file)
    press(admin_client, page)

    assert Member.objects.get().display_name == "Piotr Piękos"


def test_a_workbook_is_answered_with_what_to_do(admin_client, lab):
    page = look_at(admin_client, "", file=SimpleUploadedFile("people.xlsx", b"PK\x03\x04"))

    assert page.context["form"].errors == {
        "file": ["That is a workbook. Copy its cells and paste them, or save it as “CSV UTF-8”."]
    }


def test_the_pasted_text_comes_back(admin_client, lab):
    text = "Mei Tanaka\tIntern\r\nAna Ruiz\tpostdoc"

    back = press(admin_client, look_at(admin_client, text), "_paste")

    assert filled_in(back)["text"] == text


def test_the_pasted_text_comes_back_with_what_was_corrected(admin_client, li_wei):
    page = look_at(admin_client)

    back = press(admin_client, page, "_paste", **{"row-4-role": "visitor"})

    assert filled_in(back)["text"].splitlines()[2:4] == [
        "Li Wei\tPhD student\t2021\t\t\t\t",
        "Piotr Piękos\tVisitor\t2026-10\t\t\t\t",
    ]
    again = look_at(admin_client, filled_in(back)["text"])
    assert [line.state for line in again.context["lines"]] == ["new", "known", "new", "new"]


def test_a_missing_language_alone_opens_no_row_and_has_one_remedy(admin_client, lab):
    text = "".join(f"Ivan A{n}\tIntern\t\t\t\t\tИван\n" for n in range(200))

    page = look_at(admin_client, text)
    assert {line.is_open for line in page.context["lines"]} == {False}
    ready = press(admin_client, page, "_look", native_language="ru")

    assert {line.state for line in ready.context["lines"]} == {"new"}


def test_the_lab_is_chosen_where_there_are_several(admin_client, lab):
    other = make_lab()
    refused = look_at(admin_client)
    assert refused.context["form"].errors == {"lab": ["This field is required."]}

    page = look_at(admin_client, "Mei\tIntern", lab=other.pk)
    press(admin_client, page)

    assert Membership.objects.get().lab == other


def test_the_example_opens_in_a_spreadsheet(admin_client):
    response = admin_client.get(f"{ADDRESS}example.csv")

    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="people.csv"'
    assert response.content.startswith(b"\xef\xbb\xbf")


def test_staff_without_a_say_may_do_none_of_it(client, lab):
    client.force_login(User.objects.create_user("clerk", is_staff=True))

    assert client.get(ADDRESS).status_code == 403
    assert client.get(f"{ADDRESS}example.csv").status_code == 403
    assert look_at(client).status_code == 403


def test_rows_that_come_back_after_signing_in_again_are_only_shown(admin_client, li_wei):
    page = look_at(admin_client)

    back = press(admin_client, page, _again="1", **{"row-4-role": "visitor"})

    assert [line.state for line in back.context["lines"]] == ["new", "known", "new", "new"]
    assert list(Member.objects.all()) == [li_wei]
