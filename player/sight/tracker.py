"""A board that was read from a picture before: its marks in later pictures, which may show less of the board.

`marks(board, progress)` in the `sight.py` of a game returns the mark of each cell by the progress of a reading. Where a
cell is marked or not, `BARE` and `MARKED` are the two values: then it is marked if it has changed since the first
picture; with `NEEDS_THE_FIRST` only so. `changed(board, before, now, marks)` may tell more. Other
fields of a page are those of `play.columns`, and of `flags(board)`, if there are such. `beside(board, marks)` returns
the lists beside the grid, if any are there.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from player.errors import BoardError, PageNotUnderstood
from player.games import GAMES, Game
from player.games.grid import Cell, cells, on_grid
from player.games.snapshot import Snapshot, Value
from player.sight.reading import Grid, Margins, Reading

if TYPE_CHECKING:
    from player.sight.sheet import Image, Numbers, Sheet

#: A cell has changed if its colour has, by so many grey levels, or so much of the share of its pixels by so many.
GROUND, LEVELS, SHARE = 8, 40, 0.012
#: The margin of a cell that is left out, as a share of its side: lines, drawn borders and signs are there.
RIM = 0.1
#: The least share of cells on which nothing but a shade lies; its colour is estimated so often from those that fit.
MOST, FITS = 0.75, 4
#: The least likeness of a number, letter or tile with what it was, and the least share of them that must be there.
LIKE, THERE = 0.5, 0.85


def snapshot(game: Game, board: Any, marks: Sequence[Value]) -> Snapshot:
    """Return `board` with these marks as a reading of a page; raise BoardError if no page can show them."""
    columns = {name: [_value(one) for one in values] for name, values in game.columns(board).items()}
    flags = game.sight.flags(board) if hasattr(game.sight, "flags") else {}
    shown = {**columns, **flags, game.play.MARK: marks}
    found = tuple(dict(zip(shown, values, strict=True)) for values in zip(*shown.values(), strict=True))
    beside = game.sight.beside(board, marks) if hasattr(game.sight, "beside") else {}
    rules = {name: getattr(board, name) for name in getattr(game.play, "RULES", ()) if hasattr(board, name)}
    rows, cols = board.shape
    return Snapshot(rows, cols, found, beside, getattr(board, "language", ""), rules)


def is_shown(game: Game, wanted: Value, seen: Value) -> bool:
    """Return whether the mark `seen` in a picture may be the one that is `wanted`: some pictures tell only that a cell
    is marked.
    """
    sight = game.sight
    return seen == wanted or (wanted != getattr(sight, "BARE", None) and seen == getattr(sight, "MARKED", ...))


def _value(told: Any) -> Value:
    """Return what a page has for a value of a column: numbers are texts."""
    return str(told) if isinstance(told, int) and not isinstance(told, bool) else told


def state_of(game: Game, board: Any, progress: Mapping[str, Any]) -> Any | None:
    """Return the state of a page of `board` with the marks `progress` of a reading.

    None if the marks of this game are not read from pictures, or if these are no marks of the game.
    """
    if not game.has("sight") or hasattr(game.sight, "NEEDS_THE_FIRST"):
        return None
    try:
        return game.play.state(snapshot(game, board, game.sight.marks(board, progress)))
    except BoardError:
        return None


def is_same(own: Any, board: Any) -> bool:
    """Return whether `own`, read from a picture, is `board`, maybe with marks taken for given ones, or the reverse."""
    if type(own) is not type(board):
        return False
    return bool((replace(own, givens=board.givens) if hasattr(own, "givens") else own) == board)


@dataclass(frozen=True, slots=True)
class Known:
    """A board with its first reading, and the pixels that were read."""

    game: Game
    board: Any
    marks: tuple[Value, ...]
    sheet: "Sheet"

    @classmethod
    def first(cls, reading: Reading, pixels: "Image") -> "Known":
        """Return the board of a reading; raise BoardError if its marks are not read from pictures."""
        game = GAMES[reading.game]
        board = game.board.from_json(reading.board)
        marks = game.sight.marks(board, reading.progress)
        return cls(game, board, tuple(marks), _sheet(pixels, reading.grid))

    def found_in(self, pixels: "Image", grids: Iterable[Grid]) -> tuple[Grid, list[Value]] | None:
        """Return the first of `grids` on which the board lies now, and its marks; None if it lies on none of them."""
        for grid in grids:
            with suppress(BoardError):
                return grid, self.marks_in(pixels, grid)
        return None

    def is_on(self, pixels: "Image", grid: Grid) -> bool:
        """Return whether the board lies on `grid`, maybe with marks half made: lines that are being drawn."""
        if hasattr(self.game.sight, "MARKED"):
            return self._still_there(_sheet(pixels, grid)) >= THERE
        return self.found_in(pixels, [grid]) is not None

    def marks_in(self, pixels: "Image", grid: Grid) -> list[Value]:
        """Return the marks on the board where it lies on `grid` now, row by row.

        Raise BoardError if another board is there, or if anything is doubtful.
        """
        if grid.shape != self.board.shape:
            raise BoardError("the picture shows a board of another size")
        sight, sheet = self.game.sight, _sheet(pixels, grid)
        if hasattr(sight, "MARKED"):
            if self._still_there(sheet) < THERE:
                raise BoardError("the board in the picture is covered, or another one")
            return self._changed_in(sheet)
        data, entered = sight.read(sheet, Margins(), self.board)
        own = self.game.board.from_json(data)
        if not is_same(own, self.board):
            raise BoardError("the picture shows another board")
        marks: list[Value] = sight.marks(own, entered)
        try:
            self.game.play.state(snapshot(self.game, self.board, marks))
        except PageNotUnderstood:  # what is given is not there
            raise BoardError("the board in the picture is covered") from None
        return marks

    def painted_anew(self, reading: Reading, pixels: "Image") -> list[Value] | None:
        """Return the marks on this board of a later `reading`, which it has if all of it is painted in other colours,
        as some are when they are won; None if it is another one, or if marks are not told by what has changed.
        """
        if not hasattr(self.game.sight, "MARKED") or self.game.board.from_json(reading.board) != self.board:
            return None
        return self._changed_in(_sheet(pixels, reading.grid))

    def is_shaded(self, pixels: "Image", grid: Grid) -> bool:
        """Return whether a shade lies on the cells, maybe with a sign over a few of them, and not beside the board.

        Then the colour of a cell follows from the one that it had, and what was on it shows through.
        """
        sheet = _sheet(pixels, grid)
        is_hidden = bool(self.sheet.blobs) and self._still_there(sheet) < THERE
        if is_hidden or _has_overlay(self.sheet, sheet):
            return False
        return _are_shaded(*(one.colours.reshape(-1, 3) for one in (self.sheet, sheet)))

    def _changed_in(self, sheet: "Sheet") -> list[Value]:
        """Return the marks where a cell is marked or not: by the cells that look otherwise than at first."""
        if _has_overlay(self.sheet, sheet):
            raise BoardError("something lies over the board in the picture")
        sight, changed = self.game.sight, set(_changed(self.sheet, sheet))
        first = on_grid(self.board.shape, self.marks)
        marks = [sight.MARKED if at in changed or mark != sight.BARE else sight.BARE for at, mark in first.items()]
        return sight.changed(self.board, self.sheet, sheet, marks) if hasattr(sight, "changed") else marks

    def _still_there(self, sheet: "Sheet") -> float:
        """Return the share of the things on the first picture that are still there, whatever their ground now."""
        if not self.sheet.blobs:
            return 0.0
        alike = [_likeness(self.sheet, sheet, at) >= LIKE for at in self.sheet.blobs]
        return sum(alike) / len(alike)


def _sheet(pixels: "Image", grid: Grid) -> "Sheet":
    from player.sight.sheet import Sheet  # noqa: PLC0415  # of the extra

    return Sheet(pixels, grid)


def _changed(before: "Sheet", now: "Sheet") -> Iterable[Cell]:
    """Yield the cells that do not look as they did."""
    import numpy as np  # noqa: PLC0415  # of the extra

    edge = round(RIM * now.unit)
    inner = (slice(edge, -edge), slice(edge, -edge))
    for at in cells(now.rows, now.cols):
        ground = float(np.abs(now.colours[at] - before.colours[at]).max())
        apart = np.abs(now.cells[at][inner].astype(np.int16) - before.cells[at][inner]).max(axis=2)
        if ground > GROUND or float((apart > LEVELS).mean()) > SHARE:
            yield at


def _are_shaded(before: "Numbers", now: "Numbers") -> bool:
    """Return whether most of the colours have changed, all of them in one way: each band by a line. What hides several
    colours is no shade.
    """
    import numpy as np  # noqa: PLC0415  # of the extra

    if float((np.abs(now - before).max(axis=1) > GROUND).mean()) < MOST:
        return False
    own = np.ones(len(now), bool)
    for _ in range(FITS):
        away = np.zeros(len(now))
        for one, other in zip(before.T, now.T, strict=True):
            factors = np.stack([one, np.ones_like(one)], axis=1)
            line = np.linalg.lstsq(factors[own], other[own], rcond=None)[0]
            away = np.maximum(away, np.abs(factors @ line - other))
        own = away <= np.quantile(away, MOST)
    spread, left = (float(np.ptp(one[own], axis=0).max()) for one in (before, now))
    return bool(away[own].max() <= GROUND) and (left > GROUND or spread <= GROUND)


def _has_overlay(before: "Sheet", now: "Sheet") -> bool:
    """Return whether the ground around the board is another one too, as below the overlay of a dialog."""
    import numpy as np  # noqa: PLC0415  # of the extra

    edge = before.margin // 2
    rings = [
        np.concatenate([one.pixels[:edge].reshape(-1, 3), one.pixels[-edge:].reshape(-1, 3)]) for one in (before, now)
    ]
    apart = np.abs(rings[0].astype(np.int16) - rings[1]).max(axis=1)
    return float(np.median(apart)) > GROUND


def _likeness(before: "Sheet", now: "Sheet", at: Cell) -> float:
    """Return the likeness of the thing on a cell with what it was, from -1 to 1, by its light and dark parts."""
    import cv2  # noqa: PLC0415  # of the extra
    import numpy as np  # noqa: PLC0415

    blob, unit = before.blobs[at], before.unit
    rows, cols = (
        slice(max(round(low * unit) - 2, 0), min(round(high * unit) + 2, unit))
        for low, high in ((blob.top, blob.bottom), (blob.left, blob.right))
    )
    one, other = (
        cv2.GaussianBlur(sheet.cells[at][rows, cols], (0, 0), 1.5).mean(axis=2).ravel() for sheet in (before, now)
    )
    one, other = one - one.mean(), other - other.mean()
    return float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other) + 1e-6))
