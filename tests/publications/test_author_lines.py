import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from publications.author_lines import AuthorLine, PrintedAuthor, parse, parse_names


def printed(line):
    return [author.printed_name for author in parse(line).authors]


@pytest.mark.parametrize(
    "line",
    [
        "A. Ng, Bo Li and C. Díaz",
        "A. Ng, Bo Li, and C. Díaz",
        "A. Ng, Bo Li & C. Díaz",
        "A. Ng and Bo Li and C. Díaz",
        "A. Ng; Bo Li; C. Díaz",
        "A. Ng; Bo Li; and C. Díaz",
        "A. Ng， Bo Li、C. Díaz",
        "A. Ng,\n  Bo Li,\tC. Díaz.",
        "A. Ng, and Bo Li and and C. Díaz,",
    ],
)
def test_names_are_parted_by_what_people_write_between_them(line):
    assert printed(line) == ["A. Ng", "Bo Li", "C. Díaz"]


@pytest.mark.parametrize("line", ["王伟、李娜，张三", "王伟；李娜；张三", "王伟, 李娜 and 张三"])
def test_names_in_chinese_are_parted_and_not_taken_for_initials(line):
    assert printed(line) == ["王伟", "李娜", "张三"]


def test_a_name_may_contain_the_letters_of_and():
    assert printed("Andrea Sand and Bo Land") == ["Andrea Sand", "Bo Land"]


def test_stars_on_several_authors_mean_equal_contribution_with_a_blank_before_them_or_not():
    authors = parse("Liangyu Wang *, Siqi Zhang*, and Junjie Wang").authors

    assert authors == [
        PrintedAuthor("Liangyu Wang", equal_group=1),
        PrintedAuthor("Siqi Zhang", equal_group=1),
        PrintedAuthor("Junjie Wang"),
    ]


def test_a_star_on_one_author_alone_says_nothing_about_equality():
    assert parse("Ada Ng*, Bo Li").authors == [
        PrintedAuthor("Ada Ng", other_marks="*"),
        PrintedAuthor("Bo Li"),
    ]


def test_an_envelope_or_a_number_sign_marks_the_corresponding_author():
    assert parse("Ada Ng ✉️, Bo Li#, Cy Díaz✉").authors == [
        PrintedAuthor("Ada Ng", is_corresponding=True),
        PrintedAuthor("Bo Li", is_corresponding=True),
        PrintedAuthor("Cy Díaz", is_corresponding=True),
    ]


def test_daggers_and_figures_are_kept_as_other_marks():
    assert parse("Ada Ng¹², Bo Li1,2, Cy Díaz†‡§, Eve Roe").authors == [
        PrintedAuthor("Ada Ng", other_marks="¹²"),
        PrintedAuthor("Bo Li", other_marks="1,2"),
        PrintedAuthor("Cy Díaz", other_marks="†‡§"),
        PrintedAuthor("Eve Roe"),
    ]


def test_marks_are_taken_off_names_written_family_first_as_in_case_c003():
    authors = parse("Çağlar*, Aylin and Ødegård*†, Jonas and Boateng, Kwame‡").authors

    assert authors == [
        PrintedAuthor("Aylin Çağlar", "Aylin", "Çağlar", equal_group=1),
        PrintedAuthor("Jonas Ødegård", "Jonas", "Ødegård", equal_group=1, other_marks="†"),
        PrintedAuthor("Kwame Boateng", "Kwame", "Boateng", other_marks="‡"),
    ]


@pytest.mark.parametrize(
    "line",
    ["Wang, L., Ren, J., and Keyes, D. E.", "Wang, L.; Ren, J.; Keyes, D. E."],
)
def test_family_names_with_initials_are_read_in_pairs(line):
    assert parse(line).authors == [
        PrintedAuthor("L. Wang", "L.", "Wang"),
        PrintedAuthor("J. Ren", "J.", "Ren"),
        PrintedAuthor("D. E. Keyes", "D. E.", "Keyes"),
    ]


def test_with_semicolons_the_family_name_may_come_first():
    assert parse("van der Berg, Jan Pieter; Suharti; Cui, Bin").authors == [
        PrintedAuthor("Jan Pieter van der Berg", "Jan Pieter", "Berg", name_particle="van der"),
        PrintedAuthor("Suharti"),
        PrintedAuthor("Bin Cui", "Bin", "Cui"),
    ]


def test_a_suffix_belongs_to_the_name_before_it():
    assert parse("Ann Lee King, Jr., Bo Li III, and Cy Roe").authors == [
        PrintedAuthor("Ann Lee King, Jr.", name_suffix="Jr."),
        PrintedAuthor("Bo Li III", name_suffix="III"),
        PrintedAuthor("Cy Roe"),
    ]


def test_a_name_of_one_word_is_a_name_as_in_case_c017():
    assert parse("Suharti and Kwame Boateng").authors == [
        PrintedAuthor("Suharti"),
        PrintedAuthor("Kwame Boateng"),
    ]


def test_braces_hold_an_organisation_together():
    assert parse("{Ng, Li and Sons}*, Bo Li*").authors == [
        PrintedAuthor("Ng, Li and Sons", equal_group=1, is_organisation=True),
        PrintedAuthor("Bo Li", equal_group=1),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Ada Ng, Bo Li, et al.",
        "Ada Ng, Bo Li et al",
        "Ada Ng, Bo Li and others",
        "Ada Ng; Bo Li; …",
    ],
)
def test_and_others_makes_the_list_incomplete_and_is_no_author(line):
    expected = AuthorLine([PrintedAuthor("Ada Ng"), PrintedAuthor("Bo Li")], is_incomplete=True)

    assert parse(line) == expected


@pytest.mark.parametrize("line", ["", "  ", "and", "*", ", ;"])
def test_a_line_without_names_has_no_authors(line):
    assert parse(line) == AuthorLine([])


def test_in_a_list_each_place_is_one_name():
    line = parse_names(["Ng, Ada *", "{Li and Sons}", "Cy Díaz*", "et al."])

    assert line == AuthorLine(
        [
            PrintedAuthor("Ada Ng", "Ada", "Ng", equal_group=1),
            PrintedAuthor("Li and Sons", is_organisation=True),
            PrintedAuthor("Cy Díaz", equal_group=1),
        ],
        is_incomplete=True,
    )


def test_a_line_full_of_braces_is_read_quickly():
    line = "{" * 50_000 + "Ada Ng" + "}" * 50_000

    started = time.monotonic()
    names = printed(line)

    assert time.monotonic() - started < 2
    assert len(names) == 1


WORD = st.from_regex(r"[A-ZÉØŁÇŠ][a-zéøłçšß]{1,8}", fullmatch=True).filter(
    lambda word: word.lower() not in {"and", "others", "jr", "sr", "ii", "iii", "iv"}
)
NAME = st.lists(WORD, min_size=2, max_size=3).map(" ".join)
SEPARATOR = st.sampled_from([", ", ",", "; ", " and ", ", and ", " & ", "、", "，"])


@given(st.lists(NAME, min_size=1, max_size=8), SEPARATOR, st.data())
def test_names_come_back_as_they_were_whatever_stands_between_and_behind_them(
    names, separator, data
):
    marks = st.sampled_from(["", "*", " *", "†", "✉", "¹", "*†"])

    line = separator.join(name + data.draw(marks) for name in names)

    assert printed(line) == names


@given(st.text(alphabet="AbÉ王 ,;.*†1{}&-✉\n、", max_size=40))
def test_any_text_can_be_read_and_gives_no_empty_name(line):
    assert all(name.strip() for name in printed(line))
