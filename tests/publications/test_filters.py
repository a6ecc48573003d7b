import json

import pytest
from django.http import QueryDict

from publications.filters import PublicationFilter
from publications.models import Funder, Grant, Publication
from tests.factories import (
    make_lab,
    make_member,
    make_project,
    make_publication,
    make_topic,
    make_venue,
)

pytestmark = pytest.mark.django_db


def narrowed(query):
    """The titles of the publications that an address asks for."""
    publications = PublicationFilter(QueryDict(query)).narrow(Publication.objects.all())
    return sorted(publication.title for publication in publications)


def test_a_list_is_narrowed_by_each_name():
    lab, member, topic = make_lab(slug="tides"), make_member(slug="ada"), make_topic(slug="sea")
    grant = Grant.objects.create(
        title="Sea", number="4711", funder=Funder.objects.create(name="Fund")
    )
    wanted = make_publication(
        member,
        title="Wanted",
        labs=[lab],
        date="2024-05",
        kind="thesis",
        status="accepted",
        venue=make_venue(name="Journal of Tides", short_name="JoT"),
    )
    wanted.topics.add(topic)
    wanted.grants.add(grant)
    make_project(slug="boat").publications.add(wanted)
    make_publication(title="Other", date="2020")

    for query in (
        *("year=2024", "from=2024-05&to=2024-05", "kind=thesis", "status=accepted", "lab=tides"),
        *("venue=JoT", "venue=Journal+of+Tides", "person=ada", "topic=sea", "project=boat"),
        *("grant=4711", "grant=Sea", "year=2024&kind=thesis&lab=tides"),
    ):
        assert narrowed(query) == ["Wanted"], query
    assert narrowed("year=2024&kind=book") == []


@pytest.mark.parametrize(
    "query",
    [
        *(
            "",
            "year=",
            "year=x",
            "year=25",
            "year=99999",
            f"year={10**20}",
            "year=-2024",
            "year=²⁰²⁴",
        ),
        *("from=x", "to=13.13.13", "from=2024-13", f"from={10**20}", "kind=poem", "status=lost"),
        *("lab=none", "person=none", "topic=", "project=%F0%9F%8C%8A", "grant=none", "venue="),
        *("unknown=1", "page=2", "q=tides", "lab[]=x", "lab=" + "x" * 5000),
    ],
)
def test_values_that_nobody_knows_are_passed_over(query):
    make_publication(title="One", date="2024")
    make_publication(title="Two", date="")

    assert narrowed(query) == ["One", "Two"]


def test_known_values_count_also_beside_unknown_ones():
    make_publication(title="One", date="2024")
    make_publication(title="Two", date="2025")
    make_publication(title="Three", date="2026")

    assert narrowed("year=2024&year=x") == ["One"]
    assert narrowed("year=2024&year=2025") == ["One", "Two"]


def test_records_that_visitors_do_not_see_are_unknown():
    lab, member = make_lab(slug="secret", visibility="draft"), make_member(visibility="draft")
    make_publication(member, title="One", labs=[lab])
    make_publication(title="Two")

    assert narrowed("lab=secret") == narrowed(f"person={member.slug}") == ["One", "Two"]


def test_a_report_season_holds_what_may_have_come_out_in_it():  # walk 7
    for date in ("2025-06-30", "2025-07-01", "2025-07", "2025", "2026-06", "2026", "2026-07", ""):
        make_publication(title=date or "undated", date=date)

    assert narrowed("from=2025-07&to=2026-06") == [
        "2025",
        "2025-07",
        "2025-07-01",
        "2026",
        "2026-06",
    ]


def test_a_former_address_of_a_lab_still_narrows():
    lab = make_lab(slug="tides")
    make_publication(title="One", labs=[lab])
    make_publication(title="Two")
    lab.slug = "seas"
    lab.save()

    assert narrowed("lab=tides") == narrowed("lab=seas") == ["One"]


def test_a_long_row_of_values_costs_no_long_row_of_queries(django_assert_max_num_queries):
    make_publication(title="One")

    with django_assert_max_num_queries(100):
        assert narrowed("&".join(f"lab=lab{number}" for number in range(1000))) == ["One"]


LISTS = ["/publications/", "/publications/2025/", "/labs/tides/publications/"]


@pytest.mark.parametrize("address", LISTS)
@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("", 3),
        ("kind=thesis", 1),
        ("from=2025-07&to=2026-06", 2),
        ("kind=thesis&kind=book&page=1", 2),
        ("person=ada&nonsense=1&year=10000000000", 1),
        ("kind=dataset", 0),
    ],
)
def test_a_list_and_its_files_hold_the_same_papers(client, address, query, count):
    """Walk 7: as many papers in the list as in each file that is linked from it."""
    lab, member = make_lab(slug="tides"), make_member(slug="ada")
    make_lab()
    make_publication(member, "Bo Li", labs=[lab], date="2025-08", kind="thesis")
    make_publication("Bo Li", labs=[lab], date="2025-02", kind="book")
    make_publication("Bo Li", labs=[lab], date="2025-12", kind="article-journal")

    page = client.get(f"{address}?{query}")
    files = {file.label: b"".join(client.get(file.url)).decode() for file in page.context["files"]}

    assert page.context["count"] == page.text.count('class="Z3988"') == count
    assert {
        "BibTeX": files["BibTeX"].count("\n}"),
        "RIS": files["RIS"].count("\nER  -"),
        "CSL-JSON": len(json.loads(files["CSL-JSON"])),
        "CSV": files["CSV"].count("\r\n") - 1,
    } == dict.fromkeys(files, count)
    assert page.context["whole_list"] == (address if query else "")


def test_a_list_that_is_narrowed_to_nothing_leads_back(client):
    make_publication(kind="book")

    page = client.get("/publications/?kind=thesis")

    assert "Nothing here is what you asked for." in page.text
    assert '<a href="/publications/">Show all</a>' in page.text


def test_the_links_to_files_carry_what_was_asked_for_and_nothing_else(client):
    make_publication(kind="book")

    page = client.get("/publications/", {"kind": "book", "x": '"><script>', "page": "1"})

    assert page.context["files"][0].url == "/publications.bib?kind=book"
    assert "<script>" not in page.text.partition("<main")[2]
