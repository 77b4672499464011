"""The calendar of an archive."""

from datetime import date

import pytest

from player.nightly.archive.site import Day, days_of, in_words, months_of
from player.nightly.statistics import longest
from tests.support.archives import row


def test_a_year_has_its_months_from_the_first_to_the_last_game() -> None:
    days = days_of([row(day="2025-12-31"), row(day="2026-03-01", outcome="failed"), row(day="2026-01-31")])
    assert [*days] == [date(2025, 12, 31), date(2026, 1, 31), date(2026, 3, 1)]
    assert [month.name for month in months_of(2025, days)] == ["December 2025"]
    assert [month.name for month in months_of(2026, days)] == ["January 2026", "February 2026", "March 2026"]


def test_a_month_has_whole_weeks_from_monday_without_other_months_days() -> None:
    (month,) = months_of(2026, days_of([row(day="2026-02-01")]))
    assert [len(week) for week in month.weeks] == [7] * 5
    assert month.weeks[0] == [*[None] * 6, Day(date(2026, 2, 1), 1, 1)]
    assert [day.day.day for week in month.weeks for day in week if day] == [*range(1, 29)]


@pytest.mark.parametrize(
    ("outcomes", "kind"),
    [
        (["solved", "already"], "all"),
        (["solved", "unconfirmed"], "some"),
        (["refused", "failed", None], "none"),
    ],
)
def test_a_day_is_won_wholly_partly_or_not(outcomes: list[str | None], kind: str) -> None:
    rows = [row(game=f"game {number}", outcome=outcome) for number, outcome in enumerate(outcomes)]
    (month,) = months_of(2026, days_of(rows))
    (day,) = [day for week in month.weeks for day in week if day and day.begun]
    assert (day.kind, day.begun) == (kind, len(outcomes))


@pytest.mark.parametrize(
    ("won", "each", "most"),
    [
        ([], "day", 0),
        (["2026-02-28", "2026-03-01", "2026-03-03"], "day", 2),
        (["2026-03-02", "2026-03-09", "2026-03-23"], "week", 2),
        (["2025-12-01", "2026-01-01", "2026-02-01", "2026-04-01"], "month", 3),
    ],
)
def test_the_longest_streak_counts_days_weeks_or_months(won: list[str], each: str, most: int) -> None:
    assert longest([*map(date.fromisoformat, won)], each) == most


def test_a_date_in_words_is_in_english() -> None:
    assert in_words(date(2026, 11, 22)) == "Sunday, 22 November 2026"
