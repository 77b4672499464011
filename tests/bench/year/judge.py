"""The judge of a simulated year: what is wrong with it, by the pages' own words and the boards that were served.

Nothing of the player is asked but its results, the rows of its history, and the files of its archive.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

WON = ("solved", "already")
#: Codes of a page that the selectors do not know any more.
BROKEN = frozenset({65, 76})
Key = tuple[str, str, str]
"""Site, game, day."""


@dataclass(frozen=True, slots=True)
class GameNight:
    """One game in one night: what it should end with, what its pages said, and what the player said."""

    site: str
    game: str
    day: str
    codes: frozenset[int]
    """The codes that are right for its fault."""
    is_first: bool
    """True if its page has other names than on any day before."""
    won: bool
    """True if the page said so, or shows that it was won elsewhere."""
    outcome: str
    """As in the player's record; `unplayed` if there is none."""
    exit: int | None
    board: Mapping[str, Any] = field(default_factory=dict)
    """The board that was served, with its solution if it has but one."""
    kills: int = 0
    by_picture: bool = False
    """True if the markup was not understood, and the board was read from a picture."""
    fault: str = "none"
    server: str = ""

    @property
    def key(self) -> Key:
        """The key of its row."""
        return self.site, self.game, self.day

    @property
    def ending(self) -> str:
        """Its outcome and exit code, for people."""
        return f"{self.outcome} ({self.exit})"

    @property
    def is_right(self) -> bool:
        """True if it ended with a right code; a game may be left out if a fault concerns the whole site."""
        return self.exit in self.codes or (self.exit is None and self.codes != {0})

    @property
    def is_broken(self) -> bool:
        """True if the player did not know the page, and nothing but its names was wrong."""
        return self.by_picture or (self.exit in BROKEN and not self.codes & BROKEN)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the history."""

    key: Key
    outcome: str | None
    exit: int | None
    is_open: bool
    board: Any
    solution: Any


def rows_in(history: Path) -> list[Row]:
    """Return the rows of a history, read by SQLite alone; raise ValueError if the file is damaged."""
    with closing(sqlite3.connect(f"file:{history}?mode=ro", uri=True, timeout=60)) as database:
        if (found := database.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
            raise ValueError(found)
        rows = database.execute(
            """SELECT site, games.game, puzzle_day, outcome, exit, run IS NOT NULL, boards.board, solution
            FROM games LEFT JOIN boards ON games.board = fingerprint"""
        ).fetchall()
    return [
        Row((site, game, day), outcome, code, bool(is_open), board and json.loads(board), right and json.loads(right))
        for site, game, day, outcome, code, is_open, board, right in rows
    ]


def of_games(games: Sequence[GameNight]) -> Iterator[str]:
    """Yield what is wrong with the results of the games, which are in the order of their days.

    A page with other names may be refused in its first night, or in the next one that shows it, and not again.
    """
    unseen: set[tuple[str, str]] = set()
    broken: dict[tuple[str, str], str] = {}
    for one in games:
        page, said = (one.site, one.game), f"{one.game} of {one.site} on {one.day}"
        if one.is_first:
            unseen.add(page)
        if one.outcome in WON and not one.won:
            yield f"false win: {said}"
        if one.won and one.outcome not in WON and one.kills == 0:
            yield f"a win that is not reported: {said}, {one.ending}"
        if one.is_broken and page in unseen:
            broken[page] = one.day
        elif one.is_broken:
            yield f"not repaired by the next night: {said}, {one.ending}, broken since {broken.get(page, 'then')}"
        if not one.is_right and not (one.is_broken and one.exit in BROKEN):
            yield f"wrong code: {said}, {one.ending} in place of {sorted(one.codes)}, {one.fault}"
        if one.is_broken or one.outcome == "solved":  # one that was won before shows no board
            unseen.discard(page)
        if one.outcome in WON and not one.by_picture:
            broken.pop(page, None)


def of_history(games: Iterable[GameNight], rows: Iterable[Row]) -> Iterator[str]:
    """Yield what is wrong with the history: a row for each game that was played, as it ended, with that day's board."""
    found = {row.key: row for row in rows}
    played = {one.key: one for one in games if one.outcome != "unplayed"}
    for key in sorted(found.keys() - played.keys()):
        yield f"a row of the history that nobody played: {key}"
    for key, one in played.items():
        said = " ".join(key)
        if (row := found.get(key)) is None:
            yield f"lost from the history: {said}"
            continue
        if row.is_open:
            yield f"left open in the history: {said}"
        if (row.outcome, row.exit) != (one.outcome, one.exit):
            yield f"another end in the history: {said}, {row.outcome} ({row.exit}), not {one.outcome} ({one.exit})"
        if one.outcome == "solved" and (row.board is None or not _same(row.solution, one.board["solution"])):
            yield f"another board in the history: {said}"


def _same(found: Any, wanted: Any) -> bool:
    """Return whether two solutions are equal; the order of queens, patches and words tells nothing."""
    if isinstance(wanted, list) and isinstance(found, list):
        return found == wanted or sorted(map(json.dumps, found)) == sorted(map(json.dumps, wanted))
    return bool(found == wanted)


def of_earlier(before: Iterable[Row], after: Iterable[Row]) -> Iterator[str]:
    """Yield what a kill has taken from the history: rows that are gone, or wins that are none any more."""
    now = {row.key: row for row in after}
    for row in before:
        if row.key not in now:
            yield f"lost from the history by a kill: {' '.join(row.key)}"
        elif row.outcome in WON and now[row.key].outcome not in WON:
            yield f"a win lost by a kill: {' '.join(row.key)}"


def of_archive(folder: Path, rows: Sequence[Row]) -> Iterator[str]:
    """Yield what is wrong with an archive: a page for each day and each board, and no other file than it lists."""
    listed = {*json.loads((folder / "player-archive.json").read_text(encoding="utf-8"))["files"]}
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    for name in sorted(listed - there):
        yield f"lost from the archive: {name}"
    for name in sorted(there - listed - {"player-archive.json"}):
        yield f"a strange file in the archive: {name}"
    for day in sorted({row.key[2] for row in rows}):
        if f"days/{day}.html" not in there:
            yield f"a day that the archive lacks: {day}"
    boards = {json.dumps(row.board, sort_keys=True) for row in rows if row.board is not None}
    pages = [name for name in there if name.startswith("boards/") and name.endswith(".html")]
    if len(pages) != len(boards):
        yield f"the archive has pages of {len(pages)} boards, the history has {len(boards)}"


#: The most that the median memory of a night may grow over the year, and the state folder in a day, in megabytes.
MOST_GROWTH, MOST_MB_A_DAY, MOST_REPORTS = 1.15, 0.3, 30


def of_growth(memory: Iterable[Sequence[float]], disk: Sequence[float], reports: int) -> Iterator[str]:
    """Yield what grows without bound: memory of the nights of each site, or disk of each day, in megabytes."""
    for nights in memory:
        tenth = len(nights) // 10 + 1
        first, last = median(nights[:tenth]), median(nights[-tenth:])
        # Of a few nights, one that searches for new names, which takes more, decides the median.
        if len(nights) > 2 * MOST_REPORTS and last > MOST_GROWTH * first:
            yield f"memory grows: from {first:.0f} to {last:.0f} MB a night"
    later = [after - before for before, after in pairwise(disk[len(disk) // 2 :])]
    if len(disk) > 2 * MOST_REPORTS and median(later) > MOST_MB_A_DAY:
        yield f"the state folder grows by {median(later):.2f} MB a day"
    if reports > MOST_REPORTS:
        yield f"the reports of {reports} nights are kept"
