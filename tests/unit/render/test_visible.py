"""Characters that change what others show: none reaches a terminal or a page."""

import io
import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import yaml  # noqa: TID251  # what another reader makes of it
from rich.table import Table
from rich.text import Text

from player.boards.board_json import board_of
from player.browser.selectors.yaml_file import as_yaml, flow
from player.files import BOARDS
from player.render import visible
from player.render.html import rendered
from player.render.scene import scene
from player.render.svg import svg
from player.render.terminal import PlainConsole
from tests.support.commands import Player

#: Colours of a terminal by two ways, a bell, marks of direction, a half of a pair, and a tag that nobody sees.
EVIL = "a\x1b[31mb\x9bc\x07d\u202ee\u2066f\u061cg\ud800h\U000e0041i\x7f"
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\U000e0041]")


def test_text_stays_and_what_changes_it_is_replaced() -> None:
    whole = "a b\tc\n\u00e9 \u4e2d \u05d0 \U0001f451 \u2009 \u00a0"
    assert visible(whole) == whole
    assert visible(EVIL) == "a\ufffd[31mb\ufffdc\ufffdd\ufffde\ufffdf\ufffdg\ufffdh\ufffdi\ufffd"


def test_a_table_on_a_terminal_obeys_no_text() -> None:
    out = io.StringIO()
    table = Table(EVIL)
    table.add_row(Text(EVIL))
    console = PlainConsole(out)
    console.print(table)
    console.print(Text(EVIL), soft_wrap=True)
    assert not UNSEEN.search(out.getvalue())


def test_a_page_and_a_picture_show_all_of_a_text() -> None:
    game, board = board_of(json.loads((BOARDS / "zip.jsonl").read_text(encoding="utf-8").splitlines()[0]))
    drawn = scene(game, board)
    evil = replace(drawn, title=EVIL, words=(EVIL,))
    assert not UNSEEN.search(svg(evil))
    ET.fromstring(svg(evil))
    page = rendered("player.render", "picture.html", scene=evil, drawn="", steps=[EVIL], kinds={})
    assert not UNSEEN.search(page)


def test_a_selectors_file_has_escapes_of_it_and_says_the_same() -> None:
    for value in (EVIL.replace("\ud800", ""), "\u2028x", "caf\u00e9"):
        for written in (as_yaml({"won": [{"text": [value]}]}), flow({"won": [{"text": [value]}]})):
            assert not UNSEEN.search(written)
            assert yaml.safe_load(written) == {"won": [{"text": [value]}]}
    assert "caf\u00e9" in flow("caf\u00e9")


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [["explain", "--html", "OUT"], ["explain"], ["draw", "--html", "OUT"], ["draw", "--svg", "OUT"], ["solve"]],
    ids=" ".join,
)
def test_the_id_of_a_board_is_only_shown(player: Player, tmp_path: Path, arguments: list[str]) -> None:
    data = json.loads((BOARDS / "zip.jsonl").read_text(encoding="utf-8").splitlines()[0])
    file, out = tmp_path / "board.json", tmp_path / "out"
    file.write_text(json.dumps({**data, "id": EVIL}), encoding="utf-8")
    command, *options = [str(out) if one == "OUT" else one for one in arguments]
    code, printed, said = player(command, file, *options)
    assert code == 0, ascii(said)
    texts = [printed, said, out.read_text(encoding="utf-8") if out.exists() else ""]
    assert not any(map(UNSEEN.search, texts))
