"""Signs of a win in programs without a word in capitals: the board flashes, or a dialog opens, after the last move."""

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


class Signs:
    """The effects of moves beyond their cells: other cells have another colour for a moment, a dialog opens."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._shares: list[float] = []
        self._dialogs: list[bool] = []
        self._known: set[int] = set()

    def watch(self, before: Placed, own: Collection[Cell], *, last: bool) -> None:
        """Watch for a moment after moves on the cells `own`; `before` is the board before them."""
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
        opened = self._screen.dialogs(before.host.number)
        self._dialogs.append(bool(opened - self._known))
        self._known |= opened

    @property
    def has_dialog(self) -> bool:
        """True if a dialog opened after the last moves, and none before."""
        return len(self._dialogs) > EARLIER and self._dialogs[-1] and not any(self._dialogs[:-1])

    def told(self) -> str:
        """Return what tells of a win, as part of a sentence: something after the last move, and not earlier; or ""."""
        *earlier, last = self._shares or [0.0]
        if last >= WIN and len(earlier) >= EARLIER and max(earlier) <= USUAL:
            return "the board flashes"
        return "a dialog opens" if self.has_dialog else ""


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
