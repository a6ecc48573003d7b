import re

import pytest

from people.credits import Name, Printer, legend


def outsiders(count):
    return [Name(f"Outsider {number}") for number in range(1, count + 1)]


def words_of(html):
    return re.sub(r"<[^>]+>", "", html)


@pytest.mark.parametrize(
    ("printed", "line"),
    [
        ([], ""),
        (["Suharti"], "Suharti"),
        (["A. Ng", "Bo Li"], "A. Ng and Bo Li"),
        (["A. Ng", "Bo Li", "C. Díaz"], "A. Ng, Bo Li, and C. Díaz"),
    ],
)
def test_names_stand_in_their_order_as_printed(printed, line):
    assert Printer().line([Name(name) for name in printed]) == line


def test_incomplete_list_says_so():
    line = Printer().line([Name("A. Ng"), Name("Bo Li")], is_incomplete=True)

    assert line == "A. Ng, Bo Li, et al."


def test_member_with_a_page_is_linked_and_marked_outside_the_link():
    line = Printer().line([Name("Bo Li", 7, "bo-li", "*†")])

    assert line == '<a href="/people/bo-li/">Bo Li</a><sup>*†</sup>'


def test_own_name_stands_out_and_does_not_link_to_its_own_page():
    line = Printer(own={7}, self_id=7).line([Name("Bo Li", 7, "bo-li"), Name("A. Ng", 8, "a-ng")])

    assert line == '<strong class="own">Bo Li</strong> and <a href="/people/a-ng/">A. Ng</a>'


def test_members_of_the_lab_stand_out_on_its_list():
    line = Printer(own={7}).line([Name("Bo Li", 7, "bo-li"), Name("A. Ng", 8, "a-ng")])

    assert line == (
        '<a class="own" href="/people/bo-li/">Bo Li</a> and <a href="/people/a-ng/">A. Ng</a>'
    )


def test_member_without_a_page_is_plain_text():
    assert Printer().line([Name("Bo Li", 7, None)]) == "Bo Li"


def test_names_are_escaped():
    assert Printer().line([Name("<b>Bo</b>", None, None, "<")]) == (
        "&lt;b&gt;Bo&lt;/b&gt;<sup>&lt;</sup>"
    )


def test_ten_names_are_all_shown():
    html = Printer().authors(outsiders(10))

    assert html == f'<div class="authors">{Printer().line(outsiders(10))}</div>'


def test_long_list_opens_to_all_names_with_their_links_and_without_script():
    """C013: a paper with 12 authors, members at positions 3 and 11."""
    names = outsiders(12)
    names[2] = Name("Mira Sołtys", 3, "mira-soltys")
    names[10] = Name("Bo Li", 11, "bo-li")

    html = Printer().authors(names)
    short, everybody = re.fullmatch(
        r'<div class="authors"><span class="authors-short">(.*)</span><details class="authors-all">'
        r"<summary>all 12 authors</summary><p>(.*)</p></details></div>",
        html,
    ).groups()

    assert everybody == Printer().line(names)
    assert words_of(short) == ("Outsider 1, Outsider 2, Mira Sołtys, …, Bo Li, and Outsider 12")
    assert short.count("<a ") == everybody.count("<a ") == 2


def test_gap_of_one_name_is_not_hidden():
    names = outsiders(11)
    names[4] = Name("Bo Li", 5, "bo-li")

    short = Printer().authors(names).split("</span>")[0]

    assert "Outsider 3, Outsider 4, <a" in short


def test_legend_says_each_mark_once():
    assert legend({"*": "equal contribution", "✉": "corresponding author"}) == (
        '<p class="legend"><sup>*</sup> equal contribution · <sup>✉</sup> corresponding author</p>'
    )
    assert legend({}) == ""


def test_names_from_right_to_left_keep_their_places_and_marks():
    names = [Name("عمر الخيام", 7, "omar"), Name("דוד כהן", marks="*"), Name("Bo Li")]

    omar, cohen = "<bdi>عمر الخيام</bdi>", "<bdi>דוד כהן</bdi>"
    assert Printer().line(names) == (
        f'<a href="/people/omar/">{omar}</a>, {cohen}<sup>*</sup>, and Bo Li'
    )
