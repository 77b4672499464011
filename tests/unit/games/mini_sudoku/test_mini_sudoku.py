from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player.errors import BoardError, PageNotUnderstood
from player.games import mini_sudoku
from player.games.grid import Cell, cells
from player.games.mini_sudoku.explain import Reasons
from player.games.moves import Enter, touched
from player.games.snapshot import Snapshot
from player.proof import prove
from tests.support.games.mini_sudoku import (
    sudoku_board,
    sudoku_boards,
    sudoku_page,
    sudoku_rows,
    sudoku_solutions,
    sudoku_state,
)
from tests.support.games.shared import Page, up_to_two

BOARD = sudoku_board("""
    1 5 . | . 3 .
    . 3 . | . . .
    -------------
    . . . | 1 . .
    . . . | 6 5 .
    -------------
    . 4 . | . . 6
    2 . . | . . .
""")
SOLUTION = sudoku_rows("""
    1 5 6 2 3 4
    4 3 2 5 6 1
    6 2 5 1 4 3
    3 1 4 6 5 2
    5 4 1 3 2 6
    2 6 3 4 1 5
""")
JSON: dict[str, Any] = {"game": "mini-sudoku", "box": [2, 3], "givens": [list(row) for row in BOARD.givens]}


# The referee


def test_the_right_solution_breaks_no_rule() -> None:
    assert mini_sudoku.board.check(BOARD, SOLUTION) == []


def test_each_rule_of_sudoku_has_its_sentence() -> None:
    wrong = sudoku_rows("""
        1 5 6 2 3 4
        4 3 2 5 6 1
        6 2 5 1 4 3
        3 1 4 6 5 2
        5 4 1 3 6 6
        2 6 3 4 1 5
    """)
    assert mini_sudoku.board.check(BOARD, wrong) == [
        "row 5 lacks 2",
        "column 5 lacks 2",
        "the box at the bottom right lacks 2",
    ]


def test_a_given_number_that_changed_is_named() -> None:
    swapped = tuple(tuple({1: 5, 5: 1}.get(number, number) for number in row) for row in SOLUTION)
    assert mini_sudoku.board.check(BOARD, swapped) == [
        "the given 1 at R1C1 is 5",
        "the given 5 at R1C2 is 1",
        "the given 1 at R3C4 is 5",
        "the given 5 at R4C5 is 1",
    ]


@given(st.integers(0, 35), st.integers(1, 6))
def test_the_referee_objects_to_any_number_changed(at: int, number: int) -> None:
    rows = [list(row) for row in SOLUTION]
    rows[at // 6][at % 6] = number
    assert (mini_sudoku.board.check(BOARD, tuple(map(tuple, rows))) == []) == (number == SOLUTION[at // 6][at % 6])


# The formula


@given(sudoku_boards(boxes=((2, 2), (2, 3), (3, 2), (1, 4), (4, 1))))
def test_the_formula_has_the_solutions_that_a_search_finds(board: mini_sudoku.board.Board) -> None:
    proof = prove(mini_sudoku.GAME, board)
    assert proof.solutions == up_to_two(sudoku_solutions(board))
    if proof.solutions == 1:
        assert proof.found[0] == next(sudoku_solutions(board))


@pytest.mark.parametrize(
    ("givens", "solutions"),
    [
        ({(0, 0): 1, (0, 5): 1}, 0),
        ({(row, row): row + 1 for row in range(9)} | {(9, 15): 16, (15, 9): 15}, 2),
        ({(0, col): col for col in range(1, 15)} | {(1, 0): 16, (2, 15): 16}, 0),
    ],
    ids=["two alike in a row", "many solutions", "no place for a number in a row"],
)
def test_large_boards_have_as_many_solutions_as_one_can_see(givens: dict[tuple[int, int], int], solutions: int) -> None:
    rows = [[givens.get((row, col), 0) for col in range(16)] for row in range(16)]
    board = mini_sudoku.board.from_json({"game": "mini-sudoku", "box": [4, 4], "givens": rows})
    assert prove(mini_sudoku.GAME, board).solutions == solutions


def test_boxes_of_one_row_are_those_of_a_latin_square() -> None:
    board = mini_sudoku.board.Board((1, 3), ((1, 2, 0), (0, 0, 1), (0, 0, 0)))
    assert prove(mini_sudoku.GAME, board).solution == ((1, 2, 3), (2, 3, 1), (3, 1, 2))


def test_numbers_of_two_digits_are_solved() -> None:
    rows = [[1 + (4 * (row % 3) + row // 3 + col) % 12 for col in range(12)] for row in range(12)]
    full = tuple(map(tuple, rows))
    assert prove(mini_sudoku.GAME, mini_sudoku.board.Board((3, 4), ((0,) * 12, *full[1:]))).solution == full


# Boards in JSON


def test_a_board_survives_json() -> None:
    assert mini_sudoku.board.from_json(JSON) == BOARD
    assert mini_sudoku.board.to_json(BOARD) == JSON
    assert mini_sudoku.board.to_solution(BOARD, mini_sudoku.board.solution_to_json(SOLUTION)) == SOLUTION


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"box": 6}, "'box' must be a list, not 6"),
        ({"box": [2]}, "'box' must be two whole numbers"),
        ({"box": [2, True]}, "'box' must be two whole numbers"),
        ({"box": [0, 6]}, "a side of 'box' must be from 1 to 32, not 0"),
        ({"box": [6, 6]}, "the number of cells in a box must be from 1 to 25, not 36"),
        ({"box": [2, 2]}, "'givens' must be 4 lists of 4 numbers each"),
        ({"givens": 0}, "'givens' must be a list, not 0"),
        ({"givens": [[0] * 6] * 5 + [[0] * 5]}, "'givens' must be 6 lists of 6 numbers each"),
        ({"givens": [[0] * 6] * 5 + [6]}, "'givens' must be 6 lists of 6 numbers each"),
        ({"givens": [[0] * 6] * 5 + [[0, 0, 0, 0, 0, 7]]}, "'givens' must hold whole numbers from 0 to 6 only"),
        ({"givens": [[0] * 6] * 5 + [[0, 0, 0, 0, 0, "1"]]}, "'givens' must hold whole numbers from 0 to 6 only"),
    ],
    ids=str,
)
def test_a_malformed_board_is_refused_in_one_line(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BoardError, match=complaint) as refused:
        mini_sudoku.board.from_json({**JSON, **changes})
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("missing", ["box", "givens"])
def test_a_board_without_one_of_its_fields_is_refused(missing: str) -> None:
    with pytest.raises(BoardError, match=f"the board has no '{missing}'"):
        mini_sudoku.board.from_json({key: value for key, value in JSON.items() if key != missing})


def test_a_solution_has_no_empty_cell() -> None:
    with pytest.raises(BoardError, match="the solution must hold whole numbers from 1 to 6 only"):
        mini_sudoku.board.to_solution(BOARD, JSON["givens"])


# From a page


@given(sudoku_boards(boxes=((2, 2), (2, 3), (3, 2), (1, 4), (4, 1), (3, 3))))
def test_a_board_survives_being_shown_and_read(board: mini_sudoku.board.Board) -> None:
    assert mini_sudoku.play.read(sudoku_page(board).snapshot) == board


def test_numbers_that_somebody_entered_are_not_given() -> None:
    page = sudoku_page(BOARD)
    page.show(0, 2, "digit", "4")
    assert mini_sudoku.play.read(page.snapshot) == BOARD
    assert mini_sudoku.play.state(page.snapshot)[:6] == ("1", "5", "4", "", "3", "")


def test_what_an_open_cell_shows_besides_a_number_is_nothing() -> None:
    page = sudoku_page(BOARD)
    page.show(0, 2, "digit", "1 2 4").show(0, 3, "digit", "9")
    assert mini_sudoku.play.state(page.snapshot)[:6] == ("1", "5", "", "", "3", "")


def test_walls_drawn_from_one_side_are_walls() -> None:
    page = sudoku_page(BOARD)
    for cell in page.cells:
        cell["walls"] = [side for side in cell["walls"] if side in {"right", "down"}]
    assert mini_sudoku.play.read(page.snapshot) == BOARD


CONTRADICTIONS: dict[str, tuple[Callable[[Page], object], str]] = {
    "a given cell without a number": (lambda page: page.show(0, 0, "digit", None), "is given and shows no number"),
    "a given number beyond n": (lambda page: page.show(0, 0, "digit", "7"), "is given and shows no number from 1 to 6"),
    "a cell that does not say if given": (lambda page: page.show(1, 1, "given", None), "1 of 36 cells show no 'given'"),
    "a cell without walls": (lambda page: page.show(1, 1, "walls", None), "1 of 36 cells show no 'walls'"),
    "a side of no name": (
        lambda page: page.show(0, 0, "walls", ["north"]),
        "R1C1 shows 'north' as 'walls': one of down, left, right, up; fix 'walls'",
    ),
    "a wall on the rim": (lambda page: page.show(0, 0, "walls", ["up"]), "shows 'walls' on the grid's rim .up.: fix"),
    "a wall too many": (lambda page: page.show(0, 0, "walls", ["right"]), "the walls do not part the 6x6 grid"),
    "a wall gone from both of its cells": (
        lambda page: page.show(3, 2, "walls", ["down"]).show(3, 3, "walls", ["down"]),
        "the walls do not part the 6x6 grid",
    ),
    "half of the walls": (
        lambda page: [cell.update(walls=sorted({"up", "down"} & set(cell["walls"]))) for cell in page.cells],
        "the walls do not part the 6x6 grid into boxes of 6 cells",
    ),
}


@pytest.mark.parametrize(("spoil", "complaint"), CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_a_sudoku_page_that_contradicts_itself_is_not_understood(
    spoil: Callable[[Page], object], complaint: str
) -> None:
    page = sudoku_page(BOARD)
    spoil(page)
    with pytest.raises(PageNotUnderstood, match=complaint):
        mini_sudoku.play.read(page.snapshot)


def test_a_sudoku_grid_that_is_not_square_is_not_understood() -> None:
    page = sudoku_page(BOARD)
    with pytest.raises(PageNotUnderstood, match="a Sudoku grid is square, this one is 5x6"):
        mini_sudoku.play.read(Snapshot(5, 6, tuple(page.cells[:30])))


# The hand

STATES = st.lists(st.sampled_from(["", *"123456"]), min_size=36, max_size=36).map(
    lambda texts: tuple(str(fixed) if fixed else text for fixed, text in zip(sum(BOARD.givens, ()), texts, strict=True))
)


@given(STATES)
def test_from_any_state_the_plan_solves_the_board_and_leaves_the_given_numbers(state: mini_sudoku.play.State) -> None:
    moves = mini_sudoku.play.plan(BOARD, SOLUTION, state)
    assert mini_sudoku.play.solved(BOARD, mini_sudoku.play.simulate(BOARD, state, moves))
    hands = [cell for move in moves for cell in touched(move)]
    assert len(set(hands)) == len(hands)
    assert not [cell for cell in hands if BOARD.given(cell)]


def test_only_what_is_empty_or_wrong_is_entered_row_by_row() -> None:
    state = sudoku_state("""
        1 5 6 2 3 .
        4 3 2 5 6 1
        6 2 5 1 4 3
        3 6 4 6 5 2
        5 4 1 3 2 6
        2 6 3 4 1 5
    """)
    assert mini_sudoku.play.plan(BOARD, SOLUTION, state) == [Enter(Cell(0, 5), "4"), Enter(Cell(3, 1), "1")]
    assert mini_sudoku.play.plan(BOARD, SOLUTION, tuple(str(number) for row in SOLUTION for number in row)) == []


def test_a_given_number_stays_whatever_is_entered() -> None:
    state = mini_sudoku.play.state(sudoku_page(BOARD).snapshot)
    assert mini_sudoku.play.simulate(BOARD, state, [Enter(Cell(0, 0), "2")]) == state


def test_a_board_is_not_solved_before_its_last_number() -> None:
    full = tuple(str(number) for row in SOLUTION for number in row)
    assert mini_sudoku.play.solved(BOARD, full)
    assert not mini_sudoku.play.solved(BOARD, (*full[:-1], ""))
    assert not mini_sudoku.play.solved(BOARD, (*full[:-1], "4"))


def test_the_columns_tell_givens_and_walls() -> None:
    columns = mini_sudoku.play.columns(BOARD)
    assert columns["given"][:6] == [1, 5, None, None, 3, None]
    assert columns["walls"][:4] == [[], [], ["right"], ["left"]]
    assert columns["walls"][8] == ["down", "right"]


# Numbers above 9


#: Each row is the one before it in the box, moved on by a box; some cells are empty.
SIXTEEN = mini_sudoku.board.from_json(
    {
        "box": [4, 4],
        "givens": [
            [(4 * row + row // 4 + col) % 16 + 1 if (row * col + (col // 4)) % 4 else 0 for col in range(16)]
            for row in range(16)
        ],
    }
)


def as_letters(number: int) -> str:
    return "" if number == 0 else str(number) if number < 10 else "ABCDEFG"[number - 10]


def test_letters_are_read_as_the_numbers_from_ten_on() -> None:
    page = sudoku_page(SIXTEEN, [as_letters(SIXTEEN.given(at)) for at in cells(16, 16)])
    assert {cell["digit"] for cell in page.cells} >= {"A", "G"}
    assert mini_sudoku.play.read(page.snapshot) == SIXTEEN
    assert mini_sudoku.play.read(sudoku_page(SIXTEEN).snapshot) == SIXTEEN


def test_a_page_of_letters_gets_letters_and_one_of_numbers_gets_numbers() -> None:
    solution = prove(mini_sudoku.GAME, SIXTEEN).solution
    for texts, names in (
        ([as_letters(SIXTEEN.given(at)) for at in cells(16, 16)], set("abcdefg")),
        ([str(SIXTEEN.given(at) or "") for at in cells(16, 16)], {str(number) for number in range(10, 17)}),
    ):
        state = mini_sudoku.play.state(sudoku_page(SIXTEEN, texts).snapshot)
        moves = mini_sudoku.play.plan(SIXTEEN, solution, state)
        entered = {move.text for move in moves if isinstance(move, Enter)}
        assert entered == names | {str(number) for number in range(1, 10)}
        after = mini_sudoku.play.simulate(SIXTEEN, state, moves)
        assert mini_sudoku.play.solved(SIXTEEN, after)
        assert not mini_sudoku.play.plan(SIXTEEN, solution, after)


def test_letters_on_the_page_are_compared_with_the_solution() -> None:
    solution = prove(mini_sudoku.GAME, SIXTEEN).solution
    state = [as_letters(number).lower() for row in solution for number in row]
    assert Reasons(SIXTEEN).standing(tuple(state), solution).wrong == ()


def test_a_letter_means_nothing_on_a_board_of_digits() -> None:
    page = sudoku_page(BOARD).show(0, 2, "digit", "a")
    assert mini_sudoku.play.state(page.snapshot)[2] == ""
