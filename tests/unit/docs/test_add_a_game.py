"""docs/add-a-game.md makes a game of the toy of the tests, and shows one of its files."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from textwrap import indent

import pytest

import player.games
from player.boards.board_json import board_of
from player.games import GAMES
from player.proof import prove
from tests.support import toy
from tests.support.documents import ROOT, blocks

PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
TOY = Path(toy.__file__).parent


def test_the_page_shows_the_file_that_the_tests_use() -> None:
    assert f"\n\n{indent((TOY / '__init__.py').read_text(encoding='utf-8'), '    ')}\n" in PAGE


@pytest.mark.parametrize("name", ["__init__.py", "board.py", "encoding.py", "play.py", "draw.py", "style.toml"])
def test_the_page_leads_to_each_file_that_a_game_needs(name: str) -> None:
    assert f"[`{name}`](../tests/support/toy/{name})" in PAGE


def test_the_commands_of_the_page_make_a_game_of_the_toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands, shown = (next(one for one in blocks(PAGE) if one[0].startswith(begin)) for begin in ("cp ", "echo "))
    made = tmp_path / "player" / "games" / "latin"
    made.parent.mkdir(parents=True)
    shutil.copytree(TOY, tmp_path / "tests" / "support" / "toy")
    subprocess.run(["/bin/sh", "-e", "-c", "\n".join(commands)], cwd=tmp_path, check=True)
    assert not [file for file in made.rglob("*.py") if "tests." in file.read_text(encoding="utf-8")]

    assert '`"latin": "player.games.latin"`' in PAGE
    monkeypatch.setitem(GAMES.packages, "latin", "player.games.latin")
    monkeypatch.setattr(player.games, "__path__", [*player.games.__path__, str(made.parent)])
    try:
        game, board = board_of(json.loads(shown[0].split("'")[1]))
        assert prove(game, board).solutions == 1
        assert game.generator().make(Random(1), 3).shape == (3, 3)  # noqa: S311  # a seed, not secrecy
    finally:
        for name in [name for name in sys.modules if name.startswith("player.games.latin")]:
            del sys.modules[name]
