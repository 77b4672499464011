"""Cells of a rectangular grid, walls between them, its turns and covers, and the validation of boards in JSON."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple, TypeGuard, TypeVar

from player.errors import BoardError

T = TypeVar("T")
At = TypeVar("At", bound=Hashable)

#: The largest side of a board, in cells, unless its game has a larger one. It bounds the cost of a proof.
MAX_SIDE = 32
#: The largest side of any game's board.
MAX_SIDE_OF_ALL = 64
#: The most steps of one search for covers. Real boards take up to 300, and others as long as their formulas.
MAX_COVER_STEPS = 1000


class Cell(NamedTuple):
    """One square of the grid, by row and column from 0.

    As text they count from 1, and are written as solvers of Sudoku do: R1C5. Source of the notation: Sudopedia,
    "Diagrams and Notations".
    """

    row: int
    col: int

    def __str__(self) -> str:
        return f"R{self.row + 1}C{self.col + 1}"

    @property
    def spoken(self) -> str:
        """The cell in words: in texts that are read aloud, and in formats that other programs read."""
        return f"row {self.row + 1}, column {self.col + 1}"


def block_words(some: Iterable[Cell]) -> str:
    """Return the least rectangle around cells, as solvers write it: R1-2C3-4."""
    rows, cols = ([number + 1 for number in (min(line), max(line))] for line in zip(*some, strict=True))
    return "".join(
        f"{sign}{first}" if first == last else f"{sign}{first}-{last}"
        for sign, (first, last) in (("R", rows), ("C", cols))
    )


def unspoken(text: str) -> str:
    """Return `text` with its spoken cells as people write them."""
    return re.sub(r"row (\d+), column (\d+)", r"R\1C\2", text)


Wall = tuple[Cell, Cell]
"""The closed side between two neighbouring cells, the upper or left one first."""

SIDES: Mapping[str, tuple[int, int]] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""By side: the offset (rows down, columns right) of the cell beyond it."""


def cells(rows: int, cols: int) -> Iterator[Cell]:
    """Yield the cells of the grid, row by row."""
    return (Cell(row, col) for row in range(rows) for col in range(cols))


def on_grid(shape: tuple[int, int], values: Iterable[T]) -> dict[Cell, T]:
    """Return the values of the cells, which come row by row, by cell."""
    return dict(zip(cells(*shape), values, strict=True))


def in_rows(values: Sequence[T], cols: int) -> tuple[tuple[T, ...], ...]:
    """Split the values of the cells into rows."""
    return tuple(tuple(values[start : start + cols]) for start in range(0, len(values), cols))


@lru_cache(maxsize=8192)
def neighbours(cell: Cell, rows: int, cols: int) -> tuple[Cell, ...]:
    """Return the cells of the grid that share a side with `cell`, row by row."""
    row, col = cell
    near = (Cell(row - 1, col), Cell(row, col - 1), Cell(row, col + 1), Cell(row + 1, col))
    return tuple(at for at in near if 0 <= at.row < rows and 0 <= at.col < cols)


def neighbouring(rows: int, cols: int) -> list[Wall]:
    """Return all pairs of cells of the grid that share a side, the left or upper cell first, row by row."""
    return [(at, other) for at in cells(rows, cols) for other in neighbours(at, rows, cols) if other > at]


def adjacent(a: Cell, b: Cell) -> bool:
    """Return whether the cells share a side."""
    return abs(a.row - b.row) + abs(a.col - b.col) == 1


def between(a: Cell, b: Cell) -> Wall:
    """Return the wall between two neighbouring cells, given in any order."""
    return (a, b) if a < b else (b, a)


def beyond(cell: Cell, side: str) -> Cell:
    """Return the cell on that side of `cell`, one of `SIDES`; it may lie outside the grid."""
    down, right = SIDES[side]
    return Cell(cell.row + down, cell.col + right)


def linked(edges: Iterable[tuple[Cell, Cell]]) -> defaultdict[Cell, list[Cell]]:
    """Return for each cell the other ends of its edges, in their order."""
    near = defaultdict[Cell, list[Cell]](list)
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    return near


def connected(starts: Iterable[At], near: Callable[[At], Iterable[At]]) -> list[set[At]]:
    """Return the connected parts of a graph that `starts` lie in, in their order; `near` returns the neighbours."""
    parts: list[set[At]] = []
    seen: set[At] = set()
    for start in starts:
        if start not in seen:
            part, frontier = {start}, [start]
            for at in frontier:  # the list grows during the loop
                fresh = [other for other in near(at) if other not in part]
                part.update(fresh)
                frontier += fresh
            parts.append(part)
            seen |= part
    return parts


def parted(shape: tuple[int, int], walls: Collection[Wall]) -> list[set[Cell]]:
    """Return the parts of the grid that walls separate, in the order of their first cells."""
    return connected(cells(*shape), lambda at: (to for to in neighbours(at, *shape) if between(at, to) not in walls))


def regions_within(shape: tuple[int, int], walls: Collection[Wall]) -> tuple[tuple[int, ...], ...]:
    """Return the number of the part of each cell, by row."""
    number = {at: index for index, part in enumerate(parted(shape, walls)) for at in part}
    return in_rows([number[at] for at in cells(*shape)], shape[1])


def sides(walls: Collection[Wall], rows: int, cols: int) -> list[list[str]]:
    """Return for each cell, row by row, the sides on which one of `walls` stands."""
    return [[side for side in SIDES if between(at, beyond(at, side)) in walls] for at in cells(rows, cols)]


class Turn(NamedTuple):
    """One of the eight ways to lay a grid on itself: rows reversed, then columns, then rows and columns exchanged."""

    upside_down: bool
    mirrored: bool
    transposed: bool

    def shape(self, rows: int, cols: int) -> tuple[int, int]:
        """Return the shape of the turned grid."""
        return (cols, rows) if self.transposed else (rows, cols)

    def cells(self, some: Iterable[Cell], rows: int, cols: int) -> Iterator[Cell]:
        """Yield the places of `some` cells of a grid of `rows` x `cols` on the turned grid, in their order."""
        for at in some:
            row = rows - 1 - at.row if self.upside_down else at.row
            col = cols - 1 - at.col if self.mirrored else at.col
            yield Cell(col, row) if self.transposed else Cell(row, col)

    def rows(self, rows: Sequence[Sequence[T]]) -> list[tuple[T, ...]]:
        """Return the rows of the turned grid, from what each cell of a row holds."""
        turned = [tuple(reversed(row) if self.mirrored else row) for row in rows[:: -1 if self.upside_down else 1]]
        return [*zip(*turned, strict=True)] if self.transposed else turned


TURNS = tuple(Turn(*signs) for signs in product((False, True), repeat=3))


def covers(items: Sequence[int], excluded: Callable[[int], int]) -> list[list[int]] | None:
    """Return up to two choices of options such that each item has exactly one; None after `MAX_COVER_STEPS`.

    No formula is needed: most boards take a fraction of a solver's time. Fewer than two choices prove that there are no
    others. Options are bits, and an item is the mask of its own; `excluded` returns those that one excludes.

    The depth-first search guesses an option of the item with the fewest (Algorithm X: D. Knuth, "Dancing links", 2000).
    """
    found: list[list[int]] = []
    waiting: list[tuple[int, Sequence[int], list[int]]] = [(-1, items, [])]
    for _ in range(MAX_COVER_STEPS):
        if not waiting or len(found) == 2:
            return found
        free, left, chosen = waiting.pop()
        if not left:
            found.append(chosen)
            continue
        for item in left:
            options = item & free
            if not options & (options - 1):
                break  # one option or none
        else:
            options = min([item & free for item in left], key=int.bit_count)
        while options:
            option = options & -options
            options ^= option
            rest = [item for item in left if not item & option]
            waiting.append((free & ~excluded(option), rest, [*chosen, option]))
    return None


# Boards in JSON


def is_int(value: Any) -> TypeGuard[int]:
    """Return whether `value` is a JSON integer; a bool is an int in Python, but not in JSON."""
    return isinstance(value, int) and not isinstance(value, bool)


def take(data: dict[str, Any], key: str) -> Any:
    """Return `data[key]`; raise BoardError if it is missing."""
    if key not in data:
        raise BoardError(f"the board has no {key!r}")
    return data[key]


def take_list(data: dict[str, Any], key: str, default: list[Any] | None = None) -> list[Any]:
    """Return the list `data[key]`, or `default`; raise BoardError if it is missing or not a list."""
    value = take(data, key) if default is None else data.get(key, default)
    if not isinstance(value, list):
        raise BoardError(f"{key!r} must be a list, not {shorten(value)}")
    return value


def square(rows: list[Any], n: int, what: str, things: str = "numbers") -> list[list[Any]]:
    """Return `rows`; raise BoardError, with `what` as the subject, if they are not `n` lists of `n` things."""
    if len(rows) != n or not all(isinstance(row, list) and len(row) == n for row in rows):
        raise BoardError(f"{what} must be {n} lists of {n} {things} each")
    return rows


def take_side(data: dict[str, Any], key: str, most: int = MAX_SIDE) -> int:
    """Return the side length `data[key]`; raise BoardError if it is missing or not from 1 to `most`."""
    value = take(data, key)
    if not is_int(value):
        raise BoardError(f"{key!r} must be a whole number, not {shorten(value)}")
    return side(value, f"{key!r}", most)


def side(value: int, what: str, most: int = MAX_SIDE) -> int:
    """Return `value`; raise BoardError, with `what` as the subject, if it is not from 1 to `most`."""
    if not 1 <= value <= most:
        raise BoardError(f"{what} must be from 1 to {most}, not {shorten(value)}")
    return value


def to_cell(value: Any, rows: int, cols: int, what: str) -> Cell:
    """Return the cell of a JSON pair [row, col].

    Raise BoardError, with `what` as the subject, if it is malformed or outside the grid.
    """
    if not (isinstance(value, list) and len(value) == 2 and is_int(value[0]) and is_int(value[1])):
        raise BoardError(f"{what} must be a cell [row, column], not {shorten(value)}")
    row, col = value
    if not (0 <= row < rows and 0 <= col < cols):
        raise BoardError(f"{what} is at {shorten(value)}, outside the {rows}x{cols} grid")
    return Cell(row, col)


def to_wall(value: Any, rows: int, cols: int, what: str = "a wall") -> Wall:
    """Return the wall of a JSON pair of neighbouring cells; raise BoardError if it is malformed."""
    if not (isinstance(value, list) and len(value) == 2):
        raise BoardError(f"{what} must be two cells [[row, column], [row, column]], not {shorten(value)}")
    a, b = (to_cell(end, rows, cols, what) for end in value)
    if not adjacent(a, b):
        raise BoardError(f"{what} must stand between neighbours, not between {a} and {b}")
    return between(a, b)


def as_lists(some: Iterable[Cell]) -> list[list[int]]:
    """Return the cells as JSON pairs [row, col]."""
    return [list(cell) for cell in some]


def shorten(value: Any) -> str:
    """Return `repr(value)`, shortened to one line for an error message."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an int of thousands of digits, a list nested as deeply
        text = type(value).__name__
    return text if len(text) <= 40 else text[:37] + "..."
