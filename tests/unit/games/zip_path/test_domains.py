"""The cells that a segment of Zip's path may pass, against plain breadth-first searches on cells."""

from itertools import pairwise

from hypothesis import given

from player.games.grid import Cell
from player.games.zip_path.board import Board
from player.games.zip_path.domains import cells_of, dead_end, domains, joined, open_sides
from tests.support.games.zip_path import solvable_zip_boards, zip_board, zip_boards, zip_solutions


def distances(board: Board, start: Cell) -> dict[Cell, int]:
    steps, frontier = {start: 0}, [start]
    for cell in frontier:
        for beyond in board.steps(cell):
            if beyond not in steps:
                steps[beyond] = steps[cell] + 1
                if beyond not in board.numbers:
                    frontier.append(beyond)
    return steps


def expected(board: Board) -> list[set[int]] | None:
    away = [distances(board, number) for number in board.numbers]
    direct = [steps.get(there) for steps, there in zip(away, board.numbers[1:], strict=False)]
    size = board.rows * board.cols
    if None in direct or (slack := size - 1 - sum(map(int, filter(None, direct)))) < 0:
        return None
    return [
        {
            cell.row * board.cols + cell.col
            for cell, steps in away[k].items()
            if steps + away[k + 1].get(cell, size) <= int(least or 0) + slack
            and (cell not in board.numbers or cell in board.numbers[k : k + 2])
        }
        for k, least in enumerate(direct)
    ]


@given(zip_boards(30) | solvable_zip_boards(30))
def test_segments_may_pass_what_distances_allow(board: Board) -> None:
    found = domains(board, *open_sides(board))
    assert (None if found is None else [set(cells_of(mask)) for mask in found]) == expected(board)


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
