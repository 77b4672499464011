"""The moves of a play: those without the last one, and those without what had no effect."""

from collections.abc import Sequence
from typing import Any

import pytest

from player.browser.page.observation import BoardOrWin, BoardSeen, Performed
from player.games import GAMES
from player.games.grid import Cell
from player.games.moves import Box, Drag, Enter, Move, Tap
from player.games.zip_path.play import State
from player.playing.attempts import all_but_last, play_moves, verified_plan
from player.playing.result import Result
from player.proof import prove
from tests.support.paper import Paper
from tests.support.solved import ZIP

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


class Held(Paper):
    """A page of which the last move is held back: it notes the moves, and `erases` the path meanwhile, if so."""

    def __init__(self, *, erases: bool) -> None:
        super().__init__("zip")
        self.made: list[Sequence[Move]] = []
        self.erases, self.pause = erases, self._hold

    def _hold(self, look: BoardSeen) -> None:
        del look
        if self.erases:
            self.state = None

    def now(self) -> BoardOrWin:
        return self._look()

    def perform(self, moves: Sequence[Move], *of: Any, **how: Any) -> Performed:
        self.made.append(moves)
        return super().perform(moves, *of, **how)


@pytest.mark.parametrize("erases", [False, True], ids=["it stands", "it is gone"])
def test_a_path_that_was_held_back_is_ended_and_drawn_anew_only_if_it_is_gone(*, erases: bool) -> None:
    game, page, result = GAMES["zip"], Held(erases=erases), Result("zip")
    result.board, result.proof = ZIP, prove(GAMES["zip"], ZIP)
    path = result.proof.solution
    look = page.open()
    assert isinstance(look, BoardSeen)
    assert play_moves(game, page, result, look)  # type: ignore[arg-type]  # a page on paper
    first, *others = page.made
    assert first == [Drag(path[:-1])]
    assert others[-1] == [Drag(path if erases else path[-2:])]
