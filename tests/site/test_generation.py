import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import models

from labsite.site.generation import generate
from people.models import (
    Adviser,
    Award,
    Education,
    Interest,
    Lab,
    LabLink,
    Member,
    MemberLink,
    Membership,
    Opening,
    Page,
    Position,
    Recipient,
    Service,
    Teaching,
    Topic,
)
from publications.models import (
    Authorship,
    Component,
    Funder,
    Grant,
    NewsItem,
    Project,
    ProjectRole,
    Publication,
    PublicationLink,
    PublicationListing,
    Speaker,
    Talk,
    TalkDelivery,
    TalkLink,
    Venue,
)

MADE = [
    *[Lab, LabLink, Topic, Page, Opening, Member, Membership, Adviser, Interest, MemberLink],
    *[Education, Position, Service, Teaching, Award, Recipient],
    *[Venue, Funder, Grant, Publication, Authorship, PublicationListing, PublicationLink],
    *[Talk, Speaker, TalkDelivery, TalkLink, Project, ProjectRole, Component, NewsItem],
]

pytestmark = pytest.mark.django_db


def make_content(*, labs=12, members=60, publications=120, seed=7):
    generate(
        labs=labs,
        members=members,
        publications=publications,
        seed=seed,
        tell=lambda sentence: None,
    )


def snapshot():
    """All that was made; the moments of saving left out, and the numbers that rows got."""
    return {
        model.__name__: list(model.objects.order_by("pk").values_list(*texts_of(model)))
        for model in MADE
    }


def texts_of(model):
    left_out = {"id", "created_at", "updated_at"}
    return [
        field.name
        for field in model._meta.fields
        if field.name not in left_out and not field.is_relation
    ]


def test_there_are_as_many_as_asked_for_and_all_can_be_seen():
    make_content()

    assert Lab.objects.public().count() == 12
    assert Member.objects.named().count() == 60
    assert Publication.objects.public().count() == 120
    assert Membership.objects.public().current().exists()
    assert Membership.objects.public().past().exists()
    assert Lab.objects.filter(parent__isnull=False).exists()
    assert Opening.objects.public().open().exists()
    assert NewsItem.objects.public().exists()
    empty = [model.__name__ for model in MADE if not model.objects.exists()]
    assert empty == []


def test_names_in_other_scripts_come_with_their_language():
    make_content(members=300, publications=0)

    native = Member.objects.exclude(native_name="")
    assert set(native.values_list("native_language", flat=True)) == {"zh", "ja", "ko"}


def test_the_same_seed_gives_the_same_content(transactional_db):
    make_content()
    first = snapshot()
    call_command("flush", interactive=False, verbosity=0)
    make_content()

    assert snapshot() == first


def test_another_seed_gives_other_content():
    make_content(seed=1)
    names = set(Member.objects.values_list("display_name", flat=True))
    Membership.objects.all().delete()
    Member.objects.all().delete()
    make_content(seed=2)

    assert set(Member.objects.values_list("display_name", flat=True)) != names


@pytest.mark.parametrize("model", MADE, ids=lambda model: model.__name__)
def test_what_is_made_would_pass_every_form(model):
    make_content()

    for row in model.objects.order_by("pk")[:20]:
        row.full_clean()


def test_every_column_that_is_made_of_others_is_filled():
    make_content()

    assert Member.objects.filter(models.Q(sort_key="") | models.Q(about_html="")).count() == 0
    assert list(Member.objects.values_list("sort_key", flat=True)) == sorted(
        Member.objects.values_list("sort_key", flat=True)
    )
    assert Publication.objects.filter(bibtex_key="").count() == 0
    assert TalkDelivery.objects.filter(last_date="").count() == 0


def test_authors_are_numbered_and_each_member_stands_once_on_a_paper():
    make_content()

    for publication in Publication.objects.all():
        rows = list(publication.authorships.values_list("position", "member"))
        members = [member for _position, member in rows if member]
        assert [position for position, _member in rows] == list(range(1, len(rows) + 1))
        assert len(set(members)) == len(members) > 0


def test_a_site_that_has_content_takes_more():
    make_content()
    before = set(Member.objects.values_list("slug", flat=True))

    make_content()

    assert Lab.objects.count() == 24
    assert Publication.objects.count() == 240
    assert before < set(Member.objects.values_list("slug", flat=True))


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        ({"labs": -1}, "--labs must be a number from 0 to 1,000."),
        ({"members": 100_001}, "--members must be a number from 0 to 100,000."),
        ({"publications": -5}, "--publications must be a number from 0 to 1,000,000."),
        ({"labs": 0}, "People need a lab: give --labs 1 or more."),
        ({"labs": 1, "members": 0}, "Publications need authors: give --members 1 or more."),
    ],
)
def test_numbers_that_make_no_site_are_refused_in_words(numbers, sentence):
    with pytest.raises(ValidationError, match=sentence):
        make_content(**numbers)
    with pytest.raises(CommandError, match=sentence):
        call_command("generate", **{"members": 60, "publications": 1, **numbers}, verbosity=0)

    assert Lab.objects.count() == 0


@pytest.mark.parametrize(
    "numbers",
    [
        {"labs": 0, "members": 0, "publications": 0},
        {"labs": 1, "members": 0, "publications": 0},
        {"labs": 1, "members": 1, "publications": 1},
        {"labs": 5, "members": 2, "publications": 3},
    ],
)
def test_the_smallest_sites_can_be_made(numbers):
    make_content(**numbers)

    made = (Lab.objects.count(), Member.objects.count(), Publication.objects.count())
    assert made == (numbers["labs"], numbers["members"], numbers["publications"])


def test_the_command_says_what_it_does(capsys):
    call_command("generate", labs=1, members=2, publications=3)

    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["1 labs …", "2 people …", "publications: 0 of 3 …"]
    assert lines[-1].startswith("Labs: 1, people: 2, publications: 3. It took ")
