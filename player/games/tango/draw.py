"""The drawing of Tango: suns, moons, darker cells for the given ones, and signs between cells."""

from collections.abc import Iterable, Iterator
from math import acos, cos, hypot, pi, sin

from rich.text import Text as TerminalText

from player.explanations.steps import Mark
from player.games.grid import cells
from player.games.tango.board import EQUAL, MOON, SUN, Board, Solution, rows
from player.render import glyphs
from player.render.shapes import Circle, Line, Point, Polygon, Shape, middle, scaled, style_of
from player.render.terminal import frame, styled

STYLE = style_of("player.games.tango")


def marks(board: Board, solution: Solution | None) -> list[Mark]:
    """Return a mark for each symbol: those of the solution, or else the given ones."""
    if solution is None:
        return [Mark(symbol, (at,)) for at, symbol in board.givens]
    return [Mark(symbol, (at,)) for at, symbol in zip(cells(*board.shape), solution, strict=True)]


def words(board: Board, solution: Solution | None) -> Iterator[str]:
    """Yield the lines of the picture's text alternative."""
    for at, symbol in board.givens:
        yield f"a {symbol} is given at {at.spoken}"
    for a, b, sign in board.edges:
        yield f"{'an equal sign' if sign == EQUAL else 'a cross'} between {a.spoken} and {b.spoken}"
    for number, row in enumerate(rows(solution) if solution else (), start=1):
        yield f"row {number}: {', '.join(row)}"


def ground(board: Board, _marks: Iterable[Mark]) -> Iterator[Shape]:
    """Yield the darker squares of the given cells."""
    return (glyphs.square(given.cell, STYLE["given"], "given") for given in board.givens)


def figures(board: Board, marks: Iterable[Mark]) -> Iterator[Shape]:
    """Yield the grid, the signs, and the suns and moons."""
    yield from glyphs.grid(*board.shape, STYLE["grid"], 2)
    yield glyphs.frame(*board.shape, STYLE["grid"])
    for a, b, sign in board.edges:
        yield from _sign(middle(a, b), sign)
    yield from mark_shapes(board, marks)


def mark_shapes(_board: Board, marks: Iterable[Mark]) -> Iterator[Shape]:
    """Yield the suns and moons."""
    for mark in marks:
        if mark.kind in {SUN, MOON}:
            yield from (_sun if mark.kind == SUN else _moon)(middle(*mark.cells))


def _sign(around: Point, sign: str) -> Iterator[Shape]:
    yield Circle("ground", glyphs.PAPER, middle=around, radius=11)
    if sign == EQUAL:
        for outline in ("-6,-3.5 6,-3.5", "-6,3.5 6,3.5"):
            yield Line(sign, stroke=STYLE["sign"], width=2.4, points=scaled(outline, around, 1))
    else:
        yield from glyphs.cross(around, 5, STYLE["sign"], 2.4)


def _sun(around: Point) -> Iterator[Shape]:
    for turn in range(8):
        x, y = cos(turn * pi / 4), sin(turn * pi / 4)
        points = tuple(Point(around.x + x * far, around.y + y * far) for far in (15.5, 20))
        yield Line("ray", stroke=STYLE["sun_edge"], width=2.6, points=points)
    yield Circle(SUN, STYLE["sun"], stroke=STYLE["sun_edge"], width=1.8, middle=around, radius=11.5)


#: A crescent: a circle of radius 1 without a circle of radius `_BITE` around `_BITTEN_AT`.
_BITE, _BITTEN_AT = 0.82, Point(0.42, -0.42)


def _moon(around: Point) -> Iterator[Shape]:
    """Yield the crescent, as one polygon along the outer arc and back along the inner one."""
    apart = hypot(*_BITTEN_AT)
    along = (1 - _BITE**2 + apart**2) / (2 * apart)
    tip, inner = acos(along), pi - acos((apart - along) / _BITE)
    toward = -pi / 4
    outer_arc = [toward + tip + (2 * pi - 2 * tip) * step / 20 for step in range(21)]
    inner_arc = [toward - inner - (2 * pi - 2 * inner) * step / 14 for step in range(15)]
    points = [Point(cos(angle), sin(angle)) for angle in outer_arc]
    points += [Point(_BITTEN_AT.x + _BITE * cos(angle), _BITTEN_AT.y + _BITE * sin(angle)) for angle in inner_arc]
    at = tuple(Point(round(around.x - 2.5 + 16 * x, 2), round(around.y + 2.5 + 16 * y, 2)) for x, y in points)
    yield Polygon(MOON, STYLE["moon"], stroke=STYLE["moon_edge"], width=1.8, points=at)


def text(board: Board, solution: Solution | None) -> TerminalText:
    """Return the board, with the symbols of `solution` if there is one, as styled text; given ones are inverse."""
    signs = {SUN: ("○", STYLE["sun_edge"]), MOON: ("●", STYLE["moon"])}
    canvas = frame(*board.shape)
    for at, symbol in zip(cells(*board.shape), solution or (), strict=False):
        canvas[2 * at.row + 1][4 * at.col + 2] = signs[symbol]
    for at, symbol in board.givens:
        sign, color = signs[symbol]
        canvas[2 * at.row + 1][4 * at.col + 2] = (sign, f"bold reverse {color}")
    for a, b, sign in board.edges:
        canvas[a.row + b.row + 1][2 * (a.col + b.col) + 2] = ("=" if sign == EQUAL else "x", "bold")
    return styled(canvas)
