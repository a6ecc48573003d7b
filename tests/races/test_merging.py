"""Two become one while others save them, or merge them the other way round."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import connection

from labsite.joining.joining import CannotJoinError
from labsite.models import Change
from people.joining import PeopleJoining
from people.models import Member
from publications.models import Authorship, Publication
from tests.factories import make_member, make_publication
from tests.races.test_forms import Desk

ROUNDS = 5

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desks(live_server):
    return [Desk(live_server.url, f"editor{number}") for number in range(2)]


def side_by_side(*tasks):
    """Do several things at one moment; returns their answers."""
    barrier = threading.Barrier(len(tasks))

    def run(task):
        barrier.wait(timeout=60)
        try:
            return task()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run, tasks))


def pair(papers=5):
    one, two = make_member(display_name="Ivo Marenz"), make_member(display_name="Ivo K. Marenz")
    for _number in range(papers):
        make_publication(one, "B. Cui")
        make_publication("B. Cui", two)
    return one, two


def merging(desk, kept, other):
    """The page about two people, read; and the function that presses its button."""
    where = f"/admin/people/member/{kept.pk}/merge/{other.pk}/"
    data = desk.open(where) | {"_merge": "1"}
    return lambda: desk.save(where, data)[0]


def saving(desk, where, **fields):
    """The form at an address, opened and changed; and the function that saves it."""
    data = desk.open(where) | fields | {"_keep": "1"}
    return lambda: desk.save(where, data)[0]


def merged(one, two):
    return PeopleJoining(one, two).join(None)


def test_two_who_merge_the_same_pair_each_way_round_leave_one_person(desks):
    for _round in range(ROUNDS):
        one, two = pair()

        statuses = side_by_side(merging(desks[0], one, two), merging(desks[1], two, one))

        assert statuses == [302, 302]
        left = Member.objects.get()
        assert Authorship.objects.filter(member=left).count() == 10
        Member.objects.all().delete()
        Publication.objects.all().delete()
    assert Change.objects.filter(action="merged").count() == ROUNDS


def test_two_merges_that_share_a_person_lose_no_paper(desks):
    for _round in range(ROUNDS):
        one, two = pair()
        three = make_member(display_name="Ivo Karl Marenz")
        make_publication(three)

        side_by_side(merging(desks[0], one, two), merging(desks[1], three, one))

        keys = set(Member.objects.values_list("pk", flat=True))
        linked = set(Authorship.objects.exclude(printed_name="B. Cui").values_list("member"))
        assert {key for (key,) in linked} <= keys
        assert Authorship.objects.exclude(member=None).count() == 11
        Member.objects.all().delete()
        Publication.objects.all().delete()


def test_a_paper_that_is_saved_during_a_merge_keeps_its_author_and_its_text(desks):
    for number in range(ROUNDS):
        one, two = pair(papers=2)
        paper = Publication.objects.filter(authorships__member=two).first()
        where = f"/admin/publications/publication/{paper.pk}/change/"
        save = saving(desks[1], where, note=f"Round {number}")

        statuses = side_by_side(merging(desks[0], one, two), save)

        paper.refresh_from_db()
        assert statuses == [302, 302]
        assert paper.note == f"Round {number}"
        assert [row.member for row in paper.authorships.order_by("position")] == [None, one]


def test_a_person_who_is_saved_during_a_merge_is_asked_about_again_or_gone(desks):
    """Whoever comes second learns of it: no text is lost, and nobody gets an error page."""
    for number in range(ROUNDS):
        one, two = pair(papers=1)
        where = f"/admin/people/member/{one.pk}/change/"
        save = saving(desks[1], where, headline=f"Round {number}")

        status, saved = side_by_side(merging(desks[0], one, two), save)

        one.refresh_from_db()
        is_merged = not Member.objects.filter(pk=two.pk).exists()
        assert (status, saved) == (302 if is_merged else 200, 302)
        assert one.headline == f"Round {number}"


def test_whoever_is_late_is_told_in_words():
    one, two = pair(papers=0)
    late = PeopleJoining(one, two)
    merged(two, one)

    with pytest.raises(CannotJoinError) as error:
        late.join(None)

    assert error.value.messages == [
        "One of the two is no longer there. Perhaps somebody else merged them just now."
    ]
    assert User.objects.count() == 0
