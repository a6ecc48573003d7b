from importlib import import_module

import pytest
from django.apps import apps

from people.models import Member
from tests.factories import make_member

pytestmark = pytest.mark.django_db


def keys():
    return dict(Member.objects.values_list("display_name", "sort_key"))


def test_everybody_is_listed_under_the_family_name_proper():
    """C023: nobody stands under D for "de" or V for "van"."""
    make_member(display_name="Thabo van der Westhuizen", family_name="van der Westhuizen")
    make_member(display_name="Inês Prado de Teixeira")
    make_member(display_name="Bo Xu")
    make_member(display_name="Ana de Vries", sort_under="de Vries, Ana")

    assert [member.display_name for member in Member.objects.all()] == [
        "Ana de Vries",
        "Inês Prado de Teixeira",
        "Thabo van der Westhuizen",
        "Bo Xu",
    ]


def test_stored_keys_are_made_anew():
    """C023"""
    make_member(display_name="Petra von Altenau", family_name="von Altenau", given_name="Petra")
    make_member(display_name="Ana de Vries", sort_under="de Vries, Ana")
    make_member(display_name="Łucja Éden")
    Member.objects.update(sort_key="von something")
    migration = import_module("people.migrations.0003_people_are_sorted_without_particles")

    migration.fill_keys(apps, None)

    assert keys() == {
        "Petra von Altenau": "altenau petra von",
        "Ana de Vries": "de vries, ana",
        "Łucja Éden": "eden lucja",
    }
