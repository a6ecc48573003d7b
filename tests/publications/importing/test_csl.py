"""CSL-JSON, as Zotero, Mendeley and doi.org write it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from publications.importing import csl
from publications.importing.readings import UnreadableError
from publications.models import Kind
from publications.status import Status
from publications.works import Origin, Work
from tests.publications.importing.reading import only, reasons, said


def read(**item):
    return only(csl.read(json.dumps([{"type": "article-journal", "title": "Tides"} | item])))


def test_an_item_is_read_whole():
    item = {
        "id": "kurz2024",
        "type": "paper-conference",
        "title": "On the <i>long</i> tides",
        "author": [
            {"family": "Kurz", "given": "Lena"},
            {"family": "Berg", "given": "Otto", "non-dropping-particle": "van der"},
            {"literal": "Tide Consortium"},
            {"literal": "others"},
        ],
        "editor": [{"family": "Lind", "given": "Ina"}],
        "container-title": "Proceedings of the Sea",
        "collection-title": "Lecture Notes of the Sea",
        "event": "Sea 2024",
        "issued": {"date-parts": [[2024, 3, 5]]},
        "accessed": {"date-parts": [[2025, 1, 2]]},
        "volume": "7",
        "issue": 2,
        "page": "101-120",
        "publisher": "Sea Press",
        "publisher-place": "Hamburg",
        "edition": "2",
        "genre": "Tutorial",
        "DOI": "10.5555/TIDES.1",
        "PMID": "123",
        "PMCID": "PMC123",
        "ISBN": "978-3-16-148410-0",
        "ISSN": "1234-567X",
        "URL": "https://example.org/tides",
        "abstract": "An abstract.",
        "language": "en",
        "status": "in press",
        "note": "Best paper",
        "custom": {"rating": 5, "empty": None},
    }

    assert said(only(csl.read(json.dumps([item])))) == {
        "kind": Kind.CONFERENCE_PAPER,
        "key": "kurz2024",
        "title": "On the <i>long</i> tides",
        "authors": ["Lena Kurz", "Otto van der Berg", "Tide Consortium"],
        "is_list_incomplete": True,
        "venue": "Proceedings of the Sea",
        "series": "Lecture Notes of the Sea",
        "date": "2024-03-05",
        "volume": "7",
        "issue": "2",
        "pages": "101–120",
        "publisher": "Sea Press",
        "edition": "2",
        "genre": "Tutorial",
        "doi": "10.5555/tides.1",
        "pubmed_id": "123",
        "identifiers": [("pmcid", "PMC123")],
        "isbn": "978-3-16-148410-0",
        "issn": "1234-567X",
        "links": [("example.org", "https://example.org/tides")],
        "abstract": "An abstract.",
        "status": Status.IN_PRESS,
        "note": "Best paper",
        "extra": {
            "location": "Hamburg",
            "language": "en",
            "eventtitle": "Sea 2024",
            "editor": "Lind, Ina",
            "urldate": "2025-01-02",
            "rating": "5",
        },
    }


def test_a_list_one_item_and_items_in_a_frame_are_read():
    item = {"type": "book", "title": "The Sea"}
    texts = [json.dumps(shape) for shape in (item, [item], {"items": [item]})]

    assert [said(only(csl.read(text))) for text in texts] == [
        {"kind": Kind.BOOK, "title": "The Sea"}
    ] * 3


def test_items_know_their_line_and_key():
    reading = csl.read('[\n{"id": "a", "title": "A"},\n\n{"id": 7, "title": "B"}\n]', file="s.json")

    assert reading.count == 2
    assert [work.origin for work in reading] == [Origin("s.json", 2, "a"), Origin("s.json", 4, "7")]


def test_what_follows_a_mistake_is_one_entry_that_cannot_be_read():
    reading = csl.read('[{"title": "A"},\n 7,\n {"title": "B"},\n {"title": oops}, {"title": "C"}]')

    assert reading.count == 4
    assert reasons(reading) == [
        (2, "This is no record of a publication, but a bare text or number."),
        (4, "The JSON has a mistake here; the rest of the file cannot be read."),
    ]


@pytest.mark.parametrize("text", ['{"title": "A"', '{"title": ' + "[" * 100_000, "{]"])
def test_a_record_that_breaks_off_is_told_in_a_sentence(text):
    with pytest.raises(UnreadableError, match=r"JSON"):
        csl.read(text)


@pytest.mark.parametrize(
    ("issued", "date", "words"),
    [
        ({"date-parts": [["2024", "06", "07"]]}, "2024-06-07", ""),
        ({"date-parts": [[2024]]}, "2024", ""),
        ({"date-parts": [[2024, None]]}, "2024", ""),
        ({"date-parts": [2024, 6]}, "2024-06", ""),
        ({"date-parts": [[2024, 13]]}, "2024", ""),
        ({"date-parts": [[2023, 2, 30]]}, "2023-02", ""),
        ({"date-parts": [[2024, 3], [2024, 5]]}, "2024-05", "2024-03–2024-05"),
        ({"date-parts": [[2011]], "literal": "[2009] 2011"}, "2011", "[2009] 2011"),
        ({"date-parts": [[None]]}, "", ""),
        ({"date-parts": [[]]}, "", ""),
        ({"date-parts": None}, "", ""),
        ({"raw": "2024-06-07"}, "2024-06-07", ""),
        ({"raw": "2024-03/2024-05"}, "2024-05", "2024-03–2024-05"),
        ({"literal": "Spring 2020"}, "2020", "Spring 2020"),
        ({"literal": "in press"}, "", ""),
        ({"date-time": "2024-06-07T10:00:00Z"}, "2024-06-07", ""),
        ({"year": 2024, "month": "6"}, "2024-06", ""),
        ("2024-06", "2024-06", ""),
        (2024, "2024", ""),
        ({"date-parts": [[99999]]}, "", ""),
        (True, "", ""),
        ([], "", ""),
    ],
)
def test_dates_are_read_in_every_shape(issued, date, words):
    work = read(issued=issued)

    assert (work.date, work.date_text) == (date, words)


@pytest.mark.parametrize(
    ("issued", "date"),
    [({"literal": "in press"}, ""), ({"raw": "2024, in press"}, "2024"), ("in press 2024", "2024")],
)
def test_a_date_that_holds_a_state_tells_it_c047(issued, date):
    work = read(issued=issued)

    assert (work.date, work.status) == (date, Status.IN_PRESS)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ({"family": "Berg", "given": "A.", "dropping-particle": "von"}, ("A.", "von", "Berg", "")),
        ({"family": "van den Berg", "given": "A."}, ("A.", "van den", "Berg", "")),
        ({"family": "Van den Akker", "given": "P."}, ("P.", "", "Van den Akker", "")),
        ({"family": "Kurz", "given": "Jo", "suffix": "Jr."}, ("Jo", "", "Kurz", "Jr.")),
        ({"family": "Suharti"}, ("", "", "Suharti", "")),
        ({"given": "Suharti"}, ("", "", "Suharti", "")),
        ({"family": "A Feld", "given": "Nora"}, ("Nora", "", "A Feld", "")),
        ({"family": "Cui 0001", "given": "Bin"}, ("Bin", "", "Cui", "")),
        ({"literal": "王良玉"}, ("", "", "王良玉", "")),
        ("Kurz, Lena", ("Lena", "", "Kurz", "")),
    ],
)
def test_parts_of_names_stay_what_they_are_c017_c022_c026(name, parts):
    (author,) = read(author=[name]).authors

    assert parts == (
        *(author.given_name, author.name_particle),
        *(author.family_name, author.name_suffix),
    )
    assert author.is_organisation is False


def test_a_name_in_native_script_is_printed_family_first():
    assert said(read(author=[{"family": "王", "given": "良玉"}]))["authors"] == ["王良玉"]


def test_an_organisation_stands_among_the_authors_c025():
    work = read(author=[{"given": "Ida", "family": "Borg"}, {"name": "GLEAM Consortium"}])

    assert [(author.printed_name, author.is_organisation) for author in work.authors] == [
        ("Ida Borg", False),
        ("GLEAM Consortium", True),
    ]


def test_authors_without_a_name_are_left_out_and_told_c019():
    work = read(author=[{}, None, {"family": "Kurz"}, 7])

    assert said(work)["authors"] == ["Kurz"]
    assert work.warnings == ["An author without a name was left out."] * 3


def test_a_wrong_orcid_is_left_out_and_told_c145():
    work = read(author=[{"family": "Kurz", "ORCID": "0000-0002-1694-2330"}])

    assert work.authors[0].orcid == ""
    assert work.warnings == ["“0000-0002-1694-2330” is not an ORCID iD and was left out."]


@pytest.mark.parametrize(
    "typed", ["0000-0002-1694-233x", "https://orcid.org/0000-0002-1694-233X", " 000000021694233X "]
)
def test_an_orcid_may_end_in_an_x_c145(typed):
    assert read(author=[{"family": "Kurz", "ORCID": typed}]).authors[0].orcid == (
        "0000-0002-1694-233X"
    )


def test_the_same_name_twice_in_a_file_is_two_people():
    names = [{"family": "Wang", "given": "Wei"}] * 2

    assert said(read(author=names))["authors"] == ["Wei Wang", "Wei Wang"]


def test_a_work_without_authors_has_its_editors():
    work = read(type="book", editor=[{"family": "Lind", "given": "Ina"}])

    assert (said(work)["authors"], work.are_editors) == (["Ina Lind"], True)


def test_what_zotero_puts_into_the_note_finds_its_place_c091():
    work = read(
        note="arXiv:2503.12668 [cs]\nPMID: 123\nCitation Key: kurz2024\ntex.grade: A\nShort"
    )

    assert (work.arxiv_id, work.pubmed_id, work.key) == ("2503.12668", "123", "kurz2024")
    assert (work.note, work.extra) == ("Short", {"grade": "A"})


@pytest.mark.parametrize("variable", ["number", "archive_location"])
def test_an_arxiv_number_stands_in_several_places_c091(variable):
    work = read(type="article", archive="arXiv", **{variable: "arXiv:2101.00001v2"})

    assert (work.arxiv_id, work.kind, work.status) == (
        "2101.00001",
        Kind.PREPRINT,
        Status.PREPRINT,
    )


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("accepted", Status.ACCEPTED),
        ("Forthcoming", Status.TO_APPEAR),
        ("under review", Status.SUBMITTED),
        ("retracted", Status.RETRACTED),
    ],
)
def test_states_are_read_in_their_words(words, status):
    assert read(status=words).status == status


def test_a_state_that_nobody_knows_is_kept():
    work = read(status="on hold")

    assert (work.status, work.extra) == (Status.PUBLISHED, {"pubstate": "on hold"})


def test_an_address_that_a_browser_would_run_is_no_link_123():
    work = read(URL="javascript:alert(1)")

    assert (work.links, work.extra) == ([], {"url": "javascript:alert(1)"})


def test_the_word_none_is_nothing_c067():
    work = read(**{"container-title": "None", "volume": "n/a", "publisher": None})

    assert said(work) == {"kind": Kind.JOURNAL_ARTICLE, "title": "Tides"}


@pytest.mark.parametrize("key", ["https://doi.org/10.5555/x", "10.5555/x", "two words", ""])
def test_only_a_key_is_a_key(key):
    assert read(id=key).key == ""


_ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["date-parts", "value", "literal", "family", "name"]), inner
        )
    ),
    max_leaves=6,
)
_VARIABLES = [
    *("type", "title", "author", "editor", "issued", "accessed", "container-title", "DOI", "ISSN"),
    *("URL", "page", "note", "custom", "event", "id", "status", "number", "PMID", "abstract"),
]


@given(st.dictionaries(st.sampled_from(_VARIABLES), _ODD))
def test_any_shape_of_any_variable_is_read(item):
    entry = csl.work_of(item)

    assert isinstance(entry, Work)
    assert "None" not in entry.title or "None" in str(item["title"])
