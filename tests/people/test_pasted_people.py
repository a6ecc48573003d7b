import pytest
from django.core.exceptions import ValidationError

from people.pasted_people import decode, example, language_of, read, role_of

MEI = {
    "name": "Mei Tanaka",
    "role": "PhD student",
    "since": "2026-10",
    "until": "",
    "email": "",
    "adviser": "",
    "native_name": "",
    "given_name": "",
    "family_name": "",
}


def cells(text):
    return [row.cells for row in read(text).rows]


@pytest.mark.parametrize(
    "text",
    [
        "Mei Tanaka\tPhD student\t2026-10",
        "Mei Tanaka;PhD student;2026-10",
        "Mei Tanaka,PhD student,2026-10",
        '"Mei Tanaka","PhD student","2026-10"',
        "Name\tRole\tSince\nMei Tanaka\tPhD student\t2026-10\n",
        "Role\tSINCE\tName:\r\nPhD student\t2026-10\tMei Tanaka\r\n\r\n",
        "Name;Funktion;Seit\rMei  Tanaka ;PhD student;2026-10",
        "\n\nMei Tanaka\tPhD student\t2026-10\t\t\t\t\t\t",
    ],
)
def test_rows_are_read_whatever_separates_them_and_with_or_without_headings(text):
    assert cells(text) == [MEI]


def test_a_row_keeps_the_number_that_it_has_in_the_spreadsheet():
    table = read("Name\tRole\n\nMei Tanaka\tIntern\n\nAna Ruiz\tIntern")

    assert [row.number for row in table.rows] == [3, 5]


def test_headings_that_mean_nothing_here_are_told():
    assert read("Name\tPhone\tShoe size\nMei\t12\t38").unused == ["Phone", "Shoe size"]


def test_first_and_last_name_make_a_name_and_stay_known():
    row = cells("First name\tLast name\nMaria\tda Silva")[0]

    assert (row["name"], row["given_name"], row["family_name"]) == (
        "Maria da Silva",
        "Maria",
        "da Silva",
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is nothing in it yet. Paste at least one line."),
        (" \n\t\t\n", "There is nothing in it yet. Paste at least one line."),
        ("Name\tRole", "There are headings, but nobody below them."),
        ("x\n" * 501, "These are 501 rows. At most 500 fit at once: paste them in parts."),
        ("x" * 600_000, "That is too much at once. Paste it in several parts."),
    ],
)
def test_what_cannot_be_read_is_answered_in_a_sentence(text, sentence):
    with pytest.raises(ValidationError) as refused:
        read(text)

    assert refused.value.messages == [sentence]


def test_five_hundred_rows_are_not_too_many():
    assert len(read("x\n" * 500).rows) == 500


@pytest.mark.parametrize(
    ("typed", "role"),
    [
        ("PhD student", "phd"),
        ("phd STUDENT", "phd"),
        ("Ph.D.", "phd"),
        ("Postdoc", "postdoc"),
        ("Master's student", "master"),
        ("Master’s student", "master"),
        ("head", "head"),
        ("Janitor", ""),
        ("", ""),
    ],
)
def test_a_role_is_known_under_the_words_people_use(typed, role):
    assert role_of(typed) == role


@pytest.mark.parametrize(
    ("name", "language"),
    [("たなか", "ja"), ("김철수", "ko"), ("刘心怡", "zh"), ("Иван", ""), ("", "")],
)
def test_a_language_is_proposed_only_for_a_script_that_tells_it(name, language):
    assert language_of(name) == language


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_saved_file_is_read_with_all_letters(encoding):
    assert decode("Piotr Piękos;刘心怡".encode(encoding)) == "Piotr Piękos;刘心怡"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            "Jürgen".encode("cp1252"),
            "The letters of this file cannot be told for sure. Save it as “CSV UTF-8”.",
        ),
        (
            b"PK\x03\x04 a workbook",
            "That is a workbook. Copy its cells and paste them, or save it as “CSV UTF-8”.",
        ),
    ],
)
def test_a_file_that_is_no_text_is_answered_with_what_to_do(data, sentence):
    with pytest.raises(ValidationError) as refused:
        decode(data)

    assert refused.value.messages == [sentence]


def test_the_example_is_read_as_it_says():
    table = read(decode(example()))

    assert [row.cells["name"] for row in table.rows] == ["Xinyi Liu", "Piotr Piękos"]
    assert [role_of(row.cells["role"]) for row in table.rows] == ["phd", "visitor"]
    assert table.unused == []
