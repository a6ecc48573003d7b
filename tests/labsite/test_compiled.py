import pytest

from labsite.compiled import first_row
from people.models import Member
from tests.factories import make_member

pytestmark = pytest.mark.django_db

composed = []


def names_from(key):
    composed.append(key)
    return Member.objects.filter(pk__gte=key).order_by("pk").values("display_name", "is_indexed")


def test_first_row_comes_as_python_values(django_assert_num_queries):
    member = make_member(display_name="Bo Li", is_indexed=False)

    with django_assert_num_queries(1):
        row = first_row(Member, names_from, member.pk)

    assert row == {"display_name": "Bo Li", "is_indexed": False}


def test_statement_is_composed_once_and_asked_anew_each_time():
    composed.clear()
    member = make_member(display_name="Before")
    first_row(Member, names_from, member.pk)

    Member.objects.update(display_name="After")

    assert first_row(Member, names_from, member.pk)["display_name"] == "After"
    assert composed.count(member.pk) <= 1


def test_other_arguments_give_another_statement():
    first, second = make_member(display_name="First"), make_member(display_name="Second")

    names = [first_row(Member, names_from, key.pk)["display_name"] for key in (first, second)]

    assert names == ["First", "Second"]
