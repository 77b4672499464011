"""The drawing of Zip: numbers in black discs, thick walls, the path as a thick line from a ring to a double ring."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from rich.text import Text as TerminalText

from player.explanations.steps import Mark
from player.games.grid import Cell
from player.games.zip_path.board import Board, Solution
from player.render import glyphs
from player.render.shapes import Circle, Line, Shape, Text, middle, side, style_of
from player.render.terminal import draw_line, frame, styled

STYLE = style_of("player.games.zip_path")


def marks(_board: Board, solution: Solution | None) -> list[Mark]:
    """Return a mark for each step of the path."""
    return [Mark("line", step) for step in pairwise(solution or ())]


def words(board: Board, solution: Solution | None) -> Iterator[str]:
    """Yield the lines of the picture's text alternative."""
    for number, at in enumerate(board.numbers, start=1):
        yield f"{number} at {at.spoken}"
    for a, b in sorted(board.walls):
        yield f"a wall between {a.spoken} and {b.spoken}"
    if solution:
        yield f"the path: {'; '.join(at.spoken for at in solution)}"


def ground(_board: Board, marks: Iterable[Mark]) -> Iterator[Shape]:
    """Yield the coloured squares under the path."""
    on_path = dict.fromkeys(at for mark in marks if mark.kind == "line" for at in mark.cells)
    return (glyphs.square(at, STYLE["visited"], "visited") for at in on_path)


def figures(board: Board, marks: Sequence[Mark]) -> Iterator[Shape]:
    """Yield the grid, the path, the walls and the numbers."""
    yield from glyphs.grid(*board.shape)
    yield glyphs.frame(*board.shape, STYLE["rim"], 2)
    pieces = _joined(mark.cells for mark in marks if mark.kind == "line")
    yield from _path(pieces)
    for wall in board.walls:
        yield Line("wall", stroke=glyphs.INK, width=STYLE["wall_width"], points=side(*wall), round=False)
    yield from _ends(board, pieces)
    yield from _discs(board, board.numbers)


def mark_shapes(board: Board, marks: Iterable[Mark]) -> Iterator[Shape]:
    """Yield the path, and the numbers on it."""
    pieces = _joined(mark.cells for mark in marks if mark.kind == "line")
    yield from _path(pieces)
    yield from _ends(board, pieces)
    yield from _discs(board, {at for piece in pieces for at in piece})


def _path(pieces: Iterable[Sequence[Cell]]) -> Iterator[Shape]:
    for piece in pieces:
        points = tuple(middle(at) for at in piece)
        yield Line("path", stroke=STYLE["path"], width=STYLE["path_width"], points=points)


def _ends(board: Board, pieces: Iterable[Sequence[Cell]]) -> Iterator[Shape]:
    """Yield a ring around the first number and two around the last, where the path has come there."""
    reached = {at for piece in pieces for at in piece}
    for at, radii in ((board.numbers[0], (21,)), (board.numbers[-1], (21, 25))):
        if at in reached:
            for radius in radii:
                yield Circle("end", stroke=glyphs.INK, width=2, middle=middle(at), radius=radius)


def _discs(board: Board, some: Collection[Cell]) -> Iterator[Shape]:
    for number, at in enumerate(board.numbers, start=1):
        if at in some:
            yield Circle("disc", glyphs.INK, middle=middle(at), radius=18)
            size = 20 if number < 100 else 15
            yield Text("number", glyphs.PAPER, middle=middle(at), text=str(number), size=size, bold=True)


def _joined(steps: Iterable[Sequence[Cell]]) -> list[list[Cell]]:
    """Join consecutive steps into polylines."""
    pieces: list[list[Cell]] = []
    for a, b in steps:
        if pieces and pieces[-1][-1] == a:
            pieces[-1].append(b)
        else:
            pieces.append([a, b])
    return pieces


# In a terminal: four columns and two lines a cell


def text(board: Board, solution: Solution | None) -> TerminalText:
    """Return the board, with the path of `solution` if there is one, as styled text."""
    canvas, style = frame(*board.shape), f"bold {STYLE['path']}"
    for a, b in board.walls:
        if a.row == b.row:
            canvas[2 * a.row + 1][4 * b.col] = ("┃", "bold")
        else:
            canvas[2 * b.row][4 * a.col + 1 : 4 * a.col + 4] = [("━", "bold")] * 3
    draw_line(canvas, pairwise(solution or ()), style)
    for number, at in enumerate(board.numbers, start=1):
        for column, digit in enumerate(str(number), start=4 * at.col + (2 if number < 10 else 1)):
            canvas[2 * at.row + 1][column] = (digit, "bold reverse")
    return styled(canvas)
