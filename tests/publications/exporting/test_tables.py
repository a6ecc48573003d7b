import csv
import io

import pytest

from publications.exporting import tables
from publications.exporting.works import ListedWork
from publications.works import Author


def rows(*works):
    """The table of these works as a program that knows CSV reads it."""
    text = "".join(tables.lines(works))
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


@pytest.mark.parametrize("beginning", ["=", "+", "-", "@", "\t", "\r", "\n", "＝"])
def test_no_cell_is_a_formula(beginning):
    title = f'{beginning}HYPERLINK("https://evil.example")'

    (row,) = rows(ListedWork(title="T", publisher=title, slug="t"))

    assert row["publisher"] == f"'{title}"


def test_cells_with_commas_quotes_and_lines_stay_cells():
    work = ListedWork(
        title='Tides, "quiet" ones',
        authors=[Author("Bo Li"), Author("Ng, Ada")],
        is_list_incomplete=True,
        publisher="Two\nlines",
        slug="t",
    )

    (row,) = rows(work)

    assert (row["title"], row["authors"], row["publisher"]) == (
        'Tides, "quiet" ones',
        "Bo Li; Ng, Ada; et al.",
        "Two\nlines",
    )


@pytest.mark.parametrize(
    ("column", "cell"),
    [("issue", "3–4"), ("volume", "1–2"), ("arXiv", "arXiv:2503.10000"), ("pages", "1–12")],
)
def test_excel_makes_no_date_and_no_number_of_a_cell(column, cell):
    work = ListedWork(
        title="T", issue="3-4", volume="1-2", pages="1-12", arxiv_id="2503.10000", slug="t"
    )

    assert rows(work)[0][column] == cell
