"""A character canvas for terminal drawings of cells with lines between them."""

from rich.text import Text

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


def text(canvas: Canvas) -> Text:
    """Return the canvas as styled text."""
    return Text("\n").join([*(Text.assemble(*line) for line in canvas), Text()])
