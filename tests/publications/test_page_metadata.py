"""What the head of a publication's page tells search engines and reference managers."""

import re
from html import unescape

import pytest
from django.contrib.auth import get_user_model
from django.core.files.base import ContentFile
from django.urls import reverse

from labsite import preview
from tests.factories import (
    make_authorship,
    make_lab,
    make_link,
    make_member,
    make_news,
    make_project,
    make_publication,
    make_venue,
)
from tests.pictures import jpeg

pytestmark = pytest.mark.django_db

PDF = b"%PDF-1.7 x"


def tags_of(html):
    """The tags of scholarly search engines and of Zotero, in their order."""
    found = re.findall(r'<meta name="((?:citation_|z\.)[^"]+)" content="([^"]*)">', html)
    return [(name, unescape(content)) for name, content in found]


def page_of(client, publication):
    return client.get(publication.get_absolute_url())


def told(client, *authors, **fields):
    return tags_of(page_of(client, make_publication(*authors, **fields)).text)


def test_a_paper_is_told_in_the_order_that_search_engines_expect(client):
    """C132: an outsider, an organisation and a name of one word; the file is ours."""
    publication = make_publication(
        make_member(display_name="Ana Ruiz", given_name="Ana", family_name="Ruiz"),
        "Thabo van der Westhuizen",
        title="Fast <i>E. coli</i> in $O(n^2)$",
        date="2010-05-12",
        venue=make_venue(name="Proceedings of WAVES", short_name="WAVES"),
        pages="1–12",
        publisher="ACM",
        isbn="978-3-16-148410-0",
        series="Tides & Waves",
        doi="10.5555/waves.1",
        arxiv_id="2503.12668",
        abstract="We show $n^2$.\n\nAnd more.",
        pdf=ContentFile(PDF, "any.pdf"),
    )
    make_authorship(publication, "Qwen Team", position=3, is_organisation=True, other_marks="*")
    make_authorship(publication, "Suharti", position=4, equal_group=1, is_corresponding=True)
    address = f"http://testserver{publication.get_absolute_url()}"

    assert tags_of(page_of(client, publication).text) == [
        ("citation_title", "Fast E. coli in O(n²)"),
        ("citation_author", "Ruiz, Ana"),
        ("citation_author", "van der Westhuizen, Thabo"),
        ("citation_author", "Qwen Team"),
        ("citation_author", "Suharti"),
        ("citation_publication_date", "2010/5/12"),
        ("citation_conference_title", "Proceedings of WAVES"),
        ("citation_publisher", "ACM"),
        ("citation_firstpage", "1"),
        ("citation_lastpage", "12"),
        ("citation_isbn", "978-3-16-148410-0"),
        ("citation_series_title", "Tides & Waves"),
        ("citation_doi", "10.5555/waves.1"),
        ("citation_arxiv_id", "2503.12668"),
        ("citation_abstract", "We show n². And more."),
        ("citation_public_url", address),
        ("citation_pdf_url", f"{address}{publication.slug}.pdf"),
    ]


@pytest.mark.parametrize(
    ("date", "tag"),
    [
        ("2010-05-12", "2010/5/12"),
        ("2010-05", "2010"),
        ("2022", "2022"),
    ],
)
def test_a_day_is_told_as_such_and_a_month_as_its_year(client, date, tag):
    """C045"""
    assert dict(told(client, "Bo Li", date=date))["citation_publication_date"] == tag


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        (
            {"kind": "article-journal", "volume": "12", "issue": "3", "issn": "2049-3630"},
            [
                ("citation_journal_title", "Tides"),
                ("citation_volume", "12"),
                ("citation_issue", "3"),
                ("citation_issn", "2049-3630"),
            ],
        ),
        ({"kind": "paper-conference"}, [("citation_conference_title", "Tides")]),
        ({"kind": "chapter"}, [("citation_inbook_title", "Tides")]),
        (
            {"kind": "thesis", "publisher": "Coast University"},
            [("citation_dissertation_institution", "Coast University")],
        ),
        (
            {"kind": "report", "publisher": "Harbour", "extra_fields": {"number": "HI-12"}},
            [
                ("citation_technical_report_institution", "Harbour"),
                ("citation_technical_report_number", "HI-12"),
            ],
        ),
        ({"kind": "article", "arxiv_id": ""}, [("z.itemType", "preprint")]),
        ({"kind": "paper-conference", "status": "preprint"}, [("z.itemType", "preprint")]),
        ({"kind": "software"}, [("z.itemType", "computerProgram")]),
        ({"kind": "dataset"}, [("z.itemType", "dataset")]),
        ({"kind": "speech"}, [("z.itemType", "presentation")]),
        ({"kind": "book"}, [("z.itemType", "book")]),
        ({"kind": "thesis"}, [("z.itemType", "thesis")]),
        ({"kind": "paper-conference", "venue": None}, [("z.itemType", "conferencePaper")]),
        ({"kind": "document"}, [("z.itemType", "document")]),
    ],
)
def test_the_place_of_a_work_tells_its_kind_and_only_one_does(client, fields, place):
    base = {"title": "T", "date": "2020", "venue": make_venue(name="Tides")}

    found = told(client, "Bo Li", **base | fields)

    assert found[:3] == [
        ("citation_title", "T"),
        ("citation_author", "Li, Bo"),
        ("citation_publication_date", "2020"),
    ]
    assert found[3:-1] == place


@pytest.mark.parametrize(
    ("names", "authors"),
    [
        # Zotero takes a lone name with blanks on both sides of its comma for two people.
        (["Jan Piet van der Berg"], ["van der Berg, Jan Piet;"]),
        (["Jan van der Berg"], ["van der Berg, Jan"]),
        (["Jan Piet Berg"], ["Berg, Jan Piet"]),
        (["Jan Piet van der Berg", "Bo Li"], ["van der Berg, Jan Piet", "Li, Bo"]),
        (["王良玉"], ["王良玉"]),
    ],
)
def test_a_lone_author_is_one_author_to_zotero(client, names, authors):
    found = told(client, *names)

    assert [content for name, content in found if name == "citation_author"] == authors


def test_all_authors_are_told_and_nobody_without_a_name(client):
    """C132: the whole list, even where the page shortens it."""
    names = [f"Author {number}" for number in range(1, 121)]

    found = told(client, *names)

    assert [content for name, content in found if name == "citation_author"] == [
        f"{number}, Author" for number in range(1, 121)
    ]


def test_editors_are_no_authors(client):
    found = told(client, "Bo Li", kind="book", are_editors=True)

    assert ("citation_editor", "Li, Bo") in found
    assert "citation_author" not in dict(found)


def test_a_file_elsewhere_has_no_tag_and_keeps_its_link(client):
    """C132: search engines take a file from the folder of the page alone."""
    publication = make_publication("Bo Li")
    make_link(publication, "Paper (PDF)", url="https://elsewhere.example.org/p.pdf")

    page = page_of(client, publication).text

    assert "citation_pdf_url" not in dict(tags_of(page))
    assert '<a href="https://elsewhere.example.org/p.pdf">Paper (PDF)</a>' in page


def test_what_nobody_knows_has_no_tag(client):
    """C054, C132: no empty tags; Zotero reads the rest, and Scholar passes the page over."""
    publication = make_publication(title="Notes on tides", date="", kind="document")

    assert tags_of(page_of(client, publication).text) == [
        ("citation_title", "Notes on tides"),
        ("z.itemType", "document"),
        ("citation_public_url", f"http://testserver{publication.get_absolute_url()}"),
    ]


def test_nothing_in_a_record_breaks_out_of_a_tag(client):
    """C129, C127"""
    evil = '"><script>alert(1)</script>\x0b'
    publication = make_publication(evil, title=f"T {evil}", abstract=evil, publisher=evil)

    page = page_of(client, publication).text

    assert "<script>alert" not in page
    assert dict(tags_of(page))["citation_title"] == 'T "><script>alert(1)</script>'


def test_the_abstract_stands_open_on_the_page(client):
    """C132: no click, no scroll box between a reader and the abstract."""
    page = page_of(client, make_publication(abstract="All about tides.")).text
    main = page.partition('<main id="content"')[2]

    without_folds = re.sub(r"<details.*?</details>", "", main, flags=re.DOTALL)
    assert "All about tides." in without_folds


def test_nothing_of_a_draft_is_told(client):
    draft = make_publication("Bo Li", visibility="draft", doi="10.5555/x", abstract="A")
    linked = client.get(preview.address_of(draft))
    client.force_login(get_user_model().objects.create_superuser("admin"))
    seen = page_of(client, draft)

    for page in (linked, seen):
        assert page.status_code == 200
        assert tags_of(page.text) == []
        assert "ld+json" not in page.text
        assert 'property="og:' not in page.text
        assert 'rel="canonical"' not in page.text
        assert "Link" not in page.headers


# Links to the page


def test_the_page_says_which_address_it_has(client):
    publication = make_publication(title="Tides")

    page = client.get(f"{publication.get_absolute_url()}?utm_source=x").text

    assert '<link rel="canonical" href="http://testserver/publications/tides/">' in page


def properties_of(html):
    found = re.findall(r'<meta property="([^"]+)" content="([^"]*)">', html)
    return {name: unescape(content) for name, content in found}


def test_a_link_to_a_paper_shows_title_sentence_and_picture(client):
    publication = make_publication(
        title="Tides of <i>E. coli</i>",
        summary="It is wet.",
        picture=ContentFile(jpeg(640, 480), name="p.jpg"),
        picture_description="A pier",
    )

    shared = properties_of(page_of(client, publication).text)

    assert shared.pop("og:image").startswith("http://testserver/media/")
    assert shared == {
        "og:title": "Tides of E. coli",
        "og:type": "article",
        "og:url": "http://testserver/publications/tides-of-e-coli/",
        "og:description": "It is wet.",
        "og:image:width": "640",
        "og:image:height": "480",
        "og:image:alt": "A pier",
        "og:site_name": "Labsite",
        "twitter:card": "summary_large_image",
    }


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (lambda: make_member(display_name="Ana Ruiz", headline="Tides"), "profile"),
        (lambda: make_lab(name="Ana Ruiz", tagline="Tides"), "website"),
        (lambda: make_project(name="Ana Ruiz", tagline="Tides"), "website"),
        (lambda: make_news(title="Ana Ruiz", body="Tides", date="2025-06"), "article"),
    ],
)
def test_links_to_other_pages_show_what_they_are(client, make, kind):
    make_lab()
    make_lab()
    record = make()

    page = client.get(record.get_absolute_url()).text

    shared = properties_of(page)
    assert shared["og:title"] == "Ana Ruiz"
    assert shared["og:type"] == kind
    assert shared["og:description"] == "Tides"
    assert shared["og:url"] == f"http://testserver{record.get_absolute_url()}"
    assert f'<link rel="canonical" href="{shared["og:url"]}">' in page


def test_the_only_lab_has_the_address_of_the_site(client):
    make_lab(name="Tidal Lab")

    assert '<link rel="canonical" href="http://testserver/">' in client.get("/").text


# Signposts


def links_of(response):
    """The parts of the Link header: address, relation, type."""
    found = re.findall(r'<([^>]*)>; rel="([^"]*)"(?:; type="([^"]*)")?', response.headers["Link"])
    return [tuple(filter(None, link)) for link in found]


def test_signposts_lead_to_what_is_cited_to_the_files_and_to_the_paper(client):
    publication = make_publication(
        title="Tides", doi="10.5555/a<b>", arxiv_id="2503.12668", pdf=ContentFile(PDF, "a.pdf")
    )
    page = "http://testserver/publications/tides/"

    response = page_of(client, publication)

    assert links_of(response) == [
        ("https://doi.org/10.5555/a%3Cb%3E", "cite-as"),
        (f"{page}cite.bib", "describedby", "application/x-bibtex"),
        (f"{page}cite.ris", "describedby", "application/x-research-info-systems"),
        (f"{page}cite.json", "describedby", "application/vnd.citationstyles.csl+json"),
        ("https://schema.org/AboutPage", "type"),
        ("https://schema.org/ScholarlyArticle", "type"),
        (f"{page}tides.pdf", "item", "application/pdf"),
    ]
    for address, relation, *media_type in links_of(response):
        if relation in {"describedby", "item"}:
            file = client.get(address.removeprefix("http://testserver"))
            assert b"".join(file)
            assert (file.status_code, file.headers["Content-Type"].partition(";")[0]) == (
                200,
                *media_type,
            )
            back = "collection" if relation == "item" else "describes"
            assert links_of(file) == [(page, back, "text/html")]


@pytest.mark.parametrize(
    ("fields", "cited"),
    [
        ({"doi": "10.5555/x", "arxiv_id": "2503.12668"}, ["https://doi.org/10.5555/x"]),
        ({"arxiv_id": "2503.12668"}, ["https://doi.org/10.48550/arXiv.2503.12668"]),
        ({"arxiv_id": "hep-th/9901001"}, ["https://doi.org/10.48550/arXiv.hep-th/9901001"]),
        ({}, []),
    ],
)
def test_the_number_to_cite_is_the_doi_and_else_that_of_arxiv(client, fields, cited):
    links = links_of(page_of(client, make_publication(**fields)))

    assert [link[0] for link in links if link[1] == "cite-as"] == cited


def test_authors_stand_in_the_head_and_the_header_stays_small(client):
    """Front servers take 4 KB of headers; forty authors would fill them."""
    orcid = "0000-0002-1694-233X"
    publication = make_publication(
        make_member(orcid=orcid),
        make_member(orcid="0000-0002-1825-0097", visibility="draft"),
        title="Tides " * 100,
        doi="10.5555/" + "<" * 200,
        pdf=ContentFile(PDF, "a.pdf"),
    )
    make_authorship(publication, "Bo Li", position=3, orcid="0000-0001-5109-3700")

    response = page_of(client, publication)

    assert re.findall(r'<link rel="author" href="([^"]+)">', response.text) == [
        f"https://orcid.org/{orcid}",
        "https://orcid.org/0000-0001-5109-3700",
    ]
    assert len(links_of(response)) <= 20
    assert len(response.headers["Link"]) < 3_000


def test_lists_have_no_signposts_and_no_tags(client):
    make_publication("Bo Li")

    response = client.get(reverse("publications:publication-list"))

    assert "Link" not in response.headers
    assert tags_of(response.text) == []


# The box to cite from


def test_the_box_holds_bibtex_five_references_and_three_files(client):
    publication = make_publication(
        "Lena Kurz", title="Tides", date="2020", kind="thesis", bibtex_key="kurz2020tides"
    )

    page = page_of(client, publication).text
    box = page.partition('<details class="fold cite">')[2].partition("</details>")[0]

    assert box.count("<summary>") == 1
    assert box.index("@phdthesis{kurz2020tides") < box.index("APA")
    assert re.findall(r'id="cite-(\w+)"', box) == [
        *("bibtex", "apa", "ieee", "acm", "chicago", "gbt7714"),
    ]
    assert re.findall(r'href="([^"]+)" download>([^<]+)', box) == [
        ("/publications/tides/cite.bib", "BibTeX"),
        ("/publications/tides/cite.ris", "RIS"),
        ("/publications/tides/cite.json", "CSL-JSON"),
    ]
    assert len(re.findall(r"<button[^>]* hidden>", box)) == box.count("<button") == 6
