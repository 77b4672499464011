"""The archive of a history: its pages in words, and which of them must be made anew."""

import calendar
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import groupby
from typing import Any, TypeAlias, TypeVar

from player import __version__
from player.bulk import ordered
from player.days import day_text, first_day
from player.deadlines import unbroken
from player.errors import Outcome
from player.nightly.archive.board_page import OWN, BoardTask, board_page, scripts, thumbnail
from player.nightly.archive.folder import ArchiveFolder
from player.nightly.history import NO_SESSION, Row
from player.nightly.statistics import day_of, label, names, statistics, window
from player.render.html import rendered
from player.render.progress import PROGRESS

_ASSETS = ("archive.css", "begin.js", "play.js", "steps.js")
_TEMPLATES = ("archive.html", "board.html", "turn.html")
#: The days of the picture of streaks, at most.
STREAK_DAYS = 60
#: Guards of a private archive against git, and against programs that visit sites.
_GUARDS = {".gitignore": b"*\n", "robots.txt": b"User-agent: *\nDisallow: /\n"}

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


T = TypeVar("T")
Month: TypeAlias = tuple[int, int]
"""Year and month."""
Plays: TypeAlias = Mapping[date, Sequence[Mapping[str, Any]]]
"""The games of each day, as text."""


@dataclass(frozen=True, slots=True)
class ArchiveSite:
    """The history as an archive: `today` returns the current puzzle day of a site, `zone` its time zone.

    One to `publish` has no names of accounts, and of boards that are still played neither solution nor explanation.
    """

    rows: Sequence[Row]
    today: Callable[[str], date]
    zone: Callable[[str], str]
    publish: bool = False

    def build(self, folder: ArchiveFolder, *, jobs: int = 1, begin: Callable[[int], None] = lambda _: None) -> None:
        """Write what has changed to `folder`, by so many processes; `begin` gets the number of boards to explain.

        What was finished before an error stays, and the next build goes on after it.
        """
        rows = _anonymous(self.rows) if self.publish else self.rows
        several = len({(row.key.site, row.key.account) for row in rows}) > 1
        tasks = {task.name: task for task in _in_turn(self._boards(rows, several=several))}
        pictures = {_picture_of(task.name): task.data for task in tasks.values()}
        pages = {name: text.encode() for name, text in self._pages(rows, several=several)}
        here = files(__package__)
        fixed = {f"assets/{name}": (here / "assets" / name).read_bytes() for name in _ASSETS}
        fixed["assets/archive.css"] = rendered(__package__, "style.css").encode() + b"\n" + fixed["assets/archive.css"]
        fixed |= scripts() | ({} if self.publish else _GUARDS)
        folder.plan(planned := [*fixed, *tasks, *pictures, *pages])
        try:
            for name, content in fixed.items():
                folder.put(name, content)
            for name, data in pictures.items():
                if not folder.has(name, mark := _digest(data)):
                    folder.put(name, thumbnail(data).encode(), mark)
            due = [(task, mark) for task in tasks.values() if not folder.has(task.name, mark := _digest(asdict(task)))]
            begin(len(due))
            PROGRESS.expect(len(due))
            made = ordered(board_page, (task for task, _ in due), jobs)
            for (task, mark), text in zip(due, made, strict=True):
                folder.put(task.name, text.encode(), mark)
                PROGRESS.advance()
            for name, content in pages.items():
                folder.put(name, content)
            folder.prune(planned)
        finally:
            with unbroken():
                folder.save()

    def _boards(self, rows: Sequence[Row], *, several: bool) -> Iterator[BoardTask]:
        boards = sorted((row for row in rows if row.fingerprint is not None), key=lambda row: str(row.fingerprint))
        for mark, group in groupby(boards, key=lambda row: str(row.fingerprint)):
            found = sorted(group, key=lambda row: row.key)
            # A board is withheld while it is still played on its site: by the site's day, week or month.
            begun = ((day_of(row), first_day(self.today(row.key.site), row.each)) for row in found)
            yield BoardTask(
                name=_page_of(mark),
                data=found[0].board or {},
                solution=found[0].solution,
                difficulty=found[0].difficulty,
                plays=tuple(_play(row, several=several) for row in sorted(found, key=lambda row: row.key.day)),
                publish=self.publish,
                withheld=self.publish and any(day >= first for day, first in begun),
            )

    def _pages(self, rows: Sequence[Row], *, several: bool) -> Iterator[tuple[str, str]]:
        """Yield the pages besides those of the boards, by name."""
        days = days_of(rows)
        plays = {day: [_play(row, several=several) for row in of_day] for day, of_day in days.items()}
        months = [*dict.fromkeys((day.year, day.month) for day in days)]
        yield "index.html", self._calendar(rows, plays, months, len(months) - 1, "")
        for number, month in enumerate(months):
            yield _month_link(month)[0], self._calendar((), plays, months, number, "../")
        for year in dict.fromkeys(year for year, _ in months):
            months_in = [*months_of(year, days)]
            page = self._index("../", plays, year, head=f"Games of {year}", month="", months=months_in)
            yield f"years/{year}.html", page
        for day, before, after in _around([*days]):
            more: dict[str, Any] = {"before": before, "after": after, "words": in_words(day), "plays": plays[day]}
            yield f"days/{day}.html", self._page("day.html", "../", day=day, **more)

    def _calendar(self, rows: Sequence[Row], plays: Plays, months: Sequence[Month], number: int, up: str) -> str:
        """Return the page of the month with that `number`; the first page, beside no other, has the streaks, too."""
        if not months:
            return self._index(up, plays, None, head="Calendar")
        year, month = months[number]
        first, length = calendar.monthrange(year, month)
        month_days = [date(year, month, day) for day in range(1, length + 1)]
        zones: dict[str, list[str]] = {}
        for site in dict.fromkeys(row.key.site for row in rows):
            zones.setdefault(self.zone(site), []).append(site)
        found = statistics(rows, self.today)
        name = _month_name((year, month))
        return self._index(
            up,
            plays,
            year,
            head=name if up else "Archive of played games",
            month=name,
            first=first + 1,
            month_days=[(day, plays.get(day, ())) for day in month_days],
            before=_month_link(months[number - 1]) if number else None,
            after=_month_link(months[number + 1]) if number + 1 < len(months) else None,
            months=[] if up else [*months_of(year, plays)],
            series=[*zip(names(found), found, strict=True)],
            days_shown=window(found, STREAK_DAYS, STREAK_DAYS) if found else (),
            spans=any(row.each != "day" for row in rows),
            zones=[(zone, ", ".join(sites)) for zone, sites in zones.items()],
        )

    def _index(self, up: str, plays: Plays, year: int | None, **values: Any) -> str:
        shared = {"series": (), "years": sorted({day.year for day in plays}), "in_words": in_words}
        return self._page("index.html", up, year=year, days=plays, day_text=day_text, **shared | values)

    def _page(self, template: str, up: str, **values: Any) -> str:
        return rendered(__package__, template, up=up, publish=self.publish, own=OWN, **values)


def _around(days: Sequence[T]) -> Iterator[tuple[T, T | None, T | None]]:
    """Yield each of the items with the one before and the one after it."""
    yield from zip(days, [None, *days], [*days[1:], None], strict=False)


def _in_turn(tasks: Iterable[BoardTask]) -> Iterator[BoardTask]:
    """Yield each board with the pages of the same game's boards before and after it, by their first days."""
    ordered_tasks = sorted(tasks, key=lambda task: (str(task.data.get("game")), task.plays[0]["day"], task.name))
    for _, group in groupby(ordered_tasks, key=lambda task: str(task.data.get("game"))):
        for task, *others in _around([*group]):
            before, after = (one.name.removeprefix("boards/") if one else "" for one in others)
            yield replace(task, before=before, after=after)


def _digest(source: Any) -> str:
    """Return the digest of all that a file of the archive is made from."""
    return sha256(json.dumps([_version(), source], sort_keys=True, default=str).encode()).hexdigest()


@cache
def _version() -> str:
    """Return a digest of the player's version and of the templates."""
    named = [*((__package__, name) for name in _TEMPLATES), ("player.render", "page.html")]
    texts = [(files(package) / "templates" / name).read_bytes() for package, name in named]
    return sha256(b"\0".join([__version__.encode(), *texts])).hexdigest()


# Rows as text


def _anonymous(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with numbers for the names of accounts, which are those of session files."""
    accounts = dict.fromkeys(row.key.account for row in rows if row.key.account not in NO_SESSION)
    numbered = {account: f"profile {number}" for number, account in enumerate(sorted(accounts), start=1)}
    return [replace(row, key=row.key._replace(account=numbered.get(row.key.account, row.key.account))) for row in rows]


def _play(row: Row, *, several: bool) -> dict[str, Any]:
    """Return a row as text, with site and account if there are `several`; `link` is the page of its board, or empty."""
    return {
        "day": row.key.day,
        "name": label(row.key, several=several),
        "outcome": OUTCOMES.get(row.outcome, str(row.outcome)),
        "difficulty": str(row.difficulty or ""),
        "time": "" if row.whole_ms is None else f"{row.whole_ms / 1000:.2f} s",
        "timer": "" if row.timer is None else f"{row.timer:g} s",
        "tries": row.attempts,
        "won": row.won,
        "picture": "" if row.fingerprint is None else _picture_of(_page_of(row.fingerprint)),
        "link": "" if row.fingerprint is None else _page_of(row.fingerprint),
    }


def _page_of(fingerprint: str) -> str:
    """Return the name of the page of a board."""
    return f"boards/{fingerprint.rpartition(':')[2][:16]}.html"


def _picture_of(page: str) -> str:
    """Return the name of the thumbnail of the board on `page`."""
    return f"{page.removesuffix('.html')}.svg"


# The calendar


def _month_name(month: Month) -> str:
    return f"{calendar.month_name[month[1]]} {month[0]}"


def _month_link(month: Month) -> tuple[str, str]:
    """Return the page of a month and its name."""
    return f"months/{month[0]}-{month[1]:02}.html", _month_name(month)


def days_of(rows: Iterable[Row]) -> dict[date, list[Row]]:
    """Return the rows of each day, by day."""
    return {day: [*of_day] for day, of_day in groupby(sorted(rows, key=day_of), key=day_of)}


def months_of(year: int, days: Iterable[date]) -> Iterator[tuple[str, int, list[list[date]]]]:
    """Yield name, number and whole weeks of the months of a year, from the first to the last with a game."""
    played = [day.month for day in days if day.year == year]
    for month in range(min(played), max(played) + 1):
        yield _month_name((year, month)), month, calendar.Calendar().monthdatescalendar(year, month)


def in_words(day: date) -> str:
    """Return a date in words, such as "Sunday, 22 November 2026"."""
    return f"{calendar.day_name[day.weekday()]}, {day.day} {calendar.month_name[day.month]} {day.year}"
