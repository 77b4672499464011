"""The templates by which pictures' numbers and letters are read: `python -m tests.glyph_templates` draws them anew.

It writes `player/sight/glyphs.npz`: the views (see `player.sight.glyphs.view`) of the numbers 1 to 64, the letters A to
Z and the question mark in `FACES`, as bytes.

The fonts are free ones, whose licences allow pictures of their glyphs: DejaVu, Liberation, Open Sans, Roboto, Inter,
Lato, Noto, Carlito, Cantarell, Cabin and Quicksand (OFL, Apache-2.0 or their own), Nimbus and Free Sans (GPL with the
exception for fonts), and the one within Pillow. They are found by fontconfig's `fc-match`; on Debian: apt-get install
fonts-dejavu fonts-liberation fonts-open-sans fonts-roboto fonts-inter fonts-lato fonts-noto-core fonts-urw-base35
fonts-freefont-ttf fonts-crosextra-carlito fonts-cantarell fonts-cabin fonts-quicksand
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from player.sight.glyphs import SCALE, view

FACES = (
    "DejaVu Sans",
    "DejaVu Sans:bold",
    "DejaVu Serif:bold",
    "Liberation Sans",
    "Liberation Sans:bold",
    "Liberation Serif",
    "Open Sans",
    "Open Sans:semibold",
    "Open Sans:bold",
    "Roboto",
    "Roboto:medium",
    "Roboto:bold",
    "Inter",
    "Inter:semibold",
    "Inter:bold",
    "Lato",
    "Lato:bold",
    "Noto Sans",
    "Noto Sans:bold",
    "Nimbus Sans",
    "Nimbus Sans:bold",
    "FreeSans",
    "Carlito",
    "Carlito:bold",
    "Cantarell",
    "Cantarell:bold",
    "Cabin:bold",
    "Quicksand:bold",
)
LABELS = [*map(str, range(1, 65)), *"ABCDEFGHIJKLMNOPQRSTUVWXYZ?"]
TARGET = Path(__file__).parent.parent / "player" / "sight" / "glyphs.npz"
SIZE = 96


def main() -> None:
    labels, views = [], []
    for font, stroke in (*((font, 0) for font in fonts()), *own()):
        for label in LABELS:
            labels.append(label)
            views.append(view(drawn(label, font, stroke)))
    rounded = np.clip(np.rint(np.array(views) * SCALE), -127, 127).astype(np.int8)
    np.savez_compressed(TARGET, labels=np.array(labels), views=rounded)


def fonts() -> Iterator[ImageFont.FreeTypeFont]:
    for face in FACES:
        family = face.split(":")[0]
        command = ["fc-match", face, "--format", "%{file}\t%{index}\t%{family}"]
        file, index, found = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\t")
        if family not in found.split(","):
            raise SystemExit(f"the font {family} is not installed (found {found} for it)")
        yield ImageFont.truetype(file, SIZE, index=int(index) & 0xFFFF)


def own() -> Iterator[tuple[ImageFont.FreeTypeFont, int]]:
    """Yield Pillow's own font and the strokes that make it bold, as `player.render.png` does."""
    font = ImageFont.load_default(SIZE)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return ((font, round(share * SIZE)) for share in (0, 0.035))


def drawn(label: str, font: ImageFont.FreeTypeFont, stroke: int) -> NDArray[np.uint8]:
    image = Image.new("L", (4 * SIZE, 2 * SIZE))
    ImageDraw.Draw(image).text((SIZE, SIZE / 2), label, 255, font, stroke_width=stroke, stroke_fill=255)
    return np.asarray(image.crop(image.point(lambda value: 255 * (value > 127)).getbbox()))


if __name__ == "__main__":
    main()
