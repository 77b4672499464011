"""Ink on a ground of one colour: glyphs cut out, ready to be matched."""

from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from player.sight.glyphs import Grey
from player.sight.ridges import Image

if TYPE_CHECKING:
    from player.games.grid import Cell
    from player.sight.sheet import Sheet

#: The least contrast of a glyph with its ground, in grey levels.
LEAST = 40
#: The share of a cell that a component of ink needs, not to be noise.
SPECK = 0.0012
#: The middle of a cell whose colours are counted, in cells; the grey levels within which they are one; the share of it
#: from which a colour is the ground of a glyph, and up to which the cell's own colour is none.
MIDDLE, ALIKE, GROUND, COVERED = (0.25, 0.75), 12, 0.3, 0.15


class Glyph(NamedTuple):
    """A glyph cut out: its image, as light ink, and its box in shares of the cell."""

    image: Grey
    left: float
    top: float
    right: float
    bottom: float
    at_border: bool
    """True if it reaches the end of what was searched."""
    underlined: bool
    """True if a line below it was left out."""

    @property
    def width(self) -> float:
        """The width, in cells."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The height, in cells."""
        return self.bottom - self.top

    @property
    def ink(self) -> float:
        """The share of the cell that is ink."""
        return float((self.image > 127).mean()) * self.width * self.height

    @property
    def off_centre(self) -> float:
        """The distance of its middle from that of the cell, along the worse axis."""
        return max(abs(self.left + self.right - 1), abs(self.top + self.bottom - 1)) / 2


def apart(pixels: Image, ground: "NDArray[np.float32] | tuple[float, ...]") -> Grey:
    """Return how much each pixel differs from the colour `ground`, in grey levels."""
    blue, green, red = (float(channel) for channel in ground)
    return np.asarray(_strongest(cv2.absdiff(pixels, (blue, green, red, 0.0))))


def apart_all(pixels: Image, grounds: NDArray[np.float32]) -> Grey:
    """Return the same for many images of one size: `pixels` is ... x high x wide x 3, `grounds` ... x 3."""
    colours = np.clip(np.rint(grounds), 0, 255).astype(np.int16)[..., None, None, :]
    away = np.abs(pixels - colours)
    return np.asarray(np.maximum(np.maximum(away[..., 0], away[..., 1]), away[..., 2]), np.uint8)


def _strongest(channels: Image) -> Grey:
    blue, green, red = cv2.split(channels)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def cut(contrast: Grey, unit: int, *, rim: bool = False) -> Grey | None:
    """Return the glyph in `contrast`, or None if there is none; with `rim`, only what reaches the image's middle half.

    Its components belong together: the glyph is all that is not noise.
    """
    found = _located(contrast, unit, rim=rim)
    return found[0] if found else None


Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""


def _located(contrast: Grey, unit: int, *, rim: bool, line: bool = False) -> tuple[Grey, Box, bool] | None:
    """Return the glyph in `contrast` with its box; with `line`, a line below it is left out, and it says if one was."""
    strong = int(np.percentile(contrast, 99.5)) if contrast.size else 0
    strong = max(strong, int(contrast.max()) - 30) if contrast.size else 0
    if strong < LEAST:
        return None
    mask = (contrast > strong // 2).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    high, wide = contrast.shape
    central = set(labels[high // 4 : high - high // 4, wide // 4 : wide - wide // 4].ravel().tolist())
    kept: list[tuple[int, Box]] = []
    for number in range(1, count):
        x, y, across, down, area = (int(value) for value in stats[number])
        if area >= SPECK * unit**2 and (number in central or not rim):
            kept.append((number, (x, y, x + across, y + down)))
    above = [one for one in kept if not _is_line_below(one[1], [box for _, box in kept])] if line else kept
    if not above:
        return None
    left, top = (min(box[side] for _, box in above) for side in (0, 1))
    right, bottom = (max(box[side] for _, box in above) for side in (2, 3))
    own = cv2.dilate(np.isin(labels, [number for number, _ in above]).astype(np.uint8), np.ones((3, 3), np.uint8))
    image = np.where(own > 0, contrast, 0)[top:bottom, left:right].astype(np.float32)
    scaled = np.asarray(np.clip(image * (255 / strong), 0, 255), np.uint8)
    return scaled, (left, top, right, bottom), len(above) < len(kept)


def _is_line_below(own: Box, boxes: list[Box]) -> bool:
    """Return True if a component is a line under a higher one: so errors are marked."""
    left, top, right, bottom = own
    flat = right - left >= 1.5 * (bottom - top)
    others = [box for box in boxes if box[3] - box[1] >= 2 * (bottom - top) and box[0] < right and box[2] > left]
    return flat and any(top >= box[3] - 2 for box in others)


def on_cell(sheet: "Sheet", at: "Cell", edge: float = 0.1) -> Grey | None:
    """Return the glyph in the middle of a cell, `edge` cells from its sides, or None."""
    found = glyph(sheet, at, edge)
    return found.image if found else None


def glyph(sheet: "Sheet", at: "Cell", edge: float = 0.1, *, on_figure: bool = False) -> Glyph | None:
    """Return the glyph in the middle of a cell, `edge` cells from its sides, or None; a line below it is left out.

    With `on_figure` it may stand on a figure of one colour, such as a disc or a thick line, which is no ink then.
    """
    unit = sheet.unit
    start, end = round(edge * unit), round((1 - edge) * unit)
    pixels = sheet.cells[at][start:end, start:end]
    contrast = apart(pixels, sheet.colours[at])
    if on_figure and (own := _ground(sheet, at)) is not None:
        contrast = np.minimum(contrast, apart(pixels, own))
    found = _located(contrast, unit, rim=True, line=True)
    if found is None:
        return None
    image, box, underlined = found
    left, top, right, bottom = ((start + side) / unit for side in box)
    return Glyph(image, left, top, right, bottom, min(box) == 0 or max(box) == end - start, underlined)


def _ground(sheet: "Sheet", at: "Cell") -> NDArray[np.float32] | None:
    """Return the colour of a figure that covers the middle of a cell, or None."""
    start, end = (round(share * sheet.unit) for share in MIDDLE)
    pixels = sheet.cells[at][start:end:2, start:end:2].reshape(-1, 3).astype(np.int16)
    if float((np.abs(pixels - sheet.colours[at]).max(axis=1) <= ALIKE).mean()) > COVERED:
        return None
    near = np.abs(pixels[:, None] - pixels[None]).max(axis=2) <= ALIKE
    count = near.sum(axis=1)
    best = int(count.argmax())
    if count[best] < GROUND * len(pixels):
        return None
    return np.asarray(np.median(pixels[near[best]], axis=0), np.float32)


def on_blob(sheet: "Sheet", at: "Cell") -> Grey | None:
    """Return the glyph on the solid figure in a cell, inside its largest upright ellipse, or None."""
    blob, unit = sheet.blobs[at], sheet.unit
    wide, high = (round(share * unit) for share in (blob.width, blob.height))
    x, y = round(blob.left * unit), round(blob.top * unit)
    inside = np.zeros((high, wide), np.uint8)
    cv2.ellipse(inside, (wide // 2, high // 2), (round(0.42 * wide), round(0.42 * high)), 0, 0, 360, 1, cv2.FILLED)
    contrast = apart(sheet.cells[at][y : y + high, x : x + wide], blob.colour)
    return cut(contrast[: inside.shape[0], : inside.shape[1]] * inside, unit, rim=True)
