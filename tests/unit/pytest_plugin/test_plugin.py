"""The plugin for pytest: what it refuses, and what it says of a recording that is read otherwise."""

import json
import subprocess
import sys
import tomllib
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from player.artifacts.recordings import Seen, see, snapshot_of
from player.files import RECORDINGS
from player.pytest_plugin.recorded import difference, found
from tests.support.places import ROOT
from tests.support.plugin import ALONE

pytest_plugins = ["pytester"]

assert RECORDINGS is not None
(RECORDED,) = (path.parent for path in RECORDINGS.glob("*/zip/*/meta.json"))
META = {"expected": {"exit": 0, "outcome": "board"}}


def recording(tmp_path: Path, *, meta: Any = META, board: str | None = None, place: str = "toy/zip/2026-11-20") -> Path:
    (folder := tmp_path / place).mkdir(parents=True)
    (folder / "meta.json").write_text(meta if isinstance(meta, str) else json.dumps(meta), encoding="utf-8")
    if board is not None:
        (folder / "board.json").write_text(board, encoding="utf-8")
    return tmp_path


def test_the_entry_point_is_the_plugin() -> None:
    points = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]["pytest11"]
    assert [*points] == ["player"]
    assert hasattr(import_module(points["player"]), "pytest_addoption")


def test_recordings_are_found_in_a_folder_or_are_it(tmp_path: Path) -> None:
    recording(tmp_path)
    recording(tmp_path, place="toy/tango/2026-11-21")
    assert [str(one) for one in found(tmp_path)] == ["toy tango 2026-11-21", "toy zip 2026-11-20"]
    (one,) = found(tmp_path / "toy" / "zip" / "2026-11-20")
    assert (one.site, one.game, one.exit, one.outcome, one.board) == ("toy", "zip", 0, "board", None)


BROKEN: dict[str, tuple[dict[str, Any], str]] = {
    "not JSON": ({"meta": "{"}, "meta.json is broken"),
    "a list": ({"meta": "[]"}, "meta.json is broken"),
    "without what to expect": ({"meta": {}}, "does not say what to expect"),
    "with a word for a code": (
        {"meta": {"expected": {"exit": "0", "outcome": "board"}}},
        "does not say what to expect",
    ),
    "a board that is none": ({"board": '{"game": "zip"}'}, "board.json is broken"),
    "a board that is no JSON": ({"board": "{"}, "board.json is broken"),
    "of no game": ({"place": "toy/chess/2026-11-20"}, "its folder is SITE/GAME/DATE"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_recording_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    parts, said = BROKEN[name]
    with pytest.raises(pytest.UsageError, match=said) as caught:
        found(recording(tmp_path, **parts))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("none",), "ERROR: --player-recordings none is no folder"),
        ((".",), "ERROR: --player-recordings . holds no recording"),
        ((f"{RECORDED}", "--player-selectors=none.yaml"), "ERROR: the selectors file none.yaml is not there"),
    ],
    ids=["no folder", "no recording", "no selectors"],
)
def test_options_that_name_nothing_are_a_usage_error(
    pytester: pytest.Pytester, arguments: tuple[str, ...], said: str
) -> None:
    folder, *others = arguments
    done = pytester.runpytest_inprocess(*ALONE, f"--player-recordings={folder}", *others)
    assert done.ret is pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines([f"{said}*"])


def test_a_recording_without_a_page_is_skipped_with_its_reason(pytester: pytest.Pytester) -> None:
    recording(pytester.path, place="linkedin/zip/2026-11-20")
    pytester.makepyfile("def test_another(): pass")
    done = pytester.runpytest_inprocess(*ALONE, "-rs", "--player-recordings", "linkedin")
    done.assert_outcomes(passed=1, skipped=1)
    done.stdout.fnmatch_lines(["*holds no page: record it with --with-page*"])


def test_without_our_options_nothing_is_added(pytester: pytest.Pytester) -> None:
    recording(pytester.path)
    pytester.makepyfile("def test_another(): pass")
    pytester.runpytest_inprocess(*ALONE).assert_outcomes(passed=1)


# What is read now


def now(**changes: Any) -> Seen:
    """The recording of this repository as it is read, with another rule or a wall less."""
    data = json.loads((RECORDED / "snapshot.json").read_text(encoding="utf-8"))
    cells = [{**cell, **changes} for cell in data["cells"]]
    return see("zip", snapshot_of(json.dumps({**data, "cells": cells}).encode()))


def test_a_recording_that_is_read_as_it_was_differs_in_nothing() -> None:
    (recorded,) = found(RECORDED)
    assert difference(recorded, now()) == ""


def test_another_board_is_drawn_beside_the_recorded_one() -> None:
    (recorded,) = found(RECORDED)
    assert recorded.board
    other = {**recorded.board, "walls": recorded.board["walls"][1:]}
    told = difference(replace(recorded, board=other), now())
    assert "(walls differ)" in told
    assert told.count("┌") == 2


def test_a_refusal_says_why() -> None:
    (recorded,) = found(RECORDED)
    told = difference(recorded, now(number=None))
    assert "recorded as board (0), and now it is" in told
    assert told.count(": ") >= 2


OWN = "ANSWER = 42\n"
TEST = "import player\n\n\ndef test_own():\n    assert player.ANSWER == 42\n"
INI = "[pytest]\npythonpath = src\n"
PROJECTS: dict[str, dict[str, str]] = {
    "a package": {"player/__init__.py": OWN, "test_own.py": TEST},
    "a module": {"player.py": OWN, "test_own.py": TEST},
    "a package in src": {
        "src/player/__init__.py": OWN,
        "test_own.py": TEST,
        "pytest.ini": "[pytest]\npythonpath = src\n",
    },
    "imported by its conftest": {
        "player/__init__.py": OWN,
        "conftest.py": "import player\n",
        "tests/test_own.py": TEST,
    },
    "tests inside it": {"player/__init__.py": OWN, "player/test_own.py": TEST},
}


def pytest_in(folder: Path, files: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-W", "error", "-p", "no:xdist", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize(
    "project", [name if name == "a module" else pytest.param(name, marks=pytest.mark.full) for name in PROJECTS]
)
@pytest.mark.full
def test_a_project_with_a_player_of_its_own_is_not_disturbed(tmp_path: Path, project: str) -> None:
    done = pytest_in(tmp_path, PROJECTS[project])
    assert (done.returncode, "1 passed" in done.stdout) == (0, True), done.stdout + done.stderr


@pytest.mark.full
def test_in_such_a_project_the_options_end_with_one_line(tmp_path: Path) -> None:
    done = pytest_in(tmp_path, PROJECTS["a package"], "--player-recordings=.")
    line = "ERROR: the plugin of logic-games-player needs the package player, and this project has its own: "
    assert (done.returncode, done.stderr.startswith(line), "Traceback" in done.stderr) == (4, True, False), done.stderr
