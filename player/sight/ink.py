"""Ink on a ground of one colour: glyphs cut out, ready to be matched."""

from typing import TYPE_CHECKING

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
    strong = int(np.percentile(contrast, 99.5)) if contrast.size else 0
    strong = max(strong, int(contrast.max()) - 30) if contrast.size else 0
    if strong < LEAST:
        return None
    mask = (contrast > strong // 2).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    high, wide = contrast.shape
    central = set(labels[high // 4 : high - high // 4, wide // 4 : wide - wide // 4].ravel().tolist())
    kept = []
    for number in range(1, count):
        x, y, across, down, area = (int(value) for value in stats[number])
        if area >= SPECK * unit**2 and (number in central or not rim):
            kept.append((number, (x, y, x + across, y + down)))
    if not kept:
        return None
    left, top = (min(box[side] for _, box in kept) for side in (0, 1))
    right, bottom = (max(box[side] for _, box in kept) for side in (2, 3))
    own = cv2.dilate(np.isin(labels, [number for number, _ in kept]).astype(np.uint8), np.ones((3, 3), np.uint8))
    image = np.where(own > 0, contrast, 0)[top:bottom, left:right].astype(np.float32)
    return np.asarray(np.clip(image * (255 / strong), 0, 255), np.uint8)


def on_cell(sheet: "Sheet", at: "Cell", edge: float = 0.1) -> Grey | None:
    """Return the glyph in the middle of a cell, `edge` cells from its sides, or None."""
    start, end = round(edge * sheet.unit), round((1 - edge) * sheet.unit)
    return cut(apart(sheet.cells[at][start:end, start:end], sheet.colours[at]), sheet.unit, rim=True)


def on_blob(sheet: "Sheet", at: "Cell") -> Grey | None:
    """Return the glyph on the solid figure in a cell, inside its largest upright ellipse, or None."""
    blob, unit = sheet.blobs[at], sheet.unit
    wide, high = (round(share * unit) for share in (blob.width, blob.height))
    x, y = round(blob.left * unit), round(blob.top * unit)
    inside = np.zeros((high, wide), np.uint8)
    cv2.ellipse(inside, (wide // 2, high // 2), (round(0.42 * wide), round(0.42 * high)), 0, 0, 360, 1, cv2.FILLED)
    contrast = apart(sheet.cells[at][y : y + high, x : x + wide], blob.colour)
    return cut(contrast[: inside.shape[0], : inside.shape[1]] * inside, unit, rim=True)
