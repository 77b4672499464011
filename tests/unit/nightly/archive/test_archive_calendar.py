"""The calendar of an archive."""

import re
from datetime import date
from pathlib import Path

import pytest

from player.nightly.archive.site import days_of, in_words, months_of
from player.nightly.statistics import longest
from tests.support.archives import built, row


def test_a_year_has_its_months_from_the_first_to_the_last_game() -> None:
    days = days_of([row(day="2025-12-31"), row(day="2026-03-01", outcome="failed"), row(day="2026-01-31")])
    assert [*days] == [date(2025, 12, 31), date(2026, 1, 31), date(2026, 3, 1)]
    assert [name for name, *_ in months_of(2025, days)] == ["December 2025"]
    assert [name for name, *_ in months_of(2026, days)] == ["January 2026", "February 2026", "March 2026"]


@pytest.mark.parametrize(
    ("outcomes", "kind", "count"),
    [
        (["solved", "already"], "all", "2/2"),
        (["solved", "unconfirmed"], "some", "1/2"),
        (["refused", "failed", None], "none", "0/3"),
    ],
)
def test_a_day_is_won_wholly_partly_or_not(tmp_path: Path, outcomes: list[str | None], kind: str, count: str) -> None:
    rows = [row(game=f"game {number}", outcome=outcome, day="2026-02-01") for number, outcome in enumerate(outcomes)]
    built(tmp_path / "a", *rows)
    page = (tmp_path / "a" / "index.html").read_text(encoding="utf-8")
    (found,) = re.findall(r'<td class="(all|some|none)">.*?<small>(\S+)<span', page)
    assert found == (kind, count)
    assert (page.count('class="outside"'), page.count('class="free"')) == (7, 27), "whole weeks from Monday on"


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
