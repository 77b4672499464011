"""The narrator's captions of boards and moves."""

from typing import Any

import pytest

from player.browser.page.observation import Verdict
from player.demo.narrator import board_caption, move_caption, verdict_caption
from player.games import GAMES
from player.games.grid import Cell
from player.games.moves import Box, Drag, Enter, Move, Remove, Tap
from player.playing.result import Result
from tests.support.paper import QUEENS
from tests.support.solved import SUDOKU, ZIP


@pytest.mark.parametrize(
    ("game", "board", "says", "special"),
    [
        ("queens", QUEENS, "4 rows and 4 columns, 4 regions, no given cells", []),
        ("zip", ZIP, "3 rows and 4 columns, 7 numbers, 4 walls", [(0, 0), (0, 1), (1, 1)]),
        ("mini-sudoku", SUDOKU, "4 rows and 4 columns, 4 given cells", [(0, 0), (1, 2), (2, 1), (3, 3)]),
    ],
    ids=["queens", "zip", "mini-sudoku"],
)
def test_a_board_is_counted(game: str, board: Any, says: str, special: list[tuple[int, int]]) -> None:
    assert board_caption(GAMES[game], board) == f"Read from the page: {says}."
    assert list(GAMES[game].description(board).cells)[: len(special)] == [Cell(*at) for at in special]


A, B = Cell(0, 0), Cell(0, 1)


@pytest.mark.parametrize(
    ("move", "cell", "says", "said"),
    [
        (Tap(A), A, "Why.", "Click 2 of 2 on R1C1. Why."),
        (Enter(A, "3"), A, "Why.", "3 goes to R1C1. Why."),
        (Box(A, B), B, "", "A patch of 2 cells."),
        (Drag((A, B)), B, "Why.", "The path, cell 2 of 2. Why."),
        (Remove((A, B)), A, "", "What stands at R1C1 is wrong: it goes."),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, tuple) else "",
)
def test_a_move_is_described_with_its_reason(move: Move, cell: Cell, says: str, said: str) -> None:
    assert move_caption(move, cell, says, 2, 2) == said


@pytest.mark.parametrize(
    ("press", "said"), [("right", "Right click"), ("hold", "Long press"), ("double", "Double click")]
)
def test_another_click_than_a_left_one_is_named(press: str, said: str) -> None:
    assert move_caption(Tap(A), A, "Why.", 1, 2, press=press) == f"{said} on R1C1. Why."


def test_a_verdict_is_the_pages_or_none() -> None:
    result = Result("zip", confirmed=Verdict.BANNER)
    assert verdict_caption(result) == "The page itself says that it is won: in a banner."
    result = Result("zip", message="the page did not take the moves")
    assert verdict_caption(result) == "Not won: the page did not take the moves."
