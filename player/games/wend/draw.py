"""The drawing of Wend: letters, dark holes, and each word as a coloured line from a ring on its first letter."""

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import pairwise

from rich.cells import cell_len
from rich.text import Text as TerminalText

from player.explanations.steps import Mark
from player.games.grid import Cell, cells
from player.games.wend.board import Board, Solution
from player.render import glyphs
from player.render.shapes import Circle, Line, Shape, Text, cyclic, middle, style_of
from player.render.terminal import draw_line, frame, styled

STYLE = style_of("player.games.wend")


def marks(_board: Board, solution: Solution | None) -> list[Mark]:
    """Return a mark for each word."""
    return [Mark("word", word.path, str(number)) for number, word in enumerate(solution or ())]


def words(board: Board, solution: Solution | None) -> Iterator[str]:
    """Yield the lines of the picture's text alternative."""
    for number, row in enumerate(board.grid, start=1):
        yield f"row {number}: {row}"
    yield f"words of {', '.join(map(str, board.lengths))} letters"
    for word in solution or ():
        yield f"{word.text}: {'; '.join(at.spoken for at in word.path)}"


def ground(board: Board, marks: Sequence[Mark]) -> Iterator[Shape]:
    """Yield the holes, and the coloured squares under the words."""
    letters = board.letters
    yield from (glyphs.square(at, STYLE["hole"], "hole") for at in cells(*board.shape) if at not in letters)
    yield from _tinted(marks)


def figures(board: Board, marks: Sequence[Mark]) -> Iterator[Shape]:
    """Yield the grid, the lines of the words, and the letters."""
    yield from glyphs.grid(*board.shape)
    yield from _lines(marks)
    yield from _letters(board, board.letters)
    yield glyphs.frame(*board.shape)


def mark_shapes(board: Board, marks: Sequence[Mark]) -> Iterator[Shape]:
    """Yield the words in their colours, and the letters on them."""
    yield from _tinted(marks)
    yield from _lines(marks)
    yield from _letters(board, {at for mark in _words(marks) for at in mark.cells})


def _tinted(marks: Sequence[Mark]) -> Iterator[Shape]:
    for mark in _words(marks):
        color = cyclic(STYLE["words"], int(mark.text))
        yield from (glyphs.square(at, color, "word", STYLE["tint"]) for at in mark.cells)


def _lines(marks: Sequence[Mark]) -> Iterator[Shape]:
    """Yield a line for each word, from a ring on its first letter."""
    for mark in _words(marks):
        color = cyclic(STYLE["words"], int(mark.text))
        if len(mark.cells) > 1:
            points = tuple(map(middle, mark.cells))
            yield Line("path", stroke=color, width=STYLE["path_width"], points=points)
        yield Circle("start", glyphs.PAPER, stroke=color, width=4, middle=middle(mark.cells[0]), radius=20)


def _letters(board: Board, some: Container[Cell]) -> Iterator[Shape]:
    for at, letter in board.letters.items():
        if at in some:
            yield Text("letter", glyphs.INK, middle=middle(at), text=letter, size=26, bold=True)


def _words(marks: Iterable[Mark]) -> list[Mark]:
    return [mark for mark in marks if mark.kind == "word"]


def text(board: Board, solution: Solution | None) -> TerminalText:
    """Return the board, with the words of `solution` if there is one, as styled text; a word's first letter is lit."""
    canvas, letters = frame(*board.shape), board.letters
    for row, col in cells(*board.shape):
        if (row, col) not in letters:
            canvas[2 * row + 1][4 * col + 1 : 4 * col + 4] = [("░", "dim")] * 3
    styles = {}
    for number, word in enumerate(solution or ()):
        style = f"bold {cyclic(STYLE['words'], number)}"
        styles.update(dict.fromkeys(word.path, style))
        styles.update(dict.fromkeys(word.path[:1], f"{style} reverse"))
        draw_line(canvas, pairwise(word.path), style)
    for at, letter in letters.items():
        line = canvas[2 * at.row + 1]
        line[4 * at.col + 2] = (letter, styles.get(at, "bold"))
        if cell_len(letter) == 2:  # a wide letter takes the column after it
            line[4 * at.col + 3] = ("", "")
    return styled(canvas)
