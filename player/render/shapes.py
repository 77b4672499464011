"""Scenes and their shapes, which every writer draws alike, and styles: `styles.toml`, and `style.toml` of each game.

One unit is one pixel of a PNG.
"""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from player.games.grid import Cell


def style_of(package: str, name: str = "style.toml") -> dict[str, Any]:
    """Return the colours and lengths in a file in the folder of `package`, a game."""
    folder = Path(str(import_module(package).__file__)).parent  # importlib.resources takes long to import
    return tomllib.loads((folder / name).read_text(encoding="utf-8"))


STYLES: dict[str, dict[str, Any]] = style_of("player.render", "styles.toml")


def cyclic(colors: list[str], number: int) -> str:
    """Return the colour for `number`; colours repeat if there are fewer of them."""
    return colors[number % len(colors)]


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


def placed(shapes: Iterable[Shape], across: Sequence[float], down: Sequence[float]) -> Iterator[Shape]:
    """Yield `shapes` on a board whose vertical lines are at `across`, and its horizontal ones at `down`.

    Each cell is stretched to its own lines; widths, radii and texts are scaled by the smaller side of a mean cell.
    """
    scale = min((lines[-1] - lines[0]) / (len(lines) - 1) for lines in (across, down)) / CELL

    def moved(point: Point) -> Point:
        return Point(_along(point.x, across), _along(point.y, down))

    for shape in shapes:
        drawn = replace(shape, width=shape.width * scale)
        match drawn:
            case Rectangle(at=at, size=size):
                start, end = moved(at), moved(Point(at.x + size.x, at.y + size.y))
                room = Point(end.x - start.x, end.y - start.y)
                yield replace(drawn, at=start, size=room, radius=drawn.radius * scale)
            case Circle(middle=middle):
                yield replace(drawn, middle=moved(middle), radius=drawn.radius * scale)
            case Polygon(points=points) | Line(points=points):
                yield replace(drawn, points=tuple(map(moved, points)))
            case Text(middle=middle):
                yield replace(drawn, middle=moved(middle), size=drawn.size * scale)


def _along(value: float, lines: Sequence[float]) -> float:
    """Return the place of a coordinate of a scene among `lines`; beyond them the outermost cells go on."""
    cells: float = (value - MARGIN) / CELL
    number = min(max(int(cells), 0), len(lines) - 2)
    return lines[number] + (cells - number) * (lines[number + 1] - lines[number])
