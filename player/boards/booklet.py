"""Booklets of boards as PDF, by ReportLab: rules, boards with page numbers, and all solutions at the end.

Lengths are in points, of which 72 are an inch.
"""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from player.boards.board_json import board_of
from player.errors import BoardError, NotInstalled
from player.games import Game
from player.games.game import Description
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


@dataclass(frozen=True)
class _Entry:
    """A board of the booklet: its number from 1, and what is printed of it."""

    number: int
    game: Game
    board: Any
    solution: Any
    difficulty: str

    @property
    def description(self) -> Description:
        return self.game.description(self.board)

    @property
    def heading(self) -> str:
        rows, cols = self.board.shape
        return ", ".join([f"Board {self.number}", f"{rows} x {cols}", *([self.difficulty] if self.difficulty else [])])


def booklet(boards: Sequence[dict[str, Any]], paper: str) -> bytes:
    """Return a booklet of boards in the public format, each with its solution, as a PDF file.

    `paper` is one of `PAPERS`. Raise BoardError for letters that its font has not.
    """
    entries = [_entry(number, data) for number, data in enumerate(boards, start=1)]
    titles = list(dict.fromkeys(entry.description.title for entry in entries))
    pdf = Pdf(paper, " and ".join(titles))
    _front(pdf, titles, entries)
    side = max((max(entry.board.shape) for entry in entries), default=1)
    of_boards, of_solutions = next(((boards, solved) for most, boards, solved in LAYOUTS if side <= most))
    on_page = _laid(pdf, "", of_boards, [(one, one.heading, scene(one.game, one.board)) for one in entries])
    solved = [
        (one, f"Board {one.number}, page {on_page[one.number]}", scene(one.game, one.board, one.solution))
        for one in entries
    ]
    _laid(pdf, "Solutions", of_solutions, solved)
    return pdf.content()


def _entry(number: int, data: dict[str, Any]) -> _Entry:
    game, board = board_of(data)
    rated = data.get("difficulty")
    difficulty = f"{rated['level']} {rated['number']:.1f}" if rated else ""
    return _Entry(number, game, board, game.board.to_solution(board, data["solution"]), difficulty)


def _front(pdf: "Pdf", titles: Sequence[str], entries: Sequence[_Entry]) -> None:
    """Print the title, and the rules of each kind of board."""
    down = MARGIN + TITLE
    for title in titles:
        pdf.write(title, Point(MARGIN, down), TITLE, bold=True)
        down += TITLE * LEADING
    many = f"{len(entries)} board{'s' if len(entries) != 1 else ''}"
    pdf.write(f"{many}, each with exactly one solution. The solutions are at the end.", Point(MARGIN, down), TEXT)
    down += 3 * TEXT
    for line, size, bold in _rules(entries, pdf.width - 2 * MARGIN):
        if down > pdf.height - MARGIN:
            pdf.end_page()
            down = MARGIN + size
        pdf.write(line, Point(MARGIN, down), size, bold=bold)
        down += size * LEADING
    pdf.end_page()


def _rules(entries: Sequence[_Entry], width: float) -> Iterator[tuple[str, float, bool]]:
    """Yield the lines of the rules, each with its size and whether it is bold."""
    kinds: dict[str, dict[str, None]] = {}
    for entry in entries:
        kinds.setdefault(entry.description.title, {}).update(dict.fromkeys(entry.description.rules))
    for title, sentences in kinds.items():
        yield f"The rules of {title}", HEAD, True
        for sentence in sentences:
            for number, line in enumerate(lines_of(sentence, TEXT, width - 12)):
                yield f"{'- ' if not number else '  '}{line}", TEXT, False
        yield "", TEXT, False


def _laid(pdf: "Pdf", head: str, layout: tuple[int, int], drawn: Sequence[tuple[_Entry, str, Scene]]) -> dict[int, int]:
    """Print the scenes, so many columns and rows of them on a page; return the page of each board by its number."""
    columns, rows = layout
    top = MARGIN + (2 * HEAD if head else 0)
    across = (pdf.width - 2 * MARGIN - GAP * (columns - 1)) / columns
    down = (pdf.height - MARGIN - top - GAP * (rows - 1)) / rows
    on_page = {}
    for start in range(0, len(drawn), columns * rows):
        if head:
            pdf.write(head, Point(MARGIN, MARGIN + HEAD), HEAD, bold=True)
        for place, (entry, heading, picture) in enumerate(drawn[start : start + columns * rows]):
            row, col = divmod(place, columns)
            corner = Point(MARGIN + col * (across + GAP), top + row * (down + GAP))
            _one(pdf, corner, Point(across, down), picture, heading=heading, caption=entry.description.caption)
            on_page[entry.number] = pdf.page
        pdf.end_page()
    return on_page


def _one(pdf: "Pdf", corner: Point, room: Point, picture: Scene, *, heading: str, caption: str) -> None:
    """Print a board with its heading, and below it what the grid does not show."""
    lines = lines_of(caption, TEXT, room.x)
    below = len(lines) * TEXT * LEADING
    scale = min(room.x / picture.width, (room.y - HEADING - below) / picture.height)
    left = corner.x + (room.x - scale * picture.width) / 2
    pdf.write(heading, Point(corner.x, corner.y + TEXT), TEXT, bold=True)
    pdf.draw(picture, Point(left, corner.y + HEADING), scale)
    for number, line in enumerate(lines, start=1):
        height = corner.y + HEADING + scale * picture.height + number * TEXT * LEADING - 4
        pdf.write(line, Point(corner.x + room.x / 2, height), TEXT, centred=True)


class Pdf:
    """A PDF file that is written page by page. Its bytes depend on nothing but what is drawn."""

    def __init__(self, paper: str, title: str) -> None:
        self.width, self.height = PAPERS[paper]
        self.page = 1
        self._out = io.BytesIO()
        self._canvas = Canvas(self._out, pagesize=PAPERS[paper], invariant=1)
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

    def write(self, text: str, at: Point, size: float, *, bold: bool = False, centred: bool = False) -> None:
        """Write a line whose baseline begins at a point, from the page's upper left corner, or is centred on it."""
        self._write(text, (at.x, self.height - at.y), size, bold=bold, centred=centred)

    def _write(
        self, text: str, at: tuple[float, float], size: float, *, bold: bool, centred: bool, fill: str = "#000000"
    ) -> None:
        _require_letters(text)
        self._canvas.setFillColor(HexColor(fill), 1)
        self._canvas.setFont(BOLD if bold else PLAIN, size)
        (self._canvas.drawCentredString if centred else self._canvas.drawString)(*at, text)

    def draw(self, scene: Scene, at: Point, scale: float) -> None:
        """Draw a scene, scaled, with its upper left corner at a point from that of the page."""
        for shape in scene.shapes:
            self._draw(shape, at, scale)

    def _draw(self, shape: Shape, origin: Point, scale: float) -> None:
        canvas = self._canvas

        def place(x: float, y: float) -> tuple[float, float]:
            return origin.x + x * scale, self.height - origin.y - y * scale

        if isinstance(shape, Text):
            at = place(shape.middle.x, shape.baseline)
            self._write(shape.text, at, shape.size * scale, bold=shape.bold, centred=not shape.left, fill=shape.fill)
            return
        paint: dict[str, Any] = {"stroke": bool(shape.stroke), "fill": bool(shape.fill)}
        if shape.fill:
            canvas.setFillColor(HexColor(shape.fill), shape.opacity)
        if shape.stroke:
            canvas.setStrokeColor(HexColor(shape.stroke))
            canvas.setLineWidth(shape.width * scale)
        canvas.setLineJoin(1)
        canvas.setLineCap(1 if isinstance(shape, Line) and shape.round else 0)
        match shape:
            case Rectangle(at=at, size=size, radius=radius):
                sides = (*place(at.x, at.y + size.y), size.x * scale, size.y * scale)
                canvas.roundRect(*sides, radius * scale, **paint) if radius else canvas.rect(*sides, **paint)
            case Circle(middle=middle, radius=radius):
                canvas.circle(*place(*middle), radius * scale, **paint)
            case Polygon(points=points) | Line(points=points):
                path = canvas.beginPath()
                path.moveTo(*place(*points[0]))
                for point in points[1:]:
                    path.lineTo(*place(*point))
                if isinstance(shape, Polygon):
                    path.close()
                canvas.drawPath(path, **paint | ({} if isinstance(shape, Polygon) else {"fill": False}))
            case _:
                raise TypeError(f"no writer for {shape}")


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
