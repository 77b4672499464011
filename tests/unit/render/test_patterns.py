"""Patterns: each differs from each other one without any colour, and nothing changes unless they are asked for."""

import json
from itertools import combinations
from pathlib import Path

import pytest
from PIL import ImageChops, ImageStat

from player.boards.board_json import board_of
from player.games.grid import Cell
from player.proof import prove
from player.render import PATTERNS_VARIABLE
from player.render.glyphs import PATTERNS, character, patterned
from player.render.png import image
from player.render.scene import scene
from player.render.shapes import CELL, MARGIN, Circle, Line, Scene, Shape
from tests.support.commands import Player
from tests.support.documents import ROOT
from tests.support.terminals import Terminal

#: Star Battle's regions as stripes, more of them than there are patterns.
STRIPES = {"game": "queens", "regions": [[row] * 17 for row in range(17)]}
GREY = "#b4b4b4"


@pytest.fixture
def _wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PATTERNS_VARIABLE, "1")


def first(game: str) -> dict[str, object]:
    text = (ROOT / "fixtures" / "boards" / f"{game}.jsonl").read_text(encoding="utf-8")
    found: dict[str, object] = json.loads(text.splitlines()[0])
    return found


def shapes_of(game: str, *, solved: bool = True) -> tuple[Shape, ...]:
    puzzle, board = board_of(first(game))
    return scene(puzzle, board, prove(puzzle, board).solution if solved else None).shapes


@pytest.mark.usefixtures("_wanted")
def test_each_pattern_differs_from_each_other_one_in_grey() -> None:
    cells = []
    for number in range(len(PATTERNS)):
        drawn = Scene(120, 120, "", (), tuple(patterned((0, 0), number, GREY)))
        cells.append(image(drawn).convert("L").crop((MARGIN, MARGIN, MARGIN + CELL, MARGIN + CELL)))
    for (a, one), (b, other) in combinations(enumerate(cells), 2):
        differing = ImageStat.Stat(ImageChops.difference(one, other).point(lambda level: 255 * (level > 60))).mean[0]
        assert differing > 0.04 * 255, (a, b)


@pytest.mark.usefixtures("_wanted")
def test_a_pattern_stays_in_its_cell() -> None:
    for number in range(len(PATTERNS)):
        for shape in patterned((2, 1), number, GREY):
            reach = shape.radius if isinstance(shape, Circle) else 0
            points = [shape.middle] if isinstance(shape, Circle) else shape.points if isinstance(shape, Line) else []
            assert points
            for x, y in points:
                assert MARGIN + CELL + reach <= x <= MARGIN + 2 * CELL - reach
                assert MARGIN + 2 * CELL + reach <= y <= MARGIN + 3 * CELL - reach


@pytest.mark.usefixtures("_wanted")
def test_areas_of_one_colour_have_other_patterns() -> None:
    game, board = board_of(STRIPES)
    lines = game.text(board).plain.splitlines()
    fillings = [(line[0], line[2]) for line in lines]
    assert all(left == right for left, right in fillings)
    assert len({left for left, _ in fillings[:15]}) == 15
    assert fillings[16] != fillings[0], "the 17th region has the first one's colour"


@pytest.mark.usefixtures("_wanted")
@pytest.mark.parametrize("game", ["queens", "patches"])
def test_each_cell_of_a_solved_board_has_the_pattern_of_its_area(game: str) -> None:
    shapes = shapes_of(game)
    assert any(shape.kind == "pattern" for shape in shapes)
    over = [shape.kind for shape in shapes]
    assert over.index("pattern") < over.index("grid"), "lines, letters and signs stand on patterns"


@pytest.mark.usefixtures("_wanted")
def test_a_clue_of_a_patch_has_its_pattern_before_the_patch_is_known() -> None:
    puzzle, board = board_of(first("patches"))
    at = [shape for number, clue in enumerate(board.clues) for shape in patterned(clue.cell, number, GREY)]
    assert len([shape for shape in shapes_of("patches", solved=False) if shape.kind == "pattern"]) == len(at)
    assert len(puzzle.text(board).plain) > 0


@pytest.mark.usefixtures("_wanted")
def test_patches_on_a_terminal_are_filled() -> None:
    puzzle, board = board_of(first("patches"))
    solution = prove(puzzle, board).solution
    lines = puzzle.text(board, solution).plain.splitlines()
    clues = {clue.cell for clue in board.clues}
    for number, patch in enumerate(solution):
        for at in patch.cells():
            if at not in clues:
                assert lines[2 * at.row + 1][4 * at.col + 1 : 4 * at.col + 4] == character(number) * 3, Cell(*at)


@pytest.mark.parametrize("value", [None, "", "0"])
@pytest.mark.parametrize("game", ["queens", "patches"])
def test_without_the_wish_there_are_none(monkeypatch: pytest.MonkeyPatch, game: str, value: str | None) -> None:
    monkeypatch.delenv(PATTERNS_VARIABLE, raising=False)
    if value is not None:
        monkeypatch.setenv(PATTERNS_VARIABLE, value)
    assert not [shape for shape in shapes_of(game) if shape.kind == "pattern"]
    assert {character(number) for number in range(40)} == {" "}


@pytest.mark.slow
@pytest.mark.parametrize("command", ["draw", "solve", "explain"])
def test_the_option_is_that_of_one_command(
    player: Player, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str
) -> None:
    monkeypatch.delenv(PATTERNS_VARIABLE, raising=False)
    (board := tmp_path / "board.json").write_text(json.dumps(first("queens")), encoding="utf-8")
    (page := tmp_path / "page.html").unlink(missing_ok=True)
    more = ("--html", page) if command == "explain" else ()

    def shown(*options: str) -> str:
        if command == "solve":  # it draws in a terminal only
            return "\n".join(Terminal(command, board, *options).end()[1])
        code, out, _ = player(command, board, *more, *options)
        assert code == 0
        return page.read_text(encoding="utf-8") if more else out

    sign = 'class="pattern"' if more else "-B-"
    assert sign not in shown()
    assert sign in shown("--patterns")
    assert sign not in shown()
