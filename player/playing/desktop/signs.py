"""Signs of a win in programs without a word in capitals: the board flashes or gets green, or a dialog has praise."""

from collections.abc import Collection
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING

from player.games.grid import Cell, cells
from player.playing.desktop.board import Placed
from player.playing.desktop.screen import Area, Screen

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
#: The places at which a cell's colours are taken, in cells from its sides: few, as a flash may last 0.1 s only.
SAMPLED = (0.2, 0.35, 0.65, 0.8)
#: The least number of earlier parts without a flash.
EARLIER = 2
#: By how much redder a cell gets, in grey levels, that tells of an error; and how much greener, that tells of a win.
RED, GREEN = 40, 60


class Signs:
    """The effects of moves beyond their cells: others have another colour for a moment or are green, a dialog opens."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._shares: list[float] = []
        self._dialogs: list[bool] = []
        self._said = ""
        self._known: set[int] = set()

    def watch(self, before: Placed, own: Collection[Cell], *, last: bool) -> None:
        """Watch for a moment after moves on the cells `own`; `before` is the board before them."""
        others = [at for at in cells(*before.board.shape) if at not in own]
        if not others:
            return
        place = before.on_screen
        left, top = place.left - before.area.left, place.top - before.area.top
        shot = before.pixels[top : top + place.height, left : left + place.width]
        frames, start, changed = [_colours(before, others, shot)], monotonic(), False
        while monotonic() - start < (LAST_S if last or changed else WATCH_S):
            now = self._screen.pixels(place)
            if (now != shot).any():
                shot = now
                frames.append(_colours(before, others, shot))
                changed = float((_away(frames[-1], frames[0]) > SAME).mean()) > USUAL
            Event().wait(LOOK_S)
        self._shares.append(max(float(_signs(one, frames[0], frames[-1]).mean()) for one in frames))
        opened = self._screen.dialogs(before.host.number)
        self._dialogs.append(bool(opened - self._known))
        areas = map(self._screen.area, opened - self._known if last else ())
        self._said = next((said for area in areas if area and (said := self._praise(area))), "")
        self._known |= opened

    def _praise(self, area: Area) -> str:
        from player.sight.words import praise  # noqa: PLC0415  # of the extra

        return praise(self._screen.pixels(area.within(self._screen.whole)))

    @property
    def has_dialog(self) -> bool:
        """True if a dialog opened after the last moves, and none before."""
        return len(self._dialogs) > EARLIER and self._dialogs[-1] and not any(self._dialogs[:-1])

    def told(self) -> str:
        """Return what tells of a win, as part of a sentence: something after the last move, and not earlier; or "".

        A dialog must say so, as it may be about mistakes.
        """
        *earlier, last = self._shares or [0.0]
        if last >= WIN and len(earlier) >= EARLIER and max(earlier) <= USUAL:
            return "the board changes colour"
        return f'a dialog says "{self._said}"' if self.has_dialog and self._said else ""


def _away(colours: "NDArray[np.int16]", others: "NDArray[np.int16]") -> "NDArray[np.int16]":
    """Return by how much the colours of cells differ, in grey levels."""
    difference: NDArray[np.int16] = abs(colours - others).max(axis=1)
    return difference


def _signs(colours: "NDArray[np.int16]", first: "NDArray[np.int16]", last: "NDArray[np.int16]") -> "NDArray[np.bool_]":
    """Return which cells have another colour than at first, not red, until the last look; or are green from then on."""
    own, others, final = (one.astype(int) for one in (colours, first, last))
    redder, greener = (
        now[:, band] - now[:, rest].max(axis=1) - others[:, band] + others[:, rest].max(axis=1)
        for now, band, rest in ((own, 2, [0, 1]), (final, 1, [0, 2]))
    )
    flashes = (_away(colours, first) > LEVELS) & (redder <= RED) & (_away(first, last) <= SAME)
    found: NDArray[np.bool_] = flashes | (greener > GREEN)
    return found


def _colours(placed: Placed, among: Collection[Cell], pixels: "Pixels") -> "NDArray[np.int16]":
    """Return the usual colour of each cell in the pixels of the board: cells x blue, green, red."""
    import numpy as np  # noqa: PLC0415  # of the extra

    boxes = np.array([placed.grid.box(cell) for cell in among])
    shares = np.array(SAMPLED)
    starts, sizes = boxes[:, :2] - placed.grid.corners[:2], boxes[:, 2:] - boxes[:, :2]
    x, y = (starts[:, axis, None] + shares * sizes[:, axis, None] for axis in (0, 1))
    sampled = pixels[y[:, :, None].astype(int), x[:, None, :].astype(int)]
    found: NDArray[np.int16] = np.median(sampled.reshape(len(boxes), -1, 3), axis=1).astype(np.int16)
    return found
