"""The programs that the benchmark compares: all must give the right answers."""

from collections.abc import Sequence
from typing import Any

import pytest
from click.testing import CliRunner

from player.files import BOARDS
from player.games import GAMES
from player.nqueens import model
from player.proof import prove
from tests.bench import hard_zip
from tests.bench.__main__ import main
from tests.bench.child import measure
from tests.bench.ours import replayed, taped
from tests.bench.rows import ROWS, Row, growing_boards, read_boards
from tests.bench.tables import COMPARED
from tests.support.games.queens import queens_board
from tests.support.games.zip_path import zip_board

pytestmark = pytest.mark.full

#: Boards with two solutions or more, and with none.
OTHERS: dict[str, list[Any]] = {
    "queens": [
        queens_board("""
            A A A A A
            B B B B B
            C C C C C
            D D D D D
            E E E E E
        """),
        queens_board("""
            A A A
            B B B
            C C C
        """),
    ],
    "zip": [
        zip_board("""
            1 . .
            . . .
            . . 2
        """),
        zip_board("""
            1 .
            . 2
        """),
        zip_board("""
            1 2
            .|.
        """),
    ],
    "tango": [
        GAMES["tango"].board.from_json({"size": 2, "givens": givens, "edges": []})
        for givens in ([], [[0, 0, "sun"], [0, 1, "sun"]])
    ],
    "mini-sudoku": [
        GAMES["mini-sudoku"].board.from_json({"box": [1, 2], "givens": givens})
        for givens in ([[0, 0], [0, 0]], [[1, 0], [1, 0]])
    ],
    "patches": [
        GAMES["patches"].board.from_json({"rows": 2, "cols": 2, "clues": [[0, 0, "any", area], [1, 1, "any", area]]})
        for area in (None, 4)
    ],
    "wend": [GAMES["wend"].board.from_json({"grid": grid, "lengths": [2, 2]}) for grid in (["ON", "NO"], ["QZ", "ZQ"])],
}
#: The games that are compared, with boards that have one solution.
UNIQUE = {game: read_boards(game, BOARDS / f"{game}.jsonl")[:3] for game in OTHERS}


def rows(*games: str) -> pytest.MarkDecorator:
    """All rows but the replays of pycosat's calls, which answer nothing."""
    answering = [row for row in ROWS if row.game in games and not row.prepare]
    return pytest.mark.parametrize("row", answering, ids=lambda row: f"{row.game} by {row.name}")


def solve(row: Row, board: Any) -> Sequence[Any]:
    if not row.installed:
        pytest.skip(f"{row.needs} comes with the extra compare")
    _, solve = row.load()
    return solve(board) or ()


@rows(*OTHERS)
def test_every_row_finds_the_one_solution(row: Row) -> None:
    for board in UNIQUE[row.game]:
        assert list(solve(row, board)) == [prove(GAMES[row.game], board).solution]


@rows(*OTHERS)
def test_every_row_tells_no_solution_from_several_and_finds_right_ones(row: Row) -> None:
    for board in OTHERS[row.game]:
        found = solve(row, board)
        assert len(set(found)) == min(prove(GAMES[row.game], board).solutions, 2 if row.proves else 1)
        assert [GAMES[row.game].board.check(board, solution) for solution in found] == [[]] * len(found)


def test_a_tape_holds_every_call_that_cuts_make_necessary() -> None:
    tapes = [taped(GAMES["zip"], board) for board in growing_boards("zip")[10]]
    assert max(len(tape[-1].clauses) - len(tape[0].clauses) for tape in tapes) > 1
    for tape in tapes:
        replayed(tape)


@rows("n-queens")
def test_every_row_places_n_queens(row: Row) -> None:
    assert [len(solve(row, n)) for n in (2, 3, 4, 5, 8)] == [0, 0, 1, 1, 1]
    assert [model.check(n, *solve(row, n)) for n in (4, 5, 8)] == [[], [], []]


@rows("n-queens, all solutions")
def test_every_row_places_n_queens_in_all_ways(row: Row) -> None:
    for n, ways in ((2, 0), (4, 2), (5, 10), (6, 4)):
        found = solve(row, n)
        assert len(found) == len(set(found)) == ways
        assert all(model.check(n, solution) == [] for solution in found)


@pytest.mark.parametrize("game", ["queens", "zip"])
def test_the_boards_that_grow_are_several_of_each_size_with_one_solution(game: str) -> None:
    for size, boards in growing_boards(game).items():
        assert len(set(boards)) == 3
        if size <= 10:
            assert [prove(GAMES[game], board).solutions for board in boards] == [1, 1, 1]


def test_what_takes_too_long_is_ended_and_the_next_board_begun() -> None:
    """An open 12x12 board takes a plain search minutes, a 5x5 board no time."""
    row = Row("slow", "zip", "searches:depth_first")
    hard, easy = growing_boards("zip")[12][0], growing_boards("zip")[5][0]
    figures = measure(row, [hard, easy], limit=0.5)
    assert figures.ms[0] is None
    assert figures.ms[1] is not None
    assert figures.peak > 1


def test_one_command_prints_a_line_for_each_row() -> None:
    result = CliRunner().invoke(main, ["mini-sudoku"])
    head, _rule, *lines = result.stdout.splitlines()
    assert [cell.strip() for cell in head.strip("|").split("|")] == COMPARED
    assert [line.split("|")[2].strip() for line in lines] == [row.name for row in ROWS if row.game == "mini-sudoku"]


@pytest.mark.parametrize("kind", hard_zip.KINDS)
def test_changed_zip_boards_are_the_same_for_a_seed_and_valid(kind: str) -> None:
    boards = list(hard_zip.boards(kind, 6, count=5, seed=3))
    assert boards == list(hard_zip.boards(kind, 6, count=5, seed=3))
    assert boards != list(hard_zip.boards(kind, 6, count=5, seed=4))
    valid = GAMES["zip"].board
    assert [valid.from_json(valid.to_json(board)) for board in boards] == boards


def test_the_times_of_changed_zip_boards_are_a_line_for_each_number_of_solutions_and_one_for_all() -> None:
    ran = CliRunner().invoke(hard_zip.main, ["removed", "anywhere", "--count", "4", "--size", "6"])
    assert ran.exit_code == 0, ran.output
    lines = [[cell.strip() for cell in line.split("|")[1:4]] for line in ran.output.splitlines()[2:]]
    assert {kind for kind, _, _ in lines} == {"removed", "anywhere", "all"}
    assert lines[-1] == ["all", "", "8"]
    assert sum(int(number) for kind, _, number in lines if kind != "all") == 8
