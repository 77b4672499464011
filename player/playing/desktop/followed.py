"""The board in its window: found again after each change, wherever the window is then."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING

from player.errors import BoardError, Unavailable
from player.games.grid import Cell, cells
from player.playing.desktop.placed import Placed, host_of
from player.playing.desktop.pointer import BoardMoved
from player.playing.desktop.screen import Area, Host, Screen
from player.sight.picture import grids, shows
from player.sight.reading import Grid
from player.sight.tracker import Known

if TYPE_CHECKING:
    from player.playing.desktop.screen import Pixels

#: Seconds for which a board may be out of sight, and between two looks; of computing for a search.
LOST_S, LOOK_S, SEARCH_S = 5.0, 0.02, 1.0


class BoardLost(Unavailable):
    """The board is not on the screen any more."""


class Followed:
    """The board that was `first` read in a window; `check` is called before each look, and may raise."""

    def __init__(self, screen: Screen, first: Placed, check: Callable[[], None]) -> None:
        self._screen, self._check, self._last, self._host = screen, check, first, first.host
        self._known = Known.first(first.reading, first.pixels)

    def shows(self, word: str) -> bool:
        """Return True if the window shows `word` in capitals."""
        place = self._place()
        return place is not None and shows(self._screen.pixels(place), word)

    def found(self) -> Placed:
        """Return the board where it is now, as soon as it is seen; raise BoardLost if it is not for some seconds."""
        until = monotonic() + LOST_S
        while (placed := self.again()) is None:
            if monotonic() > until:
                raise BoardLost(self._why_lost())
            Event().wait(LOOK_S)
        return placed

    def again(self) -> Placed | None:
        """Return the same board in the same window where it is now; None if it is not there.

        Raise BoardLost once the window is closed.
        """
        self._check()
        if (area := self._place()) is None:
            if not self._screen.windows.is_open(self._host.number):
                raise BoardLost(self._why_lost())
            return None
        pixels = self._screen.pixels(area)
        for grid in self._places(area, pixels):
            with suppress(BoardError):
                marks = self._known.marks_in(pixels, grid)
                host = host_of(self._screen, area, grid)
                if host.number != self._host.number:
                    return None
                reading = replace(self._last.reading, grid=grid)
                self._last = replace(self._last, reading=reading, area=area, pixels=pixels, host=host, marks=marks)
                return self._last
        return None

    def _places(self, area: Area, pixels: "Pixels") -> Iterator[Grid]:
        """Yield where the board may be in the pixels of `area`: where it was in its window, and where lines are.

        Lines are not looked for while another window lies over it.
        """
        last = self._last
        now = self._screen.windows.area(self._host.number) or area
        then = last.host.area or last.area
        right = now.left - then.left - (area.left - last.area.left)
        down = now.top - then.top - (area.top - last.area.top)
        grid = Grid(tuple(x + right for x in last.grid.across), tuple(y + down for y in last.grid.down))
        inside = Area(0, 0, area.width, area.height)
        if inside.holds(*grid.corners[:2]) and inside.holds(*grid.corners[2:]):
            yield grid
        if now == last.host.area and last.covered(self._screen):
            return
        yield from (one for one in grids(pixels, SEARCH_S) if (one.rows, one.cols) == (grid.rows, grid.cols))

    def require_there(self, placed: Placed, done: Collection[Cell], stops: Sequence[Cell] = ()) -> None:
        """Raise BoardMoved if more than half of the cells that were left alone have changed, or one of `stops` has.

        A page may mark cells that a move rules out, so a changed stop is all right if the board is still read there.
        """
        left = [cell for cell in cells(*placed.board.shape) if cell not in done]
        changed = set(placed.changed(self._screen, left))
        if 2 * len(changed) > len(left):
            raise BoardMoved
        if changed.intersection(stops) and not self._is_read_at(placed):
            raise BoardMoved

    def has_gone_on(self, placed: Placed) -> bool:
        """Return True if a board that is not read any more looks otherwise, in a window that is as it was.

        So a dialog covers it, or another page is shown.
        """
        return not placed.covered(self._screen) and bool(placed.changed(self._screen, cells(*placed.board.shape)))

    def _is_read_at(self, placed: Placed) -> bool:
        """Return True if the same board is read at the same place again."""
        with suppress(BoardError):
            self._known.marks_in(self._screen.pixels(placed.area), placed.grid)
            return True
        return False

    def _place(self) -> Area | None:
        """Return the part of the screen where the window of the board is; None if it is not shown."""
        if self._host.number == 0:
            return self._screen.whole
        place = self._screen.windows.area(self._host.number)
        return place and place.within(self._screen.whole)

    def _why_lost(self) -> str:
        """Return the reason why the board is not seen, as part of a sentence."""
        windows, host = self._screen.windows, self._host
        if host.number == 0:
            return "the board is not on the screen any more"
        now = windows.area(host.number)
        if now is None:
            return f"the window of the board was {'hidden' if windows.is_open(host.number) else 'closed'}"
        if self._last.host == Host(host.number, now) and self._last.covered(self._screen):
            return "another window covers the board"
        if now != now.within(self._screen.whole):
            return "the window of the board is partly beyond the screen"
        return "its window does not show the board any more"
