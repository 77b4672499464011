"""The drawing over the board of a page: the shapes that pictures have for the same marks."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import pytest

from player.browser.page.presentation import Places
from player.demo.sketch import FADED, sketch
from player.explanations.steps import Mark
from player.games import GAMES
from player.games.grid import Cell
from player.render.scene import mark_shapes, scene
from player.render.shapes import Scene, corner
from player.render.svg import SvgElement, elements
from tests.support.games.shared import games_in
from tests.support.solved import QUEENS, SOLVED, SUDOKU, TANGO

#: A small board of each game, with its solution.
BOARDS: dict[str, tuple[Any, Any]] = {name: (board, solution) for name, board, solution in SOLVED if name in GAMES}


def places(board: Any) -> Places:
    """A page whose cells lie as in the board's picture."""
    rows, cols = board.shape
    across, down = [corner((0, col)).x for col in range(cols + 1)], [corner((row, 0)).y for row in range(rows + 1)]
    look: Any = SimpleNamespace(shape=board.shape, lines=(across, down), buttons={})
    return Places(look)


def drawn(drawing: Iterable[SvgElement]) -> list[tuple[str, str, str]]:
    """The opacity, kind and text of each shape."""
    return [
        (layer.attributes["opacity"], shape.attributes["class"], shape.text)
        for layer in drawing
        for shape in layer.children
    ]


def without(whole: Scene, part: Scene) -> list[SvgElement]:
    return [element for element in elements(whole.shapes) if element not in [*elements(part.shapes)]]


@pytest.mark.slow
@pytest.mark.parametrize("name", games_in(BOARDS))
def test_the_marks_of_a_solution_are_drawn_as_in_its_picture(name: str) -> None:
    game, (board, solution) = GAMES[name], BOARDS[name]
    marks = game.drawing.marks(board, solution)
    (layer,) = sketch(game, board, places(board), fresh=marks)
    solved, bare = scene(game, board, solution), scene(game, board)
    assert [one for one in layer.children if one not in [*elements(solved.shapes)]] == []
    # The tint below a path is of the board: the page has its own.
    added = [one for one in without(solved, bare) if one.attributes["class"] != "visited"]
    assert added
    assert [one for one in added if one not in layer.children] == []


@pytest.mark.parametrize("name", games_in(BOARDS))
def test_nothing_is_drawn_of_the_board_itself(name: str) -> None:
    board, _ = BOARDS[name]
    assert [*mark_shapes(GAMES[name], board, ())] == []
    assert sketch(GAMES[name], board, places(board), dim=True) == ()


def test_what_is_known_is_faded_as_a_whole_and_lies_below_what_is_fresh() -> None:
    moon, sun = Mark("moon", (Cell(0, 0),)), Mark("sun", (Cell(1, 1),))
    below, above = sketch(GAMES["tango"], TANGO, places(TANGO), known=[moon], fresh=[sun])
    assert {(one[0], one[1]) for one in drawn([below])} == {(str(FADED), "moon")}
    assert {(one[0], one[1]) for one in drawn([above])} == {("1", "ray"), ("1", "sun")}


def test_a_number_that_is_ruled_out_goes_when_the_cell_gets_its_own() -> None:
    out = [Mark("no-number", (Cell(0, col),), "2") for col in (1, 2)]
    number = Mark("number", (Cell(0, 1),), "4")
    drawing = sketch(GAMES["mini-sudoku"], SUDOKU, places(SUDOKU), known=out, fresh=[number])
    assert [text for _, kind, text in drawn(drawing) if kind in {"no-number", "number"}] == ["2", "4"]


def test_the_cells_that_nothing_is_said_of_are_dark() -> None:
    row = [Cell(1, col) for col in range(4)]
    queen = Mark("queen", (Cell(0, 0),))
    drawing = sketch(GAMES["queens"], QUEENS, places(QUEENS), fresh=[queen], lit=row, target=row[:1], dim=True)
    shade, lit, target, fresh = drawing
    assert len(shade.children) == 16 - 4 - 1
    assert [kind for _, kind, _ in drawn([lit])] == (["halo"] * 4 + ["lit"] * 4) * 3
    assert "crown" in {kind for _, kind, _ in drawn([fresh])}
    assert [kind for _, kind, _ in drawn([target])] == ["halo"] * 4 + ["settled"] * 4


def test_names_that_sentences_use_stand_in_their_cells() -> None:
    (layer,) = sketch(GAMES["queens"], QUEENS, places(QUEENS), names=[Mark("name", (Cell(2, 2),), "D")])
    assert [text for _, kind, text in drawn([layer]) if kind == "label"] == ["D"]
