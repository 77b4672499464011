"""Boards of an archive, played to the end by keys or by a finger, from their solutions."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from playwright.sync_api import Page  # noqa: TID251  # it is the page that is tried

Place = tuple[int, int]


class Keys:
    """A keyboard on a board: it knows the cell with the focus, and leads it to others by arrows."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._at: Place = (0, 0)

    def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self._page.keyboard.press(key)

    def go(self, to: Sequence[int]) -> None:
        """Lead the focus to a cell, first along the column."""
        (row, col), self._at = self._at, (to[0], to[1])
        self.press("ArrowDown" if to[0] > row else "ArrowUp", abs(to[0] - row))
        self.press("ArrowRight" if to[1] > col else "ArrowLeft", abs(to[1] - col))

    def draw(self, cells: Sequence[Sequence[int]]) -> None:
        """Draw through cells: Enter, arrows, Enter."""
        self.go(cells[0])
        self.press("Enter")
        for cell in cells[1:]:
            self.go(cell)
        self.press("Enter")


def by_keys(page: Page, board: dict[str, Any], solution: Any) -> None:
    """Play a board by keys; the focus must be on its first cell."""
    keys = Keys(page)
    for cell, presses in marks(board, solution):
        keys.go(cell)
        for key in presses:
            keys.press(key)
    for cells in strokes(board, solution):
        keys.draw(cells)


def marks(board: dict[str, Any], solution: Any) -> Iterator[tuple[Place, list[str]]]:
    """Yield each cell that gets a mark, and the keys that give it."""
    match board["game"]:
        case "queens":
            stars = board["stars"] > 1 or any(None in row for row in board["regions"])
            for row, col in solution:
                if [row, col] not in board["givens"]:
                    yield (row, col), ["Enter"] * (1 if stars else 2)
        case "tango":
            given = {(row, col) for row, col, _ in board["givens"]}
            for row, col, symbol in _cells(solution):
                if (row, col) not in given:
                    yield (row, col), ["Enter"] if symbol == "sun" else [" ", " "]
        case "mini-sudoku":
            for row, col, number in _cells(solution):
                if not board["givens"][row][col]:
                    yield (row, col), [str(number) if number < 10 else chr(ord("a") + number - 10)]


def strokes(board: dict[str, Any], solution: Any) -> Iterator[list[Sequence[int]]]:
    """Yield the cells of each thing that is drawn."""
    match board["game"]:
        case "zip":
            yield solution
        case "patches":
            for top, left, height, width in solution:
                yield [(top, left), (top + height - 1, left + width - 1)]
        case "wend":
            yield from (path for _, path in solution)


def _cells(rows: Iterable[Iterable[Any]]) -> Iterator[tuple[int, int, Any]]:
    return ((row, col, value) for row, line in enumerate(rows) for col, value in enumerate(line))


def by_finger(page: Page, board: dict[str, Any], solution: Any) -> None:
    """Play a board by taps and by drags of one finger."""
    for cell, presses in marks(board, solution):
        for key in presses:
            tap(page, board, cell)
            if key.isdigit():
                page.get_by_role("button", name=key, exact=True).tap()
    session = page.context.new_cdp_session(page)
    for cells in strokes(board, solution):
        page.locator('[role="grid"]').scroll_into_view_if_needed()
        places = [_middle(page, board, cell) for cell in cells]
        way = [places[0], *(point for a, b in pairwise(places) for point in (_between(a, b), b))]
        _touch(session, "touchStart", way[0])
        for point in way[1:]:
            _touch(session, "touchMove", point)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def tap(page: Page, board: dict[str, Any], cell: Sequence[int]) -> None:
    """Tap on a cell."""
    page.locator('[role="gridcell"]').nth(cell[0] * _cols(board) + cell[1]).tap()


def _touch(session: Any, kind: str, at: tuple[float, float]) -> None:
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}]})


def _between(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _middle(page: Page, board: dict[str, Any], cell: Sequence[int]) -> tuple[float, float]:
    box = page.locator('[role="gridcell"]').nth(cell[0] * _cols(board) + cell[1]).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _cols(board: dict[str, Any]) -> int:
    rows = board.get("regions") or board.get("givens") or board.get("grid") or [()]
    return int(board.get("cols") or board.get("size") or len(rows[0]))
