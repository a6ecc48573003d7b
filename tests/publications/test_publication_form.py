import time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from publications.models import Publication, Venue
from tests.factories import (
    make_lab,
    make_member,
    make_project,
    make_publication,
    make_talk,
    make_venue,
)
from tests.forms import add_row, filled_in, sentences

pytestmark = pytest.mark.django_db

ADD = "/admin/publications/publication/add/"
LINE = "A. Ng*, Bo Li*, and C. Díaz"


def change(publication):
    return reverse("admin:publications_publication_change", args=[publication.pk])


def names_of(publication):
    return list(publication.authorships.values_list("printed_name", flat=True))


@pytest.fixture
def typed(admin_client):
    """What the empty form would send, with a title."""
    return filled_in(admin_client.get(ADD)) | {"title": "Tides"}


def test_a_pasted_line_is_read_into_rows_without_saving(admin_client, typed):
    ours = make_member(display_name="Bo Li")

    page = admin_client.post(ADD, typed | {"author_line": LINE, "_read_authors": "1"})

    read = filled_in(page)
    names = [read[f"authorships-{number}-printed_name"] for number in range(3)]
    assert names == ["A. Ng", "Bo Li", "C. Díaz"]
    assert read["authorships-1-member"] == [str(ours.pk)]
    assert [read.get(f"authorships-{n}-equal_group") for n in range(3)] == ["1", "1", ""]
    assert (read["author_line"], read["title"]) == (LINE, "Tides")
    assert "errornote" not in page.text
    assert Publication.objects.count() == 0


def test_reading_says_nothing_about_what_is_missing_yet(admin_client, typed):
    page = admin_client.post(
        ADD, typed | {"title": "", "date": "soon", "author_line": LINE, "_read_authors": "1"}
    )

    assert "errorlist" not in page.text
    assert filled_in(page)["date"] == "soon"


def test_a_line_that_nobody_has_read_is_read_when_saving(admin_client, typed):
    ours = make_member(display_name="C. Díaz")

    answer = admin_client.post(ADD, typed | {"author_line": LINE, "_publish": "1"})

    assert answer.status_code == 302
    paper = Publication.objects.get()
    rows = paper.authorships.values_list("printed_name", "member", "equal_group", "position")
    assert list(rows) == [
        ("A. Ng", None, 1, 1),
        ("Bo Li", None, 1, 2),
        ("C. Díaz", ours.pk, None, 3),
    ]


def test_rows_changed_after_reading_are_not_read_over(admin_client, typed):
    page = admin_client.post(ADD, typed | {"author_line": LINE, "_read_authors": "1"})
    data = filled_in(page) | {"authorships-0-printed_name": "Ada Ng", "_draft": "1"}

    admin_client.post(ADD, data)

    assert names_of(Publication.objects.get()) == ["Ada Ng", "Bo Li", "C. Díaz"]


def test_parts_of_a_name_that_the_line_tells_are_kept(admin_client, typed):
    admin_client.post(ADD, typed | {"author_line": "Ng, Ada; Li, Bo", "_draft": "1"})

    rows = Publication.objects.get().authorships.values_list("given_name", "family_name")
    assert list(rows) == [("Ada", "Ng"), ("Bo", "Li")]


def test_parts_of_a_name_go_when_the_name_becomes_another_one(admin_client, typed):
    admin_client.post(ADD, typed | {"author_line": "Ng, Ada; Li, Bo", "_draft": "1"})
    paper = Publication.objects.get()
    data = filled_in(admin_client.get(change(paper)))

    admin_client.post(change(paper), data | {"authorships-0-printed_name": "Eve Ng"})

    author = paper.authorships.first()
    assert (author.printed_name, author.given_name, author.family_name) == ("Eve Ng", "", "")


def test_a_line_that_ends_in_et_al_is_incomplete(admin_client, typed):
    admin_client.post(ADD, typed | {"author_line": "A. Ng, B. Li et al.", "_draft": "1"})

    paper = Publication.objects.get()
    assert (paper.is_list_incomplete, names_of(paper)) == (True, ["A. Ng", "B. Li"])


def test_a_new_line_replaces_the_authors_of_a_paper(admin_client):
    ours = make_member(display_name="Ana Ruiz")
    paper = make_publication("Gone Away", ours)
    data = filled_in(admin_client.get(change(paper)))

    admin_client.post(change(paper), data | {"author_line": "Ana Ruiz, Bo Li"})

    rows = paper.authorships.values_list("printed_name", "member")
    assert list(rows) == [("Ana Ruiz", ours.pk), ("Bo Li", None)]


def test_somebody_of_ours_is_suggested_and_accepted_with_a_tick(admin_client):
    ours = make_member(display_name="Xinyi Liu")
    make_member(display_name="Yan Liu")
    paper = make_publication("X. Liu", "Bo Li")

    page = admin_client.get(change(paper))
    admin_client.post(
        change(paper), filled_in(page) | {"authorships-0-member-suggested": str(ours.pk)}
    )

    assert "Xinyi Liu?" in page.text
    assert "Yan Liu?" not in page.text
    rows = paper.authorships.values_list("printed_name", "member")
    assert list(rows) == [("X. Liu", ours.pk), ("Bo Li", None)]


def test_nobody_is_suggested_who_stands_in_another_row(admin_client):
    ours, other = make_member(display_name="Xinyi Liu"), make_member(display_name="Xin Liu")
    paper = make_publication(ours, "X. Liu", "Bo Li")

    page = admin_client.get(change(paper))

    assert [f"{member}?" in page.text for member in (ours, other)] == [False, True]


def test_a_suggestion_that_nobody_accepts_links_nobody(admin_client):
    make_member(display_name="Xinyi Liu")
    paper = make_publication("X. Liu")

    admin_client.post(change(paper), filled_in(admin_client.get(change(paper))))

    assert paper.authorships.get().member is None


@pytest.mark.parametrize("written", ["ASPLOS", "asplos", "Architectural Support", " asplos "])
def test_a_known_journal_or_conference_is_recognised(admin_client, typed, written):
    venue = make_venue(name="Architectural Support", short_name="ASPLOS")

    admin_client.post(ADD, typed | {"venue": written, "_draft": "1"})

    assert Publication.objects.get().venue == venue
    assert Venue.objects.count() == 1


def test_a_new_journal_or_conference_is_made_when_saving(admin_client, typed):
    refused = admin_client.post(ADD, typed | {"title": "", "venue": "Tidal Letters"})
    made_before = Venue.objects.count()
    admin_client.post(ADD, typed | {"venue": "Tidal Letters", "_draft": "1"})

    assert filled_in(refused)["venue"] == "Tidal Letters"
    assert made_before == 0
    assert Publication.objects.get().venue.name == "Tidal Letters"


def test_a_name_that_several_have_asks_for_the_whole_one(admin_client, typed):
    make_venue(name="One", short_name="MEET")
    make_venue(name="Two", short_name="MEET")

    page = admin_client.post(ADD, typed | {"venue": "MEET"})

    assert sentences(page) == ["Several are called “MEET”. Please write the whole name."]


def test_known_journals_and_conferences_are_offered(admin_client):
    make_venue(name="Architectural Support", short_name="ASPLOS")

    page = admin_client.get(ADD)

    assert '<option value="Architectural Support">ASPLOS</option>' in page.text


def test_the_venue_of_a_paper_is_shown_changed_and_emptied(admin_client):
    paper = make_publication(venue=make_venue(name="One"))
    data = filled_in(admin_client.get(change(paper)))
    assert data["venue"] == "One"

    admin_client.post(change(paper), data | {"venue": ""})

    paper.refresh_from_db()
    assert paper.venue is None


def test_a_file_is_published_only_if_somebody_says_that_we_may(admin_client, typed):
    def upload():
        return SimpleUploadedFile("paper.pdf", b"%PDF-1.7\n%%EOF\n", "application/pdf")

    refused = admin_client.post(ADD, typed | {"pdf": upload(), "_draft": "1"})
    admin_client.post(ADD, typed | {"pdf": upload(), "may_publish_file": "on", "_draft": "1"})

    assert sentences(refused) == [
        "Tick “Yes” if this file may be published, and choose the file once more."
    ]
    paper = Publication.objects.get()
    assert paper.pdf.size > 0
    paper.pdf.delete()


def test_projects_and_talks_are_chosen_in_the_form_of_the_paper(admin_client):
    paper, project, talk = make_publication(), make_project(), make_talk()
    other = make_talk()
    other.publications.add(paper)
    data = filled_in(admin_client.get(change(paper)))
    assert data["talks"] == [str(other.pk)]

    admin_client.post(change(paper), data | {"projects": [project.pk], "talks": [talk.pk]})

    assert list(paper.projects.all()) == [project]
    assert list(paper.talks.all()) == [talk]


def test_a_new_paper_belongs_to_the_only_lab(admin_client):
    lab = make_lab()
    data = filled_in(admin_client.get(ADD))

    admin_client.post(ADD, data | {"title": "Tides", "_draft": "1"})

    listing = Publication.objects.get().listings.get()
    assert (listing.lab, listing.kind, listing.is_accepted) == (lab, "owner", True)


def test_a_new_paper_belongs_to_no_lab_where_there_are_several(admin_client):
    make_lab()
    make_lab()
    data = filled_in(admin_client.get(ADD))

    admin_client.post(ADD, data | {"title": "Tides", "_draft": "1"})

    assert Publication.objects.get().listings.count() == 0


def long_line(count):
    names = [
        f"{chr(65 + n % 26)}{chr(97 + n // 26 % 26)}{chr(97 + n // 676)}" for n in range(count)
    ]
    return ", ".join(f"{name} Family" for name in names)


def test_a_line_of_2900_authors_is_saved_fast_and_is_the_editor_from_then_on(
    admin_client, typed, django_assert_max_num_queries
):
    line = long_line(2900)
    start = time.perf_counter()

    answer = admin_client.post(ADD, typed | {"author_line": line, "_draft": "1"})
    taken = time.perf_counter() - start

    paper = Publication.objects.get()
    assert answer.status_code == 302
    assert paper.authorships.count() == 2900
    assert taken < 10
    with django_assert_max_num_queries(29):
        page = admin_client.get(change(paper))
    data = filled_in(page)
    assert data["author_line"].count("; ") == 2899
    assert "authorships-TOTAL_FORMS" not in data

    shorter = data["author_line"].partition("; ")[2]
    admin_client.post(change(paper), data | {"author_line": shorter, "title": ""})
    assert paper.authorships.count() == 2900
    admin_client.post(change(paper), data | {"author_line": shorter})

    assert paper.authorships.count() == 2899
    assert paper.authorships.first().position == 1


def test_a_long_list_that_is_left_alone_is_not_written_again(
    admin_client, django_assert_max_num_queries
):
    paper = make_publication(*[f"{name} Ng" for name in long_line(300).split(", ")])
    keys = set(paper.authorships.values_list("pk", flat=True))
    data = filled_in(admin_client.get(change(paper)))

    with django_assert_max_num_queries(60):
        admin_client.post(change(paper), data | {"title": "Larger tides"})

    assert set(paper.authorships.values_list("pk", flat=True)) == keys


def test_a_line_of_more_than_a_hundred_typed_over_rows_takes_their_place(admin_client):
    paper = make_publication("Bo Li", "Cy Day")
    data = filled_in(admin_client.get(change(paper)))

    read = admin_client.post(
        change(paper), data | {"author_line": long_line(150), "_read_authors": "1"}
    )
    admin_client.post(change(paper), filled_in(read) | {"_draft": "1"})

    assert "authorships-TOTAL_FORMS" not in filled_in(read)
    assert paper.authorships.count() == 150


def test_a_row_without_anything_in_it_is_passed_over(admin_client, typed):
    add_row(typed, "authorships", printed_name="Bo Li", position="1")
    add_row(typed, "authorships", printed_name="", position="2")

    admin_client.post(ADD, typed | {"_draft": "1"})

    assert names_of(Publication.objects.get()) == ["Bo Li"]
