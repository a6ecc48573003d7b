import pytest
import time_machine
from django.contrib import admin
from django.urls import reverse

from people.models import Lab
from publications.models import Authorship, NewsItem, Project, Publication, Talk, Venue
from tests.factories import (
    make_component,
    make_delivery,
    make_lab,
    make_link,
    make_member,
    make_news,
    make_project,
    make_publication,
    make_talk,
    make_topic,
    make_venue,
)
from tests.forms import add_row, filled_in, sentences

pytestmark = pytest.mark.django_db


@pytest.fixture
def form_of(admin_client):
    """Return a function that opens the form of a record, or of a new one of its kind."""

    def form_of(model, record=None):
        page, args = ("change", [record.pk]) if record else ("add", [])
        address = reverse(f"admin:publications_{model._meta.model_name}_{page}", args=args)
        return address, filled_in(admin_client.get(address))

    return form_of


def names_of(publication):
    return list(publication.authorships.values_list("printed_name", flat=True))


def test_a_publication_is_added_with_its_authors_in_order(admin_client, form_of):
    lab, member = make_lab(), make_member(display_name="Ana Ruiz")
    address, data = form_of(Publication)
    add_row(data, "authorships", printed_name="Bo Li", equal_group="1")
    add_row(data, "authorships", member=member.pk)
    add_row(data, "authorships", printed_name="Cy Day", position="1")
    add_row(data, "links", label="Code")

    response = admin_client.post(
        address, data | {"title": "Tides", "date": "Mar 2026", "_publish": "1"}
    )

    assert response.status_code == 302
    publication = Publication.objects.public().get()
    authors = publication.authorships.values_list("printed_name", "member", "position")
    assert list(authors) == [("Cy Day", None, 1), ("Bo Li", None, 2), ("Ana Ruiz", member.pk, 3)]
    assert list(lab.publications.all()) == [publication]
    assert (publication.date, publication.bibtex_key) == ("2026-03", "day2026tides")


def test_a_paper_whose_title_was_there_before_is_kept_and_the_other_one_shown(
    admin_client, form_of
):
    first = make_publication(title="Maps of Ice")
    address, data = form_of(Publication)

    for title, is_told in (("Maps of ice", True), ("Maps of snow", False)):
        page = admin_client.post(address, data | {"title": title, "_publish": "1"}, follow=True)

        assert Publication.objects.filter(title=title).count() == 1
        assert ("There was a paper of the same title already." in page.text) is is_told
        other = reverse("admin:publications_publication_change", args=[first.pk])
        assert (f'<a href="{other}">Open the other one</a>' in page.text) is is_told


def test_any_other_change_leaves_the_authors_in_their_order(admin_client, form_of):
    """C012: people made in the order Z, A, M; a paper by M, Z, A."""
    z, a, m = (make_member(display_name=name) for name in ("Zoe Z", "Abe A", "Mia M"))
    publication = make_publication(m, z, a)
    make_link(publication)
    topic, venue = make_topic(), make_venue()
    address, _data = form_of(Publication, publication)
    others = {
        "title": "Another title",
        "kind": "article-journal",
        "genre": "Letter",
        "date": "2024-05",
        "date_text": "Spring 2024",
        "venue": venue.name,
        "track": "Findings",
        "distinction": "Spotlight",
        "status": "accepted",
        "notice": "None",
        "volume": "7",
        "issue": "2",
        "pages": "1–12",
        "publisher": "Press",
        "series": "Series",
        "edition": "2nd",
        "isbn": "978-3-16-148410-0",
        "issn": "1234-5678",
        "doi": "10.5555/tides",
        "arxiv_id": "2401.00001",
        "pubmed_id": "123",
        "abstract": "Tides come and go.",
        "summary": "Tides.",
        "note": "A note.",
        "marks_note": "† elsewhere",
        "topics": [topic.pk],
        "bibtex_key": "tides",
        "slug": "other-tides",
        "is_list_incomplete": "on",
        "links-0-url": "https://example.org/code",
        "authorships-1-equal_group": "1",
    }
    rows = [{name: value} for name, value in others.items()]

    for change in rows:
        response = admin_client.post(address, filled_in(admin_client.get(address)) | change)

        assert response.status_code == 302, (change, sentences(response))
        assert names_of(publication) == ["Mia M", "Zoe Z", "Abe A"]
    kept = Publication.objects.values().get()
    simple = {k: v for k, v in others.items() if isinstance(v, str) and k in kept}
    assert {k: kept[k] for k in simple} == simple | {"is_list_incomplete": True}
    assert admin.site.get_model_admin(Publication).list_editable == ()


@time_machine.travel("2026-03-01 12:00 +0000", tick=False)
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("2103", "The year 2103 looks wrong: 1500 to 2028 is possible."),
        ("2029-01-01", "The year 2029 looks wrong: 1500 to 2028 is possible."),
        ("1499", "The year 1499 looks wrong: 1500 to 2028 is possible."),
    ],
)
def test_a_year_that_cannot_be_is_refused_by_its_value(admin_client, form_of, typed, sentence):
    """C053"""
    publication = make_publication("Bo Li", date="2025")
    address, data = form_of(Publication, publication)

    response = admin_client.post(address, data | {"date": typed, "title": "Kept"})

    assert sentences(response) == [sentence]
    assert (filled_in(response)["date"], filled_in(response)["title"]) == (typed, "Kept")
    publication.refresh_from_db()
    assert publication.date == "2025"


def test_a_year_of_one_digit_is_no_date(admin_client, form_of):
    """C053"""
    address, data = form_of(Publication)

    response = admin_client.post(address, data | {"date": "2", "title": "Tides"})

    assert response.status_code == 200
    assert [sentence for sentence in sentences(response) if "“2”" in sentence] != []
    assert Publication.objects.count() == 0


def test_long_values_are_kept_whole(admin_client, form_of):
    """C151"""
    title, word, abstract = "Long title " * 54 + "title.", "w" * 200, "abstract " * 5_500
    venue_address, venue_data = form_of(Venue)
    topics = [make_topic(name=f"{word[:110]}{number}") for number in range(80)]

    admin_client.post(venue_address, venue_data | {"name": "J" * 300, "short_name": "J"})
    address, data = form_of(Publication)
    admin_client.post(
        address,
        data
        | {
            "title": title,
            "summary": word,
            "abstract": abstract.strip(),
            "venue": "J" * 300,
            "topics": [topic.pk for topic in topics],
        },
    )

    publication = Publication.objects.get()
    assert (publication.title, publication.summary) == (title, word)
    assert publication.abstract == abstract.strip()
    assert publication.venue.name == "J" * 300
    assert publication.topics.count() == 80


def test_longer_values_than_fit_are_refused_and_not_cut(admin_client, form_of):
    """C151"""
    address, data = form_of(Publication)

    response = admin_client.post(address, data | {"title": "t" * 1001, "abstract": "a" * 100_001})

    assert sentences(response) == [
        "This has 1001 characters; the limit is 1000.",
        "This has 100001 characters; the limit is 100000.",
    ]


def test_a_paper_of_hundreds_of_authors_opens_and_is_saved(
    admin_client, form_of, django_assert_max_num_queries
):
    ours = make_member(display_name="Ana Ruiz")
    publication = make_publication(*[f"Author {number} Ng" for number in range(299)], ours)
    address, data = form_of(Publication, publication)

    with django_assert_max_num_queries(29):
        form = admin_client.get(address)
    response = admin_client.post(address, data | {"title": "Larger tides"})

    assert "Author 298 Ng; Ana Ruiz" in form.text
    assert "Edit the 300 authors one by one" in form.text
    assert response.status_code == 302
    publication.refresh_from_db()
    assert publication.title == "Larger tides"
    assert names_of(publication) == [*(f"Author {number} Ng" for number in range(299)), "Ana Ruiz"]


def test_forty_authors_are_edited_in_rows_that_do_not_list_everybody(
    admin_client, form_of, django_assert_max_num_queries
):
    """C150: with many people, rows search for a person, and one more keeps the places."""
    for number in range(60):
        make_member(display_name=f"Person number {number}")
    names = [f"Author {number}" for number in range(1, 41)]
    publication = make_publication(*names)
    address, data = form_of(Publication, publication)

    with django_assert_max_num_queries(29):
        form = admin_client.get(address)
    response = admin_client.post(
        address, add_row(data, "authorships", printed_name="Author 41", position="")
    )

    assert "Person number" not in form.text
    assert response.status_code == 302
    assert names_of(publication) == [*names, "Author 41"]


def test_an_author_of_a_long_list_is_edited_on_a_page_of_its_own(admin_client, form_of):
    publication = make_publication(*[f"Author {number}" for number in range(1, 121)])
    last = publication.authorships.last()
    listed = admin_client.get(
        reverse("admin:publications_authorship_changelist"),
        {"publication__id__exact": publication.pk},
    )
    address, data = form_of(Authorship, last)

    admin_client.post(address, data | {"printed_name": "Moved Up", "position": "2"})

    assert len(listed.context["cl"].result_list) == 100  # of 120: the first page
    assert names_of(publication)[:3] == ["Author 1", "Moved Up", "Author 2"]
    positions = publication.authorships.values_list("position", flat=True)
    assert list(positions) == list(range(1, 121))


def test_an_author_is_moved_down_and_a_new_one_goes_to_the_end(admin_client, form_of):
    publication = make_publication("A", "B", "C", "D")
    address, data = form_of(Authorship, publication.authorships.first())
    admin_client.post(address, data | {"position": "3"})
    address, data = form_of(Authorship)
    admin_client.post(address, data | {"printed_name": "E", "publication": publication.pk})

    assert names_of(publication) == ["B", "C", "A", "D", "E"]


def test_opening_and_saving_as_many_rows_as_there_can_be(
    admin_client, form_of, django_assert_max_num_queries
):
    members = [make_member() for _number in range(99)]
    publication = make_publication(*members)
    address, data = form_of(Publication, publication)

    with django_assert_max_num_queries(29):
        admin_client.get(address)
    response = admin_client.post(address, data | {"title": "Larger tides"})

    assert response.status_code == 302
    assert len(data) < 2_000
    assert names_of(publication) == [member.display_name for member in members]


def test_a_form_of_too_many_fields_is_answered_with_a_page_and_not_an_error(admin_client, form_of):
    address, data = form_of(Publication)

    response = admin_client.post(address, data | {f"more-{number}": "x" for number in range(2001)})

    assert response.status_code == 400
    assert Publication.objects.count() == 0


@pytest.mark.parametrize("count", [1, 3])
def test_opening_a_paper_costs_the_same_for_any_number_of_authors(
    admin_client, django_assert_num_queries, count
):
    publication = make_publication(*[make_member() for _number in range(count)])
    address = reverse("admin:publications_publication_change", args=[publication.pk])
    admin_client.get(address)

    with django_assert_num_queries(14):
        admin_client.get(address)


def test_an_author_without_a_name_is_refused_in_words(admin_client, form_of):
    address, data = form_of(Publication)
    add_row(data, "authorships", equal_group="1")

    response = admin_client.post(address, data | {"title": "Tides"})

    assert sentences(response) == ["Give a name, or choose one of us."]


def test_a_paper_of_two_owners_is_refused_in_words(admin_client, form_of):
    address, data = form_of(Publication)
    for _lab in range(2):
        add_row(data, "listings", lab=make_lab().pk, kind="owner", is_accepted="on")

    response = admin_client.post(address, data | {"title": "Tides"})

    assert sentences(response) == ["Only one lab can own a publication; list the others."]


def test_a_lab_that_lists_a_paper_twice_is_refused_in_words(admin_client, form_of):
    lab, _other = make_lab(), make_lab()
    address, data = form_of(Publication)
    for kind in ("owner", "listed"):
        add_row(data, "listings", lab=lab.pk, kind=kind, is_accepted="on")

    response = admin_client.post(address, data | {"title": "Tides"})

    assert sentences(response) == ["This lab is listed already."]


def test_the_place_of_a_paper_in_the_list_of_its_lab_is_left_alone(admin_client, form_of):
    publication = make_publication("Bo Li", labs=[make_lab()])
    publication.listings.update(position=7)
    address, data = form_of(Publication, publication)

    admin_client.post(address, data | {"title": "Tides"})

    assert publication.listings.get().position == 7


def test_the_form_shows_common_kinds_first(admin_client):
    form = admin_client.get(reverse("admin:publications_publication_add")).context["adminform"].form

    kinds = [value for value, _label in form.fields["kind"].choices]
    assert kinds == [
        "paper-conference",
        "article-journal",
        "article",
        "thesis",
        "book",
        "chapter",
        "report",
        "dataset",
        "software",
        "Other…",
    ]


def test_news_without_words_is_refused(admin_client, form_of):
    address, data = form_of(NewsItem)

    response = admin_client.post(address, data | {"date": "2026"})

    assert sentences(response) == ["Write a title or a text."]


def test_news_is_called_by_its_words_and_not_by_their_marks(admin_client):
    news = make_news(body="[Maps](https://example.org/) of **ice** & snow are _out_.")

    page = admin_client.get(reverse("admin:publications_newsitem_change", args=[news.pk]))

    assert page.context["title"] == "Maps of ice & snow are out."


def test_a_project_keeps_its_table(admin_client, form_of):
    project = make_project(column_headings=["Name", "Stack", "For"])
    make_component(project, name="ember-small", cells=["C", "Boats"])
    address, data = form_of(Project, project)
    assert data["components-0-cells"] == "C\nBoats"
    add_row(data, "components", name="ember-large", cells="Rust\r\nShips\r\n")

    admin_client.post(address, data)

    rows = project.components.values_list("name", "cells", "position")
    assert list(rows) == [
        ("ember-small", ["C", "Boats"], 1),
        ("ember-large", ["Rust", "Ships"], 2),
    ]


def test_a_talk_gets_its_occasions(admin_client, form_of):
    address, data = form_of(Talk)
    add_row(data, "speakers", printed_name="Bo Li")
    occasion = {"event": "Colloquium", "kind": "invited", "status": "planned"}
    add_row(data, "deliveries", **occasion, date="14 June 2025", start_time="14:30")
    add_row(data, "deliveries", **occasion, date="2025-07", zone="Nowhere")

    refused = admin_client.post(address, data | {"title": "Tides"})
    admin_client.post(address, data | {"title": "Tides", "deliveries-1-zone": "Europe/Zurich"})

    assert sentences(refused) == ["Write the time zone like “Europe/Zurich” or “Asia/Shanghai”."]
    dates = Talk.objects.get().deliveries.values_list("date", "position")
    assert list(dates) == [("2025-06-14", 1), ("2025-07", 2)]


def test_talks_are_listed_once_and_filtered_by_the_year_they_were_given_last(admin_client):
    talk = make_talk("Bo Li")
    make_delivery(talk, date="2024")
    make_delivery(talk, date="2025-03")
    undated = make_talk("Cy Day")
    address = reverse("admin:publications_talk_changelist")

    def listed(**query):
        return list(admin_client.get(address, query).context["cl"].result_list)

    assert listed() == [undated, talk]
    assert listed(year="2025") == [talk]
    assert listed(year="2024") == []
    assert listed(year="none") == [undated]


def test_a_venue_with_papers_is_not_deleted(admin_client):
    """C137"""
    venue = make_venue(name="Symposium")
    make_publication("Bo Li", venue=venue, title="Tides")

    page = admin_client.post(
        reverse("admin:publications_venue_delete", args=[venue.pk]), {"post": "yes"}
    )

    assert "“Symposium” cannot be deleted, because these still need it." in page.text
    assert "Tides" in page.text
    assert Venue.objects.count() == 1


def test_deleting_a_project_takes_no_talk_with_it(admin_client):
    """C137: what only joins the two is not even mentioned."""
    project, talk = make_project(name="Ember"), make_talk("Bo Li", title="About Ember")
    talk.projects.add(project)
    address = reverse("admin:publications_project_delete", args=[project.pk])

    page = admin_client.get(address)
    admin_client.post(address, {"post": "yes"})

    content = page.text.partition('id="content"')[2]
    assert "About Ember" not in content
    assert "relationship" not in content
    assert list(Talk.objects.all()) == [talk]
    assert Project.objects.count() == 0
    assert Lab.objects.count() == 0


def test_papers_are_counted_by_year_beside_the_filter(admin_client):
    for date in ("2024", "2025-03", "2025", ""):
        make_publication(date=date)

    page = admin_client.get(reverse("admin:publications_publication_changelist"))

    years = next(spec for spec in page.context["cl"].filter_specs if spec.title == "year")
    labels = [choice["display"] for choice in years.choices(page.context["cl"])]
    assert labels == ["All", "2025 (2)", "2024 (1)", "no date (1)"]


@pytest.mark.parametrize("nonsense", ["²", "x", "-1", "1 OR 1=1"])
def test_what_is_the_key_of_no_record_is_refused_and_the_rest_kept(admin_client, form_of, nonsense):
    publication = make_publication("Bo Li")
    address, data = form_of(Publication, publication)
    forged = {"authorships-0-member": nonsense, "topics": nonsense, "degree": nonsense}

    response = admin_client.post(address, data | forged | {"note": "still here"})

    assert response.status_code == 200
    assert "still here" in response.text
