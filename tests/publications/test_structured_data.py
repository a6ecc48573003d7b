import pytest
from django.core.files.base import ContentFile

from tests.factories import (
    make_authorship,
    make_component,
    make_delivery,
    make_lab,
    make_member,
    make_news,
    make_project,
    make_publication,
    make_talk,
    make_topic,
    make_venue,
)
from tests.structured_data import thing_of, things_of

pytestmark = pytest.mark.django_db

SITE = "http://testserver"


def page_of(client, record):
    return client.get(record.get_absolute_url())


def told_of(client, *authors, **fields):
    (thing,) = things_of(page_of(client, make_publication(*authors, **fields)))
    return thing


def test_a_paper_is_told_with_people_and_organisations_in_their_order(client):
    """C130: three persons and an organisation, a DOI, ORCIDs for two."""
    member = make_member(
        display_name="Ana Ruiz", given_name="Ana", family_name="Ruiz", orcid="0000-0002-1694-233X"
    )
    publication = make_publication(
        member,
        "Thabo van der Westhuizen",
        title="Tides of <i>E. coli</i> in $O(n^2)$",
        date="2025-06",
        kind="article-journal",
        venue=make_venue(name="Journal of Tides"),
        volume="12",
        issue="3",
        pages="1–12",
        issn="2049-3630",
        doi="10.5555/tide.1",
        arxiv_id="2503.12668",
        abstract="We show $n^2$.",
        distinction="Best paper",
        pdf=ContentFile(b"%PDF-1.7 x", "a.pdf"),
    )
    make_authorship(publication, "Qwen Team", position=3, is_organisation=True)
    make_authorship(publication, "王良玉", position=4, orcid="0000-0001-5109-3700")
    publication.topics.add(make_topic(name="Tides"))
    address = f"{SITE}{publication.get_absolute_url()}"

    told = thing_of(page_of(client, publication), "ScholarlyArticle")

    assert told.pop("dateModified").startswith("20")
    assert told == {
        "@type": "ScholarlyArticle",
        "@id": f"{address}#work",
        "headline": "Tides of E. coli in O(n²)",
        "name": "Tides of E. coli in O(n²)",
        "author": [
            {
                "@type": "Person",
                "@id": f"{SITE}/people/ana-ruiz/#person",
                "name": "Ana Ruiz",
                "givenName": "Ana",
                "familyName": "Ruiz",
                "url": f"{SITE}/people/ana-ruiz/",
                "identifier": {
                    "@type": "PropertyValue",
                    "propertyID": "ORCID",
                    "value": "0000-0002-1694-233X",
                },
                "sameAs": ["https://orcid.org/0000-0002-1694-233X"],
            },
            {
                "@type": "Person",
                "name": "Thabo van der Westhuizen",
                "givenName": "Thabo",
                "familyName": "van der Westhuizen",
            },
            {"@type": "Organization", "name": "Qwen Team"},
            {
                "@type": "Person",
                "@id": "https://orcid.org/0000-0001-5109-3700",
                "name": "王良玉",
                "familyName": "王良玉",
                "identifier": {
                    "@type": "PropertyValue",
                    "propertyID": "ORCID",
                    "value": "0000-0001-5109-3700",
                },
                "sameAs": ["https://orcid.org/0000-0001-5109-3700"],
            },
        ],
        "datePublished": "2025-06",
        "abstract": "We show n².",
        "isPartOf": {
            "@type": "PublicationIssue",
            "issueNumber": "3",
            "isPartOf": {
                "@type": "PublicationVolume",
                "volumeNumber": "12",
                "isPartOf": {
                    "@type": "Periodical",
                    "name": "Journal of Tides",
                    "issn": "2049-3630",
                },
            },
        },
        "pageStart": "1",
        "pageEnd": "12",
        "identifier": [
            {"@type": "PropertyValue", "propertyID": "DOI", "value": "10.5555/tide.1"},
            {"@type": "PropertyValue", "propertyID": "arXiv", "value": "2503.12668"},
        ],
        "url": address,
        "sameAs": ["https://doi.org/10.5555/tide.1", "https://arxiv.org/abs/2503.12668"],
        "encoding": {
            "@type": "MediaObject",
            "contentUrl": f"{address}{publication.slug}.pdf",
            "encodingFormat": "application/pdf",
        },
        "isAccessibleForFree": True,
        "award": "Best paper",
        "keywords": ["Tides"],
    }


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("paper-conference", "ScholarlyArticle"),
        ("article-journal", "ScholarlyArticle"),
        ("article", "ScholarlyArticle"),
        ("thesis", "Thesis"),
        ("report", "Report"),
        ("book", "Book"),
        ("chapter", "Chapter"),
        ("dataset", "Dataset"),
        ("software", "SoftwareSourceCode"),
        ("figure", "CreativeWork"),
    ],
)
def test_each_kind_of_work_has_its_name_and_what_every_one_needs(client, kind, name):
    """C130: name, author, date and address are there whatever it is."""
    told = told_of(client, "Bo Li", kind=kind, title="T", date="2020-05-03")

    assert told["@type"] == name
    assert (told["name"], told["headline"], told["datePublished"]) == ("T", "T", "2020-05-03")
    assert [author["name"] for author in told["author"]] == ["Bo Li"]
    assert told["url"] == f"{SITE}/publications/t/"


@pytest.mark.parametrize("date", ["2022", "2022-04", "2022-04-03"])
def test_a_date_is_told_as_precisely_as_it_is_known(client, date):
    """C045"""
    assert told_of(client, date=date)["datePublished"] == date


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ({"status": "preprint"}, "Preprint"),
        ({"kind": "article"}, "Preprint"),
        ({"status": "retracted"}, "Retracted"),
        ({"status": "withdrawn"}, "Withdrawn"),
        ({"status": "submitted"}, "Submitted"),
        ({"status": "in_press"}, "Accepted"),
    ],
)
def test_a_work_that_is_not_simply_published_says_so(client, fields, state):
    assert told_of(client, **fields)["creativeWorkStatus"] == state


@pytest.mark.parametrize(
    ("kind", "container"),
    [
        ("article-magazine", "Periodical"),
        ("article-newspaper", "Periodical"),
        ("review-book", "Periodical"),
        ("article", "Collection"),
        ("chapter", "Book"),
    ],
)
def test_a_work_stands_in_what_its_kind_stands_in(client, kind, container):
    told = told_of(client, kind=kind, venue=make_venue(name="Tides"))

    assert told["isPartOf"] == {"@type": container, "name": "Tides"}


def test_what_has_not_appeared_has_no_day_of_it(client):
    """C054: nor has a work that nobody knows the date of."""
    assert "datePublished" not in told_of(client, status="accepted", date="2027")
    assert "datePublished" not in told_of(client, date="")


def test_editors_are_told_as_such(client):
    told = told_of(client, "Bo Li", kind="book", are_editors=True)

    assert "author" not in told
    assert told["editor"][0]["name"] == "Bo Li"


def test_people_without_a_page_are_told_by_name_alone(client):
    publication = make_publication(
        make_member(display_name="Lea", orcid="0000-0002-1694-233X", visibility="draft"),
        make_member(display_name="Bo Li", visibility="listed"),
    )

    authors = thing_of(page_of(client, publication), "ScholarlyArticle")["author"]

    assert authors == [
        {"@type": "Person", "name": "Lea", "familyName": "Lea"},
        {"@type": "Person", "name": "Bo Li", "givenName": "Bo", "familyName": "Li"},
    ]


def test_a_title_that_would_end_the_block_does_not(client):
    """C129"""
    title = 'He said "tide" </script><script>alert(1)</script> & <i>x</i> \u2028'
    told = told_of(client, title=title, abstract=title)

    assert told["name"] == 'He said "tide" </script><script>alert(1)</script> & x'
    assert told["abstract"] == told["name"]


# Projects, talks, news


def test_a_program_is_told_with_its_code_its_makers_and_its_papers(client):
    make_lab()
    lab = make_lab(name="Tidal Lab")
    project = make_project(
        make_member(display_name="Ana Ruiz"),
        name="tidekit",
        tagline="Buoys",
        repository="https://github.com/tides/kit",
        licence="Apache-2.0",
        lab=lab,
    )
    make_component(project, name="tidekit-gpu", repository="https://github.com/tides/gpu")
    project.publications.add(make_publication(title="On <i>tides</i>", kind="thesis"))
    project.publications.add(make_publication(title="Secret", visibility="draft"))

    told = thing_of(page_of(client, project), "SoftwareSourceCode")

    assert told.pop("dateModified").startswith("20")
    assert told == {
        "@type": "SoftwareSourceCode",
        "@id": f"{SITE}/projects/tidekit/#project",
        "name": "tidekit",
        "description": "Buoys",
        "author": [
            {
                "@type": "Person",
                "@id": f"{SITE}/people/ana-ruiz/#person",
                "name": "Ana Ruiz",
                "url": f"{SITE}/people/ana-ruiz/",
            }
        ],
        "citation": [
            {
                "@type": "Thesis",
                "@id": f"{SITE}/publications/on-tides/#work",
                "name": "On tides",
                "url": f"{SITE}/publications/on-tides/",
            }
        ],
        "sourceOrganization": [
            {
                "@type": "ResearchOrganization",
                "@id": f"{SITE}/labs/tidal-lab/#lab",
                "name": "Tidal Lab",
                "url": f"{SITE}/labs/tidal-lab/",
            }
        ],
        "codeRepository": "https://github.com/tides/kit",
        "license": "https://spdx.org/licenses/Apache-2.0.html",
        "hasPart": [
            {
                "@type": "SoftwareSourceCode",
                "name": "tidekit-gpu",
                "codeRepository": "https://github.com/tides/gpu",
            }
        ],
        "url": f"{SITE}/projects/tidekit/",
    }


@pytest.mark.parametrize(
    ("kind", "name", "address"),
    [
        ("dataset", "Dataset", "distribution"),
        ("research", "ResearchProject", None),
    ],
)
def test_data_and_research_are_told_by_other_names(client, kind, name, address):
    project = make_project(kind=kind, repository="https://example.org/", licence="see the file")

    told = thing_of(page_of(client, project), name)

    assert "codeRepository" not in told
    assert [key for key in told if key == "distribution"] == ([address] if address else [])


def test_each_dated_occasion_of_a_talk_is_an_event(client):
    make_lab()
    talk = make_talk(make_member(display_name="Ana Ruiz"), title="Ebb", labs=[make_lab(name="L")])
    make_delivery(
        talk,
        event="Tide Days",
        city="Honolulu",
        country="USA",
        date="2026-05-03",
        start_time="23:30",
        end_time="00:30",
        zone="Pacific/Honolulu",
        recording_url="https://video.example.org/1",
    )
    make_delivery(talk, event="", date="2026-06", status="cancelled")
    make_delivery(talk, date="")
    talk.publications.add(make_publication(title="On tides"))

    events = things_of(page_of(client, talk))

    assert {event["@type"] for event in events} == {"Event"}
    by_start = {event["startDate"]: event for event in events}
    assert sorted(by_start) == ["2026-05-03T23:30-10:00", "2026-06"]
    first = by_start["2026-05-03T23:30-10:00"]
    assert first["endDate"] == "2026-05-04T00:30-10:00"
    assert first["location"]["name"] == "Honolulu, USA"
    assert first["superEvent"]["name"] == "Tide Days"
    assert first["performer"][0]["@id"] == f"{SITE}/people/ana-ruiz/#person"
    assert first["organizer"][0]["@id"] == f"{SITE}/labs/l/#lab"
    assert first["recordedIn"]["url"] == "https://video.example.org/1"
    assert first["workFeatured"][0]["@id"] == f"{SITE}/publications/on-tides/#work"
    assert by_start["2026-06"]["eventStatus"] == "https://schema.org/EventCancelled"
    assert len({event["@id"] for event in events}) == 2


def test_news_is_told_with_the_lab_that_tells_it(client):
    make_lab()
    item = make_news(title="Ebb!", body="It is **wet**.", date="2025-06", lab=make_lab(name="L"))

    told = thing_of(page_of(client, item), "NewsArticle")

    assert (told["headline"], told["datePublished"]) == ("Ebb!", "2025-06")
    assert told["author"] == told["publisher"]
    assert told["author"][0]["@id"] == f"{SITE}/labs/l/#lab"


def test_a_hidden_lab_is_told_nowhere(client):
    secret = make_lab(name="Secret lab", visibility="draft")
    talk = make_talk(labs=[secret])
    make_delivery(talk, date="2026-05")

    for record in (talk, make_news(lab=secret), make_project(lab=secret)):
        assert "Secret" not in str(things_of(page_of(client, record)))
