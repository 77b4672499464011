"""The hand: moves as single trusted inputs, and which way of drawing a path the page takes."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise

from playwright.sync_api import Mouse, Page  # noqa: TID251  # web drives the browser

from player.games.moves import Box, Drag, Move, Remove, arrows, touched
from player.web import boxes
from player.web.look import Look, Point
from player.web.schema import Way

Input = Callable[[], None]


class Ways:
    """The ways to draw a path or a box, as they did so far on the pages of each generation.

    What is called `generation` here tells boxes from paths too, as the one says nothing of the other.
    """

    def __init__(self) -> None:
        self._failures: Counter[tuple[str | None, Way]] = Counter()

    def best(self, generation: str | None, draw: Sequence[Way]) -> Way:
        """The way that failed least, of equal ones the first in `draw`."""
        return min(draw, key=lambda way: self._failures[generation, way])

    def judge(self, generation: str | None, way: Way, *, worked: bool) -> None:
        """Remember how `way` did. One that worked has a failure to spare before another is tried."""
        self._failures[generation, way] = -1 if worked else self._failures[generation, way] + 1


def inputs(page: Page, moves: Sequence[Move], look: Look, way: Way | None, focus: Input) -> list[Input]:
    """What makes `moves` on the board of `look`, input by input; paths and boxes are drawn in `way`.

    `focus` gives the keyboard to the board.
    """
    assert look.snapshot is not None
    keyboard = boxes.Keyboard(page.keyboard, focus, look.snapshot.rows, look.snapshot.cols)
    made = [single for move in moves for single in _inputs(page, move, _points(move, look), way, keyboard)]
    return [*made, *keyboard.leave()] if moves and isinstance(moves[-1], Remove) else made


def _inputs(
    page: Page, move: Move, points: Sequence[Point], way: Way | None, keyboard: boxes.Keyboard
) -> Iterator[Input]:
    if isinstance(move, Remove):
        yield from keyboard.remove(move)
    elif isinstance(move, Box) and way == "keys":
        yield from keyboard.draw(move)
    elif isinstance(move, Box):
        yield from keyboard.leave()
        yield from _stroke(page.mouse, points if len(points) == 1 else [points[0], points[-1]])
    elif isinstance(move, Drag) and way == "drag":
        yield from _stroke(page.mouse, points)
    elif isinstance(move, Drag) and way == "keys":
        yield partial(page.mouse.click, points[0].x, points[0].y)
        yield from (partial(page.keyboard.press, arrow) for arrow in arrows(move))
    else:
        yield from (partial(page.mouse.click, point.x, point.y) for point in points)


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


def unmoved(moves: Sequence[Move], look: Look, now: Look) -> bool:
    """Whether the cells that `moves` touch are, in `now`, where they were in `look`, and as free."""
    return all(_points(move, look) == _points(move, now) for move in moves)


def _points(move: Move, look: Look) -> list[Point]:
    assert look.snapshot is not None
    return [look.points[cell.row * look.snapshot.cols + cell.col] for cell in touched(move)]
