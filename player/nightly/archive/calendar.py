"""The calendar of the history: years, months and days, and the longest streak. Pure."""

import calendar
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from player.days import before
from player.nightly.history import Row


@dataclass(frozen=True, slots=True)
class Day:
    """One day: the number of games that were `begun`, and of those that were `won`."""

    day: date
    begun: int = 0
    won: int = 0

    @property
    def kind(self) -> str:
        """The class of the day: all of its games are won, some, or none."""
        return "all" if self.won == self.begun else "some" if self.won else "none"

    @property
    def words(self) -> str:
        """The date in words."""
        return in_words(self.day)


@dataclass(frozen=True, slots=True)
class Month:
    """One month; the days of each week begin with Monday, and None is a day of another month."""

    name: str
    weeks: tuple[tuple[Day | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Year:
    """One year: its months from the first to the last with a game."""

    number: int
    months: tuple[Month, ...]


def days_of(rows: Iterable[Row]) -> dict[date, list[Row]]:
    """Return the rows of each day, by day."""
    found: dict[date, list[Row]] = {}
    for row in rows:
        found.setdefault(date.fromisoformat(row.key.day), []).append(row)
    return dict(sorted(found.items()))


def years_of(days: Mapping[date, Sequence[Row]]) -> list[Year]:
    """Return the years with games, the first one first."""
    years: dict[int, list[date]] = {}
    for day in days:
        years.setdefault(day.year, []).append(day)
    return [Year(year, tuple(_months(year, played, days))) for year, played in years.items()]


def _months(year: int, played: Sequence[date], days: Mapping[date, Sequence[Row]]) -> Iterable[Month]:
    for month in range(min(played).month, max(played).month + 1):
        weeks = [
            tuple(_day(day, days.get(day, ())) if day.month == month else None for day in week)
            for week in calendar.Calendar().monthdatescalendar(year, month)
        ]
        yield Month(f"{calendar.month_name[month]} {year}", tuple(weeks))


def _day(day: date, rows: Sequence[Row]) -> Day:
    return Day(day, len(rows), sum(row.won for row in rows))


def in_words(day: date) -> str:
    """Return a date in words, such as "Sunday, 22 November 2026"."""
    return f"{calendar.day_name[day.weekday()]}, {day.day} {calendar.month_name[day.month]} {day.year}"


def longest(won: Collection[date], each: str) -> int:
    """Return the greatest number of consecutive days won; of weeks or months if the board stays so long (`each`)."""
    most = number = 0
    for day in sorted({*won}):
        number = number + 1 if before(day, each) in won else 1
        most = max(most, number)
    return most
