"""Which entry is which work: found again, new, or for a person to look at."""

import pytest

from people.models import Member
from publications.importing.plans import Options, PlannedAuthor, Verdict
from publications.importing.reconciling import AS_NEW, plan
from publications.models import Identifier, MatchDecision, Publication
from tests.factories import (
    make_author,
    make_lab,
    make_member,
    make_publication,
    make_venue,
    make_work,
)
from tests.publications.importing.running import import_bibtex, import_works, outcomes

pytestmark = pytest.mark.django_db

WEI = "0000-0002-1825-0097"


def verdict_on(work, source="pubs.bib", **options):
    (decided,) = plan([work], Options(source=source, **options))
    return decided


def found(work, **options):
    """The verdict on a work, and the key of the record that it is."""
    decided = verdict_on(work, **options)
    return decided.verdict, decided.publication


def test_a_work_that_nobody_has_is_new():
    decided = verdict_on(make_work("Lena Kurz", title="Tides"))

    assert (decided.verdict, decided.publication, decided.reason) == (Verdict.NEW, None, "")
    assert Publication.objects.count() == 0


@pytest.mark.parametrize(
    "typed",
    [
        "https://doi.org/10.5555/x.1",
        "http://dx.doi.org/10.5555/x.1",
        "doi:10.5555/x.1",
        "10.5555/x.1.",
        " 10.5555/x.1 ",
        "10.5555/X.1",
    ],
)
def test_a_doi_in_any_spelling_finds_the_work_c061_c062(typed):
    here = make_publication("Lena Kurz", title="Tides", doi="10.5555/x.1")

    assert found(make_work("L. Kurz", title="Tides of the north", doi=typed)) == (
        Verdict.SAME,
        here.pk,
    )


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ({"arxiv_id": "2101.00001"}, {"arxiv_id": "2101.00001v2"}),
        ({"arxiv_id": "2101.00001"}, {"doi": "10.48550/arXiv.2101.00001"}),
        ({"doi": "10.48550/arxiv.2101.00001"}, {"arxiv_id": "2101.00001"}),
        ({"arxiv_id": "hep-th/9912345"}, {"arxiv_id": "arXiv:hep-th/9912345v3"}),
        ({"pubmed_id": "12345"}, {"pubmed_id": "12345"}),
    ],
)
def test_other_numbers_find_the_work_whatever_its_year_and_authors_say_c091(here, there):
    paper = make_publication(title="Tides and storms", date="2019", **here)

    assert found(make_work("Bo Li", title="Tides and storms", **there))[1] == paper.pk


def test_a_former_doi_finds_the_work():
    paper = make_publication("Lena Kurz", title="Tides", doi="10.5555/new")
    Identifier.objects.create(publication=paper, scheme="doi", value="10.5555/old")

    assert found(make_work("Lena Kurz", title="Tides", doi="10.5555/old"))[1] == paper.pk


def test_a_work_of_a_service_without_a_doi_is_found_by_its_number_there_c094():
    work = make_work(title="Tides", identifiers=[("source-work-id", "61c28")], key="61c28")
    import_works(work, source="orcid.org")

    decided = verdict_on(make_work(title="Tides (2nd print)", identifiers=work.identifiers))

    assert (decided.verdict, decided.publication) == (Verdict.SAME, Publication.objects.get().pk)


def test_one_number_under_titles_that_have_nothing_in_common_is_for_a_person():
    paper = make_publication("Ada Ng", title="Proceedings of the lake", doi="10.5555/x.1")

    decided = verdict_on(make_work("Lena Kurz", title="Quiet storms above", doi="10.5555/x.1"))

    assert (decided.verdict, decided.duplicates) == (Verdict.HELD, [paper.pk])
    assert decided.reason == (
        "“Proceedings of the lake” (2025) has the same number (doi 10.5555/x.1) here, and the "
        "titles have nothing in common. Look which of the two is right."
    )


def test_an_isbn_is_that_of_all_chapters_and_finds_none():
    import_works(make_work("Bo Li", title="One", identifiers=[("isbn", "9780000000002")]))

    assert (
        verdict_on(make_work("Bo Li", title="Two", identifiers=[("isbn", "9780000000002")])).verdict
        == Verdict.NEW
    )


def test_the_key_of_a_file_finds_its_work_again_after_a_new_title_and_year():
    import_works(make_work("Lena Kurz", title="Tides of the nroth", key="kurz", date="2020"))

    work = make_work("Lena Kurz", title="Tides of the north", key="kurz", date="2023")

    assert found(work) == (Verdict.CHANGED, Publication.objects.get().pk)
    assert found(work, source="other.bib") == (Verdict.NEW, None)


def test_the_key_of_a_file_for_another_work_finds_nothing():
    import_works(make_work("Lena Kurz", title="Tides of the north", key="kurz"))

    assert found(make_work("Lena Kurz", title="Silent pulse", key="kurz")) == (Verdict.NEW, None)


@pytest.mark.parametrize(
    ("here", "there", "verdict"),
    [
        # Title, year and a common author.
        ({}, {}, Verdict.SAME),
        ({}, {"title": "T<i>ides</i>, and Storms!"}, Verdict.SAME),
        ({"date": "2020-05"}, {}, Verdict.SAME),
        ({}, {"kind": "document"}, Verdict.SAME),
        ({}, {"kind": "paper-conference"}, Verdict.HELD),
        ({"kind": "chapter"}, {"kind": "paper-conference"}, Verdict.SAME),
        ({"date": ""}, {"date": ""}, Verdict.SAME),
        ({"date": ""}, {}, Verdict.CHANGED),
        ({}, {"date": "2021"}, Verdict.HELD),
        ({}, {"date": "2023"}, Verdict.NEW),
        ({"doi": "10.5555/a"}, {"doi": "10.5555/b"}, Verdict.HELD),
        ({"doi": "10.5555/a"}, {}, Verdict.SAME),
        ({}, {"doi": "10.5555/a"}, Verdict.CHANGED),
        ({}, {"title": "Tides"}, Verdict.NEW),
    ],
)
def test_title_year_and_authors_tell_a_work(here, there, verdict):
    base = {"title": "Tides and storms", "date": "2020", "kind": "article-journal"}
    make_publication("Lena Kurz", "Theo Brandt", **base | here)

    assert verdict_on(make_work("Lena Kurz", "Theo Brandt", **base | there)).verdict == verdict


@pytest.mark.parametrize(
    ("authors", "verdict"),
    [
        (["L. Kurz", "T. Brandt", "A. Ng"], Verdict.SAME),
        (["Léna KURZ"], Verdict.SAME),
        (["Lena Kurz", "Bo Li", "Cy Day", "Di Eck"], Verdict.HELD),
        (["Bo Li"], Verdict.NEW),
        ([], Verdict.HELD),
    ],
)
def test_a_title_by_the_same_authors_is_the_work_and_by_others_is_new(authors, verdict):
    make_publication(
        *("Lena Kurz", "Theo Brandt", "Ada Ng"),
        title="Annual report",
        date="2020",
        kind="article-journal",
    )

    assert verdict_on(make_work(*authors, title="Annual report")).verdict == verdict


def test_what_is_held_says_of_which_work_it_may_be_a_double():
    paper = make_publication("Lena Kurz", title="Tides", date="2020", kind="article-journal")

    decided = verdict_on(make_work("Lena Kurz", title="Tides", date="2021"))

    assert (decided.verdict, decided.publication, decided.duplicates) == (
        *(Verdict.HELD, None),
        [paper.pk],
    )
    assert decided.reason == (
        "“Tides” (2020) is here and may be the same work: the years differ. Say whether it is one."
    )


@pytest.mark.parametrize("source", ["pubs.bib", f"{'long-' * 80}.bib", "pubs\0.bib"])
def test_what_waits_for_a_person_goes_on_waiting_whatever_the_entries_after_it_change(source):
    """Else the second import of one file would decide what the first one left open."""
    fields = {"title": "Tides", "date": "", "kind": "article-journal"}
    works = [
        make_work("Lena Kurz", **fields, key="a"),
        make_work("Lena Kurz", **fields | {"kind": "paper-conference", "date": "2000"}, key="b"),
        make_work("Lena Kurz", **fields | {"date": "1990"}, key="c"),
    ]
    first = import_works(*works, source=source)

    second = import_works(*works, source=source)

    assert outcomes(first) == ["created", "skipped", "updated"]
    assert outcomes(second) == ["skipped"] * 3
    assert second[1].reason == first[1].reason


def test_what_waited_is_decided_anew_once_the_entry_or_the_site_is_another():
    work = make_work("Lena Kurz", title="Tides", date="2021", key="b")
    double = make_publication("Lena Kurz", title="Tides", date="2020", kind="article-journal")
    import_works(work)

    corrected = make_work("Lena Kurz", title="Tides", date="2020", key="b")
    assert found(corrected) == (Verdict.SAME, double.pk)
    double.delete()
    assert found(work) == (Verdict.NEW, None)


def test_a_heading_that_every_issue_has_is_another_work_in_another_issue():
    base = {"title": "Editorial", "kind": "article-journal", "date": "2020"}
    journal = make_venue(name="Tides Today")
    make_publication("Lena Kurz", **base, venue=journal, issue="1", pages="1–2")

    assert [
        verdict_on(
            make_work("Lena Kurz", **base, venue="Tides Today", issue=issue, pages=pages)
        ).verdict
        for issue, pages in (("2", "1–2"), ("1", "1–2"))
    ] == [Verdict.NEW, Verdict.SAME]


def test_a_preprint_and_what_was_published_two_years_later_are_one_work_c059():
    make_publication(
        "Lena Kurz",
        title="Tides",
        date="2018",
        kind="article",
        status="preprint",
        doi="10.31234/osf.io/a",
    )

    published = make_work("Lena Kurz", title="Tides", date="2020", doi="10.5555/a")

    assert verdict_on(published).verdict == Verdict.CHANGED


def test_identical_twins_of_a_file_are_one_work_c064():
    twins = [make_work("P. Zhao", title="Tags for tides", key="Zhao20171") for _twin in range(2)]

    first, second = import_works(*twins)

    assert (first.outcome, second.outcome) == ("created", "skipped")
    assert second.reason == "Already here, with all that the source says."
    assert second.publication == first.publication == Publication.objects.get()


def test_a_repeated_key_of_two_works_is_two_works_c064_c065(client):
    text = """
    @article{Zhao20171, title={Tags for tides}, author={Zhao, P.}, year=2017, doi={10.5555/s.1}}
    @article{Zhao20171, title={Answers for tides}, author={Zhao, P. and Chen, T.}, year=2017,
      doi={10.5555/s.2}}
    """

    entries = import_bibtex(text)

    assert outcomes(entries) == ["created", "created"]
    papers = [entry.publication for entry in entries]
    assert [paper.bibtex_key for paper in papers] == ["Zhao20171", "Zhao20171a"]
    assert entries[1].notes == [
        "The key “Zhao20171” is that of another work; this one got “Zhao20171a”."
    ]
    assert [client.get(paper.get_absolute_url()).status_code for paper in papers] == [200, 200]
    assert outcomes(import_bibtex(text)) == ["skipped", "skipped"]


def test_an_entry_without_a_title_fails_c141():
    (entry,) = import_works(make_work("Lena Kurz", title="", doi="10.5555/x"))

    assert (entry.outcome, entry.reason) == ("failed", "It has no title.")
    assert Publication.objects.count() == 0


def test_an_undated_work_stays_undated_c054():
    (entry,) = import_bibtex("@misc{n1, title={Notes on tides}, author={Kurz, L.}}")

    assert (entry.outcome, entry.publication.date) == ("created", "")


def test_a_year_stays_a_year_c045():
    (entry,) = import_bibtex("@article{k1, author={Kurz, L.}, title={T}, year=2022}")

    assert entry.publication.date == "2022"


def names_and_members(decided):
    return [(author.name, author.member) for author in decided.authors]


def test_a_name_that_a_member_has_is_linked_and_initials_propose_c001_c007():
    mira = make_member(display_name="Mira Sołtys")
    mira.names.create(name="Mira Nowak")
    jonas = make_member(display_name="Jonas Ødegård")

    decided = verdict_on(make_work("Mira Nowak", "J. Ødegård", "Lena Kurz"))

    assert decided.authors == [
        PlannedAuthor("Mira Nowak", mira.pk, "name as listed"),
        PlannedAuthor("J. Ødegård", None, "", (jonas.pk,)),
        PlannedAuthor("Lena Kurz"),
    ]
    assert list(decided.open_names.values()) == [
        "“J. Ødegård” may be Jonas Ødegård; nobody was linked."
    ]


def test_nobody_becomes_two_authors_of_one_work():
    lena = make_member(display_name="Lena Kurz")

    twice = verdict_on(make_work("Lena Kurz", make_author("Kurz Lena"), "Bo Li"))
    beside = verdict_on(make_work("L. Kurz", "Lena Kurz"))

    assert names_and_members(twice) == [("Lena Kurz", None), ("Kurz Lena", None), ("Bo Li", None)]
    assert [author.proposals for author in twice.authors] == [(lena.pk,), (lena.pk,), ()]
    assert names_and_members(beside) == [("L. Kurz", None), ("Lena Kurz", lena.pk)]
    assert beside.open_names == {}


def test_a_name_that_comes_once_more_is_not_who_stands_there_already():
    lena = make_member(display_name="Lena Kurz")
    make_publication(lena, "Bo Li", title="Tides", date="2020", kind="article-journal")

    decided = verdict_on(make_work("Lena Kurz", "Bo Li", "Kurz Lena", title="Tides", date="2020"))

    linked = [author.member for author in decided.authors]
    assert linked.count(lena.pk) == 1


def test_two_candidates_are_told_and_an_orcid_decides_c009():
    one = make_member(display_name="Wei Zhang", orcid=WEI)
    other = make_member(display_name="Wei Zhang")

    by_name = verdict_on(make_work("Wei Zhang", "L. Chen"))
    by_orcid = verdict_on(make_work(make_author("Wei Zhang", orcid=WEI), "L. Chen"))

    assert names_and_members(by_name) == [("Wei Zhang", None), ("L. Chen", None)]
    assert sorted(by_name.authors[0].proposals) == sorted([one.pk, other.pk])
    assert list(by_name.open_names.values()) == [
        "“Wei Zhang” may be Wei Zhang or Wei Zhang; nobody was linked."
    ]
    assert names_and_members(by_orcid) == [("Wei Zhang", one.pk), ("L. Chen", None)]
    assert [member.slug for member in Member.objects.order_by("pk")] == [
        *("wei-zhang", "wei-zhang-2")
    ]


def test_an_import_for_a_member_links_the_one_name_that_can_be_theirs_c067():
    lena, leo = make_member(display_name="Lena Kurz"), make_member(display_name="Leo Kurz")

    plain = verdict_on(make_work("L. Kurz", "Bo Li"))
    for_lena = verdict_on(make_work("L. Kurz", "Bo Li"), member=lena)

    assert sorted(plain.authors[0].proposals) == sorted([lena.pk, leo.pk])
    assert for_lena.authors[0] == PlannedAuthor("L. Kurz", lena.pk, "imported for this person")


def test_an_import_for_a_member_links_nobody_where_two_names_can_be_theirs():
    lena = make_member(display_name="Lena Anna Kurz")

    decided = verdict_on(make_work("L. Kurz", "L. A. Kurz"), member=lena)

    assert names_and_members(decided) == [("L. Kurz", None), ("L. A. Kurz", None)]


def test_a_decision_that_it_is_somebody_else_holds_for_imports_too():
    lena = make_member(display_name="Lena Kurz")
    MatchDecision.objects.create(member=lena, folded_name="lena kurz", verdict="never")

    decided = verdict_on(make_work("Lena Kurz"), member=lena)

    assert names_and_members(decided) == [("Lena Kurz", None)]


def test_an_orcid_wins_over_a_family_name_that_the_publisher_got_wrong_c026():
    nora = make_member(display_name="Nora A. Feld", orcid=WEI)
    author = make_author("Nora A Feld", given_name="Nora", family_name="A Feld", orcid=WEI)

    assert names_and_members(verdict_on(make_work(author))) == [("Nora A Feld", nora.pk)]


def test_a_name_that_stands_twice_is_one_author_c029():
    authors = [
        make_author("Ada Ng", affiliation="Nordhaven"),
        make_author("Bo Li"),
        make_author("Ada Ng", affiliation="Highmoor"),
        make_author("Bo Li", affiliation="Highmoor"),
    ]

    (entry,) = import_works(make_work(*authors))

    rows = entry.publication.authorships.values_list("position", "printed_name", "affiliation")
    assert list(rows) == [(1, "Ada Ng", "Nordhaven"), (2, "Bo Li", "Highmoor")]
    assert entry.notes == [
        "Ada Ng is named twice by the source, and once here.",
        "Bo Li is named twice by the source, and once here.",
    ]


def test_two_people_of_one_name_with_two_orcids_stay_two_c029():
    authors = [
        make_author("Ada Ng", orcid=WEI),
        make_author("Ada Ng", orcid="0000-0001-5109-3700"),
    ]

    (entry,) = import_works(make_work(*authors))

    assert entry.publication.authorships.count() == 2


def test_a_collaboration_has_several_who_print_the_same_initials():
    names = [f"A. Name{number}" for number in range(60)]

    (entry,) = import_works(make_work(*names, "Y. Zhang", "Y. Zhang"))

    assert (entry.publication.authorships.count(), entry.notes) == (62, [])


def test_the_only_owner_lists_the_work_and_other_labs_list_it_as_well():
    first, second = make_lab(), make_lab()
    work = make_work("Lena Kurz", title="Tides")

    import_works(work, lab=first)
    (entry,) = import_works(work, lab=second, source="b.bib")

    assert entry.outcome == "updated"
    listings = entry.publication.listings.order_by("pk").values_list("lab", "kind", "is_accepted")
    assert list(listings) == [(first.pk, "owner", True), (second.pk, "listed", True)]


def test_a_person_can_say_that_a_held_entry_is_new_or_which_work_it_is():
    here = make_publication("Lena Kurz", title="Tides", date="2020", kind="article-journal")
    works = [make_work("Lena Kurz", title="Tides", date="2021", key=key) for key in "ab"]

    as_new, as_this = plan(works, Options(source="pubs.bib"), {0: AS_NEW, 1: here.pk})

    assert (as_new.verdict, as_new.publication) == (Verdict.NEW, None)
    assert (as_this.verdict, as_this.publication) == (Verdict.SAME, here.pk)
    assert [tuple(told) for told in as_this.source_says] == [("date", "2020", "2021")]


@pytest.mark.parametrize("count", [1, 40])
def test_deciding_costs_the_same_number_of_queries_for_any_number(count, django_assert_num_queries):
    lena = make_member(display_name="Lena Kurz")
    works = [
        make_work(
            "Lena Kurz", "Bo Li", title=f"Tides {n}", doi=f"10.5555/{n}", venue=f"Journal {n}"
        )
        for n in range(count)
    ]
    import_works(*works[: count // 2 + 1])

    with django_assert_num_queries(11):
        decided = plan(works, Options(source="pubs.bib", member=lena))

    assert len(decided) == count
