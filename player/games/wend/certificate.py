"""The facts of a solution of Wend, as its certificates word them."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from player.certificates.checker.places import at, place


def facts(_board: Mapping[str, Any], solution: list[Any], known: Collection[str]) -> Iterator[str]:
    """Yield the candidates: the words that may lie on the cells of one word; one that is not ASCII is "a word"."""
    by_cells = {text.partition(" on ")[2]: text for text in known}
    for word, path in solution:
        cells = ", ".join(f"({at(cell)})" for cell in sorted(map(place, path)))
        text = by_cells.get(cells, "")
        words = text.partition(" on ")[0].split(" or ")
        yield text if word in words or not word.isascii() else f"{word} on {cells}"
