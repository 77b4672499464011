"""docs/add-a-game.md shows the toy game of the tests whole."""

from pathlib import Path
from textwrap import indent

import pytest

from tests.support import toy
from tests.support.documents import ROOT

FILES = ("__init__.py", "board.py", "encoding.py", "play.py", "draw.py", "style.toml")


@pytest.mark.parametrize("name", FILES)
def test_the_page_shows_the_file_that_the_tests_use(name: str) -> None:
    code = (Path(toy.__file__).parent / name).read_text(encoding="utf-8")
    page = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    assert f"\n\n{indent(code, '    ')}\n" in page
