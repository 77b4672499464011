"""The package's name, which is no stranger's, and the lines that say how to add an extra."""

import re
import sys
from importlib import metadata
from pathlib import Path

import pytest

from player.errors import DISTRIBUTION, NotInstalled, install_command
from tests.support.documents import ROOT

#: A line that installs what the package index has under the name of the command.
STRANGER = re.compile(
    r"""\b(?:pip3?|pipx|uv(?:\ pip|\ tool)?)\ +(?:install|add|inject|upgrade|run|download)\b   # an installer
        (?:\ +-{1,2}[\w-]+(?:[= ][\w.]+)?)*\ +['"`]?player(?![\w./-]) | \buvx\ +player\b | \bplayer\[[a-z]""",
    re.VERBOSE,
)


def texts() -> list[Path]:
    """The documents, the program and what it ships, and the scripts of CI."""
    folders = [ROOT / "player", ROOT / "docs", ROOT / ".ci"]
    files = [file for folder in folders for file in folder.rglob("*") if "node_modules" not in file.parts]
    kinds = {".py", ".md", ".1", ".yaml", ".toml", ".html", "", ".json"}
    return [
        file for file in (*files, *ROOT.glob("*.md"), *ROOT.glob("*.toml")) if file.is_file() and file.suffix in kinds
    ]


def test_no_text_recommends_a_package_of_the_name_of_the_command() -> None:
    found = {str(file.relative_to(ROOT)): STRANGER.search(file.read_text(encoding="utf-8")) for file in texts()}
    assert {name: match[0] for name, match in found.items() if match} == {}


@pytest.mark.parametrize(
    "line",
    [
        "pip install 'player[sight]'",
        "pip install player",
        "uvx player play",
        "pipx install player",
        "pip install -U player",
    ],
)
def test_the_check_sees_each_way_to_install_a_stranger_s_package(line: str) -> None:
    assert STRANGER.search(f"type `{line}` first")


@pytest.mark.parametrize("line", ["uvx --from dist/x.whl player play", "pipx install dist/player.whl", "pip install ."])
def test_the_check_passes_what_installs_ours(line: str) -> None:
    assert not STRANGER.search(line)


def test_a_missing_extra_is_added_to_this_installation_by_its_own_packages() -> None:
    line = str(NotInstalled.of_extra("sight", "pictures are read with OpenCV"))
    assert line == f"pictures are read with OpenCV: type {install_command('sight')}"
    assert sys.executable in line
    assert "'numpy>=2.0' 'opencv-python-headless>=4.11'" in line
    assert "player" not in line.replace(sys.executable, "")


def test_each_extra_has_its_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    extras = metadata.metadata(DISTRIBUTION).get_all("Provides-Extra") or []
    assert all(" '.[" not in install_command(extra) for extra in extras)
    monkeypatch.setattr("player.errors.DISTRIBUTION", "no-such-package-is-here")
    assert install_command("sight") == "pip install '.[sight]' in the folder of the player's sources"
