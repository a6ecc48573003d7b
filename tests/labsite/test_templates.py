"""The furniture of every page, rendered without a database."""

from types import SimpleNamespace

import pytest
from django.core.paginator import Paginator
from django.template.loader import render_to_string

from labsite.templatetags.pages import page_numbers


@pytest.mark.parametrize(
    "name", ["400.html", "403.html", "404.html", "413.html", "500.html", "503.html"]
)
def test_error_pages_need_nothing(name):
    page = render_to_string(name)

    assert page.count("<h1>") == 1
    assert 'content="noindex"' in page


def test_the_menu_puts_what_comes_after_seven_under_more():
    items = [SimpleNamespace(label=f"Item {n}", url=f"/{n}/", is_current=n == 9) for n in range(9)]

    header = render_to_string("includes/header.html", {"site": {"menu": items}})
    shown, more = header.split("<details")

    assert (shown.count("<a href="), more.count("<a href=")) == (1 + 7, 2)


def test_the_menu_of_seven_has_no_more():
    items = [SimpleNamespace(label=f"Item {n}", url=f"/{n}/", is_current=False) for n in range(7)]

    assert "<details" not in render_to_string("includes/header.html", {"site": {"menu": items}})


def test_the_parent_of_a_lab_stands_above_its_name():
    parent = SimpleNamespace(name="Faculty", get_absolute_url="/labs/faculty/")
    lab = SimpleNamespace(name="Lab", get_absolute_url="/labs/lab/", parent=parent)

    header = render_to_string("includes/header.html", {"site": {"title": "Site"}, "lab": lab})

    assert header.index("/labs/faculty/") < header.index("/labs/lab/")
    assert "Site" not in header


def test_a_short_list_has_no_page_links():
    page = Paginator(range(3), 50).page(1)

    assert "<nav" not in render_to_string("includes/pagination.html", {"page": page})


def test_page_links_keep_the_filters_and_the_first_page_keeps_its_plain_address(rf):
    page = Paginator(range(150), 50).page(2)

    links = render_to_string(
        "includes/pagination.html", {"page": page}, rf.get("/?kind=book&page=2")
    )

    assert links.count('href="?kind=book"') == 2
    assert links.count('href="?kind=book&amp;page=3"') == 2


def test_a_long_row_of_page_numbers_leaves_out_what_is_far_away():
    page = Paginator(range(1000), 50).page(7)

    assert page_numbers(page) == [1, None, 5, 6, 7, 8, 9, None, 20]
