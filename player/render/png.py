"""Scenes as PNG, drawn enlarged and then reduced, for smooth edges.

Pillow has a font of its own, so that a picture is the same on each machine. resvg draws the SVG as well, but with the
machine's fonts: without them the numbers are lost.
"""

import io
from collections.abc import Iterable
from functools import lru_cache
from math import isqrt

from PIL import Image, ImageDraw, ImageFont, ImageOps

from player.render.shapes import STYLES, Circle, Line, Point, Polygon, Rectangle, Scene, Shape, Text

#: The enlargement along each side, which is less for large pictures; and the most pixels of an enlarged picture.
MAX_ENLARGEMENT, MAX_PIXELS = 4, 64_000_000


def png(scene: Scene) -> bytes:
    """Return the scene as a PNG file, one pixel for each unit of the scene."""
    return _png(image(scene))


def image(scene: Scene) -> Image.Image:
    """Return the scene as an image."""
    fine = fineness(scene.width, scene.height)
    paper = Image.new("RGB", (scene.width * fine, scene.height * fine), STYLES["board"]["paper"])
    return _painted(paper, fine, scene.shapes)


def over(picture: bytes, shapes: Iterable[Shape]) -> bytes:
    """Return a picture with shapes painted over it, as a PNG file; what they don't cover is as it was."""
    with Image.open(io.BytesIO(picture)) as opened:
        ground = ImageOps.exif_transpose(opened).convert("RGB")
    fine = fineness(*ground.size)
    enlarged = ground.resize((ground.width * fine, ground.height * fine), Image.Resampling.NEAREST)
    return _png(_painted(enlarged, fine, shapes))


def _painted(enlarged: Image.Image, fine: int, shapes: Iterable[Shape]) -> Image.Image:
    """Return an image, which is `fine` times too large, with shapes painted over it, in its right size."""
    pen = _Pen(enlarged, fine)
    for shape in shapes:
        pen.draw(shape)
    return enlarged.reduce(fine)


def _png(drawn: Image.Image) -> bytes:
    out = io.BytesIO()
    drawn.save(out, "PNG", optimize=True)
    return out.getvalue()


def fineness(width: int, height: int) -> int:
    """Return the enlargement of a picture of this size along each side."""
    return min(MAX_ENLARGEMENT, max(1, isqrt(MAX_PIXELS // (width * height))))


class _Pen:
    """A pen on an image that is `fine` times as large as the scene."""

    def __init__(self, drawn: Image.Image, fine: int) -> None:
        self._pen = ImageDraw.Draw(drawn, "RGBA")  # fills may have an opacity
        self._fine = fine

    def draw(self, shape: Shape) -> None:
        """Draw one shape."""
        fill = f"{shape.fill}{round(255 * shape.opacity):02x}" if shape.fill else None
        match shape:
            case Rectangle():
                self._rectangle(shape, fill)
            case Circle():
                self._circle(shape, fill)
            case Polygon(points=points):
                self._pen.polygon(self._flat(points), fill)
                if shape.stroke:
                    self._line(shape, (*points, points[0]), is_round=True)
            case Line(points=points):
                self._line(shape, points, is_round=shape.round)
            case Text():
                self._text(shape, fill)

    def _rectangle(self, shape: Rectangle, fill: str | None) -> None:
        """Draw a rectangle; the stroke is half inside and half outside, as in SVG."""
        width, grown = self._width(shape), self._width(shape) / 2
        (left, top), (across, down) = self._flat([shape.at, shape.size])
        box = (left - grown, top - grown, left + across + grown - 1, top + down + grown - 1)
        radius = shape.radius * self._fine + grown if shape.radius else 0
        self._pen.rounded_rectangle(box, radius, fill, shape.stroke or None, width)

    def _circle(self, shape: Circle, fill: str | None) -> None:
        ((x, y),) = self._flat([shape.middle])
        reach = shape.radius * self._fine + self._width(shape) / 2
        self._pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill, shape.stroke or None, self._width(shape))

    def _line(self, shape: Shape, points: Iterable[Point], *, is_round: bool) -> None:
        flat, reach = self._flat(points), self._width(shape) / 2
        self._pen.line(flat, shape.stroke, self._width(shape), joint="curve")
        for x, y in (flat[0], flat[-1]) if is_round else ():
            self._pen.ellipse((x - reach, y - reach, x + reach, y + reach), shape.stroke)

    def _text(self, shape: Text, fill: str | None) -> None:
        place = (shape.middle.x * self._fine, shape.baseline * self._fine)
        weight = round(shape.size * self._fine * 0.035) if shape.bold else 0
        font, anchor = _font(shape.size * self._fine), "ls" if shape.left else "ms"
        self._pen.text(place, shape.text, fill, font, anchor, stroke_width=weight, stroke_fill=fill)

    def _width(self, shape: Shape) -> int:
        """Return the width of the stroke, in pixels of the enlarged image."""
        return max(1, round(shape.width * self._fine)) if shape.stroke else 0

    def _flat(self, points: Iterable[Point]) -> list[tuple[float, float]]:
        return [(point.x * self._fine, point.y * self._fine) for point in points]


@lru_cache
def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
