import pytest

from people.models import Member, MemberName
from people.name_search import keys_called
from people.namesakes import Namesakes
from tests.factories import make_member

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "typed",
    ["Piotr", "piekos", "PIĘKOS", "Piękos Piotr", "piotr p", "皮奥", "P. Pieck", "  piotr  "],
)
def test_a_person_is_found_by_any_spelling(typed):
    member = make_member(display_name="Piotr Piękos", native_name="皮奥特", native_language="zh")
    MemberName.objects.create(member=member, name="P. Piecko")
    make_member(display_name="Mei Tanaka")

    assert keys_called(typed) == [member.pk]


def test_a_person_who_is_sorted_under_another_word_is_found_by_the_name_that_is_shown():
    member = make_member(display_name="Bob Smith", sort_under="Smith, Robert")

    assert keys_called("bob") == [member.pk]
    assert keys_called("robert") == [member.pk]


def test_a_former_name_finds_nobody_but_a_shown_one_does():
    member = make_member(display_name="Ana Ruiz")
    MemberName.objects.create(member=member, name="Alan Ruiz", is_former=True)

    assert keys_called("alan") == []
    assert keys_called("ana ruiz") == [member.pk]


def test_a_namesake_is_recognised_by_another_spelling_but_never_by_a_former_name():
    member = make_member(display_name="Ana Núñez")
    MemberName.objects.create(member=member, name="Ana Nunez Vega")
    MemberName.objects.create(member=member, name="Alan Vega", is_former=True)
    namesakes = Namesakes(Member.objects.all())

    assert namesakes.of("nunez, ana") == [member]
    assert namesakes.of("Ana Nunez Vega") == [member]
    assert namesakes.of("Alan Vega") == []
    assert namesakes.of("", "A. Núñez") == []


def test_a_namesake_whom_the_editor_may_not_see_is_not_told():
    make_member(display_name="Ana Núñez")

    assert Namesakes(Member.objects.none()).of("Ana Núñez") == []
