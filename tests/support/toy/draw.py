"""A Latin square as a picture and on a terminal."""

from collections.abc import Iterable, Iterator

from rich.text import Text as TerminalText

from player.explanations.steps import Mark
from player.games.grid import cells
from player.render import glyphs
from player.render.shapes import Shape, Text, middle, style_of
from tests.support.toy.board import Board, Solution

STYLE = style_of("tests.support.toy")


def marks(board: Board, solution: Solution | None) -> list[Mark]:
    rows = solution or board.givens
    return [Mark("number", (at,), str(rows[at.row][at.col])) for at in cells(*board.shape) if rows[at.row][at.col]]


def words(board: Board, solution: Solution | None) -> Iterator[str]:
    for number, row in enumerate(solution or board.givens, start=1):
        yield f"row {number}: {' '.join(map(str, row))}"


def ground(board: Board, _marks: Iterable[Mark]) -> Iterator[Shape]:
    return (glyphs.square(at, glyphs.PAPER) for at in cells(*board.shape))


def figures(board: Board, marks: Iterable[Mark]) -> Iterator[Shape]:
    yield from glyphs.grid(*board.shape)
    yield from mark_shapes(board, marks)


def mark_shapes(board: Board, marks: Iterable[Mark]) -> Iterator[Shape]:
    for mark in marks:
        if mark.kind == "number":
            (at,) = mark.cells
            given = "given" if board.given(at) else "filled"
            yield Text(given, STYLE[given], middle=middle(at), text=mark.text, size=30)


# On a terminal


def text(board: Board, solution: Solution | None) -> TerminalText:
    return TerminalText(
        "\n".join(" ".join(str(number or "·") for number in row) for row in solution or board.givens) + "\n"
    )


def rulers(board: Board) -> tuple[range, range]:
    """Optional: the lines of the rows and the columns of the columns in the text, which has no frame."""
    return range(board.shape[0]), range(0, 2 * board.shape[1], 2)
