"""Shapes of a scene on other grid lines: those of a board that somebody else drew."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from player.render.shapes import CELL, MARGIN, Circle, Line, Point, Polygon, Rectangle, Shape, Text


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
