"""RIS, as publishers and reference managers write it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from publications.importing import ris
from publications.models import Kind
from publications.status import Status
from publications.works import Origin, Work
from tests.publications.importing.reading import only, reasons, said

ARTICLE = """\
TY  - JOUR
ID  - kurz2024
AU  - Kurz, Lena
AU  - van der Berg, Otto, Jr.
AU  - Tide Consortium,
TI  - On the <i>long</i> tides
T2  - Journal of Tides
PY  - 2024
DA  - 2024/03/05/
VL  - 7
IS  - 2
SP  - 101
EP  - 120
DO  - 10.5555/TIDES.1
UR  - https://example.org/tides
L1  - https://example.org/tides.pdf
SN  - 1234-567X
PB  - Sea Press
CY  - Hamburg
LA  - en
AB  - First line
second line.
KW  - tides
KW  - sea
ER  -
"""


def read(*lines):
    """The one work of a record with these lines."""
    return only(ris.read("\n".join(["TY  - JOUR", *lines, "ER  - "])))


def test_an_article_is_read_whole():
    assert said(only(ris.read(ARTICLE, file="tides.ris"))) == {
        "kind": Kind.JOURNAL_ARTICLE,
        "key": "kurz2024",
        "authors": ["Lena Kurz", "Otto van der Berg Jr.", "Tide Consortium"],
        "title": "On the <i>long</i> tides",
        "venue": "Journal of Tides",
        "date": "2024-03-05",
        "volume": "7",
        "issue": "2",
        "pages": "101–120",
        "doi": "10.5555/tides.1",
        "links": [
            ("example.org", "https://example.org/tides"),
            ("PDF", "https://example.org/tides.pdf"),
        ],
        "issn": "1234-567X",
        "publisher": "Sea Press",
        "abstract": "First line second line.",
        "extra": {"location": "Hamburg", "language": "en", "keywords": "tides, sea"},
    }


def test_the_parts_of_names_are_those_of_the_record():
    second, third = only(ris.read(ARTICLE)).authors[1:]

    assert (second.given_name, second.name_particle, second.family_name, second.name_suffix) == (
        *("Otto", "van der"),
        *("Berg", "Jr."),
    )
    assert (third.is_organisation, third.family_name) == (True, "")


def test_each_record_knows_where_it_stands():
    reading = ris.read(f"Exported today\n\n{ARTICLE}\n{ARTICLE}", file="tides.ris")

    assert reading.count == 2
    assert [work.origin for work in reading] == [
        Origin("tides.ris", 3, "kurz2024"),
        Origin("tides.ris", 29, "kurz2024"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "TY - JOUR\nAU - Kurz, Lena\nTI - Tides\nPY - 2024\nER -",
        "TY-JOUR\nAU-Kurz, Lena\nTI-Tides\nPY-2024\nER-",
        "TY  -JOUR\nAU  -Kurz, Lena\nTI  -Tides\nPY  -2024\nER  -",
        "TY\u00a0\u00a0-\u00a0JOUR\nAU  - Kurz, Lena\nTI  - Tides\nPY  - 2024\nER  - ",
        "  TY  - JOUR\n  AU  - Kurz, Lena\n  TI  - Tides\n  PY  - 2024",
        "TY  - JOUR\nA1  - Kurz, Lena\nT1  - Tides\nY1  - 2024///\nER  - ",
    ],
    ids=["one blank", "none", "none behind", "no-break", "indented", "older tags"],
)
def test_blanks_may_be_missing_and_tags_be_older_ones(text):
    assert said(only(ris.read(text))) == {
        "kind": Kind.JOURNAL_ARTICLE,
        "authors": ["Lena Kurz"],
        "title": "Tides",
        "date": "2024",
    }


def test_an_entry_without_an_end_ends_where_the_next_begins():
    reading = ris.read("TY  - JOUR\nTI  - One\nTY  - BOOK\nTI  - Two\n")

    assert reading.count == 2
    assert [(work.kind, work.title) for work in reading] == [
        (Kind.JOURNAL_ARTICLE, "One"),
        (Kind.BOOK, "Two"),
    ]


def test_words_in_an_abstract_are_no_tags():
    assert read("AB  - We look at", "PD-1 and", "AU-rich parts").abstract == (
        "We look at PD-1 and AU-rich parts"
    )


def test_an_entry_with_nothing_in_it_is_told():
    reading = ris.read("TY  - JOUR\nER  - \nTY  - JOUR\nTI  - Two\nER  - ")

    assert reading.count == 2
    assert reasons(reading) == [(1, "There is nothing in this entry but its type.")]


@pytest.mark.parametrize(
    ("lines", "date", "words"),
    [
        (["PY  - 2024"], "2024", ""),
        (["PY  - 2024/03//"], "2024-03", ""),
        (["PY  - 2024", "DA  - 2024/03/05"], "2024-03-05", ""),
        (["PY  - 2024", "DA  - 5 March 2024"], "2024-03-05", ""),
        (["PY  - 2024", "DA  - Jun 7"], "2024", ""),
        (["PY  - 2024///Spring"], "2024", "Spring 2024"),
        (["DA  - 2024-03-05"], "2024-03-05", ""),
        (["PY  - 2024/13/40"], "2024", ""),
        (["PY  - in press"], "", ""),
        (["PY  - "], "", ""),
    ],
)
def test_a_date_is_as_exact_as_it_was_told(lines, date, words):
    work = read("TI  - Tides", *lines)

    assert (work.date, work.date_text) == (date, words)


@pytest.mark.parametrize(
    ("year", "date", "status"),
    [
        ("in press", "", Status.IN_PRESS),
        ("2024, submitted", "2024", Status.SUBMITTED),
        ("Forthcoming 2027", "2027", Status.TO_APPEAR),
    ],
)
def test_a_year_that_is_a_state_is_the_state_c047(year, date, status):
    work = read("TI  - Tides", f"PY  - {year}")

    assert (work.date, work.date_text, work.status) == (date, "", status)


@pytest.mark.parametrize(
    ("lines", "pages"),
    [
        (["SP  - 1", "EP  - 12"], "1–12"),
        (["SP  - 1-12"], "1–12"),
        (["SP  - 1-12", "EP  - 12"], "1–12"),
        (["SP  - e33693"], "e33693"),
        (["SP  - S1", "EP  - S9"], "S1–S9"),
        (["C7  - 104"], "104"),
        (["SP  - 7", "EP  - 7"], "7"),
    ],
)
def test_pages_are_joined_by_a_dash(lines, pages):
    assert read("TI  - Tides", *lines).pages == pages


@pytest.mark.parametrize(
    ("typed", "kind", "status"),
    [
        ("CPAPER", Kind.CONFERENCE_PAPER, Status.PUBLISHED),
        ("CONF", Kind.CONFERENCE_PAPER, Status.PUBLISHED),
        ("THES", Kind.THESIS, Status.PUBLISHED),
        ("RPRT", Kind.REPORT, Status.PUBLISHED),
        ("COMP", Kind.SOFTWARE, Status.PUBLISHED),
        ("DATA", Kind.DATASET, Status.PUBLISHED),
        ("SLIDE", Kind.SPEECH, Status.PUBLISHED),
        ("UNPB", Kind.PREPRINT, Status.PREPRINT),
        ("INPR", Kind.JOURNAL_ARTICLE, Status.IN_PRESS),
        ("GEN", Kind.DOCUMENT, Status.PUBLISHED),
        ("WHAT", Kind.DOCUMENT, Status.PUBLISHED),
    ],
)
def test_types_are_told_apart(typed, kind, status):
    work = only(ris.read(f"TY  - {typed}\nTI  - Tides\nER  - "))

    assert (work.kind, work.status) == (kind, status)


def test_a_chapter_has_its_book_and_its_editors():
    work = only(
        ris.read(
            "TY  - CHAP\nAU  - Kurz, L.\nA2  - Lind, I.\nTI  - Tides\nT2  - The Sea\nT3  - All"
        )
    )

    assert said(work) == {
        "kind": Kind.CHAPTER,
        "authors": ["L. Kurz"],
        "title": "Tides",
        "venue": "The Sea",
        "series": "All",
        "extra": {"editor": "Lind, I."},
    }


def test_a_book_without_authors_has_its_editors():
    work = only(ris.read("TY  - BOOK\nA2  - Lind, I.\nA2  - Kurz, L.\nTI  - The Sea\nT2  - Seas"))

    assert said(work) == {
        "kind": Kind.BOOK,
        "authors": ["I. Lind", "L. Kurz"],
        "are_editors": True,
        "title": "The Sea",
        "series": "Seas",
    }


def test_several_names_in_one_line_are_parted():
    work = read("TI  - Tides", "AU  - Kurz, L.; Lind, I.", "AU  - Li Bo and Otto Berg")

    assert said(work)["authors"] == ["L. Kurz", "I. Lind", "Li Bo", "Otto Berg"]


@pytest.mark.parametrize("others", ["et al.", "al., et", "others", "and others", "al.", "等"])
def test_et_al_is_nobody_c028(others):
    work = read("TI  - Tides", "AU  - Kurz, Lena", f"AU  - {others}")

    assert (said(work)["authors"], work.is_list_incomplete) == (["Lena Kurz"], True)


def test_et_al_behind_a_name_is_nobody_c028():
    work = read("TI  - Tides", "AU  - R. Vega et al.")

    assert (said(work)["authors"], work.is_list_incomplete) == (["R. Vega"], True)


@pytest.mark.parametrize(
    "typed",
    [
        "https://doi.org/10.5555/x.1",
        "http://dx.doi.org/10.5555/x.1",
        "doi:10.5555/x.1",
        "10.5555/x.1.",
        " 10.5555/X.1 ",
    ],
)
def test_a_doi_is_known_in_any_spelling_c061_c062(typed):
    assert read("TI  - Tides", f"DO  - {typed}").doi == "10.5555/x.1"


def test_a_doi_in_an_address_is_a_doi_c090():
    work = read("TI  - Tides", "UR  - http://dx.doi.org/10.5555%2Fabc.1")

    assert (work.doi, work.links) == ("10.5555/abc.1", [])


def test_an_old_doi_is_kept_whole_c090():
    doi = "10.1002/(sici)1097-0000(199601)1:1<1::aid-x1>3.0.co;2-a"

    assert read("TI  - Tides", f"DO  - {doi.upper()}").doi == doi


def test_what_is_no_doi_is_kept_and_told_125():
    work = read("TI  - Tides", "DO  - not a doi")

    assert (work.doi, work.extra) == ("", {"doi": "not a doi"})
    assert work.warnings == ["“not a doi” is not a DOI; it was kept among the other fields."]


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("UR  - https://arxiv.org/abs/cs/0712345", "cs/0712345"),
        ("UR  - https://arxiv.org/pdf/2101.00001v2", "2101.00001"),
        ("M1  - arXiv:2101.00001", "2101.00001"),
        ("DO  - 10.48550/arXiv.2101.00001", "2101.00001"),
    ],
)
def test_an_arxiv_number_is_known_in_any_place_c091(typed, number):
    work = read("TI  - Tides", typed)

    assert (work.arxiv_id, work.links, work.warnings) == (number, [], [])


@pytest.mark.parametrize("typed", ["javascript:alert(1)", "file:///C:/x.pdf", "internal-pdf://1"])
def test_only_web_addresses_become_links_123(typed):
    work = read("TI  - Tides", f"UR  - {typed}", f"L1  - {typed}")

    assert work.links == []
    assert work.extra == {"url": typed, "file": typed}


def test_an_address_without_a_scheme_gets_one():
    assert read("TI  - Tides", "UR  - www.example.org/b").links == [
        ("example.org", "https://www.example.org/b")
    ]


def test_numbers_of_books_and_journals_are_told_apart():
    work = read("TI  - Tides", "SN  - 978-3-16-148410-0; ISSN 1234567x (online)")

    assert (work.isbn, work.issn) == ("978-3-16-148410-0", "1234-567X")


def test_notes_of_machines_and_of_readers_are_not_published():
    work = read("TI  - Tides", "N1  - Cited By: 7; Export Date: 1 May 2024", "N1  - <p>Weak</p>")

    assert (work.note, work.extra["annotation"]) == ("", "Weak")
    assert read("TI  - Tides", "N1  - Best paper award").note == "Best paper award"


def test_the_number_of_pubmed_is_kept():
    work = read("TI  - Tides", "AN  - 12345678", "DB  - PubMed", "C2  - PMC123")

    assert (work.pubmed_id, work.identifiers) == ("12345678", [("pmcid", "PMC123")])


def test_numbers_of_other_databases_are_not_taken_for_those_of_pubmed():
    work = read("TI  - Tides", "AN  - 12345678", "DB  - Embase")

    assert (work.pubmed_id, work.extra["accession"]) == ("", "12345678")


def test_the_word_none_is_nothing_c067():
    assert said(read("TI  - Tides", "T2  - None", "VL  - n/a", "PB  - null")) == {
        "kind": Kind.JOURNAL_ARTICLE,
        "title": "Tides",
    }


def test_a_script_in_a_title_says_nothing_123():
    assert read("TI  - <script>alert(1)</script>Tides <b onclick='x'>rise</b>").title == (
        "Tides <b>rise</b>"
    )


@given(st.text(alphabet="TYERAUPD01 -\n\t;,/(<>x", max_size=200))
def test_every_entry_is_accounted_for_whatever_the_text(text):
    reading = ris.read(f"TY  - JOUR\n{text}")
    entries = list(reading)

    assert len(entries) == reading.count
    assert all(isinstance(entry, Work) or entry.reason for entry in entries)
