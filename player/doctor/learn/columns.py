"""The columns that the readings of a pool give on the page: what each tells of every cell, equal ones put together."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import PageSelectors
from player.doctor.learn.candidate import Candidate
from player.doctor.learn.pool import Pool, pool_of
from player.doctor.probe import ColumnsSeen, SurveyedLattice, read_columns
from player.games.grid import SIDES, Cell, between, beyond, cells

Values = tuple[Any, ...]
"""The values that a reading gives of the cells, row by row."""


@dataclass(slots=True)
class Column:
    """The values that readings with the same meaning give of each cell; `readings` are those candidates."""

    values: Values
    readings: list[Candidate] = field(default_factory=list)
    raw: dict[str, Values] = field(default_factory=dict)
    """The values of each reading in its own words, by its key."""

    @property
    def sources(self) -> list[str]:
        """The different sources of the readings: each is a witness of its own."""
        return list(dict.fromkeys(one.source for one in self.readings))

    @property
    def score(self) -> float:
        """The trust in the column: by its best reading, and by the number of witnesses."""
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
        place: dict[str, Any] = {"grid": grid, "cell": lattice.names[0]}
        found = _tried(page, {**place, **numbering_of(lattice)}, pool)
        if found is None or found.cells != len(lattice.cells):
            continue
        rows, cols = lattice.rows, lattice.cols
        sides = [
            one for pair in zip(pool.sides, found.fields["sides"], strict=True) for one in _sided(*pair, rows, cols)
        ]
        return Columns(
            lattice,
            {**place, **(numbering_of(lattice) if found.agrees else {})},
            grouped(zip(pool.values, map(_plain, found.fields["values"]), strict=True), key=tuple),
            grouped(sides, key=lambda values: frozenset(walls_of(values, rows, cols))),
            grouped(zip(pool.flags, found.fields.get("flags", ()), strict=True), key=tuple),
        )
    return None


def numbering_of(lattice: SurveyedLattice) -> dict[str, Any]:
    """Return the keys of the section that read the cells' numbers."""
    if lattice.numbered is None:
        return {}
    name, before, first = lattice.numbered
    reading = {"attribute": name, **({"pattern": r"^\D*(\d+)$"} if before else {})}
    return {"index": reading, **({"numbered_from": 1} if first else {})}


def _tried(page: GamePage, place: dict[str, Any], pool: Pool) -> ColumnsSeen | None:
    """Return the columns of all candidates of a pool, by their kind; None if the page finds no such board."""
    kinds = {"values": pool.values, "sides": pool.sides, "flags": pool.flags}
    read = {kind: {"any": [one.reading for one in pool]} for kind, pool in kinds.items() if pool}
    return read_columns(page, PageSelectors.model_validate({**place, "read": read}))


def _plain(values: Values) -> Values:
    """Return the values with "" for nothing, as texts are read."""
    return tuple(None if value in {"", "none", "normal"} or value is None else value for value in values)


def _sided(candidate: Candidate, values: Values, rows: int, cols: int) -> Iterator[tuple[Candidate, Values]]:
    """Yield the candidate with its sides: without those on the rim, and from either cell, if the reading can say so."""
    if not all(isinstance(sides, list) for sides in values):
        return
    places = list(cells(rows, cols))
    inner = [
        [side for side in sides if _is_on(beyond(at, side), rows, cols)]
        for at, sides in zip(places, values, strict=True)
    ]
    drawn = {
        side: {between(at, beyond(at, side)) for at, sides in zip(places, inner, strict=True) if side in sides}
        for side in SIDES
    }
    options: dict[str, bool] = {}
    if inner != list(values):
        options["rim"] = True
    if drawn["left"] and drawn["right"] and drawn["left"] != drawn["right"]:
        options["either"] = True
    if options and not {"all", "borders", "bars"} & candidate.reading.keys():
        if "rim" in options:
            return
        options = {}
    yield replace(candidate, reading={**candidate.reading, **options}), tuple(inner)


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
