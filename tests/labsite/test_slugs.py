import threading

import pytest
from django.db import connection

from labsite.models import OldAddress
from labsite.slugs import MAX_LENGTH, find, first_free_of_many
from people.models import Lab, Member
from publications.models import Publication
from tests.factories import (
    make_lab,
    make_member,
    make_news,
    make_page,
    make_publication,
    make_talk,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Xinyi Liu", "xinyi-liu"),
        ("Iker Núñez Vidal", "iker-nunez-vidal"),
        ("Łukasz Ødegård", "lukasz-odegard"),
        ("J. R. O’Neil-Smith", "j-r-oneil-smith"),
        ("J. R. O'Neil-Smith", "j-r-oneil-smith"),
        ("AC/DC Lab", "ac-dc-lab"),
        ("node.js", "node-js"),
    ],
)
def test_address_is_made_from_the_latin_form_of_the_name(name, slug):
    """C101."""
    assert make_member(display_name=name).slug == slug


def test_names_without_a_latin_form_get_the_kind_and_a_number():
    """C095."""
    first, second = make_member(display_name="周雨晴"), make_member(display_name="王良玉")
    news = make_news(title="ΘΑΛΑΣΣΑ")

    assert (first.slug, second.slug) == ("member-1", "member-2")
    assert make_lab(name="海洋研究室").slug == "lab-1"
    assert news.slug == "news-1"
    assert make_talk(title="🌊🌊").slug == "talk-1"
    assert make_publication(title="…!?").slug == "publication-1"


def test_latin_parts_serve_where_the_name_as_shown_has_none():
    member = make_member(display_name="王良玉", given_name="Liangyu", family_name="Wang")

    assert member.slug == "liangyu-wang"


def test_address_is_never_all_digits():
    assert make_publication(title="2025").slug == "publication-2025"
    assert make_publication(slug="2025", title="T").slug == "t"


def test_page_of_a_lab_never_takes_the_address_of_its_lists():
    lab = make_lab()

    assert make_page(lab=lab, title="People").slug == "people-page"
    assert make_page(lab=lab, title="Join", slug="news").slug == "join"


def test_same_names_get_numbers():
    assert [make_member(display_name="Li Wei").slug for _ in range(3)] == [
        "li-wei",
        "li-wei-2",
        "li-wei-3",
    ]


def test_long_titles_are_cut_at_a_word_with_the_number_inside_the_limit():
    """C097."""
    title = "A study of tides and their long and winding consequences " * 7
    slugs = [make_publication(title=title[:400]).slug for _ in range(2)]
    one_word = make_publication(title="x" * 400).slug

    assert len(slugs[0]) <= MAX_LENGTH
    assert len(slugs[1]) <= MAX_LENGTH
    assert title.lower().replace(" ", "-").startswith(f"{slugs[0]}-")
    assert slugs[1].endswith("-2")
    assert one_word == "x" * MAX_LENGTH


def test_address_stays_when_the_name_changes():
    member = make_member(display_name="Mira Nowak")

    member.display_name = "Mira Sołtys"
    member.save()

    assert member.slug == "mira-nowak"


def test_emptied_address_is_made_again_from_the_name_of_today():
    member = make_member(display_name="Mira Nowak")

    member.display_name, member.slug = "Mira Sołtys", ""
    member.save()

    assert member.slug == "mira-soltys"
    assert find(Member.objects, "mira-nowak") == member


def test_every_old_address_leads_to_the_record_itself():
    """C098: A → B → C, then another lab takes A."""
    lab = make_lab(name="A lab", slug="a")
    for slug in ["b", "c"]:
        lab.slug = slug
        lab.save()

    assert find(Lab.objects, "a") == find(Lab.objects, "b") == find(Lab.objects, "c") == lab

    other = make_lab(name="Another", slug="a")

    assert find(Lab.objects, "a") == other
    assert find(Lab.objects, "b") == lab


def test_record_can_return_to_an_address_it_had():
    lab = make_lab(slug="a")
    for slug in ["b", "a"]:
        lab.slug = slug
        lab.save()

    assert find(Lab.objects, "a") == find(Lab.objects, "b") == lab
    assert list(OldAddress.objects.values_list("address", flat=True)) == ["b"]


@pytest.mark.parametrize("spelling", ["iker-núñez", "iker-nu\u0301n\u0303ez", "Iker-Nunez"])
def test_every_spelling_of_an_address_finds_the_record(spelling):
    """C100."""
    member = make_member(display_name="Iker Núñez")

    assert find(Member.objects, spelling) == member


@pytest.mark.parametrize("nonsense", ["", "…", "nobody", "王"])
def test_unknown_address_finds_nothing(nonsense):
    make_member()

    assert find(Member.objects, nonsense) is None


def test_pages_of_two_labs_can_have_the_same_address():
    first, second = make_lab(), make_lab()
    pages = [make_page(lab=lab, title="Join us") for lab in (first, second, None)]

    assert [page.slug for page in pages] == ["join-us"] * 3
    pages[0].slug = "join"
    pages[0].save()
    in_first = first.pages.all()
    assert find(in_first, "join-us", within=[first.pk]) == pages[0]
    assert find(second.pages.all(), "join-us", within=[second.pk]) == pages[1]


@pytest.mark.django_db(transaction=True)
def test_two_saves_at_once_get_two_addresses():
    start = threading.Barrier(2)

    def save():
        start.wait()
        make_publication(title="The same title")
        connection.close()

    threads = [threading.Thread(target=save) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    slugs = Publication.objects.order_by("slug").values_list("slug", flat=True)
    assert list(slugs) == ["the-same-title", "the-same-title-2"]


def test_many_new_records_get_the_addresses_that_each_would_get_alone():
    names = ["Tides", "Tides", "2025", "周雨晴", "周雨晴", "Tides 2", "Tides"]
    make_lab(name="Tides")

    addresses = first_free_of_many(Lab, names)

    assert addresses == [
        *("tides-2", "tides-3", "lab-2025", "lab-1", "lab-2", "tides-2-2", "tides-4")
    ]
    assert [make_lab(name=name).slug for name in names] == addresses


@pytest.mark.parametrize("count", [1, 30])
def test_addresses_that_are_free_cost_one_query_for_all(count, django_assert_num_queries):
    names = [f"Lab of {'x' * number}" for number in range(1, count + 1)]

    with django_assert_num_queries(1):
        addresses = first_free_of_many(Lab, names)

    assert addresses == [f"lab-of-{'x' * number}" for number in range(1, count + 1)]
