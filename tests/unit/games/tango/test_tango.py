from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player.errors import BoardError, PageNotUnderstood
from player.games import tango
from player.games.grid import Cell
from player.games.moves import Tap, batches, touched
from player.games.snapshot import Snapshot
from player.games.tango.board import Given
from player.proof import prove
from player.sat import solver
from tests.support.games.shared import Page
from tests.support.games.tango import symbols, tango_board, tango_boards, tango_page, tango_solutions

BOARD = tango_board("""
    . . . .
    x   =
    s . m .
    x
    .=. . .

    . . . .
""")
SOLUTION = symbols("""
    m s m s
    s s m m
    m m s s
    s m s m
""")


# The formula


@given(tango_boards())
def test_the_formula_has_the_solutions_that_a_search_finds(board: tango.board.Board) -> None:
    formula = tango.encoding.encode(board)
    found = [tango.encoding.decode(board, formula.facts(model)) for model in solver.models(formula, 1_000)]
    assert sorted(found) == sorted(tango_solutions(board))


@pytest.mark.parametrize(
    ("side", "grids"), [(4, 90), pytest.param(6, 11222, marks=[pytest.mark.full, pytest.mark.more])]
)
def test_all_grids_of_4x4_and_6x6_are_counted(side: int, grids: int) -> None:
    assert len(solver.models(tango.encoding.encode(tango.board.Board(side)), 20_000)) == grids


def test_large_boards_are_counted_out_too() -> None:
    proof = prove(tango.GAME, tango.board.Board(12))
    assert proof.solutions == 2
    assert all(solution.count("sun") == 72 for solution in proof.found)


# The referee


def test_the_right_solution_breaks_no_rule() -> None:
    assert tango.board.check(BOARD, SOLUTION) == []
    assert prove(tango.GAME, BOARD).solution == SOLUTION


@pytest.mark.parametrize(
    ("drawing", "broken"),
    [
        (
            """
            m s m s
            s s m m
            m m s s
            s m s .
            """,
            ["row 4 has 2 suns and 1 moon", "column 4 has 2 suns and 1 moon"],
        ),
        (
            """
            m s m s
            s m m m
            m s s s
            s m s m
            """,
            [
                "row 2 has 1 sun and 3 moons",
                "row 2 has three moons in line",
                "row 3 has 3 suns and 1 moon",
                "row 3 has three suns in line",
                "R3C1 and R3C2 are not alike, against the sign between them",
            ],
        ),
        (
            """
            m s m s
            m s m s
            s m s m
            s m s m
            """,
            [
                "R1C1 and R2C1 are alike, against the sign between them",
                "R3C1 and R3C2 are not alike, against the sign between them",
                "the given sun at R2C1 is missing",
            ],
        ),
    ],
    ids=["an empty cell", "three in line", "a sign and a given"],
)
def test_each_rule_of_tango_has_its_sentence(drawing: str, broken: list[str]) -> None:
    assert tango.board.check(BOARD, symbols(drawing)) == broken


@given(tango_boards((4,)), st.integers(0, 15))
def test_the_referee_objects_to_any_symbol_exchanged(board: tango.board.Board, index: int) -> None:
    for solution in prove(tango.GAME, board).found:
        changed = list(solution)
        changed[index] = "moon" if changed[index] == "sun" else "sun"
        assert tango.board.check(board, tuple(changed))


# Boards as JSON


@given(tango_boards((2, 4, 6)))
def test_a_board_survives_its_json(board: tango.board.Board) -> None:
    assert tango.board.from_json(tango.board.to_json(board)) == board


def test_the_public_form_of_a_board_and_of_its_solution() -> None:
    assert tango.board.to_json(BOARD) == {
        "game": "tango",
        "size": 4,
        "givens": [[1, 0, "sun"], [1, 2, "moon"]],
        "edges": [
            [[0, 0], [1, 0], "cross"],
            [[0, 2], [1, 2], "equal"],
            [[1, 0], [2, 0], "cross"],
            [[2, 0], [2, 1], "equal"],
        ],
    }
    assert tango.board.solution_to_json(SOLUTION)[0] == ["moon", "sun", "moon", "sun"]
    assert tango.board.to_solution(BOARD, tango.board.solution_to_json(SOLUTION)) == SOLUTION


MALFORMED: dict[str, tuple[dict[str, Any], str]] = {
    "no size": ({}, "the board has no 'size'"),
    "an odd size": ({"size": 5}, "an even number of rows, for as many suns as moons, not 5"),
    "a size that is no number": ({"size": "6"}, "'size' must be a whole number"),
    "a size too large": ({"size": 34}, "'size' must be from 1 to 32"),
    "givens that are no list": ({"size": 4, "givens": {}}, "'givens' must be a list"),
    "a given of two": ({"size": 4, "givens": [[0, 0]]}, "a given must be a list of three such as"),
    "a given star": ({"size": 4, "givens": [[0, 0, "star"]]}, "a given is 'star': one of sun, moon"),
    "a given list": ({"size": 4, "givens": [[0, 0, ["sun"]]]}, r"a given is \['sun'\]: one of sun, moon"),
    "a given outside": ({"size": 4, "givens": [[4, 0, "sun"]]}, r"a given is at \[4, 0\], outside the 4x4 grid"),
    "two givens": ({"size": 4, "givens": [[0, 0, "sun"], [0, 0, "moon"]]}, "both a sun and a moon are given at R1C1"),
    "edges that are no list": ({"size": 4, "edges": 3}, "'edges' must be a list"),
    "an edge without a sign": ({"size": 4, "edges": [[[0, 0], [0, 1]]]}, "an edge must be a list of three"),
    "an edge of another sign": ({"size": 4, "edges": [[[0, 0], [0, 1], "less"]]}, "an edge is 'less': one of equal"),
    "an edge to nowhere": ({"size": 4, "edges": [[[0, 3], [0, 4], "equal"]]}, "an edge is at .* outside"),
    "an edge between strangers": ({"size": 4, "edges": [[[0, 0], [1, 1], "equal"]]}, "an edge must stand between neig"),
    "two signs": (
        {"size": 4, "edges": [[[0, 0], [0, 1], "equal"], [[0, 1], [0, 0], "cross"]]},
        "both an equal sign and a cross stand between R1C1 and R1C2",
    ),
}


@pytest.mark.parametrize(("data", "complaint"), MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_board_is_refused_in_one_line(data: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BoardError, match=complaint) as refused:
        tango.board.from_json({"game": "tango", **data})
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("solution", "complaint"),
    [
        ([["sun"]], "4 lists of 4"),
        ([["sun", "sun", "moon", "star"]] * 4, "'star': sun or moon"),
        (["smsm"] * 4, "4 lis"),
    ],
)
def test_a_malformed_solution_is_refused(solution: list[Any], complaint: str) -> None:
    with pytest.raises(BoardError, match=complaint):
        tango.board.to_solution(BOARD, solution)


def test_a_sign_that_is_shown_twice_counts_once() -> None:
    twice = {"size": 4, "givens": [[0, 0, "sun"]] * 2, "edges": [[[0, 0], [0, 1], "equal"], [[0, 1], [0, 0], "equal"]]}
    board = tango.board.from_json(twice)
    assert (len(board.givens), len(board.edges)) == (1, 1)


# From a page


@pytest.mark.parametrize("labels", [False, True], ids=["without-labels", "with-labels"])
@given(tango_boards((2, 4, 6)))
def test_a_board_survives_being_shown_and_read(labels: bool, board: tango.board.Board) -> None:
    assert tango.play.read(tango_page(board, labels=labels).snapshot) == board


def test_only_what_is_locked_is_given() -> None:
    page = tango_page(BOARD).show(3, 3, "mark", "moon")
    assert tango.play.read(page.snapshot) == BOARD


def test_a_sign_may_be_drawn_on_either_of_its_cells_and_on_both() -> None:
    page = tango_page(BOARD)
    assert tango.play.read(page.show(1, 2, "equal", ["up"]).snapshot) == BOARD
    assert tango.play.read(page.show(0, 2, "equal", []).show(2, 1, "equal", ["left"]).snapshot) == BOARD


CONTRADICTIONS: dict[str, tuple[Callable[[Page], object], str]] = {
    "a cell without a mark": (lambda page: page.show(3, 3, "mark", None), "1 of 16 cells show no 'mark'"),
    "a cell that may be locked": (lambda page: page.show(3, 3, "locked", None), "1 of 16 cells show no 'locked'"),
    "a locked empty cell": (lambda page: page.show(3, 3, "locked", True), "R4C4 is locked and empty"),
    "three kinds": (
        lambda page: page.show(3, 3, "mark", "star").show(0, 0, "mark", "hat"),
        "4 kinds of symbol stand on the board .hat, moon, star, sun., Tango has two: fix 'mark'",
    ),
    "a sign on the rim": (
        lambda page: page.show(3, 3, "cross", ["right"]),
        "on the grid's rim .right.: fix",
    ),
    "a sign above": (
        lambda page: page.show(3, 3, "cross", ["above"]),
        "shows 'above' as 'cross': one of down, left, right, up",
    ),
    "a sign of a third kind": (
        lambda page: page.show(3, 2, "edge", ["right"]),
        "between R4C3 and R4C4 is neither equal nor cross",
    ),
    "a sign that is not there": (lambda page: page.show(3, 2, "cross", ["right"]), "is neither equal nor cross"),
    "rows from the bottom": (
        lambda page: [cell.update(row=str(3 - int(cell["row"]))) for cell in page.cells],
        "the labels' rows are not those of the cells in order",
    ),
}


@pytest.mark.parametrize(("spoil", "complaint"), CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_a_tango_page_that_contradicts_itself_is_not_understood(
    spoil: Callable[[Page], object], complaint: str
) -> None:
    page = tango_page(BOARD, labels=True)
    spoil(page)
    with pytest.raises(PageNotUnderstood, match=complaint):
        tango.play.read(page.snapshot)


def test_two_signs_between_the_same_cells_are_no_board() -> None:
    page = tango_page(BOARD).show(0, 2, "cross", ["down"])
    with pytest.raises(BoardError, match="both an equal sign and a cross"):
        tango.play.read(page.snapshot)


def test_a_tango_grid_is_square_and_even() -> None:
    page = tango_page(BOARD)
    with pytest.raises(PageNotUnderstood, match="a Tango grid is square, this one is 3x4"):
        tango.play.read(Snapshot(3, 4, tuple(page.cells[:12])))
    with pytest.raises(BoardError, match="an even number of rows"):
        tango.play.read(Snapshot(3, 3, tuple(page.cells[:4] + page.cells[5:10])))


@given(tango_boards((4,)))
def test_the_sides_of_the_signs_are_shown_for_each_cell(board: tango.board.Board) -> None:
    page = tango_page(board)
    for sign, column in tango.play.columns(board).items():
        for cell, sides in zip(page.cells, column, strict=True):
            cell[sign] = sides
    assert tango.play.read(page.snapshot) == board


# Other symbols


THEMED = tango_page(BOARD, words=("heels", "talons"))


def test_other_symbols_are_told_apart_and_the_first_given_one_is_called_sun() -> None:
    assert tango.play.read(THEMED.snapshot) == BOARD
    state = tango.play.state(THEMED.snapshot)
    assert tango.play.shown(BOARD, state) == tuple(cell["mark"] for cell in THEMED.cells)
    swapped = tango_page(BOARD, words=("talons", "heels"))
    assert tango.play.read(swapped.snapshot) == BOARD


def test_a_kind_that_is_not_given_gets_its_name_when_it_comes_up() -> None:
    board = tango_board("s .\n. .")
    before = tango.play.state(tango_page(board, words=("heels", "talons")).snapshot)
    assert before.words == ("heels", "moon")
    after = tango.play.state(tango_page(board, symbols("s m\nm ."), words=("heels", "talons")).snapshot, before)
    assert (after.words, after.marks) == (("heels", "talons"), symbols("s m\nm ."))


def test_without_a_given_cell_the_two_kinds_have_their_names_all_the_same() -> None:
    page = tango_page(tango.board.Board(2), symbols("m s \n s m"), words=("heels", "talons"))
    assert tango.play.state(page.snapshot).marks == symbols("m s \n s m")


def test_a_finished_board_of_other_symbols_keeps_their_names() -> None:
    page = tango_page(BOARD, SOLUTION, words=("heels", "talons"))
    for cell in page.cells:
        cell["locked"] = True
    expected = tango.play.State(SOLUTION, ("heels", "talons"))
    assert tango.play.solved(BOARD, tango.play.state(page.snapshot, expected))


def follow(board: tango.board.Board, solution: tango.board.Solution, marks: tuple[str, ...], first: str) -> int:
    """Play on a page whose first tap gives `first` until it is solved: how often it had to be planned."""
    words = ("heels", "talons")
    state = tango.play.state(tango_page(board, marks, words=words).snapshot)
    for plans in range(1, 9):
        for batch in batches(tango.play.plan(board, solution, state)):
            expected = tango.play.simulate(board, state, batch)
            marks = tango.play.simulate(board, tango.play.State(marks, first=first), batch).marks
            state = tango.play.state(tango_page(board, marks, words=words).snapshot, expected)
            if tango.play.solved(board, state):
                return plans
            if state.marks != expected.marks:
                break
    return 9


@pytest.mark.parametrize("first", ["sun", "moon"])
@given(st.data())
def test_other_symbols_are_played_whichever_the_first_tap_gives(first: str, data: st.DataObject) -> None:
    state = data.draw(states(BOARD).filter(lambda state: not tango.play.solved(BOARD, state)))
    assert follow(BOARD, SOLUTION, state.marks, first) <= (1 if first == "sun" else 3)


def test_which_symbol_the_first_tap_gives_is_learnt() -> None:
    empty = tango.play.state(THEMED.snapshot)
    expected = tango.play.simulate(BOARD, empty, [Tap(Cell(0, 0)), Tap(Cell(3, 3))])
    page = tango_page(BOARD, expected.marks, words=("heels", "talons")).show(0, 0, "mark", "talons")
    assert tango.play.state(page.snapshot, expected).first == "sun", "one tap may be doubled"
    page.show(3, 3, "mark", "talons")
    assert tango.play.state(page.snapshot, expected).first == "moon"


# The hand


def states(board: tango.board.Board) -> st.SearchStrategy[tango.play.State]:
    given_marks = dict(board.givens)

    def state(marks: list[str]) -> tango.play.State:
        n = board.size
        return tango.play.State(tuple(given_marks.get(Cell(i // n, i % n), mark) for i, mark in enumerate(marks)))

    size = board.size**2
    return st.lists(st.sampled_from(["empty", "sun", "moon"]), min_size=size, max_size=size).map(state)


@given(states(BOARD))
def test_from_any_state_the_plan_solves_the_board(state: tango.play.State) -> None:
    moves = tango.play.plan(BOARD, SOLUTION, state)
    after = tango.play.simulate(BOARD, state, moves)
    assert tango.play.solved(BOARD, after)
    assert after.marks == SOLUTION
    assert not {cell for move in moves for cell in touched(move)} & {cell for cell, _ in BOARD.givens}
    assert len(list(batches(moves))) <= 2
    assert tango.play.plan(BOARD, SOLUTION, after) == []


def test_all_first_taps_come_before_the_second_ones() -> None:
    state = tango.play.State(
        symbols("""
        . s m .
        s s m m
        s m s s
        s m s .
        """)
    )
    first = [Tap(Cell(0, 0)), Tap(Cell(0, 3)), Tap(Cell(2, 0)), Tap(Cell(3, 3))]
    assert tango.play.plan(BOARD, SOLUTION, state) == [*first, Tap(Cell(0, 0)), Tap(Cell(3, 3))]


def test_a_tap_takes_a_cell_from_empty_to_sun_to_moon_to_empty_and_a_given_one_stays() -> None:
    state, seen = tango.play.state(tango_page(BOARD).snapshot), []
    for _ in range(3):
        state = tango.play.simulate(BOARD, state, [Tap(Cell(0, 0)), Tap(Cell(1, 0))])
        seen.append((state.marks[0], state.marks[4]))
    assert seen == [("sun", "sun"), ("moon", "sun"), ("empty", "sun")]


def test_givens_and_edges_are_in_the_order_of_their_cells() -> None:
    shuffled = {"size": 4, "givens": [[3, 0, "sun"], [0, 1, "moon"]], "edges": []}
    assert tango.board.from_json(shuffled).givens == (Given(Cell(0, 1), "moon"), Given(Cell(3, 0), "sun"))
