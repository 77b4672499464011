"""Patches: boards from JSON and pages, the encoding against a search, the referee, and the hand."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player.errors import BoardError, PageNotUnderstood
from player.games import patches
from player.games.grid import Cell
from player.games.moves import Box, Remove
from player.games.patches.board import Clue, Patch
from player.proof import prove
from tests.support.games.patches import (
    laid,
    patch_marks,
    patches_board,
    patches_boards,
    patches_page,
    patches_solutions,
)
from tests.support.games.shared import RANDOMS, up_to_two

BOARD = patches_board("""
    ?4  .  |
    .   .  .
    -   .  =
""")
SOLUTION = laid(
    BOARD,
    """
    A A B
    A A B
    C C D
    """,
)
JSON = patches.board.to_json(BOARD)


# Boards


def test_a_board_in_json_is_its_clues_in_their_order() -> None:
    assert JSON == {
        "game": "patches",
        "rows": 3,
        "cols": 3,
        "clues": [[0, 0, "any", 4], [0, 2, "tall", None], [2, 0, "wide", None], [2, 2, "square", None]],
    }
    turned = {**JSON, "clues": JSON["clues"][::-1]}
    assert patches.board.to_json(patches.board.from_json(turned)) == turned


@given(patches_boards())
def test_a_board_survives_json_and_a_page(board: patches.board.Board) -> None:
    assert patches.board.from_json(patches.board.to_json(board)) == board
    read = patches.play.read(patches_page(board, labels=True).snapshot)
    assert (read.shape, read.clues) == (board.shape, tuple(sorted(board.clues, key=lambda clue: clue.cell)))


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"rows": 0}, "'rows' must be from 1 to 64, not 0"),
        ({"cols": "3"}, "'cols' must be a whole number, not '3'"),
        ({"clues": None}, "'clues' must be a list, not None"),
        ({"clues": []}, "needs a clue at least"),
        ({"clues": [[0, 0, "any"]]}, r"a clue must be \[row, column, shape, area or null\]"),
        ({"clues": [7]}, "a clue must be"),
        ({"clues": [[0, 3, "any", 4]]}, r"a clue is at \[0, 3\], outside the 3x3 grid"),
        ({"clues": [[0, True, "any", 4]]}, "a clue must be a cell"),
        ({"clues": [[0, 1, "round", 4]]}, "R1C2 must have a shape, one of any, square, wide, tall"),
        ({"clues": [[0, 1, ["any"], 4]]}, "must have a shape"),
        ({"clues": [[0, 1, "any", 0]]}, "the area of the clue at R1C2 must be from 1 to 9, or null"),
        ({"clues": [[0, 1, "any", 10]]}, "must be from 1 to 9"),
        ({"clues": [[0, 1, "any", 2.0]]}, "must be from 1 to 9"),
        ({"clues": [[0, 1, "any", True]]}, "must be from 1 to 9"),
        ({"clues": [[0, 1, "any", 4], [0, 1, "tall", None]]}, "two clues stand on one cell, R1C2"),
        ({"rows": 20, "cols": 21}, "more than 400 cells is played only with an area on each clue"),
    ],
)
def test_a_malformed_board_is_refused_in_one_line(wrong: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BoardError, match=complaint) as refused:
        patches.board.from_json({**JSON, **wrong})
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("patch", [[0, 0, 1], [0, 0, 4, 1], [0, 0, 0, 1], [-1, 0, 2, 1], "all", [0, 0, 1, 1.0]])
def test_a_malformed_patch_of_a_solution_is_refused(patch: Any) -> None:
    with pytest.raises(BoardError, match="a patch of the solution"):
        patches.board.to_solution(BOARD, [patch])


# From a page


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("area", "four", "R1C1 shows 'four' instead of a number of cells"),
        ("area", "0", "shows '0'"),
        ("area", True, "shows True"),
        ("shape", None, "the clue at R1C1 has no known shape"),
        ("shape", "sqare", "'sqare' as 'shape': did you mean 'square'. .one of any, square, tall, wide.; fix"),
        ("row", "2", "the labels' rows are not those of the cells in order"),
    ],
)
def test_a_page_that_contradicts_itself_is_not_understood(field: str, value: Any, complaint: str) -> None:
    page = patches_page(BOARD, labels=True).show(0, 0, field, value)
    with pytest.raises(PageNotUnderstood, match=complaint):
        patches.play.read(page.snapshot)


def test_a_page_without_clues_shows_no_board() -> None:
    bare = patches_page(patches_board("?9"))
    with pytest.raises(BoardError, match="needs a clue at least"):
        patches.play.read(bare.show(0, 0, "shape", None).show(0, 0, "area", None).snapshot)


@pytest.mark.parametrize("mark", ["row 2, column 1", "row 9, column 9", "selected"])
def test_a_patch_of_what_is_no_clue_is_not_understood(mark: str) -> None:
    with pytest.raises(PageNotUnderstood, match=f"in the patch of '{mark}', which is no clue: fix 'mark'"):
        patches.play.state(patches_page(BOARD).show(1, 1, "mark", mark).snapshot)


def test_a_cell_that_does_not_tell_its_mark_is_not_understood() -> None:
    with pytest.raises(PageNotUnderstood, match="1 of 9 cells show no 'mark'"):
        patches.play.state(patches_page(BOARD).show(1, 1, "mark", None).snapshot)


def test_columns_are_the_same_in_whatever_order_the_clues_come() -> None:
    turned = patches.board.Board(3, 3, BOARD.clues[::-1])
    assert patches.play.columns(turned) == patches.play.columns(BOARD)
    assert patches.play.columns(BOARD) == {
        "shape": ["any", None, "tall", None, None, None, "wide", None, "square"],
        "area": [4, None, None, None, None, None, None, None, None],
    }


# The encoding


def test_the_one_solution_is_found_in_the_order_of_the_clues() -> None:
    proof = prove(patches.GAME, BOARD)
    assert proof.solution == SOLUTION
    assert patches.board.solution_to_json(SOLUTION) == [[0, 0, 2, 2], [0, 2, 2, 1], [2, 0, 1, 2], [2, 2, 1, 1]]
    assert patches.board.to_solution(BOARD, patches.board.solution_to_json(SOLUTION)) == SOLUTION


@given(patches_boards())
def test_the_encoding_has_the_solutions_that_a_search_finds(board: patches.board.Board) -> None:
    for game in (patches.GAME, replace(patches.GAME, search=lambda _board: None)):
        proof = prove(game, board)
        assert proof.solutions == up_to_two(patches_solutions(board))
        if proof.solutions == 1:
            assert proof.solution == next(patches_solutions(board))


@pytest.mark.parametrize(
    ("drawing", "solutions"),
    [
        ("?", 1),
        ("?1", 1),
        ("=1", 1),
        ("-1", 0),
        ("|", 0),
        ("?2", 0),
        ("? ?", 1),
        ("? . ?", 2),
        ("- . ?", 1),
        ("?2 . .", 0),
        (". ?9 .\n. . .\n. . .", 1),
        (". - .\n. . .\n. . .", 0),
        ("? . . . . .\n. . . . . .\n. . . . . ?\n. . . . . .", 2),
    ],
)
def test_small_boards_have_as_many_solutions_as_one_can_see(drawing: str, solutions: int) -> None:
    assert prove(patches.GAME, patches_board(drawing)).solutions == solutions


def test_a_large_board_of_few_clues_has_two_solutions_that_differ() -> None:
    board = patches.board.Board(12, 12, (Clue(Cell(3, 3), "any"), Clue(Cell(4, 9), "any"), Clue(Cell(9, 6), "any")))
    first, second = prove(patches.GAME, board).found
    assert first != second


# The referee


@pytest.mark.parametrize(
    ("solution", "broken"),
    [
        (SOLUTION[:3], ["there are 3 patches for 4 clues"]),
        (
            (SOLUTION[0], SOLUTION[1], Patch(2, 0, 1, 1), SOLUTION[3]),
            ["the patch of the clue at R3C1 is not wide", "R3C2 lies in no patch"],
        ),
        (
            (Patch(0, 0, 2, 1), *SOLUTION[1:]),
            [
                "the patch of the clue at R1C1 has 2 cells, not 4",
                "R1C2 lies in no patch",
                "R2C2 lies in no patch",
            ],
        ),
        (
            (SOLUTION[0], Patch(0, 2, 3, 1), *SOLUTION[2:]),
            [
                "the patch of the clue at R1C3 does not hold this clue alone",
                "R3C3 lies in 2 patches",
            ],
        ),
        (
            (*SOLUTION[:3], Patch(2, 2, 2, 2)),
            [
                "R3C4 lies outside the grid",
                "R4C3 lies outside the grid",
                "R4C4 lies outside the grid",
            ],
        ),
    ],
    ids=["too few", "not wide", "wrong area", "two clues", "outside"],
)
def test_the_referee_names_what_is_broken(solution: patches.board.Solution, broken: list[str]) -> None:
    assert patches.board.check(BOARD, SOLUTION) == []
    assert patches.board.check(BOARD, solution) == broken


# The hand


def test_an_empty_board_takes_a_box_for_each_clue() -> None:
    moves = patches.play.plan(BOARD, SOLUTION, patch_marks(BOARD, ". . .\n. . .\n. . ."))
    assert moves == [
        Box(Cell(0, 0), Cell(1, 1)),
        Box(Cell(0, 2), Cell(1, 2)),
        Box(Cell(2, 0), Cell(2, 1)),
        Box(Cell(2, 2), Cell(2, 2)),
    ]


def test_what_is_wrong_goes_first_and_what_is_right_stays() -> None:
    state = patch_marks(
        BOARD,
        """
        A A B
        A A B
        C . B
        """,
    )
    assert patches.play.plan(BOARD, SOLUTION, state) == [
        Remove((Cell(0, 2),)),
        Remove((Cell(2, 0),)),
        Remove((Cell(1, 2),)),
        Box(Cell(0, 2), Cell(1, 2)),
        Box(Cell(2, 0), Cell(2, 1)),
    ], "the page says of two clues in one patch that each is drawn, and of the cell between them no more"


def drawn(drawing: str) -> patches.play.State:
    """Return the fields of a page that names no clue."""
    return tuple("drawn" if name != "." else "" for name in drawing.split())


def test_a_page_that_names_no_clue_keeps_what_is_drawn_as_the_solution_has_it() -> None:
    lost = drawn("A A .\nA A .\nC C D")
    moves = patches.play.plan(BOARD, SOLUTION, lost)
    assert moves == [Box(Cell(0, 2), Cell(1, 2))]
    done = patches.play.simulate(BOARD, lost, moves)
    assert done == ("drawn",) * 9, "as the page will show it"
    assert patches.play.solved(BOARD, done)
    assert not patches.play.solved(BOARD, lost)


def test_a_page_that_names_no_clue_loses_what_can_not_be_of_the_solution() -> None:
    state = drawn("A A B\nA A .\n. C C")
    assert patches.play.plan(BOARD, SOLUTION, state) == [
        Remove((Cell(0, 2),)),
        Remove((Cell(2, 1),)),
        Box(Cell(0, 2), Cell(1, 2)),
        Box(Cell(2, 0), Cell(2, 1)),
    ], "the last cell is one of the solution's patches, and may be right"


def test_a_page_that_names_no_clue_and_is_drawn_all_over_is_begun_anew() -> None:
    """It would be won if it were right, and that nothing is left to do is what a won board looks like."""
    moves = patches.play.plan(BOARD, SOLUTION, ("drawn",) * 9)
    assert [move for move in moves if isinstance(move, Box)] == patches.play.plan(BOARD, SOLUTION, ("",) * 9)[:3]
    assert len(moves) == 8 + 3, "the patch of one cell is right, if it is one"
    assert patches.play.solved(BOARD, patches.play.simulate(BOARD, ("drawn",) * 9, moves))


def test_a_page_that_names_no_clue_shows_what_is_expected_if_it_draws_just_that() -> None:
    expected = patch_marks(BOARD, "A A .\nA A .\n. . .")
    for cells_drawn, state in (
        ("A A .\nA A .\n. . .", expected),
        ("A A .\nA . .\n. . .", drawn("A A .\nA . .\n. . .")),
    ):
        page = patches_page(BOARD, drawn(cells_drawn)).snapshot
        assert patches.play.state(page, expected) == state
    other = patch_marks(BOARD, "A A B\nA A B\n. . .")
    assert patches.play.state(patches_page(BOARD, other).snapshot, expected) == other


def test_a_page_that_shows_no_name_though_the_only_patch_of_several_cells_is_drawn_is_not_solved() -> None:
    """Two patches without a clue on one of them look like it."""
    board = patches_board("?3 . .")
    expected = patch_marks(board, "A A A")
    state = patches.play.state(patches_page(board, ("drawn",) * 3).snapshot, expected)
    assert not patches.play.solved(board, state)
    assert patches.play.solved(board, patches.play.state(patches_page(board, expected).snapshot, expected))


def test_a_page_that_shows_no_name_and_more_than_expected_is_not_solved() -> None:
    state = patches.play.state(patches_page(BOARD, ("drawn",) * 9).snapshot, patch_marks(BOARD, "A A .\nA A .\n. . ."))
    assert not patches.play.solved(BOARD, state)
    assert any(isinstance(move, Remove) for move in patches.play.plan(BOARD, SOLUTION, state))


def test_a_page_that_draws_by_lines_shows_what_they_enclose() -> None:
    board = patches_board("?2 .\n?2 .")
    all_drawn, expected = patches_page(board, ("drawn",) * 4).snapshot, patch_marks(board, "A A\n. .")
    enclosed = patches.play.enclosed(board, expected, all_drawn)
    assert patches.play.solved(board, patches.play.state(all_drawn, enclosed))
    assert not patches.play.solved(board, patches.play.state(all_drawn, expected))
    half = patches_page(board, ("drawn", "drawn", "", "")).snapshot
    assert patches.play.enclosed(board, expected, half) == expected


def test_patches_of_one_cell_beside_each_other_that_were_not_expected_may_be_one() -> None:
    board = patches_board("?1 ?1")
    page, solution = patches_page(board, ("drawn", "drawn")).snapshot, laid(board, "A B")
    for expected in (None, ("drawn", "")):
        state = patches.play.state(page, expected)
        assert not patches.play.solved(board, state)
        assert patches.play.plan(board, solution, state)[0] == Remove((Cell(0, 0), Cell(0, 1)))
    assert patches.play.solved(board, patches.play.state(page, ("drawn", "drawn")))


def test_only_cells_that_one_wrong_patch_may_have_covered_are_doubted() -> None:
    board = patches_board("?1 ?1\n?1 ?1")
    page = patches_page(board, ("drawn", "", "drawn", "drawn")).snapshot
    state = patches.play.state(page, ("drawn", "", "drawn", ""))
    assert state == ("drawn", "", "row 2, column 1", "row 2, column 1")
    moves = patches.play.plan(board, laid(board, "A B\nC D"), state)
    assert patches.play.solved(board, patches.play.simulate(board, state, moves))


def test_where_patches_of_one_cell_need_no_drawing_they_stand_from_the_start() -> None:
    board = patches_board("""
        ?1 .  .
        ?2 ?6 .
        .  .  .
    """)
    solution = laid(board, "A B B\nC B B\nC B B")
    page = patches_page(board, drawn(". . .\n. . .\n. . .")).snapshot
    assert len(patches.play.plan(board, solution, patches.play.state(page))) == 3
    state = patches.play.state(replace(page, rules={"singles": True}))
    moves = patches.play.plan(board, solution, state)
    assert moves == [Box(Cell(1, 0), Cell(2, 0)), Box(Cell(0, 1), Cell(2, 2))]
    won = replace(patches_page(board, drawn(". B B\nC B B\nC B B")).snapshot, rules={"singles": True})
    expected = patches.play.simulate(board, state, moves)
    assert patches.play.solved(board, patches.play.state(won, expected))
    short = replace(patches_page(board, drawn(". B B\n. B B\n. B B")).snapshot, rules={"singles": True})
    assert not patches.play.solved(board, patches.play.state(short, expected))


def test_patches_without_a_clue_are_taken_away_as_rectangles() -> None:
    board = patches_board("""
        . . . ?2
        . . . .
        . . . ?10
    """)
    state = patch_marks(
        board,
        """
        A A . .
        A A . .
        . . B .
        """,
    )
    removed = [move.cells[0] for move in patches.play.plan(board, (), state) if isinstance(move, Remove)]
    assert removed == [Cell(0, 0), Cell(2, 2)]


def test_a_finished_board_needs_no_move() -> None:
    done = patches.play.simulate(BOARD, ("",) * 9, patches.play.plan(BOARD, SOLUTION, ("",) * 9))
    assert patches.play.solved(BOARD, done)
    assert patches.play.plan(BOARD, SOLUTION, done) == []
    assert patches.play.state(patches_page(BOARD, done).snapshot) == done


def test_nothing_is_drawn_over_a_patch() -> None:
    state = patch_marks(BOARD, "A . .\n. . .\n. . .")
    assert patches.play.simulate(BOARD, state, [Box(Cell(0, 0), Cell(1, 1))]) == state


@pytest.mark.parametrize(
    "drawing",
    ["A A B\nA A B\nC C .", "A A B\nA A B\nC D D", "A A B\nA A B\nC C B", ". . .\n. . .\n. . .", "A A B\nA A E\nC C D"],
    ids=["a hole", "another cut", "two clues", "nothing", "a patch without a clue"],
)
def test_a_board_is_solved_by_its_patches_alone(drawing: str) -> None:
    assert not patches.play.solved(BOARD, patch_marks(BOARD, drawing))


def scribbled(board: patches.board.Board, random: Random) -> patches.play.State:
    """Some boxes drawn anywhere."""
    state = ("",) * (board.rows * board.cols)
    for _ in range(random.randint(0, 6)):
        rows = sorted(random.choices(range(board.rows), k=2))
        cols = sorted(random.choices(range(board.cols), k=2))
        state = patches.play.simulate(board, state, [Box(Cell(rows[0], cols[0]), Cell(rows[1], cols[1]))])
    return state


@given(board=patches_boards(), random=RANDOMS, keep=st.booleans())
def test_from_any_state_the_plan_ends_solved(board: patches.board.Board, random: Random, keep: bool) -> None:
    solutions = prove(patches.GAME, board).found
    if not solutions:
        return
    state = scribbled(board, random)
    if keep:  # some patches are right already
        empty = ("",) * len(state)
        some = [move for move in patches.play.plan(board, solutions[0], empty) if random.random() < 0.5]
        state = patches.play.simulate(board, state, some)
    moves = patches.play.plan(board, solutions[0], state)
    done = patches.play.simulate(board, state, moves)
    assert patches.play.solved(board, done)
    if set(done) != {"drawn"}:  # of a page that names no clue nobody can tell
        assert patches.play.plan(board, solutions[0], done) == []


# Shikaku: every clue has an area and any shape


def test_a_board_has_up_to_64_rows_and_columns() -> None:
    stripes = [[row, 3, "any", 64] for row in range(64)]
    board = patches.board.from_json({"rows": 64, "cols": 64, "clues": stripes})
    assert prove(patches.GAME, board).solution == tuple(Patch(row, 0, 1, 64) for row in range(64))
    with pytest.raises(BoardError, match="'cols' must be from 1 to 64, not 65"):
        patches.board.from_json({"rows": 1, "cols": 65, "clues": [[0, 0, "any", 65]]})
