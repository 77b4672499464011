"""The two formulas of Zip, which share nothing, against each other: on larger boards than a plain search can do.

Not part of the default run; CI runs it by itself: `pytest tests/thorough -o faulthandler_timeout=900`.
"""

from collections import Counter

from hypothesis import HealthCheck, given, settings

from player.games import zip_path as game
from player.games.zip_path import complete_encoding
from player.proof import prove
from player.sat import solver
from tests.support.games.zip_path import solvable_zip_boards, zip_boards

BOARDS = 10_000


def test_both_formulas_of_zip_have_the_same_solutions() -> None:
    kinds: Counter[int] = Counter()

    @settings(
        max_examples=BOARDS, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(zip_boards(49) | solvable_zip_boards(49))
    def agree(board: game.board.Board) -> None:
        formula = complete_encoding.encode(board)
        found = [complete_encoding.decode(board, formula.facts(model)) for model in solver.models(formula, most=2)]
        proof = prove(game.GAME, board)
        assert all(game.board.check(board, solution) == [] for solution in found)
        assert len(found) == proof.solutions
        if len(found) == 1:
            assert tuple(found) == proof.found
        kinds[proof.solutions] += 1

    agree()
    assert sum(kinds.values()) >= BOARDS
    assert min(kinds[number] for number in range(3)) >= BOARDS // 50, kinds
