"""What the history adds up to, for each game: streak, wins and times. Pure."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count, groupby
from statistics import median
from typing import Any

from player.nightly.history import Row


@dataclass(frozen=True, slots=True)
class Times:
    median: float
    best: float

    @classmethod
    def of(cls, times: Sequence[float]) -> "Times | None":
        return cls(median(times), min(times)) if times else None


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one game, as one account plays it on one site; `rows` are in the order of days."""

    site: str
    account: str
    game: str
    streak: int
    rows: tuple[Row, ...]
    today: date

    @property
    def wins(self) -> int:
        return sum(row.won for row in self.rows)

    @property
    def boards(self) -> int:
        return len({row.fingerprint for row in self.rows if row.solution is not None})

    @property
    def ours(self) -> Times | None:
        """The whole times of the games that were solved, in seconds."""
        return Times.of([row.whole_ms / 1000 for row in self.rows if row.whole_ms is not None])

    @property
    def page(self) -> Times | None:
        """What the page's own timer said of them, in seconds, where it showed one."""
        return Times.of([row.timer for row in self.rows if row.outcome == "solved" and row.timer is not None])

    @property
    def by_day(self) -> dict[date, Row]:
        return {_day(row): row for row in self.rows}

    def to_json(self) -> dict[str, Any]:
        return {
            "site": self.site,
            "account": self.account,
            "game": self.game,
            "streak": self.streak,
            "wins": self.wins,
            "plays": len(self.rows),
            "seconds": _times_to_json(self.ours),
            "page_seconds": _times_to_json(self.page),
            "boards": self.boards,
            "days": [_row_to_json(row) for row in self.rows],
        }


def figures(rows: Sequence[Row], today: Callable[[str], date], since: date | None = None) -> list[Figures]:
    """The figures of each game in `rows` from the day `since` on, but for its streak, which may be longer.

    `today` is the puzzle day of a site now.
    """
    return list(_figures(rows, today, since))


def _figures(rows: Sequence[Row], today: Callable[[str], date], since: date | None) -> Iterator[Figures]:
    for (site, account, game), group in groupby(sorted(rows, key=lambda row: row.key), lambda row: row.key[:3]):
        all_rows = list(group)
        now = today(site)
        chosen = tuple(row for row in all_rows if since is None or _day(row) >= since)
        if chosen:
            won = {_day(row) for row in all_rows if row.won}
            yield Figures(site, account, game, streak(won, now), chosen, now)


def streak(won: Collection[date], today: date) -> int:
    """How many days in a row were won, up to today, or to yesterday while today's game is not won."""
    last = today if today in won else today - timedelta(1)
    return next(days for days in count() if last - timedelta(days) not in won)


def window(found: Sequence[Figures], most: int, least: int = 1) -> list[date]:
    """The days that the plots of all games show, up to today: from the first on, so many at least and at most."""
    played = [day for one in found for day in one.by_day]
    last = max(one.today for one in found)
    length = min(most, max(least, (last - min(played)).days + 1))
    return [last - timedelta(number) for number in reversed(range(length))]


def names(found: Sequence[Figures]) -> list[str]:
    """What to call each game: by its site and account too where there are several."""
    if len({(one.site, one.account) for one in found}) < 2:
        return [one.game for one in found]
    return [f"{one.game} ({one.site}, {one.account})" for one in found]


def _day(row: Row) -> date:
    return date.fromisoformat(row.key.day)


def _times_to_json(times: Times | None) -> dict[str, float] | None:
    return None if times is None else {"median": round(times.median, 3), "best": round(times.best, 3)}


def _row_to_json(row: Row) -> dict[str, Any]:
    return {
        "day": row.key.day,
        "outcome": row.outcome,
        "exit": row.exit,
        "confirmed": row.confirmed,
        "attempts": row.attempts,
        "open": row.open,
        "ms": row.ms,
        "timer": row.timer,
        "fingerprint": row.fingerprint,
    }
