"""Names in the notation of BibTeX: C003, C004, C006, C017 to C032, and libraries.md's list."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from publications.importing.bibtex import names
from publications.importing.names import inverted_names
from publications.works import Author


def parts(value):
    """Given name, particle, family name and suffix of each name."""
    return [
        (author.given_name, author.name_particle, author.family_name, author.name_suffix)
        for author in names.read(value).authors
    ]


def printed(value):
    return [author.printed_name for author in names.read(value).authors]


def test_marks_are_taken_off_and_kept_as_data_c003():
    found = names.read("Çağlar*, Aylin and Ødegård*†, Jonas and Boateng, Kwame‡").authors

    assert [
        (author.printed_name, author.family_name, author.equal_group, author.other_marks)
        for author in found
    ] == [
        ("Aylin Çağlar", "Çağlar", 1, ""),
        ("Jonas Ødegård", "Ødegård", 1, "†"),
        ("Kwame Boateng", "Boateng", None, "‡"),
    ]


@pytest.mark.parametrize(
    "value",
    [
        r"Ng, Ada$^{*}$ and Li, Bo$^*$ and Yu, Cy",
        r"Ada Ng\textsuperscript{*} and Bo Li* and Cy Yu",
        r"{Ng}*, Ada and Li, Bo * and Yu, Cy",
    ],
)
def test_marks_in_tex_are_marks_c003(value):
    found = names.read(value).authors

    assert [author.printed_name for author in found] == ["Ada Ng", "Bo Li", "Cy Yu"]
    assert [author.equal_group for author in found] == [1, 1, None]


@pytest.mark.parametrize(
    ("name", "printed_name", "marks"),
    [
        ("Rasmus Friis¹", "Rasmus Friis", "¹"),
        ("Friis², Rasmus", "Rasmus Friis", "²"),
        ("Bo Li (†)", "Bo Li", "†"),
        ("Cy Wu [1,2]", "Cy Wu", "1,2"),
        ("Li (‡), Na", "Na Li", "‡"),
        ("{Open Team†}", "Open Team", "†"),
        ("{Horizon 2020}", "Horizon 2020", ""),
        (r"Bo Li$^{1}$", "Bo Li", "¹"),
        (r"Li\textsuperscript{1,a}, Bo", "Bo Li", "¹,ᵃ"),
        (r"Beno\^{\i}t H\^{a}ge", "Benoît Hâge", ""),
        # A figure that nothing raises belongs to the name.
        ("Author12, Ada", "Ada Author12", ""),
        ("Person 3", "Person 3", ""),
    ],
)
def test_marks_in_brackets_and_small_figures_are_marks_c003(name, printed_name, marks):
    [author] = names.read(name).authors

    assert (author.printed_name, author.other_marks) == (printed_name, marks)


def test_names_that_differ_in_a_figure_are_different_people():
    assert printed("A1, Bo and A2, Bo") == ["Bo A1", "Bo A2"]


def test_a_number_sign_marks_the_corresponding_author_c003():
    [author] = names.read(r"Ng\#, Ada").authors

    assert (author.printed_name, author.is_corresponding) == ("Ada Ng", True)


def test_annotations_say_who_contributed_equally_and_who_answers_letters_c004():
    authors = names.read("Ng, Ada and Li, Bo and Yu, Cy and Xu, Di").authors

    annotated, is_complete = names.annotate(authors, "1=equal; 2=equal; 4=corresponding")

    assert [author.equal_group for author in annotated] == [1, 1, None, None]
    assert [author.is_corresponding for author in annotated] == [False, False, False, True]
    assert is_complete


def test_annotations_without_a_place_are_told_apart_c071():
    authors = names.read("A, B and C, D").authors

    annotated, is_complete = names.annotate(authors, "2=student; 9=equal; nonsense")

    assert (annotated, is_complete) == (authors, False)


def test_an_annotation_can_hold_an_orcid():
    authors = names.read("Ng, Ada and Li, Bo").authors

    annotated, is_complete = names.annotate(
        authors, '1="0000-0002-1825-0097"; 2="nonsense"', name="orcid"
    )

    assert [author.orcid for author in annotated] == ["0000-0002-1825-0097", ""]
    assert not is_complete


def test_given_and_family_names_are_parted_as_bibtex_does_it_c006():
    assert parts("Theo A. Meier and Lena Kurz and Brandt, Theo") == [
        ("Theo A.", "", "Meier", ""),
        ("Lena", "", "Kurz", ""),
        ("Theo", "", "Brandt", ""),
    ]


def test_a_name_of_one_word_is_a_family_name_c017():
    assert parts("Suharti and Boateng, Kwame") == [
        ("", "", "Suharti", ""),
        ("Kwame", "", "Boateng", ""),
    ]


@pytest.mark.parametrize(
    ("value", "expected", "told"),
    [
        (
            "Ferrer, Alba and Ruiz, G. and and Keller, Iris",
            ["Alba Ferrer", "G. Ruiz", "Iris Keller"],
            1,
        ),
        ("Ana Duval and, Otto Brink", ["Ana Duval", "Otto Brink"], 1),
        ("Ana Duval and ", ["Ana Duval"], 1),
        (" and Ana Duval AND Otto Brink", ["Ana Duval", "Otto Brink"], 1),
        ("Ana Duval\n  and\tOtto Brink", ["Ana Duval", "Otto Brink"], 0),
        ("", [], 0),
    ],
)
def test_empty_and_misplaced_ands_make_no_name_c019(value, expected, told):
    found = names.read(value)

    assert [author.printed_name for author in found.authors] == expected
    assert len(found.warnings) == told


def test_nothing_before_the_comma_leaves_what_there_is_c020():
    found = names.read(", M.F. and Lind, Ina")

    assert [author.printed_name for author in found.authors] == ["M.F.", "Ina Lind"]
    assert found.warnings == ["A name has nothing before its comma: “M.F.”."]


def test_family_names_of_several_words_stay_together_c022():
    value = "A. {Castro de Oliva} and Van den Akker, P. and María {de la Cruz Santos}"

    assert parts(value) == [
        ("A.", "", "Castro de Oliva", ""),
        ("P.", "", "Van den Akker", ""),
        ("María", "", "de la Cruz Santos", ""),
    ]
    assert printed(value) == ["A. Castro de Oliva", "P. Van den Akker", "María de la Cruz Santos"]


def test_particles_are_kept_apart_and_never_moved_across_the_comma_c023():
    value = "Teixeira, Inês Prado de and van der Westhuizen, Thabo and von Altenau, Petra"

    assert parts(value) == [
        ("Inês Prado de", "", "Teixeira", ""),
        ("Thabo", "van der", "Westhuizen", ""),
        ("Petra", "von", "Altenau", ""),
    ]
    assert inverted_names(names.read(value).authors) == value


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Ludwig van Beethoven", ("Ludwig", "van", "Beethoven", "")),
        ("Jean de La Fontaine", ("Jean", "de", "La Fontaine", "")),
        ("Jean de la Fontaine du Bois", ("Jean", "de la", "Fontaine du Bois", "")),
        ("{van den} Berg, Ada", ("Ada", "", "van den Berg", "")),
        ("van den {Berg Yu}, Ada", ("Ada", "van den", "Berg Yu", "")),
        ("van Gogh", ("", "van", "Gogh", "")),
        ("d'Arc, Jeanne", ("Jeanne", "", "d'Arc", "")),
        ("King, Jr., Martin Luther", ("Martin Luther", "", "King", "Jr.")),
        ("Martin Luther King, Jr.", ("Martin Luther", "", "King", "Jr.")),
        ("Martin Luther King Jr.", ("Martin Luther", "", "King", "Jr.")),
        ("von Doe, III, John", ("John", "von", "Doe", "III")),
        ("Smith Jr., John", ("John", "", "Smith", "Jr.")),
        ("Smith, 3rd, John", ("John", "", "Smith", "3rd")),
        ("{Steele Jr.}, Guy", ("Guy", "", "Steele Jr.", "")),
        (r"{\'E}va Sz{\H o}ke", ("Éva", "", "Szőke", "")),
        (r"{\relax Ch}ristos Pap", ("Christos", "", "Pap", "")),
        (r"Kerlle{\~n}evich, Hern{\'a}n", ("Hernán", "", "Kerlleñevich", "")),
        (r"Pi\~ na, I.~L.", ("I. L.", "", "Piña", "")),
        ("Jean-Luc Marchand", ("Jean-Luc", "", "Marchand", "")),
        ("Bin Cui 0001", ("Bin", "", "Cui", "")),
        ("Cui, Bin 0002", ("Bin", "", "Cui", "")),
        ("family=Berg, given=Ada, prefix=van den", ("Ada", "van den", "Berg", "")),
        ('family={Li Yu}, given={Bo}, suffix="Jr"', ("Bo", "", "Li Yu", "Jr")),
        ("given=Ada", ("", "", "Ada", "")),
    ],
)
def test_names_are_taken_apart(value, expected):
    assert parts(value) == [expected]


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("{Barnes and Noble, Inc.}", "Barnes and Noble, Inc."),
        ("{{Qwen Team}}", "Qwen Team"),
        ("{OpenAI}", "OpenAI"),
        ("{The {GLEAM} Consortium}", "The GLEAM Consortium"),
        (r"{Universit{\'e} de l'Eau}", "Université de l'Eau"),
        ("GLEAM Consortium", "GLEAM Consortium"),
    ],
)
def test_what_braces_hold_together_is_an_organisation_c025(value, name):
    assert names.read(f"Borg, Ida and {value}").authors == [
        Author("Ida Borg", "Ida", "Borg"),
        Author(name, is_organisation=True),
    ]


def test_people_whom_somebody_put_into_braces_all_together_are_people():
    assert printed("{Ng, Ada and Li, Bo}") == ["Ada Ng", "Bo Li"]


def test_native_names_stand_as_printed_with_the_family_name_first():
    assert printed("王, 良玉 and 王 良玉 and {王良玉} and 王良玉") == [
        *("王良玉", "王 良玉", "王良玉", "王良玉"),
    ]
    assert parts("王, 良玉") == [("良玉", "", "王", "")]
    assert not any(author.is_organisation for author in names.read("{王良玉}").authors)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Brandt, H. and Costa, J. and R. Vega et al.", ["H. Brandt", "J. Costa", "R. Vega"]),
        ("Kurz, Lena and others", ["Lena Kurz"]),
        ("Kurz, Lena and et al.", ["Lena Kurz"]),
        (r"Kurz, Lena and R. Vega \emph{et al.}", ["Lena Kurz", "R. Vega"]),
        ("Kurz, Lena and R. Vega, et~al", ["Lena Kurz", "R. Vega"]),
        ("Kurz, Lena and al., et", ["Lena Kurz"]),
        (r"Kurz, Lena and \emph{et al.}", ["Lena Kurz"]),
        (r"Kurz, Lena {\em et al.}", ["Lena Kurz"]),
        ("Kurz, Lena and 12 others", ["Lena Kurz"]),
        ("Kurz, Lena und Li, Bo u. a.", ["Lena Kurz", "Bo Li"]),
        ("Kurz, Lena and y otros", ["Lena Kurz"]),
        (r"Kurz, Lena and \ldots{} and Li, Bo", ["Lena Kurz", "Bo Li"]),
        ("王良玉 and 李娜 等", ["王良玉", "李娜"]),
        ("王良玉，李娜、张三等", ["王良玉", "李娜", "张三"]),
    ],
)
def test_et_al_is_nobodys_name_c028(value, expected):
    found = names.read(value)

    assert [author.printed_name for author in found.authors] == expected
    assert found.is_incomplete


@pytest.mark.parametrize(
    "value",
    [
        "A. Ng, B. Li, and C. Díaz",
        "A. Ng, B. Li and C. Díaz",
        "A. Ng, B. Li, C. Díaz",
        "A. Ng; B. Li; C. Díaz",
        r"A. Ng \& B. Li and C. Díaz",
    ],
)
def test_lists_without_and_are_read_and_told(value):
    found = names.read(value)

    assert [author.printed_name for author in found.authors] == ["A. Ng", "B. Li", "C. Díaz"]
    assert len(found.warnings) == 1


@pytest.mark.parametrize("value", ["Lena Kurz und Bo Li", "Kurz, Lena und Li, Bo"])
def test_a_german_and_parts_two_people(value):
    assert printed(value) == ["Lena Kurz", "Bo Li"]


def test_an_institute_with_a_german_and_in_its_name_stays_whole():
    assert printed("Institut für Meeres- und Polarforschung") == [
        "Institut für Meeres- und Polarforschung"
    ]


def test_chinese_names_between_commas_are_several_and_one_name_in_two_parts_is_one():
    assert printed("王良玉, 李娜") == ["王良玉", "李娜"]
    assert printed("王, 良玉 and 欧阳, 娜娜") == ["王良玉", "欧阳娜娜"]


@pytest.mark.parametrize("name", ["Roe, Jane, Ph.D.", "Jane Roe, MD, PhD", "Jane Roe, Ph.\\ D."])
def test_degrees_are_no_part_of_a_name(name):
    found = names.read(name)

    assert [author.printed_name for author in found.authors] == ["Jane Roe"]
    assert len(found.warnings) == 1


def test_accents_do_not_wander_to_the_next_name_c031():
    value = (
        r"Rovira, Mart{\'\i}n and Kr{\=u}m{\=i}lis, J. and Kova{\v c}evi{\'c}, Ana "
        r"and \'{E}va Sz\H{o}ke and {\O}deg{\aa}rd, J"
    )

    assert printed(value) == [
        *("Martín Rovira", "J. Krūmīlis", "Ana Kovačević", "Éva Szőke", "J Ødegård"),
    ]


def test_given_names_with_accents_keep_their_first_letter_c032():
    value = r"{\'E}va Sz{\H o}ke and {\v S}t{\v e}p{\'a}nka Novotn{\'a}"

    assert [author.given_name[0] for author in names.read(value).authors] == ["É", "Š"]


def test_an_orcid_of_a_command_goes_to_its_author():
    found = names.read(r"Ada Ng\orcidlink{0000-0002-1825-0097} and Bo Li\orcid{1-2}")

    assert [(author.printed_name, author.orcid) for author in found.authors] == [
        ("Ada Ng", "0000-0002-1825-0097"),
        ("Bo Li", ""),
    ]
    assert found.warnings == ["“1-2” is not an ORCID iD and was left out."]


@pytest.mark.parametrize(
    "hostile",
    [
        " and ".join(f"Ng{number}x, Ada" for number in range(20_000)),
        "and " * 50_000,
        "{" * 50_000,
        "{a" * 20_000 + " and " + "}" * 20_000,
        "a, " * 50_000,
        "~" * 100_000,
        "et al. " * 20_000,
        "family=" * 20_000,
        "*" * 50_000,
    ],
    ids=lambda text: text[:12],
)
def test_long_lists_and_odd_ones_cost_no_more_than_their_length(hostile):
    started = time.perf_counter()

    names.read(hostile)

    assert time.perf_counter() - started < 10


@given(st.text(alphabet=st.sampled_from(list("{},;=~\\'*&. aAnNdDé王\n0")), max_size=50))
def test_any_field_of_names_gives_names_that_can_be_printed(value):
    for author in names.read(value).authors:
        assert author.printed_name == " ".join(author.printed_name.split())
        assert any(map(str.isalpha, author.printed_name))
