"""The drawing of Mini Sudoku: lines around the boxes, bold givens; in pictures ruled-out numbers are struck out."""

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text as TerminalText

from player.explanations.steps import Mark
from player.games.grid import Cell, cells
from player.games.mini_sudoku.board import Board, Solution
from player.render import glyphs
from player.render.shapes import CELL, Line, Point, Shape, Text, corner, middle, scaled, style_of

STYLE = style_of("player.games.mini_sudoku")

#: The distance, in units of the scene, between the side of a cell and its small numbers.
INDENT = 7


def marks(board: Board, solution: Solution | None) -> list[Mark]:
    """Return a mark for each number: those of the solution, or else the given ones."""
    rows = board.givens if solution is None else solution
    return [Mark("number", (at,), str(rows[at.row][at.col])) for at in cells(*board.shape) if rows[at.row][at.col]]


def words(board: Board, solution: Solution | None) -> Iterator[str]:
    """Yield the lines of the picture's text alternative."""
    yield f"boxes of {board.box[0]} rows and {board.box[1]} columns"
    for number, row in enumerate(board.givens, start=1):
        yield f"given in row {number}: {_line(row)}"
    for number, row in enumerate(solution or (), start=1):
        yield f"row {number}: {_line(row)}"


def _line(row: tuple[int, ...]) -> str:
    return ", ".join(str(number or "open") for number in row)


def ground(_board: Board, _marks: Iterable[Mark]) -> Iterable[Shape]:
    """Return no shapes: all cells are of paper."""
    return ()


def figures(board: Board, marks: Sequence[Mark]) -> Iterator[Shape]:
    """Yield the grid, the boxes, and the numbers."""
    height, width = board.box
    boxes = {at: at.row // height * board.size + at.col // width for at in cells(*board.shape)}
    yield from glyphs.grid(*board.shape)
    yield from glyphs.borders(boxes, *board.shape, STYLE["box_width"])
    yield from mark_shapes(board, marks)


def mark_shapes(board: Board, marks: Sequence[Mark]) -> Iterator[Shape]:
    """Yield the numbers, and in open cells those that are ruled out."""
    filled = {mark.cells[0] for mark in marks if mark.kind == "number"}
    for mark in marks:
        at = mark.cells[0]
        if mark.kind == "number":
            bold = mark.text == str(board.given(at))
            color = STYLE["given" if bold else "filled"]
            yield Text("given" if bold else "number", color, middle=middle(at), text=mark.text, size=30, bold=bold)
        elif mark.kind == "no-number" and at not in filled:
            yield from _struck_out(board, at, mark.text)


def _struck_out(board: Board, at: Cell, text: str) -> Iterator[Shape]:
    """Yield a small struck-out number; its place in the cell is that of the number in a box."""
    height, width = board.box
    row, col = divmod(int(text) - 1, width)
    place, room = corner(at), CELL - 2 * INDENT
    around = Point(place.x + INDENT + room * (col + 0.5) / width, place.y + INDENT + room * (row + 0.5) / height)
    size = min(room / width * 1.15, room / height * 0.85)
    yield Text("no-number", glyphs.INK, middle=around, text=text, size=size)
    yield Line("strike", stroke=glyphs.BOARD["error"], width=1, points=scaled("-0.42,0.3 0.42,-0.3", around, size))


# In a terminal


def text(board: Board, solution: Solution | None) -> TerminalText:
    """Return the board, with the numbers of `solution` if there is one, as styled text."""
    (height, width), digits = board.box, len(str(board.size))

    def line(corners: str) -> TerminalText:
        bar = "─" * (width * (digits + 1) + 1)
        return TerminalText(corners[0] + corners[1].join([bar] * height) + corners[2] + "\n", style="dim")

    drawn = line("┌┬┐")
    for at in cells(*board.shape):
        if at.col == 0 and at.row and at.row % height == 0:
            drawn.append_text(line("├┼┤"))
        if at.col % width == 0:
            drawn.append("│ ", style="dim")
        given = board.given(at)
        number = given or (solution[at.row][at.col] if solution else 0)
        drawn.append(f"{number or '·':>{digits}} ", style="bold" if given else "" if number else "dim")
        if at.col == board.size - 1:
            drawn.append("│\n", style="dim")
    return drawn.append_text(line("└┴┘"))


def rulers(board: Board) -> tuple[list[int], list[int]]:
    """Return the lines of the rows and the columns of the columns in the text."""
    (height, width), digits = board.box, len(str(board.size))
    lines = [1 + row + row // height for row in range(board.size)]
    return lines, [(digits + 1) * (col + 1) + 2 * (col // width) for col in range(board.size)]
