"""The generation of boards: shapes, which are pictures of characters that a board follows, and what generators share.

The meaning of a sign is the game's, but that of `FREE` and `EITHER` is near in all of them (docs/boards.md, "Shapes").
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, TypeVar

from player.errors import BoardError
from player.games.game import Game
from player.games.grid import MAX_SIDE_OF_ALL, Cell, cells, in_rows
from player.sat import solver

#: The sign of a cell of which the shape says nothing, or on which nothing stands.
FREE = "."
#: The sign of a cell on which something may stand.
EITHER = "?"
#: The sign of a cell that is no part of the board.
HOLE = "#"

#: The longest file of a shape that is read, in characters.
MAX_CHARACTERS = 100_000


@dataclass(frozen=True, slots=True)
class BoardShape:
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


class Generator(NamedTuple):
    """The result of `generator` in a game's `generate.py`, which gets options that differ from their defaults by name.

    `sizes` are the smallest and the largest side, `step` apart; `usual` are those on the site, as often as there.
    """

    make: Callable[[Random, int], Any]
    """Return a board of a size with one solution."""
    sizes: tuple[int, int]
    usual: tuple[int, ...]
    step: int = 1
    make_shaped: Callable[[Random, BoardShape], Any | None] | None = None
    """Return a board of a shape with one solution after one bounded try, or None; None if the game has no such ones."""
    check: Callable[[BoardShape], None] = lambda _shape: None
    """Raise BoardError, with the place, if the game has no boards of the shape."""
    clues: Callable[[Random, int], int] | None = None
    """Return how many clues a symmetric board of a size has; None if the game has no symmetric boards."""


def shape_of(text: str, name: str) -> BoardShape:
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
    shape = BoardShape(name, rows, first)
    for at, sign in shape.signs():
        if not sign.isprintable() or sign.isspace():
            raise shape.wrong(at, f"{sign!r} is no sign: write {FREE} for a cell without one")
    return shape


SYMMETRIES = ("rotation", "mirror")


def symmetric(random: Random, size: int, count: int, symmetry: str) -> BoardShape:
    """Return a random shape of about `count` marks that is the same upside down, or left and right exchanged."""

    def other(at: Cell) -> Cell:
        return Cell(size - 1 - at.row if symmetry == "rotation" else at.row, size - 1 - at.col)

    marked: set[Cell] = set()
    for at in random.sample([*cells(size, size)], size * size):
        if len(marked) >= count:
            break
        marked |= {at, other(at)}
    rows = in_rows(["*" if at in marked else FREE for at in cells(size, size)], size)
    return BoardShape(f"a shape with {symmetry} symmetry", tuple(map("".join, rows)))


# Generators


def random_solution(random: Random, game: Game, board: Any) -> Any | None:
    """Return a random solution of a board, None if it has none, by the solver."""
    cnf = game.whole_encoding.encode(board)
    model = solver.random_model(cnf, random)
    return None if model is None else game.encoding.decode(board, cnf.facts(model))


def solutions(game: Game, board: Any, most: int) -> list[Any]:
    """Return up to `most` solutions of a board by its formula: of most boards that are tried there are several."""
    cnf = game.encoding.encode(board)
    return [game.encoding.decode(board, cnf.facts(model)) for model in solver.models(cnf, most)]


def other_solutions(game: Game, board: Any, solution: Any) -> list[Any]:
    """Return solutions of a board other than `solution`, of two that are searched; none if it is the only one."""
    return [found for found in solutions(game, board, 2) if found != solution]


Value = TypeVar("Value", int, str)
Values = dict[Cell, Value]

#: The most changes of one search, the most cells that change at once, and the solutions among which one is chosen.
MAX_CHANGES, MAX_CELLS, MAX_SOLUTIONS = 60, 4, 40


def rearranged(
    random: Random,
    solutions: Callable[[Values[Value], int], Sequence[Values[Value]]],
    given: Values[Value],
    movable: Sequence[Cell],
) -> Values[Value] | None:
    """Return values of the cells of `given` that leave one solution; None if a bounded search finds none.

    `solutions` returns some solutions with given values. A few of the `movable` cells at a time get the values that the
    fewest solutions have there.
    """
    for _ in range(MAX_CHANGES):
        if len(solutions(given, 2)) == 1:
            return given
        if not movable:
            return None
        chosen = random.sample(movable, min(len(movable), random.randint(1, MAX_CELLS)))
        left = {at: value for at, value in given.items() if at not in chosen}
        groups = Counter(tuple(solution[at] for at in chosen) for solution in solutions(left, MAX_SOLUTIONS))
        rarest = min(groups.values())
        values = random.choice([values for values, times in groups.items() if times == rarest])
        given = left | dict(zip(chosen, values, strict=True))
    return None
