"""The marks of a player on a board: the settings of the replica's pages that show them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Literal

from tests.sight.pictures import Board

State = Literal["untouched", "half solved", "solved", "marks"]
Settings = dict[str, Any]


def settings(board: Board, state: State) -> Settings:
    """Return the settings that show `board` in `state`; marks may be wrong ones."""
    if state == "untouched":
        return {}
    if state == "marks":
        return _MARKED[board["game"]](board, Random(str(board.get("id"))))  # noqa: S311  # the same marks each time
    solution = board["solution"]
    share = solution if state == "solved" else solution[: (len(solution) + 1) // 2]
    return _SOLVED[board["game"]](share)


def _at(row: int, col: int) -> str:
    return f"{row},{col}"


def _grid(rows: Iterable[Iterable[Any]]) -> Settings:
    """Return marks from rows of them."""
    return {"marks": {_at(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row) if mark}}


def _queens(solution: Iterable[Sequence[int]]) -> Settings:
    return {"marks": {_at(*cell): "queen" for cell in solution}}


_SOLVED: Mapping[str, Callable[[Any], Settings]] = {
    "queens": _queens,
    "zip": lambda path: {"path": path},
    "tango": _grid,
    "mini-sudoku": _grid,
    "patches": lambda patches: {"patches": patches},
    "wend": lambda words: {"found": words},
}


def _crossed(board: Board, random: Random) -> Settings:
    """Return two queens that attack each other, and crosses."""
    size = len(board["regions"])
    cells = [(row, col) for row in range(size) for col in range(size)]
    marks = {_at(*cell): "cross" for cell in random.sample(cells, len(cells) // 3)}
    row = random.randrange(size)
    first, second = random.sample(range(size), 2)
    return {"marks": marks | {_at(row, first): "queen", _at(row, second): "queen"}}


def _noted(board: Board, random: Random) -> Settings:
    """Return digits, of which some may be wrong, and notes."""
    size = len(board["givens"])
    free = [_at(r, c) for r, row in enumerate(board["givens"]) for c, digit in enumerate(row) if not digit]
    chosen = random.sample(free, len(free) // 2)
    marks = {at: random.randint(1, size) for at in chosen[: len(chosen) // 2]}
    notes = {at: [str(digit) for digit in sorted(random.sample(range(1, size + 1), 2))] for at in chosen[len(marks) :]}
    return {"marks": marks, "notes": notes}


def _symbols(board: Board, random: Random) -> Settings:
    size = board["size"]
    cells = [_at(row, col) for row in range(size) for col in range(size)]
    return {"marks": {cell: random.choice(["sun", "moon"]) for cell in random.sample(cells, size)}}


def _pairs(board: Board, _: Random) -> Settings:
    """Return patches of two cells in every second row."""
    return {"patches": [[row, 1, 1, 2] for row in range(0, board["rows"], 2)]}


_MARKED: Mapping[str, Callable[[Board, Random], Settings]] = {
    "queens": _crossed,
    "zip": lambda board, _: {"path": board["solution"][:5]},
    "tango": _symbols,
    "mini-sudoku": _noted,
    "patches": _pairs,
    "wend": lambda board, _: {"found": board["solution"][-1:]},
}
