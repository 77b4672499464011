"""Statistics of the history for each game: streak, wins and times. Pure."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from statistics import median
from typing import Any

from player.days import before, first_day
from player.errors import Outcome
from player.explanations.difficulty import Difficulty
from player.nightly.history import Row


@dataclass(frozen=True, slots=True)
class PlayTimes:
    """Statistics of times, in seconds."""

    median: float
    best: float

    @classmethod
    def of(cls, times: Sequence[float]) -> "PlayTimes | None":
        """Return the statistics of `times`; None if there are none."""
        return cls(median(times), min(times)) if times else None

    def to_json(self) -> dict[str, float]:
        """Return the times, rounded to milliseconds."""
        return {"median": round(self.median, 3), "best": round(self.best, 3)}


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of one game, site, account and board; `rows` are ordered by day."""

    site: str
    account: str
    game: str
    board: str
    """The board's name on its site; empty if it has none."""
    streak: int
    rows: tuple[Row, ...]
    today: date

    @property
    def wins(self) -> int:
        """The number of games won."""
        return sum(row.won for row in self.rows)

    @property
    def longest(self) -> int:
        """The greatest number of consecutive wins."""
        return longest({_day(row) for row in self.rows if row.won}, self.rows[-1].each)

    @property
    def boards(self) -> int:
        """The number of different boards."""
        return len({row.fingerprint for row in self.rows if row.solution is not None})

    @property
    def ours(self) -> PlayTimes | None:
        """The whole times of the solved games, in seconds."""
        return PlayTimes.of([row.whole_ms / 1000 for row in self.rows if row.whole_ms is not None])

    @property
    def page(self) -> PlayTimes | None:
        """The page's own timer in those games, in seconds, if it showed one."""
        return PlayTimes.of([row.timer for row in self.rows if row.outcome == Outcome.SOLVED and row.timer is not None])

    @property
    def difficulty(self) -> Difficulty | None:
        """The median difficulty of the different boards; None if none was measured."""
        measured = {row.fingerprint: row.difficulty.number for row in self.rows if row.difficulty}
        return Difficulty(median(measured.values())) if measured else None

    @property
    def by_day(self) -> dict[date, Row]:
        """Return the rows by day."""
        return {_day(row): row for row in self.rows}

    def to_json(self) -> dict[str, Any]:
        """Return the statistics as JSON."""
        return {
            "site": self.site,
            "account": self.account,
            "game": self.game,
            **({"board_name": self.board} if self.board else {}),
            "streak": self.streak,
            "wins": self.wins,
            "plays": len(self.rows),
            "seconds": self.ours and self.ours.to_json(),
            "page_seconds": self.page and self.page.to_json(),
            "boards": self.boards,
            "difficulty": self.difficulty and self.difficulty.to_json(),
            "days": [_row_to_json(row) for row in self.rows],
        }


def statistics(rows: Sequence[Row], today: Callable[[str], date], since: date | None = None) -> list[Statistics]:
    """Return the statistics of each game from the day `since` on; its streak may begin earlier.

    `today` returns the current puzzle day of a site.
    """
    found = []
    for series, group in groupby(sorted(rows, key=lambda row: (*_series(row), row.key.day)), _series):
        all_rows, now = list(group), today(series[0])
        chosen = tuple(row for row in all_rows if since is None or _day(row) >= since)
        if chosen:
            last = streak({_day(row) for row in all_rows if row.won}, now, all_rows[-1].each)
            found.append(Statistics(*series, last, chosen, now))
    return found


def _series(row: Row) -> tuple[str, str, str, str]:
    return row.key.site, row.key.account, row.key.game, row.key.board


def streak(won: Collection[date], today: date, each: str = "day") -> int:
    """Return the number of consecutive days won, up to today, or to yesterday if today's game is not won yet.

    If a board stays for a week or a month (`each`), the weeks or months are counted; `won` has their first days.
    """
    day, number = first_day(today, each), 0
    if day not in won:
        day = before(day, each)
    while day in won:
        day, number = before(day, each), number + 1
    return number


def longest(won: Collection[date], each: str) -> int:
    """Return the greatest number of consecutive days won; of weeks or months if the board stays so long (`each`)."""
    most = number = 0
    for day in sorted({*won}):
        number = number + 1 if before(day, each) in won else 1
        most = max(most, number)
    return most


def window(found: Sequence[Statistics], most: int, least: int = 1) -> list[date]:
    """Return the days for all plots, up to today: from the first on, at least `least` and at most `most`."""
    played = [day for one in found for day in one.by_day]
    last = max(one.today for one in found)
    length = min(most, max(least, (last - min(played)).days + 1))
    return [last - timedelta(number) for number in reversed(range(length))]


def names(found: Sequence[Statistics]) -> list[str]:
    """Return the label of each game, with its board's name, and with site and account if there are several."""
    several = len({(one.site, one.account) for one in found}) > 1
    labels = [(one.game, [*((one.site, one.account) if several else ()), *filter(None, [one.board])]) for one in found]
    return [f"{game} ({', '.join(more)})" if more else game for game, more in labels]


def _day(row: Row) -> date:
    return date.fromisoformat(row.key.day)


def _row_to_json(row: Row) -> dict[str, Any]:
    return {
        "day": row.key.day,
        "number": row.number,
        "outcome": row.outcome,
        "exit": row.exit,
        "confirmed": row.confirmed,
        "saved": row.saved,
        "attempts": row.attempts,
        "open": row.open,
        "ms": row.ms,
        "timer": row.timer,
        "fingerprint": row.fingerprint,
        "difficulty": row.difficulty and row.difficulty.to_json(),
    }
