"""The facts of a solution of Tango, as its certificates word them."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from player.certificates.checker.places import at


def facts(_board: Mapping[str, Any], solution: list[Any], _known: Collection[str]) -> Iterator[str]:
    """Yield the suns."""
    for row, symbols in enumerate(solution):
        yield from (f"sun at {at((row, col))}" for col, symbol in enumerate(symbols) if symbol == "sun")
