"""Scenes on the pages of a PDF file, by ReportLab. Lengths are in points, of which 72 are an inch."""

import io
from collections.abc import Sequence

from player.errors import BoardError, NotInstalled
from player.render.shapes import Circle, Line, Point, Polygon, Rectangle, Scene, Shape, Text

try:
    from reportlab.lib.colors import HexColor
    from reportlab.lib.pagesizes import A4, LETTER
    from reportlab.lib.utils import simpleSplit
    from reportlab.pdfgen.canvas import Canvas
except ImportError:
    raise NotInstalled.of_extra("pdf", "--pdf needs reportlab") from None

PAPERS: dict[str, tuple[float, float]] = {"a4": A4, "letter": LETTER}
#: Fonts that every reader of PDF has, and what they can write.
PLAIN, BOLD, ENCODING = "Helvetica", "Helvetica-Bold", "cp1252"


class Pdf:
    """A PDF file that is written page by page. Its bytes depend on nothing but what is drawn."""

    def __init__(self, paper: str, title: str) -> None:
        self.width, self.height = PAPERS[paper]
        self._out = io.BytesIO()
        self._canvas = Canvas(self._out, pagesize=PAPERS[paper], invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("player")

    def end_page(self) -> None:
        """End the page; what is drawn next is on another one."""
        self._canvas.showPage()

    def content(self) -> bytes:
        """Return the file, which can't be added to afterwards."""
        self._canvas.save()
        return self._out.getvalue()

    def write(self, text: str, at: Point, size: float, *, bold: bool = False, centred: bool = False) -> None:
        """Write a line whose baseline begins at a point, from the page's upper left corner, or is centred on it."""
        _require_letters(text)
        self._canvas.setFillColor(HexColor("#000000"), 1)
        self._canvas.setFont(BOLD if bold else PLAIN, size)
        put = self._canvas.drawCentredString if centred else self._canvas.drawString
        put(at.x, self.height - at.y, text)

    def draw(self, scene: Scene, at: Point, scale: float) -> None:
        """Draw a scene, scaled, with its upper left corner at a point from that of the page."""
        pen = _Pen(self._canvas, at.x, self.height - at.y, scale)
        for shape in scene.shapes:
            pen.draw(shape)


def lines_of(text: str, size: float, width: float) -> list[str]:
    """Return `text` in lines that are no wider than `width`."""
    _require_letters(text)
    found: Sequence[str] = simpleSplit(text, PLAIN, size, width)
    return list(found)


def _require_letters(text: str) -> None:
    try:
        text.encode(ENCODING)
    except UnicodeEncodeError as error:
        raise BoardError(
            f"the booklet's font has no {text[error.start]!r}: it writes the languages of western Europe"
        ) from None


class _Pen:
    """A pen that draws the shapes of one scene on a canvas, whose y axis points up."""

    def __init__(self, canvas: Canvas, left: float, top: float, scale: float) -> None:
        self._canvas, self._left, self._top, self._scale = canvas, left, top, scale

    def draw(self, shape: Shape) -> None:
        """Draw one shape."""
        if isinstance(shape, Text):
            self._text(shape)
            return
        fill, stroke = bool(shape.fill), bool(shape.stroke)
        if fill:
            self._canvas.setFillColor(HexColor(shape.fill), shape.opacity)
        if stroke:
            self._canvas.setStrokeColor(HexColor(shape.stroke))
            self._canvas.setLineWidth(shape.width * self._scale)
        self._canvas.setLineJoin(1)
        self._canvas.setLineCap(1 if isinstance(shape, Line) and shape.round else 0)
        match shape:
            case Rectangle(at=at, size=size, radius=radius):
                self._rectangle(at, size, radius, fill=fill, stroke=stroke)
            case Circle(middle=middle, radius=radius):
                self._canvas.circle(*self._place(middle), radius * self._scale, stroke=stroke, fill=fill)
            case Polygon(points=points):
                self._path(points, closed=True, fill=fill, stroke=stroke)
            case Line(points=points):
                self._path(points, closed=False, fill=False, stroke=stroke)
            case _:
                raise TypeError(f"no writer for {shape}")

    def _rectangle(self, at: Point, size: Point, radius: float, *, fill: bool, stroke: bool) -> None:
        x, y = self._place(Point(at.x, at.y + size.y))
        across, down = size.x * self._scale, size.y * self._scale
        if radius:
            self._canvas.roundRect(x, y, across, down, radius * self._scale, stroke=stroke, fill=fill)
        else:
            self._canvas.rect(x, y, across, down, stroke=stroke, fill=fill)

    def _path(self, points: Sequence[Point], *, closed: bool, fill: bool, stroke: bool) -> None:
        path = self._canvas.beginPath()
        path.moveTo(*self._place(points[0]))
        for point in points[1:]:
            path.lineTo(*self._place(point))
        if closed:
            path.close()
        self._canvas.drawPath(path, stroke=stroke, fill=fill)

    def _text(self, shape: Text) -> None:
        _require_letters(shape.text)
        self._canvas.setFillColor(HexColor(shape.fill), shape.opacity)
        self._canvas.setFont(BOLD if shape.bold else PLAIN, shape.size * self._scale)
        put = self._canvas.drawString if shape.left else self._canvas.drawCentredString
        put(*self._place(Point(shape.middle.x, shape.baseline)), shape.text)

    def _place(self, point: Point) -> tuple[float, float]:
        return self._left + point.x * self._scale, self._top - point.y * self._scale
