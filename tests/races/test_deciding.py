"""Several editors decide about one author's name at the same moment."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from publications.models import Authorship, MatchDecision
from tests.factories import make_member, make_publication
from tests.races.test_forms import Desk

EDITORS, PAPERS = 3, 10
ADDRESS = "/admin/publications/authorship/one-of-us/"

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_several_who_say_yes_to_different_people_one_is_heard_on_each_paper(live_server):
    desks = [Desk(live_server.url, f"editor{number}") for number in range(EDITORS)]
    members = [make_member(display_name=f"A{letter} Ruiz") for letter in "abc"]
    papers = [make_publication("A. Ruiz") for _number in range(PAPERS)]
    rows = list(Authorship.objects.order_by("pk").values_list("pk", flat=True))
    barrier = threading.Barrier(EDITORS)

    def decide(number):
        fields = desks[number].open(ADDRESS) | {"name": "A. Ruiz"}
        answer = {"decision": f"yes-{members[number].pk}", "row": rows}
        barrier.wait(timeout=60)
        return desks[number].ask("POST", ADDRESS, fields | answer)[0]

    with ThreadPoolExecutor(EDITORS) as pool:
        statuses = list(pool.map(decide, range(EDITORS)))

    assert statuses == [302] * EDITORS
    linked = dict(Authorship.objects.values_list("publication", "member"))
    assert set(linked) == {paper.pk for paper in papers}
    assert None not in linked.values()
    remembered = MatchDecision.objects.values_list("publication", "member", "verdict")
    assert sorted(remembered) == sorted((paper, key, "yes") for paper, key in linked.items())
