import pytest

from publications.exporting import ris, works_of
from publications.models import Kind, Publication
from publications.works import Author, Work
from tests.factories import make_publication


def test_a_record_is_written_line_by_line():
    work = Work(
        kind=Kind.JOURNAL_ARTICLE,
        title="Quiet\n  harbours",
        date="2025-06-07",
        venue="Journal of Tides",
        volume="12",
        issue="3",
        pages="1–12",
        doi="10.5555/a_b",
        arxiv_id="2503.12668",
        authors=[
            Author("Thabo van der Westhuizen", "Thabo", "Westhuizen", name_particle="van der"),
            Author("Martin King Jr.", "Martin", "King", "Jr."),
            Author("The Harbour Team", is_organisation=True),
            Author("Ada Ng"),
        ],
        links=[("Code", ""), ("Page", "https://example.org/a_b")],
        abstract="It is quiet.\n\nVery.",
        key="kurz2025",
    )

    assert ris.record(work) == "\r\n".join(
        [
            "TY  - JOUR",
            "AU  - van der Westhuizen, Thabo",
            "AU  - King, Martin, Jr.",
            "AU  - The Harbour Team,",
            "AU  - Ng, Ada",
            "TI  - Quiet harbours",
            "T2  - Journal of Tides",
            "PY  - 2025",
            "DA  - 2025/06/07",
            "VL  - 12",
            "IS  - 3",
            "SP  - 1",
            "EP  - 12",
            "DO  - 10.5555/a_b",
            "UR  - https://example.org/a_b",
            "UR  - https://arxiv.org/abs/2503.12668",
            "AB  - It is quiet. Very.",
            "ID  - kurz2025",
            "ER  - ",
            "",
        ]
    )


@pytest.mark.parametrize(
    ("date", "date_text", "written"),
    [
        ("2025", "", None),
        ("2025-06", "", "2025/06/"),
        ("2020", "Spring 2020", "2020///Spring"),
        ("2011", "[2009] 2011", "2011///[2009]"),
        ("", "", None),
    ],
)
def test_a_date_is_written_as_exactly_as_it_is_known(date, date_text, written):
    lines = ris.record(Work(title="T", date=date, date_text=date_text)).split("\r\n")

    found = [line.removeprefix("DA  - ") for line in lines if line.startswith("DA")]

    assert found == ([written] if written else [])


@pytest.mark.parametrize(
    ("kind", "type_name"),
    [
        (Kind.CONFERENCE_PAPER, "CPAPER"),
        (Kind.CHAPTER, "CHAP"),
        (Kind.BOOK, "BOOK"),
        (Kind.THESIS, "THES"),
        (Kind.REPORT, "RPRT"),
        (Kind.SOFTWARE, "COMP"),
        (Kind.DATASET, "DATA"),
        (Kind.PREPRINT, "UNPB"),
        (Kind.SPEECH, "SLIDE"),
        (Kind.DOCUMENT, "GEN"),
    ],
)
def test_each_kind_has_its_type(kind, type_name):
    assert ris.record(Work(kind=kind, title="T")).startswith(f"TY  - {type_name}\r\n")


def test_the_tag_for_containers_names_the_series_of_a_book():
    book = ris.record(Work(kind=Kind.BOOK, title="T", series="Lecture Notes"))
    chapter = ris.record(Work(kind=Kind.CHAPTER, title="T", venue="Book", series="Lecture Notes"))

    assert "T2  - Lecture Notes\r\n" in book
    assert "T2  - Book\r\nT3  - Lecture Notes\r\n" in chapter


def test_editors_have_a_tag_of_their_own():
    work = Work(
        kind=Kind.CHAPTER,
        title="T",
        authors=[Author("Bo Li", "Bo", "Li")],
        extra={"editor": "Kurz, Lena and {Harbour and Sea}", "file": "/home/kurz/paper.pdf"},
    )

    assert ris.record(work).split("\r\n")[1:4] == [
        "AU  - Li, Bo",
        "ED  - Kurz, Lena",
        "ED  - Harbour and Sea,",
    ]
    assert "/home" not in ris.record(work)


@pytest.mark.django_db
def test_the_file_of_the_site_is_told_by_its_address():
    make_publication(title="Quiet harbours", pdf="documents/quiet.pdf")

    (work,) = works_of(Publication.objects.all())

    assert "L1  - https://lab.org/publications/quiet-harbours/quiet-harbours.pdf\r\n" in ris.record(
        work, "https://lab.org"
    )
