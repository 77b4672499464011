"""Zip's whole formula and the cells that segments may pass: no solution is missing, and every model is one."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player.games import zip_path as game
from player.games.grid import Cell
from player.games.zip_path import complete_encoding
from player.games.zip_path.encoding import dead_end, domains, joined, open_sides
from player.sat import solver
from player.sat.cnf import no_cuts
from tests.support.games.zip_path import solvable_zip_boards, zip_board, zip_boards, zip_solutions


def solutions(board: game.board.Board) -> list[game.board.Solution]:
    formula = complete_encoding.encode(board)
    assert formula.cuts is no_cuts
    return [complete_encoding.decode(board, formula.facts(model)) for model in solver.models(formula, most=1000)]


@given(st.one_of(zip_boards(16), solvable_zip_boards(16)))
def test_the_models_are_the_solutions_that_a_plain_search_finds_each_once(board: game.board.Board) -> None:
    found = solutions(board)
    assert sorted(found) == sorted(zip_solutions(board))


@pytest.mark.parametrize("cols", [3, 5, 9, 17])
def test_loops_of_any_length_are_ruled_out(cols: int) -> None:
    """From the 1 to the 2 below it around two rows, in which a loop through all other cells would fit."""
    upper, lower = ([Cell(row, col) for col in range(cols)] for row in (0, 1))
    board = game.board.Board(2, cols, (upper[0], lower[0]))
    assert solutions(board) == [(*upper, *reversed(lower))]


def test_a_number_may_not_be_met_before_its_turn() -> None:
    board = zip_board("""
        1 3 2 4
    """)
    assert solutions(board) == []


def test_arcs_in_a_ring_end() -> None:
    board = zip_board("""
        1 .
        2 .
    """)
    here, there = Cell(0, 0), Cell(0, 1)
    assert (
        len(complete_encoding.decode(board, [complete_encoding.Arc(here, there), complete_encoding.Arc(there, here)]))
        == 4
    )


@given(solvable_zip_boards(20))
def test_no_edge_of_a_solution_is_ruled_out(board: game.board.Board) -> None:
    sides = open_sides(board)
    segments = domains(board, *sides)
    assert segments is not None
    right, down = joined(segments, *sides, board.cols)
    assert not dead_end(board, right, down)
    for path in zip_solutions(board):
        for a, b in pairwise(path):
            upper = min(a, b)
            assert (right if a.row == b.row else down) >> upper.row * board.cols + upper.col & 1


def test_a_cell_with_one_way_is_a_dead_end_unless_it_is_an_end() -> None:
    inside = zip_board("""
        1 . .|.
        . . 2 .
    """)
    at_the_end = zip_board("""
        1 . .|2
        . . . .
    """)
    assert [dead_end(board, *open_sides(board)) for board in (inside, at_the_end)] == [True, False]
