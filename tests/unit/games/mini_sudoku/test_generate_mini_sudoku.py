import pytest

from player.boards.generation import generate
from player.games import mini_sudoku
from player.proof import prove
from tests.support.games.mini_sudoku import sudoku_solutions


@pytest.mark.parametrize(("size", "box"), [(4, [2, 2]), (5, [1, 5]), (6, [2, 3]), (8, [2, 4]), (9, [3, 3])])
@pytest.mark.full
def test_a_sudoku_board_has_one_solution(size: int, box: list[int]) -> None:
    data = generate("mini-sudoku", size, 3)
    board = mini_sudoku.board.from_json(data)
    assert data["box"] == box
    assert mini_sudoku.board.solution_to_json(prove(mini_sudoku.GAME, board).solution) == data["solution"]
    if size <= 6:
        assert [mini_sudoku.board.solution_to_json(found) for found in sudoku_solutions(board)] == [data["solution"]]
