"""The versions that `player --version --json` prints, but for the browser's."""

import hashlib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from player.doctor.versions import extras, selectors
from player.files import SELECTORS

REQUIRED = [
    "click>=8.4",
    "tzdata; sys_platform == 'win32'",
    "pillow>=11; extra == 'pictures'",
    'no-such-package>=2,<3; extra == "pictures"',
    "pytest>=9.0; extra == 'test'",
]


def test_each_extra_has_the_versions_of_its_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("player.doctor.versions.requires", lambda _name: REQUIRED)
    assert extras() == {"pictures": {"pillow": version("pillow"), "no-such-package": None}}


def test_a_player_that_is_not_installed_has_no_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> list[str]:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("player.doctor.versions.requires", missing)
    assert extras() == {}


def test_another_selectors_file_has_another_digest(tmp_path: Path) -> None:
    shipped = selectors(SELECTORS)
    assert shipped == {"version": 1, "sha256": hashlib.sha256(SELECTORS.read_bytes()).hexdigest()}
    (other := tmp_path / "other.yaml").write_text("# mine\nversion: 27\n", encoding="utf-8")
    assert selectors(other)["version"] == 27
    assert selectors(other)["sha256"] != shipped["sha256"]
