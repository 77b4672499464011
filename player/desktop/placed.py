"""A board on the screen: read from its pixels, with the place of each cell."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from player.boards.board_json import board_of
from player.desktop.screen import Area, Screen
from player.errors import BoardError
from player.games import Game
from player.games.grid import Cell
from player.sight.known import is_same, progress_of, snapshot
from player.sight.picture import read_pixels
from player.sight.reading import Reading

if TYPE_CHECKING:
    from player.desktop.screen import Pixels

#: The difference from which on a pixel counts as changed, in grey levels, which is more than the mouse makes over it;
#: and the least share of such pixels in a changed cell.
LEVELS, SHARE = 25, 0.01
#: The most seconds for one reading.
LIMIT_S = 5.0


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

    @property
    def on_screen(self) -> Area:
        """The board's own part of the screen."""
        left, top, right, bottom = map(round, self.reading.grid.corners)
        return Area(self.area.left + left, self.area.top + top, right - left, bottom - top)

    def point(self, cell: Cell) -> tuple[int, int]:
        """Return the middle of a cell on the screen."""
        x, y = self.reading.grid.middle(cell)
        return self.area.left + round(x), self.area.top + round(y)

    def state_of(self, board: Any, expected: Any = None) -> Any:
        """Return the state of `board`, which this one `shows`, by the marks on it, as of a page with these marks."""
        marks = progress_of(self.game).marks(self.board, self.reading.progress)
        return self.game.play.state(snapshot(self.game, board, marks, expected), expected)

    def shows(self, board: Any) -> bool:
        """Return True if this is `board`, maybe with marks taken for given ones: so do those below the pointer look."""
        return is_same(self.board, board)

    def changed(self, screen: Screen, among: Iterable[Cell]) -> list[Cell]:
        """Return those of the cells `among` that do not look as they did when the board was read."""
        now = screen.pixels(self.area)
        return [cell for cell in among if self._changed(now, cell) > SHARE]

    def _changed(self, now: "Pixels", cell: Cell) -> float:
        """Return the share of the pixels of a cell that have changed."""
        left, top, right, bottom = map(round, self.reading.grid.box(cell))
        part = (slice(max(top, 0), bottom), slice(max(left, 0), right))
        return float((abs(now[part].astype(int) - self.pixels[part]).max(axis=2) > LEVELS).mean())


def locate(screen: Screen, area: Area, name: str | None) -> Placed:
    """Return the board that `area` of the screen shows; raise BoardError if it shows none, or a doubtful one."""
    pixels = screen.pixels(area)
    reading = read_pixels(pixels, name, LIMIT_S)
    game, board = board_of(reading.board)
    return Placed(game, board, reading, area, pixels)


def require_playable(game: Game) -> None:
    """Raise BoardError if the marks of `game` can't be read from the screen."""
    if hasattr(progress_of(game), "NEEDS_THE_FIRST"):
        raise BoardError(f"{game.name} can't be played by its picture yet: play it on its page")
