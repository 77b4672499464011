"""A flash of the board: by it programs without a word tell of a win."""

from collections.abc import Collection
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING

from player.games.grid import Cell, cells
from player.playing.desktop.board import Placed
from player.playing.desktop.screen import Screen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from player.playing.desktop.screen import Pixels

#: Seconds for which the board is watched after moves, while it flashes and after the last move, and between two looks.
WATCH_S, LAST_S, LOOK_S = 0.5, 1.6, 0.02
#: The difference of a cell's colour by which it flashes, and of the same colour at most, in grey levels.
LEVELS, SAME = 20, 8
#: The least share of the cells that flash with a win, and the most that may after another move.
WIN, USUAL = 0.5, 0.1
#: The least number of earlier parts without a flash.
EARLIER = 2
#: By how much redder a cell gets, in grey levels, that tells of an error.
RED = 40


class Flashes:
    """The flashes of the board after moves: cells that no move touched have another colour for a moment."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._shares: list[float] = []

    def watch(self, before: Placed, own: Collection[Cell], *, last: bool) -> None:
        """Watch the board for a moment after moves on the cells `own`; `before` is the board before them."""
        others = [at for at in cells(*before.board.shape) if at not in own]
        if not others:
            return
        place = before.on_screen
        left, top = place.left - before.area.left, place.top - before.area.top
        first = _colours(before, others, before.pixels[top : top + place.height, left : left + place.width])
        frames, start, changed = [first], monotonic(), False
        while monotonic() - start < (LAST_S if last or changed else WATCH_S):
            frames.append(_colours(before, others, self._screen.pixels(place)))
            changed = float((_away(frames[-1], first) > SAME).mean()) > USUAL
            Event().wait(LOOK_S)
        end = frames[-1]
        same = _away(first, end) <= SAME
        self._shares.append(max(float((same & _flashes(one, first)).mean()) for one in frames))

    def tell_of_a_win(self) -> bool:
        """Return whether most of the board has flashed after the last move, and nothing after the earlier ones."""
        *earlier, last = self._shares or [0.0]
        return last >= WIN and len(earlier) >= EARLIER and max(earlier) <= USUAL


def _away(colours: "NDArray[np.int16]", others: "NDArray[np.int16]") -> "NDArray[np.int16]":
    """Return by how much the colours of cells differ, in grey levels."""
    difference: NDArray[np.int16] = abs(colours - others).max(axis=1)
    return difference


def _flashes(colours: "NDArray[np.int16]", others: "NDArray[np.int16]") -> "NDArray[np.bool_]":
    """Return which cells have another colour than they had, that is not red."""
    redder = (colours[:, 2] - colours[:, :2].max(axis=1)) - (others[:, 2] - others[:, :2].max(axis=1))
    found: NDArray[np.bool_] = (_away(colours, others) > LEVELS) & (redder <= RED)
    return found


def _colours(placed: Placed, among: Collection[Cell], pixels: "Pixels") -> "NDArray[np.int16]":
    """Return the usual colour of each cell in the pixels of the board: cells x blue, green, red."""
    import numpy as np  # noqa: PLC0415  # of the extra

    x, y = placed.grid.corners[:2]
    found = []
    for cell in among:
        left, top, right, bottom = placed.grid.box(cell)
        wide, high = 0.15 * (right - left), 0.15 * (bottom - top)
        rows = slice(round(top - y + high), round(bottom - y - high), 2)
        cols = slice(round(left - x + wide), round(right - x - wide), 2)
        found.append(np.median(pixels[rows, cols].reshape(-1, 3), axis=0))
    return np.array(found, np.int16)
