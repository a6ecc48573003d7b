from types import SimpleNamespace

import pytest

from labsite import sections
from labsite.sections import SectionKind, register, sections_of


def kind(name, position, content="something"):
    return SectionKind(
        "shelf", name, name.title(), "", position, f"_{name}.html", lambda owner, row: content
    )


def row(**fields):
    standard = {"heading": "", "emoji": "", "position": None, "is_shown": True, "text_html": ""}
    return SimpleNamespace(**standard | fields)


@pytest.fixture(autouse=True)
def a_page_of_three_kinds(monkeypatch):
    monkeypatch.setattr(sections, "_registry", {})
    for known in [kind("news", 10), kind("talks", 30), kind("books", 20)]:
        register(known)


def shown(*rows):
    return [section.heading for section in sections_of("shelf", None, rows, defaults=row)]


def test_page_without_rows_is_the_standard_page():
    assert shown() == ["News", "Books", "Talks"]


def test_row_says_only_what_differs():
    assert shown(row(kind="talks", heading="Invited Talks", position=5)) == [
        "Invited Talks",
        "News",
        "Books",
    ]


def test_hidden_section_is_left_out():
    assert shown(row(kind="books", is_shown=False)) == ["News", "Talks"]


def test_section_with_nothing_to_show_is_left_out():
    register(kind("empty", 15, content=[]))

    assert shown(row(kind="empty", heading="Nothing here")) == ["News", "Books", "Talks"]


def test_free_text_stands_where_it_was_put_or_at_the_end():
    between = row(kind="text", heading="Hobbies", position=15, text_html="<p>Chess</p>")
    last = row(kind="text", heading="Thanks", text_html="<p>All</p>")
    empty = row(kind="text", heading="Later")

    assert shown(between, last, empty) == ["News", "Hobbies", "Books", "Talks", "Thanks"]


def test_kind_that_no_app_knows_any_more_is_passed_over():
    assert shown(row(kind="gone", heading="Gone")) == ["News", "Books", "Talks"]


def test_anchors_are_unique_also_for_headings_in_other_scripts():
    free = [row(kind="text", heading=heading, text_html="<p>x</p>") for heading in ["爱好", "致谢"]]
    same = row(kind="text", heading="News", text_html="<p>x</p>")

    anchors = [
        section.anchor for section in sections_of("shelf", None, [*free, same], defaults=row)
    ]

    assert anchors == ["news", "books", "talks", "text", "text-2", "text-news"]


def test_free_text_takes_no_anchor_from_a_kind_that_follows():
    first = row(kind="text", heading="News", position=1, text_html="<p>x</p>")

    anchors = [section.anchor for section in sections_of("shelf", None, [first], defaults=row)]

    assert anchors == ["text-news", "news", "books", "talks"]
