"""The README's GIF is what the command beside it makes.

Only `-m ''` runs it: `pytest tests/thorough -m ''`.
"""

import re
import shlex
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

from tests.support.browser_commands import Here

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
#: Which part of a frame shows the board, with captions below it, and how many blocks wide it is compared
#: in: letters, whose font is the machine's, are lost in them.
BOARD, BLOCKS = 0.74, 40
#: Of 255, in the mean of the blocks: another font makes up to 1.7, another step 4 and more; and the share of frames
#: to be found again: some are caught on the way from one to the next, and the first are nearly all letters.
ALIKE, SHARE = 2.2, 0.8


def frames(path: Path) -> list[Image.Image]:
    with Image.open(path) as picture:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(picture)]


@pytest.mark.more
@pytest.mark.full
def test_the_gif_of_the_readme_is_made_again(here: Here, tmp_path: Path) -> None:
    (found,) = re.findall(r"^player (demo .* --gif) (fixtures/pictures/\S+)$", README, re.MULTILINE)
    made = tmp_path / "made.gif"
    assert here(*shlex.split(found[0]), made)[0] == 0
    kept, now = frames(ROOT / found[1]), frames(made)
    assert f"({found[1]})" in README
    assert kept[0].size == now[0].size
    again = [min(distance(frame, other) for other in now) < ALIKE for frame in kept]
    assert sum(again) >= SHARE * len(kept), again


def distance(one: Image.Image, other: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(in_blocks(one), in_blocks(other))).mean)


def in_blocks(frame: Image.Image) -> Image.Image:
    height = round(BOARD * frame.height)
    board = frame.crop((0, 0, frame.width, height))
    return board.resize((BLOCKS, BLOCKS * height // frame.width), Image.Resampling.BOX)
