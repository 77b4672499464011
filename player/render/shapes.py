"""What a picture is made of: a scene of few kinds of shapes, which every writer draws alike."""

from dataclasses import dataclass
from typing import NamedTuple

from player.games.grid import Cell
from player.render.styles import STYLES

CELL, MARGIN = STYLES["board"]["cell"], STYLES["board"]["margin"]


class Point(NamedTuple):
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Shape:
    """`kind` says what it shows, such as a crown; `fill` and `stroke` are colours, none where they are empty.

    `opacity` is of the fill.
    """

    kind: str
    fill: str = ""
    stroke: str = ""
    width: float = 0
    opacity: float = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Rectangle(Shape):
    at: Point
    size: Point
    radius: float = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle(Shape):
    middle: Point
    radius: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Polygon(Shape):
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Shape):
    """Through two points or more; a `round` one has round ends and bends."""

    points: tuple[Point, ...]
    round: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Shape):
    """`fill` is its colour. It stands around `middle`, or begins there where it is aligned to the `left`."""

    middle: Point
    text: str
    size: float
    bold: bool = False
    left: bool = False

    @property
    def baseline(self) -> float:
        return self.middle.y + 0.355 * self.size


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture of `width` by `height`; `title` and `words` tell what it shows to those who don't see it."""

    width: int
    height: int
    title: str
    words: tuple[str, ...]
    shapes: tuple[Shape, ...]


def corner(at: tuple[int, int]) -> Point:
    """The upper left corner of a cell."""
    return Point(MARGIN + CELL * at[1], MARGIN + CELL * at[0])


def middle(*of: Cell) -> Point:
    """The middle of a cell, or of several."""
    xs, ys = zip(*((cell.col, cell.row) for cell in of), strict=True)
    return Point(MARGIN + CELL * (sum(xs) / len(xs) + 0.5), MARGIN + CELL * (sum(ys) / len(ys) + 0.5))


def side(a: Cell, b: Cell) -> tuple[Point, Point]:
    """The ends of the side between two neighbours."""
    if a.row == b.row:
        return corner((a.row, max(a.col, b.col))), corner((a.row + 1, max(a.col, b.col)))
    return corner((max(a.row, b.row), a.col)), corner((max(a.row, b.row), a.col + 1))


def scaled(outline: str, around: Point, by: float) -> tuple[Point, ...]:
    """The points of an outline "x,y x,y ..." drawn around 0, `by` times as large, around another point."""
    pairs = (pair.split(",") for pair in outline.split())
    return tuple(Point(around.x + by * float(x), around.y + by * float(y)) for x, y in pairs)
