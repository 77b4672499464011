"""Scenes and their shapes, which every writer draws alike. One unit is one pixel of a PNG."""

from dataclasses import dataclass
from typing import NamedTuple

from player.games.grid import Cell
from player.render.styles import STYLES

CELL, MARGIN = STYLES["board"]["cell"], STYLES["board"]["margin"]


class Point(NamedTuple):
    """A point of a scene, from its upper left corner."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape; `kind` is what it shows, such as "crown".

    `fill` and `stroke` are colours, or "" for none. `width` is that of the stroke, `opacity` that of the fill.
    """

    kind: str
    fill: str = ""
    stroke: str = ""
    width: float = 0
    opacity: float = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Rectangle(Shape):
    """A rectangle by its upper left corner and its size; `radius` rounds its corners."""

    at: Point
    size: Point
    radius: float = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle(Shape):
    """A circle by its middle and radius."""

    middle: Point
    radius: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Polygon(Shape):
    """A closed polygon."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Shape):
    """A polyline through two or more points, with round ends and bends if it is `round`."""

    points: tuple[Point, ...]
    round: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Shape):
    """A line of text in the colour `fill`, centred on `middle`, or starting there if it is `left`-aligned."""

    middle: Point
    text: str
    size: float
    bold: bool = False
    left: bool = False

    @property
    def baseline(self) -> float:
        """The vertical position of the text's baseline."""
        return self.middle.y + 0.355 * self.size


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture of `width` x `height` units; `title` and `words` are its text alternative."""

    width: int
    height: int
    title: str
    words: tuple[str, ...]
    shapes: tuple[Shape, ...]


def corner(at: tuple[int, int]) -> Point:
    """Return the upper left corner of a cell."""
    return Point(MARGIN + CELL * at[1], MARGIN + CELL * at[0])


def middle(*some: Cell) -> Point:
    """Return the centre of one or more cells."""
    xs, ys = zip(*((cell.col, cell.row) for cell in some), strict=True)
    return Point(MARGIN + CELL * (sum(xs) / len(xs) + 0.5), MARGIN + CELL * (sum(ys) / len(ys) + 0.5))


def side(a: Cell, b: Cell) -> tuple[Point, Point]:
    """Return the ends of the side between two neighbouring cells."""
    if a.row == b.row:
        return corner((a.row, max(a.col, b.col))), corner((a.row + 1, max(a.col, b.col)))
    return corner((max(a.row, b.row), a.col)), corner((max(a.row, b.row), a.col + 1))


def scaled(outline: str, around: Point, by: float) -> tuple[Point, ...]:
    """Return the points of an outline "x,y x,y ..." around the origin, scaled by `by` and moved to `around`."""
    pairs = (pair.split(",") for pair in outline.split())
    return tuple(Point(around.x + by * float(x), around.y + by * float(y)) for x, y in pairs)
