"""The columns that the readings of a pool give on the page: what each tells of every cell, equal ones put together."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import PageSelectors
from player.doctor.learn.pool import Candidate, Pool, pool_of
from player.doctor.learn.survey import SurveyedLattice
from player.doctor.probe import probe
from player.games.grid import SIDES, Cell, between, beyond, cells

Values = tuple[Any, ...]
"""What a reading gives of each cell, row by row."""


@dataclass(slots=True)
class Column:
    """What readings with the same meaning give of each cell; `readings` are the candidates that give it, the best first."""

    values: Values
    readings: list[Candidate] = field(default_factory=list)
    raw: dict[str, Values] = field(default_factory=dict)
    """What each reading gives in its own words, by its key."""

    @property
    def sources(self) -> list[str]:
        """The different sources of the readings: each is a witness of its own."""
        return list(dict.fromkeys(one.source for one in self.readings))

    @property
    def score(self) -> float:
        """How far the column is trusted: by its best reading, and by the number of witnesses."""
        return max(one.weight for one in self.readings) + 2 * min(2, len(self.sources) - 1)

    def best(self, most: int = 3) -> list[Candidate]:
        """Return a few readings, one of each source, the most lasting first."""
        ordered = sorted(self.readings, key=lambda one: (-one.weight, len(one.key)))
        first: dict[str, Candidate] = {}
        for one in ordered:
            first.setdefault(one.source, one)
        chosen = list(first.values())
        return [one for number, one in enumerate(chosen[:most]) if number == 0 or one.weight > 1]


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of one lattice, whose `place` are the keys of its section that find its cells."""

    lattice: SurveyedLattice
    place: dict[str, Any]
    values: list[Column]
    sides: list[Column]
    flags: list[Column]

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self.lattice.rows, self.lattice.cols


def columns_of(page: GamePage, lattice: SurveyedLattice) -> Columns | None:
    """Return what the page's readings tell of `lattice`; None if no selector finds its cells alone."""
    if not lattice.names:
        return None
    pool = pool_of(lattice)
    for grid in lattice.grids:
        place: dict[str, Any] = {"grid": grid, "cell": lattice.names[0], **_numbering(lattice)}
        found = _tried(page, place, pool)
        if found and (len(found["values"][0]) if found["values"] else 0) == len(lattice.cells):
            rows, cols = lattice.rows, lattice.cols
            sides = [
                [(one, _inside(values, rows, cols)) for one, values in zip(pool.sides, found["sides"], strict=True)]
            ]
            told = [(one, values) for one, values in sides[0] if values is not None]
            return Columns(
                lattice,
                place,
                grouped(zip(pool.values, map(_plain, found["values"]), strict=True), key=tuple),
                grouped(told, key=lambda values: frozenset(walls_of(values, rows, cols))),
                grouped(zip(pool.flags, found["flags"], strict=True), key=tuple),
            )
    return None


def _numbering(lattice: SurveyedLattice) -> dict[str, Any]:
    """Return the keys of the section that read the cells' numbers."""
    if lattice.numbered is None:
        return {}
    name, before, first = lattice.numbered
    reading = {"attribute": name, **({"pattern": r"^\D*(\d+)$"} if before else {})}
    return {"index": reading, **({"numbered_from": 1} if first else {})}


def _tried(page: GamePage, place: dict[str, Any], pool: Pool) -> dict[str, list[Values]] | None:
    """Return the columns of all candidates of a pool, by their kind; None if the page finds no such board."""
    kinds = {"values": pool.values, "sides": pool.sides, "flags": pool.flags}
    read = {kind: {"any": [one.reading for one in pool]} for kind, pool in kinds.items() if pool}
    board = probe(page, "page", PageSelectors.model_validate({**place, "read": read})).board
    if board is None:
        return None
    return {kind: [one.column for one in board.fields.get(kind, ())] for kind in kinds}


def _plain(values: Values) -> Values:
    """Return the values with "" for nothing, as texts are read."""
    return tuple(None if value in {"", "none", "normal"} or value is None else value for value in values)


def _inside(values: Values, rows: int, cols: int) -> Values | None:
    """Return the sides of each cell; None if a reading gives no sides, or some on the rim."""
    for at, sides in zip(cells(rows, cols), values, strict=True):
        if not isinstance(sides, list):
            return None
        if any(not _is_on(beyond(at, side), rows, cols) for side in sides):
            return None
    return values


def _is_on(at: Cell, rows: int, cols: int) -> bool:
    return 0 <= at.row < rows and 0 <= at.col < cols


def walls_of(values: Values, rows: int, cols: int) -> set[tuple[Cell, Cell]]:
    """Return the walls of the sides of each cell."""
    return {
        between(at, beyond(at, side))
        for at, sides in zip(cells(rows, cols), values, strict=True)
        for side in sides
        if side in SIDES
    }


def grouped(found: Iterable[tuple[Candidate, Values]], key: Callable[[Values], Hashable]) -> list[Column]:
    """Return a column for each meaning, with its readings; the most trusted first."""
    columns: dict[Hashable, Column] = {}
    for candidate, values in found:
        try:
            column = columns.setdefault(key(values), Column(values))
        except TypeError:  # a list where a text was expected
            continue
        column.readings.append(candidate)
        column.raw[candidate.key] = values
    return sorted(columns.values(), key=lambda column: -column.score)


def partition(values: Sequence[Hashable]) -> tuple[int, ...]:
    """Return the values by numbers in the order in which they first come: equal if two columns part the cells alike."""
    numbers: dict[Hashable, int] = {}
    return tuple(numbers.setdefault(value, len(numbers)) for value in values)
