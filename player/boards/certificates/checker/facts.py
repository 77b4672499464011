"""The facts of a solution, worded as the meanings of variables in a formula.

The wording is repeated here on purpose: a solution and a formula that are about different boards must not agree because
they were written by one function.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from player.errors import CertificateError

Board = Mapping[str, Any]
Place = tuple[int, int]


def facts(game: str, board: Board, solution: list[Any], meanings: Iterable[str]) -> set[str]:
    """Return the meanings of the variables that are true in `solution`; raise CertificateError if it is malformed."""
    try:
        return set(_BY_GAME[game](board, solution, {*meanings}))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise CertificateError(f"solution.json is no solution of a board of {game!r:.40}") from None


def place(cell: Any) -> Place:
    """Return the row and column, from 0, of a cell in JSON; raise ValueError if it is none."""
    row, col = cell
    if not (type(row) is type(col) is int):
        raise ValueError("not a cell")
    return row, col


def at(cell: Any) -> str:
    """Return the place of a cell in words, counted from 1."""
    row, col = place(cell)
    return f"row {row + 1}, column {col + 1}"


def _queens(_board: Board, solution: list[Any], _known: set[str]) -> Iterator[str]:
    return (f"queen at {at(cell)}" for cell in solution)


def _tango(_board: Board, solution: list[Any], _known: set[str]) -> Iterator[str]:
    for row, symbols in enumerate(solution):
        yield from (f"sun at {at((row, col))}" for col, symbol in enumerate(symbols) if symbol == "sun")


def _sudoku(_board: Board, solution: list[Any], _known: set[str]) -> Iterator[str]:
    for row, numbers in enumerate(solution):
        yield from (f"{number} at {at((row, col))}" for col, number in enumerate(numbers))


def _patches(_board: Board, solution: list[Any], _known: set[str]) -> Iterator[str]:
    return (f"patch of {height}x{width} cells from {at((top, left))}" for top, left, height, width in solution)


def _zip(board: Board, solution: list[Any], known: set[str]) -> Iterator[str]:
    """Yield the steps of the path, or its edges: from or to a number in the path's direction, else by their places."""
    numbers = {place(cell) for cell in board["numbers"]}
    for a, b in pairwise(map(place, solution)):
        step = f"path from {at(a)} to {at(b)}"
        one, other = (a, b) if numbers & {a, b} else sorted((a, b))
        yield step if step in known else f"edge between {at(one)} and {at(other)}"


def _wend(_board: Board, solution: list[Any], known: set[str]) -> Iterator[str]:
    """Yield the candidates: the words that may lie on the cells of one word; one that is not ASCII is "a word"."""
    by_cells = {text.partition(" on ")[2]: text for text in known}
    for word, path in solution:
        cells = ", ".join(f"({at(cell)})" for cell in sorted(map(place, path)))
        text = by_cells.get(cells, "")
        words = text.partition(" on ")[0].split(" or ")
        yield text if word in words or not word.isascii() else f"{word} on {cells}"


_BY_GAME: Mapping[str, Callable[[Board, list[Any], set[str]], Iterator[str]]] = {
    "queens": _queens,
    "tango": _tango,
    "mini-sudoku": _sudoku,
    "patches": _patches,
    "zip": _zip,
    "wend": _wend,
}
