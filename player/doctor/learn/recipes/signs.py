"""Signs between cells, of two kinds."""

from collections.abc import Collection, Iterator, Sequence

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
    known = _of_one_kind([(column, walls) for column, walls in _between(columns) if len(walls) <= 0.6 * most])
    pairs: list[tuple[float, Column, Column]] = []
    for number, (one, mine) in enumerate(known):
        for other, theirs in known[number + 1 :]:
            if not mine & theirs and _kind_of(one) == _kind_of(other) and not _are_ways(mine, theirs, known):
                pairs.append((one.score + other.score + (len(mine) + len(theirs)) / 4, one, other))
    pairs.sort(key=lambda pair: -pair[0])
    found: list[tuple[Choice, Choice]] = []
    for _, *pair in pairs[:6]:
        for equal, cross in (pair, pair[::-1]):
            if _is_drawn_as(equal, crossed=False) and _is_drawn_as(cross, crossed=True):
                found.append(_sign_pair(equal, cross))
    none = no_sides(rows * cols, "no such sign is on the board")
    for one, mine in known[:5]:
        parts = frozenset[object]().union(*(theirs for _, theirs in known if theirs < mine and not _is_one_way(theirs)))
        if parts == mine:  # two kinds of sign together
            continue
        only_equal, only_cross = _sign_pair(one, one)
        found += [(only_equal, none)] * _is_drawn_as(one, crossed=False)
        found += [(none, only_cross)] * _is_drawn_as(one, crossed=True)
    yield from sorted(found, key=lambda pair: -pair[0].score - pair[1].score)
    yield none, none


def _is_drawn_as(column: Column, *, crossed: bool) -> bool:
    """Return whether no reading of a column's drawings says that its signs are of the other kind."""
    return all(one.reading.get("crossed", crossed) is crossed for one in column.readings)


Walls = frozenset[tuple[Cell, Cell]]
Known = list[tuple[Column, Walls]]


def _between(columns: Columns) -> Iterator[tuple[Column, Walls]]:
    """Yield the columns of what lies between cells; borders are no signs."""
    for column in columns.sides:
        walls = frozenset(walls_of(column.values, *columns.shape))
        if walls and not all(one.source == "borders" for one in column.readings):
            yield column, walls


def _looks(column: Column) -> set[str]:
    """Return what the signs of a column look like, if its readings say so: their text, or whether they are crossed."""
    told = [(one.reading.get("pattern"), one.reading.get("crossed")) for one in column.readings]
    return {str(look) for pair in told for look in pair if look is not None}


def _of_one_kind(known: Known) -> Known:
    """Return the columns whose signs look alike, and all of those: no part of them, such as those of one direction."""
    looks = [(look, walls) for column, walls in known for look in _looks(column)]
    kept = []
    for column, walls in known:
        mine = _looks(column)
        is_part = any(look in mine and walls < others for look, others in looks)
        is_mixed = not mine and len({look for look, others in looks if walls & others}) > 1 and _differ(walls, looks)
        if not is_part and not is_mixed:
            kept.append((column, walls))
    return kept


def _differ(walls: Walls, looks: Sequence[tuple[str, Walls]]) -> bool:
    """Return whether some of the signs look otherwise than others of them."""
    return any(one & walls and other & walls and not one & other for _, one in looks for _, other in looks)


def _are_ways(mine: Walls, theirs: Walls, known: Known) -> bool:
    """Return True if one set holds the signs across and the other those down, though their kinds can be told apart."""
    if not (_is_one_way(mine) and _is_one_way(theirs)):
        return False
    whole = mine | theirs
    return any(
        not one & other and one | other == whole and not (_is_one_way(one) and _is_one_way(other))
        for _, one in known
        for _, other in known
    )


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
        drawn = sum("crossed" in one.reading for one in column.readings)
        bonus = 2 * (sign in meanings) - 8 * any(name not in {sign, None} for name in meanings)
        both.append(chosen(column, ["every"], bonus=bonus + drawn))
    return both[0], both[1]
