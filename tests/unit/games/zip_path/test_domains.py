"""The cells that a segment of Zip's path may pass: none of a solution is ruled out."""

from itertools import pairwise

from hypothesis import given

from player.games.zip_path.board import Board
from player.games.zip_path.encoding import dead_end, domains, joined, open_sides
from tests.support.games.zip_path import solvable_zip_boards, zip_board, zip_solutions


@given(solvable_zip_boards(20))
def test_no_edge_of_a_solution_is_ruled_out(board: Board) -> None:
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
