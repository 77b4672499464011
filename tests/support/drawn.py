"""Boards, states and paths from drawings, and back to the pages that would show them.

Queens: a letter for each region, with a star where a queen is given:

    A* A B
    A  C B

Zip: a dot or a number (a is 10) for each cell, | for a wall beside a cell, - for one below it:

    1 .|2
    -
    . . 3

Mini Sudoku: a number or a dot for each cell, | and a line of dashes between boxes:

    1 . | . 4
    . . | . .
    ---------
    . 3 | . .
    . . | 2 .

Patches: a dot, or a clue for each cell, as its shape (a sign of ?, =, - and | for any, square, wide and tall) and its
area; solutions and states by a letter for each patch:

    ?4 . |
    .  . -2

Tango: a sun (s), a moon (m) or a dot for each cell, = or x for a sign beside a cell or below it:

    s=. m .
    x     =
    . . . .
"""

import string
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from player.games import mini_sudoku, patches, queens, tango, zip_path
from player.games.grid import Cell, Wall, between, cells
from player.games.snapshot import Snapshot, Value
from player.games.tango.board import Edge, Given

MARKS = {".": "empty", "x": "cross", "Q": "queen"}
SYMBOLS = {".": "empty", "s": "sun", "m": "moon"}
SIGNS = {"=": "equal", "x": "cross"}


def _rows(drawing: str) -> list[list[str]]:
    return [line.split() for line in drawing.splitlines() if line.strip()]


def queens_board(drawing: str) -> queens.board.Board:
    rows = _rows(drawing)
    names = {name: number for number, name in enumerate(dict.fromkeys(cell[0] for row in rows for cell in row))}
    givens = tuple(Cell(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell.endswith("*"))
    return queens.board.Board(tuple(tuple(names[cell[0]] for cell in row) for row in rows), givens)


def marks(drawing: str) -> queens.play.State:
    return tuple(MARKS[cell] for row in _rows(drawing) for cell in row)


def places(drawing: str) -> tuple[Cell, ...]:
    """The cells where a drawing has no dot: queens that stand, cells that are filled."""
    return tuple(Cell(r, c) for r, row in enumerate(_rows(drawing)) for c, cell in enumerate(row) if cell != ".")


def path(drawing: str) -> tuple[Cell, ...]:
    """The cells in the order of their numbers; a dot is not on the path."""
    steps = {int(step): Cell(r, c) for r, row in enumerate(_rows(drawing)) for c, step in enumerate(row) if step != "."}
    return tuple(steps[step] for step in sorted(steps))


def zip_board(drawing: str) -> zip_path.board.Board:
    lines = [line for line in drawing.splitlines() if line.strip()]
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    numbers: dict[int, Cell] = {}
    walls: set[Wall] = set()
    row, cols = -1, 0
    for line in (line[indent:].rstrip() for line in lines):
        if set(line) <= set("- "):
            walls |= {(Cell(row, at // 2), Cell(row + 1, at // 2)) for at, sign in enumerate(line) if sign == "-"}
            continue
        row, cols = row + 1, (len(line) + 1) // 2
        for at, sign in enumerate(line):
            if at % 2 == 0 and sign in string.digits + string.ascii_lowercase:
                numbers[int(sign, 36)] = Cell(row, at // 2)
            elif at % 2 == 1 and sign == "|":
                walls.add((Cell(row, at // 2), Cell(row, at // 2 + 1)))
    return zip_path.board.Board(row + 1, cols, tuple(numbers[number] for number in sorted(numbers)), frozenset(walls))


@dataclass(frozen=True)
class Page:
    """A page that shows a board, made to be changed: `cells[row * cols + col][field]`."""

    rows: int
    cols: int
    cells: list[dict[str, Any]]

    def show(self, row: int, col: int, field: str, value: Value) -> "Page":
        self.cells[row * self.cols + col][field] = value
        return self

    @property
    def snapshot(self) -> Snapshot:
        return Snapshot(self.rows, self.cols, tuple(self.cells))


def queens_page(board: queens.board.Board, state: Sequence[str] = (), *, labels: bool = False) -> Page:
    """`labels` adds the witnesses: row and column in words."""
    shown: list[dict[str, Any]] = []
    for index, at in enumerate(cells(*board.shape)):
        region = board.regions[at.row][at.col]
        given = at in board.givens
        mark = state[index] if state else "queen" if given else "empty"
        cell = {"region": str(region), "mark": mark, "locked": given}
        place = {"row": str(at.row + 1), "column": str(at.col + 1)}
        shown.append(cell | place if labels else cell)
    return Page(board.size, board.size, shown)


def zip_page(board: zip_path.board.Board, filled: Sequence[Cell] = (), sides: str = "left right up down") -> Page:
    """`sides`: from which of its cells a wall is drawn."""
    numbers = {cell: str(number) for number, cell in enumerate(board.numbers, start=1)}
    ways = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
    return Page(
        *board.shape,
        [
            {
                "number": numbers.get(at),
                "filled": at in filled,
                "walls": [
                    side
                    for side in sides.split()
                    if between(at, Cell(at.row + ways[side][0], at.col + ways[side][1])) in board.walls
                ],
            }
            for at in cells(*board.shape)
        ],
    )


def sudoku_board(drawing: str) -> mini_sudoku.board.Board:
    height = len(sudoku_rows(drawing.partition("---")[0]))
    width = len(drawing.partition("|")[0].split())
    return mini_sudoku.board.Board((height, width), sudoku_rows(drawing))


def sudoku_rows(drawing: str) -> mini_sudoku.board.Rows:
    lines = [line.replace("|", " ").split() for line in drawing.splitlines() if line.strip(" -")]
    return tuple(tuple(0 if number == "." else int(number) for number in line) for line in lines)


def sudoku_state(drawing: str) -> mini_sudoku.play.State:
    return tuple(str(number or "") for row in sudoku_rows(drawing) for number in row)


def sudoku_page(board: mini_sudoku.board.Board, state: Sequence[str] = ()) -> Page:
    walls = mini_sudoku.play.columns(board)["walls"]
    shown: list[dict[str, Any]] = []
    for index, at in enumerate(cells(*board.shape)):
        text = state[index] if state else str(board.given(at) or "")
        shown.append({"digit": text or None, "given": board.given(at) > 0, "walls": walls[index]})
    return Page(board.size, board.size, shown)


SHAPES = {"?": "any", "=": "square", "-": "wide", "|": "tall"}


def patches_board(drawing: str) -> patches.board.Board:
    rows = _rows(drawing)
    clues = [
        patches.board.Clue(Cell(r, c), SHAPES[sign[0]], int(sign[1:]) if sign[1:] else None)
        for r, row in enumerate(rows)
        for c, sign in enumerate(row)
        if sign != "."
    ]
    return patches.board.Board(len(rows), len(rows[0]), tuple(clues))


def laid(board: patches.board.Board, drawing: str) -> patches.board.Solution:
    """The patches that have a letter each, in the order of the clues they hold."""
    found = [_around(area) for area in _areas(drawing).values()]
    return tuple(patch for clue in board.clues for patch in found if patch.holds(clue.cell))


def _areas(drawing: str) -> dict[str, list[Cell]]:
    areas: dict[str, list[Cell]] = {}
    for r, row in enumerate(_rows(drawing)):
        for c, letter in enumerate(row):
            if letter != ".":
                areas.setdefault(letter, []).append(Cell(r, c))
    return areas


def _around(area: Sequence[Cell]) -> patches.board.Patch:
    (top, left), (bottom, right) = area[0], area[-1]
    return patches.board.Patch(top, left, bottom - top + 1, right - left + 1)


def patch_marks(board: patches.board.Board, drawing: str) -> patches.play.State:
    """Return the marks of a page's cells on which the patches of `drawing` stand."""
    marks = dict.fromkeys(cells(*board.shape), "")
    for area in _areas(drawing).values():
        inside = [clue.cell for clue in board.clues if clue.cell in area]
        for at in area:
            marks[at] = "drawn" if at in inside or len(inside) != 1 else str(inside[0])
    return tuple(marks.values())


def patches_page(board: patches.board.Board, state: Sequence[str] = (), *, labels: bool = False) -> Page:
    """`labels` adds the witnesses: row and column in words."""
    clues = {clue.cell: clue for clue in board.clues}
    shown: list[dict[str, Any]] = []
    for index, at in enumerate(cells(*board.shape)):
        clue = clues.get(at)
        cell: dict[str, Any] = {"shape": None, "area": None, "mark": state[index] if state else ""}
        if clue:
            cell |= {"shape": clue.shape, "area": str(clue.area) if clue.area else None}
        place = {"row": str(at.row + 1), "column": str(at.col + 1)}
        shown.append(cell | place if labels else cell)
    return Page(*board.shape, shown)


def tango_board(drawing: str) -> tango.board.Board:
    lines = [line for line in drawing.splitlines() if line.strip()]
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    givens: list[Given] = []
    edges: list[Edge] = []
    row, cols = -1, 0
    for line in (line[indent:].rstrip() for line in lines):
        if set(line) <= set("=x "):
            below = [(Cell(row, at // 2), Cell(row + 1, at // 2), sign) for at, sign in enumerate(line)]
            edges += [Edge(a, b, SIGNS[sign]) for a, b, sign in below if sign in SIGNS]
            continue
        row, cols = row + 1, (len(line) + 1) // 2
        givens += [Given(Cell(row, at // 2), SYMBOLS[sign]) for at, sign in enumerate(line) if sign in "sm"]
        edges += [
            Edge(Cell(row, at // 2), Cell(row, at // 2 + 1), SIGNS[sign])
            for at, sign in enumerate(line)
            if sign in SIGNS
        ]
    assert row + 1 == cols
    return tango.board.Board(cols, tuple(sorted(givens)), tuple(sorted(edges)))


def symbols(drawing: str) -> tuple[str, ...]:
    return tuple(SYMBOLS[cell] for row in _rows(drawing) for cell in row)


def tango_page(
    board: tango.board.Board,
    marks: Sequence[str] = (),
    *,
    labels: bool = False,
    words: tuple[str, str] = ("sun", "moon"),
) -> Page:
    """Signs are shown by the upper or left of their cells; `labels` adds the witnesses; `words` are the page's own."""
    given = dict(board.givens)
    named = {"empty": "empty", "sun": words[0], "moon": words[1]}
    shown: list[dict[str, Any]] = []
    for index, at in enumerate(cells(*board.shape)):
        signs = {
            sign: [_side(a, b) for a, b, kind in board.edges if a == at and kind == sign] for sign in tango.play.COMMON
        }
        mark = marks[index] if marks else given.get(at, "empty")
        cell = {"mark": named[mark], "locked": at in given, **signs}
        place = {
            "row": str(at.row),
            "column": str(at.col),
            "edge": [side for sides in signs.values() for side in sides],
        }
        shown.append(cell | place if labels else cell)
    return Page(board.size, board.size, shown)


def _side(a: Cell, b: Cell) -> str:
    return "right" if a.row == b.row else "down"


#: A board with one solution that the rules of explanations lead to.
FIVE = queens_board("""
    A A A B B
    A B B B C
    A A D D C
    E A E D C
    E E E D D
""")
