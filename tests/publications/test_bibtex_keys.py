import pytest

from publications.bibtex_keys import Wish, free_keys, give_key, is_key
from publications.models import Publication
from tests.factories import make_authorship, make_member, make_publication

pytestmark = pytest.mark.django_db


def test_a_key_is_made_of_family_name_year_and_first_word():
    publication = make_publication("Xinyi Liu", "Bin Cui", title="LAER-MoE: Load", date="2026-01")

    assert give_key(publication) == "liu2026laer"


def test_a_key_is_kept_whatever_changes_later():
    publication = make_publication("Xinyi Liu", title="LAER-MoE", date="2026")
    give_key(publication)

    Publication.objects.filter(pk=publication.pk).update(title="FlexSP", date="2025")
    publication.refresh_from_db()

    assert give_key(publication) == "liu2026laer"


def test_giving_a_key_is_no_new_version():
    publication = make_publication("Xinyi Liu")
    before = Publication.objects.values("version", "updated_at").get()

    give_key(publication)

    assert Publication.objects.values("version", "updated_at").get() == before
    assert Publication.objects.get().bibtex_key == publication.bibtex_key


def test_a_key_is_given_once():
    keys = [give_key(make_publication("Ada Ng", title="The tide", date="2020")) for _ in range(3)]

    assert keys == ["ng2020tide", "ng2020tide-2", "ng2020tide-3"]


@pytest.mark.parametrize(
    ("author", "title", "date", "key"),
    [
        ("Jürgen Schmidhuber", "On the Ödipus", "2026", "schmidhuber2026odipus"),
        ("Suharti", "A name", "", "suhartiname"),
        ("周雨晴", "Tides", "2024", "2024tides"),
        ("Seán O’Neil-Smith", "node.js", "2024", "oneilsmith2024node"),
    ],
)
def test_a_key_holds_plain_letters_and_figures_only(author, title, date, key):
    assert give_key(make_publication(author, title=title, date=date)) == key


def test_a_work_without_any_latin_letter_still_gets_a_key():
    publication = make_publication("周雨晴", title="海洋", date="")

    assert give_key(publication) == f"work{publication.pk}"


def test_the_family_name_that_somebody_gave_goes_before_the_last_word():
    jan = make_member(display_name="Jan van der Berg", family_name="van der Berg")
    by_member = make_publication(jan, title="Tides", date="2024")
    by_outsider = make_publication(title="Waves", date="2024")
    make_authorship(by_outsider, "Li Nanbo", family_name="Li")

    assert [give_key(by_member), give_key(by_outsider)] == ["vanderberg2024tides", "li2024waves"]


def test_a_suffix_is_no_family_name():
    publication = make_publication(title="Tides", date="2024")
    make_authorship(publication, "Ann King, Jr.", name_suffix="Jr.")

    assert give_key(publication) == "king2024tides"


def test_a_publication_without_authors_gets_no_key():
    assert give_key(make_publication(title="Tides")) == ""


def test_keys_for_many_are_each_used_once():
    make_publication(bibtex_key="Zhao20171")
    wishes = [
        *(Wish("Zhao20171", is_made=False), Wish("ng2020tide"), Wish("Zhao20171", is_made=False)),
        *(Wish(""), Wish("ng2020tide"), Wish("ng2020tide")),
    ]

    keys = free_keys(Publication.objects.all(), wishes)

    assert keys == ["Zhao20171a", "ng2020tide", "Zhao20171b", "", "ng2020tide-2", "ng2020tide-3"]


def test_a_key_that_thirty_others_wanted_before_still_is_found():
    wishes = [Wish("kurz", is_made=False)] * 30

    keys = free_keys(Publication.objects.all(), wishes)

    assert keys[:3] + keys[26:] == ["kurz", "kurza", "kurzb", "kurzz", "kurzaa", "kurzab", "kurzac"]


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("kurz:2020/a+b", True),
        ("Müller2020", True),
        ("", False),
        ("two words", False),
        ("a,b", False),
        ("{a}", False),
        ("x" * 116, False),
    ],
)
def test_a_key_from_elsewhere_is_taken_if_bibtex_can_read_it(text, is_one):
    assert is_key(text) is is_one
