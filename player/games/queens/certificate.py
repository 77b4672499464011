"""The facts of a solution of Queens, as its certificates word them."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from player.certificates.checker.places import at


def facts(_board: Mapping[str, Any], solution: list[Any], _known: Collection[str]) -> Iterator[str]:
    """Yield the queens."""
    return (f"queen at {at(cell)}" for cell in solution)
