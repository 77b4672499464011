"""Simple Loop: its encodings beside a plain search, its referee, its page, its generator and its explanations."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player.browser.selectors.loader import load
from player.cli.play import playable
from player.errors import BoardError, ConfigInvalid, PageNotUnderstood
from player.explanations.explanation import explain
from player.files import SELECTORS
from player.games import GAMES, simple_loop
from player.games.grid import Cell, cells, sides
from player.games.moves import Drag
from player.games.simple_loop.board import Board, lines
from player.games.simple_loop.generate import make
from player.games.snapshot import Snapshot
from player.proof import prove
from player.sat import solver
from tests.support.games.simple_loop import loop, loop_board, loop_boards, loops
from tests.support.solved import LOOP, LOOP_SOLVED

play = simple_loop.play


# Encodings


@given(loop_boards())
def test_both_encodings_have_the_loops_of_a_plain_search(board: Board) -> None:
    expected = {*loops(board)}
    for encoding in (simple_loop.encoding.encode, simple_loop.encoding.encode_whole):
        cnf = encoding(board)
        found = [simple_loop.encoding.decode(board, cnf.facts(model)) for model in solver.models(cnf, 10_000)]
        assert (len(found), {*found}) == (len(expected), expected)
    assert all(simple_loop.board.check(board, one) == [] for one in expected)


@pytest.mark.parametrize(
    ("drawing", "number"),
    [(". .\n. .", 1), (". . .\n. . .", 1), (". . .\n. . .\n. . .", 0), (". . . .\n. . . .\n. . . .\n. . . .", 6)],
)
def test_small_boards_have_as_many_loops_as_counted_by_hand(drawing: str, number: int) -> None:
    board = loop_board(drawing)
    assert len([*loops(board)]) == number
    assert prove(simple_loop.GAME, board).solutions == min(number, 2)


def test_two_loops_beside_each_other_are_no_solution() -> None:
    board = loop_board("""
        . . # . .
        . . # . .
    """)
    assert prove(simple_loop.GAME, board).solutions == 0


@pytest.mark.full
def test_a_large_board_is_proved() -> None:
    board = make(Random(7), 14)  # noqa: S311  # a seed, not secrecy
    assert prove(simple_loop.GAME, board).solutions == 1


# The referee


@pytest.mark.parametrize(
    ("solution", "broken"),
    [
        (LOOP_SOLVED[:-1], "the loop visits 13 of 14 cells in 13 steps"),
        ((*LOOP_SOLVED[:-1], Cell(1, 2)), "the loop goes through the shaded cell at R2C3"),
        ((LOOP_SOLVED[1], LOOP_SOLVED[0], *LOOP_SOLVED[2:]), "the loop jumps from R1C1 to R1C3"),
        (LOOP_SOLVED[:2], "the loop goes back the way it came"),
    ],
)
def test_the_referee_names_what_is_wrong(solution: tuple[Cell, ...], broken: str) -> None:
    assert broken in simple_loop.board.check(LOOP, solution)
    assert simple_loop.board.check(LOOP, LOOP_SOLVED) == []


def test_a_board_needs_four_open_cells() -> None:
    with pytest.raises(BoardError, match="needs four open cells at least, this one has 3"):
        simple_loop.board.from_json({"rows": 2, "cols": 2, "shaded": [[0, 0]]})


# On a page


def page(board: Board, drawn: play.State = frozenset()) -> Snapshot:
    found: list[dict[str, Any]] = [
        {"shaded": at in board.shaded, "lines": towards}
        for at, towards in zip(cells(*board.shape), sides(drawn, *board.shape), strict=True)
    ]
    return Snapshot(board.rows, board.cols, tuple(found))


def test_the_board_and_the_lines_are_read_from_a_page() -> None:
    drawn = frozenset(lines(LOOP_SOLVED)[:5])
    assert play.read(page(LOOP, drawn)) == LOOP
    assert play.state(page(LOOP, drawn)) == drawn
    with pytest.raises(PageNotUnderstood, match="'lines'"):
        play.read(replace(page(LOOP), cells=tuple({**cell, "lines": ["north"]} for cell in page(LOOP).cells)))


def test_an_empty_board_takes_one_drag_along_the_loop() -> None:
    assert play.plan(LOOP, LOOP_SOLVED, frozenset()) == [Drag((*LOOP_SOLVED, LOOP_SOLVED[0]))]


@given(st.sets(st.sampled_from(LOOP.edges)))
def test_the_moves_lead_from_any_lines_to_the_loop(drawn: set[Any]) -> None:
    state = frozenset(drawn)
    moves = play.plan(LOOP, LOOP_SOLVED, state)
    after = play.simulate(LOOP, state, moves)
    assert after == frozenset(lines(LOOP_SOLVED))
    assert play.solved(LOOP, after)
    assert play.solved(LOOP, state) == (state == after)


def test_two_loops_do_not_solve_a_page() -> None:
    board = loop_board(". . . .\n. . . .")
    two = frozenset(lines(loop("1 2 # #\n4 3 # #")) + lines(loop("# # 1 2\n# # 4 3")))
    assert not play.solved(board, two)


def test_the_site_does_not_have_it_so_a_play_of_all_games_leaves_it_out() -> None:
    site = load(SELECTORS).site("linkedin")
    assert "simple-loop" in GAMES
    assert "simple-loop" not in playable(site, None)
    with pytest.raises(ConfigInvalid, match="has no game 'simple-loop' on this site"):
        site.game("simple-loop")


# Boards


def test_steps_are_proofs_and_lead_to_the_loop() -> None:
    found = explain(simple_loop.GAME, LOOP, LOOP_SOLVED)
    assert all(step.proved for step in found.steps)
    settled = {fact.name for step in found.steps for fact in step.settles if fact.holds}
    assert settled == {*lines(LOOP_SOLVED)}


@pytest.mark.parametrize(("part", "done"), [("recipe", "learnt"), ("sight", "read from pictures")])
def test_a_part_that_it_lacks_is_refused_in_words(part: str, done: str) -> None:
    with pytest.raises(BoardError, match=f"Simple Loop can't be {done} yet"):
        getattr(simple_loop.GAME, part)
