"""The formula and the rules on all small boards (`tests.every_board`); conditions of larger ones only add up."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest

from player.games import GAMES, mini_sudoku
from player.games.game import Coding, Encoding
from player.games.grid import cells
from player.sat.cnf import CNF, Clause
from tests import every_board
from tests.every_board import explored
from tests.support.small_boards import EVERY, TOY_WORDS, each_region, sudoku_boards, tango_boards

QUICK = [boards for boards in EVERY if boards.quick]


@pytest.fixture(autouse=True)
def toy_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("\n".join(TOY_WORDS), encoding="utf-8")
    monkeypatch.setenv("PLAYER_WORDS", str(words))


@pytest.mark.more
def test_the_models_of_a_formula_are_the_solutions_by_the_rules() -> None:
    for boards in QUICK:
        counts = explored(boards)
        assert counts.boards > 30, boards
        assert counts.solutions > 0 or boards.game == "queens", boards  # there are none of 3x3


def without_the_first_variable(formula: CNF) -> CNF:
    return replace(formula, clauses=[clause for clause in formula.clauses if not {1, -1} & {*clause}])


def with_a_unit(formula: CNF) -> CNF:
    return replace(formula, clauses=[*formula.clauses, (-2,)])


@pytest.mark.parametrize("wrong", [without_the_first_variable, with_a_unit])
def test_a_wrong_formula_is_found(monkeypatch: pytest.MonkeyPatch, wrong: Callable[[CNF], CNF]) -> None:
    largest = {boards.game: boards for boards in QUICK}
    for name, boards in largest.items():
        encoding = _with(GAMES[name].encoding, wrong)
        wrong_game = replace(GAMES[name], encoding=encoding, search=lambda _board: None)
        monkeypatch.setattr(every_board, "GAMES", {name: wrong_game})
        with pytest.raises((AssertionError, LookupError, ValueError)):  # what a wrong model of Zip says may be no path
            explored(boards)


def _with(encoding: Encoding, wrong: Callable[[CNF], CNF]) -> Coding:
    return Coding(lambda board: wrong(encoding.encode(board)), encoding.decode, encoding.sentence)


# Larger boards: what a given, a sign or a region adds to the formula is the same on every board


def clauses(encoding: Encoding, board: Any) -> set[Clause]:
    return set(encoding.encode(board).clauses)


def test_givens_and_signs_of_tango_add_up() -> None:
    encode = GAMES["tango"].whole_encoding
    alone = {board: clauses(encode, board) for board in tango_boards(4, 1) if board.distinct}
    for one, other in combinations(alone, 2):
        both = replace(
            one,
            givens=tuple(sorted({*one.givens, *other.givens})),
            edges=tuple(sorted({*one.edges, *other.edges})),
        )
        assert clauses(encode, both) == alone[one] | alone[other]


def test_the_formula_of_a_sudoku_is_the_bare_one_without_what_each_given_makes_false() -> None:
    encode = GAMES["mini-sudoku"].encoding
    bare = worded(encode, mini_sudoku.board.Board((2, 2), ((0,) * 4,) * 4))
    apart = {clause for clause in bare if len(clause) == 2 and not any(holds for _, holds in clause)}
    solution = ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))
    some = [
        [number * (4 * row + col < most) for col, number in enumerate(of)]
        for most in range(17)
        for row, of in enumerate(solution)
    ]
    filled = [mini_sudoku.board.Board((2, 2), tuple(map(tuple, some[at : at + 4]))) for at in range(0, len(some), 4)]
    for board in (*sudoku_boards((2, 2), 2), *filled):
        given = {((at, board.given(at)), True) for at in cells(4, 4) if board.given(at)}
        others = [clause for clause in apart if any((name, False) in clause for name, _ in given)]
        false = {(name, True) for clause in others for name, _ in clause if (name, True) not in given}
        clash = any(all((name, True) in given for name, _ in clause) for clause in others)
        open_to = {
            clause - false
            for clause in bare
            if not clause & given and not any((name, False) in clause for name, _ in false)
        }
        wanted = (
            {frozenset({("nothing", True)}), frozenset({("nothing", False)})}
            if clash
            else open_to | {frozenset({one}) for one in given}
        )
        assert worded(encode, board) == wanted


def worded(encoding: Encoding, board: Any) -> set[frozenset[tuple[Any, bool]]]:
    """Return the clauses with the meanings of their variables, each with whether it is to hold."""
    formula = encoding.encode(board)
    return {frozenset((formula.names[abs(one) - 1], one > 0) for one in clause) for clause in formula.clauses}


def test_each_region_of_queens_adds_a_clause() -> None:
    encode = GAMES["queens"].encoding
    boards = [*islice(each_region(5), 300)]
    every = [clauses(encode, board) for board in boards]
    shared = set.intersection(*every)
    for board, whole in zip(boards, every, strict=True):
        regions = {
            tuple(1 + row * 5 + col for row, col in cells(5, 5) if board.regions[row][col] == number)
            for number in range(5)
        }
        assert {tuple(sorted(clause)) for clause in whole} == {tuple(sorted(clause)) for clause in shared} | regions
