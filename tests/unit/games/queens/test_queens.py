from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player.errors import BoardError, PageNotUnderstood
from player.games import queens
from player.games.grid import Cell, cells
from player.games.moves import Tap, count, touched
from player.games.snapshot import Snapshot
from tests.support.games.queens import marks, queens_board, queens_boards, queens_page
from tests.support.games.shared import Page, places

SOLUTION = places("""
    . Q . . .
    . . . . Q
    . . Q . .
    Q . . . .
    . . . Q .
""")
OPEN = queens_board("""
    A A B B B
    A C C B B
    A A C D D
    E A D D D
    E A D D D
""")
GIVEN = queens_board("""
    A A B B B
    A C C B  B*
    A A C D D
    E A D D D
    E A D D D
""")


# The referee


def test_the_right_solution_breaks_no_rule() -> None:
    assert queens.board.check(OPEN, SOLUTION) == []
    assert queens.board.check(GIVEN, SOLUTION) == []


@pytest.mark.parametrize(
    ("drawing", "broken"),
    [
        (
            """
            . Q . . .
            . . . . Q
            . . Q . .
            Q . . . .
            . . . . .
            """,
            ["row 5 has no queens", "column 4 has no queens", "region D has no queens"],
        ),
        (
            """
            . Q . . .
            . . . . Q
            . . Q . .
            Q . . . Q
            . . . . .
            """,
            ["row 4 has 2 queens", "row 5 has no queens", "column 4 has no queens", "column 5 has 2 queens"],
        ),
        (
            """
            . Q . . .
            . . . . Q
            . . Q . .
            . . . Q .
            Q . . . .
            """,
            ["the queens at R3C3 and R4C4 touch"],
        ),
        (
            """
            . Q . . .
            . . . Q .
            Q . . . .
            . . Q . .
            . . . . Q
            """,
            ["region A has 2 queens", "region C has no queens", "region D has 2 queens", "region E has no queens"],
        ),
    ],
    ids=["too-few", "two-in-a-row-and-a-column", "touching-diagonally", "two-in-a-region"],
)
def test_each_rule_of_queens_has_its_sentence(drawing: str, broken: list[str]) -> None:
    assert queens.board.check(OPEN, places(drawing)) == broken


@pytest.mark.parametrize(
    ("other", "touch"), [(Cell(0, 1), True), (Cell(1, 0), True), (Cell(1, 1), True), (Cell(2, 1), False)]
)
def test_queens_on_neighbouring_cells_touch(other: Cell, touch: bool) -> None:
    assert (f"the queens at R1C1 and {other} touch" in queens.board.check(OPEN, (Cell(0, 0), other))) is touch


def test_a_missing_given_queen_is_named() -> None:
    board = queens_board("""
        A A  B B B
        A C  C B B
        A A  C D* D
        E A  D D D
        E A* D D D
    """)
    assert queens.board.check(board, SOLUTION) == [
        "the given queen at R3C4 is missing",
        "the given queen at R5C2 is missing",
    ]


def test_one_queen_named_twice_is_no_solution() -> None:
    assert queens.board.check(OPEN, (*SOLUTION, SOLUTION[0])) == [
        "row 1 has 2 queens",
        "column 2 has 2 queens",
        "region A has 2 queens",
    ]


@given(st.integers(0, 4), st.sampled_from(list(cells(5, 5))))
def test_the_referee_objects_to_any_queen_moved(index: int, to: Cell) -> None:
    moved = (*SOLUTION[:index], to, *SOLUTION[index + 1 :])
    assert (queens.board.check(OPEN, moved) == []) == (to == SOLUTION[index])


@given(st.sets(st.sampled_from(SOLUTION), max_size=4))
def test_the_referee_objects_to_any_queens_left_out(kept: set[Cell]) -> None:
    assert queens.board.check(OPEN, tuple(sorted(kept)))


# From a page


@pytest.mark.parametrize("labels", [False, True], ids=["without-labels", "with-labels"])
@given(queens_boards())
def test_a_board_survives_being_shown_and_read(labels: bool, board: queens.board.Board) -> None:
    assert queens.play.read(queens_page(board, labels=labels).snapshot) == board


def test_regions_are_numbered_as_they_come_up_whatever_the_page_calls_them() -> None:
    page = queens_page(OPEN)
    for cell in page.cells:
        cell["region"] = {"0": "cell-color-7", "1": "teal"}.get(cell["region"], cell["region"])
    assert queens.play.read(page.snapshot) == OPEN


def test_only_a_locked_queen_is_given() -> None:
    page = queens_page(OPEN)
    page.show(0, 0, "locked", True).show(1, 1, "mark", "queen")
    page.show(2, 2, "locked", True).show(2, 2, "mark", "cross")
    page.show(3, 0, "locked", True).show(3, 0, "mark", "queen")
    assert queens.play.read(page.snapshot).givens == (Cell(3, 0),)


CONTRADICTIONS: dict[str, tuple[Callable[[Page], object], str]] = {
    "a cell without a region": (lambda page: page.show(1, 1, "region", None), "1 of 25 cells show no 'region'"),
    "a cell without a mark": (lambda page: page.show(4, 4, "mark", None), "1 of 25 cells show no 'mark'"),
    "an unknown mark": (
        lambda page: page.show(2, 0, "mark", "star"),
        "R3C1 shows 'star' as 'mark': one of cross, empty, queen; fix 'mark'",
    ),
    "a row in part": (lambda page: page.show(0, 0, "row", None), "1 of 25 cells show no 'row'"),
    "a column in part": (lambda page: page.show(0, 0, "column", None), "1 of 25 cells show no 'column'"),
    "a mark misspelt": (lambda page: page.show(2, 0, "mark", "quen"), "'quen' as 'mark': did you mean 'queen'"),
    "a text for a flag": (
        lambda page: page.show(2, 0, "locked", "true"),
        "R3C1 shows 'true' as 'locked': true or false, as 'has' gives them",
    ),
    "a row counted from 2": (
        lambda page: [cell.update(row=str(int(cell["row"]) + 1)) for cell in page.cells],
        "the labels' rows are not those of the cells in order",
    ),
    "a row counted from 0 here and from 1 there": (
        lambda page: page.show(0, 0, "row", "0"),
        "the labels' rows are not those of the cells in order",
    ),
    "a row and a column swapped": (
        lambda page: [cell.update(row=cell["column"], column=cell["row"]) for cell in page.cells],
        "the labels' rows are not those of the cells in order",
    ),
    "columns from the right": (
        lambda page: [cell.update(column=str(6 - int(cell["column"]))) for cell in page.cells],
        "the labels' columns are not those of the cells in order",
    ),
}


@pytest.mark.parametrize(("spoil", "complaint"), CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_a_queens_page_that_contradicts_itself_is_not_understood(
    spoil: Callable[[Page], object], complaint: str
) -> None:
    page = queens_page(OPEN, labels=True)
    spoil(page)
    with pytest.raises(PageNotUnderstood, match=complaint):
        queens.play.read(page.snapshot)


def test_a_queens_grid_that_is_not_square_is_not_understood() -> None:
    page = queens_page(OPEN)
    with pytest.raises(PageNotUnderstood, match="a Queens grid is square, this one is 4x5"):
        queens.play.read(Snapshot(4, 5, tuple(page.cells[:20])))


@pytest.mark.parametrize(("region", "count"), [("1", 4), ("new", 6)])
def test_a_page_with_a_region_too_few_or_too_many_is_no_board(region: str, count: int) -> None:
    page = queens_page(OPEN)
    for cell in page.cells[:2] if count == 6 else page.cells:
        cell["region"] = region if count == 6 or cell["region"] == "0" else cell["region"]
    with pytest.raises(BoardError, match=f"a 5x5 board needs 5 regions, this one has {count}"):
        queens.play.read(page.snapshot)


def test_the_state_is_the_marks_row_by_row() -> None:
    drawn = marks("""
        Q x . . .
        x x . . .
        . . . . Q
        . . . . .
        . . . . .
    """)
    assert queens.play.state(queens_page(OPEN, drawn).snapshot) == drawn
    assert queens.GAME.shown(OPEN, drawn) == drawn


# The hand

STATES = st.lists(st.sampled_from(sorted(queens.play.CYCLE)), min_size=25, max_size=25).map(tuple)
EMPTY: queens.play.State = ("empty",) * 25


def given_stands(state: queens.play.State) -> queens.play.State:
    """`state` with the queen that GIVEN gives, as any page of that board shows it."""
    return tuple("queen" if at in GIVEN.givens else mark for at, mark in zip(cells(5, 5), state, strict=True))


@given(STATES)
def test_from_any_state_the_plan_solves_the_board_and_taps_no_given_queen(state: queens.play.State) -> None:
    for board, start in ((OPEN, state), (GIVEN, given_stands(state))):
        moves = queens.play.plan(board, SOLUTION, start)
        assert not {cell for move in moves for cell in touched(move)}.intersection(board.givens)
        after = queens.play.simulate(board, start, moves)
        assert queens.play.solved(board, after)
        assert queens.play.queens(board, after) == SOLUTION
        assert queens.play.plan(board, SOLUTION, after) == []


@given(STATES)
def test_no_tap_is_wasted(state: queens.play.State) -> None:
    wanted = dict.fromkeys(SOLUTION, "queen")
    cost = {"empty": 2, "cross": 1, "queen": 0}
    needed = sum(cost[mark] if at in wanted else mark == "queen" for at, mark in zip(cells(5, 5), state, strict=True))
    assert count(queens.play.plan(OPEN, SOLUTION, state)) == needed


def test_wrong_queens_go_first_then_each_cell_has_its_first_tap_then_its_next() -> None:
    state = marks("""
        . . x . .
        . . . . x
        . . Q . .
        . . . . .
        Q . . . x
    """)
    assert queens.play.plan(OPEN, SOLUTION, state) == [
        Tap(Cell(4, 0)),
        *[Tap(Cell(0, 1)), Tap(Cell(3, 0)), Tap(Cell(4, 3))],
        *[Tap(Cell(0, 1)), Tap(Cell(1, 4)), Tap(Cell(3, 0)), Tap(Cell(4, 3))],
    ]


def test_a_tap_takes_a_cell_from_empty_to_cross_to_queen_to_empty() -> None:
    at, state = Cell(1, 2), EMPTY
    seen = []
    for _ in range(3):
        state = queens.play.simulate(OPEN, state, [Tap(at)])
        seen.append(state[7])
    assert seen == ["cross", "queen", "empty"]
    assert state == EMPTY


def test_a_tap_on_a_given_queen_does_nothing() -> None:
    state = given_stands(EMPTY)
    assert queens.play.simulate(GIVEN, state, [Tap(Cell(1, 4))]) == state


def test_a_board_is_not_solved_before_its_last_queen_or_after_one_too_many() -> None:
    solved = tuple("queen" if at in SOLUTION else "empty" for at in cells(5, 5))
    assert queens.play.solved(OPEN, solved)
    for state in (EMPTY, (*solved[:23], "cross", "empty"), (*solved[:24], "queen")):
        assert not queens.play.solved(OPEN, state)
