"""The proofs, against searches that share nothing with the encodings."""

from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given

from player.errors import BoardError
from player.games import Game, grid, mini_sudoku, patches, queens, tango, zip_path
from player.games.grid import Cell, between, unspoken
from player.proof import prove
from player.sat import solver
from player.sat.cnf import CNF, CONTRADICTION, Clause, Model
from tests.support.games.patches import patches_board
from tests.support.games.queens import queens_board, queens_boards, queens_solutions
from tests.support.games.shared import places, up_to_two
from tests.support.games.zip_path import path, solvable_zip_boards, zip_board, zip_boards, zip_solutions

EVERY = 100_000


def without_search(game: Game) -> Game:
    return replace(game, search=lambda _board: None)


def all_solutions(game: Game, board: Any) -> list[Any]:
    formula = game.encoding.encode(board)
    return [game.encoding.decode(board, formula.facts(model)) for model in solver.models(formula, EVERY)]


# Drawn boards


@pytest.mark.parametrize(
    ("drawing", "solution"),
    [
        (
            """
            A A B B B
            A C C B B
            A A C D D
            E A D D D
            E A D D D
            """,
            """
            . Q . . .
            . . . . Q
            . . Q . .
            Q . . . .
            . . . Q .
            """,
        ),
        (
            """
            A A B B B
            A C C B B
            A A C D D
            E A D D D
            E A D D E
            """,
            """
            . Q . . .
            . . . . Q
            . . Q . .
            Q . . . .
            . . . Q .
            """,
        ),
        ("A", "Q"),
    ],
    ids=["five regions", "a region in two pieces", "one cell"],
)
def test_a_queens_board_with_one_solution(drawing: str, solution: str) -> None:
    proof = prove(queens.GAME, queens_board(drawing))
    assert (proof.solutions, proof.solution) == (1, places(solution))


def test_a_given_queen_makes_an_ambiguous_board_unique() -> None:
    ambiguous = queens_board("""
        A A A A
        B B B A
        B C D A
        C C D D
    """)
    helped = queens_board("""
        A A  A A
        B B  B A
        B C  D A
        C C* D D
    """)
    assert list(queens_solutions(ambiguous)) == list(prove(queens.GAME, ambiguous).found)
    assert set(prove(queens.GAME, helped).found) == {
        found for found in queens_solutions(ambiguous) if found[-1] == (3, 1)
    }


@pytest.mark.parametrize(
    "drawing",
    [
        """
        A A
        B B
        """,
        """
        A A A A
        A B B A
        A B C A
        A A A D
        """,
        """
        A* A A A
        B  B B A
        B  C D A
        C  C D D
        """,
    ],
    ids=["too-small", "regions-in-each-others-way", "a-given-queen-in-a-corner"],
)
def test_an_impossible_queens_board_is_refused(drawing: str) -> None:
    proof = prove(queens.GAME, queens_board(drawing))
    assert (proof.solutions, list(queens_solutions(queens_board(drawing)))) == (0, [])
    with pytest.raises(BoardError, match="the board has no solution: it was misread, or it is wrong"):
        _ = proof.solution


@pytest.mark.parametrize(
    ("drawing", "solution"),
    [
        (
            """
            1 . . .
            - -
            . . 2 .
            . . . 3
            """,
            """
            1 2  3  4
            8 7  6  5
            9 10 11 12
            """,
        ),
        ("1 2", "1 2"),
        ("1 . . . . 2", "1 2 3 4 5 6"),
        ("1\n.\n.\n2", "1\n2\n3\n4"),
        ("1 2 3\n6 5 4\n7 8 9", "1 2 3\n6 5 4\n7 8 9"),
    ],
    ids=["a wall", "two numbers", "one row", "one column", "numbers only"],
)
def test_a_zip_board_with_one_solution(drawing: str, solution: str) -> None:
    assert prove(zip_path.GAME, zip_board(drawing)).solution == path(solution)


def test_a_zip_board_that_lacks_a_wall_has_two_solutions_or_more() -> None:
    board = zip_board("""
        1 . . .
        . . 2 .
        . . . 3
    """)
    proof = prove(zip_path.GAME, board)
    assert proof.solutions == len(set(proof.found)) == 2
    assert proof.unique is None
    one, another = (facts[0] for facts in proof.differ)
    with pytest.raises(BoardError) as refused:
        _ = proof.solution
    assert str(refused.value) == (
        "the board has two solutions or more: it was misread, a clue is missing, or the page itself is ambiguous "
        f"(in one: {one}; in another: {another})"
    )


ENDS, OPEN = [[0, 0], [2, 2]], [[0] * 4] * 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "board"),
    [
        (queens.GAME, queens.board.from_json({"game": "queens", "regions": [[row] * 4 for row in range(4)]})),
        (zip_path.GAME, zip_path.board.from_json({"game": "zip", "rows": 3, "cols": 3, "numbers": ENDS, "walls": []})),
        (tango.GAME, tango.board.from_json({"game": "tango", "size": 4, "givens": [], "edges": []})),
        (mini_sudoku.GAME, mini_sudoku.board.from_json({"game": "mini-sudoku", "box": [2, 2], "givens": OPEN})),
        (patches.GAME, patches.board.from_json({"game": "patches", "rows": 2, "cols": 2, "clues": [[0, 0, "any", None],
                                                                                        [1, 1, "any", None]]})),
    ],
)  # fmt: skip
def test_two_solutions_say_where_they_differ(game: Game, board: Any) -> None:
    proof = prove(game, board)
    assert proof.solutions == 2
    names = list(game.encoding.encode(board).names)
    facts = [
        {unspoken(game.encoding.sentence(name)) for name in names if _is_true(game, board, found, name)}
        for found in proof.found
    ]
    assert [set(only) for only in proof.differ] == [facts[0] - facts[1], facts[1] - facts[0]]
    assert len(proof.differ[0]) == len(proof.differ[1]) > 0


def _is_true(game: Game, board: Any, solution: Any, name: Any) -> bool:
    """Return true if `solution` has the fact of the variable `name`."""
    cnf = game.encoding.encode(board)
    literal = list(cnf.names).index(name) + 1
    models = solver.models(replace(cnf, clauses=[*cnf.clauses, (literal,)]), EVERY)
    return solution in [game.encoding.decode(board, cnf.facts(model)) for model in models]


@pytest.mark.parametrize(
    "drawing",
    [
        """
        1 . .
        . . .
        . 2 .
        """,
        """
        1 2|. .
        . .|. .
        . .|. .
        . . . .
        """,
        """
        1 2 .
        . . .
        . . 3
        . . .
        """,
    ],
    ids=[
        "ends-of-two-colours-on-odd-many-cells",
        "a-room-with-one-door",
        "a-tail-that-the-end-cuts-off",
    ],
)
def test_an_impossible_zip_board_has_no_solution(drawing: str) -> None:
    board = zip_board(drawing)
    assert (prove(zip_path.GAME, board).solutions, list(zip_solutions(board))) == (0, [])


@pytest.mark.parametrize(
    "drawing",
    [
        """
        1 . .
        . 2 .
        """,
        """
        . 1 .
        . . .
        . . 2
        """,
        """
        1 3 2
        """,
        """
        1 .|. 2
        """,
        """
        1 . . .
        . 3 . 2
        """,
        """
        1 . . .
        . . .|.
            - -
        . . . 2
        """,
    ],
    ids=["parity-even", "parity-odd", "no-way", "walled-off", "too-far", "a-dead-end"],
)
def test_what_parity_distances_or_dead_ends_rule_out_needs_no_formula(drawing: str) -> None:
    board = zip_board(drawing)
    assert zip_path.encoding.encode(board) is CONTRADICTION
    assert (prove(zip_path.GAME, board).solutions, list(zip_solutions(board))) == (0, [])


def test_where_the_shortest_ways_leave_no_cell_over_all_other_edges_are_unused() -> None:
    board = zip_board("""
        1 . 2
        4 . 3
        5 . 6
    """)
    formula = zip_path.encoding.encode(board)
    unused = {name for edge, name in enumerate(formula.names, start=1) if (-edge,) in formula.clauses}
    steps = {between(a, b) for a, b in pairwise(prove(zip_path.GAME, board).solution)}
    assert set(formula.names) - unused == steps


# Random boards: every solution, each once, and no other


@given(queens_boards())
def test_queens_are_found_as_a_search_finds_them(board: queens.board.Board) -> None:
    found = all_solutions(queens.GAME, board)
    assert sorted(found) == sorted(queens_solutions(board))
    assert prove(queens.GAME, board).solutions == min(2, len(found))
    assert prove(without_search(queens.GAME), board).solutions == min(2, len(found))


@given(zip_boards())
def test_paths_are_found_as_a_search_finds_them(board: zip_path.board.Board) -> None:
    found = all_solutions(zip_path.GAME, board)
    assert sorted(found) == sorted(zip_solutions(board))
    assert prove(zip_path.GAME, board).solutions == min(2, len(found))


@given(solvable_zip_boards())
def test_paths_are_found_where_there_are_some(board: zip_path.board.Board) -> None:
    found = all_solutions(zip_path.GAME, board)
    assert sorted(found) == sorted(zip_solutions(board)) != []
    assert prove(zip_path.GAME, board).solutions == min(2, len(found))


@pytest.mark.full
@given(solvable_zip_boards(most_cells=36))
def test_the_number_of_paths_on_larger_boards_is_that_of_a_search(board: zip_path.board.Board) -> None:
    if len(board.numbers) > 3:
        assert prove(zip_path.GAME, board).solutions == up_to_two(zip_solutions(board))


@pytest.mark.parametrize("n", [6, 8, 10, 12])
def test_loops_beside_a_path_are_joined_to_it_rather_than_cut_off_one_by_one(n: int) -> None:
    """A bare board has thousands of models of one path and many loops; each is two turned edges from a solution."""
    board = zip_path.board.Board(n, n, (Cell(0, 0), Cell(n - 1, 0)))
    formula = zip_path.encoding.encode(board)
    asked = []

    def cuts(model: Model) -> list[Clause]:
        asked.append(model)
        return formula.cuts(model)

    found = [
        zip_path.encoding.decode(board, formula.facts(model))
        for model in solver.models(replace(formula, cuts=cuts), most=2)
    ]
    assert [zip_path.board.check(board, path) for path in found] == [[], []]
    assert found[0] != found[1]
    assert len(asked) <= 3


# The proof itself


def test_a_proof_tells_how_large_the_formula_was_and_how_long_each_stage_took() -> None:
    board = SEARCHED[0][1]
    proof = prove(queens.GAME, board)
    assert (proof.variables, proof.clauses) == (25, len(queens.GAME.encoding.encode(board).clauses))
    assert list(proof.ms) == ["encode", "solve", "check"]
    assert all(ms >= 0 for ms in proof.ms.values())


def encode_wrongly(board: queens.board.Board) -> CNF:
    return CNF([(1,), (2,), (-3,), (-4,)], names=queens.encoding.encode(board).names)


ENCODING: Any = SimpleNamespace(encode=encode_wrongly, decode=queens.encoding.decode)
FORGETFUL = {
    "an encoding": replace(without_search(queens.GAME), encoding=ENCODING),
    "a search": replace(queens.GAME, search=lambda _board: [[Cell(0, 0), Cell(0, 1)]]),
}


@pytest.mark.parametrize("game", FORGETFUL.values(), ids=FORGETFUL)
def test_what_forgets_a_rule_is_caught_by_the_referee(game: Game) -> None:
    board = queens_board("""
        A A
        B B
    """)
    with pytest.raises(AssertionError, match="the Queens encoding and its referee disagree: row 1 has 2 queens"):
        prove(game, board)


SEARCHED: list[tuple[Game, Any]] = [
    (
        queens.GAME,
        queens_board("""
            A A B B B
            A C C B B
            A A C D D
            E A D D D
            E A D D D
        """),
    ),
    (
        patches.GAME,
        patches_board("""
            ?4  .  |
            .   .  .
            -   .  =
        """),
    ),
]


@pytest.mark.parametrize(("game", "board"), SEARCHED)
def test_one_solution_is_proved_without_a_formula(game: Game, board: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    found = prove(without_search(game), board).found
    monkeypatch.setattr(game.encoding, "encode", lambda _board: pytest.fail("a formula was made"))
    assert (len(found), prove(game, board).found) == (1, found)


@pytest.mark.parametrize(("game", "board"), SEARCHED)
def test_a_search_that_takes_too_long_is_left_to_the_solver(
    game: Game, board: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = prove(game, board).found
    monkeypatch.setattr(grid, "MAX_COVER_STEPS", 1)
    assert (game.search(board), prove(game, board).found) == (None, found)
