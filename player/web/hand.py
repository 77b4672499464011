"""The hand: moves as single trusted inputs, and which way of drawing a path or entering a text the page takes."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, zip_longest
from typing import TypeVar

from playwright.sync_api import Mouse, Page  # noqa: TID251  # web drives the browser

from player.errors import PageNotUnderstood
from player.games.grid import Cell
from player.games.moves import Box, Drag, Enter, Move, Remove, Tap, arrows, touched
from player.web import boxes
from player.web.look import Look, Point

Input = Callable[[], None]
Paced = tuple[Input, Cell | None]
"""A click on a cell, or an input on none."""
Keep = Callable[[Input, Cell | None], Input]
"""Makes an input keep the page's pace."""
Way = str
Known = TypeVar("Known", bound=Way)


class Ways:
    """The ways to draw a path and to enter a text, as they did so far on the pages of each generation."""

    def __init__(self) -> None:
        self._failures: Counter[tuple[str | None, Way]] = Counter()

    def best(self, generation: str | None, draw: Sequence[Known]) -> Known:
        """The way that failed least, of equal ones the first in `draw`."""
        return min(draw, key=lambda way: self._failures[generation, way])

    def judge(self, generation: str | None, way: Way, *, worked: bool) -> None:
        """Remember how `way` did. One that worked has a failure to spare before another is tried."""
        self._failures[generation, way] = -1 if worked else self._failures[generation, way] + 1


def inputs(  # noqa: PLR0917
    page: Page, moves: Sequence[Move], look: Look, way: Way | None, keep: Keep, focus: Input
) -> list[Input]:
    """What makes `moves` on the board of `look`, input by input; paths and boxes are drawn, texts entered in `way`.

    All inputs keep the pace, and `focus` gives the keyboard to the board.
    """
    assert look.snapshot is not None
    keyboard = boxes.Keyboard(page.keyboard, focus, look.snapshot.rows, look.snapshot.cols)
    made = [single for move in moves for single in _inputs(page, move, _points(move, look, way), way, keyboard)]
    if moves and isinstance(moves[-1], Remove):
        made += _unpaced(keyboard.leave())
    return [keep(*single) for single in made]


def _unpaced(inputs: Iterable[Input]) -> Iterator[Paced]:
    """Inputs that are no clicks on one cell."""
    return ((single, None) for single in inputs)


def _inputs(
    page: Page, move: Move, points: Sequence[Point], way: Way | None, keyboard: boxes.Keyboard
) -> Iterator[Paced]:
    clicks = [(partial(page.mouse.click, at.x, at.y), cell) for at, cell in zip_longest(points, touched(move))]
    if isinstance(move, Remove):
        yield from _unpaced(keyboard.remove(move))
    elif isinstance(move, Box) and way == "keys":
        yield from _unpaced(keyboard.draw(move))
    elif isinstance(move, Box):
        yield from _unpaced(keyboard.leave())
        yield from _unpaced(_stroke(page.mouse, boxes.around(move, points)))
    elif isinstance(move, Drag) and way == "drag":
        yield from _unpaced(_stroke(page.mouse, points))
    elif isinstance(move, Drag) and way == "keys":
        yield clicks[0]
        yield from _unpaced(partial(page.keyboard.press, arrow) for arrow in arrows(move))
    else:
        yield from clicks
        if isinstance(move, Enter) and way == "keys":
            yield from _unpaced(partial(page.keyboard.press, character) for character in move.text)


def turns(
    moves: Sequence[Move], look: Look, field: str, shown: Mapping[int, str | bool], cycle: Sequence[str]
) -> list[Move]:
    """The taps that show on the page of `look` what `moves` should, where its clicks take marks through `cycle`.

    Each cell that `moves` tap goes from its mark to the one in `shown`; the first taps of all cells come first.
    """
    assert look.snapshot is not None
    rounds: list[list[Move]] = [[] for _ in cycle]
    for cell in dict.fromkeys(cell for move in moves for cell in touched(move)):
        index = cell.row * look.snapshot.cols + cell.col
        marks = (look.snapshot.cells[index].get(field), shown[index])
        if unknown := [mark for mark in marks if mark not in cycle]:
            raise PageNotUnderstood(
                f"{cell} is or should be marked {unknown[0]!r}, clicks lead to {', '.join(cycle)}: mend 'cycle'"
            )
        now, then = (cycle.index(str(mark)) for mark in marks)
        for one in rounds[: (then - now) % len(cycle)]:
            one.append(Tap(cell))
    return [tap for one in rounds for tap in one]


def _stroke(mouse: Mouse, points: Sequence[Point]) -> Iterator[Input]:
    yield partial(mouse.move, points[0].x, points[0].y)
    yield mouse.down
    stops = [stop for a, b in pairwise(points) for stop in (((a.x + b.x) / 2, (a.y + b.y) / 2), (b.x, b.y))]
    yield from (partial(mouse.move, *stop) for stop in stops[:-2])
    yield partial(_end, mouse, stops[-2:])


def _end(mouse: Mouse, stops: Sequence[tuple[float, float]]) -> None:
    """Into the last cell, of which its edge is a part already, and up."""
    for stop in stops:
        mouse.move(*stop)
    mouse.up()


def free(moves: Sequence[Move], look: Look) -> bool:
    """Whether nothing covers the cells that `moves` touch."""
    return all(point.free for move in moves for point in _points(move, look))


def unmoved(moves: Sequence[Move], look: Look, now: Look, way: Way | None = None) -> bool:
    """Whether what `moves` touch in `way` is, in `now`, where it was in `look`, and as free."""
    return all(_points(move, look, way) == _points(move, now, way) for move in moves)


def able(moves: Sequence[Move], look: Look, ways: Sequence[Known]) -> list[Known]:
    """Those of `ways` in which texts can be entered: by buttons where there is a free one for each."""
    texts = {move.text for move in moves if isinstance(move, Enter)}
    buttons = {text for text, point in look.buttons.items() if point.free}
    return [way for way in ways if way != "buttons" or texts <= buttons]


def _points(move: Move, look: Look, way: Way | None = None) -> list[Point]:
    """Where the mouse goes for `move`: its cells in order, then its button if it enters a text by one."""
    assert look.snapshot is not None
    points = [look.points[cell.row * look.snapshot.cols + cell.col] for cell in touched(move)]
    return [*points, look.buttons[move.text]] if isinstance(move, Enter) and way == "buttons" else points
