"""The boards that are one Sudoku turned, with its numbers in another order."""

from collections.abc import Iterator

from player.games.grid import cells
from player.games.mini_sudoku.board import Board
from player.games.symmetry import TURNS


def images(board: Board) -> Iterator[Board]:
    """Yield the board in all turns; the numbers of each are named anew, in the order in which they occur."""
    for turn in TURNS:
        given = {turn.cell(at, *board.shape): board.given(at) for at in cells(*board.shape)}
        names = {0: 0}
        ordered = [names.setdefault(given[at], len(names)) for at in cells(*board.shape)]
        rows = tuple(tuple(ordered[start : start + board.size]) for start in range(0, len(ordered), board.size))
        yield Board(turn.shape(*board.box), rows)
