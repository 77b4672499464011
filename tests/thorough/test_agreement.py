"""Each encoding against a search that shares nothing with it, on thousands of boards of each game.

Those of Zip that are too large for a search are solved by its other formula, which shares nothing with the first.

Not part of the default run; CI runs it by itself: `pytest tests/thorough -o faulthandler_timeout=900`.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from player.games import GAMES
from player.games.zip_path import complete_encoding
from player.proof import prove
from player.sat import solver
from tests.support.games.mini_sudoku import sudoku_boards, sudoku_solutions
from tests.support.games.patches import patches_boards, patches_solutions
from tests.support.games.queens import queens_boards, queens_solutions, star_battle_boards
from tests.support.games.tango import tango_boards, tango_solutions
from tests.support.games.zip_path import solvable_zip_boards, zip_boards, zip_solutions

#: Boards for each example that a test with Hypothesis draws: CI draws 25 and `-m ''` 100. Fewer of Star Battle: making
#: one takes as long as solving ten of the others.
BOARDS = {"star battle": 2, "zip, both formulas": 100}
ALL_OTHERS = 25


def whole_formula(board: Any) -> Iterator[Any]:
    """Yield the solutions by the formula of Zip that needs no cuts."""
    formula = complete_encoding.encode(board)
    for model in solver.models(formula, most=2):
        solution = complete_encoding.decode(board, formula.facts(model))
        assert GAMES["zip"].board.check(board, solution) == []
        yield solution


SEARCHES: dict[str, tuple[st.SearchStrategy[Any], Callable[[Any], Iterator[Any]]]] = {
    "queens": (queens_boards(), queens_solutions),
    "star battle": (star_battle_boards(), queens_solutions),
    "zip": (zip_boards() | solvable_zip_boards(), zip_solutions),
    "zip, both formulas": (zip_boards(49) | solvable_zip_boards(49), whole_formula),
    "tango": (tango_boards((2, 4, 6)), tango_solutions),
    "mini-sudoku": (sudoku_boards(), sudoku_solutions),
    "patches": (patches_boards(), patches_solutions),
}


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.more
def test_encoding_and_search_agree_on_boards_of_all_kinds(name: str) -> None:
    (boards, search), number = SEARCHES[name], BOARDS.get(name, ALL_OTHERS) * settings().max_examples
    game = GAMES["queens" if name == "star battle" else name.partition(",")[0]]
    kinds: Counter[int] = Counter()

    @settings(
        max_examples=number, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(boards)
    def agree(board: Any) -> None:
        found = list(islice(search(board), 2))
        proof = prove(game, board)
        assert proof.solutions == len(found)
        if proof.solutions == 1:
            assert list(proof.found) == found
        kinds[proof.solutions] += 1

    agree()
    assert sum(kinds.values()) >= number
    assert min(kinds[found] for found in range(3)) >= number // 50, kinds
