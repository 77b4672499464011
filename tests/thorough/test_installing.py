"""The wheel, installed by pipx and uv as users do, apart from this checkout. It needs a package index."""

import os
import shutil
import subprocess
from itertools import chain
from pathlib import Path
from zipfile import ZipFile

import pytest

from player import __version__
from tests.support.documents import ROOT, container_instructions

pytestmark = [pytest.mark.full, pytest.mark.skipif(not shutil.which("uv"), reason="no uv here")]

VERSION = f"player, version {__version__}\n"


def run(*command: str | Path, home: Path, **variables: str | Path) -> str:
    """Return what a command prints in `home`, without this checkout and the environment of the tests."""
    clean = {key: value for key, value in os.environ.items() if key not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(
        command,
        cwd=home,
        env={**clean, "PLAYER_STATE": str(home / "state"), **{key: str(value) for key, value in variables.items()}},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(found("uv"), "build", "--wheel", "--out-dir", folder, ROOT, home=folder)
    (built,) = folder.glob("*.whl")
    return built


def found(program: str) -> str:
    return shutil.which(program) or pytest.fail(f"no {program} here")


def works(player: Path, home: Path) -> None:
    """Let an installed player generate a board, prove it, and print its completion."""
    assert run(player, "--version", home=home) == VERSION
    (home / "board.json").write_text(run(player, "generate", "queens", home=home), encoding="utf-8")
    assert '"solutions":1' in run(player, "solve", "board.json", home=home)
    assert "_PLAYER_COMPLETE=bash_complete" in run(player, "completion", "bash", home=home)


def test_the_wheel_has_the_files_that_the_player_finds(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    assert "player/data/selectors.yaml" in names
    assert [name for name in names if name.endswith("/share/man/man1/player.1")] != []
    assert not [name for name in names if name.startswith("tests/")]


def test_the_files_that_the_containerfile_copies_make_the_wheel(wheel: Path, tmp_path: Path) -> None:
    copied = [rest.split()[:-1] for name, rest in container_instructions() if name == "COPY" and "--from=" not in rest]
    for path in chain.from_iterable(copied):
        there = tmp_path / "source" / path
        there.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / path).is_dir():
            shutil.copytree(ROOT / path, there)
        else:
            shutil.copy(ROOT / path, there)
    run(found("uv"), "build", "--wheel", "--out-dir", tmp_path, tmp_path / "source", home=tmp_path)
    (built,) = tmp_path.glob("*.whl")
    names, whole = [{name for name in ZipFile(one).namelist() if "__pycache__" not in name} for one in (built, wheel)]
    assert names == whole


@pytest.mark.more
def test_uvx_runs_the_player_of_the_wheel(wheel: Path, tmp_path: Path) -> None:
    assert run(found("uvx"), "--from", wheel, "player", "--version", home=tmp_path) == VERSION


@pytest.mark.more
def test_uv_installs_the_wheel_as_a_tool(wheel: Path, tmp_path: Path) -> None:
    places = {"UV_TOOL_DIR": tmp_path / "tools", "UV_TOOL_BIN_DIR": tmp_path / "bin"}
    run(found("uv"), "tool", "install", wheel, home=tmp_path, **places)
    works(tmp_path / "bin" / "player", tmp_path)
    assert (tmp_path / "tools/logic-games-player/share/man/man1/player.1").is_file()


def test_pipx_installs_the_wheel_with_its_manual_page(wheel: Path, tmp_path: Path) -> None:
    places = {name: tmp_path / name.lower() for name in ("PIPX_HOME", "PIPX_BIN_DIR", "PIPX_MAN_DIR")}
    run(found("uvx"), "pipx", "install", wheel, home=tmp_path, **places)
    works(places["PIPX_BIN_DIR"] / "player", tmp_path)
    page = places["PIPX_MAN_DIR"] / "man1" / "player.1"
    assert page.read_text(encoding="utf-8") == (ROOT / "docs" / "player.1").read_text(encoding="utf-8")
