"""`nightly --sites FILE` as it is typed, without a browser: what is said of a site that can't be played."""

import json
import sys
from pathlib import Path

import pytest

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
