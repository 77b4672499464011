"""The drawing of Patches: patches in their clues' colours, their borders, and a sign for each clue's shape and area."""

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text as TerminalText

from player.explanations.steps import Mark
from player.games.grid import Cell, cells
from player.games.patches.board import Board, Clue, Solution
from player.render import glyphs
from player.render.glyphs import character, patterned
from player.render.shapes import Point, Rectangle, Shape, Text, cyclic, middle, style_of
from player.render.terminal import CORNERS, draw_line, frame, styled

STYLE = style_of("player.games.patches")

#: By shape: the sizes (width, height) of the rectangles that the clue's sign consists of.
FORMS = {"square": ((32, 32),), "wide": ((44, 28),), "tall": ((28, 44),), "any": ((44, 26), (26, 44), (34, 34))}


def marks(_board: Board, solution: Solution | None) -> list[Mark]:
    """Return a mark for each patch of the solution."""
    return [Mark("patch", tuple(patch.cells()), str(number)) for number, patch in enumerate(solution or ())]


def words(board: Board, solution: Solution | None) -> Iterator[str]:
    """Yield the lines of the picture's text alternative."""
    for clue in board.clues:
        area = "of any area" if clue.area is None else f"of {clue.area}"
        yield f"a clue at {clue.cell.spoken}: {'any shape' if clue.shape == 'any' else clue.shape}, {area}"
    for top, left, height, width in solution or ():
        yield f"a patch from {Cell(top, left).spoken} to {Cell(top + height - 1, left + width - 1).spoken}"


def ground(board: Board, marks: Sequence[Mark]) -> Iterator[Shape]:
    """Yield the coloured squares under the grid lines; if patterns are wanted, with that of each patch and clue."""
    yield from _tinted(marks)
    known = {at for mark in _patches(marks) for at in mark.cells}
    for number, clue in enumerate(board.clues):
        if clue.cell not in known:
            yield from patterned(clue.cell, number, cyclic(STYLE["clues"], number))


def _tinted(marks: Sequence[Mark]) -> Iterator[Shape]:
    for mark in (*_patches(marks), *_owned(marks)):
        color = cyclic(STYLE["clues"], int(mark.text))
        for at in mark.cells:
            yield glyphs.square(at, color, mark.kind, STYLE["tint"])
            yield from patterned(at, int(mark.text), color)


def _patches(marks: Iterable[Mark]) -> list[Mark]:
    return [mark for mark in marks if mark.kind == "patch"]


def _owned(marks: Sequence[Mark]) -> list[Mark]:
    """Return the marks of cells whose clue is known, but not their patch."""
    whole = {at for mark in _patches(marks) for at in mark.cells}
    return [mark for mark in marks if mark.kind == "owner" and mark.cells[0] not in whole]


def figures(board: Board, marks: Sequence[Mark]) -> Iterator[Shape]:
    """Yield the grid, the borders of patches, and the clues."""
    yield from glyphs.grid(*board.shape)
    yield from _bordered(board, marks)
    for number, clue in enumerate(board.clues):
        yield from _clue(clue, cyclic(STYLE["clues"], number))


def mark_shapes(board: Board, marks: Sequence[Mark]) -> Iterator[Shape]:
    """Yield the patches in their colours, and the cells of which only the clue is known."""
    owned = {mark.cells[0] for mark in _owned(marks)}
    if owned or _patches(marks):
        yield from _tinted(marks)
        yield from _bordered(board, marks)
    for number, clue in enumerate(board.clues):
        if clue.cell in owned:
            yield from _clue(clue, cyclic(STYLE["clues"], number))


def _bordered(board: Board, marks: Sequence[Mark]) -> Iterator[Shape]:
    """Yield the borders of patches, and the signs of cells whose clue is known."""
    owners = {at: int(mark.text) for mark in _patches(marks) for at in mark.cells}
    yield from glyphs.borders(owners, *board.shape, STYLE["border_width"])
    for mark in _owned(marks):
        color = cyclic(STYLE["clues"], int(mark.text))
        yield Rectangle("owned", color, at=Point(*(x - 6 for x in middle(*mark.cells))), size=Point(12, 12))


def _clue(clue: Clue, color: str) -> Iterator[Shape]:
    around = middle(clue.cell)
    for width, height in FORMS[clue.shape]:
        at = Point(around.x - width / 2, around.y - height / 2)
        yield Rectangle(clue.shape, color, stroke=glyphs.PAPER, width=1.5, at=at, size=Point(width, height), radius=4)
    text = "?" if clue.area is None and clue.shape == "any" else str(clue.area or "")
    yield Text("area", glyphs.PAPER, middle=around, text=text, size=20 if len(text) < 3 else 13, bold=True)


# In a terminal: four columns and two lines a cell

#: The character before the area; a clue of any shape and area is a question mark.
SIGNS = {"any": "", "square": "□", "wide": "▭", "tall": "▯"}


def text(board: Board, solution: Solution | None) -> TerminalText:
    """Return the board, with the patches of `solution` if there is one, as styled text."""
    canvas = frame(*board.shape)
    for number, patch in enumerate(solution or ()):
        for row, col in patch.cells():
            canvas[2 * row + 1][4 * col + 1 : 4 * col + 4] = [(character(number), "")] * 3
    if solution is not None:
        draw_line(canvas, _outline(board, solution), f"bold {STYLE['line']}", CORNERS)
    for clue in board.clues:
        sign, area = SIGNS[clue.shape], "" if clue.area is None else str(clue.area)
        label = sign + area if len(area) < 4 else area  # at most four characters
        for column, char in enumerate(label.rjust(2) if label else " ?", start=4 * clue.cell.col + 1):
            canvas[2 * clue.cell.row + 1][column] = (char, "bold")
    return styled(canvas)


def _outline(board: Board, solution: Solution) -> Iterator[tuple[Cell, Cell]]:
    """Yield the sides between cells of different patches, from corner to corner."""
    rows, cols = board.shape
    owner = {cell: number for number, patch in enumerate(solution) for cell in patch.cells()}
    for row, col in cells(rows + 1, cols + 1):
        here = owner.get(Cell(row, col))
        if here != owner.get(Cell(row - 1, col)):
            yield Cell(row, col), Cell(row, col + 1)
        if here != owner.get(Cell(row, col - 1)):
            yield Cell(row, col), Cell(row + 1, col)
