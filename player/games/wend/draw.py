"""The drawing of Wend: letters, dark holes, and each word as a coloured line from a ring on its first letter."""

from collections.abc import Container, Iterable, Iterator, Sequence

from player.explanations.steps import Mark
from player.games.grid import Cell, cells
from player.games.wend.board import Board, Solution
from player.render import glyphs
from player.render.shapes import Circle, Line, Point, Shape, Text, middle
from player.render.styles import cyclic, style_of

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
        yield f"{word.text}: {'; '.join(map(str, word.path))}"


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
    yield from _letters(board, {at for kind in ("word", "joined") for mark in _of(marks, kind) for at in mark.cells})


def _tinted(marks: Sequence[Mark]) -> Iterator[Shape]:
    for mark in _of(marks, "word"):
        color = cyclic(STYLE["words"], int(mark.text))
        yield from (glyphs.square(at, color, "word", STYLE["tint"]) for at in mark.cells)


def _lines(marks: Sequence[Mark]) -> Iterator[Shape]:
    """Yield a line for each word, from a ring on its first letter, and for two letters that are in one word."""
    for mark in _of(marks, "joined"):
        yield Line("joined", stroke=glyphs.BOARD["faint"], width=STYLE["path_width"] / 2, points=_points(mark))
    for mark in _of(marks, "word"):
        color = cyclic(STYLE["words"], int(mark.text))
        if len(mark.cells) > 1:
            yield Line("path", stroke=color, width=STYLE["path_width"], points=_points(mark))
        yield Circle("start", glyphs.PAPER, stroke=color, width=4, middle=middle(mark.cells[0]), radius=20)


def _letters(board: Board, some: Container[Cell]) -> Iterator[Shape]:
    """Yield the letters on `some` cells."""
    for at, letter in board.letters.items():
        if at in some:
            yield Text("letter", glyphs.INK, middle=middle(at), text=letter, size=26, bold=True)


def _of(marks: Iterable[Mark], kind: str) -> list[Mark]:
    return [mark for mark in marks if mark.kind == kind]


def _points(mark: Mark) -> tuple[Point, ...]:
    return tuple(middle(at) for at in mark.cells)
