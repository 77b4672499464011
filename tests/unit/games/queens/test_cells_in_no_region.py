"""Boards with cells in no region, and shapeless boards, which have only one region beside them."""

import io
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.console import Console

from player.boards.generation import generate
from player.errors import BoardError
from player.explanations.explanation import explain
from player.games import GAMES, queens
from player.games.grid import Cell, cells
from player.games.queens import encoding
from player.games.queens.board import Board
from player.proof import prove
from player.sat import solver
from tests.support.games.queens import queens_solutions, star_battle_boards

#: Six regions on 6x6 with eight cells in none.
DATA = {
    "game": "queens",
    "regions": [
        [None, 7, 7, 7, 2, None],
        [3, 3, 7, 2, 2, None],
        [3, None, 9, 9, 2, 2],
        [3, 9, 9, 9, None, 5],
        [4, 4, None, 9, 5, 5],
        [None, 4, 4, 4, 5, None],
    ],
}
BOARD = queens.board.from_json(DATA)


def without(board: Board, out: set[Cell], *, shapeless: bool = False) -> Board:
    rows = [
        [None if (row, col) in out else 0 if shapeless else region for col, region in enumerate(regions)]
        for row, regions in enumerate(board.regions)
    ]
    return replace(board, regions=tuple(map(tuple, rows)))


@st.composite
def boards_with_cells_in_no_region(draw: st.DrawFn) -> Board:
    board = draw(star_battle_boards())
    out = draw(st.sets(st.sampled_from(list(cells(8, 8))), min_size=1, max_size=8)).difference(board.givens)
    lost = {region for row in board.regions for region in row} - {
        board.regions[at.row][at.col] for at in cells(8, 8) if at not in out
    }
    return without(board, set() if lost else out, shapeless=bool(out) and draw(st.booleans()))


# The board


def test_null_is_no_region_and_survives_its_json() -> None:
    assert BOARD.regions[0] == (None, 0, 0, 0, 1, None)
    assert len(BOARD.outside) == 8
    again = queens.board.from_json(queens.board.to_json(BOARD))
    assert (again, queens.board.to_json(BOARD)["regions"][0]) == (BOARD, [None, 0, 0, 0, 1, None])


def test_one_region_and_cells_in_none_are_a_shapeless_board() -> None:
    assert queens.board.from_json({"regions": [[0, 0], [0, None]]}).shapeless
    assert not BOARD.shapeless
    assert not queens.board.from_json({"regions": [[4]]}).shapeless


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({"regions": [[0, 0], [0, 0]]}, "a 2x2 board needs 2 regions, this one has 1"),
        ({"regions": [[None, None], [None, None]]}, "needs 2 regions, this one has 0"),
        ({"regions": [[0, 1, 1], [0, None, 1], [0, 0, 1]]}, "needs 3 regions, this one has 2"),
        ({"regions": [[0, "no"], [0, 1]]}, "'regions' must hold whole numbers only"),
        ({"regions": [[0, None], [1, 1]], "givens": [[0, 1]]}, "the given queen at R1C2 is in no region"),
    ],
)
def test_what_is_no_board_is_refused(data: dict[str, object], complaint: str) -> None:
    with pytest.raises(BoardError, match=complaint):
        queens.board.from_json({"game": "queens", **data})


# The formula and the referee


@pytest.mark.full
@pytest.mark.more
@pytest.mark.parametrize("most", [encoding.MAX_BINOMIAL_CLAUSES, 0], ids=["subsets", "counters"])
# The patch holds for all examples of a test, of which each is searched without a solver.
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(board=boards_with_cells_in_no_region())
def test_the_formula_has_the_solutions_that_a_search_finds(
    monkeypatch: pytest.MonkeyPatch, most: int, board: Board
) -> None:
    monkeypatch.setattr(encoding, "MAX_BINOMIAL_CLAUSES", most)
    encoding._lines.cache_clear()
    cnf = encoding.encode(board)
    encoding._lines.cache_clear()
    right = sorted(islice(queens_solutions(board), 101))
    found = [encoding.decode(board, cnf.facts(model)) for model in solver.models(cnf, 100)]
    assert sorted(found) == right if len(right) <= 100 else len(found) == 100
    assert not [broken for solution in found for broken in queens.board.check(board, solution)]


def test_the_referee_objects_to_a_queen_in_no_region() -> None:
    shapeless = without(BOARD, {Cell(0, 0)}, shapeless=True)
    solution = prove(queens.GAME, shapeless).found[0]
    assert queens.board.check(shapeless, solution) == []
    assert queens.board.check(without(shapeless, {solution[0]}), solution) == [
        f"a queen stands at {solution[0]}, in no region"
    ]


# Generated, explained and drawn


@pytest.mark.parametrize("shapeless", [False, True])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.full
def test_a_board_with_cells_in_no_region_is_explained_to_the_end(shapeless: bool, seed: int) -> None:
    data = generate("queens", 8, seed, stars=1 + seed % 2, shapeless=shapeless)
    board = queens.board.from_json(data)
    solution = prove(queens.GAME, board).solution
    if not shapeless:
        free = [at for at in cells(8, 8) if at not in solution]
        board = without(board, set(Random(seed).sample(free, 8)))  # noqa: S311  # reproducible
        board = queens.board.from_json(queens.board.to_json(board))
        solution = prove(queens.GAME, board).solution
    explanation = explain(queens.GAME, board, solution)
    settled = {fact.name for step in explanation.steps for fact in step.settles if fact.holds}
    assert settled == set(solution)
    assert not any(at in board.outside for step in explanation.steps for at, _ in step.settles)
    assert not shapeless or not any("region" in step.says for step in explanation.steps)


def test_cells_in_no_region_are_drawn_without_a_letter() -> None:
    out = io.StringIO()
    Console(file=out, width=80).print(GAMES["queens"].text(BOARD))
    assert out.getvalue().splitlines()[0].split() == ["A", "A", "A", "B"]
    drawing = GAMES["queens"].drawing
    assert next(drawing.words(BOARD, None)) == "row 1: regions - A A A B -"
    letters = [shape for shape in drawing.figures(BOARD, []) if shape.kind == "region"]
    assert len(letters) == 36 - 8
    assert len({shape.fill for shape in drawing.ground(BOARD, [])}) == 7


def test_a_shapeless_board_is_drawn_without_letters() -> None:
    out = io.StringIO()
    Console(file=out, width=80).print(GAMES["queens"].text(without(BOARD, {Cell(0, 0)}, shapeless=True)))
    assert not out.getvalue().strip()
