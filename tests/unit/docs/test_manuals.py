"""Manuals that are run: docs/add-a-game.md makes a game of the toy of the tests, and shows one of its files."""

import doctest
import json
import re
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random
from textwrap import indent

import pytest

import player
import player.games
from player.boards.board_json import board_of
from player.browser.selectors.loader import load
from player.browser.selectors.schema import Selectors
from player.files import SELECTORS
from player.games import GAMES
from player.games.fields import Field, Kind
from player.games.grid import SIDES
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


# docs/api.md: its examples without a page are run, and it names all that is public


MANUAL = ROOT / "docs" / "api.md"
EXAMPLES = [block for block in blocks(MANUAL.read_text(encoding="utf-8")) if block[0].startswith(">>>")]


@pytest.mark.slow
@pytest.mark.parametrize("block", EXAMPLES, ids=lambda block: "; ".join(block)[20:60])
def test_an_example_shows_what_it_prints(
    block: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if any(".png" in line for line in block):
        pytest.importorskip("cv2")
    monkeypatch.chdir(tmp_path)
    example = doctest.DocTestParser().get_doctest("\n".join(block) + "\n", {}, "api.md", str(MANUAL), 0)
    failed, tried = doctest.DocTestRunner(verbose=False).run(example)
    assert (failed, tried > 2) == (0, True), capsys.readouterr().out
    assert len(block) <= 12


def test_there_is_an_example_of_each_function_without_a_page() -> None:
    called = set(re.findall(r"player\.(\w+)\(", "\n".join(line for block in EXAMPLES for line in block)))
    assert called == {"draw", "explain", "from_json", "generate", "read", "solve", "to_json"}


def test_the_manual_names_all_that_is_public() -> None:
    named = set(re.findall(r"\w+", MANUAL.read_text(encoding="utf-8")))
    assert {*player.__all__} - named - {"__version__"} == set()


# The manual of the selectors file has every key that the file may have, and every field with its values


#: The games that a site of the file has: a new one is in the manual when it has a page.
PLAYED = {
    name: game for name, game in GAMES.items() if any(name in site.games for site in load(SELECTORS).sites.values())
}
#: The witnesses of a cell's place, which are the same for all games that have them.
PLACE = {"row", "column"}


def allowed(known: Field) -> str:
    """Return the allowed values of a field."""
    names = {Kind.FLAG: ("true", "false"), Kind.SIDES: tuple(SIDES)}.get(known.kind, known.names)
    shown = ", or ".join(part for part in (", ".join(f"`{name}`" for name in names), known.others) if part)
    return f"{shown}; or `none`" if known.none else shown


def test_every_key_and_expectation_is_in_the_manual() -> None:
    manual = (ROOT / "docs" / "selectors.md").read_text(encoding="utf-8")
    schema = json.dumps(Selectors.model_json_schema())
    parts = [Selectors.model_json_schema(), *json.loads(schema)["$defs"].values()]
    keys = {key for part in parts for key in part.get("properties", {})}
    words = {word for group in re.findall(r'"enum": \[([^\]]*)\]', schema) for word in re.findall(r'"([^"]+)"', group)}
    missing = {word for word in keys | words if not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", manual)}
    assert len(keys) > 50
    assert not missing


def test_the_table_of_rules_is_that_of_the_games() -> None:
    manual = (ROOT / "docs" / "selectors.md").read_text(encoding="utf-8")
    for name, game in PLAYED.items():
        for rule, known in game.rules.items():
            default = f"`{known.default}`".lower() if known.is_flag else known.default
            allowed = "`true`, `false`" if known.is_flag else f"1 to {known.most}"
            assert f"| `{rule}` | {name} | {known.says} | {allowed} | {default} |" in manual


def test_the_table_of_fields_is_that_of_the_games() -> None:
    manual = (ROOT / "docs" / "selectors.md").read_text(encoding="utf-8")
    rows = re.findall(rf"^\| (?:{'|'.join(GAMES)}) \|.*$", manual, re.MULTILINE)
    assert rows == [
        f"| {name} | {field if known.witness else f'**{field}**'} | {known.says} | {allowed(known)} |"
        for name, game in PLAYED.items()
        for field, known in game.play.ALLOWED.items()
        if field not in PLACE
    ]


def test_the_fields_of_a_place_are_one_row() -> None:
    manual = (ROOT / "docs" / "selectors.md").read_text(encoding="utf-8")
    places = {name: fields for name, game in PLAYED.items() if PLACE & (fields := game.play.ALLOWED).keys()}
    row = "| row, column | the row, the column that a label names | numbers from 0 or 1 |"
    assert f"| {', '.join(places)} {row}" in manual
    for field, fields in product(sorted(PLACE), places.values()):
        known = fields[field]
        assert (known.witness, known.says) == (True, f"the {field} that a label names")
        assert allowed(known) == "numbers from 0 or 1"
