"""What was read off a page, as plain data: the line between page and board."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from player.errors import BoardError, PageNotUnderstood
from player.games.grid import MAX_SIDE, SIDES, Cell, Wall, between, beyond, cells

T = TypeVar("T")
Value = str | bool | list[str] | None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One look at a grid: `cells` row by row, each with the fields that selectors.yaml names for the game."""

    rows: int
    cols: int
    cells: tuple[Mapping[str, Value], ...]

    def __post_init__(self) -> None:
        rectangle = self.rows >= 1 and self.cols >= 1 and self.rows * self.cols == len(self.cells)
        if rectangle and max(self.rows, self.cols) > MAX_SIDE:
            raise BoardError(f"the board has {self.rows} rows and {self.cols} columns: none has more than {MAX_SIDE}")
        if not rectangle:
            raise PageNotUnderstood(
                f"the grid says it has {self.rows} rows and {self.cols} columns, and holds {len(self.cells)} cells: "
                "mend 'size' or 'cell' in selectors.yaml"
            )

    def texts(self, field: str) -> list[str]:
        return self._values(field, str)

    def flags(self, field: str) -> list[bool]:
        return self._values(field, bool)

    def lists(self, field: str) -> list[list[str]]:
        return self._values(field, list)

    def witness(self, field: str) -> list[str] | None:
        """The text of each cell, or None where the page shows it nowhere; shown in part it is a contradiction."""
        if all(cell.get(field) is None for cell in self.cells):
            return None
        return self.texts(field)

    def side(self, game: str) -> int:
        """The rows, which a grid of `game` has as many of as columns."""
        if self.rows != self.cols:
            raise PageNotUnderstood(
                f"a {game} grid is square, this one is {self.rows}x{self.cols}: mend 'grid' in selectors.yaml"
            )
        return self.rows

    def places(self) -> Iterator[tuple[Cell, Mapping[str, Value]]]:
        return zip(cells(self.rows, self.cols), self.cells, strict=True)

    def agree_on_places(self, first: int = 1) -> None:
        """Raise unless the cells' rows and columns, where labels name them (from `first`), are those of their order."""
        for index, field in enumerate(("row", "column")):
            told = self.witness(field)
            if told and told != [str(at[index] + first) for at in cells(self.rows, self.cols)]:
                raise PageNotUnderstood(f"the labels' {field}s are not those of the cells in order: mend {field!r}")

    def between(self, field: str) -> Iterator[tuple[str, Wall]]:
        """The sides that the cells name in `field`, and what two cells each lies between."""
        for at, named in zip(cells(self.rows, self.cols), self.lists(field), strict=True):
            for side in named:
                if side not in SIDES:
                    raise PageNotUnderstood(
                        f"{at} shows {field!r} on {side!r}, a side is {' or '.join(SIDES)}: mend it"
                    )
                there = beyond(at, side)
                if not (0 <= there.row < self.rows and 0 <= there.col < self.cols):
                    raise PageNotUnderstood(f"{at} shows {field!r} on the grid's rim ({side}): mend it")
                yield side, between(at, there)

    def same_but(self, field: str, other: "Snapshot") -> bool:
        """Whether `other` shows the same in every field of every cell, but maybe for `field`."""
        mine, theirs = ([{**cell, field: None} for cell in shown.cells] for shown in (self, other))
        return (self.rows, self.cols, mine) == (other.rows, other.cols, theirs)

    def with_fields(self, fields: Iterable[str], other: "Snapshot") -> "Snapshot":
        """The same with these fields of each cell from `other`, which has the same shape."""
        fields = list(fields)
        pairs = zip(self.cells, other.cells, strict=True)
        return Snapshot(
            self.rows,
            self.cols,
            tuple({**mine, **{name: theirs.get(name) for name in fields}} for mine, theirs in pairs),
        )

    def _values(self, field: str, kind: type[T]) -> list[T]:
        """The field of each cell; where a cell lacks it, the page is not what we think."""
        values = [cell.get(field) for cell in self.cells]
        right = [value for value in values if isinstance(value, kind)]
        if len(right) < len(values):
            first = next(index for index, value in enumerate(values) if not isinstance(value, kind))
            raise PageNotUnderstood(
                f"{len(values) - len(right)} of {len(values)} cells show no {field!r} (the first is cell {first}): "
                f"mend {field!r} in selectors.yaml"
            )
        return right

    def to_json(self) -> dict[str, Any]:
        return {"rows": self.rows, "cols": self.cols, "cells": [dict(cell) for cell in self.cells]}
