"""Pictures of boards: from the bytes of a file, or from pixels, to a reading."""

from typing import TYPE_CHECKING, Any

from player.errors import BoardError
from player.sight.reading import Reading

if TYPE_CHECKING:
    Pixels = Any

#: The most seconds for one picture. A picture without a clear board is refused when they are over.
LIMIT = 1.0


def read(data: bytes, game: str | None = None, limit: float = LIMIT) -> Reading:
    """Return the board in a picture: the bytes of a PNG, JPEG or WebP file.

    The game is recognised unless it is named. Raise BoardError if there is no board in the picture, or a doubtful one,
    and NotInstalled without the extra `player[sight]`.
    """
    raise BoardError(f"no picture can be read yet ({len(data)} bytes, {game}, {limit:g} s)")


def read_pixels(pixels: "Pixels", game: str | None = None, limit: float = LIMIT) -> Reading:
    """Return the board in a picture: an array of rows x columns x 3 bytes, blue, green, red. Raise as `read` does."""
    raise BoardError(f"no picture can be read yet ({pixels.shape}, {game}, {limit:g} s)")
