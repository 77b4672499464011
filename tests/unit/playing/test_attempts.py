"""The moves of a play: those without the last one, those without what had no effect, and what is said of them."""

from types import SimpleNamespace
from typing import Any

import pytest

from player.games import GAMES
from player.games.grid import Cell
from player.games.moves import Box, Drag, Enter, Move, Tap
from player.games.zip_path.play import State
from player.playing.attempts import all_but_last, verified_plan
from player.playing.result import Result
from player.playing.walk import _unconfirmed

A, B, C = Cell(0, 0), Cell(0, 1), Cell(0, 2)


@pytest.mark.parametrize(
    ("moves", "left"),
    [
        ([], []),
        ([Tap(A), Tap(B), Tap(A), Tap(B)], [Tap(A), Tap(A)]),
        ([Enter(A, "1"), Enter(B, "1")], [Enter(A, "1")]),
        ([Tap(A), Drag((A, B, C))], [Tap(A), Drag((A, B))]),
        ([Box(A, B), Box(C, C)], [Box(A, B)]),
    ],
    ids=["none", "both taps on the last cell", "a digit", "the last cell of a path", "a rectangle"],
)
def test_the_last_move_is_left_out(moves: list[Move], left: list[Move]) -> None:
    assert all_but_last(moves) == left


def test_a_path_is_left_out_of_which_a_page_takes_nothing_but_the_whole() -> None:
    assert all_but_last([Tap(A), Drag((A, B, C))], whole=True) == [Tap(A)]


def test_a_rectangle_beside_the_last_one_is_left_out_if_others_enclose_that() -> None:
    corner, beside, last = Box(A, A), Box(B, Cell(1, 2)), Box(Cell(1, 0), Cell(2, 0))
    below = Box(Cell(2, 1), Cell(2, 2))
    assert all_but_last([corner, beside, below, last], by_borders=True) == [beside, below]
    assert all_but_last([beside, below, last, corner], by_borders=True) == [below, last]
    assert all_but_last([corner, beside, last]) == [corner, beside]


def test_a_click_that_had_no_effect_is_left_out_if_the_drag_does_without_it() -> None:
    zip_path = GAMES["zip"]
    board = zip_path.board.from_json({"game": "zip", "rows": 2, "cols": 2, "numbers": [[0, 0], [1, 0]], "walls": []})
    solution = (A, B, Cell(1, 1), Cell(1, 0))
    drawn = State(frozenset({A, B, Cell(1, 1)}), None)  # all but the last cell: it is drawn anew from its 1
    clears, draws = Tap(A), Drag(solution)
    assert verified_plan(zip_path, board, solution, drawn) == [clears, draws]
    assert verified_plan(zip_path, board, solution, drawn, {clears}) == [draws]
    assert verified_plan(zip_path, board, solution, drawn, {clears, draws}) == [clears, draws]


@pytest.mark.parametrize(
    ("unseen", "moves"), [(False, "all moves stand"), (True, "all moves are made, and something hides the board")]
)
def test_no_move_is_said_to_stand_on_a_board_that_is_hidden(moves: str, *, unseen: bool) -> None:
    page: Any = SimpleNamespace(performer=SimpleNamespace(recorder=SimpleNamespace(selectors=list)))
    assert _unconfirmed(Result("zip", unseen=unseen), page) == f"{moves}, but the page does not say that it is won"
