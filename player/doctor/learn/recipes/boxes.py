"""Boxes of equal size, drawn or not."""

from collections.abc import Mapping

from player.doctor.learn.candidate import Reading
from player.doctor.learn.choices import (
    Choice,
    chosen,
)
from player.doctor.learn.columns import Columns, partition, walls_of
from player.games.grid import between, beyond, cells


def box_choices(columns: Columns) -> list[Choice]:
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


def _lines_entry(columns: Columns, height: int, width: int) -> Reading | None:
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


def _are_boxes(columns: Columns, height: int, width: int) -> bool:
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
