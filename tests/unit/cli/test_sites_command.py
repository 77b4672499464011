"""`nightly --sites FILE` as it is typed, without a browser: what is said of a site that can't be played."""

import json
import sys
from pathlib import Path

import pytest

from player.cli.sites import owner
from tests.support.commands import Player


@pytest.fixture(autouse=True)
def _state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYER_STATE", str(tmp_path / "state"))


def sites(folder: Path, text: str) -> Path:
    (file := folder / "sites.toml").write_text(text, encoding="utf-8")
    return file


def test_a_site_without_its_session_is_reported_and_notified(player: Player, tmp_path: Path) -> None:
    file = sites(tmp_path, "[[site]]\nname = 'linkedin'\ngames = ['zip']\nsession = 'gone.json'\n")
    heard, report = tmp_path / "heard.json", tmp_path / "report"
    write = f"{sys.executable} -c \"import sys; open('{heard}', 'w').write(sys.stdin.read())\""
    code, _, err = player("nightly", "--sites", file, "--report", report, "--on-failure", write)
    assert code == 77
    assert "Traceback" not in err
    (line,) = [json.loads(line) for line in (report / "results.jsonl").read_text().splitlines()]
    assert (line["game"], line["outcome"]) == ("zip", "unplayed")
    assert f"the session file {tmp_path / 'gone.json'} is not there" in line["message"]
    said = json.loads(heard.read_text())
    assert (said["change"], said["games"]) == ("failed", {"the night": "won", "linkedin zip": "needs a person"})


@pytest.mark.parametrize(
    ("options", "said"),
    {
        "one site": (["--browsers", "2"], "--browsers is for several sites: name them in the FILE of --sites"),
        "none": (["--browsers", "0"], "0 is not in the range x>=1"),
        "a person's browser": (
            ["--sites", "plain.toml", "--cdp", "http://127.0.0.1:9222", "--browsers", "2"],
            "--cdp is one browser: leave out --browsers, or name servers in the FILE of --sites",
        ),
        "servers and another": (
            ["--sites", "servers.toml", "--connect", "ws://127.0.0.1:1"],
            "the FILE of --sites names servers: leave out --cdp, --connect, --browser and --headed",
        ),
    }.values(),
)
def test_browsers_that_exclude_each_other_are_a_wrong_command_line(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], said: str
) -> None:
    site = "[[site]]\nname = 'linkedin'\n"
    (tmp_path / "plain.toml").write_text(site, encoding="utf-8")
    (tmp_path / "servers.toml").write_text(f"[[server]]\nconnect = 'ws://127.0.0.1:3000'\n{site}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code, out, err = player("nightly", *options)
    assert (code, out) == (2, "")
    assert said in err


def test_an_address_of_a_server_that_is_none_is_named_with_its_place(player: Player, tmp_path: Path) -> None:
    file = sites(tmp_path, "[[server]]\ncdp = 'file:///etc'\n[[site]]\nname = 'linkedin'\n")
    code, said = player.refuses("nightly", "--sites", file)
    assert code == 78
    assert said.startswith(f"{file}: server 1: 'file:///etc' is no address such as http://127.0.0.1:9222")


def test_a_session_is_played_with_on_one_of_its_sites_at_a_time_and_guests_on_each(tmp_path: Path) -> None:
    assert owner("me", "linkedin", tmp_path / "me.json") == owner("me", "mirror", tmp_path / "me.json")
    assert owner("guest", "linkedin", None) != owner("guest", "mirror", None)
