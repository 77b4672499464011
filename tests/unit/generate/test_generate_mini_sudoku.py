import pytest

from player.games import mini_sudoku
from player.generate import generate
from player.prove import prove
from tests.unit.second_opinion import sudoku_solutions


@pytest.mark.parametrize(("size", "box"), [(4, [2, 2]), (5, [1, 5]), (6, [2, 3]), (8, [2, 4]), (9, [3, 3])])
def test_a_sudoku_board_has_one_solution_and_no_number_too_many(size: int, box: list[int]) -> None:
    data = generate("mini-sudoku", size, 3)
    board = mini_sudoku.from_json(data)
    assert data["box"] == box
    if size <= 6:
        assert [mini_sudoku.solution_to_json(found) for found in sudoku_solutions(board)] == [data["solution"]]
    for row, numbers in enumerate(data["givens"]):
        for col in (col for col, number in enumerate(numbers) if number):
            fewer = [
                [0 if (r, c) == (row, col) else n for c, n in enumerate(ns)] for r, ns in enumerate(data["givens"])
            ]
            assert prove(mini_sudoku, mini_sudoku.from_json({**data, "givens": fewer})).solutions == 2


def test_the_same_seed_gives_the_same_sudoku_and_another_seed_another() -> None:
    assert generate("mini-sudoku", 6, 1) == generate("mini-sudoku", 6, 1)
    assert generate("mini-sudoku", 6, 1)["givens"] != generate("mini-sudoku", 6, 2)["givens"]
