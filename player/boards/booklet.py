"""Booklets of boards: rules in plain words, boards with page numbers, and all solutions at the end, as PDF."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from player.boards.board_json import board_of
from player.games import Game
from player.games.game import Description
from player.render.pdf import Pdf, lines_of
from player.render.scene import scene
from player.render.shapes import Point, Scene

#: Lengths in points: the margin of a page, and the room around a board and its heading.
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
        """The line above the board."""
        return ", ".join([f"Board {self.number}", f"{rows} x {cols}", *([self.difficulty] if self.difficulty else [])])


def booklet(boards: Sequence[dict[str, Any]], paper: str) -> bytes:
    """Return a booklet of boards in the public format, each with its solution, as a PDF file.

    `paper` is one of `player.render.pdf.PAPERS`. Raise BoardError for letters that its font has not.
    """
    entries = [_entry(number, data) for number, data in enumerate(boards, start=1)]
    titles = list(dict.fromkeys(entry.description.title for entry in entries))
    pdf = Pdf(paper, " and ".join(titles))
    pages = _Pages(pdf)
    _front(pages, titles, entries)
    side = max((max(entry.board.shape) for entry in entries), default=1)
    of_boards, of_solutions = next(((boards, solved) for most, boards, solved in LAYOUTS if side <= most))
    on_page = _laid(pages, "", of_boards, [(entry, entry.heading, scene(entry.game, entry.board)) for entry in entries])
    solved = [
        (
            entry,
            f"Board {entry.number}, page {on_page[entry.number]}",
            scene(entry.game, entry.board, entry.solution),
        )
        for entry in entries
    ]
    _laid(pages, "Solutions", of_solutions, solved)
    return pdf.content()


def _entry(number: int, data: dict[str, Any]) -> _Entry:
    game, board = board_of(data)
    rated = data.get("difficulty")
    difficulty = f"{rated['level']} {rated['number']:.1f}" if rated else ""
    return _Entry(number, game, board, game.board.to_solution(board, data["solution"]), difficulty)


class _Pages:
    """The pages of a PDF file: each gets its number at its end."""

    def __init__(self, pdf: Pdf) -> None:
        self.pdf, self.number = pdf, 1
        self.width, self.height = pdf.width - 2 * MARGIN, pdf.height - 2 * MARGIN

    def end(self) -> None:
        """End the page with its number."""
        foot = Point(self.pdf.width / 2, self.pdf.height - MARGIN / 2)
        self.pdf.write(f"Page {self.number}", foot, TEXT, centred=True)
        self.pdf.end_page()
        self.number += 1


def _front(pages: _Pages, titles: Sequence[str], entries: Sequence[_Entry]) -> None:
    """Print the title, and the rules of each kind of board."""
    down = MARGIN + TITLE
    for title in titles:
        pages.pdf.write(title, Point(MARGIN, down), TITLE, bold=True)
        down += TITLE * LEADING
    count = len(entries)
    pages.pdf.write(
        f"{count} board{'s' if count != 1 else ''}, each with exactly one solution. The solutions are at the end.",
        Point(MARGIN, down),
        TEXT,
    )
    down += 3 * TEXT
    for line, size, bold in _rules(entries, pages.width):
        if down > pages.pdf.height - MARGIN:
            pages.end()
            down = MARGIN + size
        pages.pdf.write(line, Point(MARGIN, down), size, bold=bold)
        down += size * LEADING
    pages.end()


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


def _laid(
    pages: _Pages, head: str, layout: tuple[int, int], drawn: Sequence[tuple[_Entry, str, Scene]]
) -> dict[int, int]:
    """Print the scenes, so many columns and rows of them on a page; return the page of each board by its number."""
    columns, rows = layout
    top = MARGIN + (2 * HEAD if head else 0)
    across = (pages.width - GAP * (columns - 1)) / columns
    down = (pages.pdf.height - MARGIN - top - GAP * (rows - 1)) / rows
    on_page = {}
    for start in range(0, len(drawn), columns * rows):
        if head:
            pages.pdf.write(head, Point(MARGIN, MARGIN + HEAD), HEAD, bold=True)
        for place, (entry, heading, picture) in enumerate(drawn[start : start + columns * rows]):
            row, col = divmod(place, columns)
            corner = Point(MARGIN + col * (across + GAP), top + row * (down + GAP))
            caption = entry.description.caption
            _one(pages.pdf, corner, Point(across, down), picture, heading=heading, caption_text=caption)
            on_page[entry.number] = pages.number
        pages.end()
    return on_page


def _one(pdf: Pdf, corner: Point, room: Point, picture: Scene, *, heading: str, caption_text: str) -> None:
    """Print a board with its heading, and below it what the grid does not show."""
    caption = lines_of(caption_text, TEXT, room.x)
    below = len(caption) * TEXT * LEADING
    scale = min(room.x / picture.width, (room.y - HEADING - below) / picture.height)
    left = corner.x + (room.x - scale * picture.width) / 2
    pdf.write(heading, Point(corner.x, corner.y + TEXT), TEXT, bold=True)
    pdf.draw(picture, Point(left, corner.y + HEADING), scale)
    for number, line in enumerate(caption, start=1):
        height = corner.y + HEADING + scale * picture.height + number * TEXT * LEADING - 4
        pdf.write(line, Point(corner.x + room.x / 2, height), TEXT, centred=True)
