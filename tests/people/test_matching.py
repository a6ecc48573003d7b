import pytest

from people.matching import Members
from people.models import MemberName
from tests.factories import make_member

pytestmark = pytest.mark.django_db


def keys_of(names):
    """For each name the key of the member that it is, or None."""
    members = Members()
    return [members.key_of(name) for name in names]


@pytest.mark.parametrize(
    "printed",
    ["Mira Sołtys", "MIRA SOLTYS", "Sołtys, Mira", "Sołtys Mira", "Mira K. Sołtys", "Mira Soltys"],
)
def test_a_whole_name_is_recognised_in_any_spelling_and_order(printed):
    mira = make_member(display_name="Mira Sołtys")

    assert keys_of([printed]) == [mira.pk]


@pytest.mark.parametrize(
    "printed",
    [
        "M. Sołtys",
        "Sołtys, M.",
        "Mira",
        "Sołtys",
        "Mira A. Nowak",
        "Mira Anna Sołtys",
        "Mira Sołtys Jr.",
        "",
    ],
)
def test_less_or_something_else_than_the_whole_name_links_nobody(printed):
    make_member(display_name="Mira Sołtys")

    assert keys_of([printed]) == [None]


def test_every_spelling_that_is_listed_is_recognised():
    mira = make_member(display_name="Mira Sołtys")
    MemberName.objects.create(member=mira, name="Mira Soltys-Nowak")
    MemberName.objects.create(member=mira, name="M. Soltys")

    names = ["Soltys Nowak, Mira", "M. Sołtys", "Mira Nowak"]

    assert keys_of(names) == [mira.pk, mira.pk, None]


def test_a_former_name_is_recognised():
    mira = make_member(display_name="Mira Sołtys")
    MemberName.objects.create(member=mira, name="Mira Nowak", is_former=True)

    assert keys_of(["Mira Nowak"]) == [mira.pk]


def test_the_given_and_family_name_and_the_native_name_are_spellings():
    rain = make_member(
        display_name="Rain Zhou",
        given_name="Yuqing",
        family_name="Zhou",
        native_name="周雨晴",
        native_language="zh",
    )

    assert keys_of(["Zhou Yuqing", "周 雨晴", "Yuqing Zhou"]) == [rain.pk, rain.pk, rain.pk]


@pytest.mark.parametrize(
    ("member", "printed", "agree"),
    [
        ("David E. Keyes", "David Keyes", True),
        ("David E. Keyes", "David E Keyes", True),
        ("David E. Keyes", "David F. Keyes", False),
        ("David Elliot Keyes", "David E. Keyes", True),
        ("David Elliot Keyes", "David F. Keyes", False),
        ("David Elliot Keyes", "David Keyes", False),
        ("D. Elliot Keyes", "D. Elliot Keyes", True),
    ],
)
def test_middle_initials_may_be_missing_but_not_contradict(member, printed, agree):
    david = make_member(display_name=member)

    assert keys_of([printed]) == [david.pk if agree else None]


def test_a_shared_given_name_makes_nobody_somebody_else_as_in_case_c006():
    theo = make_member(display_name="Theo Brandt")

    assert keys_of(["Theo A. Meier", "Lena Kurz", "Theo Brandt"]) == [None, None, theo.pk]


def test_a_name_that_two_members_have_links_neither_as_in_case_c009():
    make_member(display_name="Wei Zhang")
    make_member(display_name="Wei Zhang")

    assert keys_of(["Wei Zhang"]) == [None]


def test_an_orcid_decides_between_two_of_one_name():
    make_member(display_name="Wei Zhang")
    second = make_member(display_name="Wei Zhang", orcid="0000-0002-1825-0097")

    assert Members().key_of("Zhang, W.", "0000-0002-1825-0097") == second.pk


def test_an_orcid_of_somebody_else_speaks_against_the_name():
    make_member(display_name="Wei Zhang", orcid="0000-0002-1825-0097")

    assert Members().key_of("Wei Zhang", "0000-0002-1694-233X") is None


def test_a_name_of_one_word_is_a_whole_name():
    suharti = make_member(display_name="Suharti", family_name="Suharti")

    assert keys_of(["SUHARTI", "Suharti Boateng"]) == [suharti.pk, None]


@pytest.mark.parametrize("count", [1, 30])
def test_any_number_of_names_costs_one_query(count, django_assert_num_queries):
    for number in range(count):
        member = make_member(display_name=f"Ana Ruiz{number}")
        MemberName.objects.create(member=member, name=f"A. Ruiz{number}")

    with django_assert_num_queries(1):
        keys_of([f"A. Ruiz{number}" for number in range(count)])


def test_surname_and_initial_are_proposed_and_nothing_less():
    xinyi, xavier = make_member(display_name="Xinyi Liu"), make_member(display_name="Xavier Liu")
    make_member(display_name="Yan Liu")
    make_member(display_name="Xinyi Li")
    members = Members()

    assert members.alike("X. Liu").keys() == {xinyi.pk, xavier.pk}
    assert members.alike("Liu, X.").keys() == {xinyi.pk, xavier.pk}
    assert members.alike("Xinyi Liu").keys() == {xinyi.pk}
    assert members.alike("Liu") == {}
    assert members.alike("X. Y.") == {}


@pytest.mark.parametrize("printed", ["Juergen Mueller", "Mueller, Jürgen", "J. Mueller"])
def test_umlauts_that_are_spelt_out_are_proposed_c001(printed):
    told = {"given_name": "Jürgen", "family_name": "Müller"}
    jurgen = make_member(display_name="Jürgen Müller", **told)
    make_member(display_name="Karl Möller", given_name="Karl", family_name="Möller")

    members = Members()

    assert members.alike(printed).keys() == {jurgen.pk}
    assert members.key_of(printed) is None
