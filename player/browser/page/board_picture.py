"""A picture of the board that was observed, and where its cells lie in it."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from time import perf_counter
from typing import NamedTuple

from playwright.sync_api import FloatRect  # noqa: TID251  # web drives the browser

from player.browser.failures import map_playwright_errors
from player.browser.page.observation import BoardSeen, Point
from player.browser.page.page_reader import PageReader
from player.errors import PageNotUnderstood
from player.sight.reading import Grid

#: The page around the board that is in the picture, and the least side of a picture, in CSS pixels.
MARGIN, LEAST = 6, 40
#: The side of a cell, in CSS pixels, below which all pixels of the screen are taken: a phone has several for each.
FINE = 56
#: How far a cell may lie from its row and its column, as a share of its side.
ASKEW = 0.06
#: The pause between two pictures, in milliseconds; and the least number of them, on a machine that is slow.
PAUSE_MS, LEAST_PICTURES = 150, 3


class BoardPicture(NamedTuple):
    """A PNG of a board, and the lines of its grid in it, in pixels."""

    data: bytes
    grid: Grid


def pictures(reader: PageReader, look: BoardSeen, patience: float) -> Iterator[BoardPicture | None]:
    """Yield pictures of the board of `look` for `patience` milliseconds, at least some; None if it can't be pictured.

    They end when the page shows another board.
    """
    end, taken = perf_counter() + patience / 1000, 0
    while taken < LEAST_PICTURES or perf_counter() < end:
        if taken:
            with map_playwright_errors():
                reader.tab.world.rest(PAUSE_MS)
            now = None
            with suppress(PageNotUnderstood):  # the page is redrawing it
                now = reader.now(still=True)
            if isinstance(now, BoardSeen) and now.snapshot != look.snapshot:
                return
            look = now if isinstance(now, BoardSeen) else look
        taken += 1
        yield picture(reader, look)


def picture(reader: PageReader, look: BoardSeen) -> BoardPicture | None:
    """Return a picture of the board of `look`; None if a part is covered or away, or if its cells form no grid."""
    grid = lines(look.points, *look.shape)
    if grid is None or look.scrolls or look.covered:
        return None
    left, top = (max(0, int(side) - MARGIN) for side in grid.corners[:2])
    right, bottom = (int(side) + 1 + MARGIN for side in grid.corners[2:])
    if min(right - left, bottom - top) < LEAST:
        return None
    box = FloatRect(x=left, y=top, width=right - left, height=bottom - top)
    fine = grid.least_side < FINE
    data = reader.screenshot(box, plain=not fine)
    if data is None:
        return None
    scale = _scale(data, box) if fine else 1
    if scale is None:
        return None
    across, down = (
        tuple(scale * (at - start) for at in along) for along, start in ((grid.across, left), (grid.down, top))
    )
    return BoardPicture(data, Grid(across, down))


def _scale(png: bytes, box: FloatRect) -> float | None:
    """Return the pixels for each CSS pixel in a PNG of `box`; None if it shows a part of it only."""
    wide, high = (int.from_bytes(png[start : start + 4]) for start in (16, 20))
    scale = wide / box["width"]
    return scale if abs(high - scale * box["height"]) <= 1 + scale else None


def lines(points: tuple[Point, ...], rows: int, cols: int) -> Grid | None:
    """Return the lines between cells with these centres, row by row; None if they form no upright grid."""
    if min(rows, cols) < 2 or len(points) != rows * cols:
        return None
    xs, ys = [point.x for point in points[:cols]], [point.y for point in points[::cols]]
    spare = ASKEW * min(after - before for along in (xs, ys) for before, after in pairwise(along))
    for number, point in enumerate(points):
        if abs(point.x - xs[number % cols]) > spare or abs(point.y - ys[number // cols]) > spare:
            return None
    for along in (xs, ys):
        steps = [after - before for before, after in pairwise(along)]
        if max(steps) - min(steps) > 2 * spare + 1:
            return None
    return Grid(_between(xs), _between(ys))


def _between(middles: list[float]) -> tuple[float, ...]:
    half = (middles[-1] - middles[0]) / (len(middles) - 1) / 2
    return (middles[0] - half, *((a + b) / 2 for a, b in pairwise(middles)), middles[-1] + half)
