"""Words of praise in the picture of a dialog, in any letters: compared with drawings of them, word by word."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache, partial

import cv2
import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from player.sight.glyphs import Grey
from player.sight.sheet import Image, PixelBox, components

#: Phrases that no dialog about mistakes has, as it may have "complete", nor one alike, as "you want" is like "you won".
PRAISE = (
    "congratulations",
    "well done",
    "félicitations",
    "bien joué",
    "glückwunsch",
    "gut gemacht",
    "enhorabuena",
    "felicidades",
    "parabéns",
    "complimenti",
    "gefeliciteerd",
)
#: The fonts that dialogs have, where they are installed; one is always there. The height of drawings, in pixels.
FONTS = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "Cantarell-VF.otf", "Ubuntu-R.ttf", "LiberationSans-Regular.ttf")
DRAWN = 48
#: The least contrast of ink in grey levels, and the heights of a word in pixels.
INK, LOWEST, HIGHEST = 60, 6, 60
#: By how much figures are widened to make words, down and across; the most between words of a phrase, in heights.
JOINED, NEXT = ((5, 3), (9, 5), (15, 9)), 1.2
#: The least likeness of a word with its drawing, and of the short ones of a phrase, by how much their forms may differ,
#: and the scale of the comparison; the blur in which letters may be displaced, in heights.
LIKE, LIKE_SHORT, FORM, SCALE, BLUR = 0.72, 0.79, 1.2, 3, 0.038


def praise(picture: Image) -> str:
    """Return the phrase of praise that a picture shows, or ""."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    ground = int(np.bincount(grey.ravel()).argmax())
    ink = np.asarray(cv2.absdiff(grey, np.full_like(grey, ground)), np.uint8)
    for size in JOINED:
        words = [*_words(ink, size)]
        for phrase in PRAISE:
            if any(_begins(ink, words, box, phrase.split()) for box in words):
                return phrase
    return ""


def alone(contrast: Grey, words: Collection[str]) -> set[str]:
    """Return those of `words`, or phrases, that an image of contrasts shows in any letters, each alone on a line."""
    found = set[str]()
    for size in JOINED:
        boxes = [*_words(contrast, size)]
        for box in boxes:
            line = sorted([box, *(other for other in boxes if _is_beside(box, other))])
            is_whole = not any(_is_beside(one, other) for one in line for other in boxes if other not in line)
            of_length = [phrase for phrase in words if is_whole and len(phrase.split()) == len(line)]
            is_like = partial(_is_like, contrast, least=LIKE if len(line) == 1 else LIKE_SHORT)
            found |= {one for one in of_length if all(map(is_like, line, one.lower().split()))}
    return found


def _is_beside(box: PixelBox, other: PixelBox) -> bool:
    """Return whether another word is on the line of the one in `box`, near it."""
    far = NEXT * box.height
    is_near = other.left - box.right <= far >= box.left - other.right
    return other != box and is_near and other.top < box.bottom and box.top < other.bottom


def _begins(ink: Grey, words: Sequence[PixelBox], box: PixelBox, phrase: Sequence[str]) -> bool:
    """Return whether a phrase begins with the word in `box`."""
    first, *rest = phrase
    if not _is_like(ink, box, first):
        return False
    after = [one for one in words if one.left >= box.right and _is_beside(box, one)]
    return not rest or (bool(after) and _begins(ink, words, min(after), rest))


def _words(ink: Grey, size: tuple[int, int]) -> Iterator[PixelBox]:
    """Yield the boxes of words: figures of the size of letters, with gaps smaller than `size` between them."""
    mask = ink > INK
    letters = np.zeros_like(ink)
    for box, _ in components(mask)[1]:
        if max(box.width, box.height) <= HIGHEST:
            letters[box.top : box.bottom, box.left : box.right] = 1
    for (left, top, right, bottom), _ in components(cv2.dilate(letters, np.ones(size, np.uint8)))[1]:
        x, y, wide, high = cv2.boundingRect(mask[top:bottom, left:right].astype(np.uint8))
        if high >= LOWEST and bottom - top <= HIGHEST + size[0]:
            yield PixelBox(left + x, top + y, left + x + wide, top + y + high)


def _is_like(ink: Grey, box: PixelBox, word: str, *, least: float = LIKE) -> bool:
    """Return whether ink is a word, maybe with a sign after it."""
    left, top, right, bottom = box
    whole = ink[top:bottom, left:right]
    gaps = np.nonzero(whole.max(axis=0) <= INK)[0]
    parts = [whole] + ([whole[:, : gaps[-1]]] if len(gaps) else [])
    return any(_likeness(_cut(part), drawn) >= least for part in parts for drawn in _drawn(word))


def _likeness(image: Grey, drawn: Grey) -> float:
    """Return the correlation of two words in one size; 0 if their forms differ, or the first one is a bare box."""
    high, wide = image.shape
    form = (drawn.shape[1] / drawn.shape[0]) / (wide / high)
    if not 1 / FORM <= form <= FORM:
        return 0.0
    size, blur = (SCALE * wide, SCALE * high), SCALE * max(0.5, BLUR * high)
    one, other = (
        cv2.GaussianBlur(cv2.resize(part.astype(np.float32), size, interpolation=how), (0, 0), blur).ravel()
        for part, how in ((image, cv2.INTER_CUBIC), (drawn, cv2.INTER_AREA))
    )
    return float(np.corrcoef(one, other)[0, 1]) if one.std() else 0.0


@lru_cache(maxsize=256)
def _drawn(word: str) -> list[Grey]:
    """Return drawings of a word in each font, in small letters, capitals, and with one capital."""
    fonts = [ImageFont.load_default(DRAWN)]
    for name in FONTS:
        with suppress(OSError):
            fonts.append(ImageFont.truetype(name, DRAWN))
    found = []
    for font in fonts:
        for text in (word, word.capitalize(), word.upper()):
            shown = Pictures.new("L", (2 * DRAWN * len(text), 3 * DRAWN))
            ImageDraw.Draw(shown).text((DRAWN, DRAWN), text, 255, font)
            found.append(_cut(np.asarray(shown)))
    return found


def _cut(image: Grey) -> Grey:
    """Return the part of an image with ink."""
    rows, cols = np.nonzero(image > INK)
    return image[rows.min() : rows.max() + 1, cols.min() : cols.max() + 1]
