import re
from html import unescape
from urllib.parse import parse_qsl, quote

import pytest
from django.urls import reverse

from publications.models import Publication
from publications.rows import Citations, Listing
from tests.factories import (
    make_authorship,
    make_lab,
    make_member,
    make_publication,
    make_venue,
)

pytestmark = pytest.mark.django_db


def keys_of(html):
    """The keys and values of each span, read as reference managers read them."""
    spans = re.findall(r'<span class="Z3988" title="([^"]*)"></span>', html)
    return [parse_qsl(unescape(span), strict_parsing=True) for span in spans]


def printed():
    listing = Listing(Publication.objects.newest_first())
    return Citations(listing).list_html(listing.rows)


def told(*authors, **fields):
    make_publication(*authors, **fields)
    (keys,) = keys_of(printed())
    return keys


def test_a_conference_paper_is_told_as_part_of_its_proceedings():
    venue = make_venue(name="Proceedings of WAVES & Tides", short_name="WAVES")

    assert told(
        "Lena Maria Kurz",
        "Bo Li",
        title="Buoys & <i>E. coli</i> at CO<sub>2</sub>",
        date="2025-06",
        venue=venue,
        pages="1–12",
        publisher="ACM",
        isbn="978-3-16-148410-0",
        doi="10.5555/waves.1",
    ) == [
        ("ctx_ver", "Z39.88-2004"),
        ("rft_val_fmt", "info:ofi/fmt:kev:mtx:book"),
        ("rft.genre", "proceeding"),
        ("rft.atitle", "Buoys & E. coli at CO2"),
        ("rft.btitle", "Proceedings of WAVES & Tides"),
        ("rft.pub", "ACM"),
        ("rft.isbn", "978-3-16-148410-0"),
        ("rft.aulast", "Kurz"),
        ("rft.aufirst", "Lena Maria"),
        ("rft.date", "2025-06"),
        ("rft.pages", "1-12"),
        ("rft.spage", "1"),
        ("rft.epage", "12"),
        ("rft_id", "info:doi/10.5555/waves.1"),
        ("rft.au", "Kurz, Lena Maria"),
        ("rft.au", "Li, Bo"),
    ]


@pytest.mark.parametrize(
    ("fields", "keys"),
    [
        (
            {"kind": "article-journal", "volume": "12", "issue": "3", "issn": "2049-3630"},
            [
                ("rft_val_fmt", "info:ofi/fmt:kev:mtx:journal"),
                ("rft.genre", "article"),
                ("rft.atitle", "T"),
                ("rft.jtitle", "Tides"),
                ("rft.volume", "12"),
                ("rft.issue", "3"),
                ("rft.issn", "2049-3630"),
            ],
        ),
        (
            {"kind": "chapter"},
            [
                ("rft_val_fmt", "info:ofi/fmt:kev:mtx:book"),
                ("rft.genre", "bookitem"),
                ("rft.atitle", "T"),
                ("rft.btitle", "Tides"),
            ],
        ),
        (
            {"kind": "book", "publisher": "Harbour Press"},
            [
                ("rft_val_fmt", "info:ofi/fmt:kev:mtx:book"),
                ("rft.genre", "book"),
                ("rft.btitle", "T"),
                ("rft.pub", "Harbour Press"),
            ],
        ),
        (
            {"kind": "thesis", "publisher": "Coast University", "genre": "Ph.D. thesis"},
            [
                ("rft_val_fmt", "info:ofi/fmt:kev:mtx:dissertation"),
                ("rft.title", "T"),
                ("rft.inst", "Coast University"),
                ("rft.degree", "Ph.D. thesis"),
            ],
        ),
        (
            {"kind": "article", "arxiv_id": "2503.12668"},
            [
                ("rft_val_fmt", "info:ofi/fmt:kev:mtx:dc"),
                ("rft.type", "preprint"),
                ("rft.title", "T"),
                ("rft.source", "Tides"),
                ("rft.identifier", "https://arxiv.org/abs/2503.12668"),
            ],
        ),
        (
            {"kind": "software"},
            [
                ("rft_val_fmt", "info:ofi/fmt:kev:mtx:dc"),
                ("rft.type", "computerProgram"),
                ("rft.title", "T"),
                ("rft.source", "Tides"),
            ],
        ),
    ],
)
def test_each_kind_is_told_in_the_format_that_has_it(fields, keys):
    found = told("Bo Li", title="T", venue=make_venue(name="Tides"), date="", **fields)

    assert found == [
        ("ctx_ver", "Z39.88-2004"),
        *keys,
        ("rft.aulast", "Li"),
        ("rft.aufirst", "Bo"),
        ("rft.au", "Li, Bo"),
    ]


def test_a_work_that_names_nobody_is_not_told():
    make_publication(title="Notes on tides")

    assert keys_of(printed()) == []


def test_all_authors_are_told_with_their_parts_even_if_the_line_is_shortened():
    ana = make_member(display_name="Ana María Ruiz Díaz", given_name="Ana María")
    ana.family_name = "Ruiz Díaz"
    ana.save()
    publication = make_publication(ana, date="")
    make_authorship(
        publication, "Thabo van der Westhuizen", position=2, other_marks="†", equal_group=1
    )
    make_authorship(publication, "Qwen Team", position=3, is_organisation=True)
    make_authorship(publication, "王良玉", position=4)
    make_authorship(publication, "Plato", position=5)
    make_authorship(publication, "Martin L. King Jr.", position=6, name_suffix="Jr.")
    for place in range(7, 40):
        make_authorship(publication, f"Outsider {place}", position=place)

    (keys,) = keys_of(printed())

    assert [value for key, value in keys if key == "rft.au"] == [
        "Ruiz Díaz, Ana María",
        "van der Westhuizen, Thabo",
        "Qwen Team",
        "王良玉",
        "Plato",
        "King, Martin L. Jr.",
        *(f"{place}, Outsider" for place in range(7, 40)),
    ]


def test_a_draft_member_is_told_as_printed():
    draft = make_member(display_name="Lea Sommer Berg", visibility="draft")
    draft.given_name, draft.family_name = "Lea", "Sommer Berg"
    draft.save()
    make_publication(draft)

    (keys,) = keys_of(printed())

    assert dict(keys)["rft.au"] == "Berg, Lea Sommer"


def test_nothing_in_a_title_breaks_out_of_the_attribute():
    """C129"""
    title = 'Tide" onmouseover="alert(1)"><script>x</script>&rft.au=Evil'

    html_keys = dict(told("Bo Li", title=title, kind="article-journal"))

    assert html_keys["rft.atitle"] == title
    assert html_keys["rft.au"] == "Li, Bo"
    assert quote(title, safe="") in printed()


@pytest.mark.parametrize("place", ["list", "year", "lab", "member", "home"])
def test_every_list_of_papers_offers_them_and_the_page_of_a_paper_does_not(client, place):
    """On the page of a paper these keys would win over its tags, and lose PDF and abstract."""
    lab, member = make_lab(), make_member()
    publication = make_publication(member, labs=[lab])
    make_lab()
    address = {
        "list": reverse("publications:publication-list"),
        "year": reverse("publications:publication-year", args=["2025"]),
        "lab": reverse("publications:lab-publications", args=[lab.slug]),
        "member": member.get_absolute_url(),
        "home": "/",
    }[place]

    assert len(keys_of(client.get(address).text)) == 1
    assert keys_of(client.get(publication.get_absolute_url()).text) == []
