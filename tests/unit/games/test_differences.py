"""The marks that moves should leave, and the sentence about those that a page shows instead."""

import pytest

from player.games import GAMES
from player.games.differences import difference, expected_marks
from player.games.grid import Cell
from player.games.moves import Tap
from tests.support.games.queens import queens_page
from tests.support.paper import QUEENS


def test_the_marks_of_touched_and_of_changed_cells_are_expected() -> None:
    game = GAMES["queens"]
    before = game.play.state(queens_page(QUEENS, ()).snapshot)
    after = game.play.simulate(QUEENS, before, [Tap(Cell(0, 1))])
    assert expected_marks(game, QUEENS, before, after, [Tap(Cell(2, 3))]) == {1: "cross", 11: "empty"}


@pytest.mark.parametrize(
    ("wrong", "seen", "said"),
    [
        ({1: "sun"}, {1: "moon"}, "row 1, column 2 shows 'moon', not 'sun'"),
        ({4: "sun", 5: "sun"}, {4: ""}, "row 2, column 1 shows nothing, not 'sun', and 1 more cell is wrong"),
        ({15: True}, {15: False}, "row 4, column 4 shows empty, not filled"),
    ],
    ids=["another mark", "no mark", "a fill"],
)
def test_the_first_wrong_cell_is_named_and_the_others_are_counted(
    wrong: dict[int, str | bool], seen: dict[int, str | bool], said: str
) -> None:
    marks = [seen.get(index, "") for index in range(16)]
    assert difference(QUEENS, wrong, marks) == said
