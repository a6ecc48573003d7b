"""The periods of grants, which stand for every model with a period."""

from datetime import date

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.template import Context, Template
from hypothesis import given
from hypothesis import strategies as st

from labsite.periods import Period, covers, is_in_order, is_over, period_words
from publications.models import Funder, Grant

pytestmark = pytest.mark.django_db


def make_funder():
    return Funder.objects.get_or_create(name="Science Council")[0]


def make_period(start="", end="", ending="open", **fields):
    return Grant.objects.create(
        title="Tides", funder=make_funder(), start=start, end=end, ending=ending, **fields
    )


def state_on(period, day):
    """Ask the database and the row the same question: "current", "past" or "neither"?"""
    is_current = Grant.objects.current(day).filter(pk=period.pk).exists()
    is_past = Grant.objects.past(day).filter(pk=period.pk).exists()

    assert period.is_current(day) == is_current
    assert not (is_current and is_past)
    return "current" if is_current else "past" if is_past else "neither"


@pytest.mark.parametrize(
    ("start", "end", "ending", "day", "state"),
    [
        # The last day counts, of whatever precision the end is.
        ("2019", "2023", "ended", date(2023, 12, 31), "current"),
        ("2019", "2023", "ended", date(2024, 1, 1), "past"),
        ("2019", "2024-02", "ended", date(2024, 2, 29), "current"),
        ("2019", "2024-02", "ended", date(2024, 3, 1), "past"),
        ("2019", "2024-02-10", "ended", date(2024, 2, 10), "current"),
        ("2019", "2024-02-10", "ended", date(2024, 2, 11), "past"),
        ("2019", "2024-02-10", "ended", date(2024, 12, 1), "past"),
        # A start counts from its first possible day.
        ("2025", "", "open", date(2024, 12, 31), "neither"),
        ("2025", "", "open", date(2025, 1, 1), "current"),
        ("2025-06", "", "open", date(2025, 5, 31), "neither"),
        ("2025-06", "", "open", date(2025, 6, 1), "current"),
        ("2025-06-14", "", "open", date(2025, 6, 13), "neither"),
        ("2025-06-14", "", "open", date(2025, 6, 14), "current"),
        ("2025", "2026", "ended", date(2024, 12, 31), "neither"),
        # An expected end does not end anything by itself.
        ("2019", "2023", "expected", date(2023, 6, 1), "current"),
        ("2019", "2023", "expected", date(2030, 1, 1), "current"),
        ("2019", "", "expected", date(2030, 1, 1), "current"),
        # Ended without a date: over at once.
        ("2019", "", "ended", date(2019, 6, 1), "past"),
        ("", "", "ended", date(2019, 6, 1), "past"),
        # An undated start is as good as any.
        ("", "", "open", date(1999, 1, 1), "current"),
        ("", "2023", "ended", date(1999, 1, 1), "current"),
        ("", "2023", "ended", date(2024, 1, 1), "past"),
        # Everything within one year or one day.
        ("2024", "2024", "ended", date(2024, 1, 1), "current"),
        ("2024-05-05", "2024-05-05", "ended", date(2024, 5, 5), "current"),
        ("2024-05-05", "2024-05-05", "ended", date(2024, 5, 6), "past"),
    ],
)
def test_period_is_current_from_its_first_to_its_last_day(start, end, ending, day, state):
    assert state_on(make_period(start, end, ending), day) == state


days = st.dates(min_value=date(2019, 12, 1), max_value=date(2022, 2, 1))
partial_dates = st.builds(
    lambda day, length: day.isoformat()[:length], days, st.sampled_from([0, 4, 7, 10])
)


@given(day=days, start=partial_dates, end=partial_dates, ending=st.sampled_from(Period.Ending))
def test_database_and_row_agree_about_every_period(day, start, end, ending):
    with transaction.atomic():
        try:
            with transaction.atomic():
                period = make_period(start, end, ending)
        except IntegrityError:
            assert end < start
            return
        state_on(period, day)
        period.delete()


@time_machine.travel("2025-07-01 12:00 +0000")
def test_current_means_today_unless_told_otherwise():
    running, over = make_period("2025-07"), make_period("2024", "2025-06")

    assert list(Grant.objects.current()) == [running]
    assert list(Grant.objects.past()) == [over]
    assert running.is_current()
    assert not over.is_current()


def test_funder_with_a_finished_and_a_running_grant_is_matched_through_the_relation():
    make_period("2010", "2012", "ended")
    make_period("2020")
    day = date(2021, 1, 1)

    assert list(Funder.objects.filter(covers(day, via="grants__"))) == [make_funder()]
    assert list(Funder.objects.filter(is_over(day, via="grants__"))) == [make_funder()]


def test_funder_whose_grants_are_all_over_is_not_current():
    make_period("2010", "2012", "ended")

    assert not Funder.objects.filter(covers(date(2021, 1, 1), via="grants__")).exists()


def test_funder_without_grants_is_neither():
    make_funder()

    assert not Funder.objects.filter(covers(date(2021, 1, 1), via="grants__")).exists()
    assert not Funder.objects.filter(is_over(date(2021, 1, 1), via="grants__")).exists()


def test_end_date_given_while_open_means_ended_however_the_row_is_saved():
    created = make_period("2019", "2023")
    [bulk] = Grant.objects.bulk_create(
        [Grant(title="Waves", funder=make_funder(), start="2019", end="June 2023")]
    )
    typed = Grant(title="Surf", funder=make_funder(), start="2019", end="2023")
    typed.full_clean()

    assert [created.ending, bulk.ending, typed.ending] == ["ended", "ended", "ended"]
    bulk.refresh_from_db()
    assert (bulk.end, bulk.ending) == ("2023-06", "ended")


def test_expected_end_stays_expected():
    assert make_period("2019", "2030", "expected").ending == "expected"


def test_any_spelling_in_code_is_kept_as_iso_text():
    period = make_period("Jun 2025", "2025年12月")

    assert (period.start, period.end) == ("2025-06", "2025-12")
    period.refresh_from_db()
    assert (period.start, period.end) == ("2025-06", "2025-12")


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("2025-06", "2025"),
        ("2025-06-14", "2025-06"),
        ("2025", "2025-06"),
        ("2025", ""),
        ("", "1999"),
    ],
)
def test_end_within_or_after_the_start_is_accepted(start, end):
    period = make_period(start, end)

    period.full_clean()


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("2025-06", "2024"),
        ("2025", "2024-12-31"),
        ("2025-06-14", "2025-06-13"),
        ("2025-06", "2025-05"),
    ],
)
def test_end_before_the_start_is_refused_in_words_and_by_the_database(start, end):
    period = Grant(title="Tides", funder=make_funder(), start=start, end=end)

    with pytest.raises(ValidationError) as refusal:
        period.full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        period.save()

    assert refusal.value.messages == ["The end is before the start."]


def test_database_refuses_texts_that_are_no_partial_dates():
    period = make_period("2025")

    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE publications_grant SET start = %s WHERE id = %s", ["20250", period.pk]
        )


def test_database_sorts_newest_first_with_an_unknown_month_at_the_end_of_its_year():
    for start in ["2025", "2025-06", "2024-12", "2025-12", "", "2025-06-14"]:
        make_period(start)

    assert list(Grant.objects.order_by("-start").values_list("start", flat=True)) == [
        "2025-12",
        "2025-06-14",
        "2025-06",
        "2025",
        "2024-12",
        "",
    ]


@pytest.mark.parametrize(
    ("start", "end", "ending", "printed"),
    [
        ("2019", "2023", "ended", "2019 – 2023"),
        ("2023", "2028", "expected", "2023 – 2028 (expected)"),
        ("2025-02", "", "open", "since Feb 2025"),
        ("2025-02", "", "expected", "since Feb 2025"),
        ("2019-09", "2023-06-30", "ended", "Sep 2019 – 30 Jun 2023"),
        ("2023", "2023", "ended", "2023"),
        ("2023", "2023", "expected", "2023 – 2023 (expected)"),
        ("", "2023", "ended", "until 2023"),
        ("", "2023", "expected", "until 2023 (expected)"),
        ("2019", "", "ended", "from 2019"),
        ("", "", "open", ""),
        ("", "", "ended", ""),
    ],
)
def test_period_in_words(start, end, ending, printed):
    assert period_words(start, end, ending) == printed


def test_template_filter_marks_both_dates_of_a_period_up():
    template = Template("{% load dates %}{{ grant|period }}")

    assert template.render(
        Context({"grant": Grant(start="2023-09", end="2028", ending="expected")})
    ) == ('<time datetime="2023-09">Sep 2023</time> – <time datetime="2028">2028</time> (expected)')


@time_machine.travel("2026-06-01")
def test_what_begins_later_is_said_so():
    assert period_words("2027", "", "open") == "from 2027"
    assert period_words("2026", "", "open") == "since 2026"


@pytest.mark.parametrize(
    ("start", "end", "ending", "outcome"),
    [
        ("2027", "", "open", False),
        ("2020", "2026-05", "ended", True),
        ("2020", "2026-06", "ended", False),
        ("2020", "2025", "expected", False),
        ("2020", "", "ended", True),
    ],
)
def test_a_period_is_past_when_its_last_day_is_over(start, end, ending, outcome):
    day = date(2026, 6, 1)
    period = make_period(start, end, ending)

    assert period.is_past(day) is outcome
    assert Grant.objects.past(day).exists() is outcome


@pytest.mark.parametrize("start", ["", "2025", "2025-06", "2025-06-14"])
@pytest.mark.parametrize(
    "end", ["", "2024", "2025", "2025-05", "2025-06", "2025-06-13", "2025-06-14", "2026"]
)
def test_the_database_and_the_forms_agree_on_which_period_may_be(start, end):
    try:
        with transaction.atomic():
            make_period(start, end)
        is_taken = True
    except IntegrityError:
        is_taken = False

    assert is_in_order(start, end) == is_taken
