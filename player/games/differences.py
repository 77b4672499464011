"""The marks that moves should leave on a page, compared with those that it shows."""

from collections.abc import Mapping, Sequence
from typing import Any

from player.games.game import Game
from player.games.grid import Cell
from player.games.moves import Move, touched

Mark = str | bool
"""The mark of a cell, as a game's `shown` gives it."""


def expected_marks(game: Game, board: Any, before: Any, after: Any, batch: Sequence[Move]) -> dict[int, Mark]:
    """Return the expected marks after `batch`, by cell index: of the cells that it touches or changes."""
    cols = board.shape[1]
    touched_cells = {cell.row * cols + cell.col for move in batch for cell in touched(move)}
    pairs = zip(game.play.shown(board, before), game.play.shown(board, after), strict=True)
    return {index: new for index, (old, new) in enumerate(pairs) if old != new or index in touched_cells}


def difference(board: Any, wrong: Mapping[int, Mark], seen: Sequence[Mark]) -> str:
    """Return the first cell with a wrong mark, and the number of the other wrong cells, as part of a sentence.

    `wrong` holds the expected marks of the wrong cells, by cell index, and `seen` the marks of all cells.
    """
    index, mark = next(iter(wrong.items()))
    others = len(wrong) - 1
    more = f", and {others} more {'cell is' if others == 1 else 'cells are'} wrong" if others else ""
    return f"{Cell(*divmod(index, board.shape[1]))} shows {_in_words(seen[index])}, not {_in_words(mark)}{more}"


def _in_words(mark: Mark) -> str:
    if isinstance(mark, bool):
        return "filled" if mark else "empty"
    return repr(mark) if mark else "nothing"
