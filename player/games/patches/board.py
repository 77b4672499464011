"""Boards and solutions of Patches: JSON, words, images, and the referee."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from player.errors import BoardError
from player.games.game import Description
from player.games.grid import TURNS, Cell, block_words, cells, is_int, take_list, take_side, to_cell
from player.games.puzzlink import UNKNOWN, UrlBody, numbers_in, numbers_of, unsaid

SHAPES = ("any", "square", "wide", "tall")

#: The largest side of a board, in cells: Shikaku boards are larger than those of other games.
MAX_SIDE = 64

#: The most cells of a board with a clue without an area. There are tens of thousands of rectangles on such a board,
#: and more than fit into memory on larger ones.
MAX_OPEN_CELLS = 400


class Clue(NamedTuple):
    """A clue on a cell: a shape of `SHAPES`, and the `area` in cells or None.

    A wide rectangle has more columns than rows, a tall one more rows than columns.
    """

    cell: Cell
    shape: str
    area: int | None = None


class Patch(NamedTuple):
    """A rectangle, by its upper left cell and its numbers of rows and columns."""

    top: int
    left: int
    height: int
    width: int

    def __str__(self) -> str:
        return block_words(self.cells())

    def cells(self) -> Iterator[Cell]:
        """Yield the cells of the rectangle, row by row."""
        return (Cell(self.top + down, self.left + right) for down, right in cells(self.height, self.width))

    def holds(self, cell: Cell) -> bool:
        """Return whether `cell` is in the rectangle."""
        return 0 <= cell.row - self.top < self.height and 0 <= cell.col - self.left < self.width


def around(some: Iterable[Cell]) -> Patch:
    """Return the smallest rectangle that holds `some` cells."""
    rows, cols = zip(*some, strict=True)
    return Patch(min(rows), min(cols), max(rows) - min(rows) + 1, max(cols) - min(cols) + 1)


def shape_of(height: int, width: int) -> str:
    """Return the shape of a rectangle, one of `SHAPES` but "any"."""
    return "square" if height == width else "wide" if width > height else "tall"


Solution = tuple[Patch, ...]
"""The patch of each clue, in the order of the clues."""


@dataclass(frozen=True, slots=True)
class Board:
    """One board; the grid need not be square."""

    rows: int
    cols: int
    clues: tuple[Clue, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self.rows, self.cols


def from_json(data: dict[str, Any]) -> Board:
    """Return the board of `{"rows": int, "cols": int, "clues": [[row, col, shape, area or null], ...]}`.

    Raise BoardError if the data is malformed.
    """
    rows, cols = take_side(data, "rows", MAX_SIDE), take_side(data, "cols", MAX_SIDE)
    return board_of(rows, cols, [_to_clue(value, rows, cols) for value in take_list(data, "clues")])


def board_of(rows: int, cols: int, clues: Sequence[Clue]) -> Board:
    """Return the board; raise BoardError if it has no clue, two on a cell, or is too large for its clues."""
    if not clues:
        raise BoardError("a Patches board needs a clue at least, this one has none")
    cell, times = Counter(clue.cell for clue in clues).most_common(1)[0]
    if times > 1:
        raise BoardError(f"two clues stand on one cell, {cell}")
    if rows * cols > MAX_OPEN_CELLS and any(clue.area is None for clue in clues):
        raise BoardError(f"a board of more than {MAX_OPEN_CELLS} cells is played only with an area on each clue")
    return Board(rows, cols, tuple(clues))


def _to_clue(value: Any, rows: int, cols: int) -> Clue:
    if not (isinstance(value, list) and len(value) == 4):
        raise BoardError("a clue must be [row, column, shape, area or null]")
    cell = to_cell(value[:2], rows, cols, "a clue")
    shape, area = value[2:]
    if not (isinstance(shape, str) and shape in SHAPES):
        raise BoardError(f"the clue at {cell} must have a shape, one of {', '.join(SHAPES)}")
    if area is not None and not (is_int(area) and 1 <= area <= rows * cols):
        raise BoardError(f"the area of the clue at {cell} must be from 1 to {rows * cols}, or null")
    return Clue(cell, shape, area)


def to_json(board: Board) -> dict[str, Any]:
    """Return the board in the public format."""
    clues = [[*clue.cell, clue.shape, clue.area] for clue in board.clues]
    return {"game": "patches", "rows": board.rows, "cols": board.cols, "clues": clues}


def to_solution(board: Board, data: list[Any]) -> Solution:
    """Return the solution of a JSON list of [top, left, height, width]; raise BoardError if it is malformed."""
    return tuple(_to_patch(value, board) for value in data)


def _to_patch(value: Any, board: Board) -> Patch:
    if not (isinstance(value, list) and len(value) == 4 and all(is_int(number) for number in value)):
        raise BoardError("a patch of the solution must be [top, left, height, width]")
    top, left, height, width = value
    if not (0 <= top < top + height <= board.rows and 0 <= left < left + width <= board.cols):
        raise BoardError(f"a patch of the solution does not lie in the {board.rows}x{board.cols} grid")
    return Patch(top, left, height, width)


def solution_to_json(solution: Solution) -> list[Any]:
    """Return the patches as a list of [top, left, height, width]."""
    return [list(patch) for patch in solution]


def describe(board: Board) -> Description:
    """Return the rules, and the clues."""
    rules = [
        "Divide the board into rectangles, each with exactly one clue in it.",
        "A number says how many cells the rectangle has.",
    ]
    if has_shapes := any(clue.shape != "any" or clue.area is None for clue in board.clues):
        rules.append(
            "The form of a clue is that of its rectangle: a square, wider than high, or higher than wide; "
            "a clue that shows all three forms at once allows any."
        )
    title, clues = "Patches" if has_shapes else "Shikaku", tuple(clue.cell for clue in board.clues)
    return Description(title, rules, parts=(("clue", len(clues)),), cells=clues)


def images(board: Board) -> Iterator[Board]:
    """Yield the board in all turns, its clues in the order of their cells; where it is transposed, wide is tall."""
    for turn in TURNS:
        exchanged = {"wide": "tall", "tall": "wide"} if turn.transposed else {}
        places = turn.cells((clue.cell for clue in board.clues), *board.shape)
        clues = [
            Clue(at, exchanged.get(shape, shape), area)
            for at, (_, shape, area) in zip(places, board.clues, strict=True)
        ]
        yield Board(*turn.shape(*board.shape), tuple(sorted(clues, key=lambda clue: clue.cell)))


# URLs of puzz.link


def to_url(board: Board) -> str:
    """Return the code of the areas; raise BoardError if a clue has a shape."""
    if shaped := next((clue for clue in board.clues if clue.shape != "any"), None):
        raise unsaid(f"that a clue has a shape, as the one at {shaped.cell}")
    areas = {clue.cell: UNKNOWN if clue.area is None else clue.area for clue in board.clues}
    return numbers_of(areas.get(at) for at in cells(*board.shape))


def from_url(body: UrlBody) -> Board:
    """Return the board of the code of areas; raise BoardError if it is malformed."""
    at = zip(cells(body.rows, body.cols), numbers_in(body), strict=True)
    clues = [Clue(cell, "any", None if area == UNKNOWN else area) for cell, area in at if area is not None]
    return from_json(to_json(Board(body.rows, body.cols, tuple(clues))))


# The referee


def check(board: Board, solution: Solution) -> list[str]:
    """Return the rules that `solution` breaks, a sentence each; an empty list if it is correct."""
    if len(solution) != len(board.clues):
        return [f"there are {len(solution)} patches for {len(board.clues)} clues"]
    broken = []
    with_clue = {tuple(clue.cell) for clue in board.clues}
    covered: list[tuple[int, int]] = []
    for (cell, shape, area), patch in zip(board.clues, solution, strict=True):
        top, left, height, width = patch
        inside = [(row, col) for row in range(top, top + height) for col in range(left, left + width)]
        covered += inside
        if with_clue.intersection(inside) != {cell}:
            broken.append(f"the patch of the clue at {cell} does not hold this clue alone")
        if area not in {None, height * width}:
            broken.append(f"the patch of the clue at {cell} has {height * width} cells, not {area}")
        if shape not in {"any", shape_of(height, width)}:
            broken.append(f"the patch of the clue at {cell} is not {shape}")
    grid = [(row, col) for row in range(board.rows) for col in range(board.cols)]
    if sorted(covered) == grid:
        return broken
    times = Counter(covered)
    broken += [f"{Cell(*at)} lies in no patch" for at in grid if at not in times]
    broken += [f"{Cell(*at)} lies in {times[at]} patches" for at in grid if times[at] > 1]
    return broken + [f"{Cell(*at)} lies outside the grid" for at in sorted(times.keys() - {*grid})]


def facts(solution: list[Any], _known: Collection[str]) -> Iterator[str]:
    """Yield the patches, as formulas of certificates word them."""
    for top, left, height, width in solution:
        yield f"patch of {height}x{width} cells from row {top + 1}, column {left + 1}"
