"""The doctor's checks of the environment."""

from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from player.doctor.environment import NOTE, OFF, OK, Check, checks


def checked(session: Path | None = None, *, headed: bool = False) -> dict[str, Check]:
    return {check.name: check for check in checks(session, headed=headed)}


def test_the_versions_are_reported() -> None:
    found = checked()
    assert {found[name].state for name in ("player", "python", "playwright", "pycosat")} == {OK}
    assert found["playwright"].found[0].isdigit()


def missing(name: str) -> str:
    raise PackageNotFoundError(name)


def test_a_missing_package_is_off_and_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("player.doctor.environment.version", missing)
    assert checked()["pycosat"].state == OFF
    assert "gcc python3-dev" in checked()["pycosat"].advice


def test_a_package_that_is_broken_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
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
