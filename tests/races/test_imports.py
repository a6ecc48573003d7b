"""Several people import at the same moment, at a server that really answers them side by side."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from publications.models import ImportRun, NewsItem, Publication
from tests.factories import make_lab
from tests.races.test_forms import CLIENTS, Desk

ROUNDS = 3
BOX = "/admin/publications/publication/paste/"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desks(live_server):
    make_lab()
    return [Desk(live_server.url, f"editor{number}") for number in range(CLIENTS)]


def prepared(desk, text):
    """Paste a text; the address of the table that waits."""
    desk.save(BOX, desk.open(BOX) | {"text": text, "_look": "1"})
    run = ImportRun.objects.latest("pk")
    return f"/admin/publications/importrun/{run.pk}/change/"


def all_press_at_once(desks, tables):
    """Let everybody look at a table, tick all of it and press the button at one moment."""
    barrier = threading.Barrier(len(desks))

    def press(number):
        desk, where = desks[number], tables[number]
        _status, text = desk.ask("GET", where)
        data = desk.open(where) | {
            "entry": re.findall(r'name="entry" value="([\w-]+)"', text),
            "news": "1",
            "_do": "1",
        }
        barrier.wait(timeout=60)
        return desk.save(where, data)[0]

    with ThreadPoolExecutor(len(desks)) as pool:
        return list(pool.map(press, range(len(desks))))


def entries(number):
    return "\n".join(f"@misc{{k{number}{n}, title={{Gauge {number}.{n}}}}}" for n in range(3))


def test_one_list_pressed_by_four_at_once_is_imported_once(desks):
    """R18 and R19."""
    for number in range(1, ROUNDS + 1):
        where = prepared(desks[0], entries(number))

        statuses = all_press_at_once(desks, [where] * CLIENTS)

        assert statuses == [302] * CLIENTS
        assert Publication.objects.count() == NewsItem.objects.count() == 3 * number


def test_one_text_pasted_by_four_at_once_becomes_no_duplicates(desks):
    """R18: two imports of one BibTeX at once."""
    for number in range(1, ROUNDS + 1):
        tables = [prepared(desk, entries(number)) for desk in desks]

        statuses = all_press_at_once(desks, tables)

        # Who comes after the first is shown that the papers are here by now.
        assert {302} <= set(statuses) <= {200, 302}
        assert Publication.objects.count() == NewsItem.objects.count() == 3 * number
