"""Recipe of Hamiltonian paths on unknown pages: numbers from 1 on, and walls between cells."""

import re
from collections.abc import Iterator
from itertools import product

from player.doctor.learn.table import (
    MOST,
    MOST_COLUMNS,
    Attempt,
    CellTable,
    Choice,
    Column,
    chosen,
    nowhere,
    speaks_of,
    walls_of,
)

#: Words in titles of pages with this game, beside its own name.
TITLES = ("hamilton", "path", "trail", "route")
#: What a page lacks on which the recipe finds nothing.
LACK = "no reading gives numbers from 1 on, each once"
#: Words in names of walls.
WALLS = "wall barrier fence block closed thick"


def attempts(table: CellTable) -> Iterator[Attempt]:
    """Yield the ways to read numbers from 1 on, and walls; none if cells have other texts: they may be blocked."""
    numbers = [] if _others(table) else _numbers(table)
    for number, walls in product(numbers[:MOST_COLUMNS], _walls(table)):
        filled = Choice((False,) * len(number.values), {"has": ":not(*)"}, 0, "no path is on the board yet", doubt=True)
        yield Attempt({"number": chosen(number, ["numbers"]), "walls": walls, "filled": filled})


def _numbers(table: CellTable) -> list[Column]:
    """Return the columns of numbers from 1 on, each once."""
    return [one for one in table.values if sorted(one.numbers) == [*range(1, max(2, len(one.numbers)) + 1)]]


def lack(table: CellTable) -> str:
    """Return what the page lacks, or which texts are no numbers."""
    others = ", ".join(map(repr, _others(table) if _numbers(table) else []))
    return f"{others} in cells may be clues of another puzzle, such as blocked cells" if others else LACK


def _others(table: CellTable) -> list[str]:
    """Return the texts without a number that are in less than half of the cells."""
    texts = [cell.text for cell in table.lattice.cells]
    return sorted(text for text in table.texts if not re.search(r"\d", text) and 2 * texts.count(text) < len(texts))


def _walls(table: CellTable) -> list[Choice]:
    """Return what may be the walls: sides that few cells have, or none."""
    rows, cols = table.shape
    most = rows * (cols - 1) + cols * (rows - 1)
    found = []
    for column in table.sides:
        walls = walls_of(column.values, rows, cols)
        if 0 < len(walls) <= 0.6 * most:
            bonus = 3 if any(speaks_of(one.words, WALLS) for one in column.readings) else 1
            # Walls too many leave no path; walls too few would be found by a part of the names, say of one side.
            found.append(chosen(column, ["walls"], bonus=bonus + len(walls) / 10))
    found.sort(key=lambda choice: -choice.score)
    return [*found[: MOST - 1], nowhere(rows * cols, "nothing lies between the cells", sides=True)]
