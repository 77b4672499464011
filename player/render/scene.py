"""Scenes: pictures of boards, solutions and explanations, made of a few shapes and written as SVG or PNG."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from player.explanations.steps import Mark
from player.games.game import Puzzle
from player.games.grid import Cell
from player.render import glyphs
from player.render.shapes import CELL, MARGIN, Point, Scene, Shape, Text, middle

Numbers = Mapping[Mark, int]
"""For each mark, the number that is drawn on it."""


class Picture(Protocol):
    """`draw.py` of a game: `ground` is drawn below the tint of highlighted cells, `figures` above it.

    `mark_shapes` are those of the figures that are drawn over a board that is there already.
    """

    def marks(self, board: Any, solution: Any, /) -> list[Mark]:
        """Return the marks on the board: the givens, or the whole solution."""

    def words(self, board: Any, solution: Any, /) -> Iterator[str]:
        """Yield the lines of the text alternative."""

    def ground(self, board: Any, marks: Sequence[Mark], /) -> Iterable[Shape]:
        """Return the shapes below the tint."""

    def figures(self, board: Any, marks: Sequence[Mark], /) -> Iterator[Shape]:
        """Yield the shapes above the tint."""

    def mark_shapes(self, board: Any, marks: Sequence[Mark], /) -> Iterator[Shape]:
        """Yield the shapes of `marks` alone, with what they would cover."""

    def text(self, board: Any, solution: Any, /) -> Any:
        """Return the board as rich's text for a terminal, with the solution if it is not None."""


#: The height of a line of text under the board, in units of the scene, and its number of characters per cell.
LINE_HEIGHT, CHARACTERS_PER_CELL = 20, 8.2


def scene(
    puzzle: Puzzle,
    board: Any,
    solution: Any = None,
    *,
    marks: Sequence[Mark] = (),
    lit: Iterable[Cell] = (),
    settled: Iterable[Cell] = (),
    numbers: Numbers | None = None,
    broken: Sequence[str] = (),
) -> Scene:
    """Return the picture of a board, with its solution if it is given, or with `marks`.

    The cells `lit`, which a step uses, are tinted and framed; the cells `settled` by it are framed in another colour.
    `numbers` are drawn on marks. `broken` are sentences about rules that the solution breaks; they are printed below.
    """
    picture: Picture = puzzle.drawing
    rows, cols = board.shape
    lit, fresh = [*lit], dict.fromkeys(settled)
    shown = [*dict.fromkeys([*picture.marks(board, solution), *marks])]
    characters = max(12, int(CHARACTERS_PER_CELL * cols))
    errors = [line for sentence in broken for line in textwrap.wrap(f"ERROR: {sentence}", characters)]
    title = f"{puzzle.title} {rows}x{cols}{', solved' if solution is not None and not broken else ''}"
    shapes = (
        *picture.ground(board, shown),
        *glyphs.tinted(lit),
        *glyphs.framed([at for at in lit if at not in fresh], "lit"),
        *glyphs.framed(fresh, "settled"),
        *picture.figures(board, shown),
        *glyphs.ruled_out(shown),
        *(shape for mark, number in (numbers or {}).items() for shape in glyphs.badge(_place(mark), number)),
        *glyphs.names(rows, cols),
        *_below(errors, rows),
    )
    height = CELL * rows + 2 * MARGIN + LINE_HEIGHT * len(errors)
    words = (*(f"ERROR: {sentence}" for sentence in broken), *picture.words(board, solution))
    return Scene(CELL * cols + 2 * MARGIN, height, title, words, shapes)


def mark_shapes(puzzle: Puzzle, board: Any, marks: Sequence[Mark]) -> Iterator[Shape]:
    """Yield what the picture of `board` has for `marks`, without the board.

    Of a puzzle without pictures these are only the crosses.
    """
    if marks and puzzle.has("draw"):
        yield from puzzle.drawing.mark_shapes(board, marks)
    yield from glyphs.ruled_out(marks)


def _place(mark: Mark) -> Point:
    """Return the point of a mark's number: the middle of a line, else the corner of the last cell."""
    return middle(*mark.cells) if mark.kind == "line" else glyphs.in_corner(max(mark.cells))


def _below(lines: Sequence[str], rows: int) -> Iterator[Shape]:
    for number, line in enumerate(lines):
        place = Point(MARGIN, CELL * rows + MARGIN + LINE_HEIGHT * (number + 0.8))
        yield Text("error", glyphs.BOARD["error"], middle=place, text=line, size=14, left=True)
