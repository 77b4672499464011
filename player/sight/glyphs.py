"""Glyphs: numbers and letters recognised by comparison with templates from many fonts.

A glyph is scaled to one height and keeps its proportions, so that "I" stays narrow. Two views of it are compared, a
blurred image and the directions of its outlines; whole numbers are single templates, so that digits that touch need no
cutting. `glyphs.npz` has both views of each template; `python -m tests.glyph_templates` draws it.
"""

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

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


def symmetry(image: Grey) -> float:
    """Return the likeness of a glyph to its mirror image, from 0 to 1."""
    return float(view(image) @ view(np.ascontiguousarray(image[:, ::-1])))


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
        kinds, best = self.scores(images)
        order = np.argsort(best, axis=1)
        rows = np.arange(len(images))
        tops = best[rows, order[:, -1]]
        margins = tops - best[rows, order[:, -2]]
        labels = [kinds[number] for number in order[:, -1]]
        return [Match(*one) for one in zip(labels, tops.tolist(), margins.tolist(), strict=True)]

    def scores(self, images: Sequence[Grey]) -> tuple[list[str], Views]:
        """Return the labels, and how much each image is like each of them: images x labels."""
        alike = cv2.gemm(np.stack([view(image) for image in images]), self.views, 1, None, 0, flags=cv2.GEMM_2_T)
        kinds, code = np.unique(self.labels, return_inverse=True)
        best = np.full((len(images), len(kinds)), -1.0, np.float32)
        for number in range(len(kinds)):
            best[:, number] = alike[:, code == number].max(axis=1)
        return [str(kind) for kind in kinds], best


@lru_cache
def _shipped() -> Templates:
    with (files("player.sight") / "glyphs.npz").open("rb") as file, np.load(file) as data:
        return Templates(data["labels"], data["views"].astype(np.float32) / SCALE)


SCALE = 360
"""The factor of the views in the file, which holds bytes with a sign."""


@lru_cache
def templates(labels: Collection[str]) -> Templates:
    """Return the shipped templates of `labels`."""
    shipped = _shipped()
    kept = np.isin(shipped.labels, list(labels))
    return Templates(shipped.labels[kept], shipped.views[kept])


def numbers(most: int, *more: str) -> Templates:
    """Return the templates of the numbers from 1 to `most`, and of `more` labels."""
    return templates(frozenset([*map(str, range(1, most + 1)), *more]))


def letters(but: str = "") -> Templates:
    """Return the templates of the letters A to Z, but for those in `but`."""
    return templates(frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ") - {*but})
