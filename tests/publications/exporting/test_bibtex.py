import pytest

from publications.exporting import bibtex
from publications.models import Kind
from publications.status import Status
from publications.works import Author, Work

PAPER = {
    "kind": Kind.CONFERENCE_PAPER,
    "title": "Quiet harbours",
    "date": "2025",
    "key": "kurz2025quiet",
}


def fields_of(work, **options):
    """The fields of the entry as they are written, by name."""
    first, *lines, last = bibtex.entry(work, **options).splitlines()
    assert (first[0], first[-1], last) == ("@", ",", "}")
    return dict(line.strip().removesuffix(",").split(" = ", 1) for line in lines)


def author_field(*authors, **options):
    return fields_of(Work(**PAPER, authors=list(authors)), **options)["author"]


def title_field(title, **options):
    return fields_of(Work(**PAPER | {"title": title}), **options)["title"]


def test_an_entry_is_ready_to_copy():
    work = Work(
        **PAPER | {"date": "2025-06-14"},
        authors=[Author("Lena Kurz", "Lena", "Kurz"), Author("Bo Li", "Bo", "Li")],
        venue="Proc. of Tides & Seas",
        pages="1–10",
        doi="10.5555/quiet_1",
    )

    assert bibtex.entry(work) == (
        "@inproceedings{kurz2025quiet,\n"
        "  author = {Kurz, Lena and Li, Bo},\n"
        "  title = {Quiet harbours},\n"
        "  booktitle = {Proc. of Tides \\& Seas},\n"
        "  year = {2025},\n"
        "  month = jun,\n"
        "  day = {14},\n"
        "  pages = {1--10},\n"
        "  doi = {10.5555/quiet_1},\n"
        "}\n"
    )


@pytest.mark.parametrize(
    ("kind", "genre", "entry"),
    [
        (Kind.JOURNAL_ARTICLE, "", "@article"),
        (Kind.CONFERENCE_PAPER, "", "@inproceedings"),
        (Kind.CHAPTER, "", "@incollection"),
        (Kind.BOOK, "", "@book"),
        (Kind.THESIS, "Doctoral thesis", "@phdthesis"),
        (Kind.THESIS, "Master’s thesis", "@mastersthesis"),
        (Kind.REPORT, "", "@techreport"),
        (Kind.PREPRINT, "", "@misc"),
        (Kind.SOFTWARE, "", "@misc"),
        (Kind.DATASET, "", "@misc"),
    ],
)
def test_each_kind_has_a_type_that_classic_bibtex_knows(kind, genre, entry):
    assert bibtex.entry(Work(**PAPER | {"kind": kind}, genre=genre)).startswith(f"{entry}{{")


@pytest.mark.parametrize(
    ("author", "written"),
    [
        # C022
        (Author("A. Castro de Oliva", "A.", "Castro de Oliva"), "{Castro de Oliva}, A."),
        (Author("Guy Steele Jr.", "Guy", "Steele Jr."), "{Steele Jr.}, Guy"),
        (Author("Robot 3", family_name="Robot3"), "Robot3"),
        (Author("P. Van den Akker", "P.", "Van den Akker"), "{Van den Akker}, P."),
        (
            Author("María de la Cruz Santos", "María", "de la Cruz Santos"),
            "{de la Cruz Santos}, María",
        ),
        # C023
        (Author("Inês Prado de Teixeira", "Inês Prado de", "Teixeira"), "Teixeira, Inês Prado de"),
        (
            Author("Thabo van der Westhuizen", "Thabo", "Westhuizen", name_particle="van der"),
            "van der Westhuizen, Thabo",
        ),
        (
            Author("Petra von Altenau", "Petra", "Altenau", name_particle="von"),
            "von Altenau, Petra",
        ),
        (Author("Martin King Jr.", "Martin", "King", "Jr."), "King, Jr., Martin"),
        (Author("Núñez Prado, Ana", "Ana", "Núñez Prado"), "Núñez Prado, Ana"),
        (Author("Barnes, Inc.", "", "Barnes, Inc."), "{Barnes, Inc.}, {}"),
        (Author("Tides and Seas", "Tim", "Tides and Seas"), "{Tides and Seas}, Tim"),
        (Author("Barnes and Noble, Inc.", is_organisation=True), "{Barnes and Noble, Inc.}"),
        (Author("R&D Team", is_organisation=True), "{R\\&D Team}"),
        (Author("Plato"), "Plato"),
        (Author("王良玉", "", "王良玉"), "王良玉"),
        (Author("王良玉", "良玉", "王"), "王, 良玉"),
        (Author("Ada M. Ng"), "Ng, Ada M."),
    ],
)
def test_every_name_stands_in_the_form_with_a_comma(author, written):
    assert author_field(author) == f"{{{written}}}"


def test_an_incomplete_list_of_authors_ends_in_others():
    work = Work(**PAPER, authors=[Author("Bo Li", "Bo", "Li")], is_list_incomplete=True)

    assert fields_of(work)["author"] == "{Li, Bo and others}"


def test_editors_stand_in_their_own_field():
    work = Work(**PAPER, authors=[Author("Bo Li", "Bo", "Li")], are_editors=True)

    fields = fields_of(work)

    assert (fields["editor"], fields.get("author")) == ("{Li, Bo}", None)


@pytest.mark.parametrize(
    ("title", "written"),
    [
        # C033
        (
            "Fast TideNet runs on the Open Current Toolkit",
            "Fast {TideNet} runs on the {Open} {Current} {Toolkit}",
        ),
        ("Learning to Sail in the LLM Age", "Learning to Sail in the {LLM} Age"),
        ("High-Throughput Fine-tuning in ZO2", "High-Throughput Fine-tuning in {ZO2}"),
        ("Vitamin C and GPT-4 at Sea", "Vitamin {C} and {GPT}-4 at Sea"),
        ("Zur Thermik großer Ströme", "Zur {Thermik} großer {Ströme}"),  # C035
        # C036
        (
            "Bounds for $O(n^{2/3})$ Regret at 5$ per Run",
            "Bounds for {$O(n^{2/3})$} Regret at 5\\$ per Run",
        ),
        # C038
        (
            "TideBench: <i>E. coli</i> at low CO<sub>2</sub> & high ph",
            "{TideBench}: \\emph{{E}. coli} at low {CO}\\textsubscript{2} \\& high ph",
        ),
        ("a < b, <i> and </b>", "a < b, <i> and </b>"),
        ("Growth of 5% in [Fe/H]", "Growth of 5\\% in [Fe/{H}]"),  # C041
        (
            "snake_case #1 ~ x^2 \\o",
            "snake\\_case \\#1 \\textasciitilde{} x\\textasciicircum{}2 \\textbackslash{}o",
        ),
        ("A } that opens nothing", "A \\textbraceright{} that opens nothing"),
        ("half -- or `whole'", "half -{}- or `whole'"),
    ],
)
def test_a_title_is_escaped_and_keeps_its_capitals(title, written):
    assert title_field(title) == f"{{{written}}}"


@pytest.mark.parametrize(
    ("title", "written"),
    [
        (
            "Sets $\\left\\{ x_1$ open",
            "Sets \\$\\textbackslash{}left\\textbackslash{}\\textbraceleft{} x\\_1\\$ open",
        ),
        ("At $n^2 % of$ it", "At \\$n\\textasciicircum{}2 \\% of\\$ it"),
    ],
)
def test_a_formula_that_would_tear_the_entry_stands_as_text(title, written):
    assert title_field(title) == f"{{{written}}}"


def test_ascii_has_commands_for_letters_and_signs():  # C144
    work = Work(
        **PAPER | {"title": "R&D at 5 % — #1 α_β"},
        authors=[Author("Łucja Ødegård", "Łucja", "Ødegård"), Author("S̄anti Țurcanu")],
        venue="J. Tides & Seas",
        doi="10.5555/a_b",
        links=[("", "https://example.org/a_b/c%20d#s&t")],
    )

    fields = fields_of(work, as_ascii=True)

    assert fields["author"] == (
        "{{\\O}deg{\\aa}rd, {\\L}ucja and {\\textcommabelow{T}}urcanu, {\\=S}anti}"
    )
    assert fields["title"] == (
        "{{R\\&D} at 5 \\% {\\textemdash} \\#1 {\\ensuremath{\\alpha}}\\_{\\ensuremath{\\beta}}}"
    )
    assert fields["booktitle"] == "{J. Tides \\& Seas}"
    assert fields["doi"] == "{10.5555/a_b}"
    assert fields["url"] == "{https://example.org/a_b/c%20d#s&t}"
    assert "".join(fields.values()).isascii()


def test_other_scripts_stay_letters_also_in_ascii():
    assert author_field(Author("雨晴 🌊"), as_ascii=True) == "{{雨晴 🌊}}"


def test_addresses_and_numbers_are_not_escaped():  # C088
    work = Work(
        **PAPER,
        doi="10.5555/978-3-030-1_12",
        links=[
            ("Code", ""),
            ("Page", "https://example.org/a_b/c%20d#s"),
            ("More", "https://x.org"),
        ],
    )

    fields = fields_of(work)

    assert fields["doi"] == "{10.5555/978-3-030-1_12}"
    assert fields["url"] == "{https://example.org/a_b/c%20d#s}"


@pytest.mark.parametrize(
    ("date", "written"),
    [
        ("2014-07", {"year": "{2014}", "month": "jul"}),  # C050
        ("2014", {"year": "{2014}"}),  # C045
        ("", {}),  # C054
    ],
)
def test_a_date_is_written_as_exactly_as_it_is_known(date, written):
    fields = fields_of(Work(**PAPER | {"date": date}))

    assert {name: fields[name] for name in ("year", "month", "day") if name in fields} == written


def test_the_date_as_printed_stands_in_place_of_the_year():
    work = Work(**PAPER | {"date": "2011"}, date_text="[2009] 2011")

    assert fields_of(work)["year"] == "{[2009] 2011}"


@pytest.mark.parametrize(
    ("status", "date", "year", "pubstate"),
    [
        (Status.TO_APPEAR, "", "{to appear}", "{forthcoming}"),
        (Status.IN_PRESS, "2025", "{2025}", "{inpress}"),
        (Status.PUBLISHED, "2025", "{2025}", None),
    ],
)
def test_the_state_of_a_work_is_told(status, date, year, pubstate):
    fields = fields_of(Work(**PAPER | {"date": date}, status=status))

    assert (fields["year"], fields.get("pubstate")) == (year, pubstate)


def test_a_preprint_names_its_archive_for_bibtex_and_for_biber():
    work = Work(**PAPER | {"kind": Kind.PREPRINT}, arxiv_id="2503.12668")

    fields = fields_of(work)

    assert (fields["eprint"], fields["archiveprefix"], fields["eprinttype"]) == (
        "{2503.12668}",
        "{arXiv}",
        "{arxiv}",
    )


def test_signs_that_old_fonts_lack_are_commands_in_ascii_c144():
    work = Work(**PAPER | {"title": "If a < b | c > d"})

    assert "{If a {\\textless} b {\\textbar} c {\\textgreater} d}" in bibtex.entry(
        work, as_ascii=True
    )
    assert "{If a < b | c > d}" in bibtex.entry(work)


def test_only_fields_that_describe_the_work_go_out():  # C142
    work = Work(
        **PAPER,
        abstract="It is quiet.",
        extra={
            "file": "/home/kurz/paper.pdf",
            "owner": "kurz",
            "timestamp": "2011-01-01",
            "annote": "ask T.",
            "keywords": "todo",
            "selected": "true",
            "abbr": "JT",
            "chapter": "3",
        },
    )

    assert list(fields_of(work)) == ["title", "year", "chapter", "abstract"]


@pytest.mark.parametrize(
    ("key", "written"),
    [
        ("kurz2025quiet", "kurz2025quiet"),
        ("DBLP:conf/tides/Kurz25", "DBLP:conf/tides/Kurz25"),
        ("a key, {odd} = 100%", "a-key-odd-100"),
        ("", "work"),
    ],
)
def test_a_key_stays_as_it_is_unless_bibtex_could_not_read_it(key, written):
    assert bibtex.entry(Work(**PAPER | {"key": key})).partition(",")[0] == (
        f"@inproceedings{{{written}"
    )


def test_no_key_stands_twice_in_a_file():
    works = [Work(**PAPER | {"key": key}) for key in ("a", "A", "b", "a")]

    entries = bibtex.entries(works)

    assert [entry.partition(",")[0] for entry in entries] == [
        "@inproceedings{a",
        "@inproceedings{A-2",
        "@inproceedings{b",
        "@inproceedings{a-3",
    ]
