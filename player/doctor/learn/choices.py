"""Choices for the fields of a game: what each may be on a page, with the readings that say so."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from player.doctor.learn.candidate import Candidate, Reading
from player.doctor.learn.columns import Column, Columns, Values, partition


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible meaning of one field: the value of each cell, the entry in the section, and the evidence.

    `doubt` if the page does not show yet what is to be known.
    """

    values: Values
    entry: Reading | str
    score: float
    evidence: str
    doubt: bool = False


Fields = dict[str, Choice]
"""A choice for each field of a game."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way to read a whole board: the choices of its fields, and lists beside the grid."""

    fields: Fields
    beside: dict[str, Any] = field(default_factory=dict)
    items: dict[str, Any] = field(default_factory=dict)

    @property
    def score(self) -> float:
        """The sum of the choices' scores."""
        return sum(choice.score for choice in self.fields.values())


def chosen(column: Column, expect: Sequence[str], *, once: bool = True, bonus: float = 0) -> Choice:
    """Return the choice of `column`, read by its best readings."""
    return Choice(column.values, chain(column.best(), expect, once=once), column.score + bonus, because(column))


def chain(readings: Iterable[Candidate | Reading], expect: Sequence[str], *, once: bool) -> Reading:
    """Return the entry of a field that these readings give; one reading of which nothing is expected stands alone."""
    mappings = [dict(one.reading) if isinstance(one, Candidate) else dict(one) for one in readings]
    told: Reading = {"once": True} if once else {}
    if len(mappings) == 1 and not expect:
        return {**mappings[0], **told}
    return {"any": mappings, **({"expect": list(expect)} if expect else {}), **told}


def because(column: Column) -> str:
    """Return the evidence of a column: the witnesses that agree."""
    sources = column.sources
    if len(sources) == 1:
        return f"read from the {sources[0]}"
    return f"{len(sources)} readings agree: {', '.join(sources[:3])}"


def nowhere(count: int, evidence: str) -> Choice:
    """Return the choice that no cell has it, on this board or on any."""
    return Choice((False,) * count, "none", 0, evidence, doubt=True)


def no_sides(count: int, evidence: str) -> Choice:
    """Return the choice that no cell has a side."""
    return Choice(([],) * count, "none", 0, evidence, doubt=True)


def all_empty(count: int) -> Choice:
    """Return the choice that no cell has a mark: what marks look like is to be seen when there is one."""
    return Choice(("empty",) * count, {"first": {"empty": "*"}}, 0, "no mark is on the board yet", doubt=True)


def regroup(columns: Iterable[Column], key: Any) -> list[Column]:
    """Return columns with equal keys as one, with all their readings; those with the key None are left out."""
    found: dict[Hashable, Column] = {}
    for column in columns:
        name = key(column)
        if name is None:
            continue
        mine = found.setdefault(name, Column(column.values))
        mine.readings.extend(column.readings)
        mine.raw |= column.raw
    return sorted(found.values(), key=lambda column: -column.score)


def regions(columns: Columns) -> list[Column]:
    """Return the columns that part a square lattice into as many parts as rows, but not into its lines."""
    rows, cols = columns.shape

    def parts(column: Column) -> Hashable:
        values = column.values
        if None in values or len(set(values)) != rows or is_lines(values, rows, cols):
            return None
        return partition(values)

    return regroup(columns.values, parts)


def is_lines(values: Values, rows: int, cols: int) -> bool:
    """Return whether all cells of each row, or of each column, have the same value."""
    lines = [values[row * cols : row * cols + cols] for row in range(rows)]
    return any(all(len(set(line)) == 1 for line in way) for way in (lines, list(zip(*lines, strict=True))))


def is_shading(values: Values, rows: int, cols: int) -> bool:
    """Return whether the values alternate as on a chess board, or from line to line: a look, no clue."""
    places = [(row, col) for row in range(rows) for col in range(cols)]
    ways = ([(row + col) % 2 for row, col in places], [row % 2 for row, _ in places], [col % 2 for _, col in places])
    return any(len(set(zip(way, values, strict=True))) == len(set(values)) == len(set(way)) for way in ways)


def is_connected(values: Values, rows: int, cols: int) -> bool:
    """Return whether the cells of each value hang together."""
    left = set(range(rows * cols))
    parts = 0
    while left:
        parts += 1
        stack = [left.pop()]
        while stack:
            at = stack.pop()
            near = [at - cols, at + cols, *([at - 1] if at % cols else []), *([at + 1] if (at + 1) % cols else [])]
            for other in near:
                if other in left and values[other] == values[at]:
                    left.remove(other)
                    stack.append(other)
    return parts == len(set(values))
