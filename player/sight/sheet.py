"""The board of a picture straightened out: every cell a square of the same size, with its colour and its ink."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from player.games.grid import Cell, cells
from player.sight.reading import Grid

Image = NDArray[np.uint8]
Numbers = NDArray[np.float32]

#: The side of a cell in pixels, and what is kept around the board, in cells.
UNIT, AROUND = 64, 0.5
#: Where a cell's own colour is measured: squares in its corners, from and to these shares of its side. It is the colour
#: that most of their pixels share, within so many grey levels: walls and tiles may reach into some of them.
CORNER, ALIKE = (0.1, 0.2), 9
#: What of a cell is searched for ink: lines and signs on its edges stay out.
INNER = (0.08, 0.92)
#: The grey levels by which ink differs from its cell, and the least share of a cell that counts as ink.
INK, LEAST_INK = 36, 0.003
#: The middle of a cell: an outline that does not reach it is a part of a line, a wall, a sign or a name in a corner.
HEART = (0.26, 0.74)
#: Where the ground within the frame of a cell is measured, as in `CORNER`.
WITHIN = (0.2, 0.3)
#: The ratio of a round figure's sides, and the share of its box that it fills.
ROUND = (0.88, 1.14), (0.7, 0.88)
#: The share of ink from which on a row of pixels beside a cell's side is a part of the line there.
LINE = 0.7
#: The least width of a disc with a wall beside it, and of a symbol with a sign, in cells: what is narrower is cut off.
NECK, STROKE = 0.25, 0.12


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure in a cell: its box in shares of the cell."""

    left: float
    top: float
    right: float
    bottom: float
    at_border: bool
    """True if it reaches the end of what was searched."""

    @property
    def width(self) -> float:
        """The width, in cells."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The height, in cells."""
        return self.bottom - self.top

    @property
    def size(self) -> float:
        """The larger side, in cells."""
        return max(self.width, self.height)

    @property
    def least_side(self) -> float:
        """The smaller side, in cells."""
        return min(self.width, self.height)

    @property
    def off_centre(self) -> float:
        """The distance of its middle from that of the cell, along the worse axis."""
        return max(abs(self.left + self.right - 1), abs(self.top + self.bottom - 1)) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Blob(Figure):
    """The ink in a cell, and what it looks like."""

    area: float
    """The share of the cell within its outline, holes included."""
    ink: float
    """The share of the cell that is ink."""
    colour: tuple[float, float, float]
    """Its median colour: blue, green, red."""
    outside: float
    """The share of the cell that is ink, but of other outlines."""

    @property
    def fullness(self) -> float:
        """The share of the box within the outline: 0.79 of a disc, 1 of a rectangle."""
        return self.area / (self.width * self.height)

    @property
    def is_round(self) -> bool:
        """True if it has the form of a disc or a ring."""
        square, full = ROUND
        return square[0] <= self.width / self.height <= square[1] and full[0] <= self.fullness <= full[1]

    @property
    def chroma(self) -> float:
        """The difference of the largest and the least of the colour's channels."""
        return max(self.colour) - min(self.colour)


def apart(pixels: Image, grounds: "NDArray[np.floating] | tuple[float, ...]") -> Image:
    """Return how much each pixel differs from the colour of the ground, in grey levels.

    Of many images of one size, each has a ground: `pixels` is ... x high x wide x 3, `grounds` ... x 3.
    """
    colours = np.rint(grounds).astype(np.uint8)[..., None, None, :]
    row = colours.repeat(pixels.shape[-2], axis=-2)  # NumPy is slow with three values at a time
    away = np.maximum(pixels, row) - np.minimum(pixels, row)
    blue, green, red = cv2.split(away.reshape(-1, *away.shape[-2:]))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8).reshape(pixels.shape[:-1])


class PixelBox(NamedTuple):
    """A rectangle in an image, in pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """The width, in pixels."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """The height, in pixels."""
        return self.bottom - self.top


def components(mask: "NDArray[np.bool_] | Image") -> tuple[NDArray[np.int32], list[tuple[PixelBox, int]]]:
    """Return the number, from 1, of the connected figure that each pixel is in, and each figure's box and area."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    figures = [(PixelBox(x, y, x + w, y + h), area) for x, y, w, h, area in stats[1:].tolist()]
    return np.asarray(labels, np.int32), figures


def usual_colour(colours: Numbers) -> Numbers:
    """Return that of some colours which has the least distance to all others."""
    away = np.linalg.norm(colours[:, None] - colours[None], axis=2)
    return np.asarray(colours[int(away.sum(axis=1).argmin())])


def _central(wanted: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the mask of a cell without the lines along its sides, and of the rest only what is around its middle."""
    mask = wanted.copy()
    size = len(mask)
    for side in (mask, mask[::-1], mask.T, mask.T[::-1]):
        near = side[: size // 8]
        near[near.mean(axis=1) > LINE] = False
    labels, figures = components(mask)
    start, end = (share * size for share in HEART)
    around = [n for n, (box, _) in enumerate(figures, 1) if max(box[:2]) <= start and min(box[2:]) >= end]
    return np.isin(labels, around)


class Sheet:
    """The straightened board, and what is around it."""

    def __init__(self, picture: Image, grid: Grid, unit: int = UNIT, framed: Cell | None = None) -> None:
        """The frame along the sides of the cell `framed` is left out."""
        self.picture, self.grid, self.unit, self._framed = picture, grid, unit, framed
        self.rows, self.cols = grid.rows, grid.cols
        self.margin = round(AROUND * unit)
        self.pixels = self._straightened()
        if framed:
            self._clear_sides(framed)

    def _straightened(self) -> Image:
        left, top, right, bottom = self.grid.corners
        across, down = (right - left) / self.cols, (bottom - top) / self.rows
        shrink = max(1, int(min(across, down) / self.unit))
        x, y = (max(int(start - side), 0) for start, side in ((left, across), (top, down)))
        part = np.ascontiguousarray(self.picture[y : int(bottom + down) + 1, x : int(right + across) + 1])
        if shrink > 1:
            part = cv2.resize(part, (part.shape[1] // shrink, part.shape[0] // shrink), interpolation=cv2.INTER_AREA)
        wide, high = across / self.unit / shrink, down / self.unit / shrink
        shift = ((left - x) / shrink - self.margin * wide, (top - y) / shrink - self.margin * high)
        # Pixel centres are at halves, in the picture and in the sheet.
        matrix = np.array([[wide, 0, shift[0] + wide / 2 - 0.5], [0, high, shift[1] + high / 2 - 0.5]])
        size = (self.cols * self.unit + 2 * self.margin, self.rows * self.unit + 2 * self.margin)
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpAffine(part, matrix, size, flags=how, borderMode=cv2.BORDER_REPLICATE), np.uint8)

    def span(self, shares: tuple[float, float]) -> slice:
        """Return the pixels from one share of a cell's side to another."""
        start, end = (round(share * self.unit) for share in shares)
        return slice(start, end)

    @property
    def pitch(self) -> float:
        """The side of a cell in the picture, in its pixels."""
        left, top, right, bottom = self.grid.corners
        return min((right - left) / self.cols, (bottom - top) / self.rows)

    @cached_property
    def finer(self) -> "Sheet | None":
        """The board at twice the size, for a closer look at small figures; None if the picture shows no more of it."""
        return Sheet(self.picture, self.grid, 2 * self.unit, self._framed) if self.pitch > self.unit else None

    def _clear_sides(self, at: Cell) -> None:
        """Give the sides of a cell the colour of what is within them."""
        top, left = (self.margin + place * self.unit for place in at)
        cell = self.pixels[top : top + self.unit, left : left + self.unit]
        start, end = round(WITHIN[0] * self.unit), round((1 - WITHIN[0]) * self.unit)
        inside = cell[start:end, start:end].copy()
        cell[:] = np.rint(self._in_corners(cell[None, None], WITHIN)[0, 0])
        cell[start:end, start:end] = inside

    @cached_property
    def cells(self) -> Image:
        """The pixels of each cell: rows x cols x unit x unit x 3."""
        m, unit = self.margin, self.unit
        board = self.pixels[m : m + self.rows * unit, m : m + self.cols * unit]
        return np.ascontiguousarray(board.reshape(self.rows, unit, self.cols, unit, 3).swapaxes(1, 2))

    @cached_property
    def colours(self) -> Numbers:
        """The colour of each cell in its corners: rows x cols x 3, blue, green, red."""
        return self._in_corners(self.cells, CORNER)

    def _in_corners(self, pixels: Image, corner: tuple[float, float]) -> Numbers:
        start, end = (round(share * self.unit) for share in corner)
        places = [*range(start, end, 2), *range(self.unit - end, self.unit - start, 2)]
        rows, cols = pixels.shape[:2]
        samples = pixels[:, :, places][:, :, :, places].reshape(rows, cols, -1, 3).astype(np.int16)
        most = np.zeros((rows, cols), np.int64)
        colours = np.zeros((rows, cols, 3), np.float32)
        for number in range(samples.shape[2]):
            near = np.abs(samples - samples[:, :, number, None]).max(axis=3) <= ALIKE
            count = near.sum(axis=2)
            mean = (samples * near[..., None]).sum(axis=2) / count[..., None]
            better = count > most
            most[better], colours[better] = count[better], mean[better]
        return colours

    @cached_property
    def lab(self) -> Numbers:
        """The colours in Lab: lightness 0 to 100, then green to red and blue to yellow."""
        return in_lab(self.colours)

    @cached_property
    def chroma(self) -> Numbers:
        """The distance in Lab of the cells' own colours from grey: rows x cols."""
        return np.asarray(np.hypot(self.lab[..., 1], self.lab[..., 2]))

    @cached_property
    def contrast(self) -> Image:
        """The difference of each pixel from the colour of its cell, in grey levels: rows x cols x unit x unit."""
        return apart(self.cells, self.colours)

    @cached_property
    def blobs(self) -> dict[Cell, Blob]:
        """The ink of each cell that has some."""
        found = {}
        for at in cells(self.rows, self.cols):
            if blob := self._outlined(at, self.contrast[at] > INK) or self.rounded(at):
                found[at] = blob
        return found

    def rounded(self, at: Cell) -> Blob | None:
        """Return the disc or ring around the middle of a cell, up to the lines at its sides."""
        found = self._outlined(at, _central(self.contrast[at] > INK), whole=True)
        return found if found and found.is_round else None

    def blob_like(self, at: Cell, colour: NDArray[np.float64], levels: float) -> Blob | None:
        """Return the solid figure of about this colour in a cell, without rings around it, and walls that touch it."""
        like = apart(self.cells[at], colour) < levels
        return self._solid(at, self._without_rings(like & (self.contrast[at] > INK)), NECK)

    def _without_rings(self, wanted: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the mask without what surrounds its smallest figure that is as wide as a disc's neck."""
        labels, figures = components(wanted)
        middle, least = self.unit / 2, NECK * self.unit
        around = {
            number: box
            for number, (box, _) in enumerate(figures, 1)
            if box.left < middle < box.right and box.top < middle < box.bottom and min(box.width, box.height) >= least
        }
        if len(around) < 2:
            return wanted
        left, top, right, bottom = min(around.values(), key=lambda box: box.width)
        rings = [
            number
            for number, box in around.items()
            if box.left < left and box.top < top and box.right > right and box.bottom > bottom
        ]
        return np.asarray(wanted & ~np.isin(labels, rings))

    def solid(self, at: Cell, chroma: int = 0) -> Blob | None:
        """Return the solid figure in the ink of a cell that has this chroma at least: thin strokes are cut off."""
        wanted = self.contrast[at] > INK
        if chroma:
            wanted &= np.ptp(self.cells[at], axis=2) >= chroma
        return self._solid(at, wanted, STROKE)

    def joined(self, at: Cell, gap: float) -> Blob | None:
        """Return the ink of a cell with gaps up to `gap` cells closed."""
        mask = (self.contrast[at] > INK).astype(np.uint8)
        kernel = np.ones((round(gap * self.unit),) * 2, np.uint8)
        return self._outlined(at, cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel) > 0)

    def _solid(self, at: Cell, wanted: NDArray[np.bool_], neck: float) -> Blob | None:
        mask = wanted.astype(np.uint8)
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        cv2.drawContours(filled := np.zeros_like(mask), outlines, -1, 1, cv2.FILLED)
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(neck * self.unit),) * 2)
        border = cv2.BORDER_CONSTANT  # what lies beyond the cell is no part of the figure: walls at its sides are thin
        opened = cv2.morphologyEx(filled, cv2.MORPH_OPEN, kernel, borderType=border, borderValue=0)
        return self._outlined(at, (mask & opened) > 0)

    def _outlined(self, at: Cell, wanted: NDArray[np.bool_], *, whole: bool = False) -> Blob | None:
        """Return the figure in the middle of a cell; with `whole`, up to its sides, and rings around the middle too."""
        start, end = (round(share * self.unit) for share in ((0, 1) if whole else INNER))
        mask = wanted[start:end, start:end].astype(np.uint8)
        total = cv2.countNonZero(mask)
        if total < LEAST_INK * self.unit**2:
            return None
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        size, heart = end - start, [round(share * self.unit) - start for share in HEART]
        filled, middle = np.zeros_like(mask), (slice(*heart), slice(*heart))
        for outline in outlines:
            own = np.zeros_like(mask)
            cv2.drawContours(own, [outline], -1, 1, cv2.FILLED)
            if (own[middle] & mask[middle]).any() or (whole and own[middle].all()):
                filled |= own
        inked = cv2.bitwise_and(mask, filled)
        if (ink := cv2.countNonZero(inked)) < LEAST_INK * self.unit**2:
            return None
        x, y, wide, high = cv2.boundingRect(inked)
        colour = np.median(self.cells[at][start:end, start:end][inked > 0], axis=0)
        unit = self.unit
        return Blob(
            left=(start + x) / unit,
            top=(start + y) / unit,
            right=(start + x + wide) / unit,
            bottom=(start + y + high) / unit,
            area=cv2.countNonZero(filled) / unit**2,
            ink=ink / unit**2,
            colour=(float(colour[0]), float(colour[1]), float(colour[2])),
            outside=(total - ink) / unit**2,
            at_border=x == 0 or y == 0 or x + wide == size or y + high == size,
        )


#: From blue, green and red in sRGB, made linear, to X, Y and Z by the white D65.
_TO_XYZ = np.array([[0.189828, 0.072169, 0.872765], [0.376219, 0.71516, 0.109477], [0.433953, 0.212671, 0.017758]])


def in_lab(colours: Numbers) -> Numbers:
    """Return colours (blue, green and red up to 255, on the last axis) in Lab. OpenCV makes tables first, for 80 ms."""
    shares = colours / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    xyz = linear @ _TO_XYZ
    x, y, z = np.moveaxis(np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116), -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1).astype(np.float32)
