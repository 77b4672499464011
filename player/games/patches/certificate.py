"""The facts of a solution of Patches, as its certificates word them."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from player.certificates.checker.places import at


def facts(_board: Mapping[str, Any], solution: list[Any], _known: Collection[str]) -> Iterator[str]:
    """Yield the patches."""
    return (f"patch of {height}x{width} cells from {at((top, left))}" for top, left, height, width in solution)
