import pytest

from people.models import MemberName
from publications.author_lines import parse
from publications.author_rows import fill_rows, line_of, text_of, write_authors
from publications.models import Authorship, MatchDecision
from tests.factories import make_authorship, make_member, make_publication

pytestmark = pytest.mark.django_db

FIELDS = ["printed_name", "member", "equal_group", "is_corresponding", "other_marks"]


def authors_of(publication, *fields):
    return list(publication.authorships.values_list(*(fields or FIELDS)))


def rows_of(data):
    """What stands in the rows of a form that are not ticked to be deleted, by their place."""
    rows = [
        {
            name: data.get(f"authorships-{number}-{name}", "")
            for name in ("printed_name", "member", "equal_group", "position", "DELETE")
        }
        for number in range(int(data["authorships-TOTAL_FORMS"]))
    ]
    kept = [row for row in rows if row["printed_name"] and not row["DELETE"]]
    return [
        (row["printed_name"], row["member"], row["equal_group"])
        for row in sorted(kept, key=lambda row: int(row["position"]))
    ]


def empty_form():
    return {"authorships-TOTAL_FORMS": "0", "authorships-INITIAL_FORMS": "0"}


@pytest.mark.parametrize(
    "line",
    [
        "Ada Ng*; Bo Li*; Cy Díaz",
        "Ada Ng; Bo Li✉; Cy Díaz†✉",
        "{The Harbour Team}; Li Wei",
        "{Ng, Li and Sons}; 云听雨",
        "Carlos Díaz, Jr.; Juan Pérez III",
    ],
)
def test_a_line_is_written_as_it_is_read(line):
    publication = make_publication()

    write_authors(publication, line)

    written = line_of(publication.authorships.all())
    assert parse(written) == parse(line)


def test_names_that_hold_what_parts_names_are_kept_together():
    author = Authorship(printed_name="Smith and Sons, Ltd.")

    assert text_of(author) == "{Smith and Sons, Ltd.}"


def test_a_long_line_becomes_the_authors_in_order():
    ours = make_member(display_name="Ana Ruiz")
    publication = make_publication("Old Name", "Bo Li")

    write_authors(publication, "Ana Ruiz*; Bo Li*; Cy Day✉")

    assert authors_of(publication) == [
        ("Ana Ruiz", ours.pk, 1, False, ""),
        ("Bo Li", None, 1, False, ""),
        ("Cy Day", None, None, True, ""),
    ]
    assert authors_of(publication, "position") == [(1,), (2,), (3,)]


def test_a_line_keeps_what_it_cannot_say_about_names_that_stay():
    publication = make_publication("A B", "C D", "E F")
    publication.authorships.filter(printed_name="C D").update(
        orcid="0000-0002-1694-233X", own_order=3, is_selected=True, equal_group=2
    )
    kept = publication.authorships.get(printed_name="C D").pk

    write_authors(publication, "E F; C D; A B")

    assert authors_of(publication, "printed_name") == [("E F",), ("C D",), ("A B",)]
    row = Authorship.objects.get(pk=kept)
    assert (row.orcid, row.own_order, row.is_selected, row.equal_group, row.position) == (
        "0000-0002-1694-233X",
        3,
        True,
        2,
        2,
    )


def test_two_authors_of_one_name_stay_two():
    publication = make_publication("Wei Li", "Wei Li")
    keys = authors_of(publication, "pk")

    write_authors(publication, "Wei Li; Bo Ng; Wei Li")

    assert authors_of(publication, "printed_name") == [("Wei Li",), ("Bo Ng",), ("Wei Li",)]
    assert [keys[0], keys[1]] == [
        authors_of(publication, "pk")[0],
        authors_of(publication, "pk")[2],
    ]


def test_thousands_of_authors_take_few_queries(django_assert_max_num_queries):
    """2,900 authors, as in a paper of high-energy physics."""
    publication = make_publication()
    names = [f"{given}{family}" for given in letters(54) for family in letters(54)][:2900]
    line = "; ".join(f"{name.title()} Family" for name in names)

    with django_assert_max_num_queries(60):  # SQLite takes no more than 999 values at once
        write_authors(publication, line)
    with django_assert_max_num_queries(20):
        write_authors(publication, line)

    assert publication.authorships.count() == 2900
    assert line_of(publication.authorships.all()) == line


def letters(count):
    return [f"{chr(97 + number // 26)}{chr(97 + number % 26)}" for number in range(count)]


def test_rows_of_a_form_are_filled_from_a_line():
    ana = make_member(display_name="Ana Núñez")

    data = fill_rows(
        empty_form(), "authorships", parse("A. Ng*, Bo Li*, and ana nunez").authors, {}
    )

    assert rows_of(data) == [("A. Ng", "", "1"), ("Bo Li", "", "1"), ("ana nunez", str(ana.pk), "")]


def test_rows_that_stand_in_a_form_are_used_again_and_others_ticked():
    data = {
        "authorships-TOTAL_FORMS": "3",
        "authorships-INITIAL_FORMS": "2",
        "authorships-0-id": "10",
        "authorships-0-printed_name": "Bo Li",
        "authorships-0-position": "1",
        "authorships-1-id": "11",
        "authorships-1-printed_name": "Gone Away",
        "authorships-2-printed_name": "Not Saved",
        "authorships-2-member": "5",
    }

    fill_rows(data, "authorships", parse("Ada Ng; Bo Li*; Cy Day*").authors, {})

    assert rows_of(data) == [("Ada Ng", "", ""), ("Bo Li", "", "1"), ("Cy Day", "", "1")]
    assert data["authorships-0-position"] == "2"
    assert data["authorships-1-DELETE"] == "on"
    assert "authorships-2-printed_name" not in data


def test_a_row_that_only_names_a_member_is_known_by_their_name():
    data = {
        "authorships-TOTAL_FORMS": "1",
        "authorships-INITIAL_FORMS": "0",
        "authorships-0-member": "7",
    }

    fill_rows(data, "authorships", parse("Bo Li; Ana Ruiz").authors, {"7": "Ana Ruiz"})

    assert rows_of(data) == [("Bo Li", "", ""), ("Ana Ruiz", "7", "")]


def test_a_listed_spelling_is_recognised():
    member = make_member(display_name="Mariya Soltys")
    MemberName.objects.create(member=member, name="M. Soltys")

    data = fill_rows(empty_form(), "authorships", parse("M. Soltys").authors, {})

    assert rows_of(data) == [("M. Soltys", str(member.pk), "")]


def test_a_pasted_line_keeps_to_what_was_decided():
    wei, other = make_member(display_name="Wei Zhang"), make_member(display_name="Ana Ruiz")
    paper = make_publication()
    never = {"folded_name": "ana ruiz", "verdict": "never"}
    MatchDecision.objects.create(member=other, **never)
    MatchDecision.objects.create(
        member=wei, folded_name="w zhang", verdict="yes", publication=paper
    )

    write_authors(paper, "W. Zhang; Ana Ruiz; {Wei Zhang}")
    data = fill_rows(empty_form(), "authorships", parse("W. Zhang; Ana Ruiz").authors, {}, paper.pk)

    rows = list(paper.authorships.values_list("printed_name", "member"))
    assert rows == [("W. Zhang", wei.pk), ("Ana Ruiz", None), ("Wei Zhang", None)]
    assert rows_of(data) == [("W. Zhang", str(wei.pk), ""), ("Ana Ruiz", "", "")]


def test_two_of_one_name_in_a_line_are_linked_to_nobody():
    make_member(display_name="Wei Zhang")
    paper = make_publication()

    write_authors(paper, "Wei Zhang; Ada Ng; Wei Zhang")

    assert [row.member for row in paper.authorships.all()] == [None, None, None]


def test_a_row_with_the_orcid_of_somebody_else_is_not_linked_by_its_name():
    make_member(display_name="Wei Zhang", orcid="0000-0002-1825-0097")
    paper = make_publication()
    row = make_authorship(paper, "Wei Zhang", orcid="0000-0002-1694-233X")
    data = empty_form() | {
        "authorships-TOTAL_FORMS": "1",
        "authorships-INITIAL_FORMS": "1",
        "authorships-0-id": str(row.pk),
        "authorships-0-printed_name": "Wei Zhang",
    }

    fill_rows(data, "authorships", parse("Wei Zhang").authors, {}, paper.pk)

    assert not data.get("authorships-0-member")
