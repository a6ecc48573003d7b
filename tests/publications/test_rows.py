import re

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from publications.models import Authorship, Publication
from publications.rows import Citations, Listing, grouped, kind_heading, year_heading
from tests.factories import (
    make_authorship,
    make_link,
    make_member,
    make_publication,
    make_venue,
)

pytestmark = pytest.mark.django_db


def printed(**options):
    listing = Listing(Publication.objects.newest_first())
    return Citations(listing, **options).list_html(listing.rows)


def coins(html):
    """What reference managers read; tests/publications/test_coins.py reads it with them."""
    return re.search(r'<span class="Z3988" title="[^"]+"></span>', html)[0]


def words_of(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@pytest.mark.parametrize(
    ("name", "badge"),
    [
        ("ASPLOS", "ASPLOS 2026"),
        ("ASPLOS 2027", "ASPLOS 2027"),
        ("Workshop 1200", "Workshop 1200 2026"),
        ("2020 Vision", "2020 Vision 2026"),
    ],
)
def test_a_badge_has_one_year(name, badge):
    make_publication(date="2026-03", venue=make_venue(name=name))

    assert f'<span class="badge">{badge}</span>' in printed()


@pytest.mark.parametrize("count", [1, 3])
def test_reading_a_list_takes_three_queries(count):
    for _ in range(count):
        make_link(make_publication(make_member(), "Bo Li", make_member()))

    with CaptureQueriesContext(
        connection,
    ) as queries:
        printed()

    assert len(queries) == 3


def test_row_prints_badge_title_authors_place_and_links():
    venue = make_venue(name="Architectural Support", short_name="ASPLOS", colour="teal")
    member = make_member(display_name="Xinyi Liu")
    publication = make_publication(
        member,
        "Bin Cui",
        title="LAER-MoE",
        date="2026-03",
        venue=venue,
        track="Findings",
        distinction="Spotlight",
        pages="1–12",
        doi="10.5555/laer",
    )
    make_link(publication, "Code", url="https://example.org/code")
    make_link(publication, "Slides")

    html = printed()

    assert html == (
        '<ul class="citations"><li class="citation" id="publication-laer-moe">'
        '<p class="citation-badges"><span class="badge" data-accent="teal">ASPLOS 2026</span> '
        '<span class="chip">Findings</span> '
        '<span class="chip chip-distinction">Spotlight</span></p>'
        '<p class="citation-title"><a href="/publications/laer-moe/">LAER-MoE</a></p>'
        '<div class="authors"><a href="/people/xinyi-liu/">Xinyi Liu</a> and Bin Cui</div>'
        '<p class="citation-venue"><cite>Architectural Support</cite>, pages 1–12, March 2026</p>'
        '<div class="links"><a href="https://example.org/code">Code</a> '
        '<span class="label">Slides</span> '
        '<a href="https://doi.org/10.5555/laer">DOI</a></div>'
        f"{coins(html)}</li></ul>"
    )


def test_a_doi_with_odd_characters_leads_where_it_means(client):
    publication = make_publication("Bin Cui", doi="10.1000/a#b<c>")

    page = client.get(publication.get_absolute_url()).text

    address = "https://doi.org/10.1000/a%23b%3Cc%3E"
    assert printed().count(f'href="{address}"') == 1
    assert page.count(f'<a href="{address}">DOI</a>') == 1
    assert page.count(f'<dd><a href="{address}">10.1000/a#b&lt;c&gt;</a></dd>') == 1


def test_authors_can_come_first():
    make_publication("Bin Cui", title="FlexSP")

    html = printed(authors_first=True)

    assert html.index("Bin Cui") < html.index("FlexSP")


def test_year_is_left_to_the_heading_where_there_is_one():
    make_publication(title="FlexSP", date="2025", venue=make_venue(short_name="ASPLOS"))

    assert "ASPLOS</span>" in printed(show_year=False)


def test_equal_contribution_is_marked_and_explained_once():
    for _ in range(2):
        publication = make_publication()
        for place, name in enumerate(["A. Ng", "Bo Li", "C. Díaz"], start=1):
            group = 1 if place < 3 else None
            make_authorship(publication, name, position=place, equal_group=group)

    listing = Listing(Publication.objects.newest_first())

    assert words_of(Citations(listing).list_html(listing.rows)).count("A. Ng * , Bo Li *") == 2
    assert words_of(listing.legend()) == "* equal contribution"


def test_second_group_of_equal_authors_and_the_corresponding_one_get_marks_of_their_own():
    publication = make_publication()
    for place, (name, group) in enumerate([("A", 1), ("B", 1), ("C", 2), ("D", 2)], start=1):
        make_authorship(
            publication, name, position=place, equal_group=group, is_corresponding=name == "D"
        )

    listing = Listing(Publication.objects.newest_first())

    assert [name.marks for name in listing.names[publication.pk]] == ["*", "*", "†", "†✉︎"]
    assert words_of(listing.legend()) == (
        "* equal contribution · † equal contribution · ✉︎ corresponding author"
    )


def test_mark_that_somebody_typed_is_not_used_for_another_meaning():
    publication = make_publication(marks_note="* work done during an internship")
    make_authorship(publication, "A", position=1, other_marks="*")
    make_authorship(publication, "B", position=2, equal_group=1)

    listing = Listing(Publication.objects.newest_first())

    assert [name.marks for name in listing.names[publication.pk]] == ["*", "†"]
    assert "* work done during an internship" in printed()


def test_the_legend_of_a_list_does_not_explain_the_mark_of_another_paper():
    lone, shared = make_publication(), make_publication()
    make_authorship(lone, "A", other_marks="*")
    for place, name in enumerate(["B", "C"], start=1):
        make_authorship(shared, name, position=place, equal_group=1)

    listing = Listing(Publication.objects.newest_first())

    assert [name.marks for name in listing.names[lone.pk]] == ["*"]
    assert [name.marks for name in listing.names[shared.pk]] == ["†", "†"]
    assert words_of(listing.legend()) == "† equal contribution"


def test_authors_keep_their_order_however_the_people_came_about():
    """C012: people made in the order Z, A, M; the paper is by M, Z, A."""
    z, a, m = (make_member(display_name=name) for name in ["Z", "A", "M"])
    publication = make_publication(m, z, a)

    publication.note = "now with a video"
    publication.save()

    assert [name.printed for name in Listing(Publication.objects).names[publication.pk]] == [
        "M",
        "Z",
        "A",
    ]


def test_authors_of_equal_place_keep_the_order_they_came_in():
    publication = make_publication()
    for name in ["First", "Second", "Third"]:
        make_authorship(publication, name)

    assert "First, Second, and Third" in printed()


def test_outsiders_are_plain_text():
    """C015: 2 members and 6 outsiders."""
    outsiders = [f"Outsider {number}" for number in range(1, 7)]
    make_publication(make_member(), *outsiders, make_member())

    html = printed()

    assert html.count("/people/") == 2
    assert "Outsider 1, Outsider 2, " in html


def test_name_of_a_draft_member_stays_as_plain_text():
    draft = make_member(display_name="Bo Li", visibility="draft")
    make_publication(draft, "A. Ng")

    html = printed()

    assert "Bo Li and A. Ng" in html
    assert "/people/" not in html


def test_name_stays_when_the_member_is_deleted():
    """C137: deleting a person never tears an author line."""
    member = make_member(display_name="Bo Li")
    make_publication(member, "A. Ng")

    member.delete()

    assert "Bo Li and A. Ng" in printed()
    assert Authorship.objects.count() == 2


def test_retracted_paper_is_struck_through_and_said_in_words():
    make_publication(title="Cold fusion", status="retracted", notice="Retracted by the editors.")

    html = printed()

    assert "<s>Cold fusion</s>" in html
    assert words_of(html).startswith("Conference paper 2025 retracted")
    assert "Retracted by the editors." in html


def test_markup_in_titles_is_text_and_formulas_are_readable():
    """C120 for titles: math left intact, snake_case and prices too."""
    make_publication(title="<script>x</script> $O(n^2)$ for my_file_name.py at $5 and $7")

    html = printed()

    assert "&lt;script&gt;x&lt;/script&gt;" in html
    assert '<span class="math">O(n<sup>2</sup>)</span>' in html
    assert "my_file_name.py at $5 and $7" in html


@pytest.mark.parametrize(
    ("date", "shown"),
    [("2022", ""), ("2022-04", "April 2022"), ("2022-04-03", "3 April 2022")],
)
def test_date_is_never_more_precise_than_it_was_given(date, shown):
    """C045."""
    make_publication(title="T", date=date)

    html = printed()

    assert "Conference paper 2022" in html
    assert words_of(html).endswith(shown)
    assert "January" not in html


def test_newest_come_first_and_the_unknown_month_ends_its_year():
    """C042."""
    for date in ["Apr 2014", "2014", "December 2014", "2014-08", "Aug. 2014"]:
        make_publication(title=f"Of {date}", date=date)

    titles = [row.title for row in Listing(Publication.objects.newest_first()).rows]

    assert titles == ["Of December 2014", "Of Aug. 2014", "Of 2014-08", "Of Apr 2014", "Of 2014"]


@time_machine.travel("2026-11-30")
def test_headings_are_forthcoming_then_one_for_each_year_then_undated():
    """C047, C048, C054."""
    make_publication(title="undated", date="")
    make_publication(title="old", date="1998")
    make_publication(title="submitted long ago", date="2022", status="submitted")
    make_publication(title="new", date="2021")
    make_publication(title="range", date="2011", date_text="[2009] 2011")
    for status in ["to_appear", "in_press", "submitted"]:
        make_publication(title=status, date="", status=status)
    make_publication(title="accepted", date="2026-12", status="accepted")

    listing = Listing(Publication.objects.newest_first())
    groups = grouped(Citations(listing, show_year=False), listing.rows, year_heading)

    assert [(group.heading.words, group.count) for group in groups] == [
        ("Forthcoming", 4),
        ("2022", 1),
        ("2021", 1),
        ("2011", 1),
        ("1998", 1),
        ("Undated", 1),
    ]
    assert "[2009] 2011" in groups[3].html
    assert "None" not in "".join(group.html for group in groups)


def test_rows_can_stand_under_their_kind():
    make_publication(kind="thesis", date="2020")
    make_publication(kind="article-journal", date="2021")

    listing = Listing(Publication.objects.newest_first())
    groups = grouped(Citations(listing), listing.rows, kind_heading)

    assert [group.heading.words for group in groups] == ["Journal article", "Thesis"]


def test_no_numbers_are_printed_that_another_page_could_contradict():
    """C056: rows are not numbered at all."""
    make_publication(title="T")

    assert "<ol" not in printed()
