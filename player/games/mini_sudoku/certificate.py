"""The facts of a solution of Mini Sudoku, as its certificates word them."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from player.certificates.checker.places import at


def facts(_board: Mapping[str, Any], solution: list[Any], _known: Collection[str]) -> Iterator[str]:
    """Yield the numbers of the cells."""
    for row, numbers in enumerate(solution):
        yield from (f"{number} at {at((row, col))}" for col, number in enumerate(numbers))
