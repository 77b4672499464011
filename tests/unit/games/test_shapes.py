"""Boards that follow a shape: each has one solution, and its regions, clues or letters are where the shape says."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from player.boards.board_json import board_of
from player.boards.generation import generate, require
from player.errors import BoardError
from player.games import queens, title_of
from player.games.shapes import BoardShape, shape_of, symmetric
from player.proof import prove
from tests.support.games.queens import pieces, queens_solutions

Data = dict[str, Any]
CROSS = "*....*\n.*..*.\n..**..\n..**..\n.*..*.\n*....*"
EMPTY = "......\n" * 6


def shaped(name: str, text: str, seed: int = 1, **options: bool | int) -> Data:
    """Return a board of the shape, which is proved again: it has exactly one solution."""
    shape = shape_of(text, "shape.txt")
    require(name, shape.size, shape, **options)
    data = generate(name, None, seed, 1, shape, **options)
    game, board = board_of(data)
    assert [game.board.solution_to_json(found) for found in prove(game, board).found] == [data["solution"]]
    assert board.shape == (shape.size, shape.size)
    return data


def regions_by_sign(data: Data, text: str) -> dict[str, set[Any]]:
    found: dict[str, set[Any]] = {}
    for signs, regions in zip(text.split(), data["regions"], strict=True):
        for sign, region in zip(signs, regions, strict=True):
            found.setdefault(sign, set()).add(region)
    return found


LETTERS = "AA......\nA.......\nA.......\n...BBB..\n...B.B..\n...BBB..\n......C.\n......C."


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_cells_of_a_letter_lie_in_one_region_of_queens_and_two_letters_in_two(seed: int) -> None:
    data = shaped("queens", LETTERS, seed)
    found = regions_by_sign(data, LETTERS)
    assert [len(found[sign]) for sign in "ABC"] == [1, 1, 1]
    assert len(set.union(*(found[sign] for sign in "ABC"))) == 3
    board = queens.board.from_json(data)
    assert pieces(board) == 8
    assert [queens.board.solution_to_json(one) for one in queens_solutions(board)] == [data["solution"]]


def test_letters_that_lie_apart_are_joined_and_letters_for_all_regions_leave_none_free() -> None:
    apart = "........\n.A....A.\n........\n........\n........\n........\n.B....B.\n........"
    assert all(
        len(regions) == 1 for sign, regions in regions_by_sign(shaped("queens", apart), apart).items() if sign != "."
    )
    every = "ABCDEFGH\n" + "........\n" * 7
    data = shaped("queens", every)
    assert len({*data["regions"][0]}) == 8
    assert pieces(queens.board.from_json(data)) == 8


def test_holes_of_queens_are_in_no_region_and_a_board_has_the_form_of_a_heart() -> None:
    heart = "#..##..#\n........\n........\n........\n........\n#......#\n##....##\n###..###"
    data = shaped("queens", heart)
    assert regions_by_sign(data, heart)["#"] == {None}
    assert None not in regions_by_sign(data, heart)["."]


@pytest.mark.full
def test_a_star_battle_takes_a_shape_too() -> None:
    picture = "..........\n.AA....BB.\n.AA....BB.\n.AA....BB.\n..........\n" + "..........\n" * 5
    data = shaped("queens", picture, stars=2)
    found = regions_by_sign(data, picture)
    assert (data["stars"], len(found["A"]), len(found["B"]), found["A"] == found["B"]) == (2, 1, 1, False)
    board = queens.board.from_json(data)
    assert [queens.board.solution_to_json(one) for one in queens_solutions(board)] == [data["solution"]]


def places(data: Data) -> set[tuple[int, int]]:
    """Return the cells on which a clue stands."""
    if data["game"] == "mini-sudoku":
        return {(row, col) for row, line in enumerate(data["givens"]) for col, digit in enumerate(line) if digit}
    clues = data["givens"] if "givens" in data else data["numbers"]
    return {(clue[0], clue[1]) for clue in clues}


def marked(text: str, signs: str = "*") -> set[tuple[int, int]]:
    lines = text.split()
    return {(row, col) for row, line in enumerate(lines) for col, sign in enumerate(line) if sign in signs}


@pytest.mark.parametrize(
    ("name", "options"),
    [("mini-sudoku", {}), ("tango", {}), ("tango", {"distinct": True}), ("zip", {}), ("zip", {"walls": False})],
    ids=str,
)
def test_clues_stand_on_the_marks_and_nowhere_else(name: str, options: dict[str, bool]) -> None:
    text = CROSS if options.get("walls", True) else "*.**.*\n.*..*.\n*.**.*\n*.**.*\n.*..*.\n*.**.*"
    data = shaped(name, text, **options)
    assert places(data) == marked(text)
    assert options.get("walls", True) or data["walls"] == []


@pytest.mark.parametrize("name", ["mini-sudoku", "tango", "zip"])
def test_cells_that_may_have_a_clue_have_one_only_where_it_is_needed(name: str) -> None:
    text = "*?..?*\n.*??*.\n..?...\n...?..\n.*??*.\n*?..?*"
    assert marked(text) <= places(shaped(name, text)) <= marked(text, "*?")


def test_digits_of_a_sudoku_shape_are_given_as_they_are() -> None:
    text = "1.....\n.2..*.\n..3*..\n..*4..\n.*..5.\n*....6"
    data = shaped("mini-sudoku", text)
    assert [data["givens"][at][at] for at in range(6)] == [1, 2, 3, 4, 5, 6]
    assert places(data) == marked(text, "*123456")


def test_the_patch_of_a_letter_is_the_rectangle_around_it() -> None:
    picture = "AA....\nA.....\n....BB\n....BB\n......\nC....D"
    for options in ({}, {"shapes": False}):
        solution = shaped("patches", picture, **options)["solution"]
        assert all(patch in solution for patch in ([0, 0, 2, 2], [2, 4, 2, 2], [5, 0, 1, 1], [5, 5, 1, 1]))


def test_letters_of_wend_stand_on_the_marks_and_holes_beside_them() -> None:
    letter_e = "*****\n*....\n****.\n*....\n*****"
    data = shaped("wend", letter_e)
    assert ["".join("." if sign == "." else "*" for sign in row) for row in data["grid"]] == letter_e.split()
    some = "**??*\n*****\n*****\n**?**\n....."
    grid = shaped("wend", some)["grid"]
    assert all(
        (sign == ".") == (mark == ".")
        for row, marks in zip(grid, some.split(), strict=True)
        for sign, mark in zip(row, marks, strict=True)
        if mark != "?"
    )


def test_boards_of_a_shape_are_the_same_for_a_seed_and_told_apart_by_their_ids() -> None:
    assert shaped("tango", CROSS) == shaped("tango", CROSS)
    others = shaped("tango", CROSS.replace("**", "*."))
    assert others["id"] != shaped("tango", CROSS)["id"]
    assert others["id"].startswith("player-tango-6-shape-")


@pytest.mark.parametrize("name", ["mini-sudoku", "tango", "zip"])
@pytest.mark.parametrize("symmetry", ["rotation", "mirror"])
@pytest.mark.full
def test_clues_are_symmetric_on_request(name: str, symmetry: str) -> None:
    def other(row: int, col: int) -> tuple[int, int]:
        return 5 - row if symmetry == "rotation" else row, 5 - col

    for number in (1, 2):
        data = generate(name, 6, 1, number, symmetry)
        assert {other(*at) for at in places(data)} == places(data)
        assert f"-{symmetry}-" in data["id"]
        game, board = board_of(data)
        assert prove(game, board).solutions == 1


def test_a_symmetric_shape_has_about_as_many_marks_as_were_asked_for() -> None:
    shape = symmetric(Random(1), 6, 10, "rotation")  # noqa: S311  # not a secret
    assert shape.rows == tuple(row[::-1] for row in reversed(shape.rows))
    assert 10 <= len(shape.marks()) <= 11


# What is refused


WRONG_FILES = {
    "nothing": ("\n \n", "shape.txt holds no shape: write a line for each row, and a sign for each cell"),
    "a short line": ("...\n..\n...", "shape.txt, line 2: 2 signs, but a shape of 3 lines needs as many"),
    "a gap": ("\n...\n. .\n...", "shape.txt, line 3, column 2: ' ' is no sign: write . for a cell without one"),
    "a control character": ("..\n.\x07", "shape.txt, line 2, column 2: '\\x07' is no sign"),
    "too many lines": (".\n" * 65, "shape.txt has 65 lines: a shape has 64 at most"),
}


@pytest.mark.parametrize(("text", "says"), WRONG_FILES.values(), ids=WRONG_FILES)
def test_a_file_that_is_no_shape_is_refused_with_its_place(text: str, says: str) -> None:
    with pytest.raises(BoardError) as refused:
        shape_of(text, "shape.txt")
    assert str(refused.value).startswith(says)


WRONG_SHAPES = {
    "a sign that names no region": ("queens", "AA...\n..*..\n" + ".....\n" * 3, "line 2, column 3: '*' is neither"),
    "too many letters": ("queens", "ABCDE\nF....\n" + ".....\n" * 3, "line 2, column 1: there are more than 5 letters"),
    "letters apart": ("queens", "AB...\nBB...\n.....\n.....\n....A", "line 5, column 5: this A can't be joined"),
    "a number in zip": (
        "zip",
        EMPTY.replace("......", "1....2", 1),
        "line 1, column 1: 1 says which number stands there",
    ),
    "ends of one colour": (
        "zip",
        "*.*.\n....\n....\n....",
        "a path begins and ends on marks: there must be one on each",
    ),
    "ends of an odd board": ("zip", ".*...\n.....\n.....\n.....\n....*", "there must be two on cells of the colour"),
    "no end": ("zip", EMPTY, "line 1, column 1: a path begins and ends on marks"),
    "nothing given": ("tango", EMPTY, "line 1, column 1: a board needs a given symbol"),
    "a digit too large": ("mini-sudoku", "7" + EMPTY[1:], "line 1, column 1: 7 is no number from 1 to 6"),
    "digits that clash": (
        "mini-sudoku",
        "1...1." + EMPTY[6:],
        "line 1, column 5: no board has all the digits up to here",
    ),
    "patches that overlap": ("patches", "A..B.\n.....\nB..A.\n.....\n.....", "meets that of"),
    "a hole in patches": ("patches", "#....\n" + ".....\n" * 4, "line 1, column 1: '#' is neither"),
    "no letters": ("wend", ".....\n" * 5, "line 1, column 1: a board needs letters for a word"),
}


@pytest.mark.parametrize(("name", "text", "says"), WRONG_SHAPES.values(), ids=WRONG_SHAPES)
def test_a_shape_that_no_board_of_the_game_has_is_refused_with_its_place(name: str, text: str, says: str) -> None:
    with pytest.raises(BoardError) as refused:
        require(name, None, shape_of(text, "shape.txt"))
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_games_and_kinds_without_such_boards_refuse_them() -> None:
    with pytest.raises(BoardError, match="such boards of Queens take no shape"):
        require("queens", None, shape_of(EMPTY, "x"), shapeless=True)
    for name in ("queens", "patches", "wend"):
        with pytest.raises(BoardError, match=f"boards of {title_of(name)} have no clues that could be symmetric"):
            require(name, None, "mirror")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mini-sudoku", "*....." + EMPTY[6:]),
        ("queens", "AB...\nCD...\n.....\n.....\n....."),
        ("wend", "*.*.*\n.*.*.\n*.*.*\n.*.*.\n*.*.*"),
        ("tango", ""),
    ],
)
@pytest.mark.full
def test_a_search_without_a_board_ends_with_one_line(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("player.boards.generation.MAX_SHAPE_TRIES", 2)
    options = {} if text else {"distinct": True}
    shape = shape_of(text or "*....." + EMPTY[6:], "shape.txt")
    with pytest.raises(
        BoardError, match=f"no {title_of(name)} board with one solution was found for shape.txt in 2 tries"
    ):
        generate(name, None, 1, 1, shape, **options)


def test_a_shape_keeps_its_rows() -> None:
    shape = shape_of("\n\nab  \nc.\n\n", "x")
    assert shape == BoardShape("x", ("ab", "c."), 3)
    assert Counter(sign for _at, sign in shape.signs()) == Counter("abc.")
    assert json.dumps([list(at) for at in shape.marks()]) == "[[0, 0], [0, 1], [1, 0]]"
