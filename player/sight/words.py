"""Words in capitals that a picture shows: the line that tells of a win on a page without any other sign."""

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np

from player.sight import glyphs
from player.sight.glyphs import Grey
from player.sight.ridges import Image

#: The heights of letters, in pixels, and the most of a letter's width, in heights.
HEIGHTS, WIDE = (9, 200), 1.6
#: The levels of contrast with their ground at which letters are cut out, and the side of what counts as ground.
INKS, GROUNDS = (110, 50), (31, 121)
#: By how much the letters of a word may differ in height and in place, how far they may be apart, and how far they may
#: reach over each other, in heights.
EVEN, APART, KERNED = 0.2, 0.9, 0.2
#: The least likeness of each letter to the one that is wanted.
LIKE = 0.7


class _Letter(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int

    @property
    def height(self) -> int:
        return self.bottom - self.top


def shows(picture: Image, word: str) -> bool:
    """Return whether the picture shows `word`, of letters A to Z, by itself on a line in capitals."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    return any(
        _spells(contrast, line, word)
        for contrast in _contrasts(grey)
        for ink in INKS
        for line in _lines(contrast, ink, len(word))
    )


def _contrasts(grey: Grey) -> Iterator[Grey]:
    """Yield how much each pixel differs from its surroundings, which are small or large."""
    for size in GROUNDS:
        yield np.asarray(cv2.absdiff(grey, cv2.medianBlur(grey, size)), np.uint8)


def _lines(contrast: Grey, ink: int, length: int) -> Iterator[list[_Letter]]:
    """Yield the rows of `length` figures that may be the letters of a word."""
    mask = (contrast > ink).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    found = []
    for number in range(1, count):
        x, y, wide, high = (int(value) for value in stats[number][:4])
        if HEIGHTS[0] <= high <= HEIGHTS[1] and wide <= WIDE * high:
            found.append(_Letter(x, y, x + wide, y + high))
    found.sort()
    for first in found:
        line = [first]
        for one in found:
            if _goes_on(line[-1], one):
                line.append(one)
        before = any(_goes_on(one, first) for one in found)
        if len(line) == length and not before:
            yield line


def _goes_on(last: _Letter, one: _Letter) -> bool:
    high = max(last.height, one.height)
    level = max(abs(one.top - last.top), abs(one.bottom - last.bottom)) <= max(EVEN * high, 2)
    return level and last.left < one.left and -KERNED * high <= one.left - last.right <= APART * high


def _spells(contrast: Grey, line: list[_Letter], word: str) -> bool:
    """Return whether each letter of the line is most like that of the word."""
    images: list[Grey] = []
    for one in line:
        part = contrast[one.top : one.bottom, one.left : one.right].astype(np.float32)
        images.append(np.asarray(np.clip(part * (255 / max(float(part.max()), 1)), 0, 255), np.uint8))
    matches = glyphs.letters().matches(images)
    return all(match.label == letter and match.score >= LIKE for match, letter in zip(matches, word, strict=True))
