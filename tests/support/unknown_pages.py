"""Pages that no selector describes: boards in the manner of many makers, and pages without a game."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any
from urllib.parse import quote

Board = dict[str, Any]

#: Beside each board: a chooser of levels and an example, which are rows and columns of boxes too.
BESIDE = (
    "<nav class=levels>" + "".join(f"<a href='#{n}' class=level>{n}</a>" for n in range(1, 26)) + "</nav>"
    "<aside><table class=sample>" + "<tr><td>1<td>2<td>0<td>2</tr>" * 4 + "</table></aside>"
)
STYLE = """
    .levels { display: grid; grid-template-columns: repeat(5, 32px) }
    .level { width: 30px; height: 30px; border: 1px solid }
    .sample td { width: 24px; height: 24px; border: 1px solid #aaa }
"""


def page(body: str, style: str, title: str = "A puzzle") -> str:
    """Return a page of `body`, with the rest beside it."""
    return (
        f"<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>{title}</title>"
        f"<style>{STYLE}{style}</style></head><body><h1>{title}</h1>{BESIDE}{body}</body></html>"
    )


def grid(cells: Sequence[str], cols: int, tag: str = "div") -> str:
    """Return a grid of `cells`, each its attributes and what is in it."""
    inside = "".join(f"<{tag} {cell}</{tag}>" for cell in cells)
    columns = f"grid-template-columns: repeat({cols}, 48px)"
    return f"<section style='display: grid; {columns}; width: max-content'>{inside}</section>"


def places(rows: int, cols: int) -> Iterator[tuple[int, int]]:
    """Yield the places of all cells, row by row."""
    return product(range(rows), range(cols))


SQUARE = "{ width: 48px; height: 48px; box-sizing: border-box; padding: 0; position: relative; text-align: center }"


def queens_by_hashed_colours(board: Board) -> str:
    """Classes that a build makes anew name the colours."""
    n = len(board["regions"])
    cells = [f"class='k9sQ2 c{7 * board['regions'][row][col]}Xb'>" for row, col in places(n, n)]
    colours = "".join(f".c{7 * number}Xb {{ background: hsl({360 * number // n} 60% 80%) }}" for number in range(n))
    return page(grid(cells, n), f".k9sQ2 {SQUARE} {colours}")


def queens_with_a_given(board: Board) -> str:
    """A table with one queen that stands there from the start."""
    n, (queen, *_) = len(board["regions"]), board["solution"]
    cells = [
        f"data-region={board['regions'][row][col]} {'class=fixed>♛' if [row, col] == queen else '>'}"
        for row, col in places(n, n)
    ]
    return page(grid(cells, n), f"section div {SQUARE}")


def zip_by_classes(board: Board) -> str:
    """Rows of squares whose classes name their walls, drawn from one side."""
    numbers = {tuple(cell): number for number, cell in enumerate(board["numbers"], start=1)}
    walls = {(tuple(a), tuple(b)) for a, b in map(sorted, board["walls"])}
    rows = []
    for row in range(board["rows"]):
        cells = []
        for col in range(board["cols"]):
            sides = {"right": (row, col + 1), "bottom": (row + 1, col)}
            names = " ".join(f"wall-{side}" for side, there in sides.items() if ((row, col), there) in walls)
            cells.append(f"<div class='sq {names}'>{numbers.get((row, col), '')}</div>")
        rows.append(f"<div class=row>{''.join(cells)}</div>")
    style = ".row { display: flex } .wall-right { border-right: 4px solid } .wall-bottom { border-bottom: 4px solid }"
    return page("".join(rows), f".sq {SQUARE} {style}")


def zip_by_pictures(board: Board) -> str:
    """Squares at places of their own, numbers as pictures with a name, and bars between the squares."""
    parts = [
        f"<div class=sq style='left: {48 * col}px; top: {48 * row}px'>"
        for row, col in places(board["rows"], board["cols"])
    ]
    for number, (row, col) in enumerate(board["numbers"], start=1):
        parts[row * board["cols"] + col] += (
            f"<img width=30 height=30 alt='Number {number}' src='data:image/svg+xml,<svg/>'>"
        )
    body = "".join(f"{part}</div>" for part in parts)
    for (row, col), (below, right) in map(sorted, board["walls"]):
        size = (4, 40) if row == below else (40, 4)
        left = 48 * right - 2 if row == below else 48 * col + 4
        top = 48 * row + 4 if row == below else 48 * below - 2
        body += f"<div class=bar style='left: {left}px; top: {top}px; width: {size[0]}px; height: {size[1]}px'></div>"
    around = f"<div style='position: relative; height: {48 * board['rows']}px'>{body}</div>"
    return page(around, f".sq {SQUARE} .sq {{ position: absolute }} .bar {{ position: absolute; background: black }}")


def tango_by_painted_discs(board: Board) -> str:
    """Symbols without a text, told by their colour alone, and signs as texts in the cells."""
    n = board["size"]
    givens = {(row, col): symbol for row, col, symbol in board["givens"]}
    signs = {(tuple(a), tuple(b)): "=" if sign == "equal" else "×" for a, b, sign in board["edges"]}  # noqa: RUF001
    cells = []
    for row, col in places(n, n):
        disc = f"<div class={'aB3d' if givens[row, col] == 'sun' else 'Xy7z'}></div>" if (row, col) in givens else ""
        beside = "".join(
            f"<span class={name}>{signs[(row, col), there]}</span>"
            for name, there in (("toRight", (row, col + 1)), ("toDown", (row + 1, col)))
            if ((row, col), there) in signs
        )
        cells.append(f"class=sq>{disc}{beside}")
    style = """
        .sq { display: grid; place-items: center; border: 1px solid #ccc }
        .sq div { width: 24px; height: 24px } .aB3d { background: orange } .Xy7z { background: navy }
        span { position: absolute; width: 14px; height: 14px; font: 12px/14px monospace }
        .toRight { right: -7px; top: 17px } .toDown { bottom: -7px; left: 17px }
    """
    return page(grid(cells, n), f".sq {SQUARE} {style}")


def tango_by_pictures_of_signs(board: Board, *, styled: bool = False) -> str:
    """Signs of one name each of which shows one of two pictures, as an image or, `styled`, as its background."""
    html, lines = tango_by_painted_discs(board), {"=": "M2 3.4h6M2 6.6h6", "×": "M2 2l6 6M8 2l-6 6"}  # noqa: RUF001
    for sign, line in lines.items():
        drawing = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><path d='{line}' stroke='black'/></svg>"
        address = f"data:image/svg+xml,{quote(drawing)}"
        shown = f" style='background-image: url({address})'>" if styled else f"><img width=14 src='{address}'>"
        html = html.replace(f">{sign}</span>", f"{shown}</span>")
    return html


def tango_with_signs_as_large_as_cells(board: Board, *, named: bool = False) -> str:
    """Cells, places for signs and spacers in one grid, all of one size: the spacers lie in rows and columns too.

    The places may be named by their direction, and by their sign.
    """
    n = board["size"]
    givens = {(2 * row, 2 * col): "☀" if symbol == "sun" else "☾" for row, col, symbol in board["givens"]}
    signs = {
        (a[0] + b[0], a[1] + b[1]): "=" if sign == "equal" else "×"  # noqa: RUF001
        for a, b, sign in board["edges"]
    }
    names = {
        (way, sign): f"sign-{'hv'[way]}{of_sign}" if named else "sign"
        for way in (0, 1)
        for sign, of_sign in ((None, ""), ("=", " sign-equal"), ("×", " sign-opposite"))  # noqa: RUF001
    }
    cells = [
        f"class='box square'>{givens.get((row, col), '')}"
        if row % 2 == col % 2 == 0
        else f"class='box {names[row % 2, signs.get((row, col))]}'>{signs.get((row, col), '')}"
        if row % 2 != col % 2
        else "class=box>"
        for row, col in places(2 * n - 1, 2 * n - 1)
    ]
    return page(grid(cells, 2 * n - 1), f".box {SQUARE} .square {{ border: 1px solid }}")


def tango_by_placed_texts(board: Board) -> str:
    """Styles write the symbols, and place the signs: neither is a text of the document, and no sign has an element."""
    n = board["size"]
    givens = {(row, col): int(symbol == "moon") for row, col, symbol in board["givens"]}
    signs: dict[tuple[int, ...], str] = {}
    for a, b, sign in board["edges"]:
        way, written = "across" if a[0] == b[0] else "down", "=" if sign == "equal" else "≠"
        signs.setdefault(tuple(a), f"class='sq {way}' data-sign={written}")
    assert len(signs) == len(board["edges"]), "a cell has two signs"
    cells = [
        signs.get(place, "class=sq") + (f" data-value={givens[place]}>" if place in givens else ">")
        for place in places(n, n)
    ]
    style = """
        .sq { border: 1px solid #ccc } [data-value="0"]::before { content: "☀" }
        [data-value="1"]::before { content: "☾" }
        .across::after, .down::after { position: absolute; content: attr(data-sign); font: bold 16px/16px monospace }
        .across::after { right: -6px; top: 50%; transform: translateY(-50%) }
        .down::after { bottom: -9px; left: 50%; transform: translateX(-50%) }
    """
    return page(grid(cells, n), f".sq {SQUARE} {style}")


def tango_by_drawings(board: Board) -> str:
    """Cells with a drawing, and labels that begin with their place; the signs are drawings that lie over two cells."""
    n = board["size"]
    givens = {(row, col): symbol for row, col, symbol in board["givens"]}
    shapes = {"sun": "<circle cx=12 cy=12 r=8 fill=orange />", "moon": "<path d='M16 4A8 8 0 1 0 20 16Z' fill=navy />"}
    labels = {place: f"{symbol}, fixed" for place, symbol in givens.items()}
    cells = [
        f"aria-label='Row {row + 1}, column {col + 1}: {labels.get((row, col), 'empty')}'>"
        + (f"<svg width=24 height=24>{shapes[givens[row, col]]}</svg>" if (row, col) in givens else "")
        for row, col in places(n, n)
    ]
    lines = {"equal": "M2 3.4h6M2 6.6h6", "cross": "M2 2l6 6M8 2l-6 6"}
    signs = "".join(
        f"<div class=badge style='top: {24 * (a[0] + b[0]) + 16}px; left: {24 * (a[1] + b[1]) + 16}px'>"
        f"<svg width=16 height=16 viewBox='0 0 10 10'><path d='{lines[sign]}' fill=none stroke=#555 /></svg></div>"
        for a, b, sign in board["edges"]
    )
    style = ".badge { position: absolute; width: 16px; height: 16px; border-radius: 50%; background: white }"
    cell = f"section button {SQUARE} button {{ border: 1px solid #ccc; background: white }}"
    whole = f"<div style='position: relative; width: max-content'>{grid(cells, n, 'button')}{signs}</div>"
    return page(whole, style + cell)


def sudoku_in_boxes(board: Board) -> str:
    """An element for each box, which is what tells the boxes."""
    n, (high, wide) = len(board["givens"]), board["box"]
    boxes = [
        grid([f"class=sq>{board['givens'][top + row][left + col] or ''}" for row, col in places(high, wide)], wide)
        for top, left in product(range(0, n, high), range(0, n, wide))
    ]
    style = f"display: grid; gap: 6px; grid-template-columns: repeat({n // wide}, max-content)"
    return page(f"<div style='{style}'>{''.join(boxes)}</div>", f".sq {SQUARE} .sq {{ border: 1px solid #999 }}")


GLYPHS = {"any": "❔", "square": "🟦", "wide": "↔️", "tall": "↕️"}


def patches_by_glyphs(board: Board) -> str:
    """A glyph for the shape of a clue, and its area behind it."""
    clues = {(row, col): f"{GLYPHS[shape]}{area or ''}" for row, col, shape, area in board["clues"]}
    cells = [f">{clues.get(place, '')}" for place in places(board["rows"], board["cols"])]
    return page(grid(cells, board["cols"]), f"section div {SQUARE} section div {{ border: 1px solid #999 }}")


#: The extents of the icons of shapes, in pixels; the last is one of two that cross.
ICONS = {"square": [(22, 22)], "wide": [(30, 16)], "tall": [(16, 30)], "any": [(30, 14), (14, 30)]}
COLOURS = {"square": "teal", "wide": "tomato", "tall": "gold", "any": "plum"}


def patches_by_coloured_icons(board: Board, colour_of: Callable[[int, str], str]) -> str:
    """Icons without a name that no outline shows, in the colours of `colour_of` the number and shape of a clue."""
    clues = {
        (row, col): f"<em>{area or ''}</em>"
        + "".join(
            f"<i style='width: {wide}px; height: {high}px; background-image: linear-gradient({colour}, {colour})'></i>"
            for colour in [colour_of(number, shape)]
            for wide, high in ICONS[shape]
        )
        for number, (row, col, shape, area) in enumerate(board["clues"])
    }
    cells = [f">{clues.get(place, '')}" for place in places(board["rows"], board["cols"])]
    style = """
        section div { border: 1px solid #999 } section i { position: absolute; inset: 0; margin: auto }
        section em { position: relative; z-index: 1; font: 12px/46px sans-serif }
    """
    return page(grid(cells, board["cols"]), f"section div {SQUARE} {style}", "Patches")


def wend_by_hashed_classes(board: Board) -> str:
    """Buttons and rows of slots, with the classes of one build only."""
    rows: list[str] = board["grid"]
    cells = [
        f"class='Zk3h2' {'disabled>' if letter == '.' else '>' + letter.lower()}" for row in rows for letter in row
    ]
    words = "".join(f"<li class=q8Ws1>{'<span class=m2Lp9></span>' * length}</li>" for length in board["lengths"])
    style = ".q8Ws1 { display: flex; gap: 3px } .m2Lp9 { width: 20px; height: 24px; border-bottom: 2px solid }"
    return page(f"{grid(cells, len(rows[0]), 'button')}<ul class=vv7aK>{words}</ul>", f".Zk3h2 {SQUARE} {style}")


#: By game: the makes of its pages.
MAKES: dict[str, tuple[Callable[[Board], str], ...]] = {
    "queens": (queens_by_hashed_colours, queens_with_a_given),
    "zip": (zip_by_classes, zip_by_pictures),
    "tango": (tango_by_painted_discs, tango_with_signs_as_large_as_cells, tango_by_drawings),
    "mini-sudoku": (sudoku_in_boxes,),
    "patches": (patches_by_glyphs,),
    "wend": (wend_by_hashed_classes,),
}

#: Pages that look like a board, and show none of a game.
OTHERS = {
    "a calendar": page(grid([f">{day if 0 < day <= 31 else ''}" for day in range(-1, 34)], 7), f"section div {SQUARE}"),
    "a chess board": page(
        grid([f"style='background: {'#eee' if (row + col) % 2 else '#555'}'>" for row, col in places(8, 8)], 8),
        f"section div {SQUARE}",
    ),
    "a table of products": page(
        grid([f">{(row + 1) * (col + 1)}" for row, col in places(9, 9)], 9), f"section div {SQUARE}"
    ),
    "empty squares": page(grid([">"] * 36, 6), f"section div {SQUARE}"),
    "queens with a region too many": page(
        grid([f"class=r{6 if col != (2 * row + row // 3) % 6 else row}>" for row, col in places(6, 6)], 6),
        f"section div {SQUARE} " + "".join(f".r{n} {{ background: hsl({50 * n} 60% 80%) }}" for n in range(7)),
        "Queens",
    ),
    "a game of five letters": page(
        grid([f"class=row{row}>{'CRANESLOTH'[5 * row + col] if row < 2 else ''}" for row, col in places(6, 5)], 5)
        + "".join(f"<button type=button>{letter}</button>" for letter in "QWERTYUIOPASDFGHJKLZXCVBNM"),
        f"section div {SQUARE}",
        "Guess the word",
    ),
    "a memory game": page(grid([" class=card data-face=down>?"] * 16, 4), f".card {SQUARE}", "Memory"),
    "a mine field": page(
        grid([f"class=tile>{'1' if (row * col) % 7 == 3 else ''}" for row, col in places(9, 9)], 9),
        f".tile {SQUARE}",
        "Mine field",
    ),
    "tiles that double": page(
        grid([f"class=tile>{number or ''}" for number in (2, 0, 4, 0, 0, 2, 0, 0, 8, 0, 0, 0, 16, 4, 2, 0)], 4),
        f".tile {SQUARE}",
        "Join the tiles",
    ),
    "a sudoku of cages": page(
        grid(
            [
                f"class='sq cage{(row + 2 * col) % 9}'>{'<small>14</small>' if col == row % 3 else ''}"
                for row, col in places(9, 9)
            ],
            9,
        ),
        f".sq {SQUARE} .sq {{ border: 1px solid #999 }} "
        ".sq:nth-child(3n) { border-right: 3px solid } small { position: absolute; left: 0; top: 0; font-size: 9px }",
        "Killer Sudoku",
    ),
    "photographs": page(
        grid([f"><img width=46 height=46 alt='Photo {n}' src='data:image/svg+xml,<svg/>'>" for n in range(16)], 4),
        f"section div {SQUARE}",
        "Photos",
    ),
    "a path around blocked cells": page(
        grid([f">{text}" for text in ("1", "", "2", "3", "#", "", "", "", "4")], 3), f"section div {SQUARE}", "Zip"
    ),
    "a grid of numbers": page(
        grid([f">{number}" for number in "221122223325662262431342231335515663"], 6), f"section div {SQUARE}", "Hitori"
    ),
    "a word search": page(
        grid([f">{'ABCDEFGHIJKLM'[(5 * n * n + n) % 13]}" for n in range(100)], 10), f"section div {SQUARE}"
    ),
}
