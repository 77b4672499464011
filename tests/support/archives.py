"""Archives of invented histories."""

import json
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from player.boards.board_json import board_of
from player.errors import Outcome
from player.files import BOARDS
from player.nightly.archive.folder import ArchiveFolder
from player.nightly.archive.site import ArchiveSite
from player.nightly.history import History, Key, Row

TODAY = date(2026, 3, 10)
#: A board that is explained in milliseconds, and its solution.
SMALL: Mapping[str, Any] = {"game": "zip", "rows": 2, "cols": 2, "numbers": [[0, 0], [1, 0]], "walls": []}
SOLVED = [[0, 0], [0, 1], [1, 1], [1, 0]]


def first_board(game: str, line: int = 0) -> tuple[dict[str, Any], Any]:
    """Return a board of our own, in the public format, and its solution."""
    data = json.loads((BOARDS / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()[line])
    found, board = board_of(data)
    return found.board.to_json(board), data["solution"]


def row(
    board: Mapping[str, Any] | None = None,
    solution: Any = None,
    *,
    game: str = "queens",
    day: str = "2026-03-09",
    site: str = "linkedin",
    account: str = "guest",
    outcome: str | None = Outcome.SOLVED,
    mark: str = "",
    **more: Any,
) -> Row:
    """Return a row of the history; the fingerprint of its board is `mark`, or of the game's name."""
    whole: dict[str, Any] = {
        "exit": 0,
        "confirmed": None,
        "attempts": 1,
        "open": False,
        "ms": {"load": 900, "play": 350} if outcome == Outcome.SOLVED else {},
        "timer": None,
        "fingerprint": None if board is None else f"sha256:{mark or board['game'].encode().hex().ljust(64, '0')}",
        "board": None if board is None else dict(board),
        "solution": solution,
    }
    key = Key(site, account, str(board["game"]) if board else game, day)
    return Row(key=key, outcome=outcome, **whole | more)


def built(
    folder: Path, *rows: Row, publish: bool = False, today: Callable[[str], date] | date = TODAY
) -> ArchiveFolder:
    """Build the archive of `rows` in `folder`; return the folder with the numbers of its files."""
    target = ArchiveFolder(folder, publish=publish)
    now = (lambda _site: today) if isinstance(today, date) else today
    ArchiveSite(rows, now, lambda site: "UTC" if site == "other" else "America/Los_Angeles", publish).build(target)
    return target


def page_of(folder: Path, game: str) -> Path:
    """Return the page of the board of `game`, in the archive in `folder`."""
    return folder / "boards" / f"{game.encode().hex().ljust(64, '0')[:16]}.html"


def won(history: History, key: Key) -> bool:
    """Return True if the game of `key` is won in the history."""
    return any(row.won for row in history.rows() if row.key == key)
