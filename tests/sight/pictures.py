"""Pictures whose boards are known, in a folder of their own, and what is equal to such a board."""

import hashlib
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from player.boards.board_json import board_of
from player.files import REPLICA

Board = Mapping[str, Any]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels of the picture."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a file, and the boards on it. If there are several, or something covers it, it `may_be_refused`."""

    look: str
    game: str
    file: Path
    boards: tuple[Board, ...]
    may_be_refused: bool = False

    def __str__(self) -> str:
        return f"{self.game}, {self.look}: {self.file}"


def is_same(read: Board, truth: Board) -> bool:
    """Return True if the two boards are the same one.

    The givens of Queens do not count, as nothing tells them from marks, nor does the order of Wend's lengths.
    """
    if read["game"] != truth["game"]:
        return False
    if read["game"] == "queens":
        return named(read["regions"]) == named(truth["regions"])
    return _whole(read) == _whole(truth)


def named(regions: Iterable[Iterable[int | None]]) -> list[list[int | None]]:
    """Return `regions` with numbers in the order of their first cells."""
    names: dict[int | None, int | None] = {None: None}
    return [[names.setdefault(region, len(names) - 1) for region in row] for row in regions]


def _whole(board: Board) -> object:
    """Return the board as its game has it."""
    found = board_of(dict(board))[1]
    return (found.grid, sorted(found.lengths)) if board["game"] == "wend" else found


#: What the pictures depend on.
SOURCES = ("altered", "boards", "drawings", "pages", "states")


def folder() -> Path:
    """Return the folder of the pictures, in the system's temporary one: another one when a page or a look changes."""
    sources = [*(REPLICA / "linkedin").iterdir(), *(Path(__file__).with_name(f"{name}.py") for name in SOURCES)]
    state = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(sources))).hexdigest()[:12]
    made = Path(tempfile.gettempdir()) / f"player-sight-{state}"
    made.mkdir(exist_ok=True)
    return made
