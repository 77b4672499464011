"""Queens of several stars."""

import io
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.console import Console

from player.games import GAMES, queens
from player.games.grid import Cell, cells
from player.games.queens import encoding
from player.games.queens.board import Board
from player.proof import prove
from player.sat import solver
from tests.support.games.queens import queens_board, queens_solutions, star_battle_boards
from tests.support.games.shared import places

BOARD = replace(
    queens_board("""
        A A A A B C C C C
        A A A B B B C C C
        A B B B B D D D D
        E B B B F F F F D
        E G G B F H F D D
        E G G G H H H I I
        E E H H H H I I I
        E E H H H H I I I
        E E E E E E I I I
    """),
    stars=2,
)
SOLUTION = places("""
    . Q . . . Q . . .
    . . . Q . . . . Q
    Q . . . . . Q . .
    . . Q . Q . . . .
    . . . . . . Q . Q
    . Q . Q . . . . .
    . . . . . Q . Q .
    Q . Q . . . . . .
    . . . . Q . . Q .
""")


# The formula


@pytest.mark.parametrize("subsets", [encoding.MAX_BINOMIAL_CLAUSES, 0], ids=["subsets", "counters"])
# The patch holds for all examples of a test.
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(board=star_battle_boards())
@pytest.mark.full
def test_the_formula_has_the_solutions_that_a_search_finds(
    monkeypatch: pytest.MonkeyPatch, subsets: int, board: Board
) -> None:
    monkeypatch.setattr(encoding, "MAX_BINOMIAL_CLAUSES", subsets)
    encoding._lines.cache_clear()
    cnf = queens.encoding.encode(board)
    encoding._lines.cache_clear()
    found = [queens.encoding.decode(board, cnf.facts(model)) for model in solver.models(cnf, 100)]
    assert sorted(found) == sorted(islice(queens_solutions(board), 101))


@pytest.mark.parametrize(("n", "k"), [(8, 2), (9, 2), (12, 3), (16, 1), (32, 1), (32, 2), (20, 3)])
@pytest.mark.full
def test_every_solution_of_a_size_pleases_the_referee(n: int, k: int) -> None:
    """Regions like rows. The larger of these sizes have counters."""
    board = Board(tuple((row,) * n for row in range(n)), (), k)
    proof = prove(queens.GAME, board)
    assert proof.solutions == 2
    assert all(len(solution) == n * k for solution in proof.found)


@pytest.mark.parametrize(
    ("n", "k"),
    [(2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 2), (6, 2), (7, 2), (10, 3), (11, 3), (32, 9), (32, 16), (32, 32)],
)
def test_too_many_stars_have_no_solution(n: int, k: int) -> None:
    assert prove(queens.GAME, Board(tuple((row,) * n for row in range(n)), (), k)).solutions == 0


# Boards


def test_stars_are_kept_in_json_and_one_is_the_default() -> None:
    assert queens.board.to_json(BOARD)["stars"] == 2
    assert queens.board.from_json(queens.board.to_json(BOARD)) == BOARD
    without = {key: value for key, value in queens.board.to_json(BOARD).items() if key != "stars"}
    assert queens.board.from_json(without) == replace(BOARD, stars=1)


def test_a_board_of_two_stars_is_drawn_with_all_its_queens() -> None:
    out = io.StringIO()
    Console(file=out, width=80).print(GAMES["queens"].text(BOARD, SOLUTION))
    assert out.getvalue().count("♛") == 18


# The referee


def test_the_right_solution_breaks_no_rule_and_is_the_one_found() -> None:
    assert queens.board.check(BOARD, SOLUTION) == []
    assert prove(queens.GAME, BOARD).solution == SOLUTION


def test_stars_left_out_and_stars_too_many_are_reported_for_each_line_and_region() -> None:
    assert queens.board.check(BOARD, SOLUTION[1:]) == [
        "row 1 has 1 star",
        "column 2 has 1 star",
        "region A has 1 star",
    ]
    more = (*SOLUTION, Cell(6, 3))
    assert queens.board.check(BOARD, more) == [
        "row 7 has 3 stars",
        "column 4 has 3 stars",
        "region H has 3 stars",
    ] + [broken for broken in queens.board.check(BOARD, more) if "touch" in broken]


@given(st.integers(0, len(SOLUTION) - 1), st.sampled_from(list(cells(9, 9))))
def test_the_referee_objects_to_any_star_moved(index: int, to: Cell) -> None:
    moved = (*SOLUTION[:index], to, *SOLUTION[index + 1 :])
    assert (queens.board.check(BOARD, moved) == []) == (to == SOLUTION[index])


def test_a_given_star_is_in_every_solution() -> None:
    assert prove(queens.GAME, replace(BOARD, givens=(SOLUTION[3],))).solution == SOLUTION
    assert prove(queens.GAME, replace(BOARD, givens=(Cell(0, 0),))).solutions == 0
    assert queens.board.check(replace(BOARD, givens=(Cell(0, 0),)), SOLUTION) == ["the given star at R1C1 is missing"]
