"""Heavy lines and glyphs are read in whatever way a page draws them, on pages of two rows and two columns."""

from typing import Any

import pytest
from playwright.sync_api import Page  # noqa: TID251

from tests.support.seen import board_of
from tests.support.tiny_pages import HERE, grid, served

STYLE = """
    main { display: grid; grid-template-columns: repeat(2, 60px); width: 120px; position: relative; }
    b { height: 60px; box-sizing: border-box; position: relative; }
    b { display: grid; place-items: center; font: 20px Arial; }
    i { position: absolute; background: #111; }
    sup { position: absolute; left: 2px; top: 2px; font-size: 9px; }
    .bar::after { content: ""; position: absolute; background: #111; right: -3px; top: 0; width: 6px; height: 100%; }
    .two::before { content: "2"; }
    [data-n]::before { content: attr(data-n); }
"""


def column(page: Page, body: str, reading: dict[str, Any]) -> list[Any]:
    look = served(page, body, {"read": {"number": reading}}, style=STYLE).open()
    return [cell["number"] for cell in board_of(look).snapshot.cells]


THIN = "style='border: 1px solid #999'>"
RIGHT_OF_FIRST = [["right"], ["left"], [], []]
DOWN_OF_FIRST = [["down"], [], ["up"], []]
RIGHT = "style='border-right: 6px solid'>"
NOTHING: list[list[str]] = [[], [], [], []]
SVG = "<svg width=120 height=120 style='position: absolute; left: 0; top: 0; overflow: visible'>"

LINES = {
    "a border": (grid("style='border-right: 4px solid'>", ">", ">", ">"), RIGHT_OF_FIRST),
    "a border among thin ones": (
        grid("style='border: 1px solid; border-bottom: 4px solid'>", THIN, THIN, THIN),
        DOWN_OF_FIRST,
    ),
    "borders of both cells": (
        grid("style='border-right: 3px solid'>", "style='border-left: 3px solid'>", ">", ">"),
        RIGHT_OF_FIRST,
    ),
    "a bar in the grid": (
        grid(">", ">", ">", ">", after="<i style='left: 57px; top: 0; width: 6px; height: 60px'></i>"),
        RIGHT_OF_FIRST,
    ),
    "a bar as long as two cells": (
        grid(">", ">", ">", ">", after="<i style='left: 57px; top: 0; width: 6px; height: 120px'></i>"),
        [["right"], ["left"], ["right"], ["left"]],
    ),
    "a bar in a layer beside the grid": (
        "<div style='position: relative'>"
        + grid(">", ">", ">", ">")
        + "<p style='margin: 0'><i style='left: 0; top: 57px; width: 60px; height: 6px'></i></p></div>",
        DOWN_OF_FIRST,
    ),
    "a shadow": (grid("style='box-shadow: inset 0 -4px 0 #111'>", ">", ">", ">"), DOWN_OF_FIRST),
    "a shadow outside": (grid("style='box-shadow: 5px 0 0 #111'>", ">", ">", ">"), RIGHT_OF_FIRST),
    "a background": (
        grid("style='background: linear-gradient(#111, #111) right / 5px 100% no-repeat'>", ">", ">", ">"),
        RIGHT_OF_FIRST,
    ),
    "a pseudo-element": (grid("class=bar>", ">", ">", ">"), RIGHT_OF_FIRST),
    "a line of an SVG": (
        grid(">", ">", ">", ">", after=f"{SVG}<line x1=60 y1=0 x2=60 y2=60 stroke=black stroke-width=6 /></svg>"),
        RIGHT_OF_FIRST,
    ),
    "a path of an SVG with several lines": (
        grid(">", ">", ">", ">", after=f"{SVG}<path d='M60 0V60M0 60H60' stroke=black stroke-width=6 /></svg>"),
        [["right", "down"], ["left"], ["up"], []],
    ),
    "white lines on black cells": (
        grid(*["style='background: black; border-right: 4px solid white'>"], *["style='background: black'>"] * 3),
        RIGHT_OF_FIRST,
    ),
    "no line that is heavier than others": (grid(THIN, THIN, THIN, THIN), NOTHING),
    "no line at all": (grid(">", ">", ">", ">"), NOTHING),
    "a ring that marks a cell's middle": (
        grid("><i style='inset: 15px; background: none; border: 4px solid'></i>", ">", ">", ">"),
        NOTHING,
    ),
    "lines of three weights, none far above the others": (
        grid("style='border-right: 11px solid'>", "style='border-bottom: 9px solid'>", RIGHT, ">"),
        [None] * 4,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("drawn", LINES, ids=str)
def test_heavy_lines_are_read_however_they_are_drawn(page: Page, drawn: str) -> None:
    body, expected = LINES[drawn]
    assert column(page, body, {"lines": "*"}) == expected


COUNT = {"glyph": "*", "pattern": r"^\D*(\d+)\D*$"}
GLYPHS: dict[str, tuple[str, dict[str, Any], list[str | None]]] = {
    "numbers of any form": (
        grid("><img alt=1 width=20 height=20>", "class=two>", "><s aria-label='Number 3'>&nbsp;</s>", ">٤"),
        COUNT,
        ["1", "2", "3", "4"],
    ),
    "numbers beside ordinals": (
        grid("><sup>1</sup>7", "><sup>2</sup>", "><sup>3</sup><u>8</u>", "><sup>4</sup>"),
        COUNT,
        ["7", None, "8", None],
    ),
    "the number in one of several lines": (
        grid(
            "><u style='display: inline-block; text-align: left'>Num.<br>10</u>",
            "><u style='display: inline-block; text-align: right'><em>Num.</em><br>7</u>",
            "><u>10</u><br><u>3</u>",
            "><u>No.</u>",
        ),
        COUNT,
        ["10", "7", None, None],
    ),
    "no number where labels say another": (
        grid("><s aria-label=5>4</s>", ">4", ">", ">"),
        COUNT,
        [None, "4", None, None],
    ),
    "no number of a cell with notes": (
        grid("><u style='position: absolute; left: 2px; top: 2px'>1</u><u>5</u>", ">5", ">", ">"),
        COUNT,
        [None, "5", None, None],
    ),
    "the value of an attribute that a style shows": (grid("data-n=6>", ">", ">", ">"), COUNT, ["6", None, None, None]),
    "symbols": (
        grid(
            "><u>☀️</u>",
            ">",
            "><s style='width: 20px; height: 20px; background: rgb(1, 2, 3)'></s>",
            "><img src=moon.svg>",
        ),
        {"glyph": "*"},
        ["☀", "empty", "rgb(1, 2, 3)", f"{HERE}/moon.svg"],
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("shown", GLYPHS, ids=str)
def test_a_glyph_is_what_stands_in_the_middle_of_a_cell(page: Page, shown: str) -> None:
    body, reading, expected = GLYPHS[shown]
    assert column(page, body, reading) == expected
