import pytest

from publications.exporting import csl
from publications.models import Kind
from publications.status import Status
from publications.works import DESCRIBING, Author, Work

# The variables and types that the schema of CSL-JSON allows, as far as works can have them:
# https://github.com/citation-style-language/schema/blob/master/schemas/input/csl-data.json
TEXTS = {
    *("type", "id", "language", "abstract", "archive", "archive_location", "authority"),
    *("chapter-number", "collection-title", "container-title", "DOI", "edition", "event"),
    *("genre", "ISBN", "ISSN", "issue", "medium", "note", "number", "page", "part", "PMID"),
    *("publisher", "publisher-place", "status", "title", "URL", "version", "volume"),
}
NAMES = {"author", "editor", "translator"}
NAME_PARTS = {"family", "given", "non-dropping-particle", "suffix", "literal"}
NO_TYPES_OF_THE_SCHEMA = {"event"}


def test_an_item_holds_what_is_known_and_nothing_else():
    work = Work(
        kind=Kind.CONFERENCE_PAPER,
        title="Quiet <i>harbours</i>",
        date="2025-06-14",
        venue="Proc. of Tides",
        pages="1–12",
        doi="10.5555/a_b",
        authors=[
            Author("Thabo van der Westhuizen", "Thabo", "Westhuizen", name_particle="van der"),
            Author("Martin King Jr.", "Martin", "King", "Jr."),
            Author("The Harbour Team", is_organisation=True),
            Author("王良玉"),
        ],
        links=[("", "https://example.org/a_b")],
        key="kurz2025",
    )

    assert csl.item(work) == {
        "id": "kurz2025",
        "type": "paper-conference",
        "title": "Quiet <i>harbours</i>",
        "author": [
            {"family": "Westhuizen", "given": "Thabo", "non-dropping-particle": "van der"},
            {"family": "King", "given": "Martin", "suffix": "Jr."},
            {"literal": "The Harbour Team"},
            {"family": "王良玉"},
        ],
        "issued": {"date-parts": [[2025, 6, 14]]},
        "page": "1–12",
        "URL": "https://example.org/a_b",
        "container-title": "Proc. of Tides",
        "DOI": "10.5555/a_b",
    }


@pytest.mark.parametrize("kind", Kind)
def test_items_are_valid_for_every_kind_and_every_field(kind):
    names = "Kurz, Lena and {Tide Consortium}"
    work = Work(
        **{name: "words" for name in Work.__dataclass_fields__ if name not in _NO_TEXTS},
        kind=kind,
        date="2025-06",
        status=Status.RETRACTED,
        authors=[Author("Bo Li", "Bo", "Li")],
        is_list_incomplete=True,
        links=[("", "https://example.org/")],
        identifiers=[("jstor", "4711")],
        extra=dict.fromkeys(DESCRIBING, "words")
        | {"editor": names, "translator": names, "file": "/home/kurz/paper.pdf"},
    )

    item = csl.item(work)

    assert set(item) == TEXTS | NAMES | {"issued"}
    assert all(isinstance(item[name], str) for name in TEXTS)
    for variable in NAMES:
        assert all(set(name) <= NAME_PARTS for name in item[variable])
    assert item["issued"] == {"date-parts": [[2025, 6]], "literal": "words"}
    assert item["type"] not in NO_TYPES_OF_THE_SCHEMA


_NO_TEXTS = {
    *("kind", "date", "status", "authors", "are_editors", "is_list_incomplete", "links"),
    *("identifiers", "extra", "origin", "warnings"),
}


def test_editors_of_a_book_without_authors_are_its_editors():
    item = csl.item(Work(title="T", authors=[Author("Bo Li", "Bo", "Li")], are_editors=True))

    assert (item["editor"], "author" in item) == ([{"family": "Li", "given": "Bo"}], False)


@pytest.mark.parametrize(
    ("kind", "status", "told"),
    [
        (Kind.JOURNAL_ARTICLE, Status.PUBLISHED, None),
        (Kind.JOURNAL_ARTICLE, Status.IN_PRESS, "in press"),
        (Kind.JOURNAL_ARTICLE, Status.RETRACTED, "retracted"),
        (Kind.PREPRINT, Status.PREPRINT, None),
        (Kind.PREPRINT, Status.PUBLISHED, "published"),
    ],
)
def test_the_state_is_told_where_it_is_not_the_usual_one(kind, status, told):
    assert csl.item(Work(title="T", kind=kind, status=status)).get("status") == told


def test_a_preprint_names_its_archive():
    item = csl.item(Work(title="T", kind=Kind.PREPRINT, arxiv_id="2503.12668"))

    assert (item["type"], item["archive"], item["number"]) == (
        "article",
        "arXiv",
        "arXiv:2503.12668",
    )


def test_an_undated_work_has_no_date():  # C054
    assert "issued" not in csl.item(Work(title="T"))
