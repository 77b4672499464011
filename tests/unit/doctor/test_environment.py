"""The doctor's checks of the environment, and the versions that `player --version --json` prints."""

import hashlib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest

from player.doctor.environment import NOTE, OFF, OK, Check, checks, extras, selectors
from player.files import SELECTORS


def checked(session: Path | None = None, *, headed: bool = False) -> dict[str, Check]:
    return {check.name: check for check in checks(session, headed=headed)}


def test_the_versions_are_reported() -> None:
    found = checked()
    assert {found[name].state for name in ("player", "python", "playwright", "pycosat")} == {OK}
    assert found["playwright"].found[0].isdigit()


def missing(name: str) -> Any:
    raise PackageNotFoundError(name)


def test_a_package_that_is_missing_or_broken_is_off_and_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("player.doctor.environment.version", missing)
        assert checked()["pycosat"].state == OFF
        assert "gcc python3-dev" in checked()["pycosat"].advice
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert checked()["pycosat"].state == OFF


def test_without_a_compiler_it_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    check = checked()["C compiler"]
    assert (check.state, "gcc python3-dev" in check.advice) == (NOTE, True)


@pytest.mark.parametrize(("headed", "state"), [(True, OFF), (False, NOTE)])
def test_a_display_is_needed_for_a_window_only(monkeypatch: pytest.MonkeyPatch, state: str, *, headed: bool) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    check = checked(headed=headed)["display"]
    assert (check.state, "xvfb-run" in check.advice) == (state, True)
    monkeypatch.setenv("DISPLAY", ":7")
    assert checked(headed=headed)["display"] == Check("display", OK, ":7")


def test_a_session_that_others_may_read_is_off(tmp_path: Path) -> None:
    file = tmp_path / "session.json"
    file.write_text('{"cookies": []}')
    file.chmod(0o644)
    assert checked(file)["session"].state == OFF
    assert f"chmod 600 {file}" in checked(file)["session"].advice
    file.chmod(0o600)
    assert checked(file)["session"].state == OK
    assert checked(tmp_path / "none.json")["session"].state == OFF


REQUIRED = [
    "click>=8.4",
    "tzdata; sys_platform == 'win32'",
    "pillow>=11; extra == 'pictures'",
    'no-such-package>=2,<3; extra == "pictures"',
    "pytest>=9.0; extra == 'test'",
]


def test_each_extra_has_the_versions_of_its_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("player.doctor.environment.requires", lambda _name: REQUIRED)
    assert extras() == {"pictures": {"pillow": version("pillow"), "no-such-package": None}}
    monkeypatch.setattr("player.doctor.environment.requires", missing)  # the player is not installed
    assert extras() == {}


def test_another_selectors_file_has_another_digest(tmp_path: Path) -> None:
    shipped = selectors(SELECTORS)
    assert shipped == {"version": 1, "sha256": hashlib.sha256(SELECTORS.read_bytes()).hexdigest()}
    (other := tmp_path / "other.yaml").write_text("# mine\nversion: 27\n", encoding="utf-8")
    assert selectors(other)["version"] == 27
    assert selectors(other)["sha256"] != shipped["sha256"]
