"""Recipe of Sudoku on unknown pages: digits, which of them are given, and boxes, drawn or not."""

import re
from collections.abc import Iterator, Mapping
from itertools import product

from player.doctor.learn.table import (
    GIVEN,
    Attempt,
    CellTable,
    Choice,
    Column,
    Reading,
    Values,
    chosen,
    partition,
    regroup,
    speaks_of,
    walls_of,
)
from player.games.grid import between, beyond, cells

#: Words in titles of pages with this game, beside its own name.
TITLES = ("sudoku",)
#: What a page lacks on which the recipe finds nothing.
LACK = "no reading gives digits, or no boxes are drawn"


def attempts(columns: CellTable) -> Iterator[Attempt]:
    """Yield the ways to read digits, those that are given, and the boxes."""
    rows, cols = columns.shape
    if rows != cols or rows < 4:
        return
    digits = [column for column in columns.values if _is_digits(column.values, rows)]
    for digit, walls in product(regroup(digits, lambda column: column.values)[:4], box_choices(columns)):
        for given in _given_digits(columns, digit):
            yield Attempt({"digit": chosen(digit, ["digits"], once=False), "given": given, "walls": walls})


def _is_digits(values: Values, rows: int) -> bool:
    told = [value for value in values if value is not None]
    if not rows <= len(told) + 2 or len(told) == len(values):
        return False
    return all(isinstance(text, str) and re.fullmatch(r"[1-9]\d?", text) and int(text) <= rows for text in told)


def _given_digits(columns: CellTable, digit: Column) -> list[Choice]:
    there = tuple(value is not None for value in digit.values)
    found = []
    for flag in columns.flags:
        if not any(flag.values) or any(
            value is True and not digit for value, digit in zip(flag.values, there, strict=True)
        ):
            continue
        words = [one for one in flag.readings if speaks_of(one.words, GIVEN)]
        if words:
            best = max(words, key=lambda one: one.weight)
            found.append(
                Choice(flag.values, dict(best.reading), 2 + best.weight / 5, f"cells with {best.reading['has']}")
            )
        elif flag.values == there:
            best = flag.best(1)[0]
            found.append(
                Choice(
                    flag.values,
                    {**best.reading, "once": True},
                    1,
                    f"just the cells with a digit have {best.reading['has']}",
                )
            )
    best = digit.best(1)[0]
    pattern = {} if "pattern" in best.reading else {"pattern": r"^(\d+)$"}
    entry = {"has": {**best.reading, **pattern}, "once": True}
    return [*found[:3], Choice(there, entry, 0, "what is there at the start is given", doubt=True)]


def box_choices(columns: CellTable) -> list[Choice]:
    """Return the walls of boxes of equal size: as the page draws them, and last as is usual for this size."""
    n, _ = columns.shape
    found, sizes = [], [(height, n // height) for height in range(1, n + 1) if n % height == 0]
    usual = [size for size in sizes if 1 < size[0] < n]
    for column in columns.sides:
        walls = walls_of(column.values, n, n)
        if any(walls == _box_walls(n, *size) for size in usual):
            found.append(chosen(column, ["walls"], bonus=2))
    for height, width in sorted(usual, key=lambda size: (abs(size[0] - size[1]), size[0])):
        sides = tuple(
            [side for side in ("down", "right") if between(at, beyond(at, side)) in _box_walls(n, height, width)]
            for at in cells(n, n)
        )
        entry = _lines_entry(columns, height, width)
        if entry and _are_boxes(columns, height, width):
            found.append(Choice(sides, {**entry, "once": True}, 2, f"boxes of {height}x{width} stand out together"))
        elif entry:
            found.append(
                Choice(sides, {**entry, "once": True}, -2, f"no boxes are drawn: {height}x{width} is usual", doubt=True)
            )
    return found


def _box_walls(n: int, height: int, width: int) -> set[tuple[object, object]]:
    return {
        between(at, beyond(at, side))
        for at in cells(n, n)
        for side, last in (
            ("down", (at.row + 1) % height == 0 and at.row + 1 < n),
            ("right", (at.col + 1) % width == 0 and at.col + 1 < n),
        )
        if last
    }


def _lines_entry(columns: CellTable, height: int, width: int) -> Reading | None:
    """Return the reading of the boxes' walls by the places of cells in their parents; None if these tell nothing."""
    nests, cell = columns.lattice.nests, columns.place["cell"]
    n, _ = columns.shape
    places = list(cells(n, n))
    if not all(
        (place % width == 0) == ((at.col + 1) % width == 0) for at, (_, place, _) in zip(places, nests, strict=True)
    ):
        return None
    first = height * width - width + 1
    ranges = [(row * n + 1, row * n + n) for row in range(height - 1, n, height)]
    below = [(at.row + 1) % height == 0 for at in places]
    ways = {
        f"{cell}:nth-child(n+{first})": [place >= first for _, place, _ in nests],
        f":nth-child({height}n) > {cell}": [outer % height == 0 for *_, outer in nests],
        ", ".join(f"{cell}:nth-child(n+{low}):nth-child(-n+{high})" for low, high in ranges): [
            any(low <= place <= high for low, high in ranges) for _, place, _ in nests
        ],
    }
    down = next((way for way, told in ways.items() if told == below), None)
    return None if down is None else {"all": {"right": f"{cell}:nth-child({width}n)", "down": down}, "rim": True}


def _are_boxes(columns: CellTable, height: int, width: int) -> bool:
    """Return whether each box has an element or a colour of its own, unlike those beside it."""
    n, _ = columns.shape
    boxes = [(at.row // height, at.col // width) for at in cells(n, n)]
    parents = partition([parent for parent, *_ in columns.lattice.nests])
    if parents == partition(boxes):
        return True
    return any(
        len({*zip(boxes, column.values, strict=True)}) == len(set(boxes))
        and _alternates(dict(zip(boxes, column.values, strict=True)))
        for column in columns.values
        if any(one.is_seen for one in column.readings)
    )


def _alternates(colours: Mapping[tuple[int, int], object]) -> bool:
    """Return whether no two neighbouring boxes have the same value."""
    return all(
        colours.get((row + 1, col)) != one and colours.get((row, col + 1)) != one for (row, col), one in colours.items()
    )
