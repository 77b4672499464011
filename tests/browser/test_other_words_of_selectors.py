"""The words of selectors.yaml for pages of another make: signs that are text, names, areas, other digits and orders."""
# ruff: noqa: RUF001  # these signs are what is read

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page  # noqa: TID251

from player.errors import PageNotUnderstood
from player.games.snapshot import Snapshot
from tests.support.seen import board_of
from tests.support.tiny_pages import grid, served

STYLE = """
    main { display: grid; grid-template-columns: repeat(3, 40px); gap: 0; position: relative; width: max-content; }
    b { height: 40px; box-sizing: border-box; font-weight: normal; overflow: hidden; }
    i { position: absolute; font-style: normal; text-align: center; width: 20px; height: 20px; line-height: 20px; }
"""

Read = Callable[..., dict[str, list[Any]]]
Look = Callable[..., Snapshot]


@pytest.fixture
def look(page: Page) -> Look:
    """The values that are read of the page of `body`, with `parts` of a page's section."""

    def snapshot(body: str, fields: dict[str, Any], **parts: Any) -> Snapshot:
        return board_of(served(page, body, {"read": fields, **parts}, style=STYLE).open()).snapshot

    return snapshot


@pytest.fixture
def read(look: Look) -> Read:
    """The columns of the fields."""

    def columns(body: str, fields: dict[str, Any], **parts: Any) -> dict[str, list[Any]]:
        seen = look(body, fields, **parts).cells
        return {name: [cell[name] for cell in seen] for name in fields}

    return columns


NINE = (">",) * 9
N = [None]


# Names, digits and symbols

NUMBERS = [
    "title=x><img alt='Number 12'>",
    "><svg role=img width=20 height=20><title>Number 3</title><rect width=9 height=9 /></svg>",
    "aria-label='Number ٤'>",
    ">५",
    ">৬",
    ">７",
    ">8️⃣",
    ">⑨",
    "><span aria-label='Number 𝟏𝟎'></span>",
]
SYMBOLS = [
    ">☀️",
    ">☀",
    ">🌞",
    "><img alt='🌙'>",
    ">🌜",
    "><svg><use href='#moon'></use></svg>",
    ">👸🏽",
    ">👸",
    ">♛\ufe0e",
]
SUNS = {"name": "*", "pattern": "([☀️🌞])"}
MOONS = {"first": {"a moon": {"name": "*", "pattern": "(🌙|🌜|^moon$)"}}}


def test_numbers_and_symbols_are_read_in_all_their_forms(read: Read) -> None:
    """A name is a text, a label, `alt`, a title or a symbol; digits of all scripts are digits."""
    number = {"name": "*", "pattern": r"^(?:Number )?(\d+)$"}
    assert read(grid(*NUMBERS), {"x": number}) == {"x": ["12", "3", "4", "5", "6", "7", "8", "9", "10"]}


@pytest.mark.full
def test_equal_symbols_are_equal(read: Read) -> None:
    fields = {"sun": {"first": {"sun": SUNS}}, "moon": MOONS, "name": {"name": "*"}}
    seen = read(grid(*SYMBOLS), fields)
    assert seen["sun"] == ["sun"] * 3 + N * 6
    assert seen["moon"] == N * 3 + ["a moon"] * 3 + N * 3
    assert seen["name"] == ["☀", "☀", "🌞", "🌙", "🌜", "moon", "👸", "👸", "♛"]


LEFT_ALONE = ["½", "x²", "Ⅷ", "1️⃣2", "❷", "🔟", "१२३", "(３)", "⒌"]


@pytest.mark.full
def test_digits_are_those_that_stand_for_numbers(read: Read) -> None:
    seen = read(grid(*(f">{text}" for text in LEFT_ALONE)), {"x": {"text": "*"}})
    assert seen["x"] == ["½", "x²", "Ⅷ", "12", "2", "10", "123", "(3)", "5"]


@pytest.mark.full
def test_sizes_and_numbers_beside_the_grid_are_read_in_other_digits_and_from_1(look: Look) -> None:
    """A list with other numbers than its parts have counts as none."""
    body = "<style>main { --rows: ٣ }</style>" + grid(*NINE)
    body += "".join(f"<ol>{''.join(f'<li title={n}>Ａ</li>' for n in numbers)}</ol>" for numbers in ("①②", "23"))
    words = {"items": "ol", "parts": "li", "number": {"attribute": "title"}, "done": ".done"}
    size = {"rows": {"property": "--rows"}, "cols": {"property": "--rows"}}
    seen = look(body, {"x": {"text": "b"}}, beside={"words": words}, size=size)
    assert [(item.parts, item.text) for item in seen.beside["words"]] == [(2, "AA"), (0, "AA")]


# Signs and walls

#: Cells of 40 pixels with gaps of 40: signs in the gaps lie a whole cell away from the middles of the cells.
WIDE = "main { gap: 40px }"


def sign(left: float, top: float, text: str) -> str:
    return f"<i style='left: {left - 10}px; top: {top - 10}px'>{text}</i>"


SIGNS = sign(60, 20, "=") + sign(140, 20, "×") + sign(20, 60, "＝") + sign(100, 140, "<u aria-label='cross'></u>")


def test_signs_that_are_text_are_told_apart_in_gaps_wider_than_a_cell(read: Read) -> None:
    row = "<p style='position: absolute; top: 50px; width: 200px; height: 20px; margin: 0'>＝</p>"
    fields = {
        "equal": {"bars": "i, p", "pattern": "^=$"},
        "cross": {"bars": "i", "pattern": "^[×xX]$|cross"},
        "some": {"has": "i", "pattern": "="},
    }
    seen = read(grid(*NINE, after=SIGNS + row, style=WIDE), fields)
    assert seen["equal"] == [["down", "right"], ["left"], [], ["up"], [], [], [], [], []]
    assert seen["cross"] == [[], ["right"], ["left"], [], ["down"], [], [], ["up"], []]
    assert seen["some"] == [False] * 9


TABLE = """<style>td { width: 40px; height: 40px; padding: 0 } td.s { width: 30px; height: 30px }</style>
<table id=t></table>
<script>
    const signs = { "0,1": "=", "1,0": "×", "3,4": "≠" };
    for (let row = 0; row < 5; row += 1) {
        const line = t.insertRow();
        for (let col = 0; col < 5; col += 1) {
            const cell = line.insertCell();
            cell.className = row % 2 || col % 2 ? "s" : "c";
            cell.textContent = signs[`${row},${col}`] ?? "";
        }
    }
</script>"""


def test_signs_in_cells_between_those_of_the_board_are_read(read: Read) -> None:
    fields = {"equal": {"bars": "td.s", "pattern": "^=$"}, "cross": {"bars": "td.s", "pattern": "^[×≠]$"}}
    seen = read(TABLE, fields, grid="table", cell="td.c")
    assert seen["equal"] == [["right"], ["left"], *([[]] * 7)]
    assert seen["cross"] == [["down"], [], [], ["up"], [], ["down"], [], [], ["up"]]


@pytest.mark.full
@pytest.mark.parametrize("gap", [0, 10, 60])
def test_signs_in_a_cell_are_on_its_sides_at_its_edge_and_in_the_gap(read: Read, gap: int) -> None:
    style = f"main {{ gap: {gap}px }} b {{ position: relative; overflow: visible }}"
    middle, edge = 40 + gap / 2, 40
    cells = [f">{sign(middle, 20, '=')}{sign(20, edge, 'x')}", f">{sign(20, 20, '=')}", *NINE[2:]]
    seen = read(grid(*cells, style=style), {"equal": {"sides": "i", "pattern": "="}, "any": {"sides": "i"}})
    assert seen["equal"] == [["right"], *([[]] * 8)]
    assert seen["any"][0] == ["down", "right"]


@pytest.mark.full
def test_a_bar_may_be_as_long_as_several_cells(read: Read) -> None:
    bars = "<svg style='position: absolute; inset: 0; width: 120px; height: 120px'>"
    bars += "<path d='M40 0V80' stroke=red stroke-width=4 /><line x1=40 y1=80 x2=120 y2=80 stroke=red stroke-width=4 />"
    seen = read(
        grid(*NINE, after=f"{bars}<rect width=120 height=120 fill=none stroke=red /></svg>"), {"x": {"bars": "svg *"}}
    )
    walls = [["right"], ["left"], [], ["right"], ["down", "left"], ["down"], [], ["up"], ["up"]]
    assert seen["x"] == walls


@pytest.mark.full
def test_of_several_elements_over_a_cell_the_first_with_a_value_is_read(read: Read) -> None:
    over = sign(20, 20, "") + sign(20, 20, "A") + sign(60, 20, "B")
    fields = {"x": {"over": "i", "text": "*", "pattern": "([AC])"}, "y": {"over": "i", "has": "*", "pattern": "B"}}
    seen = read(grid(*NINE, after=over), fields)
    assert seen["x"] == ["A", *N * 8]
    assert seen["y"] == [False, True, *[False] * 7]


# Areas

COLOURS = ["red", "red", "blue", "blue", "red", "blue", "red", "blue", "red"]


def test_areas_are_connected_cells_of_one_value_or_what_walls_enclose(read: Read) -> None:
    """Colours may repeat; a wall is drawn from either of its cells, and the rim is no wall."""
    walls = {
        2: "border-left: 4px solid;",
        5: "border-left: 4px solid;",
        7: "border: 0 solid; border-width: 4px 4px 0 0;",
    }
    cells = [f"style='background: {colour}; {walls.get(i, '')}'>" for i, colour in enumerate(COLOURS)]
    fields = {
        "colour": {"areas": {"property": "background-color"}},
        "walls": {"areas": {"borders": {"px": 4, "several": True}}},
    }
    seen = read(grid(*cells), fields)
    assert seen["colour"] == ["0", "0", "2", "3", "0", "2", "6", "7", "8"]
    assert seen["walls"] == ["0", "0", "2", "0", "0", "2", "0", "0", "2"]


@pytest.mark.full
def test_areas_are_enclosed_by_bars_too_and_unknown_where_a_cell_tells_nothing(read: Read) -> None:
    bars = "".join(f"<i class=w style='left: 38px; top: {top}px; width: 4px; height: 40px'></i>" for top in (0, 40, 80))
    fields = {
        "bars": {"areas": {"bars": ".w"}},
        "told": {"areas": {"with": "[a]", "attribute": "a"}},
        "lost": {"areas": {"sides": "u"}},
    }
    cells = ["a=1>", "a=1>", *NINE[2:8], "><u style='position: absolute; margin: 11px 0 0 11px; width: 9px'></u>"]
    seen = read(grid(*cells, after=bars), fields)
    assert seen["bars"] == ["0", "1", "1"] * 3
    assert seen["told"] == ["0", "0", *N * 7]
    assert seen["lost"] == N * 9


def test_a_field_that_the_site_does_not_have_is_none_in_each_cell(read: Read) -> None:
    assert read(grid(*NINE), {"walls": "none"}) == {"walls": ["none"] * 9}


# Which cell is which

ROWS = [(row, col) for row in range(3) for col in range(3)]
ORDERS: dict[str, tuple[dict[str, Any], Callable[[int, int], str]]] = {
    "row by row from 1": ({}, lambda row, col: f"data-n={row * 3 + col + 1}"),
    "column by column": ({}, lambda row, col: f"data-n={col * 3 + row}"),
    "column by column from 1": ({}, lambda row, col: f"data-n={col * 3 + row + 1}"),
    "by column, as the file says": ({"numbered": "by column"}, lambda row, col: f"data-n={col * 3 + row}"),
    "by column in the file, but by row": (
        {"numbered": "by column", "numbered_from": 1},
        lambda row, col: f"data-n={row * 3 + col}",
    ),
    "rows and columns from 1": (
        {"index": None, "place": {"row": {"attribute": "data-r"}, "col": {"attribute": "data-c"}}},
        lambda row, col: f"data-r={row + 1} data-c='{'０１２'[col]}'",
    ),
}
ORDERS["column by column from 1"] = ({}, lambda row, col: f"data-n='{'①②③④⑤⑥⑦⑧⑨'[col * 3 + row]}'")
LETTERS = list("abcdefghi")


@pytest.mark.full
@pytest.mark.parametrize(("keys", "named"), ORDERS.values(), ids=ORDERS)
def test_cells_are_in_order_where_the_page_counts(
    read: Read, keys: dict[str, Any], named: Callable[[int, int], str]
) -> None:
    cells = [f"{named(*at)}>{letter}" for at, letter in zip(ROWS, LETTERS, strict=True)]
    parts = {"index": {"attribute": "data-n"}, **keys}
    assert read(grid(*cells), {"x": {"text": "b"}}, **parts)["x"] == LETTERS


REFUSED = {
    "that start at 2": [*range(2, 11)],
    "that are mixed": [0, 3, 6, 1, 4, 7, 2, 8, 5],
    "two of which are one": [1, 2, 3, 4, 5, 6, 7, 8, 8],
    "from the right": [2, 1, 0, 5, 4, 3, 8, 7, 6],
}


@pytest.mark.full
@pytest.mark.parametrize("numbers", REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("order", ["by row", "by column"])
def test_numbers_are_refused(read: Read, numbers: list[int], order: str) -> None:
    cells = [f"data-n={number}>" for number in numbers]
    with pytest.raises(PageNotUnderstood, match=r"not numbered|do not lie"):
        read(grid(*cells), {"x": {"text": "b"}}, index={"attribute": "data-n"}, numbered=order)


# Rows and columns

SHAPES = {
    "cells that overlap": "main { grid-auto-rows: 40px } b { height: 90px; margin: -25px; clip-path: inset(25px) }",
    "gaps of three cells, and wider ones": "main { column-gap: 120px } b:nth-child(3n) { transform: translateX(60px) }",
    "high cells": "b { height: 130px }",
    "a first cell that is large": "main { place-items: center; grid-auto-rows: 40px } b { width: 16px; height: 16px }"
    "b:first-child { width: 38px; height: 38px }",
}


@pytest.mark.full
@pytest.mark.parametrize("style", SHAPES.values(), ids=SHAPES)
def test_rows_and_columns_are_found_by_position(read: Read, style: str) -> None:
    cells = [f">{letter}" for letter in LETTERS]
    assert read(grid(*cells, style=style), {"x": {"text": "b"}})["x"] == LETTERS
