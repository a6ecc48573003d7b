import pytest

from people.name_parts import NameParts, initials, particle_and_family, parts_of, sort_name


@pytest.mark.parametrize(
    ("family", "parted"),
    [
        ("van der Westhuizen", ("van der", "Westhuizen")),
        ("Van den Akker", ("", "Van den Akker")),
        ("Castro de Oliva", ("", "Castro de Oliva")),
        ("von", ("", "von")),
        ("d’ Arc", ("d’", "Arc")),
        ("王", ("", "王")),
    ],
)
def test_a_particle_is_what_stands_in_small_letters_before_the_family_name(family, parted):
    assert particle_and_family(family) == parted


@pytest.mark.parametrize(
    ("printed", "parts"),
    [
        ("Thabo van der Westhuizen", NameParts("Thabo", "van der", "Westhuizen")),
        ("Mira Sołtys", NameParts("Mira", "", "Sołtys")),
        ("Ann Lee King Jr.", NameParts("Ann Lee", "", "King", "Jr.")),
        ("Suharti", NameParts("", "", "Suharti")),
        ("van Dijk", NameParts("", "van", "Dijk")),
        ("周雨晴", NameParts("", "", "周雨晴")),
        ("周 雨晴", NameParts("", "", "周 雨晴")),
    ],
)
def test_a_name_without_told_parts_is_read_from_its_end(printed, parts):
    assert parts_of(printed) == parts


def test_parts_that_somebody_told_are_taken_as_they_are():
    told = {"given": "Inês Prado de", "family": "Teixeira"}

    assert parts_of("Inês Prado de Teixeira", **told) == NameParts("Inês Prado de", "", "Teixeira")


def test_the_name_of_an_organisation_is_not_taken_apart():
    parts = parts_of("The Harbour Team", is_organisation=True)

    assert parts == NameParts(family="The Harbour Team")


@pytest.mark.parametrize(
    ("parts", "printed"),
    [
        (NameParts("Thabo", "van der", "Westhuizen"), "Thabo van der Westhuizen"),
        (NameParts("雨晴", "", "周"), "周雨晴"),
        (NameParts("", "", "Suharti"), "Suharti"),
        (NameParts("Ann", "", "King", "Jr."), "Ann King Jr."),
    ],
)
def test_a_name_is_printed_in_the_order_of_its_script(parts, printed):
    assert parts.printed == printed


@pytest.mark.parametrize(
    ("given", "letters"),
    [
        ("Éva", "É."),
        ("Jean-Luc", "J.-L."),
        ("J.R.", "J. R."),
        ("Štěpánka Maria", "Š. M."),
        ("", ""),
    ],
)
def test_initials_are_those_of_the_letters_as_in_case_c032(given, letters):
    assert initials(given) == letters


@pytest.mark.parametrize(
    ("told", "sorted_under"),
    [
        ({"family": "van der Westhuizen", "given": "Thabo"}, "Westhuizen Thabo van der"),
        ({"family": "de", "given": "Ana"}, "de Ana"),
        ({"family": "Van den Akker", "given": "Jan"}, "Van den Akker Jan"),
        ({"family": "Liu", "given": "Xinyi", "told": "Xinyi"}, "Xinyi"),
        ({"displayed": "Petra von Altenau"}, "Altenau Petra von"),
        ({"displayed": "Inês Prado de Teixeira"}, "Teixeira Inês Prado de"),
        ({"displayed": "Martin King Jr."}, "King Martin"),
        ({"displayed": "Suharti"}, "Suharti"),
        ({"displayed": "王良玉"}, "王良玉"),
    ],
)
def test_people_are_sorted_without_the_particle_unless_somebody_says_otherwise(told, sorted_under):
    """C023"""
    assert sort_name(told.pop("displayed", ""), **told) == sorted_under
