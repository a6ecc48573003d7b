"""Two entries of one work become one: preprint and published version, or what was typed twice."""

import pytest
from django.contrib.auth.models import User

from labsite import history
from labsite.joining.ties import loose_ends, ties_of
from labsite.models import Change, OldAddress
from publications.importing.plans import Options
from publications.importing.records import digest
from publications.importing.runs import carry_out
from publications.importing.undoing import undo
from publications.joining import WorkJoining
from publications.models import (
    Authorship,
    DistinctPublications,
    Identifier,
    ImportEntry,
    ImportRun,
    MatchDecision,
    Publication,
    PublicationListing,
)
from tests.factories import (
    make_authorship,
    make_grant,
    make_lab,
    make_link,
    make_member,
    make_news,
    make_project,
    make_publication,
    make_talk,
    make_topic,
    make_venue,
    make_work,
)
from tests.forms import filled_in

pytestmark = pytest.mark.django_db

ABSTRACT = "We map the ice of two fjords."


@pytest.fixture
def published():
    return make_publication(
        title="Maps of ice",
        doi="10.5555/j.1",
        date="2024-06",
        venue=make_venue(name="Journal of Ice"),
        kind="article-journal",
        bibtex_key="ruiz2024maps",
    )


@pytest.fixture
def preprint():
    return make_publication(
        title="Maps of Ice",
        doi="10.5555/pp.7",
        arxiv_id="2301.01234",
        date="2023-01",
        kind="article",
        status="preprint",
        abstract=ABSTRACT,
        bibtex_key="ruiz2023maps",
    )


def address(kept, other):
    return f"/admin/publications/publication/{kept.pk}/merge/{other.pk}/"


def merge(client, kept, other, **choices):
    """Look at the page, choose, and press the button."""
    data = filled_in(client.get(address(kept, other))) | choices
    return client.post(address(kept, other), data | {"_merge": "1"}, follow=True)


def join(kept, other, *chosen, user=None):
    WorkJoining(kept, other).join(user, chosen)
    kept.refresh_from_db()


def identifiers(work):
    return sorted(work.identifiers.values_list("scheme", "value"))


def line(work):
    rows = work.authorships.order_by("position", "pk")
    return list(rows.values_list("printed_name", "member__display_name"))


def told(response):
    return [str(message) for message in response.context["messages"]]


def test_every_relation_of_a_publication_is_settled_on_purpose():
    assert [str(column) for column in loose_ends(Publication)] == []
    assert len(ties_of(Publication)) == 13


def test_every_column_of_a_publication_is_chosen_or_settled_on_purpose():
    chosen = {name for group in WorkJoining.columns for name in group.names}
    settled = {
        *("id", "slug", "title_key", "version", "created_at", "updated_at"),
        *("extra_fields", "written_by", "is_list_incomplete", "are_editors", "marks_note"),
    }

    columns = {column.name for column in Publication._meta.concrete_fields}
    assert columns - chosen - settled == set()


def test_the_published_version_leads_and_the_preprint_is_a_link(client, published, preprint):
    """C059"""
    join(published, preprint)

    assert Publication.objects.get() == published
    assert (published.doi, published.arxiv_id) == ("10.5555/j.1", "2301.01234")
    assert (published.status, published.date) == ("published", "2024-06")
    assert published.abstract == ABSTRACT
    assert identifiers(published) == [("bibtex-key", "ruiz2023maps"), ("doi", "10.5555/pp.7")]
    assert list(published.links.values_list("label", "url")) == [
        ("Preprint", "https://doi.org/10.5555/pp.7")
    ]
    assert "https://doi.org/10.5555/pp.7" in client.get("/publications/maps-of-ice/").text


def test_the_published_version_is_proposed_also_where_the_preprint_stays(
    admin_client, published, preprint
):
    page = admin_client.get(address(preprint, published))
    merge(admin_client, preprint, published)

    proposed = {question.name: question.first for question in page.context["form"].questions}
    assert proposed == {
        **dict.fromkeys(["title", "kind", "date", "status", "doi"], "other"),
    }
    work = Publication.objects.get()
    assert (work.pk, work.title, work.doi) == (preprint.pk, "Maps of ice", "10.5555/j.1")
    assert (work.kind, work.status, work.venue.name) == (
        *("article-journal", "published"),
        "Journal of Ice",
    )
    assert work.bibtex_key == "ruiz2023maps"
    assert ("doi", "10.5555/pp.7") in identifiers(work)
    assert ("bibtex-key", "ruiz2024maps") in identifiers(work)


@pytest.mark.parametrize("is_preprint_kept", [True, False])
def test_the_doi_of_a_preprint_never_becomes_that_of_the_published_version(
    admin_client, published, preprint, is_preprint_kept
):
    """C059"""
    published.doi = ""
    published.save()
    pair = (preprint, published) if is_preprint_kept else (published, preprint)

    merge(admin_client, *pair)

    work = Publication.objects.get()
    assert work.doi == ""
    assert ("doi", "10.5555/pp.7") in identifiers(work)
    assert [link.url for link in work.links.all()] == ["https://doi.org/10.5555/pp.7"]


def test_the_old_address_leads_to_the_work_that_stays(client, published, preprint):
    preprint.slug = "maps-preprint"
    preprint.save()

    join(published, preprint)

    for old in ["maps-preprint", "maps-of-ice-2"]:
        answer = client.get(f"/publications/{old}/")
        assert (answer.status_code, answer["Location"]) == (301, "/publications/maps-of-ice/")


def test_all_that_leads_to_either_leads_to_one(published, preprint):
    talk, project = make_talk(), make_project()
    talk.publications.add(preprint)
    project.publications.add(preprint, published)
    news, topics = make_news(), [make_topic(), make_topic()]
    news.publications.add(preprint)
    published.topics.add(topics[0])
    preprint.topics.set(topics)
    grant = make_grant()
    preprint.grants.add(grant)
    make_link(published, "Code", url="https://code.example.org/")
    make_link(preprint, "Repository", url="https://code.example.org")
    make_link(preprint, "Slides", url="https://slides.example.org/")

    join(published, preprint)

    assert list(talk.publications.all()) == [published]
    assert list(project.publications.all()) == [published]
    assert list(news.publications.all()) == [published]
    assert (list(published.topics.all()), list(published.grants.all())) == (topics, [grant])
    assert [link.label for link in published.links.all()] == ["Code", "Slides", "Preprint"]


def test_one_lab_owns_the_work_and_every_other_one_lists_it(published, preprint):
    labs = [make_lab() for _number in range(3)]
    for work, lab, kind, is_selected in (
        (published, labs[0], "owner", False),
        (published, labs[1], "listed", False),
        (preprint, labs[1], "listed", True),
        (preprint, labs[2], "owner", False),
    ):
        PublicationListing.objects.create(
            publication=work, lab=lab, kind=kind, is_selected=is_selected
        )

    join(published, preprint)

    assert list(published.listings.order_by("lab").values_list("lab", "kind", "is_selected")) == [
        (labs[0].pk, "owner", False),
        (labs[1].pk, "listed", True),
        (labs[2].pk, "listed", False),
    ]


def test_the_owner_of_the_other_one_owns_what_nobody_owned(published, preprint):
    lab = make_lab()
    PublicationListing.objects.create(publication=published, lab=lab, kind="listed")
    PublicationListing.objects.create(publication=preprint, lab=lab, kind="owner")

    join(published, preprint)

    assert published.listings.get().kind == "owner"


def test_members_stay_linked_where_names_agree(published, preprint):
    """C067: two people brought in the same paper, each linked in the line of their own file."""
    ana, bo = make_member(display_name="Ana Ruiz"), make_member(display_name="Bo Li")
    make_authorship(published, "A. Ruiz", position=1)
    make_authorship(published, bo, position=2)
    make_authorship(preprint, ana, position=1, orcid="0000-0002-1825-0097", own_order=3)
    make_authorship(preprint, "Li, B.", position=2, affiliation="Tidal Lab")

    join(published, preprint)

    assert line(published) == [("A. Ruiz", "Ana Ruiz"), ("Bo Li", "Bo Li")]
    first, second = published.authorships.all()
    assert (first.orcid, first.own_order) == ("0000-0002-1825-0097", 3)
    assert second.affiliation == "Tidal Lab"


def test_a_person_may_choose_the_line_of_the_other_one(admin_client, published, preprint):
    ana = make_member(display_name="Ana Ruiz")
    make_authorship(published, ana, position=1, printed_name="A. Ruiz")
    make_authorship(preprint, "Ana Ruiz", position=1)
    make_authorship(preprint, "Bo Li", position=2)

    page = admin_client.get(address(published, preprint))
    merge(admin_client, published, preprint, authors="other")

    question = page.context["form"].questions[1]
    assert (question.kept.text, question.other.text, question.first) == (
        *("A. Ruiz", "Ana Ruiz, Bo Li"),
        "kept",
    )
    assert line(Publication.objects.get()) == [("Ana Ruiz", "Ana Ruiz"), ("Bo Li", None)]
    assert list(Authorship.objects.values_list("position", flat=True)) == [1, 2]


def test_the_order_of_the_authors_is_kept(published, preprint):
    """C012"""
    for place, name in enumerate(["M. First", "Z. Second", "A. Third"], start=1):
        make_authorship(preprint, name, position=place)

    join(published, preprint)

    assert line(published) == [("M. First", None), ("Z. Second", None), ("A. Third", None)]


def test_who_of_us_stands_in_one_line_only_is_said(admin_client, published, preprint):
    make_authorship(published, "B. Cui", position=1)
    make_authorship(preprint, make_member(display_name="Ana Ruiz"), position=1)

    page = admin_client.get(address(published, preprint))

    assert page.context["doubts"] == [
        "Only one of the two author lines has Ana Ruiz. Choose the line with care."
    ]


def test_what_imports_wrote_is_still_theirs_and_found_again(published, preprint):
    """C067: the writers of both files lead to the work, and own what came from them."""
    for work, writer in ((published, "a.bib#x"), (preprint, "b.bib#y")):
        Identifier.objects.create(publication=work, scheme="source", value=writer)
    published.written_by = {"title": ["a.bib#x", "1"], "links": ["a.bib#x", ["l1"]]}
    preprint.written_by = {
        "title": ["b.bib#y", "2"],
        "abstract": ["b.bib#y", "3"],
        "links": ["b.bib#y", ["l1", "l2"]],
    }
    for work in (published, preprint):
        work.save()
    run = ImportRun.objects.create(source="b.bib")
    entry = ImportEntry.objects.create(run=run, outcome="created", publication=preprint)

    join(published, preprint)

    entry.refresh_from_db()
    assert entry.publication == published
    assert published.written_by == {
        "title": ["a.bib#x", "1"],
        "abstract": ["b.bib#y", "3"],
        "links": ["a.bib#x", ["l1", "l2"]],
    }
    assert identifiers(published)[-2:] == [("source", "a.bib#x"), ("source", "b.bib#y")]


def test_other_fields_of_both_imports_are_kept(published, preprint):
    published.extra_fields = {"keywords": "ice", "location": "Oslo"}
    preprint.extra_fields = {"keywords": "maps", "location": "Oslo", "note": "In press"}
    known = digest(sorted(published.extra_fields.items(), key=str))
    published.written_by = {"extra_fields": ["a.bib#x", known]}
    for work in (published, preprint):
        work.save()

    join(published, preprint)

    assert published.extra_fields == {
        "keywords": "ice",
        "location": "Oslo",
        "keywords-2": "maps",
        "note": "In press",
    }
    now = digest(sorted(published.extra_fields.items(), key=str))
    assert published.written_by["extra_fields"] == ["a.bib#x", now]


def test_the_files_of_the_other_one_are_taken_where_there_is_none(published, preprint):
    Publication.objects.filter(pk=preprint.pk).update(
        pdf="documents/paper.pdf", picture="pictures/map.webp", picture_description="A map"
    )
    preprint.refresh_from_db()

    join(published, preprint)

    assert (published.pdf.name, published.picture.name, published.picture_description) == (
        *("documents/paper.pdf", "pictures/map.webp"),
        "A map",
    )


def test_of_two_decisions_about_one_name_the_yes_holds(published, preprint):
    ana = make_member()
    for work, verdict in ((published, "no"), (preprint, "yes")):
        MatchDecision.objects.create(
            member=ana, folded_name="a ruiz", publication=work, verdict=verdict
        )

    join(published, preprint)

    assert list(MatchDecision.objects.values_list("publication", "verdict")) == [
        (published.pk, "yes")
    ]


def test_an_import_that_is_taken_back_leaves_what_was_merged_with_its_work(client):
    """Else the older entry, and its address, would go with the work that took it in."""
    older = make_publication("Ana Ruiz", title="Maps of ice", date="2024", slug="older")
    work = make_work("Ana Ruiz", title="Maps of fjords", date="2024")
    run = carry_out([work], Options(source="pubs.bib"))
    imported = Publication.objects.exclude(pk=older.pk).get()
    join(imported, older)

    left_alone = undo(run, None)

    assert left_alone == ["“Maps of fjords”: other records need it by now."]
    assert Publication.objects.get() == imported
    assert client.get("/publications/older/").status_code == 301


def test_who_was_told_apart_stays_apart(published, preprint):
    third = make_publication()
    DistinctPublications.tell_apart(third, preprint, None)

    join(published, preprint)

    assert DistinctPublications.pairs() == {(published.pk, third.pk)}


def test_the_page_says_beforehand_what_goes_over(admin_client, published, preprint):
    labs = [make_lab(name="Tidal Lab"), make_lab(name="Ice Lab")]
    for work, lab in zip((published, preprint), labs, strict=True):
        PublicationListing.objects.create(publication=work, lab=lab)
    talk = make_talk()
    talk.publications.add(preprint)

    page = admin_client.get(address(published, preprint))

    assert page.context["sentences"] == [
        "Goes over to the one that stays: 1 lab that shows it and 1 talk.",
        "Filled in from the other one, because it is empty here: ArXiv, Abstract.",
        "It is cited as ruiz2024maps; who looks for ruiz2023maps finds it, too.",
        "It belongs to Tidal Lab; Ice Lab shows it as well.",
        "The old address /publications/maps-of-ice-2/ leads to /publications/maps-of-ice/ from "
        "then on.",
    ]


def everything(work):
    _record, state = history.states.read(Publication, work.pk)
    return state


def test_one_undo_brings_both_back(client, admin_user, published, preprint):
    ana = make_member(display_name="Ana Ruiz")
    make_authorship(published, "A. Ruiz", position=1)
    make_authorship(preprint, ana, position=1)
    make_authorship(preprint, "Bo Li", position=2)
    for work in (published, preprint):
        PublicationListing.objects.create(publication=work, lab=make_lab())
        Identifier.objects.create(publication=work, scheme="source", value=f"{work.pk}.bib#x")
    talk, topic = make_talk(), make_topic()
    talk.publications.add(preprint)
    preprint.topics.add(topic)
    entry = ImportEntry.objects.create(
        run=ImportRun.objects.create(source="b.bib"), outcome="created", publication=preprint
    )
    third = make_publication()
    DistinctPublications.tell_apart(third, preprint, None)
    before = everything(published), everything(preprint)

    step = WorkJoining(published, preprint).join(admin_user, {"authors"})
    done, left_alone = history.undo_step(step.number, admin_user)

    assert left_alone == []
    assert done == Change.objects.filter(step=step.number).exclude(action="found").count()
    for work, was in zip((published, preprint), before, strict=True):
        now = everything(work)
        assert [(path, now[path]) for path in was] == list(was.items())
    entry.refresh_from_db()
    assert (list(talk.publications.all()), entry.publication) == ([preprint], preprint)
    assert DistinctPublications.pairs() == {(preprint.pk, third.pk)}
    assert client.get("/publications/maps-of-ice-2/").status_code == 200


def test_the_report_offers_the_way_back(admin_client, published, preprint):
    said = told(merge(admin_client, published, preprint))[0]

    where = said.rpartition('href="')[2].partition('"')[0]
    admin_client.post(where)
    assert Publication.objects.count() == 2
    assert OldAddress.objects.count() == 0


def test_a_paper_of_a_known_title_leads_to_merging(admin_client, published):
    data = filled_in(admin_client.get("/admin/publications/publication/add/"))
    data |= {"title": "Maps of ice", "_keep": "1"}

    page = admin_client.post("/admin/publications/publication/add/", data, follow=True)

    new = Publication.objects.exclude(pk=published.pk).get()
    assert any(address(published, new) in message for message in told(page))


def test_a_long_line_of_authors_is_merged_with_it(published, preprint):
    """R18: more authors than a form can show."""
    for work in (published, preprint):
        Authorship.objects.bulk_create(
            Authorship(publication=work, position=place, printed_name=f"Author Number{place}")
            for place in range(1, 1201)
        )

    join(published, preprint)

    assert published.authorships.count() == 1200


def test_staff_without_a_say_merge_nothing(client, published, preprint):
    client.force_login(User.objects.create_user("clerk", is_staff=True))

    where = address(published, preprint)
    assert [client.get(where).status_code, client.post(where, {"_merge": "1"}).status_code] == [
        *(403, 403)
    ]
    assert Publication.objects.count() == 2


@pytest.mark.parametrize("other", ["0", "99999", str(2**80), "x"])
def test_forged_numbers_merge_nothing(admin_client, published, other):
    where = f"/admin/publications/publication/{published.pk}/merge/{other}/"

    assert admin_client.post(where, {"_merge": "1"}).status_code in {302, 404}
    assert Publication.objects.count() == 1
