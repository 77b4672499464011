"""The codes in which pages of the sister sites hold a board, from the board in our format."""

from typing import Any


def task_of(board: dict[str, Any]) -> str:
    """Return the `task` of a page that shows `board`."""
    return _TASKS[board["game"]](board)


def _regions(board: dict[str, Any]) -> str:
    """Region numbers from 1 in the order in which they occur; 0 is no region."""
    names: dict[int | None, int] = {None: 0}
    return ",".join(str(names.setdefault(region, len(names))) for row in board["regions"] for region in row)


def _runs(values: list[int | None]) -> str:
    """Each value, and a letter for 1 to 26 cells without one."""
    parts, empty = [], 0
    for value in [*values, -1]:
        if value is None:
            empty += 1
            continue
        while empty:
            parts.append(chr(96 + min(empty, 26)))
            empty -= min(empty, 26)
        parts.append(str(value))
    return "".join(parts[:-1])


def _colours(board: dict[str, Any]) -> str:
    n = board["size"]
    given = {(row, col): ("sun", "moon").index(symbol) for (row, col, symbol) in board.get("givens", [])}
    text = _runs([given.get((row, col)) for row in range(n) for col in range(n)])
    signs: dict[tuple[int, int], int] = {}
    for (row, col), (_, other), sign in board.get("edges", []):
        bit = (1 if other > col else 4) * (1 if sign == "equal" else 2)
        signs[row, col] = signs.get((row, col), 0) + bit
    sums = _separated([signs.get((row, col)) for row in range(n) for col in range(n)])
    return f"{text}|{sums}" if signs else text


def _separated(values: list[int | None]) -> str:
    """Like `_runs`, with "_" between two values that are neighbours."""
    text = ""
    for value in values:
        if value is not None:
            text += ("_" if text[-1:].isdigit() else "") + str(value)
        elif text[-1:].isalpha() and text[-1] != "z":
            text = text[:-1] + chr(ord(text[-1]) + 1)
        else:
            text += "a"
    return text


def _areas(board: dict[str, Any]) -> str:
    clues = {(row, col): area for row, col, _, area in board["clues"]}
    return _separated([clues.get((row, col)) for row in range(board["rows"]) for col in range(board["cols"])])


def _numbers(board: dict[str, Any]) -> str:
    return _separated([number or None for row in board["givens"] for number in row])


_TASKS = {"queens": _regions, "tango": _colours, "patches": _areas, "mini-sudoku": _numbers}
