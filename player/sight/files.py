"""Picture files as pixels."""

import io

import cv2
import numpy as np
from PIL import Image as Pictures
from PIL import ImageOps, UnidentifiedImageError

from player.errors import BoardError
from player.sight.ridges import Image

FORMATS = ("PNG", "JPEG", "WEBP")
#: The most pixels of a picture, and the least of a side.
MOST, LEAST = 34_000_000, 40


def decoded(data: bytes) -> Image:
    """Return the pixels of a PNG, JPEG or WebP file; raise BoardError if it is none, or is damaged, or too large."""
    try:
        with Pictures.open(io.BytesIO(data), formats=FORMATS) as header:
            wide, high = header.size
            clear = "A" in header.getbands() or "transparency" in header.info
            if wide * high > MOST:
                raise BoardError(f"the picture has {wide}x{high} pixels: at most {MOST // 10**6} million are read")
            if min(wide, high) < LEAST:
                raise BoardError(f"the picture has {wide}x{high} pixels: that is too small for a board")
            if clear:
                return _on_white(header)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Pictures.DecompressionBombError):
        raise BoardError("the file is no PNG, JPEG or WebP picture, or it is damaged") from None
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if pixels is None:
        raise BoardError("the picture is damaged: it can't be decoded")
    return np.asarray(pixels, np.uint8)


def _on_white(picture: Pictures.Image) -> Image:
    """Return a picture with transparent parts, turned upright, as it looks on white paper."""
    whole = ImageOps.exif_transpose(picture).convert("RGBA")
    paper = Pictures.new("RGBA", whole.size, "white")
    paper.alpha_composite(whole)
    return np.ascontiguousarray(np.asarray(paper.convert("RGB"))[:, :, ::-1])
