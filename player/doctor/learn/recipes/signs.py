"""Signs between cells, of two kinds."""

from collections.abc import Collection, Iterator

from player.doctor.learn.choices import (
    Choice,
    chosen,
    no_sides,
)
from player.doctor.learn.columns import Column, Columns, walls_of
from player.doctor.learn.words import SIGNS, meaning
from player.games.grid import Cell


def sign_choices(columns: Columns) -> Iterator[tuple[Choice, Choice]]:
    """Yield the equal and the cross signs: two sets of sides that share none, either way round; one set; or none."""
    rows, cols = columns.shape
    most = rows * (cols - 1) + cols * (rows - 1)
    known = []
    for column in columns.sides:
        walls = frozenset(walls_of(column.values, rows, cols))
        if walls and len(walls) <= 0.6 * most and not all(one.source == "borders" for one in column.readings):
            known.append((column, walls))
    pairs: list[tuple[float, Column, Column]] = []
    for number, (one, mine) in enumerate(known):
        for other, theirs in known[number + 1 :]:
            if not mine & theirs and _kind_of(one) == _kind_of(other):
                pairs.append((one.score + other.score + (len(mine) + len(theirs)) / 4, one, other))
    pairs.sort(key=lambda pair: -pair[0])
    found: list[tuple[Choice, Choice]] = []
    for _, one, other in pairs[:6]:
        found += [_sign_pair(one, other), _sign_pair(other, one)]
    none = no_sides(rows * cols, "no such sign is on the board")
    for one, mine in known[:5]:
        parts = frozenset[object]().union(*(theirs for _, theirs in known if theirs < mine and not _is_one_way(theirs)))
        if parts == mine:  # two kinds of sign together
            continue
        equal, cross = _sign_pair(one, one)
        found += [(equal, none), (none, cross)]
    yield from sorted(found, key=lambda pair: -pair[0].score - pair[1].score)
    yield none, none


def _is_one_way(walls: Collection[tuple[Cell, Cell]]) -> bool:
    """Return whether all walls lie between cells of one row, or all between cells of one column."""
    return len({a.row == b.row for a, b in walls}) == 1


def _kind_of(column: Column) -> frozenset[str]:
    """Return the kinds of the readings of a column: of two signs, both are read alike."""
    return frozenset(next(iter(one.reading)) for one in column.readings[:1])


def _sign_pair(equal: Column, cross: Column) -> tuple[Choice, Choice]:
    """Return the choices of two signs, and prefer names that mean them."""
    both = []
    for sign, column in (("equal", equal), ("cross", cross)):
        meanings = [meaning(one.words, SIGNS) for one in column.readings]
        crossed = [one.reading["crossed"] == (sign == "cross") for one in column.readings if "crossed" in one.reading]
        bonus = 2 * (sign in meanings) - 8 * any(name not in {sign, None} for name in meanings)
        bonus += sum(1 if right else -2 for right in crossed)
        both.append(chosen(column, ["every"], bonus=bonus))
    return both[0], both[1]
