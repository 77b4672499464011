"""Boards as pictures: what the scenes hold, and that both writers show it."""

import io
import re
from collections import Counter
from functools import lru_cache
from itertools import combinations, pairwise
from math import hypot
from xml.etree.ElementTree import Element, fromstring

import pytest
from PIL import Image, ImageColor

from player.explanations.steps import Mark
from player.games import GAMES, queens
from player.games.game import Puzzle
from player.games.grid import Cell
from player.nqueens import model
from player.render.png import fineness, png
from player.render.scene import scene
from player.render.shapes import CELL, MARGIN, STYLES, Scene, middle, style_of
from player.render.svg import svg
from tests.support.solved import (
    PATCHES,
    PATCHES_SOLVED,
    QUEENS,
    QUEENS_SOLVED,
    SOLVED,
    SUDOKU,
    SUDOKU_SOLVED,
    TANGO,
    TANGO_SOLVED,
    ZIP,
    ZIP_PATH,
)

PUZZLES: dict[str, Puzzle] = {**GAMES, "n-queens": model.N_QUEENS}
SVG = "{http://www.w3.org/2000/svg}"
every_game = pytest.mark.parametrize(("game", "board", "solution"), SOLVED, ids=[game for game, _, _ in SOLVED])


def kinds(of: Scene) -> Counter[str]:
    return Counter(shape.kind for shape in of.shapes)


def found(of: Scene, kind: str) -> list[Element]:
    return [element for element in fromstring(svg(of)) if element.get("class") == kind]


def inside(element: Element, at: Cell) -> bool:
    """Return true if all points of a polygon lie in a cell."""
    points = [tuple(map(float, pair.split(","))) for pair in element.attrib["points"].split()]
    left, top = MARGIN + CELL * at.col, MARGIN + CELL * at.row
    return all(left < x < left + CELL and top < y < top + CELL for x, y in points)


@lru_cache
def picture(of: Scene) -> Image.Image:
    return Image.open(io.BytesIO(png(of)))


def color_at(of: Scene, at: Cell, right: float, down: float) -> tuple[int, ...]:
    """The colour within a cell, so many of its sides to the right and down."""
    x, y = MARGIN + CELL * (at.col + right), MARGIN + CELL * (at.row + down)
    color = picture(of).getpixel((round(x), round(y)))
    assert isinstance(color, tuple)
    return color


# What the pictures hold


@pytest.mark.parametrize(("stars", "figure"), [(1, "crown"), (2, "star")])
def test_each_queen_is_a_crown_in_her_cell_and_a_star_where_there_are_several(stars: int, figure: str) -> None:
    board = queens.board.Board(QUEENS.regions, (), stars)
    drawn = found(scene(GAMES["queens"], board, QUEENS_SOLVED), figure)
    assert all(inside(element, at) for element, at in zip(drawn, QUEENS_SOLVED, strict=True))


def test_regions_are_parted_by_thick_lines() -> None:
    lines = [element.attrib["points"] for element in found(scene(GAMES["queens"], QUEENS), "border")]
    xs, tops = ([MARGIN + CELL * number for number in range(first, QUEENS.size)] for first in (1, 0))
    upright = [[f"{x},{top} {x},{top + CELL}" in lines for x in xs] for top in tops]
    assert upright == [[left != right for left, right in pairwise(row)] for row in QUEENS.regions]


def test_the_path_is_one_line_through_its_cells_in_order() -> None:
    (line,) = found(scene(GAMES["zip"], ZIP, ZIP_PATH), "path")
    assert line.attrib["points"] == " ".join(f"{x:g},{y:g}" for x, y in map(middle, ZIP_PATH))
    assert line.attrib["stroke-linejoin"] == "round"


def test_walls_are_thicker_than_grid_lines_and_numbers_stand_in_discs() -> None:
    drawn = scene(GAMES["zip"], ZIP)
    assert kinds(drawn)["wall"] == len(ZIP.walls)
    assert kinds(drawn)["disc"] == len(ZIP.numbers)
    assert [element.text for element in found(drawn, "number")] == list("1234567")
    assert min(shape.width for shape in drawn.shapes if shape.kind == "wall") > 4 * STYLES["board"]["grid_width"]


def test_a_path_has_a_start_and_an_end_that_differ() -> None:
    rings = found(scene(GAMES["zip"], ZIP, ZIP_PATH), "end")
    places_of_rings = Counter((float(ring.attrib["cx"]), float(ring.attrib["cy"])) for ring in rings)
    assert places_of_rings == {middle(ZIP_PATH[0]): 1, middle(ZIP_PATH[-1]): 2}


def test_suns_and_moons_differ_in_shape_and_given_ones_in_their_ground() -> None:
    drawn = scene(GAMES["tango"], TANGO, TANGO_SOLVED)
    assert {element.tag for element in found(drawn, "sun")} == {SVG + "circle"}
    assert {element.tag for element in found(drawn, "moon")} == {SVG + "polygon"}
    assert (len(found(drawn, "sun")), len(found(drawn, "moon")), len(found(drawn, "ray"))) == (8, 8, 64)
    assert len(found(drawn, "given")) == 2
    assert (len(found(drawn, "equal")), len(found(drawn, "cross"))) == (2, 2), "two strokes each"


def test_given_numbers_are_bold_and_others_are_not() -> None:
    drawn = scene(GAMES["mini-sudoku"], SUDOKU, SUDOKU_SOLVED)
    assert {element.attrib["font-weight"] for element in found(drawn, "given")} == {"700"}
    assert {element.attrib["font-weight"] for element in found(drawn, "number")} == {"400"}
    assert Counter(element.text for kind in ("given", "number") for element in found(drawn, kind)) == dict.fromkeys(
        "1234", 4
    )


def test_a_clue_shows_its_shape_and_its_area() -> None:
    drawn = scene(GAMES["patches"], PATCHES)
    assert [element.text for element in found(drawn, "area")] == ["4", None, "?", "12"]
    sizes = {
        shape: [(e.attrib["width"], e.attrib["height"]) for e in found(drawn, shape)] for shape in ("square", "tall")
    }
    assert all(width == height for width, height in sizes["square"])
    assert all(float(width) < float(height) for width, height in sizes["tall"])
    assert len(found(drawn, "any")) == 6, "three for each of two clues"


def test_a_patch_has_the_colour_of_its_clue_in_all_its_cells() -> None:
    drawn = scene(GAMES["patches"], PATCHES, PATCHES_SOLVED)
    corners = [[color_at(drawn, at, 0.08, 0.1) for at in patch.cells()] for patch in PATCHES_SOLVED]
    assert all(len(set(of_patch)) == 1 for of_patch in corners)
    assert len({of_patch[0] for of_patch in corners}) == len(PATCHES_SOLVED)


# What is known so far


def test_marks_cells_lit_and_numbers_are_drawn() -> None:
    crosses = [Mark("cross", (Cell(0, 2),)), Mark("cross", (Cell(0, 3),))]
    queen = Mark("queen", (Cell(0, 1),))
    drawn = scene(GAMES["queens"], QUEENS, marks=[*crosses, queen], lit=[Cell(3, 3)], numbers={queen: 7})
    assert kinds(drawn)["crown"] == 2, "the given one, and the one that is known"
    assert kinds(drawn)["cross"] == 4, "two strokes each"
    assert [element.text for element in found(drawn, "step")] == ["7"]
    dark, white = color_at(drawn, Cell(3, 3), 4 / CELL, 0.5), color_at(drawn, Cell(3, 3), 6.5 / CELL, 0.5)
    assert sum(white) - sum(dark) > 300, "a dark frame within a white one is seen without colours"
    assert color_at(drawn, Cell(3, 3), 0.85, 0.8) != color_at(drawn, Cell(3, 2), 0.85, 0.8), "and a tint within it"


def test_a_number_stands_on_its_line_or_in_the_corner_of_its_patch() -> None:
    line, patch = Mark("line", (Cell(0, 0), Cell(0, 1))), Mark("patch", (Cell(2, 1), Cell(2, 2)), "3")
    (on_line,) = found(scene(GAMES["zip"], ZIP, marks=[line], numbers={line: 1}), "badge")
    (in_patch,) = found(scene(GAMES["patches"], PATCHES, marks=[patch], numbers={patch: 1}), "badge")
    assert float(on_line.attrib["cx"]) == MARGIN + CELL
    assert float(in_patch.attrib["cx"]) > MARGIN + 2.5 * CELL


def test_what_is_known_of_each_game_is_drawn() -> None:
    ends = pairwise(ZIP_PATH)
    edges = [Mark("line", next(ends)), Mark("line", next(ends)), Mark("no-line", (Cell(1, 0), Cell(2, 0)))]
    known = scene(GAMES["zip"], ZIP, marks=edges, numbers={edges[0]: 1})
    assert (kinds(known)["path"], kinds(known)["cross"], kinds(known)["badge"]) == (1, 2, 1)
    known = scene(GAMES["tango"], TANGO, marks=[Mark("sun", (Cell(0, 0),)), Mark("moon", (Cell(3, 3),))])
    assert (kinds(known)["sun"], kinds(known)["moon"]) == (2, 2), "a given one of each too"
    known = scene(
        GAMES["mini-sudoku"], SUDOKU, marks=[Mark("number", (Cell(0, 1),), "4"), Mark("no-number", (Cell(3, 0),), "2")]
    )
    assert (kinds(known)["number"], kinds(known)["no-number"], kinds(known)["strike"]) == (1, 1, 1)
    patch = Mark("patch", tuple(PATCHES_SOLVED[0].cells()), "0")
    known = scene(GAMES["patches"], PATCHES, marks=[Mark("owner", (Cell(2, 2),), "3"), patch])
    assert (kinds(known)["patch"], kinds(known)["owner"], kinds(known)["owned"]) == (4, 1, 1)


def test_what_is_settled_takes_the_place_of_what_led_to_it() -> None:
    at, patch = Cell(0, 1), Mark("patch", tuple(PATCHES_SOLVED[0].cells()), "0")
    known = scene(GAMES["mini-sudoku"], SUDOKU, marks=[Mark("no-number", (at,), "2"), Mark("number", (at,), "4")])
    assert (kinds(known)["number"], kinds(known)["no-number"]) == (1, 0)
    known = scene(GAMES["patches"], PATCHES, marks=[Mark("owner", (at,), "0"), patch])
    assert (kinds(known)["patch"], kinds(known)["owner"], kinds(known)["owned"]) == (4, 0, 0)


# Broken rules


def test_each_broken_rule_is_an_error_below_the_board() -> None:
    broken = ["row 1 has 2 queens", "the queens at R1C1 and R1C2 touch"]
    drawn = scene(GAMES["queens"], QUEENS, QUEENS_SOLVED, broken=broken)
    lines = [element.text or "" for element in found(drawn, "error")]
    assert " ".join(lines) == f"ERROR: {broken[0]} ERROR: {broken[1]}"
    assert len(lines) > 2, "a long one goes on in the next line"
    assert all(float(e.attrib["y"]) > MARGIN + 4 * CELL for e in found(drawn, "error"))
    assert max(float(e.attrib["y"]) for e in found(drawn, "error")) < drawn.height
    assert "solved" not in drawn.title


# For every eye


@every_game
def test_a_picture_says_what_it_shows(game: str, board: object, solution: object) -> None:
    root = fromstring(svg(scene(PUZZLES[game], board, solution)))
    title, description = (element.text or "" for element in [*root][:2])
    assert title.startswith(PUZZLES[game].title)
    assert "row 1" in description


def test_regions_of_one_colour_have_letters_of_their_own() -> None:
    board = queens.board.Board(tuple((region,) * 32 for region in range(32)))
    drawn = scene(GAMES["queens"], board)
    fills = [element.attrib["fill"] for element in found(drawn, "cell")][::32]
    letters = [element.text for element in found(drawn, "region")][::32]
    assert len(set(fills)) < 32
    assert len(set(letters)) == 32


def test_no_frame_of_a_step_covers_a_letter_of_a_region() -> None:
    drawn = scene(GAMES["queens"], QUEENS, settled=[Cell(0, 0)])
    (frame, letter) = (found(drawn, kind)[0].attrib for kind in ("halo", "region"))
    widest = 0.86 * float(letter["font-size"])  # that of an M
    assert float(frame["x"]) + float(frame["stroke-width"]) / 2 < float(letter["x"]) - widest / 2


def test_the_name_of_a_region_covers_no_queen() -> None:
    marks = [Mark(kind, (Cell(0, 0),), "D") for kind in ("queen", "name")]
    drawn = scene(GAMES["queens"], QUEENS, marks=marks)
    (name,) = found(drawn, "paper")
    for tip in found(drawn, "tip"):
        (x, y, far), (a, b, near) = ([float(one.attrib[key]) for key in ("cx", "cy", "r")] for one in (name, tip))
        assert hypot(x - a, y - b) > far + near


def test_text_stands_out_from_every_ground() -> None:
    grounds = [*style_of("player.games.queens")["regions"], *STYLES["n-queens"]["squares"], STYLES["board"]["badge"]]
    assert min(contrast(STYLES["board"]["ink"], ground) for ground in grounds) > 4.5
    assert min(contrast(STYLES["board"]["paper"], ground) for ground in style_of("player.games.patches")["clues"]) > 3


@every_game
def test_marks_stand_out_in_a_light_and_a_dark_terminal(game: str, board: object, solution: object) -> None:
    styles = " ".join(str(span.style) for span in PUZZLES[game].drawing.text(board, solution).spans)
    for color in re.findall(r"(?<!on )#\w{6}", styles):
        assert min(contrast(color, "#ffffff"), contrast(color, "#000000")) > 3, color


def test_neighbouring_region_colours_differ() -> None:
    colors = [ImageColor.getrgb(color) for color in style_of("player.games.queens")["regions"]]
    assert all(max(abs(x - y) for x, y in zip(a, b, strict=True)) > 15 for a, b in combinations(colors, 2))


def contrast(one: str, other: str) -> float:
    """By WCAG 2.2."""
    low, high = sorted(luminance(color) for color in (one, other))
    return (high + 0.05) / (low + 0.05)


def luminance(color: str) -> float:
    parts = [part / 255 for part in ImageColor.getrgb(color)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# Both writers


@every_game
def test_both_writers_show_the_same_picture(game: str, board: object, solution: object) -> None:
    drawn = scene(PUZZLES[game], board, solution)
    root = fromstring(svg(drawn))
    assert Counter(element.get("class") for element in root if element.get("class")) == kinds(drawn)
    shown = picture(drawn)
    assert (
        (root.attrib["width"], root.attrib["height"])
        == tuple(map(str, shown.size))
        == (str(drawn.width), str(drawn.height))
    )
    paper = ImageColor.getrgb(STYLES["board"]["paper"])
    assert shown.getpixel((1, 1)) == paper
    colors = {color for _, color in shown.getcolors(100_000) or ()}
    solid = {shape.fill for shape in drawn.shapes if shape.fill and shape.opacity == 1}
    assert {color for color in solid if ImageColor.getrgb(color) not in colors} == set(), "each fill is on the picture"


@pytest.mark.parametrize(("side", "fine"), [(500, 4), (2000, 4), (3000, 2), (6060, 1), (20000, 1)])
def test_a_very_large_picture_is_drawn_less_finely(side: int, fine: int) -> None:
    assert fineness(side, side) == fine
