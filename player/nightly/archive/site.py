"""The archive of a history: which pages it has, and which of them must be made anew."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import groupby
from typing import Any

from player import __version__
from player.bulk import ordered
from player.deadlines import unbroken
from player.nightly.archive import views
from player.nightly.archive.board_page import OWN, BoardTask, board_page
from player.nightly.archive.calendar import Year, days_of, in_words, years_of
from player.nightly.archive.engines import scripts
from player.nightly.archive.folder import ArchiveFolder
from player.nightly.history import Row
from player.nightly.statistics import statistics
from player.render.html import rendered

_ASSETS = ("archive.css", "begin.js", "play.js", "steps.js")
_TEMPLATES = ("archive.html", "board.html", "day.html", "index.html")
#: Guards of a private archive against git, and against programs that visit sites.
_GUARDS = {".gitignore": b"*\n", "robots.txt": b"User-agent: *\nDisallow: /\n"}


@dataclass(frozen=True, slots=True)
class Archive:
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
        rows = views.anonymous(self.rows) if self.publish else self.rows
        tasks = {task.name: task for task in self._boards(rows)}
        pages = {name: text.encode() for name, text in self._pages(rows)}
        fixed = {**_assets(), **({} if self.publish else _GUARDS)}
        folder.plan([*fixed, *tasks, *pages])
        try:
            for name, content in fixed.items():
                folder.put(name, content)
            due = [(task, mark) for task in tasks.values() if not folder.has(task.name, mark := _mark(task))]
            begin(len(due))
            made = ordered(board_page, (task for task, _ in due), jobs)
            for (task, mark), text in zip(due, made, strict=True):
                folder.put(task.name, text.encode(), mark)
            for name, content in pages.items():
                folder.put(name, content)
            folder.prune([*fixed, *tasks, *pages])
        finally:
            with unbroken():
                folder.save()

    def _boards(self, rows: Sequence[Row]) -> Iterator[BoardTask]:
        several = views.of_several(rows)
        boards = sorted((row for row in rows if row.fingerprint is not None), key=lambda row: str(row.fingerprint))
        for mark, group in groupby(boards, key=lambda row: str(row.fingerprint)):
            found = sorted(group, key=lambda row: row.key)
            yield BoardTask(
                name=views.board_page(mark),
                data=found[0].board or {},
                solution=found[0].solution,
                difficulty=found[0].difficulty,
                plays=tuple(views.play(row, several=several) for row in sorted(found, key=lambda row: row.key.day)),
                publish=self.publish,
                withheld=self.publish and any(views.is_current(row, self.today) for row in found),
            )

    def _pages(self, rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
        """Yield the pages besides those of the boards, by name."""
        days = days_of(rows)
        years = years_of(days)
        yield "index.html", self._year(rows, years, years[-1] if years else None, "")
        for year in years:
            yield f"years/{year.number}.html", self._year(rows, years, year, "../")
        several, played = views.of_several(rows), [*days]
        for number, (day, of_day) in enumerate(days.items()):
            yield (
                f"days/{day}.html",
                self._page(
                    "day.html",
                    "../",
                    day=day,
                    words=in_words(day),
                    plays=[views.play(row, several=several) for row in of_day],
                    before=played[number - 1] if number else None,
                    after=played[number + 1] if number + 1 < len(played) else None,
                ),
            )

    def _year(self, rows: Sequence[Row], years: Sequence[Year], year: Year | None, up: str) -> str:
        """Return the page of a year; the first page, which is beside no other (`up` is empty), has the streaks."""
        zones: dict[str, list[str]] = {}
        for site in dict.fromkeys(row.key.site for row in rows):
            zones.setdefault(self.zone(site), []).append(site)
        return self._page(
            "index.html",
            up,
            year=year,
            years=[one.number for one in years],
            series=[] if up else views.series(statistics(rows, self.today)),
            spans=any(row.each != "day" for row in rows),
            zones=[(zone, ", ".join(sites)) for zone, sites in zones.items()],
        )

    def _page(self, template: str, up: str, **values: Any) -> str:
        return rendered(__package__, template, up=up, publish=self.publish, own=OWN, **values)


def _assets() -> dict[str, bytes]:
    """Return the styles and scripts of the pages, by name."""
    return {f"assets/{name}": (_here() / "assets" / name).read_bytes() for name in _ASSETS} | scripts()


def _mark(task: BoardTask) -> str:
    """Return the digest of all that the page of a board is made from."""
    source = json.dumps([_version(), asdict(task)], sort_keys=True, default=str)
    return sha256(source.encode()).hexdigest()


@cache
def _version() -> str:
    """Return a digest of the player's version and of the templates."""
    texts = [(_here() / "templates" / name).read_bytes() for name in _TEMPLATES]
    return sha256(b"\0".join([__version__.encode(), *texts])).hexdigest()


def _here() -> Any:
    return files(__package__)
