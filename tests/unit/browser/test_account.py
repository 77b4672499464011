"""The session that `player login` saves: whole, for the user alone, and used where it is meant to be."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from player.browser.account import only_of
from player.errors import CannotCreate
from player.files import STATE_VARIABLE, default_session, session_file, write_atomic
from tests.support.commands import Player

posix = pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
EMPTY = '{"cookies": [], "origins": []}'
AT = "http://127.0.0.1:9222"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(STATE_VARIABLE, str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def player(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Player:
    """The command, where no browser may start."""

    def trip(*_: object, **__: object) -> Any:
        raise AssertionError("a browser would be started")

    monkeypatch.setattr("player.browser.account.browser", trip)
    monkeypatch.setattr("player.run.open_session", trip)
    return Player(capsys)


def save(folder: Path, text: str = EMPTY, mode: int = 0o600) -> Path:
    file = folder / "sessions" / "linkedin.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    file.chmod(mode)
    return file


# The folder


def test_a_session_is_found_once_it_is_there(folder: Path) -> None:
    assert default_session("linkedin") is None
    assert save(folder) == default_session("linkedin") == session_file("linkedin")


def test_the_name_of_a_site_is_never_a_way_out_of_the_folder(folder: Path) -> None:
    assert session_file("../../x").parent == folder / "sessions"


@posix
@pytest.mark.parametrize("umask", [0, 0o077])
def test_what_is_put_there_is_for_the_user_alone(folder: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        file = session_file("linkedin")
        write_atomic(file, b"1")
        write_atomic(file, b"2")
    finally:
        os.umask(before)
    assert file.read_bytes() == b"2"
    assert [path.name for path in file.parent.iterdir()] == [file.name]
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (folder, file.parent, file)]
    assert modes == [0o700, 0o700, 0o600]


def test_a_place_that_cannot_be_made_is_73_and_what_cannot_be_written_74(folder: Path) -> None:
    with pytest.raises(CannotCreate, match="can't be made"):
        write_atomic(folder / "nowhere" / "a", b"")
    (folder / "a").mkdir(parents=True)
    with pytest.raises(CannotCreate, match="can't be made: Is a directory"):
        write_atomic(folder / "a", b"")
    assert [path.name for path in folder.iterdir()] == ["a"], "nothing half-written is left"


# What is saved of a session


def cookie(domain: str) -> dict[str, str]:
    return {"name": domain, "value": "x", "domain": domain}


def test_of_a_browser_s_state_only_what_the_site_gets_is_saved() -> None:
    ours = [".linkedin.com", "www.linkedin.com", ".www.linkedin.com"]
    others = ["accounts.google.com", ".com.example", "evil-linkedin.com", "kedin.com", "uk.www.linkedin.com"]
    stored = [{"origin": origin} for origin in ("https://www.linkedin.com", "https://linkedin.com")]
    kept = only_of({"cookies": [*map(cookie, others + ours)], "origins": stored}, "https://www.linkedin.com")
    assert [one["name"] for one in kept["cookies"]] == ours
    assert [one["origin"] for one in kept["origins"]] == ["https://www.linkedin.com"]


# Commands that need no browser


@pytest.mark.parametrize("command", ["login", "logout", "whoami"])
def test_the_commands_have_help(player: Player, command: str) -> None:
    code, out, err = player(command, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"Usage: player {command} ")


def test_without_a_session_one_is_a_guest(player: Player) -> None:
    assert player("whoami") == (0, "guest: no session of linkedin is saved (`player login` saves one)\n", "")


def test_logout_removes_the_session_and_nothing_else_and_twice_is_fine(player: Player, folder: Path) -> None:
    file = save(folder)
    (folder / "history").write_text("stays")
    code, out, err = player("logout")
    assert (code, err, file.exists()) == (0, "", False)
    assert out.startswith(f"removed {file}: ")
    assert player("logout") == (0, "no session of linkedin is saved\n", "")
    assert (folder / "history").exists()


@pytest.mark.slow
@posix
@pytest.mark.parametrize(
    ("saved", "refusal"),
    [
        (None, (77, "is not there: type `player login`, or play as a guest")),
        ((EMPTY[:-5], 0o600), (78, "can't be read as JSON: save the session anew")),
        ((EMPTY, 0o644), (78, "other users may read the session file")),
    ],
    ids=["missing", "corrupt", "open to others"],
)
def test_a_member_without_a_good_session_is_refused(
    player: Player, folder: Path, saved: tuple[str, int] | None, refusal: tuple[int, str]
) -> None:
    if saved:
        save(folder, *saved)
    code, line = player.refuses("play", "zip", "--as", "member")
    assert (code, refusal[1] in line) == (refusal[0], True), line
    assert str(folder / "sessions" / "linkedin.json") in line
    if saved:
        assert player.refuses("whoami") == (code, line)


def test_login_replaces_no_other_file(player: Player, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("keep me")
    notes.chmod(0o600)
    code, line = player.refuses("login", "--storage-state", notes)
    assert (code, notes.read_text()) == (73, "keep me")
    assert line.startswith(f"{notes} is there already, and is not replaced: ")
    assert player.refuses("login", "--storage-state", tmp_path / "none" / "x") == (
        73,
        f"the folder {tmp_path / 'none'} is not there: make it, or name another",
    )


@pytest.mark.full
def test_a_night_uses_the_saved_session_by_itself(player: Player, folder: Path) -> None:
    save(folder, mode=0o644)
    assert player.refuses("nightly", "zip")[0] == 78
    for options in (["--as", "guest"], ["--offline", "replica"], ["--cdp", AT]):
        assert "a browser would be started" in player("nightly", "zip", *options).err, options


def test_a_site_that_does_not_say_where_one_signs_in_has_no_login(player: Player, folder: Path) -> None:
    code, _, err = player("login", "--site", "sudoku")
    assert (code, "add 'login' and 'member'" in err) == (78, True)
    file = folder / "sessions" / "sudoku.json"
    file.write_text(json.dumps(json.loads(EMPTY)))
    file.chmod(0o600)
    assert player.refuses("whoami", "--site", "sudoku")[0] == 78


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--as", "guest", "--storage-state", "x"], "--as guest is without a session"),
        (["--as", "nobody"], "'nobody' is not one of 'guest', 'member'"),
        (["--cdp", AT, "--as", "member"], "--cdp plays as who is signed in there"),
        (["--cdp", AT, "--storage-state", "x"], "--cdp plays as who is signed in there"),
        (["--cdp", AT, "--connect", AT], "leave all but one out"),
        (["--cdp", AT, "--browser", "x"], "leave all but one out"),
        (["--connect", AT, "--headed"], "leave all but one out"),
        (["--cdp", "127.0.0.1:9222"], "is no address such as http://127.0.0.1:9222"),
        (["--connect", "ftp://127.0.0.1"], "is no address such as ws://127.0.0.1:3000/"),
        (["--connect", "ws://me:secret@127.0.0.1"], "'ws://127.0.0.1' is no address such as"),
        (["--cdp", AT, "--trace", "--artifacts", "x"], "leave it out with --cdp"),
    ],
    ids=lambda case: case if isinstance(case, str) else " ".join(case),
)
def test_options_that_contradict_each_other_are_a_wrong_command_line(
    player: Player, arguments: list[str], said: str
) -> None:
    code, line = player.refuses("play", "zip", *arguments)
    assert (code, said in line) == (2, True), line
