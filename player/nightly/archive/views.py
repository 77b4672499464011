"""The history's rows in the words of the archive: names, outcomes, times and streaks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from player.days import first_day
from player.errors import Outcome
from player.nightly.archive.calendar import longest
from player.nightly.history import NO_SESSION, Row
from player.nightly.statistics import Statistics, Times, names

OUTCOMES: Mapping[str | None, str] = {
    Outcome.SOLVED: "solved",
    Outcome.ALREADY: "won before",
    Outcome.UNCONFIRMED: "played, and not confirmed by its page",
    Outcome.UNSAVED: "won by its page, and not known to be saved",
    Outcome.UNSOLVED: "not solved",
    Outcome.FAILED: "failed",
    Outcome.REFUSED: "board refused",
    Outcome.UNAVAILABLE: "page out of reach",
    Outcome.UNREADABLE: "page not understood",
    Outcome.SIGN_IN: "sign-in needed",
    Outcome.UNPLAYED: "not played",
    None: "not finished",
}


@dataclass(frozen=True, slots=True)
class Play:
    """One row of the history as text; `link` is the page of its board, or empty."""

    day: str
    name: str
    outcome: str
    difficulty: str
    time: str
    timer: str
    tries: int
    link: str


@dataclass(frozen=True, slots=True)
class Series:
    """The streak and the times of one game, site and account as text."""

    name: str
    streak: int
    longest: int
    won: int
    plays: int
    median: str
    best: str
    difficulty: str


def play(row: Row, *, several: bool) -> Play:
    """Return a row as text, with site and account if there are `several`."""
    more = (*((row.key.site, row.key.account) if several else ()), *filter(None, [row.key.board]))
    return Play(
        day=row.key.day,
        name=row.key.game + (f" ({', '.join(more)})" if more else ""),
        outcome=OUTCOMES.get(row.outcome, str(row.outcome)),
        difficulty=str(row.difficulty or ""),
        time="" if row.whole_ms is None else f"{row.whole_ms / 1000:.2f} s",
        timer="" if row.timer is None else f"{row.timer:g} s",
        tries=row.attempts,
        link="" if row.fingerprint is None else board_page(row.fingerprint),
    )


def board_page(fingerprint: str) -> str:
    """Return the name of the page of a board."""
    return f"boards/{fingerprint.rpartition(':')[2][:16]}.html"


def series(found: Sequence[Statistics]) -> list[Series]:
    """Return the statistics of each game as text."""
    return [_series(name, one) for name, one in zip(names(found), found, strict=True)]


def _series(name: str, one: Statistics) -> Series:
    won = {date.fromisoformat(row.key.day) for row in one.rows if row.won}
    times = one.ours
    return Series(
        name=name,
        streak=one.streak,
        longest=longest(won, one.rows[-1].each),
        won=one.wins,
        plays=len(one.rows),
        median=_seconds(times, "median"),
        best=_seconds(times, "best"),
        difficulty=str(one.difficulty or ""),
    )


def _seconds(times: Times | None, which: str) -> str:
    return "" if times is None else f"{getattr(times, which):.2f} s"


def of_several(rows: Iterable[Row]) -> bool:
    """Return whether the rows are of several sites or accounts, so that they must be named."""
    return len({(row.key.site, row.key.account) for row in rows}) > 1


def anonymous(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with numbers for the names of accounts, which are those of session files."""
    accounts = dict.fromkeys(row.key.account for row in rows if row.key.account not in NO_SESSION)
    numbered = {account: f"profile {number}" for number, account in enumerate(sorted(accounts), start=1)}
    return [replace(row, key=row.key._replace(account=numbered.get(row.key.account, row.key.account))) for row in rows]


def is_current(row: Row, today: Callable[[str], date]) -> bool:
    """Return whether the board of a row is still played on its site: by the site's day, week or month."""
    return date.fromisoformat(row.key.day) >= first_day(today(row.key.site), row.each)
