"""Pictures made from those of pages: compressed, blurred, cut, scaled, pasted, with a mouse pointer on the board."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.sight.pages import box_of
from tests.sight.pictures import Box, Picture
from tests.support.board_pictures import ARROW

Pixels = NDArray[Any]
"""Rows x columns x 3 bytes: blue, green, red."""


def compressed(kind: str, option: int, quality: int) -> Callable[[Pixels], bytes]:
    """Return a function from pixels to the bytes of a file of that kind."""

    def encode(pixels: Pixels) -> bytes:
        return cv2.imencode(kind, pixels, [option, quality])[1].tobytes()

    return encode


lossless = compressed(".png", cv2.IMWRITE_PNG_COMPRESSION, 1)
jpeg_40 = compressed(".jpg", cv2.IMWRITE_JPEG_QUALITY, 40)
webp_50 = compressed(".webp", cv2.IMWRITE_WEBP_QUALITY, 50)


def blurred(sigma: float) -> Callable[..., Pixels]:
    """Return a Gaussian blur of `sigma` pixels."""
    return lambda pixels, *_: cv2.GaussianBlur(pixels, (0, 0), sigma)


def cut(grown: int) -> Callable[..., Pixels]:
    """Return a cut at `grown` pixels around the board, or inside it; with Wend's rows for words, which are below."""

    def crop(pixels: Pixels, box: Box, picture: Picture) -> Pixels:
        left, top = (max(0, round(side) - grown) for side in box[:2])
        right, bottom = (round(side) + grown for side in box[2:])
        below = 0.45 * (bottom - top) if picture.game == "wend" else 0
        return pixels[top : bottom + round(below), left:right]

    return crop


def scaled(share: float, by: int) -> Callable[..., Pixels]:
    """Return a change of the scale."""
    return lambda pixels, *_: cv2.resize(pixels, None, fx=share, fy=share, interpolation=by)


def small_cells(pixels: Pixels, box: Box, picture: Picture) -> Pixels:
    """Return the picture with cells of 20 pixels."""
    share = 20 * _columns(picture) / (box[2] - box[0])
    return np.asarray(cv2.resize(pixels, None, fx=share, fy=share, interpolation=cv2.INTER_AREA))


def _columns(picture: Picture) -> int:
    (board,) = picture.boards
    rows = next(board[key] for key in ("cols", "size", "regions", "grid", "givens") if key in board)
    return rows if isinstance(rows, int) else len(rows[0])


def enlarged(pixels: Pixels, *_: Any) -> Pixels:
    """Return the picture as wide as a 4K screen."""
    share = 3840 / pixels.shape[1]
    return np.asarray(cv2.resize(pixels, None, fx=share, fy=share, interpolation=cv2.INTER_CUBIC))


def noisy(pixels: Pixels, *_: Any) -> Pixels:
    """Return the picture with noise of 5 levels."""
    noise = np.random.default_rng(1).normal(0, 5, pixels.shape)
    return np.clip(pixels + noise, 0, 255).astype(np.uint8)


def with_pointer(pixels: Pixels, box: Box, picture: Picture) -> Pixels:
    """Return the picture with the mouse pointer in some cell, right of its middle."""
    left, top, right, bottom = box
    cell = (right - left) / _columns(picture)
    place = int(picture.file.stem.rpartition("-")[2])
    row, col = (2 + 5 * place) % round((bottom - top) / cell), (1 + 3 * place) % _columns(picture)
    tip = np.array([left + (col + 0.55) * cell, top + (row + 0.5) * cell])
    shape = (tip + np.array(ARROW)).astype(np.int32)
    marked = pixels.copy()
    cv2.fillPoly(marked, [shape], (255, 255, 255), cv2.LINE_AA)
    cv2.polylines(marked, [shape], isClosed=True, color=(0, 0, 0), thickness=1, lineType=cv2.LINE_AA)
    return marked


def on_a_desk(pixels: Pixels, *_: Any) -> Pixels:
    """Return a screen of 1920 x 1080 with the page in a window, another window beside it, and a bar below."""
    down, across = np.mgrid[0:1080, 0:1920].astype(np.float32)
    desk = np.stack([150 + down / 12, 90 + across / 30, 60 + down / 30], axis=-1).astype(np.uint8)
    _window(desk, (1180, 60, 1880, 960), "Notes")
    for line in range(24):
        cv2.putText(
            desk, "one more line of a text that stands here", (1200, 150 + 32 * line), 0, 0.7, (60, 60, 60), 1, 16
        )
    _window(desk, (30, 40, 1312, 1040), "Game of the day")
    desk[120 : 120 + min(918, pixels.shape[0]), 31:1311] = pixels[:918, :1280]
    desk[1044:] = (40, 40, 44)
    for app in range(9):
        cv2.rectangle(desk, (20 + 52 * app, 1048), (52 + 52 * app, 1076), (60 + 20 * app, 120, 230 - 20 * app), -1)
    return desk


def _window(desk: Pixels, place: Sequence[int], title: str) -> None:
    left, top, right, bottom = place
    desk[top:bottom, left:right] = (245, 245, 245)
    desk[top : top + 34, left:right] = (222, 216, 210)
    cv2.rectangle(desk, (left, top), (right, bottom), (120, 120, 120), 1)
    cv2.putText(desk, title, (left + 16, top + 24), 0, 0.6, (40, 40, 40), 1, cv2.LINE_AA)
    cv2.rectangle(desk, (left + 90, top + 42), (right - 90, top + 70), (255, 255, 255), -1)
    cv2.putText(desk, "https://www.example.com/games", (left + 104, top + 62), 0, 0.5, (90, 90, 90), 1, cv2.LINE_AA)


Change = Callable[[Pixels, Box, Picture], Pixels]
#: The changes of a page's picture, and how the result is written.
CHANGES: Mapping[str, tuple[Change, Callable[[Pixels], bytes]]] = {
    "JPEG 40": (lambda pixels, *_: pixels, jpeg_40),
    "WebP 50": (lambda pixels, *_: pixels, webp_50),
    "blur 0.6 px": (blurred(0.6), lossless),
    "blur 1 px": (blurred(1.0), lossless),
    "noise": (noisy, lossless),
    "cut 3 px outside": (cut(3), lossless),
    "cut at the rim": (cut(0), lossless),
    "cut 3 px inside": (cut(-3), lossless),
    "cut, JPEG 40": (cut(12), jpeg_40),
    "scaled by 73%": (scaled(0.73, cv2.INTER_LINEAR), lossless),
    "scaled by 137%": (scaled(1.37, cv2.INTER_LINEAR), lossless),
    "20 px a cell": (small_cells, lossless),
    "enlarged to 4K": (enlarged, lossless),
    "pointer on the board": (with_pointer, lossless),
    "window on a desk": (on_a_desk, lossless),
}
TWO = "two boards"


def altered(look: str, pictures: Sequence[Picture], folder: Path) -> list[Picture]:
    """Return pictures made from `pictures` by the change of that name; those in the folder are not made again."""
    return [_altered(look, picture, folder) for picture in pictures]


def _altered(look: str, picture: Picture, folder: Path) -> Picture:
    change, encode = CHANGES[look]
    kind = {jpeg_40: "jpg", webp_50: "webp"}.get(encode, "png")
    name = look.replace(", ", "-").replace(" ", "-").replace("%", "")
    file = folder / f"{picture.game}-{name}-{picture.file.stem.rpartition('-')[2]}.{kind}"
    if not file.exists():
        file.write_bytes(encode(change(_pixels(picture), box_of(picture), picture)))
    return Picture(look, picture.game, file, picture.boards)


def paired(pictures: Sequence[Picture], others: Sequence[Picture], folder: Path) -> list[Picture]:
    """Return pictures with two boards each, of `pictures` and of `others`."""
    return [_paired(number, *both, folder) for number, both in enumerate(zip(pictures, others, strict=True))]


def _paired(number: int, first: Picture, second: Picture, folder: Path) -> Picture:
    file = folder / f"{first.game}-two-boards-{number}.png"
    if not file.exists():
        sides = [cut(24)(_pixels(picture), box_of(picture), picture) for picture in (first, second)]
        height = max(side.shape[0] for side in sides)
        padded = [
            cv2.copyMakeBorder(side, 0, height - side.shape[0], 0, 60, cv2.BORDER_CONSTANT, value=(238, 242, 243))
            for side in sides
        ]
        file.write_bytes(lossless(np.hstack(padded)))
    return Picture(TWO, first.game, file, first.boards + second.boards, may_be_refused=True)


def _pixels(picture: Picture) -> Pixels:
    found = cv2.imread(str(picture.file))
    assert found is not None, picture
    return np.asarray(found)
