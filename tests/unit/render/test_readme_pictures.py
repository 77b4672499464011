"""The README's pictures are what the commands beside them make."""

import re
import shlex
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.support.commands import Player

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[3]
PICTURES = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8") + PICTURES
#: A command in a code block or a comment, the file that it writes, and in which form.
COMMANDS = re.findall(r"^ *(player .* --(svg|png) (fixtures/pictures/\S+))$", README, re.MULTILINE)

#: Of 255: letters are drawn a little otherwise by another FreeType.
ALIKE = 1.0


@pytest.mark.parametrize(("command", "form", "picture"), COMMANDS, ids=[picture for _, _, picture in COMMANDS])
def test_a_picture_of_the_readme_is_made_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, form: str, picture: str
) -> None:
    made = tmp_path / Path(picture).name
    arguments = [str(ROOT / word) if (ROOT / word).exists() else word for word in shlex.split(command)[1:]]
    arguments[-1] = str(made)
    assert Player(capsys)(*arguments)[0] == 0
    if form == "svg":
        assert made.read_bytes() == (ROOT / picture).read_bytes()
        return
    with Image.open(made) as now, Image.open(ROOT / picture) as kept:
        assert now.size == kept.size
        assert max(ImageStat.Stat(ImageChops.difference(now, kept)).mean) < ALIKE


def test_each_svg_of_the_readme_has_its_command() -> None:
    shown = set(re.findall(r"fixtures/pictures/[\w-]+\.svg", README))
    assert shown
    assert shown <= {picture for _, _, picture in COMMANDS}
