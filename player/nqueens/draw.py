"""The drawing of N queens: a chess board with a crown for each queen, numbered in pictures."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from player.explanations.steps import Mark
from player.games.grid import cells
from player.nqueens.model import Board, Solution, counts
from player.render import glyphs
from player.render.html import drawn, rendered
from player.render.shapes import STYLES, Scene, Shape, cyclic, middle

SQUARES = STYLES["n-queens"]["squares"]


def marks(_board: Board, solution: Solution | None) -> list[Mark]:
    """Return a mark for each queen."""
    return [Mark("queen", (queen,)) for queen in solution or ()]


def words(_board: Board, solution: Solution | None) -> Iterator[str]:
    """Yield the lines of the picture's text alternative."""
    for number, queen in enumerate(solution or (), start=1):
        yield f"queen {number} at {queen.spoken}"


def ground(board: Board, _marks: Iterable[Mark]) -> Iterator[Shape]:
    """Yield the squares of the chess board."""
    return (glyphs.square(at, cyclic(SQUARES, at.row + at.col)) for at in cells(*board.shape))


def figures(board: Board, marks: Iterable[Mark]) -> Iterator[Shape]:
    """Yield the frame, and the queens with their numbers."""
    yield glyphs.frame(*board.shape)
    for number, mark in enumerate(marks, start=1):
        yield from glyphs.crown(middle(*mark.cells))
        yield from glyphs.badge(glyphs.in_corner(mark.cells[0]), number)


def text(board: Board, solution: Solution | None) -> Text:
    """Return the board as text for a terminal, two columns for each square."""
    text, queens = Text(), set(solution or ())
    for at in cells(*board.shape):
        text.append("♛ " if at in queens else "· ", style=f"black on {cyclic(SQUARES, at.row + at.col)}")
        if at.col == board.size - 1:
            text.append("\n")
    return text


def page(picture: Scene, board: Board, solution: Solution) -> str:
    """Return the HTML page of a picture, with the queens counted on each line."""
    kinds: dict[str, list[object]] = {}
    for count in counts(board.size, solution):
        kinds.setdefault(count.kind, []).append(count)
    return rendered("player.nqueens", "queens.html", scene=picture, drawn=drawn(picture), steps=(), kinds=kinds)
