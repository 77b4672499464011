from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player.errors import BoardError, PageNotUnderstood
from player.games import zip_path as game
from player.games.grid import Cell, cells
from player.games.moves import Drag, Move, Tap, count
from tests.support.games.shared import Page, places
from tests.support.games.zip_path import path, solvable_zip_boards, zip_board, zip_boards, zip_page, zip_solutions

BOARD = zip_board("""
    1 . . .
    - -
    . . 2 .
    . . . 3
""")
SOLUTION = path("""
    1 2  3  4
    8 7  6  5
    9 10 11 12
""")


# The referee


def test_the_right_path_breaks_no_rule() -> None:
    assert game.board.check(BOARD, SOLUTION) == []


@pytest.mark.parametrize(
    ("drawing", "broken"),
    [
        (
            """
            1 2 3 4
            . . 6 5
            . . 7 8
            """,
            ["the path visits 8 of 12 cells in 8 steps"],
        ),
        (
            """
            1  2  3 4
            6  7  8 5
            9 10 11 12
            """,
            [
                "the path jumps from R2C4 to R2C1",
                "the path jumps from R2C3 to R3C1",
            ],
        ),
        (
            """
            1 8 9  10
            2 7 6  11
            3 4 5  12
            """,
            [
                "the path crosses the wall between R1C1 and R2C1",
                "the path crosses the wall between R2C2 and R1C2",
            ],
        ),
        (
            """
            1  2  3  4
            12 11 10 5
            9  8  7  6
            """,
            [
                "the path jumps from R3C1 to R2C3",
                "the path does not meet the numbers in order",
                "the path does not start on the first number and end on the last",
            ],
        ),
        (
            """
            12 11 10 9
            5   6  7 8
            4   3  2 1
            """,
            [
                "the path does not meet the numbers in order",
                "the path does not start on the first number and end on the last",
            ],
        ),
    ],
    ids=["cells-left-out", "jumps", "walls", "numbers-out-of-order", "backwards"],
)
def test_each_rule_of_zip_has_its_sentence(drawing: str, broken: list[str]) -> None:
    assert game.board.check(BOARD, path(drawing)) == broken


@pytest.mark.parametrize(
    ("board", "walked", "broken"),
    [
        (BOARD, (*SOLUTION[:3], SOLUTION[1], *SOLUTION[2:]), ["the path visits 12 of 12 cells in 14 steps"]),
        (
            BOARD,
            (*SOLUTION[:6], SOLUTION[6], *SOLUTION[5:]),
            ["the path visits 12 of 12 cells in 14 steps", "the path does not meet the numbers in order"],
        ),
        (zip_board("1 3 2 4"), path("1 2 3 4"), ["the path does not meet the numbers in order"]),
        (
            zip_board("1 . 2 ."),
            path("1 2 3 4"),
            ["the path does not start on the first number and end on the last"],
        ),
        (
            BOARD,
            (),
            ["the path visits 0 of 12 cells in 0 steps", "the path does not meet the numbers in order"],
        ),
    ],
    ids=["a cell twice", "a number twice", "a number skipped", "past the last number", "no path"],
)
def test_a_path_that_repeats_or_leaves_out_cells_is_reported(
    board: game.board.Board, walked: tuple[Cell, ...], broken: list[str]
) -> None:
    assert game.board.check(board, walked) == broken


@given(solvable_zip_boards(), st.data())
def test_the_referee_objects_to_any_cell_put_elsewhere(board: game.board.Board, data: st.DataObject) -> None:
    right = next(zip_solutions(board))
    index = data.draw(st.integers(0, len(right) - 1))
    to = data.draw(st.sampled_from([cell for cell in right if cell != right[index]]))
    assert game.board.check(board, right) == []
    assert game.board.check(board, (*right[:index], to, *right[index + 1 :]))
    assert game.board.check(board, (*right[:index], *right[index + 1 :]))
    assert game.board.check(board, right[::-1])


# From a page


@given(zip_boards(), st.sampled_from(["left right up down", "left right down", "right down", "left up", "down left"]))
def test_a_board_survives_being_shown_and_read_whichever_sides_are_drawn(board: game.board.Board, sides: str) -> None:
    assert game.play.read(zip_page(board, sides=sides).snapshot) == board


WALLED = zip_board("""
    1 .|. .
    -
    . .|2 .
    . . . 3
""")

CONTRADICTIONS: dict[str, tuple[Callable[[Page], object], str]] = {
    "a flag for a number": (
        lambda page: page.show(0, 1, "number", True),
        "R1C2 shows True as 'number': 1 to K, each once; fix 'number'",
    ),
    "a number twice": (
        lambda page: page.show(2, 0, "number", "2"),
        "the number 2 is on two cells, R2C3 and R3C1",
    ),
    "a gap in the numbers": (lambda page: page.show(2, 3, "number", "4"), "the numbers are not 1..3 but \\[1, 2, 4\\]"),
    "no number 1": (lambda page: page.show(0, 0, "number", None), "the numbers are not 1..2 but \\[2, 3\\]"),
    "a wall on a side unknown": (
        lambda page: page.show(1, 1, "walls", ["top"]),
        "R2C2 shows 'top' as 'walls': one of down",
    ),
    "a wall without its right side": (
        lambda page: page.show(0, 1, "walls", []),
        "the wall between R1C2 and R1C3 shows on one side only",
    ),
    "a wall without its left side": (
        lambda page: page.show(1, 2, "walls", []),
        "the wall between R2C2 and R2C3 shows on one side only",
    ),
}


@pytest.mark.parametrize(
    ("side", "row", "col"), [("up", 0, 1), ("down", 2, 1), ("left", 1, 0), ("right", 1, 3)], ids=str
)
def test_a_wall_on_the_rim_is_not_understood(side: str, row: int, col: int) -> None:
    with pytest.raises(PageNotUnderstood, match=rf"shows 'walls' on the grid's rim \({side}\)"):
        game.play.read(zip_page(WALLED).show(row, col, "walls", [side]).snapshot)


@pytest.mark.parametrize("text", ["one", "", "-4", "½", "0", "02", pytest.param("9" * 5000, id="of 5000 digits")])
def test_a_text_that_is_no_number_is_not_understood(text: str) -> None:
    with pytest.raises(PageNotUnderstood, match=r"R1C2 shows '.*' instead of a number"):
        game.play.read(zip_page(WALLED).show(0, 1, "number", text).snapshot)


def test_a_level_wall_may_be_drawn_on_either_of_its_cells() -> None:
    board = replace(WALLED, walls=WALLED.walls | {(Cell(0, 0), Cell(1, 0)), (Cell(1, 1), Cell(2, 1))})
    page = zip_page(board, sides="left right down")
    page.show(0, 0, "walls", [side for side in page.cells[0]["walls"] if side != "down"])
    below = board.cols
    page.show(1, 0, "walls", [*page.cells[below]["walls"], "up"])
    assert game.play.read(page.snapshot) == board


@pytest.mark.parametrize(("spoil", "complaint"), CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_a_zip_page_that_contradicts_itself_is_not_understood(spoil: Callable[[Page], object], complaint: str) -> None:
    page = zip_page(WALLED)
    assert game.play.read(page.snapshot) == WALLED
    spoil(page)
    with pytest.raises(PageNotUnderstood, match=complaint):
        game.play.read(page.snapshot)


@pytest.mark.parametrize("drawing", [". . .", "1 . ."])
def test_a_page_with_fewer_than_two_numbers_is_no_board(drawing: str) -> None:
    with pytest.raises(BoardError, match="a Zip board needs two numbers at least"):
        game.play.read(zip_page(zip_board(drawing)).snapshot)


#: A board of one row, for what needs no more.
ROW = zip_board("1 . . 2")


def start(drawing: str, board: game.board.Board = ROW) -> game.play.State:
    """The state of a page that shows these cells filled, in no order."""
    return game.play.state(zip_page(board, places(drawing)).snapshot)


def drawn(drawing: str) -> game.play.State:
    """The state after a path was drawn."""
    return game.play.State(frozenset(path(drawing)), path(drawing))


@pytest.mark.parametrize(
    ("drawing", "known"), [(". . . .", True), ("# . . .", True), ("# # . .", False), (". # . .", False)]
)
def test_the_path_is_known_only_while_nothing_but_the_1_is_filled(drawing: str, known: bool) -> None:
    assert start(drawing) == game.play.State(frozenset(places(drawing)), (Cell(0, 0),) if known else None)


def test_a_state_needs_one_number_1() -> None:
    with pytest.raises(PageNotUnderstood, match=r"^0 cells show the number 1"):
        game.play.state(zip_page(BOARD).show(0, 0, "number", None).snapshot)
    with pytest.raises(PageNotUnderstood, match=r"^2 cells show the number 1"):
        game.play.state(zip_page(BOARD).show(2, 2, "number", "1").snapshot)


def test_a_path_is_known_where_just_the_cells_of_the_expected_one_are_filled() -> None:
    expected = drawn("1 2 3 .")
    for filled in ("# # # .", "# # . .", "# # # #"):  # as expected, a cell less, a cell more
        state = game.play.state(zip_page(ROW, places(filled)).snapshot, expected)
        assert state == (expected if filled == "# # # ." else game.play.State(frozenset(places(filled)), None))
    assert start("# # # .").path is None
    assert game.play.state(zip_page(ROW).snapshot, expected) == start(". . . ."), "a page with nothing drawn is fresh"


@given(st.sets(st.sampled_from(list(cells(3, 4)))))
def test_what_a_state_shows_is_what_the_page_showed(filled: set[Cell]) -> None:
    snapshot = zip_page(BOARD, sorted(filled)).snapshot
    assert list(game.play.shown(BOARD, game.play.state(snapshot))) == snapshot.flags(game.play.MARK)


# Moves


@given(solvable_zip_boards(), st.data())
def test_from_any_filled_cells_the_plan_solves_the_board(board: game.board.Board, data: st.DataObject) -> None:
    places = list(cells(*board.shape))
    filled = data.draw(
        st.just(places) | st.just([]) | st.just([board.numbers[0]]) | st.lists(st.sampled_from(places), unique=True)
    )
    solution = next(zip_solutions(board))
    before = game.play.state(zip_page(board, filled).snapshot)
    after = game.play.simulate(board, before, game.play.plan(board, solution, before))
    assert game.play.solved(board, after)
    assert after.path == solution
    assert all(game.play.shown(board, after))


def test_one_drag_is_all_if_nothing_is_drawn_else_a_tap_on_the_1_drops_what_is() -> None:
    solution = path("1 2 3 4")
    assert count([Drag(solution)]) == 3
    for fresh in (". . . .", "# . . ."):
        assert game.play.plan(ROW, solution, start(fresh)) == [Drag(solution)]
    for half in (start("# # . ."), start("# # # #"), start(". . # ."), drawn("1 2 3 .")):
        assert game.play.plan(ROW, solution, half) == [Tap(Cell(0, 0)), Drag(solution)]
    assert game.play.plan(ROW, solution, drawn("1 2 3 4")) == []


#: The state before the moves below, and those after them.
BEFORE = drawn("1 2 . .")


#: Moves, and what is drawn after them.
MOVES: dict[str, tuple[list[Move], str]] = {
    "no moves change nothing": ([], "1 2 . ."),
    "a free neighbour extends the path": ([Tap(Cell(0, 2))], "1 2 3 ."),
    "a cell further off is ignored": ([Tap(Cell(0, 3))], "1 2 . ."),
    "a wall is not crossed": ([Tap(Cell(1, 1))], "1 2 . ."),
    "the 1 drops the path": ([Tap(Cell(0, 0))], "1 . . ."),
    "a number out of order is not entered": ([Drag(path(". 1 2 3\n. . . 4\n. . . 5"))], "1 2 3 4\n. . . 5"),
    "a number in order is entered": ([Drag(path(". 1 2 .\n. . 3 4\n. . . 5"))], "1 2 3 .\n. . 4 5\n. . . 6"),
    "a cell on the path cuts it back": ([Drag(path(". 1 2 3")), Tap(Cell(0, 1))], "1 2 . ."),
}


@pytest.mark.parametrize(("moves", "after"), MOVES.values(), ids=MOVES)
def test_the_page_makes_of_moves_what_its_rules_allow(moves: list[Move], after: str) -> None:
    assert game.play.simulate(BOARD, BEFORE, moves) == drawn(after)


def test_a_path_that_the_page_does_not_tell_stays_unknown_until_the_1_is_tapped() -> None:
    unknown = start("# # . .")
    assert game.play.simulate(ROW, unknown, [Tap(Cell(0, 2)), Tap(Cell(0, 1))]) == unknown
    assert game.play.simulate(ROW, unknown, [Tap(Cell(0, 2)), Tap(Cell(0, 0))]) == drawn("1 . . .")


@pytest.mark.parametrize(
    "drawing",
    ["1 2 3 4\n8 7 6 5\n9 10 11 .", "1 2 3 4\n. . 6 5\n. . 7 8", "1 2 3 4\n8 9 12 5\n7 10 11 6"],
    ids=["a-cell-before-the-end", "on-the-last-number-too-early", "ended-elsewhere"],
)
def test_a_board_is_not_solved_by_less_than_the_whole_path(drawing: str) -> None:
    assert not game.play.solved(BOARD, drawn(drawing))
    assert not game.play.solved(ROW, start("# # # #")), "cells filled in no known order are no solution"


# Boards


def test_steps_go_to_neighbours_that_no_wall_closes_off() -> None:
    assert BOARD.steps(Cell(0, 0)) == [Cell(0, 1)]
    assert BOARD.steps(Cell(1, 1)) == [Cell(1, 0), Cell(1, 2), Cell(2, 1)]


def test_a_wall_is_the_same_from_both_of_its_cells() -> None:
    data = {"rows": 1, "cols": 3, "numbers": [[0, 0], [0, 1]], "walls": [[[0, 1], [0, 2]], [[0, 2], [0, 1]]]}
    assert game.board.from_json(data) == zip_board("1 2|.")
