"""The files that visitors save: which publications they hold, and how they are sent."""

import csv
import io
import json

import pytest

from tests.factories import (
    make_lab,
    make_link,
    make_member,
    make_project,
    make_publication,
    make_topic,
    make_venue,
)

pytestmark = pytest.mark.django_db

TYPES = {
    "bib": "application/x-bibtex; charset=utf-8",
    "ris": "application/x-research-info-systems; charset=utf-8",
    "json": "application/vnd.citationstyles.csl+json; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
}


def text_of(response):
    return b"".join(response).decode()


def titles(client, address):
    """The titles in the file at this address, which is one of CSL-JSON."""
    response = client.get(address)
    assert response.status_code == 200
    return [item["title"] for item in json.loads(text_of(response))]


@pytest.mark.parametrize("ending", TYPES)
def test_every_list_goes_out_in_every_format(client, ending):
    lab, member, topic = make_lab(slug="tides"), make_member(slug="ada"), make_topic(slug="sea")
    publication = make_publication(member, title="Quiet harbours", labs=[lab])
    publication.topics.add(topic)
    make_project(slug="boat").publications.add(publication)

    names = {}
    for address in (
        *("/publications.", "/publications/2025.", "/labs/tides/publications."),
        *("/people/ada/publications.", "/topics/sea/publications."),
        "/projects/boat/publications.",
    ):
        response = client.get(f"{address}{ending}")
        assert response["Content-Type"] == TYPES[ending]
        assert "Quiet harbours" in text_of(response)
        names[address] = response["Content-Disposition"]

    assert list(names.values()) == [
        f'attachment; filename="{name}.{ending}"'
        for name in (
            *("publications", "publications-2025", "tides-publications", "ada-publications"),
            *("sea-publications", "boat-publications"),
        )
    ]


@pytest.mark.parametrize("ending", ["bib", "ris", "json"])
def test_a_publication_goes_out_alone_and_names_its_page(client, ending):
    make_publication(title="Quiet harbours")
    make_publication(title="Another one")

    response = client.get(f"/publications/quiet-harbours/cite.{ending}")

    assert response["Content-Type"] == TYPES[ending]
    assert response["Content-Disposition"] == f'attachment; filename="quiet-harbours.{ending}"'
    assert response["Link"] == (
        '<http://testserver/publications/quiet-harbours/>; rel="describes"; type="text/html"'
    )
    assert ("Quiet harbours" in text_of(response), "Another" in text_of(response)) == (True, False)


@pytest.mark.parametrize(
    "address",
    [
        "/publications.xml",
        "/publications.",
        "/publications/quiet-harbours/cite.csv",
        "/publications/quiet-harbours/cite.exe",
        "/publications/none/cite.bib",
        "/publications/99999.bib",
        "/publications/100000000000000000000.bib",
        "/labs/none/publications.bib",
        "/people/none/publications.bib",
    ],
)
def test_what_there_is_not_is_not_found(client, address):
    make_publication(title="Quiet harbours")

    assert client.get(address).status_code == 404


def test_drafts_go_out_nowhere(client):
    lab, member, topic = make_lab(slug="tides"), make_member(slug="ada"), make_topic(slug="sea")
    for visibility in ("draft", "public"):
        publication = make_publication(
            member, title=f"A {visibility} one", labs=[lab], visibility=visibility
        )
        publication.topics.add(topic)

    for address in (
        *("/publications.json", "/publications/2025.json", "/labs/tides/publications.json"),
        *("/people/ada/publications.json", "/topics/sea/publications.json"),
    ):
        assert titles(client, address) == ["A public one"]
    assert client.get("/publications/a-draft-one/cite.bib").status_code == 404


@pytest.mark.parametrize("visibility", ["draft", "listed"])
def test_a_member_without_a_page_has_no_files(client, visibility):
    member = make_member(slug="ada", visibility=visibility)
    make_publication(member)

    assert client.get("/people/ada/publications.bib").status_code == 404


def test_a_draft_lab_has_no_files(client):
    make_publication(labs=[make_lab(slug="tides", visibility="draft")])

    assert client.get("/labs/tides/publications.bib").status_code == 404


def test_whoever_may_edit_a_draft_sees_its_files_and_nobody_keeps_them(admin_client):
    make_publication(title="Not yet", visibility="draft")

    response = admin_client.get("/publications/not-yet/cite.bib")

    assert "Not yet" in text_of(response)
    assert response["Cache-Control"] == "private, no-store"


def test_an_earlier_address_leads_to_the_file_of_today(client):
    publication = make_publication(title="Quiet harbours")
    publication.slug = "still-harbours"
    publication.save()

    response = client.get("/publications/quiet-harbours/cite.bib?tex=ascii")

    assert (response.status_code, response["Location"]) == (
        301,
        "/publications/still-harbours/cite.bib?tex=ascii",
    )


def test_an_earlier_address_of_a_member_leads_to_her_file_of_today(client):
    member = make_member(display_name="Ada Ng", slug="ada-n")
    member.slug = "ada-ng"
    member.save()

    response = client.get("/people/ada-n/publications.ris")

    assert (response.status_code, response["Location"]) == (301, "/people/ada-ng/publications.ris")


@pytest.mark.parametrize("address", ["/publications.bib", "/publications/quiet-harbours/cite.bib"])
def test_files_are_the_same_for_everybody(client, address):
    make_publication(title="Quiet harbours")

    response = client.get(address)

    assert not response.cookies
    assert "Cookie" not in response.get("Vary", "")


@pytest.mark.parametrize("address", ["/publications.bib", "/publications/quiet-harbours/cite.bib"])
def test_the_head_of_a_file_can_be_asked_for_alone(client, address):
    make_publication(title="Quiet harbours")

    response = client.head(address)

    assert (response.status_code, b"".join(response)) == (200, b"")
    assert response["Content-Type"] == TYPES["bib"]
    assert client.post(address).status_code == 405


def test_bibtex_comes_in_ascii_for_who_asks(client):  # C144
    make_publication("Łucja Ødegård", title="Tides — a study")

    response = client.get("/publications.bib?tex=ascii")

    text = text_of(response)
    assert text.isascii()
    assert "author = {{\\O}deg{\\aa}rd, {\\L}ucja}" in text


def test_every_file_is_utf_8(client):  # C084
    make_publication("Łucja Ağaoğlu", "雨晴", title="Tides")

    for ending, media_type in TYPES.items():
        response = client.get(f"/publications.{ending}")
        text = text_of(response)
        assert media_type.endswith("charset=utf-8")
        assert ("ğ" in text, "雨" in text) == (True, True)


def test_a_file_with_nothing_in_it_is_whole_all_the_same(client):
    assert titles(client, "/publications.json") == []
    assert text_of(client.get("/publications.bib")) == ""
    assert text_of(client.get("/publications.csv")).count("\r\n") == 1


def test_undated_works_stand_at_the_end_of_each_file(client):  # C054
    make_publication(title="Notes on tides", date="")
    make_publication(title="Dated", date="1999")

    assert titles(client, "/publications.json") == ["Dated", "Notes on tides"]
    for ending in TYPES:
        assert "None" not in text_of(client.get(f"/publications.{ending}"))


def test_the_files_of_the_only_lab_are_those_of_the_site(client):
    lab = make_lab(slug="tides")
    for number in range(3):
        make_publication("Bo Li", title=f"Tide {number}", labs=[lab])

    for ending in TYPES:
        whole = text_of(client.get(f"/publications.{ending}"))
        assert text_of(client.get(f"/labs/tides/publications.{ending}")) == whole


def test_the_table_says_where_each_publication_has_its_page(client):
    make_link(
        make_publication(
            "Bo Li",
            "Ada Ng",
            title="Piękos at CO<sub>2</sub>",
            venue=make_venue(name="Journal of Tides"),
            kind="article-journal",
            volume="3-4",
            pages="1–12",
            doi="10.5555/a_b",
            arxiv_id="2503.10000",
            date="2025-06",
        )
    )

    text = text_of(client.get("/publications.csv"))

    assert text.startswith("\ufeff")
    (row,) = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    assert row == {
        "title": "Piękos at CO2",
        "authors": "Bo Li; Ada Ng",
        "year": "2025",
        "date": "2025-06",
        "venue": "Journal of Tides",
        "track": "",
        "kind": "Journal article",
        "state": "published",
        "volume": "3–4",
        "issue": "",
        "pages": "1–12",
        "publisher": "",
        "DOI": "10.5555/a_b",
        "arXiv": "arXiv:2503.10000",
        "page": "http://testserver/publications/piekos-at-co2/",
    }


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(
    ("address", "queries"),
    [
        ("/publications.bib", 6),
        ("/publications/2025.bib", 6),
        ("/labs/tides/publications.bib", 7),
        ("/people/ada/publications.bib", 7),
    ],
)
def test_files_cost_the_same_for_any_number(
    client, count, address, queries, django_assert_num_queries
):
    lab, member = make_lab(slug="tides"), make_member(slug="ada")
    for _ in range(count):
        make_link(make_publication(member, "Bo Li", labs=[lab]))

    with django_assert_num_queries(queries):
        assert text_of(client.get(address)).count("@") == count


def test_the_file_of_one_publication_costs_few_queries(client, django_assert_num_queries):
    make_link(make_publication(make_member(), title="Quiet harbours"))

    with django_assert_num_queries(7):
        client.get("/publications/quiet-harbours/cite.bib")
