"""Glyphs: numbers and letters cut out, and recognised by comparison with templates from many fonts.

A glyph is scaled to one height and keeps its proportions, so that "I" stays narrow. Two views of it are compared, a
blurred image and the directions of its outlines; whole numbers are single templates, so that digits that touch need no
cutting. `glyphs.npz` has both views of each template; `python -m tests.glyph_templates` draws it.
"""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from player.games.grid import Cell
from player.sight.sheet import Blob, Figure, Image, PixelBox, Sheet, apart, components

Grey = NDArray[np.uint8]
Views = NDArray[np.float32]
Key = TypeVar("Key", bound=Hashable)

#: The height and width of the image of a glyph, in pixels.
HEIGHT, WIDTH = 32, 56
#: The ways that the outlines' directions are counted: directions, and fields of this side in pixels.
DIRECTIONS, FIELD = 8, 8
#: The blur of the image that is compared, in pixels.
BLUR = 1.4


class Match(NamedTuple):
    """The best label of a glyph, its likeness from 0 to 1, and by how much it is ahead of the next label."""

    label: str
    score: float
    margin: float


def view(image: Grey) -> Views:
    """Return both views of a glyph: `image` is cut to its ink, which is light."""
    high, wide = image.shape
    width = min(max(round(wide * HEIGHT / high), 1), WIDTH)
    how = cv2.INTER_AREA if high > HEIGHT else cv2.INTER_CUBIC
    scaled = cv2.resize(image, (width, HEIGHT), interpolation=how)
    canvas = np.zeros((HEIGHT + 8, WIDTH + 8), np.float32)
    left = 4 + (WIDTH - width) // 2
    canvas[4:-4, left : left + width] = scaled
    soft = cv2.GaussianBlur(canvas, (0, 0), BLUR)
    small = cv2.resize(soft[4:-4, 4:-4], (WIDTH // 2, HEIGHT // 2), interpolation=cv2.INTER_AREA).ravel()
    return np.concatenate([_unit(small - small.mean()), _unit(np.sqrt(_outlines(soft)))])


def views_of(images: Sequence[Grey]) -> Views:
    """Return the views of some glyphs, a row each."""
    return np.stack([view(image) for image in images])


def symmetry(image: Grey, *, turned: bool = False) -> float:
    """Return the likeness of a glyph to its mirror image, or to itself if `turned` upside down, from 0 to 1."""
    other = image[::-1, ::-1] if turned else image[:, ::-1]
    return float(view(image) @ view(np.ascontiguousarray(other)))


def _outlines(soft: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how much outline of each direction each field has."""
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    size, angle = cv2.cartToPolar(across, down)
    size, angle = size[4:-4, 4:-4], angle[4:-4, 4:-4] % np.pi
    direction = (angle * (DIRECTIONS / np.pi)).astype(np.int64) % DIRECTIONS
    rows, cols = np.indices(size.shape)
    fields = (rows // FIELD) * (WIDTH // FIELD) + cols // FIELD
    bins = (fields * DIRECTIONS + direction).ravel()
    count = (HEIGHT // FIELD) * (WIDTH // FIELD) * DIRECTIONS
    return np.bincount(bins, size.ravel(), minlength=count).astype(np.float32)


def _unit(values: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(values / (np.linalg.norm(values) + 1e-6) / np.sqrt(2), np.float32)


@dataclass(frozen=True)
class Templates:
    """The views of templates, a row each, with their labels."""

    labels: NDArray[np.str_]
    views: Views

    def each(self, images: Mapping[Key, Grey | None]) -> Iterator[tuple[Key, Match | None]]:
        """Yield the best label of each image under its key; None where there is no image."""
        there = [key for key, image in images.items() if image is not None]
        found = dict(zip(there, self.matches([image for image in images.values() if image is not None]), strict=True))
        return ((key, found.get(key)) for key in images)

    def closer(self, match: Match, image: Grey | None) -> Match:
        """Return the match of a glyph by a sharper image of it; without a margin if that is like another label."""
        if image is None:
            return match
        (found,) = self.matches([image])
        return found if found.label == match.label else match._replace(margin=0.0)

    def likeness(self, images: Sequence[Grey]) -> float:
        """Return the mean score of images, 0 of none."""
        return float(np.mean([match.score for match in self.matches(images)] or [0.0]))

    def matches(self, images: Sequence[Grey]) -> list[Match]:
        """Return the best label of each image."""
        if not images:
            return []
        kinds, best = self.scores(views_of(images))
        order = np.argsort(best, axis=1)
        rows = np.arange(len(images))
        tops = best[rows, order[:, -1]]
        margins = tops - best[rows, order[:, -2]]
        labels = [str(kinds[number]) for number in order[:, -1]]
        return [Match(*one) for one in zip(labels, tops.tolist(), margins.tolist(), strict=True)]

    def scores(self, views: Views) -> tuple[NDArray[np.str_], Views]:
        """Return the labels, and how much each of some views is like each of them: views x labels."""
        alike = cv2.gemm(views, self.views, 1, None, 0, flags=cv2.GEMM_2_T)
        kinds, code = np.unique(self.labels, return_inverse=True)
        return kinds, np.stack([alike[:, code == number].max(axis=1) for number in range(len(kinds))], axis=1)


@lru_cache
def shipped() -> Templates:
    """Return the templates in the shipped file."""
    with (files("player.sight") / "glyphs.npz").open("rb") as file, np.load(file) as data:
        return Templates(data["labels"], data["views"].astype(np.float32) / SCALE)


SCALE = 360
"""The factor of the views in the file, which holds bytes with a sign."""


@lru_cache
def templates(labels: Collection[str]) -> Templates:
    """Return the shipped templates of `labels`."""
    known = shipped()
    kept = np.isin(known.labels, list(labels))
    return Templates(known.labels[kept], known.views[kept])


def numbers(most: int, *more: str) -> Templates:
    """Return the templates of the numbers from 1 to `most`, and of `more` labels."""
    return templates(frozenset([*map(str, range(1, most + 1)), *more]))


def letters(but: str = "") -> Templates:
    """Return the templates of the letters A to Z, but for those in `but`."""
    return templates(frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ") - {*but})


#: The least contrast of a glyph with its ground, in grey levels.
LEAST = 40
#: The share of a cell that a component of ink needs, not to be noise.
SPECK = 0.0012
#: The part of a cell that is searched for a glyph.
INNER = (0.1, 0.9)
#: The middle of a cell whose colours are counted, in cells; the grey levels within which they are one; the share of it
#: from which a colour is the ground of a glyph, and up to which the cell's own colour is none.
MIDDLE, ALIKE, GROUND, COVERED = (0.25, 0.75), 12, 0.3, 0.15


@dataclass(frozen=True, slots=True, kw_only=True)
class Glyph(Figure):
    """A glyph cut out: its image, as light ink; `underlined` if a line below it was left out."""

    image: Grey
    underlined: bool

    @property
    def ink(self) -> float:
        """The share of the cell that is ink."""
        return float((self.image > 127).mean()) * self.width * self.height


def cut(contrast: Grey, unit: int) -> Grey | None:
    """Return the glyph in `contrast`, all that reaches its middle half and is not noise; None if there is none."""
    found = _located(contrast, unit)
    return found[0] if found else None


def _located(contrast: Grey, unit: int, *, line: bool = False) -> tuple[Grey, PixelBox, bool] | None:
    """Return the glyph in `contrast` with its box; with `line`, a line below it is left out, and it says if one was."""
    strong = int(np.percentile(contrast, 99.5)) if contrast.size else 0
    strong = max(strong, int(contrast.max()) - 30) if contrast.size else 0
    if strong < LEAST:
        return None
    labels, figures = components(contrast > strong // 2)
    high, wide = contrast.shape
    central = set(labels[high // 4 : high - high // 4, wide // 4 : wide - wide // 4].ravel().tolist())
    kept = {n: box for n, (box, area) in enumerate(figures, 1) if area >= SPECK * unit**2 and n in central}
    above = {n: box for n, box in kept.items() if not (line and _is_line_below(box, kept.values()))}
    if not above:
        return None
    left, top = (min(box[side] for box in above.values()) for side in (0, 1))
    right, bottom = (max(box[side] for box in above.values()) for side in (2, 3))
    own = cv2.dilate(np.isin(labels, [*above]).astype(np.uint8), np.ones((3, 3), np.uint8))
    image = np.where(own > 0, contrast, 0)[top:bottom, left:right].astype(np.float32)
    scaled = np.asarray(np.clip(image * (255 / strong), 0, 255), np.uint8)
    return scaled, PixelBox(left, top, right, bottom), len(above) < len(kept)


def _is_line_below(own: PixelBox, boxes: Iterable[PixelBox]) -> bool:
    """Return True if a component is a line under a higher one: so errors are marked."""
    higher = [one for one in boxes if one.height >= 2 * own.height and one.left < own.right and one.right > own.left]
    return own.width >= 1.5 * own.height and any(own.top >= one.bottom - 2 for one in higher)


def on_cell(sheet: Sheet, at: Cell) -> Grey | None:
    """Return the glyph in the middle of a cell, or None."""
    found = glyph(sheet, at)
    return found.image if found else None


def glyph(sheet: Sheet, at: Cell, *, on_figure: bool = False) -> Glyph | None:
    """Return the glyph in the middle of a cell, or None; a line below it is left out.

    With `on_figure` it may stand on a figure of one colour, such as a disc or a thick line, which is no ink then.
    """
    unit, inner = sheet.unit, sheet.span(INNER)
    contrast = sheet.contrast[at][inner, inner]
    if on_figure and (own := _ground(sheet, at)) is not None:
        contrast = np.minimum(contrast, apart(sheet.cells[at][inner, inner], own))
    found = _located(contrast, unit, line=True)
    if found is None:
        return None
    image, box, underlined = found
    left, top, right, bottom = ((inner.start + side) / unit for side in box)
    border = min(box) == 0 or max(box) == len(contrast)
    return Glyph(left=left, top=top, right=right, bottom=bottom, at_border=border, image=image, underlined=underlined)


def _ground(sheet: Sheet, at: Cell) -> NDArray[np.float32] | None:
    """Return the colour of a figure that covers the middle of a cell, or None."""
    middle = sheet.span(MIDDLE)
    pixels = sheet.cells[at][middle, middle][::2, ::2].reshape(-1, 3).astype(np.int16)
    if float((np.abs(pixels - sheet.colours[at]).max(axis=1) <= ALIKE).mean()) > COVERED:
        return None
    near = np.abs(pixels[:, None] - pixels[None]).max(axis=2) <= ALIKE
    count = near.sum(axis=1)
    best = int(count.argmax())
    if count[best] < GROUND * len(pixels):
        return None
    return np.asarray(np.median(pixels[near[best]], axis=0), np.float32)


def on_figure(sheet: Sheet, at: Cell, figure: Blob) -> Grey | None:
    """Return the glyph on a solid figure in a cell, inside its largest upright ellipse, or None."""
    unit = sheet.unit
    x, y = (round((low + high) / 2 * unit) for low, high in ((figure.left, figure.right), (figure.top, figure.bottom)))
    across, down = round(0.42 * figure.width * unit), round(0.42 * figure.height * unit)
    inside = np.zeros((unit, unit), np.uint8)
    cv2.ellipse(inside, (x, y), (across, down), 0, 0, 360, 1, cv2.FILLED)
    box = slice(max(y - down, 0), y + down + 1), slice(max(x - across, 0), x + across + 1)
    return cut((apart(sheet.cells[at], figure.colour) * inside)[box], unit)


#: The heights of letters, in pixels, and the most of a letter's width, in heights.
HEIGHTS, WIDE = (9, 200), 1.6
#: The levels of contrast with their ground at which letters are cut out, and the side of what counts as ground.
INKS, GROUNDS = (110, 50), (31, 121)
#: By how much the letters of a word may differ in height and in place, how far they may be apart, and how far they may
#: reach over each other, in heights.
EVEN, APART, KERNED = 0.2, 0.9, 0.2
#: The least likeness of each letter to the one that is wanted.
LIKE = 0.7
#: The least likeness of a digit on a button.
LIKE_PRINT = 0.9


def shown(picture: Image, words: Collection[str]) -> list[str]:
    """Return those of `words`, of letters A to Z, that the picture shows, each by itself on a line in capitals."""
    lengths = {len(word) for word in words}
    spelt = {
        _spelt(contrast, line)
        for contrast in contrasts_of(picture)
        for ink in INKS
        for line in _lines(contrast, ink)
        if len(line) in lengths
    }
    return [word for word in words if word in spelt]


def keypad(picture: Image, most: int, board: Sequence[float]) -> dict[str, tuple[float, float]]:
    """Return the middles of the digits 1 to `most` beside a board, each by itself and in order; empty unless all are.

    `board` is its left, top, right and bottom. They are of one height, and in order row by row.
    """
    left, top, right, bottom = board
    for contrast in contrasts_of(picture):
        for ink in INKS:
            alone = [line[0] for line in _lines(contrast, ink) if len(line) == 1]
            beside = [
                one
                for one in alone
                if not (left < one.right and one.left < right and top < one.bottom and one.top < bottom)
            ]
            matches = numbers(9).matches([_image(contrast, one) for one in beside])
            digits = [(at, one.label) for at, one in zip(beside, matches, strict=True) if one.score >= LIKE_PRINT]
            for first in (at for at, label in digits if label == "1"):
                near = [(label, at) for at, label in digits if abs(at.height - first.height) <= EVEN * first.height]
                alike = dict(near)
                if sorted(label for label, _ in near) == [str(number) for number in range(1, most + 1)] and _is_ordered(
                    alike
                ):
                    return {label: ((at.left + at.right) / 2, (at.top + at.bottom) / 2) for label, at in alike.items()}
    return {}


def _is_ordered(digits: Mapping[str, PixelBox]) -> bool:
    """Return whether digits come in order, row by row."""
    pairs = pairwise(digits[label] for label in sorted(digits))
    return all(
        one.right < two.left
        if abs(two.top - one.top) <= EVEN * one.height
        else one.bottom < two.top and two.right < one.left
        for one, two in pairs
    )


def contrasts_of(picture: Image) -> Iterator[Grey]:
    """Yield how much each pixel differs from its surroundings, which are small or large."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    for size in GROUNDS:
        yield np.asarray(cv2.absdiff(grey, cv2.medianBlur(grey, size)), np.uint8)


def _lines(contrast: Grey, ink: int) -> Iterator[list[PixelBox]]:
    """Yield the rows of figures that may be the letters of a word."""
    boxes = sorted(box for box, _ in components(contrast > ink)[1])
    found = [box for box in boxes if HEIGHTS[0] <= box.height <= HEIGHTS[1] and box.width <= WIDE * box.height]
    for first in found:
        line = [first]
        for one in found:
            if _goes_on(line[-1], one):
                line.append(one)
        if not any(_goes_on(one, first) for one in found):
            yield line


def _goes_on(last: PixelBox, one: PixelBox) -> bool:
    high = max(last.height, one.height)
    level = max(abs(one.top - last.top), abs(one.bottom - last.bottom)) <= max(EVEN * high, 2)
    return level and last.left < one.left and -KERNED * high <= one.left - last.right <= APART * high


def _image(contrast: Grey, one: PixelBox) -> Grey:
    """Return the image of a figure, with the strongest ink as white."""
    part = contrast[one.top : one.bottom, one.left : one.right].astype(np.float32)
    return np.asarray(np.clip(part * (255 / max(float(part.max()), 1)), 0, 255), np.uint8)


def _spelt(contrast: Grey, line: list[PixelBox]) -> str:
    """Return the letters that those of the line are most like; empty if one of them is like none."""
    matches = letters().matches([_image(contrast, one) for one in line])
    return "".join(match.label for match in matches) if all(match.score >= LIKE for match in matches) else ""
