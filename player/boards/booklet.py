"""Booklets of boards as PDF, by ReportLab: rules, boards with page numbers, and all solutions at the end.

Lengths are in points, of which 72 are an inch, and places are counted from the upper left corner.
"""

import io
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from player.boards.board_json import board_of
from player.errors import BoardError, NotInstalled
from player.render.scene import scene
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

#: The margin of a page, and the room around a board and its heading.
MARGIN, GAP, HEADING = 48.0, 18.0, 18.0
#: Sizes of letters: of the title, of headings, and of the text.
TITLE, HEAD, TEXT = 28.0, 13.0, 11.0
#: The height of a line, in sizes of its letters.
LEADING = 1.35
#: By the longest side of the boards, in cells: the columns and rows of boards on a page, and those of solutions.
LAYOUTS = ((8, (2, 2), (3, 4)), (13, (1, 2), (2, 3)), (64, (1, 1), (2, 2)))


class _Entry(NamedTuple):
    """The printed parts of a board: the title and the rules of its kind, its own heading and caption, its pictures."""

    title: str
    rules: Sequence[str]
    heading: str
    caption: str
    board: Scene
    solution: Scene
    side: int


def booklet(boards: Sequence[dict[str, Any]], paper: str) -> bytes:
    """Return a booklet of boards in the public format, each with its solution, as a PDF file.

    `paper` is one of `PAPERS`. Raise BoardError for letters that its font has not.
    """
    entries = [_entry(number, data) for number, data in enumerate(boards, start=1)]
    rules: dict[str, dict[str, None]] = {}
    for entry in entries:
        rules.setdefault(entry.title, {}).update(dict.fromkeys(entry.rules))
    pdf = Pdf(paper, " and ".join(rules))
    _front(pdf, rules, len(entries))
    side = max((entry.side for entry in entries), default=1)
    of_boards, of_solutions = next(((boards, solved) for most, boards, solved in LAYOUTS if side <= most))
    pages = _laid(pdf, "", of_boards, [(entry.heading, entry.caption, entry.board) for entry in entries])
    headings = (f"Board {number}, page {page}" for number, page in enumerate(pages, start=1))
    solved = [(heading, entry.caption, entry.solution) for heading, entry in zip(headings, entries, strict=True)]
    _laid(pdf, "Solutions", of_solutions, solved)
    return pdf.content()


def _entry(number: int, data: dict[str, Any]) -> _Entry:
    game, board = board_of(data)
    about, (rows, cols) = game.description(board), board.shape
    rated = data.get("difficulty")
    difficulty = f", {rated['level']} {rated['number']:.1f}" if rated else ""
    solution = scene(game, board, game.board.to_solution(board, data["solution"]))
    heading = f"Board {number}, {rows} x {cols}{difficulty}"
    return _Entry(about.title, about.rules, heading, about.caption, scene(game, board), solution, max(rows, cols))


def _front(pdf: "Pdf", rules: dict[str, dict[str, None]], count: int) -> None:
    """Print the titles, and the rules of the boards of each title."""
    down = MARGIN + TITLE
    for title in rules:
        pdf.write(title, Point(MARGIN, down), TITLE, bold=True)
        down += TITLE * LEADING
    many = f"{count} board{'s' if count != 1 else ''}"
    pdf.write(f"{many}, each with exactly one solution. The solutions are at the end.", Point(MARGIN, down), TEXT)
    down += 3 * TEXT
    for line, size in _lines(rules, pdf.width - 2 * MARGIN):
        if down > pdf.height - MARGIN:
            pdf.end_page()
            down = MARGIN + size
        pdf.write(line, Point(MARGIN, down), size, bold=size == HEAD)
        down += size * LEADING
    pdf.end_page()


def _lines(rules: dict[str, dict[str, None]], width: float) -> Iterator[tuple[str, float]]:
    """Yield the lines of the rules, each with its size."""
    for title, sentences in rules.items():
        yield f"The rules of {title}", HEAD
        for sentence in sentences:
            for number, line in enumerate(lines_of(sentence, width - 12)):
                yield f"{'- ' if not number else '  '}{line}", TEXT
        yield "", TEXT


def _laid(pdf: "Pdf", head: str, layout: tuple[int, int], drawn: Sequence[tuple[str, str, Scene]]) -> list[int]:
    """Print pictures with headings and captions, so many columns and rows on a page; return the page of each."""
    columns, rows = layout
    top = MARGIN + (2 * HEAD if head else 0)
    across = (pdf.width - 2 * MARGIN - GAP * (columns - 1)) / columns
    down = (pdf.height - MARGIN - top - GAP * (rows - 1)) / rows
    pages = []
    for start in range(0, len(drawn), columns * rows):
        if head:
            pdf.write(head, Point(MARGIN, MARGIN + HEAD), HEAD, bold=True)
        for place, (heading, caption, picture) in enumerate(drawn[start : start + columns * rows]):
            row, col = divmod(place, columns)
            corner = Point(MARGIN + col * (across + GAP), top + row * (down + GAP))
            _one(pdf, corner, Point(across, down), picture, heading=heading, caption=caption)
            pages.append(pdf.page)
        pdf.end_page()
    return pages


def _one(pdf: "Pdf", corner: Point, room: Point, picture: Scene, *, heading: str, caption: str) -> None:
    """Print a board with its heading, and below it what the grid does not show."""
    lines = lines_of(caption, room.x)
    below = len(lines) * TEXT * LEADING
    scale = min(room.x / picture.width, (room.y - HEADING - below) / picture.height)
    pdf.write(heading, Point(corner.x, corner.y + TEXT), TEXT, bold=True)
    pdf.draw(picture, Point(corner.x + (room.x - scale * picture.width) / 2, corner.y + HEADING), scale)
    for number, line in enumerate(lines, start=1):
        height = corner.y + HEADING + scale * picture.height + number * TEXT * LEADING - 4
        pdf.write(line, Point(corner.x + room.x / 2, height), TEXT, centred=True)


class Pdf:
    """A PDF file that is written page by page. Its bytes depend on nothing but what is drawn."""

    def __init__(self, paper: str, title: str) -> None:
        self.width, self.height = PAPERS[paper]
        self.page = 1
        self._out = io.BytesIO()
        self._canvas = Canvas(self._out, pagesize=PAPERS[paper], bottomup=0, invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("player")

    def end_page(self) -> None:
        """End the page with its number; what is drawn next is on another one."""
        self.write(f"Page {self.page}", Point(self.width / 2, self.height - MARGIN / 2), TEXT, centred=True)
        self._canvas.showPage()
        self.page += 1

    def content(self) -> bytes:
        """Return the file, which can't be added to afterwards."""
        self._canvas.save()
        return self._out.getvalue()

    def write(
        self, text: str, at: Point, size: float, *, bold: bool = False, centred: bool = False, fill: str = "#000000"
    ) -> None:
        """Write a line whose baseline begins at a point, or is centred on it."""
        _require_letters(text)
        self._canvas.setFillColor(HexColor(fill), 1)
        self._canvas.setFont(BOLD if bold else PLAIN, size)
        (self._canvas.drawCentredString if centred else self._canvas.drawString)(at.x, at.y, text)

    def draw(self, scene: Scene, at: Point, scale: float) -> None:
        """Draw a scene, scaled, with its upper left corner at a point."""
        self._canvas.saveState()
        self._canvas.translate(*at)
        self._canvas.scale(scale, scale)
        self._canvas.setLineJoin(1)
        for shape in scene.shapes:
            self._draw(shape)
        self._canvas.restoreState()

    def _draw(self, shape: Shape) -> None:
        canvas = self._canvas
        if isinstance(shape, Text):
            at = Point(shape.middle.x, shape.baseline)
            self.write(shape.text, at, shape.size, bold=shape.bold, centred=not shape.left, fill=shape.fill)
            return
        paint: dict[str, Any] = {"stroke": bool(shape.stroke), "fill": bool(shape.fill)}
        if shape.fill:
            canvas.setFillColor(HexColor(shape.fill), shape.opacity)
        if shape.stroke:
            canvas.setStrokeColor(HexColor(shape.stroke))
            canvas.setLineWidth(shape.width)
        canvas.setLineCap(1 if isinstance(shape, Line) and shape.round else 0)
        match shape:
            case Rectangle(at=at, size=size, radius=radius):
                canvas.roundRect(*at, *size, radius, **paint) if radius else canvas.rect(*at, *size, **paint)
            case Circle(middle=middle, radius=radius):
                canvas.circle(*middle, radius, **paint)
            case Polygon(points=points) | Line(points=points):
                path = canvas.beginPath()
                path.moveTo(*points[0])
                for point in points[1:]:
                    path.lineTo(*point)
                if isinstance(shape, Polygon):
                    path.close()
                canvas.drawPath(path, **paint | ({} if isinstance(shape, Polygon) else {"fill": False}))
            case _:
                raise TypeError(f"no writer for {shape}")


def lines_of(text: str, width: float) -> Sequence[str]:
    """Return `text` in lines that are no wider than `width`."""
    _require_letters(text)
    found: Sequence[str] = simpleSplit(text, PLAIN, TEXT, width)
    return found


def _require_letters(text: str) -> None:
    try:
        text.encode(ENCODING)
    except UnicodeEncodeError as error:
        raise BoardError(
            f"the booklet's font has no {text[error.start]!r}: it writes the languages of western Europe"
        ) from None
