"""Patterns for areas that else only their colour and letter tell apart: for eyes, screens and printers without colour.

They are drawn if the environment variable `PLAYER_PATTERNS` (--patterns) is set. There are 15, the first of them plain;
area N has pattern N modulo 15, so that areas with the same one of 14 or 16 colours differ in their patterns.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from player.render import PATTERNS_VARIABLE
from player.render.shapes import CELL, Circle, Line, Point, Shape, corner

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
