"""Boards of Sudoku as they stand in a terminal."""

from inspect import cleandoc

from hypothesis import given

from player.games import GAMES, mini_sudoku
from player.games.grid import cells
from tests.support.games.mini_sudoku import sudoku_boards
from tests.support.solved import SUDOKU as BOARD
from tests.support.solved import SUDOKU_SOLVED as SOLUTION


def shown(board: mini_sudoku.board.Board, solution: mini_sudoku.board.Solution | None = None) -> str:
    return str(GAMES["mini-sudoku"].text(board, solution).plain).removesuffix("\n")


def test_a_sudoku_board_shows_its_given_numbers_and_its_boxes() -> None:
    assert shown(BOARD) == cleandoc("""
        ┌─────┬─────┐
        │ 1 · │ · · │
        │ · · │ 1 · │
        ├─────┼─────┤
        │ · 2 │ · · │
        │ · · │ · 3 │
        └─────┴─────┘
    """)


def test_a_sudoku_solution_fills_every_cell() -> None:
    assert shown(BOARD, SOLUTION) == cleandoc("""
        ┌─────┬─────┐
        │ 1 4 │ 3 2 │
        │ 2 3 │ 1 4 │
        ├─────┼─────┤
        │ 3 2 │ 4 1 │
        │ 4 1 │ 2 3 │
        └─────┴─────┘
    """)


def test_numbers_of_two_digits_are_aligned() -> None:
    board = mini_sudoku.board.Board((2, 5), ((10, *[0] * 9), *[(0,) * 10] * 9))
    assert shown(board).splitlines()[:3] == [
        "┌────────────────┬────────────────┐",
        "│ 10  ·  ·  ·  · │  ·  ·  ·  ·  · │",
        "│  ·  ·  ·  ·  · │  ·  ·  ·  ·  · │",
    ]


@given(sudoku_boards())
def test_any_sudoku_board_is_drawn_in_lines_of_one_width(board: mini_sudoku.board.Board) -> None:
    lines = shown(board).splitlines()
    assert len({len(line) for line in lines}) == 1
    numbers = [sign for line in lines for sign in line if sign.isdigit()]
    assert numbers == [str(board.given(at)) for at in cells(*board.shape) if board.given(at)]
