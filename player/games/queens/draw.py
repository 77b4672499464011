"""The drawing of Queens: coloured and lettered regions, thick borders, a crown for each queen or a star."""

from collections.abc import Iterable, Iterator

from rich.text import Text as TerminalText

from player.explanations.steps import Mark
from player.games.grid import cells
from player.games.queens.board import Board, Solution, letter
from player.render import glyphs
from player.render.glyphs import character, patterned
from player.render.shapes import Point, Shape, Text, corner, cyclic, middle, style_of

STYLE = style_of("player.games.queens")


def marks(board: Board, solution: Solution | None) -> list[Mark]:
    """Return a mark for each queen: those of the solution, or else the given ones."""
    return [Mark("queen", (queen,)) for queen in (board.givens if solution is None else solution)]


def words(board: Board, solution: Solution | None) -> Iterator[str]:
    """Yield the lines of the picture's text alternative."""
    for row, regions in enumerate(board.regions):
        yield f"row {row + 1}: regions {' '.join(letter(region) for region in regions)}"
    for mark in marks(board, solution):
        yield f"a {'queen' if board.stars == 1 else 'star'} at {mark.cells[0].spoken}"


def ground(board: Board, _marks: Iterable[Mark]) -> Iterator[Shape]:
    """Yield the coloured squares under the grid lines, with the patterns of their regions if these are wanted."""
    for at in cells(*board.shape):
        region = board.regions[at.row][at.col]
        yield glyphs.square(at, _color(region))
        if region is not None and not board.shapeless:
            yield from patterned(at, region, _color(region))


def _color(region: int | None) -> str:
    color: str = STYLE["outside"] if region is None else cyclic(STYLE["regions"], region)
    return color


def figures(board: Board, marks: Iterable[Mark]) -> Iterator[Shape]:
    """Yield the grid, borders, region letters and queens; cells in no region are like a region of their own."""
    n = board.size
    regions = {at: board.regions[at.row][at.col] for at in cells(n, n)}
    owners = {at: -1 if region is None else region for at, region in regions.items()}
    yield from glyphs.grid(n, n, glyphs.INK, STYLE["line_width"])
    yield from glyphs.borders(owners, n, n, STYLE["border_width"])
    for at, region in regions.items():
        if region is not None and not board.shapeless:
            place = Point(corner(at).x + 13, corner(at).y + 12)  # beside the frames of a step
            yield Text("region", glyphs.INK, middle=place, text=letter(region), size=12)
    yield from mark_shapes(board, marks)


def mark_shapes(board: Board, marks: Iterable[Mark]) -> Iterator[Shape]:
    """Yield the queens, and the names of regions that a page does not show."""
    for mark in marks:
        if mark.kind == "queen":
            center = middle(*mark.cells)
            yield from glyphs.crown(center) if board.stars == 1 else [glyphs.star(center)]
        elif mark.kind == "name":
            yield from glyphs.label(mark.cells[0], mark.text)


def rulers(board: Board) -> tuple[range, range]:
    """Return the lines of the rows and the columns of the columns in the text."""
    return range(board.size), range(1, 3 * board.size, 3)


def text(board: Board, solution: Solution | None) -> TerminalText:
    """Return the board, with the queens of `solution` or the given ones, as styled text: three columns a cell."""
    drawn = TerminalText()
    for at in cells(*board.shape):
        region = board.regions[at.row][at.col]
        name, filling = (" ", " ") if board.shapeless or region is None else (letter(region), character(region))
        crown = "♛" if at in (solution or board.givens) else filling
        drawn.append(f"{filling}{name}{crown}", style=f"black on {_color(region)}")
        if at.col == board.size - 1:
            drawn.append("\n")
    return drawn
