"""Shapes that several games share, and patterns for areas that else only their colour and letter tell apart."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from math import cos, pi, sin

from player.explanations.steps import Mark
from player.games.grid import Cell, neighbouring
from player.render import PATTERNS_VARIABLE
from player.render.shapes import (
    CELL,
    STYLES,
    Circle,
    Line,
    Point,
    Polygon,
    Rectangle,
    Shape,
    Text,
    corner,
    middle,
    scaled,
    side,
)

BOARD = STYLES["board"]
INK, PAPER = BOARD["ink"], BOARD["paper"]

#: In units of the scene: the distance of a frame from the cell's sides, and the radius of a star and of a crown.
INSET, STAR, CROWN = 4, 21, 17
#: Of the corners over a page, between its walls, signs and numbers: the distance from the cell's sides, the length, and
#: the width with and without the white around it.
CORNER, CORNER_LENGTH, CORNER_WIDTHS = 7.4, 5.8, (3.4, 2.8)


def square(at: tuple[int, int], fill: str, kind: str = "cell", opacity: float = 1) -> Rectangle:
    """Return a rectangle that fills a cell."""
    return Rectangle(kind, fill, opacity=opacity, at=corner(at), size=Point(CELL, CELL))


def grid(rows: int, cols: int, color: str = BOARD["grid"], width: float = BOARD["grid_width"]) -> Iterator[Shape]:
    """Yield the lines between all cells."""
    for row in range(1, rows):
        yield Line("grid", stroke=color, width=width, points=(corner((row, 0)), corner((row, cols))))
    for col in range(1, cols):
        yield Line("grid", stroke=color, width=width, points=(corner((0, col)), corner((rows, col))))


def frame(rows: int, cols: int, color: str = INK, width: float = 3) -> Rectangle:
    """Return the rectangle around the grid."""
    return Rectangle("frame", stroke=color, width=width, at=corner((0, 0)), size=Point(CELL * cols, CELL * rows))


def names(rows: int, cols: int) -> Iterator[Shape]:
    """Yield the numbers of rows and columns, from 1 as in sentences."""
    for row in range(rows):
        yield _name(Point(corner((row, 0)).x - 15, corner((row, 0)).y + CELL / 2), row)
    for col in range(cols):
        yield _name(Point(corner((0, col)).x + CELL / 2, corner((0, col)).y - 15), col)


def _name(at: Point, number: int) -> Text:
    return Text("name", BOARD["faint"], middle=at, text=str(number + 1), size=14)


def borders(of: dict[Cell, int], rows: int, cols: int, width: float) -> Iterator[Shape]:
    """Yield the sides between cells of different groups, by the group of each cell, and the frame."""
    for wall in neighbouring(rows, cols):
        if of.get(wall[0]) != of.get(wall[1]):
            yield Line("border", stroke=INK, width=width, points=side(*wall))
    yield frame(rows, cols, width=width)


def cross(around: Point, size: float, color: str = BOARD["faint"], width: float = 3) -> Iterator[Shape]:
    """Yield a cross around a point."""
    for outline in ("-1,-1 1,1", "-1,1 1,-1"):
        yield Line("cross", stroke=color, width=width, points=scaled(outline, around, size))


def ruled_out(marks: Iterable[Mark]) -> Iterator[Shape]:
    """Yield the shapes of marks that rule something out: a cross in a cell or between two."""
    for mark in marks:
        if mark.kind in {"cross", "no-line"}:
            yield from cross(middle(*mark.cells), 8 if mark.kind == "cross" else 5)


def star(around: Point) -> Polygon:
    """Return a star around a point."""
    reach = [(STAR, STAR * 0.42)[step % 2] for step in range(10)]
    points = tuple(
        Point(around.x + far * sin(step * pi / 5), around.y + 1 - far * cos(step * pi / 5))
        for step, far in enumerate(reach)
    )
    return Polygon("star", INK, points=points)


_CROWN = "-1,-0.42 -0.52,0.02 0,-0.72 0.52,0.02 1,-0.42 0.76,0.62 -0.76,0.62"
_TIPS = "-1,-0.48 0,-0.8 1,-0.48"


def crown(around: Point) -> Iterator[Shape]:
    """Yield a crown around a point."""
    around = Point(around.x, around.y + 1)
    yield Polygon("crown", INK, stroke=INK, width=CROWN / 9, points=scaled(_CROWN, around, CROWN))
    for tip in scaled(_TIPS, around, CROWN):
        yield Circle("tip", INK, middle=tip, radius=CROWN / 6.5)
    yield Line("band", stroke=INK, width=CROWN / 6, points=scaled("-0.72,0.95 0.72,0.95", around, CROWN))


def in_corner(at: Cell) -> Point:
    """Return the point of a badge in a cell, at its lower right."""
    return Point(corner(at).x + CELL - 12, corner(at).y + CELL - 12)


def badge(around: Point, number: int) -> Iterator[Shape]:
    """Yield the number of a step in a circle."""
    yield Circle("badge", BOARD["badge"], stroke=INK, width=1.2, middle=around, radius=10.5)
    yield Text("step", INK, middle=around, text=str(number), size=13 if number < 100 else 10.5, bold=True)


def label(at: Cell, text: str) -> Iterator[Shape]:
    """Yield a short text on paper, in the upper left corner of a cell."""
    around = Point(corner(at).x + 10, corner(at).y + 10)
    yield Circle("paper", PAPER, middle=around, radius=7.5)
    yield Text("label", INK, middle=around, text=text, size=12.5, bold=True)


def tinted(lit: Iterable[Cell]) -> Iterator[Shape]:
    """Yield the tinted squares of the highlighted cells."""
    return (square(at, BOARD["lit"], "tint", BOARD["lit_tint"]) for at in lit)


def shaded(dim: Iterable[Cell]) -> Iterator[Shape]:
    """Yield the shade over the cells `dim`."""
    return (square(at, BOARD["shade"], "shade", BOARD["shade_tint"]) for at in dim)


def framed(lit: Iterable[Cell], kind: str) -> Iterator[Shape]:
    """Yield the frames of the highlighted cells, dark on white to be visible on any colour.

    `kind` is "lit", or "settled", which is thicker.
    """
    color, width = BOARD[kind], BOARD[f"{kind}_width"]
    for at in lit:
        for name, stroke, wide in (("halo", PAPER, width + 2.5), (kind, color, width)):
            inside = Point(corner(at).x + INSET, corner(at).y + INSET)
            size = Point(CELL - 2 * INSET, CELL - 2 * INSET)
            yield Rectangle(name, stroke=stroke, width=wide, at=inside, size=size, radius=5)


def cornered(lit: Iterable[Cell], kind: str) -> Iterator[Shape]:
    """Yield the corners of cells' frames, for a page: they leave its numbers, signs and walls free."""
    near, far = CORNER, CORNER + CORNER_LENGTH
    for at in lit:
        for name, stroke, wide in zip(("halo", kind), (PAPER, BOARD[kind]), CORNER_WIDTHS, strict=True):
            for x, y in product((1, -1), repeat=2):
                ends = ((far, near), (near, near), (near, far))
                points = tuple(
                    Point(middle(at).x + x * (CELL / 2 - a), middle(at).y + y * (CELL / 2 - b)) for a, b in ends
                )
                yield Line(name, stroke=stroke, width=wide, points=points, round=False)


# Patterns, for eyes, screens and printers without colour: if the environment variable `PLAYER_PATTERNS` (--patterns) is
# set. Area N has pattern N modulo 15, so that areas with the same one of 14 or 16 colours differ in their patterns.

Lines = tuple[tuple[float, float, float, float], ...]
"""Lines in a cell of side 1: x and y of each one's start and end."""

#: The width of lines in units of the scene, and the brightness of a pattern beside that of its area's colour.
LINE_WIDTH, BRIGHTNESS = 2.0, 0.6


@dataclass(frozen=True, slots=True)
class Pattern:
    """The lines and dots in each cell of an area, and the character that stands for them on a terminal."""

    character: str
    lines: Lines = ()
    dots: int = 0
    """The number of dots in each row and column."""
    radius: float = 0
    """That of the dots, in sides of a cell."""
    rings: bool = False
    """True if the dots are rings."""


def _level(number: int) -> Lines:
    return tuple((0, (at + 0.5) / number, 1, (at + 0.5) / number) for at in range(number))


def _upright(number: int) -> Lines:
    return tuple((top, left, bottom, right) for left, top, right, bottom in _level(number))


def _rising(number: int) -> Lines:
    """Return lines that rise to the right and go on in the next cell, `number` on each side."""
    sums = [at / number for at in range(1, 2 * number)]
    return tuple((max(0, one - 1), min(1, one), min(1, one), max(0, one - 1)) for one in sums)


def _falling(number: int) -> Lines:
    return tuple((1 - left, top, 1 - right, bottom) for left, top, right, bottom in _rising(number))


def _crosses(number: int, reach: float) -> Lines:
    middles = [(at + 0.5) / number for at in range(number)]
    across = tuple((x - reach, y, x + reach, y) for x, y in product(middles, repeat=2))
    return (*across, *((x, y - reach, x, y + reach) for x, y in product(middles, repeat=2)))


PATTERNS = (
    Pattern(" "),
    Pattern("-", _level(5)),
    Pattern(":", _upright(5)),
    Pattern("/", _rising(4)),
    Pattern("\\", _falling(4)),
    Pattern(".", dots=3, radius=0.07),
    Pattern("+", (*_level(4), *_upright(4))),
    Pattern("x", (*_rising(3), *_falling(3))),
    Pattern("•", dots=2, radius=0.15),
    Pattern("=", _level(10)),
    Pattern("!", _upright(10)),
    Pattern("%", _rising(8)),
    Pattern("*", _crosses(3, 0.1)),
    Pattern("o", dots=3, radius=0.11, rings=True),
    Pattern("░", dots=6, radius=0.04),
)


def wanted() -> bool:
    """Return True if patterns were asked for."""
    return os.environ.get(PATTERNS_VARIABLE, "") not in {"", "0"}


def character(number: int) -> str:
    """Return the character that fills area `number` on a terminal; a space if patterns are not wanted."""
    return PATTERNS[number % len(PATTERNS)].character if wanted() else " "


def patterned(at: tuple[int, int], number: int, color: str) -> Iterator[Shape]:
    """Yield the pattern of area `number` in one cell, darker than its `color`; nothing if patterns are not wanted."""
    if not wanted():
        return
    chosen, ink, origin = PATTERNS[number % len(PATTERNS)], _darker(color), corner(at)
    for left, top, right, bottom in chosen.lines:
        ends = (_within(origin, left, top), _within(origin, right, bottom))
        yield Line("pattern", stroke=ink, width=LINE_WIDTH, points=ends, round=False)
    middles = [(number + 0.5) / chosen.dots for number in range(chosen.dots)]
    fill, stroke, width = ("", ink, LINE_WIDTH) if chosen.rings else (ink, "", 0)
    for x, y in product(middles, repeat=2):
        yield Circle("pattern", fill, stroke, width, middle=_within(origin, x, y), radius=CELL * chosen.radius)


def _darker(color: str) -> str:
    return "#" + "".join(f"{round(int(color[at : at + 2], 16) * BRIGHTNESS):02x}" for at in (1, 3, 5))


def _within(origin: Point, x: float, y: float) -> Point:
    return Point(origin.x + CELL * x, origin.y + CELL * y)
