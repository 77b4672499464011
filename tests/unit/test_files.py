"""Files are written whole or not at all, and closed to others where they may show a name."""

import ast
import os
import stat
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from player.artifacts import recordings
from player.artifacts.evidence import make_artifacts
from player.boards import formula_exchange
from player.boards.board_json import board_of
from player.doctor.checkup import write_changes
from player.errors import CannotCreate, CannotWrite, Interrupted, PlayerError
from player.files import SELECTORS, atomic_file, closed_folder, ensure_folder, new, new_folder, write_atomic
from player.nightly.schedule import MARK
from player.nightly.schedule import write as write_schedule
from tests.support.places import ROOT


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def public(tmp_path: Path) -> Path:
    """A file that others may read."""
    file = tmp_path / "file"
    file.write_text("older", encoding="utf-8")
    file.chmod(0o644)
    return file


def write_formula(file: Path) -> None:
    formula = formula_exchange.formula_of(*board_of({"game": "queens", "regions": [[0]]}))
    formula_exchange.put(formula_exchange.lines(formula, "dimacs"), str(file))


#: Each function that writes a file which a user may name, and whether the file is closed to others.
WRITERS: dict[str, tuple[Callable[[Path], object], bool]] = {
    "put": (lambda file: write_atomic(file, b"new"), True),
    "schedule": (lambda file: write_schedule(file, "new"), True),
    "picture": (lambda file: write_atomic(file, b"new", private=False), False),
    "formula": (write_formula, False),
    "selectors": (lambda file: write_changes(SELECTORS, {}, file), False),
}
OLDER = {"schedule": MARK.encode(), "selectors": SELECTORS.read_bytes()}


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_that_is_there_is_replaced_whole_and_gets_the_mode_of_its_kind(public: Path, name: str) -> None:
    write, private = WRITERS[name]
    public.write_bytes(OLDER.get(name, b"older"))
    before = public.stat().st_ino
    write(public)
    assert mode(public) == (0o600 if private else 0o644)
    assert public.stat().st_ino != before, "it was not written in place"
    assert [path.name for path in public.parent.iterdir()] == ["file"]


@pytest.mark.parametrize("name", WRITERS)
def test_what_fails_leaves_the_file_as_it_was(public: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    older = OLDER.get(name, b"older")
    public.write_bytes(older)

    def full(*_: object, **__: object) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(CannotWrite, match=f"{public} can't be written: No space left on device"):
        WRITERS[name][0](public)
    assert public.read_bytes() == older
    assert [path.name for path in public.parent.iterdir()] == ["file"]


@pytest.mark.parametrize("there", [True, False], ids=["there", "not there yet"])
def test_a_link_stays_and_what_it_points_to_is_replaced(tmp_path: Path, *, there: bool) -> None:
    (tmp_path / "far").mkdir()
    target, link = tmp_path / "far" / "file", tmp_path / "link"
    if there:
        target.write_text("older", encoding="utf-8")
    link.symlink_to(Path("far") / "file")
    write_atomic(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert mode(target) == 0o600


def test_a_link_of_somebody_else_in_a_folder_of_all_is_not_followed(
    public: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = public.parent / "all"
    folder.mkdir()
    folder.chmod(0o1777)
    (folder / "link").symlink_to(public)
    write_atomic(folder / "link", b"of our own")
    other = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: other)
    monkeypatch.setattr(Path, "lstat", lambda _: SimpleNamespace(st_uid=other + 1, st_mode=stat.S_IFLNK))
    with pytest.raises(CannotCreate, match="link can't be made: it is another user's link"):
        write_atomic(folder / "link", b"new")
    assert public.read_bytes() == b"of our own"


@pytest.mark.parametrize("private", [True, False])
def test_what_is_no_regular_file_is_written_itself(tmp_path: Path, *, private: bool) -> None:
    """Such as a device: here a pipe, as root could replace a device of the machine."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_atomic(pipe, b"new", private=private)
    assert os.read(reader, 10) == b"new"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


@pytest.mark.parametrize("durable", [True, False])
def test_what_is_durable_is_on_the_disk_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, durable: bool
) -> None:
    synchronised: list[int] = []
    monkeypatch.setattr(os, "fsync", synchronised.append)
    write_atomic(tmp_path / "page.html", b"new", durable=durable)
    assert len(synchronised) == durable
    assert (tmp_path / "page.html").read_bytes() == b"new"


def test_a_folder_is_73(tmp_path: Path) -> None:
    with pytest.raises(CannotCreate, match="can't be made: Is a directory"), atomic_file(tmp_path):
        pass


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
def test_a_new_file_is_closed_to_others_and_takes_no_other_s_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, links: bool
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    if not links:
        monkeypatch.setattr("player.files.os.link", refuse)
    new(tmp_path / "file", b"new")
    with pytest.raises(FileExistsError):
        new(tmp_path / "file", b"newer")
    assert (tmp_path / "file").read_bytes() == b"new"
    assert mode(tmp_path / "file") == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("make", [closed_folder, ensure_folder, make_artifacts])
def test_all_folders_that_are_made_are_closed_to_others_and_others_stay_as_they_are(
    tmp_path: Path, make: Callable[[Path], Path]
) -> None:
    tmp_path.chmod(0o755)
    assert make(tmp_path / "a" / "b" / "c") == tmp_path / "a" / "b" / "c"
    assert [mode(tmp_path / name) for name in (".", "a", "a/b", "a/b/c")] == [0o755, 0o700, 0o700, 0o700]
    make(tmp_path)
    assert mode(tmp_path) == 0o755


def test_a_recording_is_closed_to_others_with_all_that_is_above_it(tmp_path: Path) -> None:
    folder = recordings.place_for(tmp_path / "to", "toy", "queens", "2026-11-20")
    new_folder(folder, {"meta.json": b"{}"}, what="the recording")
    made_now = [path for path in (tmp_path / "to", *(tmp_path / "to").rglob("*")) if path.is_dir()]
    assert {path.name for path in made_now} == {"to", "toy", "queens", "2026-11-20"}
    assert {mode(path) for path in made_now} == {0o700}
    assert mode(folder / "meta.json") == 0o600


def test_a_folder_where_a_file_is_can_not_be_made(public: Path) -> None:
    for folder in (public, public / "below"):
        for make in (ensure_folder, make_artifacts):
            with pytest.raises(PlayerError, match="can't be made: Not a directory"):
                make(folder)


#: Calls that write a file in another way than player/files.py, or make one to be renamed.
OTHER_WAYS = {"write_text", "write_bytes", "mkstemp", "mkdtemp", "NamedTemporaryFile"}


@pytest.mark.full
def test_whole_files_are_written_in_one_place() -> None:
    calls = [
        (file.relative_to(ROOT).as_posix(), getattr(node.func, "attr", getattr(node.func, "id", "")))
        for file in (ROOT / "player").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        if ast.unparse(node.func) != "formatter.write_text"  # of a command's help
    ]
    found = {call for call in calls if call[1] in OTHER_WAYS}
    assert found == {("player/files.py", "mkstemp"), ("player/files.py", "mkdtemp")}


def test_a_folder_that_is_interrupted_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise Interrupted("stopped by SIGTERM", 15)

    monkeypatch.setattr("player.files.new", interrupted)
    with pytest.raises(Interrupted):
        new_folder(tmp_path / "folder", {"meta.json": b"{}"}, what="the recording")
    assert list(tmp_path.iterdir()) == []
