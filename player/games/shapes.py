"""Shapes: pictures of characters that a generated board follows, as text files with a character for each cell.

The meaning of a sign is the game's, but that of `FREE` and `EITHER` is near in all of them (docs/boards.md, "Shapes").
"""

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from player.errors import BoardError
from player.games.grid import MAX_SIDE_OF_ALL, Cell

#: The sign of a cell of which the shape says nothing, or on which nothing stands.
FREE = "."
#: The sign of a cell on which something may stand.
EITHER = "?"
#: The sign of a cell that is no part of the board.
HOLE = "#"

#: The longest file of a shape that is read, in characters.
MAX_CHARACTERS = 100_000


@dataclass(frozen=True, slots=True)
class Shape:
    """A square picture of characters: `rows[row][col]` is the sign of a cell; `first` is the line of row 0."""

    name: str
    rows: tuple[str, ...]
    first: int = 1

    @property
    def size(self) -> int:
        """The number of rows, which is also that of columns."""
        return len(self.rows)

    def signs(self) -> Iterator[tuple[Cell, str]]:
        """Yield each cell with its sign, row by row."""
        return ((Cell(row, col), sign) for row, line in enumerate(self.rows) for col, sign in enumerate(line))

    def of(self, sign: str) -> list[Cell]:
        """Return the cells with this sign, row by row."""
        return [at for at, its in self.signs() if its == sign]

    def groups(self) -> dict[str, list[Cell]]:
        """Return the cells of each sign but `FREE` and `HOLE`, in the order of their first cells."""
        groups: dict[str, list[Cell]] = {}
        for at, sign in self.signs():
            if sign not in {FREE, HOLE}:
                groups.setdefault(sign, []).append(at)
        return groups

    def marks(self) -> list[Cell]:
        """Return the cells with any sign but `FREE` and `EITHER`: there a clue must stand."""
        return [at for at, sign in self.signs() if sign not in {FREE, EITHER}]

    def wrong(self, at: Cell, says: str) -> BoardError:
        """Return the error about the sign of a cell, with its place in the file."""
        return BoardError(f"{self.name}, line {self.first + at.row}, column {at.col + 1}: {says}")


class Shaped(NamedTuple):
    """The generator of boards of a shape, as `shaped.py` of a game returns it."""

    make: Callable[[Random, Shape], Any | None]
    """Return a board with one solution after one bounded try, or None."""
    check: Callable[[Shape], None]
    """Raise BoardError, with the place, if the game has no boards of the shape."""
    clues: Callable[[Random, int], int] | None = None
    """Return how many clues a symmetric board of a size has; None if the game has no symmetric boards."""


def shape_of(text: str, name: str) -> Shape:
    """Return the shape in the text of a file; raise BoardError, with the place, if it is no square of signs.

    Empty lines before and after it, and spaces at the ends of lines, do not count.
    """
    lines = [unicodedata.normalize("NFC", line).rstrip() for line in text.splitlines()]
    filled = [number for number, line in enumerate(lines, start=1) if line]
    if not filled:
        raise BoardError(f"{name} holds no shape: write a line for each row, and a sign for each cell")
    first, last = filled[0], filled[-1]
    rows = tuple(lines[first - 1 : last])
    if len(rows) > MAX_SIDE_OF_ALL:
        raise BoardError(f"{name} has {len(rows)} lines: a shape has {MAX_SIDE_OF_ALL} at most")
    for number, row in enumerate(rows, start=first):
        if len(row) != len(rows):
            raise BoardError(f"{name}, line {number}: {len(row)} signs, but a shape of {len(rows)} lines needs as many")
    shape = Shape(name, rows, first)
    for at, sign in shape.signs():
        if not sign.isprintable() or sign.isspace():
            raise shape.wrong(at, f"{sign!r} is no sign: write {FREE} for a cell without one")
    return shape


SYMMETRIES = ("rotation", "mirror")


def symmetric(random: Random, size: int, count: int, symmetry: str) -> Shape:
    """Return a random shape of about `count` marks that is the same upside down, or left and right exchanged."""

    def other(at: Cell) -> Cell:
        return Cell(size - 1 - at.row if symmetry == "rotation" else at.row, size - 1 - at.col)

    cells = [Cell(row, col) for row in range(size) for col in range(size)]
    marked: set[Cell] = set()
    for at in random.sample(cells, len(cells)):
        if len(marked) >= count:
            break
        marked |= {at, other(at)}
    rows = ("".join("*" if (row, col) in marked else FREE for col in range(size)) for row in range(size))
    return Shape(f"a shape with {symmetry} symmetry", tuple(rows))
