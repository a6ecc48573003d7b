import re

import pytest

from publications.references import STYLES, reference, references
from publications.works import Author, Work


def person(given, family, particle="", suffix=""):
    printed = " ".join(filter(None, [given, particle, family, suffix]))
    return Author(printed, given, family, suffix, name_particle=particle)


KURZ = person("Lena Maria", "Kurz")
LI = person("Bo", "Li")
WESTHUIZEN = person("Thabo", "Westhuizen", particle="van der")
KING = person("Martin L.", "King", suffix="Jr.")
QWEN = Author("Qwen Team", is_organisation=True)

WORKS = {
    "journal article": Work(
        kind="article-journal",
        title="Fast TideNet at low CO<sub>2</sub>",
        date="2025-06-14",
        venue="Journal of Tides",
        volume="12",
        issue="3",
        pages="101-112",
        doi="10.5555/tide.1",
        authors=[KURZ, LI],
    ),
    "conference paper": Work(
        kind="paper-conference",
        title="Do buoys dream?",
        date="2024-03",
        venue="Proceedings of WAVES ’24",
        pages="1--12",
        publisher="ACM",
        doi="10.5555/waves.2",
        authors=[KURZ, WESTHUIZEN, KING],
        extra={"editor": "Ng, Ada and Díaz, Carmen", "location": "Bergen"},
    ),
    "preprint": Work(
        kind="article",
        title="Ebb and Flow",
        date="2025-03-16",
        arxiv_id="2503.12668",
        authors=[QWEN],
    ),
    "thesis": Work(
        kind="thesis",
        genre="Ph.D. thesis",
        title="Waves",
        date="2020",
        publisher="Coast University",
        authors=[KURZ],
    ),
    "book": Work(
        kind="book",
        title="Tides",
        date="2019",
        edition="2",
        publisher="Harbour Press",
        authors=[KURZ, LI],
        are_editors=True,
        extra={"location": "Berlin"},
    ),
    "chapter": Work(
        kind="chapter",
        title="Spring Tides",
        date="2018",
        venue="Handbook of Tides",
        edition="second",
        pages="33–60",
        publisher="Harbour Press",
        authors=[KURZ],
        extra={"location": "Berlin", "editor": "Ng, Ada"},
    ),
    "report": Work(
        kind="report",
        genre="Tech Report",
        title="Buoys",
        date="2017-11",
        publisher="Harbour Institute",
        authors=[KURZ, LI],
        extra={"number": "HI-12", "location": "Kiel"},
    ),
    "software": Work(
        kind="software",
        title="tidekit",
        date="2023",
        publisher="Zenodo",
        doi="10.5555/z.1",
        authors=[KURZ],
        extra={"version": "1.2"},
    ),
    "dataset without a year": Work(
        kind="dataset",
        title="Gauge Data",
        publisher="Harbour Institute",
        authors=[KURZ],
        links=[("Data", "https://data.example.org/g")],
    ),
    "article in press": Work(
        kind="article-journal",
        title="Soon",
        date="2026",
        status="in_press",
        venue="Journal of Tides",
        authors=[KURZ],
    ),
    "nothing but a title": Work(title="Notes on tides"),
    "Chinese article": Work(
        kind="article-journal",
        title="潮汐的研究",
        date="2021",
        venue="学报",
        volume="4",
        issue="2",
        pages="7-19",
        authors=[
            Author("王良玉"),
            Author("刘欣怡", given_name="欣怡", family_name="刘"),
            Author("李波"),
            Author("陈明"),
        ],
    ),
}

# What each manual prints for such a work; <i> marks italics.
EXPECTED = {
    "journal article": {
        "apa": (
            "Kurz, L. M., & Li, B. (2025). Fast TideNet at low CO<sub>2</sub>. "
            "<i>Journal of Tides</i>, <i>12</i>(3), 101–112. "
            "https://doi.org/10.5555/tide.1"
        ),
        "ieee": (
            "L. M. Kurz and B. Li, “Fast TideNet at low CO<sub>2</sub>,” <i>Journal "
            "of Tides</i>, vol. 12, no. 3, pp. 101–112, Jun. 2025, doi: "
            "10.5555/tide.1."
        ),
        "acm": (
            "Lena Maria Kurz and Bo Li. 2025. Fast TideNet at low CO<sub>2</sub>. "
            "<i>Journal of Tides</i> 12, 3 (June 2025), 101–112. "
            "https://doi.org/10.5555/tide.1"
        ),
        "chicago": (
            "Kurz, Lena Maria, and Bo Li. 2025. “Fast TideNet at low CO<sub>2</sub>.” "
            "<i>Journal of Tides</i> 12 (3): 101–112. https://doi.org/10.5555/tide.1."
        ),
        "gbt7714": (
            "KURZ L M, LI B. Fast TideNet at low CO<sub>2</sub>[J]. Journal of Tides, "
            "2025, 12(3): 101-112. DOI:10.5555/tide.1."
        ),
    },
    "conference paper": {
        "apa": (
            "Kurz, L. M., van der Westhuizen, T., & King, M. L., Jr. (2024). Do buoys "
            "dream? In A. Ng & C. Díaz (Eds.), <i>Proceedings of WAVES ’24</i> (pp. "
            "1–12). ACM. https://doi.org/10.5555/waves.2"
        ),
        "ieee": (
            "L. M. Kurz, T. van der Westhuizen, and M. L. King Jr., “Do buoys dream?” "
            "in <i>Proceedings of WAVES ’24</i>, A. Ng and C. Díaz, Eds., Bergen, "
            "Mar. 2024, pp. 1–12, doi: 10.5555/waves.2."
        ),
        "acm": (
            "Lena Maria Kurz, Thabo van der Westhuizen, and Martin L. King, Jr. 2024. "
            "Do buoys dream? In <i>Proceedings of WAVES ’24</i>, Ada Ng and Carmen "
            "Díaz (Eds.). ACM, Bergen, 1–12. https://doi.org/10.5555/waves.2"
        ),
        "chicago": (
            "Kurz, Lena Maria, Thabo van der Westhuizen, and Martin L. King Jr. 2024. "
            "“Do buoys dream?” In <i>Proceedings of WAVES ’24</i>, edited by Ada Ng "
            "and Carmen Díaz, 1–12. Bergen: ACM. https://doi.org/10.5555/waves.2."
        ),
        "gbt7714": (
            "KURZ L M, VAN DER WESTHUIZEN T, KING M L Jr. Do buoys dream?[C]//NG A, "
            "DÍAZ C. Proceedings of WAVES ’24. Bergen: ACM, 2024: 1-12. "
            "DOI:10.5555/waves.2."
        ),
    },
    "preprint": {
        "apa": (
            "Qwen Team. (2025). <i>Ebb and Flow</i> (arXiv:2503.12668). arXiv. "
            "https://arxiv.org/abs/2503.12668"
        ),
        "ieee": "Qwen Team, “Ebb and Flow,” 2025, arXiv:2503.12668.",
        "acm": (
            "Qwen Team. 2025. Ebb and Flow. arXiv:2503.12668. https://arxiv.org/abs/2503.12668"
        ),
        "chicago": (
            "Qwen Team. 2025. “Ebb and Flow.” Preprint, arXiv:2503.12668. "
            "https://arxiv.org/abs/2503.12668."
        ),
        "gbt7714": (
            "Qwen Team. Ebb and Flow[EB/OL]. (2025-03-16). https://arxiv.org/abs/2503.12668."
        ),
    },
    "thesis": {
        "apa": ("Kurz, L. M. (2020). <i>Waves</i> [Doctoral dissertation, Coast University]."),
        "ieee": "L. M. Kurz, “Waves,” Ph.D. dissertation, Coast University, 2020.",
        "acm": ("Lena Maria Kurz. 2020. <i>Waves</i>. Ph.D. Dissertation. Coast University."),
        "chicago": "Kurz, Lena Maria. 2020. “Waves.” PhD diss., Coast University.",
        "gbt7714": "KURZ L M. Waves[D]. Coast University, 2020.",
    },
    "book": {
        "apa": ("Kurz, L. M., & Li, B. (Eds.). (2019). <i>Tides</i> (2nd ed.). Harbour Press."),
        "ieee": ("L. M. Kurz and B. Li, Eds., <i>Tides</i>, 2nd ed. Berlin: Harbour Press, 2019."),
        "acm": (
            "Lena Maria Kurz and Bo Li (Eds.). 2019. <i>Tides</i> (2nd. ed.). Harbour "
            "Press, Berlin."
        ),
        "chicago": (
            "Kurz, Lena Maria, and Bo Li, eds. 2019. <i>Tides</i>. 2nd ed. Berlin: Harbour Press."
        ),
        "gbt7714": "KURZ L M, LI B. Tides[M]. 2nd ed. Berlin: Harbour Press, 2019.",
    },
    "chapter": {
        "apa": (
            "Kurz, L. M. (2018). Spring Tides. In A. Ng (Ed.), <i>Handbook of "
            "Tides</i> (2nd ed., pp. 33–60). Harbour Press."
        ),
        "ieee": (
            "L. M. Kurz, “Spring Tides,” in <i>Handbook of Tides</i>, 2nd ed., A. Ng, "
            "Ed. Berlin: Harbour Press, 2018, pp. 33–60."
        ),
        "acm": (
            "Lena Maria Kurz. 2018. Spring Tides. In <i>Handbook of Tides</i> (2nd. "
            "ed.), Ada Ng (Ed.). Harbour Press, Berlin, 33–60."
        ),
        "chicago": (
            "Kurz, Lena Maria. 2018. “Spring Tides.” In <i>Handbook of Tides</i>, 2nd "
            "ed., edited by Ada Ng, 33–60. Berlin: Harbour Press."
        ),
        "gbt7714": (
            "KURZ L M. Spring Tides[M]//NG A. Handbook of Tides. 2nd ed. Berlin: "
            "Harbour Press, 2018: 33-60."
        ),
    },
    "report": {
        "apa": (
            "Kurz, L. M., & Li, B. (2017). <i>Buoys</i> (Technical Report No. HI-12). "
            "Harbour Institute."
        ),
        "ieee": (
            "L. M. Kurz and B. Li, “Buoys,” Harbour Institute, Kiel, Tech. Rep. HI-12, Nov. 2017."
        ),
        "acm": (
            "Lena Maria Kurz and Bo Li. 2017. <i>Buoys</i>. Technical Report HI-12. "
            "Harbour Institute, Kiel."
        ),
        "chicago": (
            "Kurz, Lena Maria, and Bo Li. 2017. <i>Buoys</i>. Technical Report HI-12. "
            "Kiel: Harbour Institute."
        ),
        "gbt7714": "KURZ L M, LI B. Buoys: HI-12[R]. Kiel: Harbour Institute, 2017.",
    },
    "software": {
        "apa": (
            "Kurz, L. M. (2023). <i>tidekit</i> (Version 1.2) [Computer software]. "
            "Zenodo. https://doi.org/10.5555/z.1"
        ),
        "ieee": "L. M. Kurz, <i>tidekit</i>, version 1.2. Zenodo, 2023, doi: 10.5555/z.1.",
        "acm": (
            "Lena Maria Kurz. 2023. <i>tidekit</i>, version 1.2. Zenodo. "
            "https://doi.org/10.5555/z.1"
        ),
        "chicago": (
            "Kurz, Lena Maria. 2023. <i>tidekit</i>. V. 1.2. Zenodo. https://doi.org/10.5555/z.1."
        ),
        "gbt7714": "KURZ L M. tidekit[CP/OL]. Zenodo, 2023. DOI:10.5555/z.1.",
    },
    "dataset without a year": {
        "apa": (
            "Kurz, L. M. (n.d.). <i>Gauge Data</i> [Data set]. Harbour Institute. "
            "https://data.example.org/g"
        ),
        "ieee": (
            "L. M. Kurz, <i>Gauge Data</i>, data set. Harbour Institute, n.d. "
            "[Online]. Available: https://data.example.org/g"
        ),
        "acm": (
            "Lena Maria Kurz. [n. d.]. <i>Gauge Data</i>. Harbour Institute. "
            "https://data.example.org/g"
        ),
        "chicago": (
            "Kurz, Lena Maria. n.d. <i>Gauge Data</i>. Harbour Institute. "
            "https://data.example.org/g."
        ),
        "gbt7714": (
            "KURZ L M. Gauge Data[DS/OL]. Harbour Institute, [n.d.]. https://data.example.org/g."
        ),
    },
    "article in press": {
        "apa": "Kurz, L. M. (in press). Soon. <i>Journal of Tides</i>.",
        "ieee": "L. M. Kurz, “Soon,” <i>Journal of Tides</i>, to be published.",
        "acm": "Lena Maria Kurz. 2026. Soon. <i>Journal of Tides</i> (to appear).",
        "chicago": "Kurz, Lena Maria. Forthcoming. “Soon.” <i>Journal of Tides</i>.",
        "gbt7714": "KURZ L M. Soon[J]. Journal of Tides, in press.",
    },
    "nothing but a title": {
        "apa": "<i>Notes on tides</i>. (n.d.).",
        "ieee": "“Notes on tides,” n.d.",
        "acm": "Notes on tides. [n. d.].",
        "chicago": "“Notes on tides.” n.d.",
        "gbt7714": "Notes on tides[Z]. [n.d.].",
    },
    "Chinese article": {
        "apa": "王良玉, 刘欣怡, 李波, & 陈明. (2021). 潮汐的研究. <i>学报</i>, <i>4</i>(2), 7–19.",
        "ieee": (
            "王良玉, 刘欣怡, 李波, and 陈明, “潮汐的研究,” <i>学报</i>, vol. 4, no. 2, pp. 7–19, "
            "2021."
        ),
        "acm": "王良玉, 刘欣怡, 李波, and 陈明. 2021. 潮汐的研究. <i>学报</i> 4, 2 (2021), 7–19.",
        "chicago": "王良玉, 刘欣怡, 李波, and 陈明. 2021. “潮汐的研究.” <i>学报</i> 4 (2): 7–19.",
        "gbt7714": "王良玉, 刘欣怡, 李波, 等. 潮汐的研究[J]. 学报, 2021, 4(2): 7-19.",
    },
}


def seen(html):
    """The HTML of a reference without its links, as a table of references can be read."""
    return re.sub(r"</?a\b[^>]*>", "", html).replace("&amp;", "&")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("kind", WORKS)
def test_each_kind_of_work_in_each_style(kind, style):
    found = reference(WORKS[kind], style)

    assert seen(found.html) == EXPECTED[kind][style]
    assert found.text == re.sub(r"</?(?:i|sub|sup)>", "", EXPECTED[kind][style])


def article(*authors, **fields):
    base = {"kind": "article-journal", "title": "Many", "date": "2025", "venue": "J"}
    return Work(**base | fields, authors=list(authors))


def crowd(number):
    return [person("Ada", f"N{place}") for place in range(1, number + 1)]


def names_in(style, work):
    """What a reference says before the year or the title."""
    before = re.split(r"[.,]? (?:\(2025\)|2025\.|“Many|Many\[)", reference(work, style).text)[0]
    return before.removesuffix(".")


@pytest.mark.parametrize(
    ("style", "number", "names"),
    [
        ("apa", 1, "N1, A"),
        ("apa", 2, "N1, A., & N2, A"),
        ("apa", 3, "N1, A., N2, A., & N3, A"),
        ("ieee", 1, "A. N1"),
        ("ieee", 2, "A. N1 and A. N2"),
        ("ieee", 3, "A. N1, A. N2, and A. N3"),
        ("ieee", 6, "A. N1, A. N2, A. N3, A. N4, A. N5, and A. N6"),
        ("ieee", 7, "A. N1 et al"),
        ("acm", 1, "Ada N1"),
        ("acm", 2, "Ada N1 and Ada N2"),
        ("acm", 3, "Ada N1, Ada N2, and Ada N3"),
        ("chicago", 1, "N1, Ada"),
        ("chicago", 2, "N1, Ada, and Ada N2"),
        ("chicago", 3, "N1, Ada, Ada N2, and Ada N3"),
        (
            "chicago",
            11,
            "N1, Ada, Ada N2, Ada N3, Ada N4, Ada N5, Ada N6, Ada N7, et al",
        ),
        ("gbt7714", 1, "N1 A"),
        ("gbt7714", 2, "N1 A, N2 A"),
        ("gbt7714", 3, "N1 A, N2 A, N3 A"),
        ("gbt7714", 4, "N1 A, N2 A, N3 A, et al"),
    ],
)
def test_few_authors_are_joined_and_many_cut_short_as_the_style_wants(style, number, names):
    assert names_in(style, article(*crowd(number))) == names


@pytest.mark.parametrize("number", [6, 7, 8, 20])
def test_apa_names_up_to_twenty_authors(number):
    names = names_in("apa", article(*crowd(number)))

    all_but_last = "., ".join(f"N{place}, A" for place in range(1, number))
    assert names == f"{all_but_last}., & N{number}, A"


@pytest.mark.parametrize("number", [21, 36])
def test_apa_names_nineteen_of_more_authors_and_the_last(number):
    names = names_in("apa", article(*crowd(number)))

    first = "., ".join(f"N{place}, A" for place in range(1, 20))
    assert names == f"{first}., . . . N{number}, A"


@pytest.mark.parametrize("number", [7, 8, 20, 21])
def test_acm_names_everybody(number):
    names = names_in("acm", article(*crowd(number)))

    assert names == ", ".join(f"Ada N{place}" for place in range(1, number)) + (
        f", and Ada N{number}"
    )


def test_chicago_names_up_to_ten_authors():
    names = names_in("chicago", article(*crowd(10)))

    assert names == "N1, Ada, " + ", ".join(f"Ada N{place}" for place in range(2, 10)) + (
        ", and Ada N10"
    )


@pytest.mark.parametrize(
    ("style", "names"),
    [
        ("apa", "Kurz, L. M., Li, B., et al"),
        ("ieee", "L. M. Kurz, B. Li et al"),
        ("acm", "Lena Maria Kurz, Bo Li, et al"),
        ("chicago", "Kurz, Lena Maria, Bo Li, et al"),
        ("gbt7714", "KURZ L M, LI B, et al"),
    ],
)
def test_a_list_that_is_incomplete_says_so(style, names):
    assert names_in(style, article(KURZ, LI, is_list_incomplete=True)) == names


@pytest.mark.parametrize(
    ("style", "names"),
    [
        ("apa", "Kurz, L. M., et al"),
        ("ieee", "L. M. Kurz et al"),
        ("acm", "Lena Maria Kurz et al"),
        ("chicago", "Kurz, Lena Maria, et al"),
        ("gbt7714", "KURZ L M, et al"),
    ],
)
def test_one_name_and_others_c028(style, names):
    assert names_in(style, article(KURZ, is_list_incomplete=True)) == names


@pytest.mark.parametrize(
    ("author", "in_styles"),
    [
        # C023: a particle stays where it is, also behind the comma.
        (
            WESTHUIZEN,
            [
                "van der Westhuizen, T",
                "T. van der Westhuizen",
                "Thabo van der Westhuizen",
                "van der Westhuizen, Thabo",
                "VAN DER WESTHUIZEN T",
            ],
        ),
        (
            KING,
            [
                "King, M. L., Jr",
                "M. L. King Jr",
                "Martin L. King, Jr",
                "King, Martin L., Jr",
                "KING M L Jr",
            ],
        ),
        (
            person("Jean-Luc", "Picard"),
            ["Picard, J.-L", "J.-L. Picard", "Jean-Luc Picard", "Picard, Jean-Luc", "PICARD J L"],
        ),
        (QWEN, ["Qwen Team"] * 5),
        (Author("Plato"), ["Plato"] * 4 + ["PLATO"]),
        (Author("王良玉"), ["王良玉"] * 5),
        (person("良玉", "王"), ["王良玉"] * 5),
        (
            Author("Ada B. Ng"),  # nobody told the parts
            ["Ng, A. B", "A. B. Ng", "Ada B. Ng", "Ng, Ada B", "NG A B"],
        ),
    ],
)
def test_a_name_is_arranged_as_each_style_wants(author, in_styles):
    assert [names_in(style, article(author)) for style in STYLES] == in_styles


@pytest.mark.parametrize("mark", ["?", "!"])
def test_a_title_that_ends_with_a_mark_gets_no_other_one(mark):
    work = article(KURZ, title=f"Why{mark}")

    assert [reference(work, style).text.count(f"Why{mark}") for style in STYLES] == [1] * 5
    assert not re.search(rf"Why\{mark}”?[.,]", "".join(each.text for each in references(work)))


@pytest.mark.parametrize("label", ["PDF", "example.org", "Full text"])
def test_an_article_without_a_doi_is_found_at_the_address_of_its_text(label):
    links = [("Code", "https://example.org/code"), (label, "https://example.org/t")]

    assert [each.text for each in references(article(KURZ, links=links))] == [
        "Kurz, L. M. (2025). Many. J. https://example.org/t",
        "L. M. Kurz, “Many,” J, 2025. [Online]. Available: https://example.org/t",
        "Lena Maria Kurz. 2025. Many. J (2025). https://example.org/t",
        "Kurz, Lena Maria. 2025. “Many.” J. https://example.org/t.",
        "KURZ L M. Many[J/OL]. J, 2025. https://example.org/t.",
    ]


def test_code_and_slides_are_not_the_address_of_an_article():
    links = [("Code", "https://example.org/code"), ("Slides", "https://example.org/s")]

    assert reference(article(KURZ, links=links), "apa").text == "Kurz, L. M. (2025). Many. J."


@pytest.mark.parametrize(
    ("kind", "fields", "apa", "gbt"),
    [
        (
            "webpage",
            {"links": [("example.org", "https://example.org/b")]},
            "Kurz, L. M. (2025, May 4). Many. https://example.org/b",
            "KURZ L M. Many[EB/OL]. (2025-05-04). https://example.org/b.",
        ),
        (
            "article-newspaper",
            {"venue": "The Gauge"},
            "Kurz, L. M. (2025, May 4). Many. The Gauge.",
            "KURZ L M. Many[N]. The Gauge, 2025.",
        ),
        (
            "patent",
            {"extra": {"number": "XX 12"}},
            "Kurz, L. M. (2025, May 4). Many (Patent No. XX 12).",
            "KURZ L M. Many: XX 12[P]. 2025.",
        ),
        ("standard", {}, "Kurz, L. M. (2025, May 4). Many.", "KURZ L M. Many[S]. 2025."),
    ],
)
def test_what_appears_daily_or_in_an_office_has_a_form_of_its_own(kind, fields, apa, gbt):
    work = Work(kind=kind, title="Many", date="2025-05-04", authors=[KURZ], **fields)

    assert reference(work, "apa").text == apa
    assert reference(work, "gbt7714").text == gbt


def test_titles_keep_their_letters():
    """C035: nobody but a reader knows that "Wattenmeer" is a noun and "TideNet" a name."""
    work = article(KURZ, title="Zur Thermik großer Ströme im Wattenmeer: TideNet")

    assert all(
        "Zur Thermik großer Ströme im Wattenmeer: TideNet" in each.text for each in references(work)
    )


def test_nothing_in_a_work_becomes_an_element_or_runs():
    """C129: titles, names and addresses that try it."""
    evil = "<script>alert(1)</script>"
    for kind in ("article-journal", "paper-conference", "thesis", "book", "chapter", "software"):
        work = Work(
            kind=kind,
            title=f"{evil} <i onclick=x>y</i>",
            date_text=evil,
            venue=evil,
            publisher=evil,
            genre=evil,
            pages=evil,
            volume=evil,
            authors=[Author(evil), Author(evil, is_organisation=True)],
            links=[("Bad", "javascript:alert(1)"), ("Good", 'https://example.org/"<b>')],
            extra={"editor": evil, "location": evil, "version": evil},
        )
        for each in references(work):
            assert set(re.findall(r"<(\w+)", each.html)) <= {"i", "a"}
            assert "javascript" not in each.html
            assert "onclick=x>" not in each.html


def test_an_organisation_that_publishes_itself_is_named_once():
    work = Work(kind="report", title="Buoys", date="2020", publisher="Qwen Team", authors=[QWEN])

    assert reference(work, "apa").text == "Qwen Team. (2020). Buoys."


@pytest.mark.parametrize(
    ("pages", "in_styles"),
    [
        ("7", ["J, 7.", "J, p. 7, 2025.", "J (2025), 7.", "J, 7.", "J, 2025: 7."]),
        (
            "e0193972",
            [
                "J, Article e0193972.",
                "J, Art. no. e0193972, 2025.",
                "J (2025), Article e0193972.",
                "J, e0193972.",
                "J, 2025: e0193972.",
            ],
        ),
        ("", ["J.", "J, 2025.", "J (2025).", "J.", "J, 2025."]),
    ],
)
def test_one_page_the_number_of_an_article_and_none(pages, in_styles):
    texts = [each.text for each in references(article(KURZ, pages=pages))]

    assert [text[re.search(r"(?<!\[)\bJ\b", text).start() :] for text in texts] == in_styles


@pytest.mark.parametrize(
    ("edition", "shown"),
    [
        ("2", "2nd ed."),
        ("3rd", "3rd ed."),
        ("Second edition", "2nd ed."),
        ("11", "11th ed."),
        ("21st ed.", "21st ed."),
        ("Revised", "Revised ed."),
    ],
)
def test_an_edition_is_counted_however_it_was_written(edition, shown):
    work = Work(kind="book", title="Tides", date="2019", edition=edition, authors=[KURZ])

    assert reference(work, "apa").text == f"Kurz, L. M. (2019). Tides ({shown})."


@pytest.mark.parametrize(
    ("genre", "kind"),
    [
        ("PhD Thesis", "Doctoral dissertation"),
        ("Master's thesis", "Master’s thesis"),
        ("M.Sc. thesis", "Master’s thesis"),
        ("Bachelor thesis", "Bachelor’s thesis"),
        ("博士学位论文", "Doctoral dissertation"),
        ("Habilitation", "Habilitation"),
        ("", "Thesis"),
    ],
)
def test_a_thesis_says_which_kind_it_is_only_where_somebody_told(genre, kind):
    work = Work(kind="thesis", title="Waves", date="2020", genre=genre, authors=[KURZ])

    assert reference(work, "apa").text == f"Kurz, L. M. (2020). Waves [{kind}]."


def test_a_submitted_manuscript_names_no_journal():
    work = article(KURZ, status="submitted")

    assert [each.text for each in references(work)] == [
        "Kurz, L. M. (2025). Many [Manuscript submitted for publication].",
        "L. M. Kurz, “Many,” submitted for publication.",
        "Lena Maria Kurz. 2025. Many. Manuscript submitted for publication.",
        "Kurz, Lena Maria. 2025. “Many.” Unpublished manuscript.",
        "KURZ L M. Many[J]. Submitted for publication.",
    ]


def test_a_second_edition_in_chinese():
    work = Work(
        kind="book",
        title="潮汐",
        date="2019",
        edition="2",
        publisher="海洋出版社",
        authors=[Author("王良玉")],
        extra={"location": "北京"},
    )

    assert reference(work, "gbt7714").text == "王良玉. 潮汐[M]. 2版. 北京: 海洋出版社, 2019."


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({}, "In J."),
        ({"pages": "1-12"}, "In J, 1–12."),
        ({"publisher": "ACM", "pages": "1-12"}, "In J. ACM, 1–12."),
        ({"publisher": "ACM", "status": "accepted"}, "In J. ACM, to appear."),
        ({"venue": "", "publisher": "ACM"}, "ACM."),
        ({"venue": ""}, ""),
    ],
)
def test_acm_says_where_a_paper_stands_as_far_as_it_is_known(fields, place):
    work = article(KURZ, **{"kind": "paper-conference"} | fields)

    assert reference(work, "acm").text == f"Lena Maria Kurz. 2025. Many. {place}".strip()


@pytest.mark.parametrize(
    ("archive", "texts"),
    [
        (
            "bioRxiv",
            [
                "Kurz, L. M. (2025). Many. bioRxiv. https://doi.org/10.5555/b.1",
                "L. M. Kurz, “Many,” 2025, bioRxiv, doi: 10.5555/b.1.",
                "Lena Maria Kurz. 2025. Many. bioRxiv. https://doi.org/10.5555/b.1",
                "Kurz, Lena Maria. 2025. “Many.” Preprint, bioRxiv. https://doi.org/10.5555/b.1.",
                "KURZ L M. Many[EB/OL]. (2025). DOI:10.5555/b.1.",
            ],
        ),
        (
            "",
            [
                "Kurz, L. M. (2025). Many [Preprint]. https://doi.org/10.5555/b.1",
                "L. M. Kurz, “Many,” 2025, preprint, doi: 10.5555/b.1.",
                "Lena Maria Kurz. 2025. Many. Preprint. https://doi.org/10.5555/b.1",
                "Kurz, Lena Maria. 2025. “Many.” Preprint. https://doi.org/10.5555/b.1.",
                "KURZ L M. Many[EB/OL]. (2025). DOI:10.5555/b.1.",
            ],
        ),
    ],
)
def test_a_preprint_elsewhere_names_its_archive_or_says_what_it_is(archive, texts):
    work = article(KURZ, status="preprint", venue=archive, doi="10.5555/b.1")

    assert [each.text for each in references(work)] == texts
