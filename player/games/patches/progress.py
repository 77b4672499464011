"""The patches that a picture of a Patches board shows, as the fields of a page."""

from collections.abc import Mapping
from typing import Any

from player.games.grid import Cell, cells, neighbours
from player.games.patches.board import Board
from player.games.patches.play import DRAWN
from player.games.snapshot import Value

#: The values of a cell that looks as on the untouched board, and of one that a patch covers.
BARE, MARKED = "", DRAWN
#: A picture by itself does not show all marks for sure: it is compared with the first one.
NEEDS_THE_FIRST = True


def fields(board: Board) -> dict[str, list[Value]]:
    """Return the fields of each cell but for its mark, row by row."""
    clues = {clue.cell: clue for clue in board.clues}
    found = [clues.get(at) for at in cells(*board.shape)]
    return {
        "shape": [clue.shape if clue else None for clue in found],
        "area": [str(clue.area) if clue and clue.area else None for clue in found],
    }


def marks(board: Board, progress: Mapping[str, Any]) -> list[Value]:
    """Return the mark of each cell, row by row; `progress` is that of a reading, which sees none on clues.

    A clue counts as covered if a cell beside it is, unless its patch has this one cell only.
    """
    covered = {Cell(*at) for at in progress.get("covered", ())}
    clues = {clue.cell for clue in board.clues if clue.area != 1}
    beside = {at for at in clues if any(near in covered for near in neighbours(at, *board.shape))}
    return [MARKED if at in covered | beside else BARE for at in cells(*board.shape)]
