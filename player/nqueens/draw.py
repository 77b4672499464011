"""The drawing of N queens: a chess board, and a numbered crown for each queen."""

from collections.abc import Iterable, Iterator

from player.explanations.steps import Mark
from player.games.grid import cells
from player.nqueens.model import Board, Solution
from player.render import glyphs
from player.render.shapes import Shape, middle
from player.render.styles import STYLES, cyclic


def marks(_board: Board, solution: Solution | None) -> list[Mark]:
    """Return a mark for each queen."""
    return [Mark("queen", (queen,)) for queen in solution or ()]


def words(_board: Board, solution: Solution | None) -> Iterator[str]:
    """Yield the lines of the picture's text alternative."""
    for number, queen in enumerate(solution or (), start=1):
        yield f"queen {number} at {queen}"


def ground(board: Board, _marks: Iterable[Mark]) -> Iterator[Shape]:
    """Yield the squares of the chess board."""
    squares = STYLES["n-queens"]["squares"]
    return (glyphs.square(at, cyclic(squares, at.row + at.col)) for at in cells(*board.shape))


def figures(board: Board, marks: Iterable[Mark]) -> Iterator[Shape]:
    """Yield the frame, and the queens with their numbers."""
    yield glyphs.frame(*board.shape)
    for number, mark in enumerate(marks, start=1):
        yield from glyphs.crown(middle(*mark.cells))
        yield from glyphs.badge(glyphs.in_corner(mark.cells[0]), number)
