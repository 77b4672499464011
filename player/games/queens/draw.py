"""The drawing of Queens: coloured and lettered regions, thick borders, a crown for each queen or a star."""

from collections.abc import Iterable, Iterator

from rich.text import Text as TerminalText

from player.explanations.steps import Mark
from player.games.grid import Cell, cells
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
        yield f"a {'queen' if board.stars == 1 else 'star'} at {mark.cells[0]}"


def ground(board: Board, _marks: Iterable[Mark]) -> Iterator[Shape]:
    """Yield the coloured squares under the grid lines, with the patterns of their regions if these are wanted."""
    for at in cells(*board.shape):
        region = board.regions[at.row][at.col]
        color = STYLE["outside"] if region is None else cyclic(STYLE["regions"], region)
        yield glyphs.square(at, color)
        if region is not None and not board.shapeless:
            yield from patterned(at, region, color)


def figures(board: Board, marks: Iterable[Mark]) -> Iterator[Shape]:
    """Yield the grid, borders, region letters and queens."""
    n = board.size
    yield from glyphs.grid(n, n, glyphs.INK, STYLE["line_width"])
    yield from glyphs.borders(_owners(board), n, n, STYLE["border_width"])
    for at in cells(n, n):
        if board.shapeless or at in board.outside:
            continue
        name = letter(board.regions[at.row][at.col])
        place = Point(corner(at).x + 10, corner(at).y + 12)
        yield Text("region", glyphs.INK, middle=place, text=name, size=12)
    yield from mark_shapes(board, marks)


def _owners(board: Board) -> dict[Cell, int]:
    """Return the region of each cell; those in none are like a region of their own."""
    regions = {at: board.regions[at.row][at.col] for at in cells(*board.shape)}
    return {at: -1 if region is None else region for at, region in regions.items()}


def mark_shapes(board: Board, marks: Iterable[Mark]) -> Iterator[Shape]:
    """Yield the queens, and the names of regions that a page does not show."""
    for mark in marks:
        if mark.kind == "queen":
            center = middle(*mark.cells)
            yield from glyphs.crown(center) if board.stars == 1 else [glyphs.star(center)]
        elif mark.kind == "name":
            yield from glyphs.label(mark.cells[0], mark.text)


# On a terminal: three columns a cell, with the letter of its region, if any, and a crown for each queen


def text(board: Board, solution: Solution | None) -> TerminalText:
    """Return the board, with the queens of `solution` or the given ones, as styled text."""
    text = TerminalText()
    for at in cells(*board.shape):
        region = board.regions[at.row][at.col]
        color = STYLE["outside"] if region is None else cyclic(STYLE["regions"], region)
        name, filling = (" ", " ") if board.shapeless or region is None else (letter(region), character(region))
        crown = "♛" if at in (solution or board.givens) else filling
        text.append(f"{filling}{name}{crown}", style=f"black on {color}")
        if at.col == board.size - 1:
            text.append("\n")
    return text
