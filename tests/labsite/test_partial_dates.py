from datetime import date, datetime

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.template import Context, Template
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from labsite.partial_dates import (
    PartialDateField,
    PartialDateFormField,
    before,
    first_day,
    last_day,
    parse,
    words,
)

days = st.dates(min_value=date(1000, 1, 1), max_value=date(2999, 12, 31))
partial_dates = st.builds(
    lambda day, length: day.isoformat()[:length], days, st.sampled_from([4, 7, 10])
)


@pytest.mark.parametrize(
    ("typed", "iso"),
    [
        ("2025", "2025"),
        (2025, "2025"),
        ("2025.06", "2025-06"),
        ("2025-6", "2025-06"),
        ("2025 06", "2025-06"),
        ("2025/6/4", "2025-06-04"),
        ("2025-06-14", "2025-06-14"),
        (date(2025, 6, 14), "2025-06-14"),
        (datetime(2025, 6, 14, 23, 30), "2025-06-14"),  # noqa: DTZ001 -- a day needs no zone
        ("Jun 2025", "2025-06"),
        ("june, 2025", "2025-06"),
        ("Sept. 2025", "2025-09"),
        ("June 14, 2025", "2025-06-14"),
        ("June 3rd, 2025", "2025-06-03"),
        ("14 June 2025", "2025-06-14"),
        ("14. Juni 2025", "2025-06-14"),
        ("März 2025", "2025-03"),
        ("Dez. 2025", "2025-12"),
        ("1er août 2025", "2025-08-01"),
        ("févr. 2025", "2025-02"),
        ("DÉCEMBRE 2025", "2025-12"),
        ("2025年", "2025"),
        ("2025年6月", "2025-06"),
        ("2025年6月14日", "2025-06-14"),
        ("2025年十二月", "2025-12"),
        ("２０２５年６月", "2025-06"),
        ("2025–06", "2025-06"),
        ("06/2025", "2025-06"),
        ("6.2025", "2025-06"),
        ("٢٠٢٥-٠٦", "2025-06"),
        ("  2025 ", "2025"),
        ("1000", "1000"),
        ("2999-12-31", "2999-12-31"),
        ("", ""),
        ("  ", ""),
        (None, ""),
    ],
)
def test_dates_are_read_as_people_write_them(typed, iso):
    assert parse(typed) == iso


@pytest.mark.parametrize(
    ("typed", "beginning"),
    [
        ("14/06/2025", "“14/06/2025” can be read in two ways (day or month first)."),
        ("06/14/25", "“06/14/25” can be read in two ways (day or month first)."),
        ("June", "“June” has no year."),
        ("Juni", "“Juni” has no year."),
        ("June 14", "“June 14” has no year."),
        ("6月", "“6月” has no year."),
        ("25", "“25” has no year."),
        ("present", "“present” has no year."),
        ("2025-13", "“2025-13” is not a day of the calendar."),
        ("2025-00", "“2025-00” is not a day of the calendar."),
        ("2023-02-29", "“2023-02-29” is not a day of the calendar."),
        ("999", "The year 999 looks wrong."),
        ("3000-01", "The year 3000 looks wrong."),
        ("Fall 2023", "“Fall 2023” is not a date we can read."),
        ("2019–2023", "“2019-2023” is not a date we can read."),
        ("2025-06-14T10:00", "“2025-06-14T10:00” is not a date we can read."),
        ("c. 1998", "“c. 1998” is not a date we can read."),
    ],
)
def test_what_cannot_be_a_date_is_refused_with_an_example(typed, beginning):
    with pytest.raises(ValidationError) as refusal:
        parse(typed)

    hint = "Write a year, a year and month, or a full day: 2025, 2025-06 or 2025-06-14."
    assert refusal.value.messages == [f"{beginning} {hint}"]


def test_a_number_with_a_point_is_refused_because_its_last_digit_is_lost():
    with pytest.raises(ValidationError) as refusal:
        parse(2025.10)

    assert refusal.value.messages == ["Put the date in quotation marks."]


@given(partial_dates)
def test_what_is_kept_reads_as_itself(iso):
    assert parse(iso) == iso


@pytest.mark.parametrize("language", ["en", "en-gb", "de", "fr", "zh-hans"])
@given(iso=partial_dates)
def test_words_read_back_as_the_same_date_in_every_language_of_the_site(language, iso):
    with override(language):
        assert parse(words(iso)) == iso
        assert parse(words(iso, short=True)) == iso


@given(partial_dates)
def test_a_date_lasts_from_its_first_to_its_last_day(iso):
    first, last = first_day(iso), last_day(iso)

    assert first <= last
    assert {first.isoformat()[: len(iso)], last.isoformat()[: len(iso)]} == {iso}


@pytest.mark.parametrize(
    ("iso", "first", "last"),
    [
        ("2024", date(2024, 1, 1), date(2024, 12, 31)),
        ("2024-02", date(2024, 2, 1), date(2024, 2, 29)),
        ("2023-02", date(2023, 2, 1), date(2023, 2, 28)),
        ("2024-12", date(2024, 12, 1), date(2024, 12, 31)),
        ("2024-06-14", date(2024, 6, 14), date(2024, 6, 14)),
        ("", None, None),
    ],
)
def test_first_and_last_day(iso, first, last):
    assert (first_day(iso), last_day(iso)) == (first, last)


@pytest.mark.parametrize(
    ("language", "year", "month", "day"),
    [
        ("en", "2025", "June 2025", "14 June 2025"),
        ("en-gb", "2025", "June 2025", "14 June 2025"),
        ("de", "2025", "Juni 2025", "14. Juni 2025"),
        ("fr", "2025", "juin 2025", "14 juin 2025"),
        ("zh-hans", "2025", "2025年6月", "2025年6月14日"),
    ],
)
def test_words_are_only_as_precise_as_the_date_was_given(language, year, month, day):
    with override(language):
        assert [words("2025"), words("2025-06"), words("2025-06-14")] == [year, month, day]


def test_dates_sort_newest_first_with_an_unknown_month_at_the_end_of_its_year():
    dates = ["2025", "2025-06", "2024-12", "2025-12", "", "2025-06-14"]

    assert sorted(dates, reverse=True) == [
        "2025-12",
        "2025-06-14",
        "2025-06",
        "2025",
        "2024-12",
        "",
    ]


def test_form_field_shows_an_example_below_what_the_model_says():
    class Form(forms.Form):
        on = PartialDateFormField(required=False)
        due_on = PartialDateFormField(help_text="Empty: until filled.")

    form = Form({"on": "14 September 2025", "due_on": "2025年6月"})

    assert form.is_valid()
    assert form.cleaned_data == {"on": "2025-09-14", "due_on": "2025-06"}
    assert str(form["on"].help_text) == "For example 2025, 2025-06 or 2025-06-14."
    assert str(form["due_on"].help_text) == (
        "Empty: until filled. For example 2025, 2025-06 or 2025-06-14."
    )


@pytest.mark.parametrize("field", [PartialDateField(), PartialDateField(blank=False)])
def test_field_describes_itself_completely_to_migrations(field):
    _name, _path, args, kwargs = field.deconstruct()

    assert PartialDateField(*args, **kwargs).deconstruct()[2:] == field.deconstruct()[2:]
    assert kwargs == {"blank": field.blank}


@pytest.mark.parametrize(
    ("iso", "html"),
    [
        ("2025-06", '<time datetime="2025-06">June 2025</time>'),
        ("2025", '<time datetime="2025">2025</time>'),
        ("", ""),
    ],
)
def test_template_filter_marks_a_date_up(iso, html):
    template = Template("{% load dates %}{{ iso|partial_date }}")

    assert template.render(Context({"iso": iso})) == html


@pytest.mark.parametrize(
    ("begins", "is_over"),
    [
        ("2026-10-15", "2026-10-14"),
        ("2024-03-01", "2024-02-29"),
        ("2026-01-01", "2025-12-31"),
        ("2026-10", "2026-09"),
        ("2026-01", "2025-12"),
        ("2026", "2025"),
    ],
)
def test_what_comes_before_is_as_precise(begins, is_over):
    assert before(begins) == is_over
