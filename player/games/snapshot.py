"""A reading of a page as plain data: the interface between page and board."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from dataclasses import field as with_default
from typing import Any, NamedTuple, TypeVar

from player.errors import BoardError, PageNotUnderstood
from player.games.grid import MAX_SIDE_OF_ALL, SIDES, Cell, Wall, between, beyond, cells
from player.games.grid import side as checked_side

T = TypeVar("T")
Value = str | bool | list[str] | None

#: The value of each cell in a field that the site does not have.
NONE = "none"


class Item(NamedTuple):
    """One item of a list beside the grid: how many `parts` it has, their texts joined, and whether it is `done`."""

    parts: int
    text: str = ""
    done: bool = False


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One reading of a grid: `cells` row by row, each with the fields that selectors.yaml defines for the game.

    `beside` holds the lists beside the grid, by the names that selectors.yaml gives them; `language` is the page's, a
    tag of BCP 47, or "". `rules` are those of the site or the board that no cell shows; None is one that the page
    should say, and does not.
    """

    rows: int
    cols: int
    cells: tuple[Mapping[str, Value], ...]
    beside: Mapping[str, tuple[Item, ...]] = with_default(default_factory=dict)
    language: str = with_default(default="", compare=False)
    rules: Mapping[str, Value | int] = with_default(default_factory=dict)

    def __post_init__(self) -> None:
        rectangle = self.rows >= 1 and self.cols >= 1 and self.rows * self.cols == len(self.cells)
        if rectangle and max(self.rows, self.cols) > MAX_SIDE_OF_ALL:
            size = f"{self.rows} rows and {self.cols} columns"
            raise BoardError(f"the board has {size}: none has more than {MAX_SIDE_OF_ALL}")
        if not rectangle:
            raise PageNotUnderstood(
                f"the grid has {self.rows} rows and {self.cols} columns by its size, but {len(self.cells)} cells: "
                "fix 'size' or 'cell' in selectors.yaml"
            )

    def texts(self, field: str) -> list[str]:
        """Return the text field of each cell; raise PageNotUnderstood if a cell lacks it."""
        return self._values(field, str)

    def flags(self, field: str) -> list[bool]:
        """Return the boolean field of each cell, false if the site has none; PageNotUnderstood if a cell lacks it."""
        return [False] * len(self.cells) if self.lacks(field) else self._values(field, bool)

    def lists(self, field: str) -> list[list[str]]:
        """Return the list field of each cell, empty if the site has none; PageNotUnderstood if a cell lacks it."""
        return [[] for _ in self.cells] if self.lacks(field) else self._values(field, list)

    def lacks(self, field: str) -> bool:
        """Return whether the site does not have `field`."""
        return all(cell.get(field) == NONE for cell in self.cells)

    def side(self, game: str) -> int:
        """Return the number of rows of a square grid; raise PageNotUnderstood if it is not square, BoardError if it is
        larger than the game's boards.
        """
        if self.rows != self.cols:
            raise PageNotUnderstood(
                f"a {game} grid is square, this one is {self.rows}x{self.cols}: fix 'grid' in selectors.yaml"
            )
        return checked_side(self.rows, "the number of rows")

    def places(self) -> Iterator[tuple[Cell, Mapping[str, Value]]]:
        """Yield each cell with its fields."""
        return zip(cells(self.rows, self.cols), self.cells, strict=True)

    def agree_on_places(self) -> None:
        """Raise PageNotUnderstood if labels number the rows and columns otherwise than the cells' order does.

        Labels count from 0 or from 1. A page without labels passes; one with labels on some cells does not.
        """
        for index, field in enumerate(("row", "column")):
            if all(cell.get(field) is None for cell in self.cells):
                continue
            orders = ([str(at[index] + first) for at in cells(self.rows, self.cols)] for first in (0, 1))
            if self.texts(field) not in orders:
                raise PageNotUnderstood(f"the labels' {field}s are not those of the cells in order: fix {field!r}")

    def between(self, field: str) -> Iterator[tuple[str, Wall]]:
        """Yield each side that a cell lists in `field`, with its wall; raise PageNotUnderstood if it is no side."""
        for at, listed in zip(cells(self.rows, self.cols), self.lists(field), strict=True):
            for side in listed:
                if side not in SIDES:
                    raise PageNotUnderstood(
                        f"{at} shows {field!r} on {side!r}, a side is {' or '.join(SIDES)}: fix {field!r}"
                    )
                there = beyond(at, side)
                if not (0 <= there.row < self.rows and 0 <= there.col < self.cols):
                    raise PageNotUnderstood(f"{at} shows {field!r} on the grid's rim ({side}): fix {field!r}")
                yield side, between(at, there)

    def items(self, name: str) -> tuple[Item, ...]:
        """Return the items of a list beside the grid; raise PageNotUnderstood if the page shows none."""
        if not self.beside.get(name):
            raise PageNotUnderstood(
                f"the page shows no list of {name!r} beside the grid: fix 'beside' in selectors.yaml"
            )
        return self.beside[name]

    def same_but(self, mark: str, other: "Snapshot") -> bool:
        """Return whether `other` is equal in all fields of all cells except `mark`."""
        mine, theirs = ([{**cell, mark: None} for cell in shown.cells] for shown in (self, other))
        return (self.rows, self.cols, mine) == (other.rows, other.cols, theirs)

    def with_fields(self, fields: Iterable[str], other: "Snapshot") -> "Snapshot":
        """Return a copy with these fields of each cell taken from `other`, which has the same shape."""
        fields = list(fields)
        pairs = zip(self.cells, other.cells, strict=True)
        taken = tuple({**mine, **{name: theirs.get(name) for name in fields}} for mine, theirs in pairs)
        return replace(self, cells=taken)

    def _values(self, field: str, kind: type[T]) -> list[T]:
        """Return the field of each cell; raise PageNotUnderstood if a cell has no value of this type."""
        values = [cell.get(field) for cell in self.cells]
        right = [value for value in values if isinstance(value, kind)]
        if len(right) < len(values):
            first = next(index for index, value in enumerate(values) if not isinstance(value, kind))
            raise PageNotUnderstood(
                f"{len(values) - len(right)} of {len(values)} cells show no {field!r} (the first is cell {first}): "
                f"fix {field!r} in selectors.yaml"
            )
        return right

    def to_json(self) -> dict[str, Any]:
        """Return the snapshot as JSON: rows, cols, the fields of each cell, and the lists beside the grid."""
        data: dict[str, Any] = {"rows": self.rows, "cols": self.cols, "cells": [dict(cell) for cell in self.cells]}
        if self.beside:
            data["beside"] = {name: [list(item) for item in items] for name, items in self.beside.items()}
            data["language"] = self.language
        if self.rules:
            data["rules"] = dict(self.rules)
        return data
