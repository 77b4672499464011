"""Boards from anywhere: each is refused in one line, or makes a formula that there is room for."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player.boards.board_files import BoardEntry
from player.boards.board_json import board_of, parse
from player.boards.report import answer
from player.errors import BoardError
from player.files import BOARDS
from player.games import GAMES, Game
from tests.support.games.shared import games_with

BOARD: dict[str, dict[str, Any]] = {
    name: json.loads((BOARDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[0])
    for name in GAMES
    if (BOARDS / f"{name}.jsonl").exists()
}


def refusal(text: str) -> str:
    found = answer(BoardEntry("file", 1, text), deadline=60)
    assert found.code == BoardError.exit_code
    error = found.record["error"]
    assert isinstance(error, str)
    assert error.isprintable()
    assert len(error) < 300
    return error


# Texts that nobody writes by hand


def huge(rows: int) -> list[list[int]]:
    return [[row] * rows for row in range(rows)]


HOSTILE = {
    "40x40 regions": ({"game": "queens", "regions": huge(40)}, "must be from 1 to 32, not 40"),
    "1000 rows of nothing": ({"game": "queens", "regions": [[]] * 1000}, "must be from 1 to 32, not 1000"),
    "a 1000x1000 grid": ({"game": "zip", "rows": 1000, "cols": 1000, "numbers": [[0, 0], [9, 9]]}, "from 1 to 32"),
    "a 1000x1000 grid of clues": ({"game": "patches", "rows": 1000, "cols": 1000, "clues": []}, "from 1 to 64"),
    "a grid of no end": ({"game": "tango", "size": 10**4000}, "must be from 1 to 32, not 1000"),
    "boxes of 36 cells": ({"game": "mini-sudoku", "box": [6, 6], "givens": huge(36)}, "from 1 to 25, not 36"),
    "boxes of no end": ({"game": "mini-sudoku", "box": [10**3000, 1], "givens": []}, "must be from 1 to 32"),
    "20,000 numbers": ({**BOARD["zip"], "numbers": [[0, 0]] * 20_000}, "two numbers stand on one cell"),
    "50,000 keys": ({**BOARD["zip"], **{f"{k:06}": 0 for k in range(50_000)}}, "unknown key '000000'"),
    "regions of text": ({"game": "queens", "regions": [["a"]]}, "'regions' must hold whole numbers only"),
}
TEXTS = {
    **{name: (json.dumps(board), said) for name, (board, said) in HOSTILE.items()},
    "lists in lists": ('{"game": "zip", "rows": ' + "[" * 400_000, "nested too deeply"),
    "objects in objects": ('{"a": ' * 100_000 + "1" + "}" * 100_000, "nested too deeply"),
    "a name of lists": ('{"game": ' + "[" * 400 + "]" * 400 + "}", "unknown game"),
    "NaN": ('{"game": "zip", "rows": NaN}', "NaN is not JSON"),
    "a float without bounds": ('{"game": "tango", "size": 1e400}', "'size' must be a whole number, not inf"),
    "an integer of 5000 digits": ('{"game": "tango", "size": ' + "9" * 5000 + "}", "4300 digits"),
    "a nul": ('{"game": "tango\0"}', "not JSON: Invalid control character"),
    "nuls": ("\0" * 1000, "not JSON: "),
    "half a character": ('{"game": "\\ud800"}', "unknown game"),
    "half a character as a key": ('{"\\ud800": 1, "game": "tango", "size": 2}', "unknown key"),
    "an escape for a terminal": ('{"\\u001b[2J": 1, "game": "tango", "size": 2}', "unknown key"),
    "an end of a line": ('{"game": "a\\nb"}', "unknown game 'a\\nb'"),
}


@pytest.mark.parametrize(("text", "said"), TEXTS.values(), ids=TEXTS)
def test_what_is_no_board_is_refused_in_one_printable_line(text: str, said: str) -> None:
    assert said in refusal(text)


# The largest boards that are taken

CORNERS = [[at, at] for at in range(0, 20, 4)]
LARGEST: dict[str, dict[str, Any]] = {
    "queens": {"regions": huge(32)},
    "zip": {"rows": 32, "cols": 32, "numbers": [[k // 32, k % 32] for k in range(0, 1024, 10)]},
    "tango": {"size": 32},
    "mini-sudoku": {"box": [5, 5], "givens": [[0] * 25] * 25},
    "patches": {"rows": 20, "cols": 20, "clues": [[*at, "any", None] for at in CORNERS]},
    "wend": {"grid": ["SETARENOSI"] * 20, "lengths": [2] * 10 + [3] * 20 + [4] * 20 + [5] * 8},
}


@pytest.mark.parametrize("name", games_with("generate"))
@pytest.mark.full
def test_there_is_room_for_the_formula_of_the_largest_board(name: str) -> None:
    assert room_for(*board_of({"game": name, **LARGEST[name]}))


def room_for(game: Game, board: Any) -> bool:
    return sum(map(len, game.encoding.encode(board).clauses)) < 3_000_000


# Anything

SCALARS = (
    st.none()
    | st.booleans()
    | st.sampled_from([0, 1, -1, 2, 6, 31, 32, 33, 10**400, 0.5, 1e400])
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["sun", "moon", "equal", "cross", "any", "wide", *GAMES])
)
KEYS = sorted({key for board in BOARD.values() for key in board} | {"stars"})
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), inner),
    max_leaves=12,
)


def made_or_refused(data: dict[str, Any]) -> None:
    try:
        game, board = board_of(parse(json.dumps(data)))
    except BoardError as error:
        said = str(error)
        assert said.isprintable(), said
        assert len(said) < 300, said
        return
    assert game.board.from_json(game.board.to_json(board)) == board
    assert room_for(game, board)


@pytest.mark.full
@given(st.sampled_from(sorted(GAMES)), st.dictionaries(st.sampled_from(KEYS), ANYTHING, max_size=6))
def test_any_json_is_a_board_or_refused(name: str, data: dict[str, Any]) -> None:
    made_or_refused({**data, "game": name})


@pytest.mark.slow
@pytest.mark.parametrize("name", games_with("generate"))
@given(st.data())
def test_a_board_with_something_else_in_it_is_a_board_or_refused(name: str, data: st.DataObject) -> None:
    board = deepcopy(BOARD[name])
    for _ in range(data.draw(st.integers(1, 3))):
        inside: Any = board
        key: Any = data.draw(st.sampled_from(sorted(board)))
        while isinstance(inside[key], list) and inside[key] and data.draw(st.booleans()):
            inside, key = inside[key], data.draw(st.integers(0, len(inside[key]) - 1))
        if isinstance(inside, list) and data.draw(st.booleans()):
            inside[key:key] = data.draw(st.lists(st.sampled_from(inside), max_size=3))
        else:
            inside[key] = data.draw(ANYTHING)
    made_or_refused(board)
