"""Booklets of boards, as a page of HTML to print: rules, boards with page numbers, and all solutions at the end."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from player.boards.board_json import board_of
from player.games import Game
from player.render.html import drawn, rendered
from player.render.scene import scene

#: By the longest side of the boards, in cells: the columns and rows of boards on a page, and those of solutions.
LAYOUTS = ((8, (2, 2), (3, 4)), (13, (1, 2), (2, 3)), (64, (1, 1), (2, 2)))
#: The page of the first boards, after the rules.
FIRST_PAGE = 2


class _Figure(NamedTuple):
    """A printed board: its heading, its picture, and below it what the grid does not show."""

    heading: str
    picture: Markup
    caption: str


class _Sheet(NamedTuple):
    """A printed page with its head, and figures in so many columns and rows."""

    head: str
    columns: int
    rows: int
    figures: Sequence[_Figure]


def booklet(boards: Sequence[dict[str, Any]]) -> str:
    """Return a booklet of boards in the public format, each with its solution."""
    read = [board_of(data) for data in boards]
    side = max((max(board.shape) for _, board in read), default=1)
    of_boards, of_solutions = next(layouts for most, *layouts in LAYOUTS if side <= most)
    per_page = of_boards[0] * of_boards[1]
    rules: dict[str, dict[str, None]] = {}
    shown, solved = [], []
    for index, ((game, board), data) in enumerate(zip(read, boards, strict=True)):
        about = game.description(board)
        rules.setdefault(about.title, {}).update(dict.fromkeys(about.rules))
        shown.append(_Figure(_heading(index + 1, board, data), drawn(scene(game, board)), about.caption))
        where = f"Board {index + 1}, page {FIRST_PAGE + index // per_page}"
        solved.append(_Figure(where, _solution(game, board, data), about.caption))
    return rendered(
        "player.render",
        "booklet.html",
        rules=rules,
        count=len(boards),
        sheets=[*_sheets("", of_boards, shown), *_sheets("Solutions", of_solutions, solved)],
    )


def _heading(number: int, board: Any, data: dict[str, Any]) -> str:
    rated = data.get("difficulty")
    difficulty = f", {rated['level']} {rated['number']:.1f}" if rated else ""
    return f"Board {number}, {board.shape[0]} x {board.shape[1]}{difficulty}"


def _solution(game: Game, board: Any, data: dict[str, Any]) -> Markup:
    return drawn(scene(game, board, game.board.to_solution(board, data["solution"])))


def _sheets(head: str, layout: tuple[int, int], figures: Sequence[_Figure]) -> Iterator[_Sheet]:
    columns, rows = layout
    for start in range(0, len(figures), columns * rows):
        yield _Sheet(head, columns, rows, figures[start : start + columns * rows])
