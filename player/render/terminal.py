"""Text for a terminal: the console, and a canvas of characters."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from player.games.grid import SIDES, Cell, beyond, linked
from player.render import visible

if TYPE_CHECKING:
    from rich.box import Box
    from rich.table import Table

#: The width in a pipe, in columns: the table of the games fits. And that of any table.
PIPE_WIDTH_COLUMNS, MAX_TABLE_COLUMNS = 120, 1000


class PlainConsole(Console):
    """rich's console on `stream`; a closed pipe is left to the command to report.

    No text of a page or a file reaches the terminal as a command.
    """

    def __init__(self, stream: TextIO, **like: Any) -> None:
        """Write to `stream`; `like` are options of rich's console, for a stream that another one will show."""
        width = None if stream.isatty() else PIPE_WIDTH_COLUMNS
        super().__init__(**{"file": stream, "width": width, "highlight": False, "emoji": False, **like})

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the parts of what is printed."""
        for part in super().render(renderable, options):
            yield part if part.control else Segment(visible(part.text), part.style)

    def on_broken_pipe(self) -> None:
        """Raise the error again, instead of ending the process as rich does."""
        raise  # noqa: PLE0704  # rich calls this in its handler of the error


Columns = Mapping[str, Sequence[str | Text]]
"""The cells of a table from top to bottom, by the headings."""


def fitting(
    console: Console,
    columns: Columns,
    narrow: Sequence[Collection[str]],
    texts: Collection[str],
    sums: Mapping[str, str] | None = None,
) -> "Table":
    """Return a table that fits on the console: with lines, without, or with the first columns of `narrow` that do.

    The columns in `texts` are aligned to the left. The `sums` are in a line of their own.
    """
    from rich.box import HEAVY_HEAD  # noqa: PLC0415  # most commands print no table, and a play does at its end
    from rich.table import Table  # noqa: PLC0415

    def made(names: Collection[str], lines: "Box | None") -> Table:
        table = Table(box=lines, show_footer=bool(sums), pad_edge=lines is not None)
        for name in names:
            justify: Literal["left", "right"] = "left" if name in texts else "right"
            table.add_column(name, (sums or {}).get(name, ""), justify=justify, no_wrap=True)
        for row in zip(*(columns[name] for name in names), strict=True):
            table.add_row(*row)
        return table

    tables = [made(columns, HEAVY_HEAD), *(made(names, None) for names in (columns, *narrow))]
    unbound = console.options.update(width=MAX_TABLE_COLUMNS)
    return next((one for one in tables if console.measure(one, options=unbound).maximum <= console.width), tables[-1])


def printable(text: str) -> str:
    """Return `text` with control characters, which a terminal would interpret, replaced."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


def hanging(text: Text, console: Console, indent: int) -> Text:
    """Return `text` in lines of a terminal's width, all but the first indented; of another console as it is."""
    if not console.is_terminal:
        return text
    lines = text[indent:].wrap(console, max(console.width - indent, 1))
    for line in lines:
        line.rstrip()
    return text[:indent].append_text(Text("\n" + " " * indent).join(lines))


# Boards of cells with lines between them

Canvas = list[list[tuple[str, str]]]
"""Lines of characters, each with its style."""


def frame(rows: int, cols: int) -> Canvas:
    """Return an empty canvas of `rows` x `cols` cells, each two lines and four columns, inside a thin frame."""
    height, width = 2 * rows + 1, 4 * cols + 1
    canvas: Canvas = [[(" ", "")] * width for _ in range(height)]
    for row in range(0, height, 2):
        for column in range(0, width, 4):
            canvas[row][column] = ("·", "dim")
    for column in range(width):
        canvas[0][column] = canvas[-1][column] = ("─", "dim")
    for row in range(height):
        canvas[row][0] = canvas[row][-1] = ("│", "dim")
    for row, column, corner in ((0, 0, "┌"), (0, -1, "┐"), (-1, 0, "└"), (-1, -1, "┘")):
        canvas[row][column] = (corner, "dim")
    return canvas


Joints = Mapping[tuple[str, ...], str]
"""By the sides to which a line leads from a place, in the order of `SIDES`: its character."""
BENDS: Joints = {
    ("up",): "╵", ("down",): "╷", ("left",): "╴", ("right",): "╶", ("up", "down"): "│", ("left", "right"): "─",
    ("up", "left"): "╯", ("up", "right"): "╰", ("down", "left"): "╮", ("down", "right"): "╭",
}  # fmt: skip


#: The characters of lines along the sides of cells, from corner to corner.
CORNERS: Joints = {
    ("up", "down", "left"): "┤", ("up", "down", "right"): "├", ("up", "left", "right"): "┴",
    ("down", "left", "right"): "┬", ("up", "down"): "│", ("left", "right"): "─",
    ("up", "left"): "┘", ("up", "right"): "└", ("down", "left"): "┐", ("down", "right"): "┌",
}  # fmt: skip


def draw_line(canvas: Canvas, steps: Iterable[tuple[Cell, Cell]], style: str, joints: Joints = BENDS) -> None:
    """Draw a line from cell to cell on the canvas; a wrong one (a jump, a cell twice) is drawn as a crossing.

    With the joints `CORNERS` it leads from corner to corner of cells: each is named by the cell below, to its right.
    """
    top, start = (0, 0) if joints is CORNERS else (1, 2)
    for at, others in linked(steps).items():
        row, column = 2 * at.row + top, 4 * at.col + start
        sides = tuple(towards for towards in SIDES if beyond(at, towards) in others)
        canvas[row][column] = (joints.get(sides, "┼") if len(sides) == len({*others}) else "┼", style)
        if "left" in sides:
            canvas[row][column - 1] = ("─", style)
        if "right" in sides:
            canvas[row][column + 1] = canvas[row][column + 2] = ("─", style)
        if "down" in sides:
            canvas[row + 1][column] = ("│", style)


def numbered(drawn: Text, lines: Sequence[int], columns: Sequence[int]) -> Text:
    """Return a drawing with the numbers of its rows and columns, by the lines and the columns of their cells."""
    rows = {line: row for row, line in enumerate(lines, start=1)}
    margin = len(str(len(rows))) + 1
    head = ""
    for number, column in enumerate(columns, start=1):
        head = f"{head:<{margin + column + 1 - len(str(number))}}{number}"
    margins = ((f"{rows.get(line, ''):>{margin - 1}} ", "dim") for line in count())
    named = (Text.assemble(*both) for both in zip(margins, drawn.split(), strict=False))
    return Text("\n").join([Text(head, "dim"), *named, Text()])


def framed_rulers(board: Any) -> tuple[range, range]:
    """Return the lines of the rows and the columns of the columns in such a frame."""
    rows, cols = board.shape
    return range(1, 2 * rows, 2), range(2, 4 * cols, 4)


def styled(canvas: Canvas) -> Text:
    """Return the canvas as styled text."""
    return Text("\n").join([*(Text.assemble(*line) for line in canvas), Text()])
