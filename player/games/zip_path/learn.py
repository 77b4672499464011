"""Recipe of Hamiltonian paths on unknown pages: numbers from 1 on, and walls between cells."""

import re
from collections.abc import Iterator
from itertools import product

from player.doctor.learn.table import (
    MOST,
    Attempt,
    CellTable,
    Choice,
    Values,
    chosen,
    no_sides,
    regroup,
    speaks_of,
    walls_of,
)

#: Words in titles of pages with this game, beside its own name.
TITLES = ("hamilton", "path", "trail", "route")
#: What a page lacks on which the recipe finds nothing.
LACK = "no reading gives numbers from 1 on, each once"

#: Words in names of walls.
WALLS = "wall barrier fence block closed thick"


def attempts(columns: CellTable) -> Iterator[Attempt]:
    """Yield the ways to read numbers from 1 on, and walls."""
    count = len(columns.lattice.cells)
    numbers = [column for column in columns.values if _is_count(column.values)]
    for number, walls in product(regroup(numbers, lambda column: column.values)[:4], _walls(columns)[:MOST]):
        filled = Choice((False,) * count, {"has": ":not(*)"}, 0, "no path is on the board yet", doubt=True)
        yield Attempt({"number": chosen(number, ["numbers"]), "walls": walls, "filled": filled})


def _is_count(values: Values) -> bool:
    """Return whether the values are 1 to K, each once, on some cells but not on all."""
    told = [value for value in values if value is not None]
    if not 2 <= len(told) < len(values) or not all(
        isinstance(text, str) and re.fullmatch(r"[1-9]\d{0,2}", text) for text in told
    ):
        return False
    return sorted(map(int, told)) == list(range(1, len(told) + 1))


def _walls(columns: CellTable) -> list[Choice]:
    """Return what may be the walls: sides that few cells have, or none."""
    rows, cols = columns.shape
    most = rows * (cols - 1) + cols * (rows - 1)
    found = []
    for column in columns.sides:
        walls = walls_of(column.values, rows, cols)
        if 0 < len(walls) <= 0.6 * most:
            bonus = 3 if any(speaks_of(one.words, WALLS) for one in column.readings) else 1
            # Walls too many leave no path; walls too few would be found by a part of the names, say of one side.
            found.append(chosen(column, ["walls"], bonus=bonus + len(walls) / 10))
    found.sort(key=lambda choice: -choice.score)
    return [*found[: MOST - 1], no_sides(rows * cols, "nothing lies between the cells")]
