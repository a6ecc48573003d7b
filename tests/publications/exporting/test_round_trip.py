"""What goes out comes back the same: database → file → reader → the same fields.

The fields that bibliographies share are named below. Formats hold different ones; what a format has
no place for is named beside it.
"""

import json
import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labsite.formulas import plain
from publications.exporting import bibtex, csl, ris, works_of
from publications.importing import bibtex as bibtex_reader
from publications.importing import csl as csl_reader
from publications.importing import ris as ris_reader
from publications.importing import texts
from publications.models import Kind, Publication
from publications.status import Status
from publications.works import DESCRIBING, Author, Work
from tests.factories import make_authorship, make_link, make_publication, make_venue
from tests.publications.importing.running import import_bibtex

BIBTEX, ASCII, CSL, RIS = "BibTeX", "BibTeX in ASCII", "CSL-JSON", "RIS"

# The columns of a work that a bibliography can say.
COLUMNS = (
    *("kind", "genre", "title", "date", "date_text", "status", "notice", "venue", "volume"),
    *("pages", "publisher", "series", "edition", "isbn", "issn", "doi", "arxiv_id", "pubmed_id"),
    *("abstract", "note", "are_editors", "is_list_incomplete", "key"),
)
# Beside them: "number" (the issue, or the number of a report), "authors" (printed names in their
# order, their parts, and which are organisations), "address" (the first link), and each field of
# ``works.DESCRIBING`` under its own name.

# What a format has no place for.
NOT_IN_CSL = {"notice", "key", "subtitle", "maintitle", "eventdate"}
NOT_IN_RIS = {
    *("status", "notice", "note", "date_text", "is_list_incomplete", "key"),
    *(set(DESCRIBING) - {"location", "language"}),
}
WITHOUT_A_RIS_TYPE = {Kind.INTERVIEW, Kind.TREATY}
# CSL-JSON and RIS readers take numbers for what they look like, whatever the field: one that is
# none ("987-…", a DOI as ISBN) is lost; so are parts of names that are no suffixes. Of real
# files, this concerns fewer entries than:
MOST_LOST = {BIBTEX: 0.0005, CSL: 0.002, RIS: 0.003}

NOT_IN = {BIBTEX: set(), ASCII: set(), CSL: NOT_IN_CSL, RIS: NOT_IN_RIS}


def again(work, format_name):
    """The work as the reader of the format gets it back, the only one in its file."""
    if format_name in (BIBTEX, ASCII):
        found = bibtex_reader.read(bibtex.entry(work, as_ascii=format_name == ASCII))
    elif format_name == CSL:
        found = csl_reader.read(json.dumps([csl.item(work)]))
    else:
        found = ris_reader.read(ris.record(work).replace("\r\n", "\n"))
    (read,) = found
    return read


def fields(work, format_name):
    """The named fields of a work, as far as the format holds them."""
    values = {name: getattr(work, name) for name in COLUMNS}
    values |= {name: work.extra.get(name, "") for name in DESCRIBING}
    values["number"] = work.issue or work.extra.get("number", "")
    values["authors"] = [_author(author, format_name) for author in work.authors]
    values["address"] = next((url for _label, url in work.links if url), "")
    if format_name == RIS:
        values["abstract"] = " ".join(work.abstract.split())
        # One tag stands for both, so only what looks like one of them is known for it.
        values["isbn"] = work.isbn if re.fullmatch(r"[\dX -]{10,17}", work.isbn) else ""
        values["issn"] = work.issn if re.fullmatch(r"\d{4}-\d{3}[\dX]", work.issn) else ""
        if work.kind == Kind.BOOK:  # one tag stands for the series and for the whole
            values |= {"venue": "", "series": ""}
        if work.kind in WITHOUT_A_RIS_TYPE:
            values["kind"] = Kind.DOCUMENT
    return {name: value for name, value in values.items() if name not in NOT_IN[format_name]}


def _author(author, format_name):
    parts = author.parts
    if author.is_organisation:
        return author.printed_name, True
    if format_name in (BIBTEX, ASCII):
        return author.printed_name, False, *parts
    # The readers of the others take a particle for one wherever it stands.
    return author.printed_name, False, parts.given, parts.whole_family, parts.suffix


def differences(work, format_name):
    """The names of the fields that come back otherwise."""
    before, after = fields(work, format_name), fields(again(work, format_name), format_name)
    if "$" in before["title"] and _shown(before["title"]) == _shown(after["title"]):
        after["title"] = before["title"]  # "$\\alpha$" comes back as the letter
    return [name for name in before if before[name] != after[name]]


def _shown(title):
    return "".join(plain(title).split())


INVENTED = [
    Work(
        kind=Kind.JOURNAL_ARTICLE,
        title="R&D at 5 % — #1 α_β",  # C144
        date="2025-06-14",
        venue="J. Tides & Seas",
        volume="12",
        issue="3",
        pages="1–12",
        publisher="Sea & Sons",
        issn="0378-5955",
        doi="10.5555/a_b%20c",
        pubmed_id="4711",
        abstract="It is 5 % quiet.\n\nVery quiet — “so” quiet.",
        note="With a map",
        authors=[Author("Łucja Ødegård", "Łucja", "Ødegård")],
        links=[("example.org", "https://example.org/a_b/c%20d#s")],
        key="odegard2025",
    ),
    Work(
        kind=Kind.CONFERENCE_PAPER,
        title="Bounds for $O(n^{2/3})$ in <i>E. coli</i> at low CO<sub>2</sub>: 5$ per run",
        date="2024",
        status=Status.ACCEPTED,
        venue="Proceedings of {Tides}",
        series="Lecture Notes in Tides",
        authors=[
            Author("A. Castro de Oliva", "A.", "Castro de Oliva"),  # C022
            Author("P. Van den Akker", "P.", "Van den Akker"),
            Author("Thabo van der Westhuizen", "Thabo", "Westhuizen", name_particle="van der"),
            Author("Inês Prado de Teixeira", "Inês Prado de", "Teixeira"),  # C023
            Author("Martin King Jr.", "Martin", "King", "Jr."),
            Author("Barnes and Noble Inc.", is_organisation=True),
            Author("王良玉", "良玉", "王"),
            Author("雨晴", "", "雨晴"),
            Author("Plato", "", "Plato"),
        ],
        is_list_incomplete=True,
        extra={"editor": "Kurz, Lena and {Tide Consortium} and others", "location": "Wien"},
        key="castro2024",
    ),
    Work(kind=Kind.PREPRINT, status=Status.PREPRINT, title="A", arxiv_id="2503.12668", key="a1"),
    Work(kind=Kind.PREPRINT, status=Status.PREPRINT, title="A", venue="bioRxiv", key="a2"),
    Work(kind=Kind.PREPRINT, status=Status.PUBLISHED, title="A", arxiv_id="2503.12661", key="a3"),
    Work(kind=Kind.THESIS, title="T", genre="Doctoral thesis", publisher="U of Sea", key="t1"),
    Work(kind=Kind.THESIS, title="T", genre="PhD thesis", key="t2"),
    Work(kind=Kind.THESIS, title="T", key="t3"),
    Work(kind=Kind.REPORT, title="R", issue="7", publisher="Institute", key="r1"),
    Work(
        kind=Kind.BOOK,
        title="B",
        edition="2nd",
        isbn="978-3-16-148410-0",
        authors=[Author("Bo Li", "Bo", "Li")],
        are_editors=True,
        key="b1",
    ),
    Work(
        kind=Kind.SOFTWARE,
        title="S",
        extra={"version": "1.2"},
        links=[("", "https://example.org/s")],
        key="s1",
    ),
    Work(kind=Kind.DATASET, title="D", venue="Sea Archive", key="d1"),
    Work(
        kind=Kind.JOURNAL_ARTICLE, title="F", status=Status.TO_APPEAR, venue="J", key="f1"
    ),  # C047
    Work(title="G", date="2011", date_text="[2009] 2011", key="g1"),
    Work(title="G", date="1998", date_text="c. 1998", key="g2"),
    Work(title="Undated notes", key="g3"),  # C054
    Work(
        title="Taken back",
        status=Status.RETRACTED,
        notice="Withdrawn at the authors’ request.",
        date="2020",
        key="g4",
    ),
    Work(title="S̄anti 𝓐 🌊 and \\o{dd} -- signs: ~ ^ < > | \" ' @ * + =", key="c085"),  # C085
]


@pytest.mark.parametrize("work", INVENTED, ids=lambda work: work.key)
@pytest.mark.parametrize("format_name", [BIBTEX, ASCII])
def test_invented_works_come_back_whole_from_bibtex(work, format_name):
    assert differences(work, format_name) == []


@pytest.mark.parametrize("work", INVENTED, ids=lambda work: work.key)
@pytest.mark.parametrize("format_name", [CSL, RIS])
def test_invented_works_come_back_from_other_formats(work, format_name):
    assert differences(work, format_name) == []


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("format_name", [BIBTEX, ASCII])
def test_every_kind_comes_back_from_bibtex(kind, format_name):
    status = Status.PREPRINT if kind == Kind.PREPRINT else Status.PUBLISHED
    work = Work(kind=kind, status=status, title="T", venue="Harbour News", date="2025", key="k")

    assert differences(work, format_name) == []


@pytest.mark.parametrize("status", Status)
@pytest.mark.parametrize("format_name", [BIBTEX, ASCII, CSL])
@pytest.mark.parametrize("kind", [Kind.JOURNAL_ARTICLE, Kind.PREPRINT])
def test_every_state_comes_back(status, format_name, kind):
    work = Work(kind=kind, status=status, title="T", venue="Harbour News", date="2025", key="k")

    assert differences(work, format_name) == []


LETTERS = "abcdeXYZ 019 éßøŁğțÇ—–“”’…αβΩ×≤→王良🌊ệ\\{}&%#_~^-'\",:.!()[]|=+*/@"
WORDS = st.text(LETTERS, min_size=1, max_size=30).map(lambda text: " ".join(text.split()))
TITLES = WORDS.filter(lambda text: any(map(str.isalpha, text)) and len(text) > 4)
NAMES = st.text("abcdeXYZéßøŁğțÇ王良’-", min_size=2, max_size=9).filter(
    lambda name: name.isalpha() and name.lower() not in ("and", "others") and len(set(name)) > 1
)


@st.composite
def works(draw):
    """Works as readers give them, with every sign that TeX treats as its own."""
    names = draw(st.lists(st.tuples(NAMES, NAMES).filter(_is_plain), max_size=4, unique=True))
    return Work(
        kind=draw(st.sampled_from([Kind.JOURNAL_ARTICLE, Kind.CONFERENCE_PAPER, Kind.CHAPTER])),
        title=draw(TITLES),
        date=draw(st.sampled_from(["", "2025", "2025-06", "2025-06-14"])),
        venue=f"Proc. {draw(TITLES)}",
        publisher=f"House {draw(WORDS)}".strip(),
        abstract=f"We see {draw(WORDS)}".strip(),
        authors=[
            Author(f"{given} {family}", given_name=given, family_name=family)
            for given, family in names
        ],
        key="key",
    )


def _is_plain(pair):
    """Whether two words are a given and a family name, in letters that say which is which."""
    return all(name[0].isupper() and name[0] < "\u0250" for name in pair)


@pytest.mark.parametrize("format_name", [BIBTEX, ASCII])
@settings(max_examples=200, deadline=None)
@given(work=works())
def test_works_with_any_signs_come_back_from_bibtex(format_name, work):
    assert differences(work, format_name) == []


@pytest.mark.django_db
@pytest.mark.parametrize("format_name", [BIBTEX, ASCII, CSL, RIS])
def test_a_publication_comes_back_from_the_database(format_name):
    publication = make_publication(
        title="Fast TideNet runs on the Open Current Toolkit",  # C033
        kind=Kind.JOURNAL_ARTICLE,
        venue=make_venue(name="J. Tides & Seas"),
        date="2025-06",
        volume="3",
        doi="10.5555/978-3-030-1_12",  # C088
        bibtex_key="kurz2025",
    )
    make_authorship(publication, "Lena Kurz", given_name="Lena", family_name="Kurz")
    make_link(publication, "Page", url="https://example.org/a_b/c%20d#s")

    (work,) = works_of(Publication.objects.all())

    assert differences(work, format_name) == []


# All entries of real files


@pytest.fixture(scope="module")
def corpora():
    """The BibTeX files of the folder that the environment names."""
    if "LABSITE_CORPORA" not in os.environ:
        pytest.skip("LABSITE_CORPORA names no folder with bibliographies")
    return sorted(Path(os.environ["LABSITE_CORPORA"], "bib").rglob("*.bib"))


def entries_of(files):
    """All works of the files, each with the name of its file."""
    for path in files:
        for work in bibtex_reader.read(texts.decode(path.read_bytes()), file=path.name):
            if isinstance(work, Work):
                work.key = work.key[:120] or "key"
                yield work


@pytest.mark.parametrize("format_name", [BIBTEX, ASCII])
def test_every_entry_of_real_files_comes_back_from_bibtex(corpora, format_name):
    torn = [
        (work.origin, names)
        for work in entries_of(corpora)
        if (names := differences(work, format_name))
    ]

    assert torn == []


@pytest.mark.parametrize("format_name", [CSL, RIS])
def test_nearly_every_entry_of_real_files_comes_back_from_other_formats(corpora, format_name):
    results = [differences(work, format_name) for work in entries_of(corpora)]

    torn = [names for names in results if names]
    assert len(torn) <= MOST_LOST[format_name] * len(results)


@pytest.mark.django_db
def test_real_files_come_back_from_the_database(corpora):
    for path in corpora:
        import_bibtex(texts.decode(path.read_bytes()), source=path.name)

    results = [differences(work, BIBTEX) for work in works_of(Publication.objects.order_by("pk"))]

    # A work joined from two sources may hold what one entry could not say: the address of a DOI
    # that another work has already.
    torn = [names for names in results if names]
    assert len(torn) <= MOST_LOST[BIBTEX] * len(results)
