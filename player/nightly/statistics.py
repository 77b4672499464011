"""Statistics of the history for each game (streak, wins, times), as a page and on the terminal."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from statistics import median
from typing import Any

from rich.console import Console
from rich.text import Text

from player.days import before, day_text, first_day
from player.errors import Outcome
from player.explanations.explanation import Difficulty
from player.games import title_of
from player.nightly.history import Key, Row
from player.render.html import rendered
from player.render.terminal import Columns, fitting, printable


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
    """The statistics of one game, site, account and board, as in `key`; `rows` are ordered by day."""

    key: Key
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
        return longest({day_of(row) for row in self.rows if row.won}, self.rows[-1].each)

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
        return {day_of(row): row for row in self.rows}

    def to_json(self) -> dict[str, Any]:
        """Return the statistics as JSON."""
        return {
            "site": self.key.site,
            "account": self.key.account,
            "game": self.key.game,
            **({"board_name": self.key.board} if self.key.board else {}),
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
    for key, group in groupby(sorted(rows, key=lambda row: (_series(row), row.key.day)), _series):
        all_rows, now = list(group), today(key.site)
        chosen = tuple(row for row in all_rows if since is None or day_of(row) >= since)
        if chosen:
            last = streak({day_of(row) for row in all_rows if row.won}, now, all_rows[-1].each)
            found.append(Statistics(key, last, chosen, now))
    return found


def _series(row: Row) -> Key:
    return row.key._replace(day="")


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
    """Return the label of each game, with site and account if there are several."""
    several = len({(one.key.site, one.key.account) for one in found}) > 1
    return [label(one.key, several=several) for one in found]


def label(key: Key, *, several: bool) -> str:
    """Return the title of a game, with its board's name, and with site and account if there are `several`."""
    more = [*((key.site, key.account) if several else ()), *filter(None, [key.board])]
    return title_of(key.game) + (f" ({', '.join(more)})" if more else "")


#: The fields of a row that its JSON has as they are.
_SHOWN = ("number", "outcome", "exit", "confirmed", "saved", "attempts", "open", "ms", "timer", "fingerprint")


def day_of(row: Row) -> date:
    """Return the day of a row."""
    return date.fromisoformat(row.key.day)


def _row_to_json(row: Row) -> dict[str, Any]:
    difficulty = row.difficulty and row.difficulty.to_json()
    return {"day": row.key.day, **{name: getattr(row, name) for name in _SHOWN}, "difficulty": difficulty}


# The page


#: Days of a chart: at least, so that bars stay narrow, and at most, so that each can be pointed at.
MIN_DAYS, MAX_DAYS = 30, 120


def page(found: Sequence[Statistics]) -> str:
    """Return the page, with all texts escaped."""
    days = window(found, MAX_DAYS, MIN_DAYS) if found else []
    charts = [(name, one, _most(one, days)) for name, one in zip(names(found), found, strict=True)]
    on_days = [(day, [row for one in found if (row := one.by_day.get(day))]) for day in days]
    by_day = [(day, sum(row.won for row in rows), len(rows)) for day, rows in on_days]
    total = {
        "wins": sum(one.wins for one in found),
        "plays": sum(len(one.rows) for one in found),
        "days": len({day for one in found for day in one.by_day}),
        "streak": max((one.streak for one in found), default=0),
        "most": max((plays for _, _, plays in by_day), default=0) or 1,
    }
    return rendered(
        "player.nightly", "history.html", charts=charts, days=days, by_day=by_day, total=total, day_text=day_text
    )


def _most(one: Statistics, days: Iterable[date]) -> float:
    """Return the longest time of a game on one of the days, in seconds; 1 if it was won on none."""
    rows = filter(None, map(one.by_day.get, days))
    return max((row.whole_ms / 1000 for row in rows if row.whole_ms), default=1.0)


# The terminal


#: Bars from short to long; the second for terminals without Unicode.
_BARS, _ASCII_BARS = "▁▂▃▄▅▆▇█", "_-~=+*%#"

#: Days of a plot at most, and columns of the terminal to leave free.
_DAYS, _MARGIN_COLUMNS = 60, 2


#: The columns of the table in terminals that are less and less wide.
_NARROW = (("game", "streak", "wins", "plays", "median\ns", "best\ns"), ("game", "streak", "wins"))


def show(console: Console, found: Sequence[Statistics]) -> None:
    """Print the table and the plots."""
    called = [printable(name) for name in names(found)]
    columns: Columns = {
        "game": [*map(Text, called)],
        "streak": [str(one.streak) for one in found],
        "wins": [str(one.wins) for one in found],
        "plays": [str(len(one.rows)) for one in found],
        "median\ns": [_cells(one.ours)[0] for one in found],
        "best\ns": [_cells(one.ours)[1] for one in found],
        "page\nmedian": [_cells(one.page)[0] for one in found],
        "page\nbest": [_cells(one.page)[1] for one in found],
        "boards\nkept": [str(one.boards) for one in found],
    }
    known = {name: cells for name, cells in columns.items() if any(cells)}
    narrow = [[name for name in names if name in known] for names in _NARROW]
    console.print(fitting(console, known, narrow, ("game",)))
    width = max(map(len, called))
    bars = _ASCII_BARS if console.options.ascii_only else _BARS
    levels = [f"  {one.difficulty}" if one.difficulty else "" for one in found]
    room = console.width - width - _MARGIN_COLUMNS - max(map(len, levels))
    days = window(found, max(1, min(_DAYS, room)))
    for name, one, level in zip(called, found, levels, strict=True):
        rows = one.by_day
        line = Text(f"{name:{width}}  ").append_text(_line(list(map(rows.get, days)), bars)).append(level)
        console.print(line, soft_wrap=True)
    signs = f"{'time':{width}}  of each day to {day_text(days[-1])}; o: won before, x: not won, .: not played"
    console.print(Text(signs + "; then the median difficulty" * any(levels), style="dim"))


def _cells(times: PlayTimes | None) -> tuple[str, str]:
    return ("", "") if times is None else (f"{times.median:.2f}", f"{times.best:.2f}")


def _line(rows: Sequence[Row | None], bars: str) -> Text:
    """Return a character for each day: a bar for its time, between the best and the worst."""
    times = [row.whole_ms for row in rows if row is not None and row.whole_ms is not None]
    least, most = min(times, default=0.0), max(times, default=0.0)
    line = Text()
    for row in rows:
        if row is None:
            line.append(".", "dim")
        elif row.whole_ms is not None:
            part = (row.whole_ms - least) / (most - least) if most > least else 0.0
            line.append(bars[min(len(bars) - 1, int(part * len(bars)))], "green")
        else:
            line.append("o" if row.won else "x", "green" if row.won else "red")
    return line
