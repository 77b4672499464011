"""The reading of a picture: the board, its place in the picture, how sure the reader is, and the pixels of a file.

Only the pixels need the extra.
"""

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from player.errors import BoardError, NotInstalled
from player.games.grid import Cell

if TYPE_CHECKING:
    from player.sight.glyphs import Match
    from player.sight.sheet import Image


class NoBoard(BoardError):
    """The picture shows no board at all: there is nothing to be in doubt about."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The place of a board in a picture, in its pixels: the x of each vertical line, the y of each horizontal one."""

    across: tuple[float, ...]
    down: tuple[float, ...]
    quality: float = field(default=1.0, compare=False)
    """The share of it that was seen, from 0 to 1, if it was found by its lines."""

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.down) - 1

    @property
    def cols(self) -> int:
        """The number of columns."""
        return len(self.across) - 1

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self.rows, self.cols

    @property
    def corners(self) -> tuple[float, float, float, float]:
        """The left, top, right and bottom of the board."""
        return self.across[0], self.down[0], self.across[-1], self.down[-1]

    @property
    def area(self) -> float:
        """The area in pixels."""
        left, top, right, bottom = self.corners
        return (right - left) * (bottom - top)

    @property
    def least_side(self) -> float:
        """The least side of a cell."""
        return min(after - before for lines in (self.across, self.down) for before, after in pairwise(lines))

    def box(self, cell: Cell) -> tuple[float, float, float, float]:
        """Return the left, top, right and bottom of a cell."""
        return self.across[cell.col], self.down[cell.row], self.across[cell.col + 1], self.down[cell.row + 1]

    def moved(self, right: float, down: float) -> "Grid":
        """Return the same place in a picture of which this one is a part, so far to the right and down."""
        return replace(self, across=tuple(x + right for x in self.across), down=tuple(y + down for y in self.down))

    def scaled(self, by: float) -> "Grid":
        """Return the same place in a picture of `by` times as many pixels on each side."""
        return replace(self, across=tuple(by * x for x in self.across), down=tuple(by * y for y in self.down))

    def overlap(self, other: "Grid") -> float:
        """Return the share of the smaller of two grids that lies within the other."""
        (left, top, right, bottom), theirs = self.corners, other.corners
        wide, high = min(right, theirs[2]) - max(left, theirs[0]), min(bottom, theirs[3]) - max(top, theirs[1])
        return max(wide, 0) * max(high, 0) / min(self.area, other.area)

    def middle(self, cell: Cell) -> tuple[float, float]:
        """Return the x and y of the middle of a cell."""
        left, top, right, bottom = self.box(cell)
        return (left + right) / 2, (top + bottom) / 2


@dataclass(frozen=True, slots=True)
class Reading:
    """The board in a picture.

    `board` is in the public format, and well formed. It is not solved yet: `player.proof.prove` says whether it has
    exactly one solution. `confidence` is from 0 to 1: the least margin of all that was read, as a share of a clear one.
    `progress` are the marks of the player that the picture shows, by their kind, as lists of cells [row, col] and
    what is on them; it is empty on an untouched board.
    """

    game: str
    board: dict[str, Any]
    confidence: float
    grid: Grid
    progress: Mapping[str, Any] = field(default_factory=dict)


BoardAndMarks = tuple[dict[str, Any], dict[str, Any]]
"""A board in the public format, and the marks of the player as `Reading.progress` has them."""
#: The score of a number or a letter, and by how much it is ahead of the next one: doubtful, clear.
SCORE, AHEAD = (0.74, 0.86), (0.02, 0.08)
#: How far the score of a figure may be below the median of several, and how many those are at least.
STRANGE, SEVERAL = 0.11, 4


@dataclass(slots=True)
class Margins:
    """The margins of what was read, each as a share of a clear one: the least of them is the confidence."""

    least: float = 1.0

    def add(self, value: float, doubtful: float, clear: float, what: str) -> None:
        """Count a margin; raise BoardError, with `what` as the subject, if it is below `doubtful`."""
        if value < doubtful:
            raise BoardError(f"{what} is doubtful in the picture: take a larger or sharper one")
        self.least = min(self.least, 0.5 + 0.5 * min((value - doubtful) / (clear - doubtful), 1.0))

    def add_glyph(self, match: "Match", what: str, ahead: tuple[float, float] = AHEAD) -> None:
        """Count both margins of a glyph, as `add` does."""
        self.add(match.score, *SCORE, what)
        self.add(match.margin, *ahead, what)

    def alike(self, scores: Mapping[Cell, float], what: str) -> None:
        """Raise BoardError if the score of one figure is far below those of others: something may lie on it."""
        values = sorted(scores.values())
        for at, score in scores.items():
            if len(values) >= SEVERAL and score < values[len(values) // 2] - STRANGE:
                raise BoardError(f"{what} at {at} is doubtful in the picture: it is not drawn as the others are")


def unread(what: str, at: Cell) -> BoardError:
    """Return the error for something on a cell that is no part of the game."""
    return BoardError(f"{what} at {at} can't be read in the picture")


def is_installed() -> bool:
    """Return whether the extra is installed."""
    try:
        return all(find_spec(name) for name in ("cv2", "numpy"))
    except ValueError:  # another thread is importing it
        return True


def require_installed() -> None:
    """Load the extra and set it up; raise NotInstalled without it."""
    if not is_installed():
        raise NotInstalled.of_extra("sight", "pictures are read with OpenCV")
    import cv2  # noqa: PLC0415  # of the extra

    # Of damaged files, one line of ours is enough. OpenCV 4 and 5 have this function in different places.
    silence = cv2.setLogLevel if hasattr(cv2, "setLogLevel") else cv2.utils.logging.setLogLevel
    silence(0)
    cv2.setNumThreads(1)  # other threads cost more than they gain on pictures of this size


#: The formats of files; the most pixels of a picture, and the least of a side.
FORMATS, MOST, LEAST_PIXELS = ("PNG", "JPEG", "WEBP"), 34_000_000, 40
#: The header of a PNG of three bytes for each pixel, as browsers take it of a page. Pillow, which takes long to import,
#: is not asked for it.
_OPAQUE = re.compile(rb"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR(.{4})(.{4})\x08\x02", re.DOTALL)


def decoded(data: bytes) -> "Image":
    """Return the pixels of a PNG, JPEG or WebP file: rows x columns x 3 bytes, blue, green, red.

    Raise BoardError if it is none, or is damaged, or too large, and NotInstalled without the extra `sight`.
    """
    require_installed()
    import cv2  # noqa: PLC0415  # of the extra
    import numpy as np  # noqa: PLC0415

    if (header := _OPAQUE.match(data)) and b"tRNS" not in data:
        _require_size(*(int.from_bytes(side) for side in header.groups()))
    elif (paper := _on_paper(data)) is not None:
        return np.ascontiguousarray(np.asarray(paper)[:, :, ::-1])
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if pixels is None:
        raise BoardError("the picture is damaged: it can't be decoded")
    return np.asarray(pixels, np.uint8)


def _on_paper(data: bytes) -> Any:
    """Return a picture as it looks on white paper, as Pillow has it; None if nothing of it is transparent."""
    from PIL import Image as Pictures  # noqa: PLC0415  # of the extra
    from PIL import ImageOps, UnidentifiedImageError  # noqa: PLC0415

    try:
        with Pictures.open(io.BytesIO(data), formats=FORMATS) as header:
            _require_size(*header.size)
            if "A" not in header.getbands() and "transparency" not in header.info:
                return None
            whole = ImageOps.exif_transpose(header).convert("RGBA")
            paper = Pictures.new("RGBA", whole.size, "white")
            paper.alpha_composite(whole)
            return paper.convert("RGB")
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Pictures.DecompressionBombError):
        raise BoardError("the file is no PNG, JPEG or WebP picture, or it is damaged") from None


def _require_size(wide: int, high: int) -> None:
    if wide * high > MOST:
        raise BoardError(f"the picture has {wide}x{high} pixels: at most {MOST // 10**6} million are read")
    if min(wide, high) < LEAST_PIXELS:
        raise BoardError(f"the picture has {wide}x{high} pixels: that is too small for a board")
