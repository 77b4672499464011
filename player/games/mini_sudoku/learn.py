"""Recipe of Sudoku on unknown pages: digits, which of them are given, and boxes, drawn or not."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from player.doctor.learn.table import (
    AT_START,
    MOST_COLUMNS,
    Attempt,
    CellTable,
    Choice,
    Column,
    Reading,
    chosen,
    given_choices,
    partition,
    parts_of,
    walls_of,
)
from player.games.grid import cells, sides
from player.games.mini_sudoku.play import box_walls

#: Words in titles of pages with this game, beside its own name.
TITLES = ("sudoku",)
#: What a page lacks on which the recipe finds nothing.
LACK = "no reading gives digits, or no boxes are drawn"
#: What tells that a page shows another puzzle, also to a picture.
OTHER = "its regions are no boxes"


def attempts(table: CellTable) -> Iterator[Attempt]:
    """Yield the ways to read digits, those that are given, and the boxes."""
    rows, cols = table.shape
    if rows != cols or rows < 4 or _has_other_regions(table):
        return
    digits = [one for one in table.values if rows - 2 <= len(one.numbers) and max(one.numbers) <= rows]
    for digit, walls in product(digits[:MOST_COLUMNS], _box_choices(table)):
        for given in _given_digits(table, digit):
            yield Attempt({"digit": chosen(digit, ["digits"], once=False), "given": given, "walls": walls})


def _has_other_regions(table: CellTable) -> bool:
    """Return whether the page shows regions as large as rows that are no boxes: those of another puzzle."""
    n, _ = table.shape
    places = list(cells(n, n))
    sizes = [(height, n // height) for height in range(1, n + 1) if n % height == 0]
    usual = {partition([(at.row // height, at.col // width) for at in places]) for height, width in sizes}
    for column in table.values:
        if None in column.values or {*Counter(column.values).values()} != {n} or partition(column.values) in usual:
            continue
        if parts_of(column.values, n, n) == n:
            return True
    return False


def lack(table: CellTable) -> str:
    """Return what the page lacks, or that it shows another puzzle."""
    return OTHER if table.shape[0] == table.shape[1] and _has_other_regions(table) else LACK


def _given_digits(table: CellTable, digit: Column) -> list[Choice]:
    found = given_choices(table, digit.there)
    if flag := table.flag(digit.there):
        reading = flag.best(1)[0].reading
        says = f"just the cells with a digit have {reading['has']}"
        found.append(Choice(flag.values, {**reading, "once": True}, 1, says))
    entry = {"has": digit.told(r"^(\d+)$"), "once": True}
    return [*found[:3], Choice(digit.there, entry, 0, AT_START, doubt=True)]


def _box_choices(table: CellTable) -> Iterator[Choice]:
    """Yield the walls of boxes of equal size: as the page draws them, and last as is usual for this size."""
    n, _ = table.shape
    usual = {(height, n // height): frozenset(box_walls(n, height, n // height)) for height in range(2, n)}
    usual = {size: walls for size, walls in usual.items() if size[0] * size[1] == n}
    for column in table.sides:
        if walls_of(column.values, n, n) in usual.values():
            yield chosen(column, ["walls"], bonus=2)
    for height, width in sorted(usual, key=lambda size: (abs(size[0] - size[1]), size[0])):
        if entry := _lines_entry(table, height, width):
            stand_out = _are_boxes(table, height, width)
            size = f"{height}x{width}"
            says = f"boxes of {size} stand out together" if stand_out else f"no boxes are drawn: {size} is usual"
            values = tuple(sides(usual[height, width], n, n))
            yield Choice(values, {**entry, "once": True}, 2 if stand_out else -2, says, doubt=not stand_out)


def _lines_entry(table: CellTable, height: int, width: int) -> Reading | None:
    """Return the reading of the boxes' walls by the places of cells in their parents; None if these tell nothing."""
    nests, cell = table.lattice.nests, table.place["cell"]
    n, _ = table.shape
    places = list(cells(n, n))
    if any(
        (place % width == 0) != ((at.col + 1) % width == 0) for at, (_, place, _) in zip(places, nests, strict=True)
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


def _are_boxes(table: CellTable, height: int, width: int) -> bool:
    """Return whether each box has an element or a colour of its own, unlike those beside it."""
    n, _ = table.shape
    boxes = [(at.row // height, at.col // width) for at in cells(n, n)]
    if partition([parent for parent, *_ in table.lattice.nests]) == partition(boxes):
        return True
    return any(
        len({*zip(boxes, column.values, strict=True)}) == len(set(boxes))
        and _alternates(dict(zip(boxes, column.values, strict=True)))
        for column in table.values
        if any(one.is_seen for one in column.readings)
    )


def _alternates(colours: dict[tuple[int, int], object]) -> bool:
    """Return whether no two neighbouring boxes have the same value."""
    return all(
        colours.get((row + 1, col)) != one and colours.get((row, col + 1)) != one for (row, col), one in colours.items()
    )
