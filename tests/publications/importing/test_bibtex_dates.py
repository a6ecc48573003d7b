"""Dates of BibTeX and BibLaTeX: C042, C045, C047, C048, C050, C051, C053, C054."""

import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st

from publications.importing import states
from publications.importing.bibtex import dates
from publications.status import Status


def read(**fields):
    when = dates.read(fields)
    return when.date, when.words, when.status


@pytest.mark.parametrize(
    ("month", "date"),
    [
        ("apr", "2014-04"),
        ("December", "2014-12"),
        ("8", "2014-08"),
        ("Aug.", "2014-08"),
        ("jul", "2014-07"),
        ("JUL", "2014-07"),
        ("7", "2014-07"),
        ("July", "2014-07"),
        ("sept", "2014-09"),
        ("Juli", "2014-07"),
        ("{Oct}", "2014-10"),
        ("8,", "2014-08"),
        ("", "2014"),
    ],
)
def test_all_spellings_of_a_month_are_one_number_c042_c050(month, date):
    assert read(year="2014", month=month) == (date, "", "")


def test_a_month_that_nobody_knows_is_left_out_and_told_c050():
    when = dates.read({"year": "2014", "month": "Brumaire"})

    assert (when.date, when.unread) == ("2014", {"month": "Brumaire"})
    assert when.warnings == ["The month “Brumaire” was not understood and left out."]


@pytest.mark.parametrize("month", ["may~3", "3~May", "May 3", "3. Mai", "May 3rd", "3 May 1955"])
def test_a_day_beside_the_month_is_kept_c051(month):
    assert read(year="1955", month=month) == ("1955-05-03", "", "")


def test_a_day_of_its_own_field_is_kept():
    assert read(year="1955", month="may", day="3") == ("1955-05-03", "", "")
    assert read(year="1955", month="may", day="99") == ("1955-05", "", "")
    assert read(year="1955", day="3") == ("1955", "", "")


def test_a_year_alone_makes_up_no_month_c045():
    assert read(year="2022") == ("2022", "", "")


@pytest.mark.parametrize(
    ("year", "expected"),
    [
        ("to appear", ("", "", Status.TO_APPEAR)),
        ("Forthcoming", ("", "", Status.TO_APPEAR)),
        ("in press", ("", "", Status.IN_PRESS)),
        ("2024, in press", ("2024", "", Status.IN_PRESS)),
        ("2024 (in press)", ("2024", "", Status.IN_PRESS)),
        ("submitted", ("", "", Status.SUBMITTED)),
        ("2022, submitted", ("2022", "", Status.SUBMITTED)),
        ("under review", ("", "", Status.SUBMITTED)),
        ("accepted", ("", "", Status.ACCEPTED)),
        ("[2009] 2011", ("2011", "[2009] 2011", "")),
        ("c. 1998", ("1998", "c. 1998", "")),
        ("1995--1996", ("1996", "1995–1996", "")),
        ("1998-99", ("1999", "1998-99", "")),
        ("2012/2013", ("2013", "2012–2013", "")),
        ("535 BCE", ("", "535 BCE", "")),
        ("May / June 2012", ("2012-06", "May / June 2012", "")),
        ("2012a", ("2012", "", "")),
        ("12 May 2012", ("2012-05-12", "", "")),
        ("n.d.", ("", "", "")),
        ("", ("", "", "")),
        ("in the spring", ("", "in the spring", "")),
    ],
)
def test_years_hold_states_ranges_and_doubts_c047_c048(year, expected):
    assert read(year=year) == expected


@pytest.mark.parametrize(
    ("month", "expected"),
    [
        ("9月", "2011-09"),
        ("十二月", "2011-12"),
        ("3월", "2011-03"),
        ("9月5日", "2011-09-05"),
        ("#mar#", "2011-03"),
        ("{12} # {~} # mar", "2011-03-12"),
    ],
)
def test_months_in_other_scripts_and_in_signs_of_programs_c050(month, expected):
    assert read(year="2011", month=month) == (expected, "", "")


def test_abbreviations_that_somebody_joined_within_braces_are_two_months_c051():
    assert read(year="2011", month='mar # "/" # apr') == ("2011-04", "mar / apr 2011", "")


@pytest.mark.parametrize(
    "fields", [{"date": "2023-02-30"}, {"year": "2023", "month": "feb", "day": "30"}]
)
def test_a_day_that_the_calendar_lacks_is_left_out_with_a_warning_c053(fields):
    when = dates.read(fields)

    assert (when.date, when.words) == ("2023-02", "")
    assert when.warnings == ["There is no day 2023-02-30; the month stands without one."]


@pytest.mark.parametrize(
    ("year", "expected"),
    [
        ("im Druck", ("", "", Status.IN_PRESS)),
        ("2024 (à paraître)", ("2024", "", Status.TO_APPEAR)),
        ("eingereicht", ("", "", Status.SUBMITTED)),
        ("2025, 待刊", ("2025", "", Status.TO_APPEAR)),
        ("已录用", ("", "", Status.ACCEPTED)),
        ("advance online publication", ("", "", Status.IN_PRESS)),
    ],
)
def test_states_are_told_in_many_languages_c047(year, expected):
    assert read(year=year) == expected


@pytest.mark.parametrize(
    ("month", "expected"),
    [
        ("May/June", ("2011-06", "May/June 2011", "")),
        ("September 12-14", ("2011-09", "September 12-14 2011", "")),
        ("Spring", ("2011", "Spring 2011", "")),
        ("30 Nov -- 2 Dec", ("2011-12", "30 Nov – 2 Dec 2011", "")),
    ],
)
def test_several_months_or_days_are_kept_in_words(month, expected):
    assert read(year="2011", month=month) == expected


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("2024-03", ("2024-03", "", "")),
        ("2024-03-07", ("2024-03-07", "", "")),
        ("2024-03/2024-05", ("2024-05", "2024-03–2024-05", "")),
        ("2024-03/2024-03", ("2024-03", "", "")),
        ("2024-03/", ("2024-03", "2024-03–", "")),
        ("../2024", ("2024", "–2024", "")),
        ("2020~", ("2020", "c. 2020", "")),
        ("1984?", ("1984", "1984?", "")),
        ("2004-06-XX", ("2004-06", "", "")),
        ("199X", ("1999", "199X", "")),
        ("2004-21", ("2004", "Spring 2004", "")),
        ("2016-11-05T11:30:00Z", ("2016-11-05", "", "")),
        ("-0534", ("", "535 BCE", "")),
        ("2012/05/13", ("2012-05-13", "", "")),
        ("2012-13-45", ("2012", "2012-13-45", "")),
        ("13 May 2012", ("2012-05-13", "", "")),
    ],
)
def test_dates_of_biblatex_are_read_with_their_doubts(date, expected):
    assert read(date=date) == expected


def test_the_date_counts_more_than_another_year_which_is_kept():
    when = dates.read({"date": "2013-01", "year": "2012", "month": "may"})

    assert (when.date, when.unread) == ("2013-01", {"year": "2012"})


@time_machine.travel("2026-11-30")
@pytest.mark.parametrize(
    ("fields", "date", "words"),
    [
        ({"year": "2103"}, "2103", ""),
        ({"year": "2"}, "", "2"),
        ({"date": "2029-01-01"}, "2029-01-01", ""),
        ({"year": "1034"}, "1034", ""),
        ({"year": "0000"}, "", "0000"),
    ],
)
def test_a_year_that_cannot_be_is_kept_with_a_warning_c053(fields, date, words):
    when = dates.read(fields)

    assert (when.date, when.words) == (date, words)
    assert when.warnings == [f"The year {date[:4] or words} looks wrong; please check it."]


@time_machine.travel("2026-11-30")
@pytest.mark.parametrize("year", ["1500", "1899", "2026", "2028"])
def test_years_up_to_two_ahead_are_taken_as_they_are_c053(year):
    assert dates.read({"year": year}).warnings == []


def test_no_date_is_no_date_c054():
    assert read() == ("", "", "")


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("To appear", (Status.TO_APPEAR, True)),
        ("in press.", (Status.IN_PRESS, True)),
        ("Submitted to the Journal of Tides", (Status.SUBMITTED, False)),
        ("Accepted for publication", (Status.ACCEPTED, True)),
        ("published", ("", True)),
        ("First submitted in 1998", ("", False)),
    ],
)
def test_a_note_can_begin_with_the_state(note, expected):
    assert states.beginning_of(note) == expected


@given(
    st.text(alphabet=st.sampled_from(list("0129-/~?.X, mayJuBCE")), max_size=24),
    st.text(alphabet=st.sampled_from(list("0139-/~. mayjunSprig")), max_size=16),
)
def test_what_is_written_out_in_words_reads_the_same_again(year, month):
    for fields in ({"year": year, "month": month}, {"date": year}):
        when = dates.read(fields)
        again = dates.read({"year": when.words})
        if when.words and not when.status:
            assert (again.date, again.words, again.status) == (when.date, when.words, "")
