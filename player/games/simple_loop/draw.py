"""The drawing of Simple Loop: shaded cells, and the loop as a thick line."""

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text as TerminalText

from player.explanations.steps import Mark
from player.games.simple_loop.board import Board, Solution, lines
from player.render import glyphs
from player.render.shapes import Line, Shape, middle, style_of
from player.render.terminal import draw_line, frame, styled

STYLE = style_of("player.games.simple_loop")


def marks(_board: Board, solution: Solution | None) -> list[Mark]:
    """Return a mark for each edge of the loop."""
    return [Mark("line", edge) for edge in lines(solution or ())]


def words(board: Board, solution: Solution | None) -> Iterator[str]:
    """Yield the lines of the picture's text alternative."""
    for at in sorted(board.shaded):
        yield f"{at.spoken} is shaded"
    if solution:
        yield f"the loop: {'; '.join(at.spoken for at in solution)}"


def ground(board: Board, _marks: Iterable[Mark]) -> Iterator[Shape]:
    """Yield the shaded cells."""
    return (glyphs.square(at, STYLE["shaded"]) for at in sorted(board.shaded))


def figures(board: Board, marks: Sequence[Mark]) -> Iterator[Shape]:
    """Yield the grid and the loop."""
    yield from glyphs.grid(*board.shape)
    yield glyphs.frame(*board.shape)
    yield from mark_shapes(board, marks)


def mark_shapes(_board: Board, marks: Iterable[Mark]) -> Iterator[Shape]:
    """Yield the loop."""
    for mark in marks:
        if mark.kind == "line":
            a, b = mark.cells
            yield Line("path", stroke=STYLE["loop"], width=STYLE["loop_width"], points=(middle(a), middle(b)))


def text(board: Board, solution: Solution | None) -> TerminalText:
    """Return the board, with the loop of `solution` if there is one, as styled text."""
    canvas = frame(*board.shape)
    draw_line(canvas, lines(solution or ()), f"bold {STYLE['loop']}")
    for at in board.shaded:
        canvas[2 * at.row + 1][4 * at.col + 1 : 4 * at.col + 4] = [("█", "dim")] * 3
    return styled(canvas)
