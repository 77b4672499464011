"""The board on the screen: read from its pixels, and found again after each change, wherever its window is then."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from player.boards.board_json import board_of
from player.errors import BoardError, Unavailable
from player.games import Game, title_of
from player.games.grid import Cell, cells
from player.games.snapshot import Value
from player.playing.desktop.pointer import BoardMoved
from player.playing.desktop.screen import Area, Host, Screen, awaited
from player.sight.picture import grids, read_pixels, shown
from player.sight.reading import Grid, NoBoard, Reading
from player.sight.tracker import Known

if TYPE_CHECKING:
    from player.playing.desktop.screen import Pixels

#: The difference from which on a pixel counts as changed, in grey levels, which is more than the mouse makes over it;
#: and the least share of such pixels in a changed cell.
LEVELS, SHARE = 25, 0.01
#: The most seconds of computing for one reading, and for the search for a second board.
LIMIT_S, SECOND_S = 5.0, 2.0
#: The least size of a second board, as a share of the first: smaller ones are examples and pictures of boards.
SECOND = 0.5


@dataclass(frozen=True, slots=True)
class Placed:
    """A board, where it is on the screen, and its pixels when it was read."""

    game: Game
    board: Any
    reading: Reading
    area: Area
    """The part of the screen that was read."""
    pixels: "Pixels"
    """The pixels of that part."""
    host: Host
    """The window that is uppermost in the middle of the board."""
    marks: Sequence[Value] = ()
    """The mark of each cell, row by row."""

    @property
    def grid(self) -> Grid:
        """The place of the board in the pixels."""
        return self.reading.grid

    @property
    def on_screen(self) -> Area:
        """The board's own part of the screen."""
        left, top, right, bottom = map(round, self.grid.corners)
        whole = Area(self.area.left + left, self.area.top + top, right - left, bottom - top)
        return whole.within(self.area)

    def point(self, cell: Cell) -> tuple[int, int]:
        """Return the middle of a cell on the screen."""
        x, y = self.grid.middle(cell)
        return self.area.left + round(x), self.area.top + round(y)

    def cell_at(self, point: tuple[int, int]) -> Cell | None:
        """Return the cell at a point of the screen, if it is on the board."""
        x, y = point[0] - self.area.left, point[1] - self.area.top
        for cell in cells(self.grid.rows, self.grid.cols):
            left, top, right, bottom = self.grid.box(cell)
            if left <= x < right and top <= y < bottom:
                return cell
        return None

    def with_look_of(self, cell: Cell, pixels: "Pixels") -> "Placed":
        """Return the board with the look that `cell` has in other pixels of the same area."""
        left, top, right, bottom = map(round, self.grid.box(cell))
        both = self.pixels.copy()
        both[max(top, 0) : bottom, max(left, 0) : right] = pixels[max(top, 0) : bottom, max(left, 0) : right]
        return replace(self, pixels=both)

    def changed(self, screen: Screen, among: Iterable[Cell]) -> list[Cell]:
        """Return those of the cells `among` that do not look as they did when the board was read."""
        place = self.on_screen
        left, top = place.left - self.area.left, place.top - self.area.top
        now, then = screen.pixels(place), self.pixels[top : top + place.height, left : left + place.width]
        different = abs(now.astype(int) - then).max(axis=2) > LEVELS

        def share(cell: Cell) -> float:
            x, y, right, bottom = map(round, self.grid.box(cell))
            return float(different[max(y - top, 0) : bottom - top, max(x - left, 0) : right - left].mean())

        return [cell for cell in among if share(cell) > SHARE]

    def covered(self, screen: Screen) -> bool:
        """Return True if another window is over a cell, or its own was moved, closed or hidden."""
        return any(screen.top(*self.point(cell)) != self.host for cell in cells(*self.board.shape))


def locate(screen: Screen, area: Area, name: str | None) -> Placed:
    """Return the board that `area` of the screen shows; raise BoardError if it shows none, or a doubtful one."""
    pixels = screen.pixels(area)
    reading = read_pixels(pixels, name, LIMIT_S)
    game, board = board_of(reading.board)
    return Placed(game, board, reading, area, pixels, host_of(screen, area, reading.grid))


def host_of(screen: Screen, area: Area, grid: Grid) -> Host:
    """Return the window that is uppermost in the middle of a board, whose lines are in the pixels of `area`."""
    left, top, right, bottom = grid.corners
    return screen.top(area.left + round((left + right) / 2), area.top + round((top + bottom) / 2))


def locate_only(screen: Screen, area: Area, name: str | None) -> Placed:
    """Return the board that `area` of the screen shows; raise BoardError as `locate` does, or if there are two."""
    try:
        placed = locate(screen, area, name)
    except NoBoard:
        kind = "a game that is supported" if name is None else title_of(name)
        raise BoardError(f"the screen shows no board of {kind}: let all of it be seen, with nothing over it") from None
    if second := _second(placed, name):
        found = ((placed.game.name, placed.grid), (second.game, second.grid))
        places = " and ".join(f"{title_of(name)} at {_corner(placed.area, grid)}" for name, grid in found)
        raise BoardError(f"the screen shows two boards, {places}: name the GAME, or one window by --window TITLE")
    return placed


def _second(placed: Placed, name: str | None) -> Reading | None:
    """Return the reading of another board that is at least half as large, in the pixels beside `placed`."""
    rest, own = placed.pixels.copy(), placed.on_screen
    left, top = own.left - placed.area.left, own.top - placed.area.top
    rest[top : top + own.height, left : left + own.width] = 0
    try:
        other = read_pixels(rest, name, SECOND_S)
    except BoardError:
        return None
    width, height = (last - first for first, last in (other.grid.corners[::2], other.grid.corners[1::2]))
    return other if min(width, height) >= SECOND * min(own.width, own.height) else None


def _corner(area: Area, grid: Grid) -> str:
    left, top = grid.corners[:2]
    return f"{area.left + round(left)},{area.top + round(top)}"


#: Seconds for which a board may be out of sight; of computing for a search.
LOST_S, SEARCH_S = 5.0, 1.0


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
        return place is not None and bool(shown(self._screen.pixels(place), [word]))

    def found(self) -> Placed:
        """Return the board where it is now, as soon as it is seen; raise BoardLost if it is not for some seconds."""
        if placed := awaited(self.again, LOST_S):
            return placed
        raise BoardLost(self._why_lost())

    def again(self) -> Placed | None:
        """Return the same board in the same window where it is now; None if it is not there.

        Raise BoardLost once the window is closed.
        """
        self._check()
        if (area := self._place()) is None:
            if not self._screen.is_open(self._host.number):
                raise BoardLost(self._why_lost())
            return None
        pixels = self._screen.pixels(area)
        found = self._known.found_in(pixels, self._places(area, pixels))
        host = found and host_of(self._screen, area, found[0])
        if found is None or host is None or host.number != self._host.number:
            return None
        reading = replace(self._last.reading, grid=found[0])
        self._last = replace(self._last, reading=reading, area=area, pixels=pixels, host=host, marks=found[1])
        return self._last

    def _places(self, area: Area, pixels: "Pixels") -> Iterator[Grid]:
        """Yield where the board may be in the pixels of `area`: where it was in its window, and where lines are.

        Lines are not looked for while another window lies over it.
        """
        last = self._last
        now = self._screen.area(self._host.number) or area
        then = last.host.area or last.area
        right = now.left - then.left - (area.left - last.area.left)
        down = now.top - then.top - (area.top - last.area.top)
        grid = last.grid.moved(right, down)
        inside = Area(0, 0, area.width, area.height)
        if inside.holds(*grid.corners[:2]) and inside.holds(*grid.corners[2:]):
            yield grid
        if now == last.host.area and last.covered(self._screen):
            return
        yield from (one for one in grids(pixels, SEARCH_S) if one.shape == grid.shape)

    def require_there(self, placed: Placed, done: Collection[Cell], stops: Sequence[Cell] = ()) -> None:
        """Raise BoardMoved if more than half of the cells that were left alone have changed, or one of `stops` has.

        A page may mark cells that a move rules out, or draw lines along their sides, so a change is all right if the
        board is still read there.
        """
        left = [cell for cell in cells(*placed.board.shape) if cell not in done]
        changed = set(placed.changed(self._screen, left))
        if 2 * len(changed) <= len(left) and not changed.intersection(stops):
            return
        if not self._known.is_on(self._screen.pixels(placed.area), placed.grid):
            raise BoardMoved

    def has_gone_on(self, placed: Placed) -> bool:
        """Return True if a board that is not read any more looks otherwise, in a window that is as it was.

        So a dialog covers it, or another page is shown.
        """
        return not placed.covered(self._screen) and bool(placed.changed(self._screen, cells(*placed.board.shape)))

    def _place(self) -> Area | None:
        """Return the part of the screen where the window of the board is; None if it is not shown."""
        if self._host.number == 0:
            return self._screen.whole
        place = self._screen.area(self._host.number)
        return place and place.within(self._screen.whole)

    def _why_lost(self) -> str:
        """Return the reason why the board is not seen, as part of a sentence."""
        screen, host = self._screen, self._host
        if host.number == 0:
            return "the board is not on the screen any more"
        now = screen.area(host.number)
        if now is None:
            return f"the window of the board was {'hidden' if screen.is_open(host.number) else 'closed'}"
        if self._last.host == Host(host.number, now) and self._last.covered(self._screen):
            return "another window covers the board"
        if now != now.within(self._screen.whole):
            return "the window of the board is partly beyond the screen"
        return "its window does not show the board any more"
