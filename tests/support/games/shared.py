"""Parts of what the games' tests share: a page made to be changed, rows of a drawing, random shapes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from hypothesis import strategies as st

from player.browser.selectors.loader import load
from player.files import SELECTORS
from player.games import GAMES
from player.games.grid import Cell, between, cells, neighbours
from player.games.snapshot import Snapshot, Value

RANDOMS = st.integers(0, 2**32).map(Random)


#: The games that the site has.
ON_SITE = [name for name in GAMES if name in load(SELECTORS).site("linkedin").games]


def games_with(*parts: str) -> list[str]:
    """Return the games whose folders have these modules: a game may lack any that is optional."""
    return [name for name, game in GAMES.items() if all(map(game.has, parts))]


def games_in(table: Iterable[str]) -> list[str]:
    """Return the games that a table of the tests holds: all of this project, and a new one if it was added."""
    games = [*table]
    assert {*ON_SITE, "simple-loop"} <= {*games}
    return games


def shapes(most_cells: int) -> st.SearchStrategy[tuple[int, int]]:
    shapes = [(r, c) for r in range(1, 8) for c in range(1, 8) if 2 <= r * c <= most_cells]
    return st.sampled_from(shapes)


def edges(rows: int, cols: int) -> list[tuple[Cell, Cell]]:
    return sorted({between(cell, near) for cell in cells(rows, cols) for near in neighbours(cell, rows, cols)})


def rows_of(drawing: str) -> list[list[str]]:
    return [line.split() for line in drawing.splitlines() if line.strip()]


def places(drawing: str) -> tuple[Cell, ...]:
    """The cells where a drawing has no dot: queens that stand, cells that are filled."""
    return tuple(Cell(r, c) for r, row in enumerate(rows_of(drawing)) for c, cell in enumerate(row) if cell != ".")


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


def up_to_two(solutions: Iterator[object]) -> int:
    return len(list(islice(solutions, 2)))
