"""The lists of what there is: games, sites, and the place of the selectors."""

import json
from pathlib import Path

import pytest

from player.files import SELECTORS
from player.games import GAMES
from tests.support.commands import Player


def test_games_are_listed_with_their_sizes_and_what_each_has(player: Player) -> None:
    code, out, err = player("games")
    assert (code, err) == (0, "")
    lines = [line.split() for line in out.splitlines()]
    assert lines[0] == ["game", "title", "sizes", "explain", "certify", "draw", "picture", "url", "page"]
    assert [line[0] for line in lines[1:]] == [*GAMES]
    assert lines[3] == ["tango", "Tango", "4-30", "even", *"xxxxx"]
    assert max(map(len, out.splitlines())) <= 80
    (tango,) = [one for one in json.loads(player("games", "--json").out)["games"] if one["name"] == "tango"]
    assert tango["sizes"] == {"least": 4, "most": 30, "step": 2}
    assert (tango["options"], tango["url"], tango["page"]) == (["distinct"], False, True)


def test_sites_are_listed_with_their_hosts_and_games(player: Player, tmp_path: Path) -> None:
    code, out, err = player("sites")
    assert (code, err) == (0, "")
    assert ["puzz-link", "puzz.link", "queens,", "patches,", "mini-sudoku"] in [
        line.split() for line in out.splitlines()
    ]
    found = json.loads(player("sites", "--json", "-").out)["sites"]
    (shikaku,) = [one for one in found if one["name"] == "shikaku"]
    assert (shikaku["origin"], shikaku["timezone"]) == ("https://www.puzzle-shikaku.com", "UTC")
    assert "weekly" in shikaku["games"]["patches"]
    file = tmp_path / "records.jsonl"
    assert player("sites", "--json", file) == (0, out, "")
    assert json.loads(file.read_text(encoding="utf-8"))["sites"] == found
    assert player("sites", "--selectors", tmp_path / "none.yaml").code == 66


def test_the_shipped_selectors_are_named_and_copied_but_never_over_another_file(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert player("selectors") == player("selectors", "--path") == (0, f"{SELECTORS}\n", "")
    assert player("selectors", "--copy", "mine.yaml").code == 0
    assert player("selectors", "--copy", tmp_path)[:2] == (0, "")
    for file in (tmp_path / "mine.yaml", tmp_path / SELECTORS.name):
        assert file.read_bytes() == SELECTORS.read_bytes()
        file.write_text("mine", encoding="utf-8")
        code, line = player.refuses("selectors", "--copy", file)
        assert (code, line.endswith("is not replaced: name another, or add --force")) == (73, True)
        assert file.read_text(encoding="utf-8") == "mine"
        assert player("selectors", "--copy", file, "--force").code == 0
        assert file.read_bytes() == SELECTORS.read_bytes()
    assert player.refuses("selectors", "--force")[0] == 2
    assert player("selectors", "--copy", tmp_path / "no" / "x.yaml").code == 73
