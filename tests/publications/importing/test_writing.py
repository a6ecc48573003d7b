"""What an import writes: new works as forms would save them, and changes by precedence."""

import pytest
from django.core.exceptions import ValidationError

from labsite.models import Change
from publications.importing import writing
from publications.importing.accounts import changes_of
from publications.importing.plans import Options
from publications.importing.reconciling import plan
from publications.importing.records import Records
from publications.importing.writing import Writer
from publications.models import Publication, Venue
from publications.works import Origin
from tests.factories import (
    make_author,
    make_authorship,
    make_lab,
    make_link,
    make_member,
    make_publication,
    make_venue,
    make_work,
)
from tests.publications.importing.running import import_bibtex, import_works, outcomes

pytestmark = pytest.mark.django_db

WEI = "0000-0002-1825-0097"
NUL = "\x00"
FULL = {
    "title": "Tides & <i>storms</i>",
    "date": "2020-05",
    "venue": "Journal of Tides",
    "volume": "7",
    "issue": "2",
    "pages": "1–12",
    "publisher": "Harbour Press",
    "doi": "10.5555/Tides.1",
    "abstract": "Two lines.\n\nOf it.",
    "links": [("Code", "https://example.org/code")],
    "identifiers": [("mrnumber", "123")],
    "extra": {"location": "Nordhaven"},
    "key": "kurz2020",
}


def changed(entry):
    """What an entry changed: field → before and after."""
    return {change.field: (change.before, change.after) for change in changes_of(entry)}


def test_a_new_work_is_what_a_form_would_have_saved():
    lena, lab = make_member(display_name="Lena Kurz"), make_lab()
    authors = [make_author("Lena Kurz", orcid=WEI, affiliation="Nordhaven"), make_author("Bo Li")]

    (entry,) = import_works(make_work(*authors, **FULL), lab=lab)

    paper = entry.publication
    assert (entry.outcome, entry.reason, entry.notes) == ("created", "", [])
    assert (paper.slug, paper.visibility, paper.version) == ("tides-storms", "public", 1)
    assert (paper.doi, paper.date, paper.venue.name) == (
        *("10.5555/tides.1", "2020-05"),
        "Journal of Tides",
    )
    assert (paper.venue.kind, paper.bibtex_key) == ("journal", "kurz2020")
    assert (paper.title_key, paper.extra_fields) == ("tidesstorms", {"location": "Nordhaven"})
    rows = paper.authorships.values_list("position", "printed_name", "member", "orcid")
    assert list(rows) == [(1, "Lena Kurz", lena.pk, WEI), (2, "Bo Li", None, "")]
    assert list(paper.links.values_list("position", "label", "url")) == [
        (1, "Code", "https://example.org/code")
    ]
    assert set(paper.identifiers.values_list("scheme", "value")) == {
        ("mrnumber", "123"),
        ("source", "pubs.bib#kurz2020"),
    }
    assert list(paper.listings.values_list("lab", "kind")) == [(lab.pk, "owner")]
    before = Publication.objects.values().get()
    paper.full_clean()
    paper.save()
    volatile = {"version", "updated_at"}
    after = Publication.objects.values().get()
    assert {name for name in before if before[name] != after[name]} <= volatile


def test_imports_that_are_to_be_drafts_are_seen_by_nobody():
    import_works(make_work("Lena Kurz"), visibility="draft")

    assert Publication.objects.public().count() == 0
    assert Publication.objects.count() == 1


def test_a_second_import_of_the_same_changes_nothing():
    work = make_work("Lena Kurz", **FULL)
    import_works(work)
    before = list(Publication.objects.values())

    (entry,) = import_works(work)

    assert (entry.outcome, changed(entry)) == ("skipped", {})
    assert list(Publication.objects.values()) == before
    assert Change.objects.count() == 0


def test_a_source_fills_what_is_empty_and_overwrites_nothing_that_a_person_typed():
    journal = make_venue(name="Tides Today")
    typed = {"title": "Tides", "date": "2020", "kind": "article-journal", "pages": "1–9"}
    make_publication("Lena Kurz", "Bo Li", **typed, venue=journal)

    (entry,) = import_works(
        make_work(
            *("Lena Kurz", "Bo Li", "Cy Day"),
            **{**FULL, "title": "TIDES", "venue": "Annals of Storms", "links": []},
        )
    )

    paper = Publication.objects.get()
    assert entry.outcome == "updated"
    assert (paper.title, paper.date, paper.pages, paper.venue) == ("Tides", "2020", "1–9", journal)
    assert [row.printed_name for row in paper.authorships.all()] == ["Lena Kurz", "Bo Li"]
    assert changed(entry) == {
        "volume": ("", "7"),
        "issue": ("", "2"),
        "publisher": ("", "Harbour Press"),
        "doi": ("", "10.5555/tides.1"),
        "abstract": ("", "Two lines.\n\nOf it."),
        "extra_fields": ("{}", "{'location': 'Nordhaven'}"),
        "identifiers": ("", "mrnumber:123"),
    }
    assert entry.notes == [
        "journal, conference or book: the source says “Annals of Storms”; "
        "here stays “Tides Today”.",
        "pages: the source says “1–12”; here stays “1–9”.",
        "authors: the source says “Lena Kurz; Bo Li; Cy Day”; here stays “Lena Kurz; Bo Li”.",
    ]


def test_a_source_updates_what_it_wrote_and_nobody_changed():
    import_works(make_work("Lena Kurz", "Bo Li", **FULL))
    Publication.objects.update(volume="8")

    (entry,) = import_works(
        make_work(
            *("Lena Kurz", "Bo Li", "Cy Day"),
            **FULL | {"pages": "1–20", "volume": "9", "venue": "Annals of Storms"},
        )
    )

    assert changed(entry) == {
        "venue": ("Journal of Tides", "Annals of Storms"),
        "pages": ("1–12", "1–20"),
        "authors": ("Lena Kurz; Bo Li", "Lena Kurz; Bo Li; Cy Day"),
    }
    assert entry.notes == ["volume: the source says “9”; here stays “8”."]
    assert outcomes(
        import_works(
            make_work(
                "Lena Kurz",
                "Bo Li",
                "Cy Day",
                **FULL | {"pages": "1–20", "volume": "9", "venue": "Annals of Storms"},
            )
        )
    ) == ["skipped"]


def test_another_source_overwrites_nothing_that_the_first_one_wrote_c067():
    work = make_work("Lena Kurz", **FULL)
    import_works(work, source="a.bib")

    poorer = FULL | {"venue": "J. Tides", "date": "2020", "pages": "1", "key": "other"}
    (entry,) = import_works(make_work("L. Kurz", **poorer), source="b.bib")

    assert (entry.outcome, entry.notes, changed(entry)) == ("skipped", [], {})
    assert Publication.objects.get().venue.name == "Journal of Tides"


def test_joint_papers_of_two_files_stay_single_and_get_linked_to_both_members_c067():
    anna, ben = make_member(display_name="Anna Kurz"), make_member(display_name="Ben Brandt")
    titles = ["Tides", "Storms", "Harbours"]
    first = [
        make_work("A. Kurz", "B. Brandt", title=title, venue="Journal of Tidal Research", key=title)
        for title in titles
    ]
    second = [
        make_work("A. Kurz", "B. Brandt", title=title, venue="J. Tidal Res.", key=f"b{title}")
        for title in titles
    ]

    made = import_works(*first, source="A.bib", member=anna)
    found = import_works(*second, source="B.bib", member=ben)

    assert (outcomes(made), outcomes(found)) == (["created"] * 3, ["updated"] * 3)
    assert [changed(entry) for entry in found] == [{"members": ("", "Ben Brandt")}] * 3
    assert Publication.objects.count() == 3
    assert [paper.venue.name for paper in Publication.objects.all()] == [
        "Journal of Tidal Research"
    ] * 3
    assert (anna.authorships.count(), ben.authorships.count()) == (3, 3)
    assert outcomes(import_works(*second, source="B.bib", member=ben)) == ["skipped"] * 3


@pytest.mark.parametrize("year", ["2103", "1034"])
def test_a_year_that_cannot_be_right_is_printed_and_sorts_nothing_c053(year):
    (entry,) = import_works(make_work(title="Tides of Another Age", date=year))

    publication = Publication.objects.get()
    assert (publication.date, publication.date_text) == ("", year)
    assert entry.notes == [
        "The work stands among the undated ones until somebody corrects its year."
    ]
    assert outcomes(import_works(make_work(title="Tides of Another Age", date=year))) == ["skipped"]


def test_a_title_that_comes_later_takes_the_place_of_what_stood_for_it():
    import_bibtex("@misc{kurz12, author={Kurz, Lena}, year=2012}")

    entries = import_bibtex("@misc{kurz12, author={Kurz, Lena}, year=2012, title={Slow Tides}}")

    assert outcomes(entries) == ["updated"]
    assert [work.title for work in Publication.objects.all()] == ["Slow Tides"]


def test_none_is_nothing_c067():
    (entry,) = import_works(make_work("Lena Kurz", venue="none", pages="None", publisher="n/a"))

    paper = entry.publication
    assert (paper.venue, paper.pages, paper.publisher) == (None, "", "")
    assert Venue.objects.count() == 0


def test_pasting_the_doi_of_an_accepted_paper_completes_the_same_record():
    """Walk 4: typed when it was accepted, completed from its DOI, its address kept."""
    asplos = make_venue(name="ASPLOS")
    lena = make_member(display_name="Lena Kurz")
    paper = make_publication(
        *(lena, "Bo Li"), title="Tides at scale", date="2026-01", status="accepted", venue=asplos
    )

    (entry,) = import_works(
        make_work(
            *("Lena Kurz", "Bo Li"),
            title="Tides at Scale",
            kind="paper-conference",
            date="2026-03-22",
            venue="Proceedings of the 31st Symposium on Patient Machines",
            doi="10.5555/3620665",
            pages="10–24",
            origin=Origin(key="10.5555/3620665"),
        ),
        source="doi.org",
    )

    slug = paper.slug
    paper.refresh_from_db()
    assert (entry.outcome, entry.publication, paper.slug) == ("updated", paper, slug)
    assert (paper.status, paper.doi, paper.pages) == ("published", "10.5555/3620665", "10–24")
    assert (paper.venue, paper.date) == (asplos, "2026-01")
    assert [row.member for row in paper.authorships.all()] == [lena, None]
    assert changed(entry) == {
        "doi": ("", "10.5555/3620665"),
        "status": ("accepted", "published"),
        "pages": ("", "10–24"),
    }
    assert Publication.objects.count() == 1


PREPRINT = {
    "title": "Tides",
    "kind": "article",
    "status": "preprint",
    "date": "2019-05-02",
    "venue": "arXiv",
    "volume": "abs/1905.00001",
    "arxiv_id": "1905.00001",
    "doi": "10.48550/arXiv.1905.00001",
    "key": "preprint",
}
PUBLISHED = {
    "title": "Tides",
    "kind": "article-journal",
    "date": "2020",
    "venue": "Journal of Tides",
    "doi": "10.5555/j.1",
    "pages": "1–12",
    "key": "published",
}


@pytest.mark.parametrize("order", [(PREPRINT, PUBLISHED), (PUBLISHED, PREPRINT)])
@pytest.mark.parametrize("at_once", [True, False])
def test_a_preprint_and_its_published_version_are_one_record_led_by_the_latter_c059(order, at_once):
    works = [make_work("Lena Kurz", **fields) for fields in order]

    entries = (
        import_works(*works) if at_once else [*import_works(works[0]), *import_works(works[1])]
    )

    paper = Publication.objects.get()
    assert outcomes(entries) == ["created", "updated"]
    assert (paper.kind, paper.status, paper.date) == ("article-journal", "published", "2020")
    assert (paper.venue.name, paper.doi, paper.volume) == ("Journal of Tides", "10.5555/j.1", "")
    assert paper.arxiv_id == "1905.00001"
    former = paper.identifiers.filter(scheme="doi").values_list("value", flat=True)
    assert list(former) == ["10.48550/arxiv.1905.00001"]
    assert outcomes(import_works(*works)) == ["skipped", "skipped"]


def test_a_preprint_elsewhere_than_at_arxiv_stays_linked_c059():
    preprint = PREPRINT | {"doi": "10.31234/osf.io/pp7", "arxiv_id": "", "venue": "PsyArXiv"}

    import_works(make_work("Lena Kurz", **preprint), make_work("Lena Kurz", **PUBLISHED))

    paper = Publication.objects.get()
    assert paper.doi == "10.5555/j.1"
    assert list(paper.links.values_list("label", "url")) == [
        ("Preprint", "https://doi.org/10.31234/osf.io/pp7")
    ]


@pytest.mark.parametrize(
    ("here", "told", "status"),
    [
        ("submitted", "accepted", "accepted"),
        ("accepted", "published", "published"),
        ("published", "accepted", "published"),
        ("published", "submitted", "published"),
        ("published", "retracted", "retracted"),
        ("retracted", "published", "retracted"),
    ],
)
def test_the_state_moves_forward_only(here, told, status):
    make_publication("Lena Kurz", title="Tides", date="2020", kind="article-journal", status=here)

    import_works(make_work("Lena Kurz", title="Tides", status=told))

    assert Publication.objects.get().status == status


def test_a_state_that_a_person_put_back_after_an_import_stays():
    work = make_work("Lena Kurz", title="Tides")
    import_works(work)
    Publication.objects.update(status="accepted")

    (entry,) = import_works(work)

    assert (entry.outcome, Publication.objects.get().status) == ("skipped", "accepted")
    assert entry.notes == ["state: the source says “published”; here stays “accepted”."]


def test_links_marks_and_order_that_people_made_survive_the_next_import_c012():
    mia, zoe = make_member(display_name="Mia Brandt"), make_member(display_name="Zoe Eck")
    work = make_work("M. Brandt", "Z. Eck", "A. Ng", key="k", title="Tides")
    (entry,) = import_works(work)
    rows = list(entry.publication.authorships.all())
    for row, member, order in zip(rows, [mia, zoe], [2, 1], strict=False):
        row.member, row.own_order, row.equal_group = member, order, 1
        row.save()
    before = list(entry.publication.authorships.values())

    (again,) = import_works(work)
    (other,) = import_works(make_work("A. Ng", "Z. Eck", "M. Brandt", title="Tides", key="k"))

    assert (again.outcome, other.outcome) == ("skipped", "skipped")
    assert list(entry.publication.authorships.values()) == before
    assert other.notes == [
        "authors: the source says “A. Ng; Z. Eck; M. Brandt”; "
        "here stays “M. Brandt*; Z. Eck*; A. Ng”."
    ]


def test_a_line_that_the_source_itself_completed_keeps_the_members_in_it_c012():
    mia = make_member(display_name="Mia Brandt")
    import_works(make_work("A. Ng", "M. Brandt", title="Tides", key="k"))
    linked = Publication.objects.get().authorships.get(printed_name="M. Brandt")
    linked.member = mia
    linked.save()

    (entry,) = import_works(make_work("A. Ng", "Bo Li", "M. Brandt", title="Tides", key="k"))

    assert entry.outcome == "updated"
    rows = Publication.objects.get().authorships.values_list("position", "printed_name", "member")
    assert list(rows) == [(1, "A. Ng", None), (2, "Bo Li", None), (3, "M. Brandt", mia.pk)]
    assert Publication.objects.get().authorships.get(member=mia).pk == linked.pk


def test_a_line_without_somebody_who_is_linked_does_not_replace_it():
    mia = make_member(display_name="Mia Brandt")
    import_works(make_work("Ada Ng", "Mia Brandt", title="Tides", key="k"))

    (entry,) = import_works(make_work("Ada Ng", "Bo Li", title="Tides", key="k"))

    assert entry.outcome == "skipped"
    assert mia.authorships.count() == 1


def test_a_name_that_a_person_corrected_stays_corrected_c026():
    author = make_author("Nora A Feld", given_name="Nora", family_name="A Feld")
    work = make_work(author, title="Tides", key="k")
    import_works(work)
    row = Publication.objects.get().authorships.get()
    row.given_name, row.family_name = "Nora A.", "Feld"
    row.save()

    (entry,) = import_works(work)

    row.refresh_from_db()
    assert (entry.outcome, row.given_name, row.family_name) == ("skipped", "Nora A.", "Feld")


def test_what_a_person_took_away_does_not_come_back():
    lena, lab = make_member(display_name="Lena Kurz"), make_lab()
    work = make_work("Lena Kurz", **FULL)
    import_works(work, lab=lab)
    paper = Publication.objects.get()
    paper.links.all().delete()
    paper.listings.all().delete()
    paper.authorships.update(member=None)

    (entry,) = import_works(work, lab=lab)

    assert (entry.outcome, paper.links.count(), paper.listings.count()) == ("skipped", 0, 0)
    assert lena.authorships.count() == 0


def test_an_orcid_is_added_to_a_name_that_has_none():
    paper = make_publication(title="Tides", date="2020", kind="article-journal")
    make_authorship(paper, "Lena Kurz", position=1)

    (entry,) = import_works(make_work(make_author("Lena Kurz", orcid=WEI), title="Tides"))

    assert paper.authorships.get().orcid == WEI
    assert changed(entry) == {"authors": ("", f"Lena Kurz: {WEI}")}


def test_a_fuller_name_of_another_source_links_the_member_behind_the_initials_c067():
    lena = make_member(display_name="Lena Kurz")
    make_publication("L. Kurz", "Bo Li", title="Tides", date="2020", kind="article-journal")

    (entry,) = import_works(make_work("Lena Kurz", "Bo Li", title="Tides"))

    assert [row.printed_name for row in lena.authorships.all()] == ["L. Kurz"]
    assert changed(entry) == {"members": ("", "Lena Kurz")}


def test_links_that_are_there_are_not_added_twice():
    paper = make_publication("Lena Kurz", title="Tides", date="2020", kind="article-journal")
    make_link(paper, url="https://example.org/code", label="Source code")

    import_works(make_work("Lena Kurz", title="Tides", links=FULL["links"]))

    assert list(paper.links.values_list("label", flat=True)) == ["Source code"]


def test_a_change_of_a_work_is_one_step_of_the_history_and_a_new_one_is_none():
    make_publication("Lena Kurz", title="Tides", date="2020", kind="article-journal")

    entries = import_works(
        make_work("Lena Kurz", title="Tides", pages="1–9"),
        make_work("Lena Kurz", title="Storms"),
        make_work("Lena Kurz", title="Tides", volume="3"),
    )

    assert outcomes(entries) == ["updated", "created", "updated"]
    rows = Change.objects.order_by("pk").values_list("action", "label", "step")
    assert [row[:2] for row in rows] == [("found", "Tides"), ("imported", "Tides")]
    assert rows[1][2] == entries[0].run.step
    assert Publication.objects.get(title="Tides").version == 2


def test_values_that_are_too_long_are_kept_whole_and_told_c151():
    long = {
        "title": "Tides " * 250,
        "venue": "Journal " * 100,
        "pages": "1–" + "9" * 100,
        "abstract": "word " * 10_000,
        "isbn": "9" * 60,
        "extra": {"keywords": ", ".join(f"keyword {number}" for number in range(80))},
    }
    author = make_author(f"Lena {'K' * 400}")

    (entry,) = import_works(make_work(author, **long))

    paper = entry.publication
    assert entry.outcome == "created"
    assert (len(paper.title), paper.title[-7:]) == (996, " Tides…")
    assert paper.abstract == long["abstract"]
    assert paper.extra_fields["title"] == long["title"].strip()
    assert paper.extra_fields["venue"] == long["venue"]
    assert paper.extra_fields["pages"] == long["pages"]
    assert paper.extra_fields["isbn"] == long["isbn"]
    assert paper.extra_fields["keywords"] == long["extra"]["keywords"]
    assert len(entry.notes) == 6
    assert outcomes(import_works(make_work(author, **long))) == ["skipped"]


@pytest.mark.parametrize("bad", [NUL, "\ud800", "\x1b[31m", "\ufffe"])
def test_characters_that_no_database_keeps_are_taken_out(bad):
    work = make_work(
        make_author(f"Lena{bad} Kurz"),
        title=f"Ti{bad}des",
        venue=f"J{bad}",
        abstract=f"a{bad}b",
        extra={f"no{bad}te": f"x{bad}"},
        links=[(f"Co{bad}de", f"https://example.org/{bad}")],
        key=f"k{bad}",
        origin=Origin("pubs.bib", 1, f"k{bad}"),
        warnings=[f"w{bad}"],
    )

    entries = [*import_works(work), *import_works(work)]

    assert outcomes(entries) == ["created", "skipped"]
    assert Publication.objects.get().authorships.get().printed_name.endswith(" Kurz")
    assert "Characters that nobody can see were taken out." in entries[0].notes


@pytest.mark.parametrize(
    ("field", "value", "kept"),
    [
        ("doi", "not a doi", {"doi": "not a doi"}),
        ("doi", f"10.5555/{'x' * 300}", {"doi": f"10.5555/{'x' * 300}"}),
        ("arxiv_id", "abc", {"arxiv": "abc"}),
        ("pubmed_id", "1234567890123", {"pubmed": "1234567890123"}),
    ],
)
def test_a_number_that_is_none_is_kept_as_text_and_told(field, value, kept):
    (entry,) = import_works(make_work("Lena Kurz", **{field: value}))

    assert (entry.outcome, entry.publication.extra_fields) == ("created", kept)
    assert len(entry.notes) == 1


def test_what_is_no_address_is_kept_as_text_and_linked_nowhere_c093():
    (entry,) = import_works(make_work("Lena Kurz", links=[("Link", "javascript:alert(1)")]))

    assert entry.publication.links.count() == 0
    assert entry.publication.extra_fields == {"url": "javascript:alert(1)"}


def test_a_date_that_is_none_is_kept_as_printed():
    (entry,) = import_works(make_work("Lena Kurz", date="2020-99"))

    assert (entry.outcome, entry.publication.date, entry.publication.date_text) == (
        *("created", ""),
        "2020-99",
    )


def test_one_entry_that_the_database_refuses_does_not_cost_the_others_c076(monkeypatch):
    wish = writing._wish

    def refuse(record):
        if "storm" in record.columns["title"]:
            raise ValidationError("A storm.")
        return wish(record)

    monkeypatch.setattr(writing, "_wish", refuse)
    works = [
        make_work("Lena Kurz", title=f"{what} {n}") for n in range(3) for what in ("a", "storm")
    ]

    entries = import_works(*works)

    assert outcomes(entries) == ["created", "failed"] * 3
    assert entries[1].reason == "A storm."
    assert Publication.objects.count() == 3


def test_what_a_unique_number_refuses_is_told_and_costs_nobody_else(monkeypatch):
    """As when somebody types the number of an entry at the moment of the import."""
    make_publication("Bo Li", title="Other", doi="10.5555/x")
    monkeypatch.setattr(Records, "look_up", lambda self, statements, writers: None)

    entries = import_works(
        make_work("Lena Kurz", title="Tides", doi="10.5555/x"), make_work("Lena Kurz", title="New")
    )

    assert outcomes(entries) == ["failed", "created"]
    assert entries[0].reason.startswith("The database refused it: ")


def test_venues_are_found_by_name_and_short_name_and_made_once():
    make_venue(name="Conference on Quiet Computing", short_name="QUIET")
    names = ["Quiet", "conference on QUIET computing", "Journal of Tides", "JOURNAL of Tides."]

    entries = import_works(*[make_work("Lena Kurz", venue=name) for name in names])

    assert outcomes(entries) == ["created"] * 4
    assert list(Venue.objects.values_list("name", flat=True)) == [
        "Conference on Quiet Computing",
        "Journal of Tides",
    ]


def test_works_of_one_title_get_addresses_of_their_own_c065():
    works = [make_work(name, title="Tides") for name in ("Lena Kurz", "Bo Li", "Cy Day")]

    entries = import_works(*works)

    assert [entry.publication.slug for entry in entries] == ["tides", "tides-2", "tides-3"]
    assert [entry.publication.bibtex_key for entry in entries] == [
        *("kurz2020tides", "li2020tides", "day2020tides")
    ]


@pytest.mark.parametrize("count", [1, 20])
def test_writing_costs_the_same_number_of_queries_for_any_number(count, django_assert_num_queries):
    lab = make_lab()
    works = [
        make_work("Lena Kurz", "Bo Li", title=f"{n} tides", venue=f"J {n}", links=FULL["links"])
        for n in range(count)
    ]

    decided = plan(works, Options(source="pubs.bib", lab=lab))

    with django_assert_num_queries(11):
        Writer("public").write([each.record for each in decided])

    assert Publication.objects.count() == count


def test_bibtex_of_accents_finds_its_member_c007():
    make_member(display_name="Jonas Ødegård")

    (entry,) = import_bibtex(
        r"@article{e1, author={{\O}deg{\aa}rd, J. and Lindqvist, A.}, title={T}, year=2022}"
    )

    assert entry.outcome == "created"
    assert entry.notes == ["“J. Ødegård” may be Jonas Ødegård; nobody was linked."]
    assert entry.publication.authorships.first().printed_name == "J. Ødegård"


def test_a_line_of_thousands_is_written_found_and_replaced():
    names = [f"A{number}. Name{number}" for number in range(2900)]
    import_works(make_work(*names, title="Tides", key="k"))

    same = import_works(make_work(*names, title="Tides", key="k"))
    longer = import_works(make_work("B. Li", *names, title="Tides", key="k"))

    assert (outcomes(same), outcomes(longer)) == (["skipped"], ["updated"])
    rows = Publication.objects.get().authorships.values_list("position", "printed_name")
    assert list(rows[:2]) == [(1, "B. Li"), (2, "A0. Name0")]
    assert len(rows) == 2901
