"""The second witness on pictures that are drawn here."""

import json
import subprocess
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from player.games import GAMES
from player.games.grid import Cell
from player.sight.reading import Grid
from player.sight.witness import Difference, Findings, ItemKind, Statement, WitnessVerdict, ask, judged

SIDE, EDGE = 56, 20
GIVENS = [[1, 0, 0, 4], [0, 3, 0, 0], [0, 0, 2, 0], [4, 0, 0, 3]]
SUDOKU = GAMES["mini-sudoku"]
#: Numbers 1 to 3 on a 4x4 board, with one wall.
ZIP = {"rows": 4, "cols": 4, "numbers": [[0, 0], [2, 1], [3, 3]], "walls": [[[1, 1], [1, 2]]]}


def grid(n: int, side: int = SIDE) -> Grid:
    lines = tuple(float(EDGE + side * number) for number in range(n + 1))
    return Grid(lines, lines)


def paper(n: int, side: int = SIDE) -> NDArray[np.uint8]:
    """Return a white board with thin grey lines."""
    size = 2 * EDGE + n * side
    picture = np.full((size, size, 3), 255, np.uint8)
    for at in range(EDGE, size - EDGE + 1, side):
        cv2.line(picture, (EDGE, at), (size - EDGE, at), (190, 190, 190), 1)
        cv2.line(picture, (at, EDGE), (at, size - EDGE), (190, 190, 190), 1)
    return picture


def write(picture: NDArray[np.uint8], at: Cell, text: str, colour: int = 20, scale: float = 0.9) -> None:
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 3)
    x, y = (EDGE + round((side + 0.5) * SIDE) for side in (at.col, at.row))
    place = (x - wide // 2, y + high // 2)
    cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale, (colour,) * 3, 3, cv2.LINE_AA)


def png(picture: NDArray[np.uint8]) -> bytes:
    return cv2.imencode(".png", picture)[1].tobytes()


def sudoku(painted: list[list[int]]) -> bytes:
    picture = paper(4)
    for row, digits in enumerate(painted):
        for col, digit in enumerate(digits):
            if digit:
                write(picture, Cell(row, col), str(digit))
    return png(picture)


def asked_about_sudoku(painted: list[list[int]], givens: list[list[int]] = GIVENS) -> Statement:
    board = SUDOKU.board.from_json({"box": [2, 2], "givens": givens})
    shown = [str(digit or "") for row in givens for digit in row]
    return ask(sudoku(painted), grid(4), SUDOKU, board, shown)


def zipped(walls: list[list[list[int]]], numbers: dict[tuple[int, int], str]) -> bytes:
    picture = paper(4)
    for at, text in numbers.items():
        x, y = (EDGE + round((side + 0.5) * SIDE) for side in (at[1], at[0]))
        cv2.circle(picture, (x, y), round(0.33 * SIDE), (0, 0, 0), cv2.FILLED, cv2.LINE_AA)
        write(picture, Cell(*at), text, 255, 0.7)
    for (row, col), (_, right) in walls:
        assert right == col + 1
        x, y = EDGE + SIDE * right, EDGE + SIDE * row
        cv2.line(picture, (x, y), (x, y + SIDE), (0, 0, 0), 10)
    return png(picture)


NUMBERS = {(0, 0): "1", (2, 1): "2", (3, 3): "3"}


def asked_about_zip(walls: list[list[list[int]]], numbers: dict[tuple[int, int], str] = NUMBERS) -> Statement:
    game = GAMES["zip"]
    board = game.board.from_json(ZIP)
    return ask(zipped(walls, numbers), grid(4), game, board, [at == 0 for at in range(16)])


def test_the_same_board_agrees() -> None:
    assert asked_about_sudoku(GIVENS) == Statement(WitnessVerdict.AGREES)
    assert asked_about_zip(ZIP["walls"]) == Statement(WitnessVerdict.AGREES)  # type: ignore[arg-type]  # JSON


@pytest.mark.parametrize(
    ("at", "digit", "says"),
    [
        (Cell(0, 0), 2, "the markup has the digit 1 at R1C1, the picture shows 2"),
        (Cell(0, 0), 0, "the markup has the digit 1 at R1C1, the picture shows nothing"),
        (Cell(0, 1), 2, "the markup has no digit at R1C2, the picture shows 2"),
    ],
)
def test_another_digit_is_a_difference(at: Cell, digit: int, says: str) -> None:
    painted = [[digit if (row, col) == at else one for col, one in enumerate(line)] for row, line in enumerate(GIVENS)]
    said = asked_about_sudoku(painted)
    assert (said.verdict, [*map(str, said.differences)]) == (WitnessVerdict.DIFFERS, [says])


BINAIRO = ["10..0.", ".1..0.", "...0..", "0..1..", "...1..", ".0...1"]


def asked_about_digits(painted: list[str]) -> Statement:
    """Ask about a Binairo with digits of one colour, for which the two symbols can't be told apart."""
    symbols, picture = {"1": "sun", "0": "moon"}, paper(6)
    at = {Cell(row, col): digit for row, line in enumerate(painted) for col, digit in enumerate(line) if digit != "."}
    for cell, digit in at.items():
        write(picture, cell, digit)
    picture[(picture == 20).all(axis=2)] = (205, 90, 106)
    game = GAMES["tango"]
    shown = [symbols.get(digit, "empty") for line in BINAIRO for digit in line]
    givens = [[*divmod(index, 6), symbol] for index, symbol in enumerate(shown) if symbol != "empty"]
    board = game.board.from_json({"size": 6, "givens": givens, "edges": []})
    return ask(png(picture), grid(6), game, board, shown)


def test_symbols_of_one_colour_are_told_by_their_figures() -> None:
    assert asked_about_digits(BINAIRO) == Statement(WitnessVerdict.AGREES)
    other = asked_about_digits(["11..0.", *BINAIRO[1:]])
    assert [*map(str, other.differences)] == ["the markup has a moon at R1C2, the picture shows the other symbol"]
    one = asked_about_digits([line.replace("0", "1") for line in BINAIRO])
    assert one.verdict is WitnessVerdict.DIFFERS, "there is one symbol only"


def test_a_small_note_is_no_difference() -> None:
    picture = cv2.imdecode(np.frombuffer(sudoku(GIVENS), np.uint8), cv2.IMREAD_COLOR)
    write(np.asarray(picture, np.uint8), Cell(0, 1), "2", scale=0.4)
    board = SUDOKU.board.from_json({"box": [2, 2], "givens": GIVENS})
    shown = [str(digit or "") for row in GIVENS for digit in row]
    assert ask(png(np.asarray(picture, np.uint8)), grid(4), SUDOKU, board, shown).verdict is WitnessVerdict.AGREES


#: An M of older OpenCVs is not recognised.
WEAVE = ["HOUR", "ED.S", "LAST", "CURE"]


@pytest.mark.parametrize(
    ("drawn", "verdict"),
    [
        ("box", WitnessVerdict.NOT_SEEN),
        ("no entry", WitnessVerdict.NOT_SEEN),
        ("E", WitnessVerdict.DIFFERS),
        (".", WitnessVerdict.AGREES),
    ],
)
def test_a_sign_on_a_hole_is_no_letter_and_a_letter_there_is(drawn: str, verdict: WitnessVerdict) -> None:
    picture, hole = paper(4), Cell(1, 2)
    x, y = (EDGE + round((side + 0.5) * SIDE) for side in (hole.col, hole.row))
    for row, letters in enumerate(WEAVE):
        for col, letter in enumerate(letters):
            if letter != ".":
                write(picture, Cell(row, col), letter)
    if drawn == "box":  # an emoji where no font has it
        cv2.rectangle(picture, (x - 3, y - 8), (x + 3, y + 8), (20,) * 3, 2)
    elif drawn == "no entry":
        cv2.circle(picture, (x, y), 10, (20,) * 3, 3, cv2.LINE_AA)
        cv2.line(picture, (x - 7, y - 7), (x + 7, y + 7), (20,) * 3, 3, cv2.LINE_AA)
    elif drawn != ".":
        write(picture, hole, drawn)
    game = GAMES["wend"]
    board = game.board.from_json({"grid": WEAVE, "lengths": [4, 3, 4, 4]})
    assert ask(png(picture), grid(4), game, board, [""] * 16).verdict is verdict


@pytest.mark.parametrize(
    ("walls", "says"),
    [
        ([], "the markup has a wall at R2C2 and R2C3, the picture shows none"),
        (
            [*ZIP["walls"], [[0, 0], [0, 1]]],  # type: ignore[misc]  # JSON
            "the markup has no wall at R1C1 and R1C2, the picture shows one",
        ),
    ],
)
def test_another_wall_is_a_difference(walls: list[list[list[int]]], says: str) -> None:
    assert [*map(str, asked_about_zip(walls).differences)] == [says]


@pytest.mark.parametrize("glow", [0, 6])
def test_discs_as_large_as_their_cells_make_no_wall(glow: int) -> None:
    """Cells are light squares with gaps between them, and discs glow."""
    numbers = {(0, 0): "1", (0, 1): "2", (0, 2): "3", (3, 1): "4", (3, 3): "5"}
    board = GAMES["zip"].board.from_json({**ZIP, "numbers": [[*at] for at in numbers], "walls": []})
    picture = np.full_like(paper(4), (58, 52, 38))
    for row, col in np.ndindex(4, 4):
        x, y = EDGE + SIDE * col, EDGE + SIDE * row
        cv2.rectangle(picture, (x + 4, y + 4), (x + SIDE - 5, y + SIDE - 5), (96, 88, 70), cv2.FILLED)
    lit = picture.copy()
    for at in numbers:
        x, y = (EDGE + round((side + 0.5) * SIDE) for side in (at[1], at[0]))
        cv2.circle(lit, (x, y), SIDE // 2 - 4 + glow, (200, 190, 30), cv2.FILLED)
    picture = np.asarray(cv2.GaussianBlur(lit, (0, 0), 3) if glow else picture, np.uint8)
    for at, text in numbers.items():
        x, y = (EDGE + round((side + 0.5) * SIDE) for side in (at[1], at[0]))
        cv2.circle(picture, (x, y), SIDE // 2 - 4, (0, 0, 0), cv2.FILLED, cv2.LINE_AA)
        write(picture, Cell(*at), text, 255, 0.7)
    said = ask(png(picture), grid(4), GAMES["zip"], board, [at == 0 for at in range(16)])
    assert said.differences == ()


@pytest.mark.parametrize("walls", [ZIP["walls"], []])
def test_a_wall_in_another_colour_is_neither_missing_nor_seen(walls: list[list[list[int]]]) -> None:
    picture = np.asarray(cv2.imdecode(np.frombuffer(zipped([], NUMBERS), np.uint8), cv2.IMREAD_COLOR), np.uint8)
    x, y = EDGE + 2 * SIDE, EDGE + SIDE
    cv2.line(picture, (x, y), (x, y + SIDE), (170, 190, 235), 10)
    game = GAMES["zip"]
    board = game.board.from_json({**ZIP, "walls": walls})
    said = ask(png(picture), grid(4), game, board, [at == 0 for at in range(16)])
    assert said.verdict is WitnessVerdict.NOT_SEEN
    assert "walls" in said.why


def test_swapped_numbers_are_differences() -> None:
    said = asked_about_zip(ZIP["walls"], NUMBERS | {(0, 0): "2", (2, 1): "1"})  # type: ignore[arg-type]  # JSON
    assert [one.picture for one in said.differences] == ["2", "1"]


def test_what_cannot_be_judged_is_not_seen() -> None:
    blank = asked_about_sudoku([[0] * 4] * 4)
    assert (blank.verdict, blank.why) == (WitnessVerdict.NOT_SEEN, "0 of 6 things on the board were recognised")
    board = SUDOKU.board.from_json({"box": [2, 2], "givens": GIVENS})
    tiny = ask(sudoku(GIVENS), grid(4, 20), SUDOKU, board, [""] * 16)
    assert (tiny.verdict, "20 pixels" in tiny.why) == (WitnessVerdict.NOT_SEEN, True)
    away = ask(sudoku(GIVENS), grid(4, 90), SUDOKU, board, [""] * 16)
    assert (away.verdict, away.why) == (WitnessVerdict.NOT_SEEN, "a part of it is outside of the window")


def found(asked: int, seen: int, others: int, absent: int, misread: int = 0) -> Statement:
    findings: Findings = defaultdict(ItemKind)
    places = [Difference((Cell(0, col),), "a", "b") for col in range(9)]
    kind = findings["things"]
    kind.asked, kind.seen, kind.misread = asked, seen, misread
    kind.others, kind.absent = places[:others], places[others : others + absent]
    return judged(findings)


def test_a_kind_of_which_nothing_is_seen_is_drawn_in_an_unknown_way() -> None:
    assert found(asked=5, seen=0, others=0, absent=5).verdict is WitnessVerdict.NOT_SEEN
    assert found(asked=5, seen=4, others=0, absent=1).verdict is WitnessVerdict.DIFFERS


def test_a_board_agrees_only_if_all_of_each_kind_is_seen() -> None:
    findings: Findings = defaultdict(ItemKind)
    for kind, seen in (("symbols", 9), ("signs", 5)):
        findings[kind].asked = findings[kind].seen = seen
    assert judged(findings).verdict is WitnessVerdict.AGREES
    findings["signs"].unclear = 1
    assert judged(findings).verdict is WitnessVerdict.NOT_SEEN, "there may be a sign more"
    findings["signs"].seen, findings["signs"].unclear = 0, 0
    said = judged(findings)
    assert (said.verdict, said.why) == (WitnessVerdict.NOT_SEEN, "0 of 5 signs on the board were recognised")


def test_a_picture_of_something_else_is_no_witness() -> None:
    assert found(asked=9, seen=1, others=8, absent=0).verdict is WitnessVerdict.NOT_SEEN
    assert found(asked=9, seen=1, others=8, absent=0, misread=8).verdict is WitnessVerdict.DIFFERS, (
        "it is another day's board"
    )


def test_differences_come_in_the_order_of_the_cells() -> None:
    findings: Findings = defaultdict(ItemKind)
    for kind, col in (("a", 2), ("b", 1)):
        findings[kind].asked = findings[kind].seen = 5
        findings[kind].others = [Difference((Cell(0, col),), "x", "y")]
    places = [one.cells for one in judged(findings).differences]
    assert all(one <= other for one, other in pairwise(places))


#: A board of four regions and cells in none, and the colours of the regions.
PARTLY: list[list[int | None]] = [[0, 0, 1, 1], [None, 0, 1, None], [2, 2, None, 3], [2, 2, 3, 3]]
COLOURS: dict[int | None, tuple[int, int, int]] = {
    0: (120, 200, 250),
    1: (200, 160, 120),
    2: (150, 230, 150),
    3: (140, 120, 230),
    None: (255, 255, 255),
}


def _regions(shown: list[list[int | None]]) -> NDArray[np.uint8]:
    picture = paper(4)
    for row, regions in enumerate(shown):
        for col, region in enumerate(regions):
            x, y = EDGE + SIDE * col + 1, EDGE + SIDE * row + 1
            cv2.rectangle(picture, (x, y), (x + SIDE - 2, y + SIDE - 2), COLOURS[region], cv2.FILLED)
    return picture


@pytest.mark.parametrize(
    ("bordered", "seen"),
    [(True, ""), (False, "the markup has two regions at R1C2 and R1C3, the picture shows one colour")],
)
def test_a_border_parts_two_regions_of_one_colour(bordered: bool, seen: str) -> None:
    regions: list[list[int | None]] = [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]]
    picture = _regions([[0 if region == 1 else region for region in row] for row in regions])
    middle, end = EDGE + 2 * SIDE, EDGE + 4 * SIDE
    for line in [((middle, EDGE), (middle, end)), ((EDGE, middle), (end, middle))] if bordered else []:
        cv2.line(picture, *line, (40, 40, 40), 4)
    board = GAMES["queens"].board.from_json({"regions": regions, "stars": 1})
    said = ask(png(picture), grid(4), GAMES["queens"], board, [""] * 16)
    assert said.verdict is (WitnessVerdict.DIFFERS if seen else WitnessVerdict.AGREES)
    assert seen in "".join(str(one) for one in said.differences)


@pytest.mark.parametrize(("painted", "seen"), [(None, ""), (3, "no region at R3C3"), (1, "no region at R3C3")])
def test_cells_in_no_region_are_compared_too(painted: int | None, seen: str) -> None:
    game, shown = GAMES["queens"], [row[:] for row in PARTLY]
    shown[2][2] = painted
    picture = _regions(shown)
    board = game.board.from_json({"regions": PARTLY, "stars": 1})
    said = ask(png(picture), grid(4), game, board, [""] * 16)
    assert said.verdict is (WitnessVerdict.DIFFERS if seen else WitnessVerdict.AGREES)
    assert seen in "".join(str(one) for one in said.differences)


#: Asks a prepared witness about a board of Mini Sudoku, and prints what is loaded for that, and the verdict.
ASKED = """
import json, pathlib, sys
from player.games import GAMES
from player.sight.reading import Grid
from player.sight.witness import ask, prepare
file, *given = sys.argv[1:]
givens, lines = map(json.loads, given)
prepare(["mini-sudoku"])
game, before = GAMES["mini-sudoku"], {*sys.modules}
board = game.board.from_json({"box": [2, 2], "givens": givens})
shown = [str(digit or "") for row in givens for digit in row]
said = ask(pathlib.Path(file).read_bytes(), Grid(lines, lines), game, board, shown)
print(said.verdict, sorted({*sys.modules} - before))
"""


@pytest.mark.slow
def test_a_prepared_witness_loads_nothing_more_when_it_is_asked(tmp_path: Path) -> None:
    (file := tmp_path / "board.png").write_bytes(sudoku(GIVENS))
    given = [str(file), json.dumps(GIVENS), json.dumps(grid(4).across)]
    done = subprocess.run([sys.executable, "-c", ASKED, *given], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "agrees []\n"
