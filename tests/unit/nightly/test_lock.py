"""The state folder, and the lock: one run at a time for each profile."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from player.errors import CannotCreate, Locked
from player.files import history_file, state_folder
from player.nightly.nightly import locked

FULL = Path("/dev/full")


# The folder


def test_the_folder_is_where_the_system_keeps_the_state_of_programs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("PLAYER_STATE", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert state_folder() == platformdirs.user_state_path("player", appauthor=False)


def test_a_variable_names_another_folder_which_is_made_and_closed_to_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for named in (tmp_path / "a" / "b", Path("c")):
        monkeypatch.setenv("PLAYER_STATE", str(named))
        assert state_folder() == tmp_path / named
        assert history_file().parent == tmp_path / named
        assert stat.S_IMODE((tmp_path / named).stat().st_mode) == 0o700


def test_a_folder_that_cannot_be_made_is_73_and_says_the_variable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    for impossible in (file, file / "below", Path("/proc/none")):
        monkeypatch.setenv("PLAYER_STATE", str(impossible))
        with pytest.raises(
            CannotCreate, match=f"^the state folder {impossible} can't be made: .*: set PLAYER_STATE to"
        ):
            state_folder()


# The lock

HOLD = """
import sys
from pathlib import Path
from player.files import write_atomic
from player.nightly.nightly import locked
with locked(Path(sys.argv[1]), "linkedin", "guest"):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_run_reports_the_first_at_once_until_that_one_is_killed(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(Locked) as caught, locked(tmp_path, "linkedin", "guest"):
            pass
        holder.kill()
    assert str(caught.value) == f"another run, pid {holder.pid}, plays linkedin as guest: wait for it to end"
    assert caught.value.code == 75
    assert holder.returncode == -signal.SIGKILL
    with locked(tmp_path, "linkedin", "guest"):  # the file with its pid is still there
        pass


def test_a_lock_is_free_when_its_run_ends_and_tells_no_pid_that_it_does_not_know(tmp_path: Path) -> None:
    for _ in range(2):
        with locked(tmp_path, "linkedin", "guest"):
            (path,) = (tmp_path / "locks").iterdir()
            assert path.read_text(encoding="utf-8") == f"{os.getpid()}\n"
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            path.write_text("", encoding="utf-8")  # as it is just after it was taken
            with (
                pytest.raises(Locked, match=r"^another run plays linkedin"),
                locked(tmp_path, "linkedin", "guest"),
            ):
                pass


def test_other_profiles_have_locks_of_their_own_under_any_name(tmp_path: Path) -> None:
    with (
        locked(tmp_path, "linkedin", "guest"),
        locked(tmp_path, "other", "guest"),
        locked(tmp_path, "linkedin", "../a@b/c"),
        locked(tmp_path, "b/c@linkedin", "../a"),
    ):
        assert len(list((tmp_path / "locks").iterdir())) == 4


def test_a_lock_that_cannot_be_made_is_73(tmp_path: Path) -> None:
    with pytest.raises(CannotCreate, match="can't be made: File name too long"), locked(tmp_path, "x" * 300, "guest"):
        pass
    (tmp_path / "none").touch()
    with pytest.raises(CannotCreate, match="can't be made: "), locked(tmp_path / "none", "linkedin", "guest"):
        pass
