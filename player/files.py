"""Files: those shipped (player/data in a wheel, else top level), ways to write one, records, and the state folder."""

import errno
import json
import os
import re
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import time_ns
from typing import Any, Self, TextIO
from urllib.parse import quote

from player.errors import CannotCreate, CannotWrite, ConfigInvalid, InputMissing, PlayerError
from player.secrets import SCRUBBER

_PACKAGE = Path(__file__).parent
_ROOT = _PACKAGE / "data" if (_PACKAGE / "data").is_dir() else _PACKAGE.parent

SELECTORS = _ROOT / "selectors.yaml"
#: Far beyond any honest file of settings or selectors; checked before a parser sees it.
MAX_SETTINGS_BYTES = 200_000
REPLICA = _ROOT / "fixtures" / "replica"
BOARDS = _ROOT / "fixtures" / "boards"
#: The folder for new recordings: in a checkout only.
RECORDINGS = _ROOT / "fixtures" / "recordings" if (_ROOT / "pyproject.toml").is_file() else None


#: The environment variable that names another state folder.
STATE_VARIABLE = "PLAYER_STATE"
#: Paths of files that are open in this process already, such as the pipes of a shell's `<(command)`.
_OPEN = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")


@contextmanager
def os_errors(kind: type[PlayerError], what: str, then: str = "") -> Iterator[None]:
    """Raise `kind` for an OSError in here: `what` is wrong, the system's reason, and `then` what to do."""
    try:
        yield
    except OSError as error:
        raise kind(f"{what}: {error.strerror}{then}") from None


@contextmanager
def reading(what: str, kind: type[PlayerError] = InputMissing) -> Iterator[None]:
    """Raise InputMissing if the file that `what` names is not there, and `kind` if it can't be read in here."""
    with os_errors(kind, f"{what} can't be read"):
        try:
            yield
        except FileNotFoundError:
            raise InputMissing(f"{what} is not there: check the path") from None


def regular(file: Path) -> Path:
    """Return `file`, if it can be read to its end without waiting for others; raise OSError if not.

    A pipe by name, a socket and a device are refused. What is open in this process is read as standard input is.
    """
    mode = file.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
    if not stat.S_ISREG(mode) and not str(file).startswith(_OPEN):
        kind = "a pipe" if stat.S_ISFIFO(mode) else "a socket" if stat.S_ISSOCK(mode) else "a device"
        raise OSError(errno.EINVAL, f"it is {kind}, not a file", str(file))
    return file


def settings_in(file: Path, what: str) -> bytes:
    """Return the content of a file that a person writes, named `what` in messages.

    Raise InputMissing if it is not there, ConfigInvalid if it can't be read or is too long.
    """
    with reading(f"the {what} {file}", ConfigInvalid), regular(file).open("rb") as opened:
        content = opened.read(MAX_SETTINGS_BYTES + 1)
    if len(content) > MAX_SETTINGS_BYTES:
        raise ConfigInvalid(f"{file}: too long for a {what} (at most {MAX_SETTINGS_BYTES} bytes)")
    return content


def toml_in(file: Path, what: str) -> dict[str, Any]:
    """Return the tables of such a file in TOML; raise as `settings_in` does."""
    content = settings_in(file, what)
    import tomllib  # noqa: PLC0415  # most commands read none

    try:
        return tomllib.loads(content.decode())
    except UnicodeDecodeError:
        raise ConfigInvalid(f"{file}: not UTF-8 text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigInvalid(f"{file}: not TOML: {error}") from None


def without_waiting(file: str, flags: int) -> int:
    """Open `file` as `os.open` does, for `open`; raise OSError for a pipe that nobody reads, in place of waiting."""
    if not hasattr(os, "O_NONBLOCK"):
        return os.open(file, flags, 0o666)
    try:
        descriptor = os.open(file, flags | os.O_NONBLOCK, 0o666)
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "it is a pipe or a socket that nobody reads", file) from None
        raise
    os.set_blocking(descriptor, True)
    return descriptor


@contextmanager
def atomic_file(file: Path, *, private: bool = True, what: str = "") -> Iterator[Path]:
    """Yield a path to write the new content of `file`; if an error is raised, `file` stays as it was.

    Links stay, and their target is replaced. A file that is not regular (pipe, device) is written directly. A `private`
    file gets mode 0600. Any other keeps its mode; a new one follows the umask. Raises CannotCreate without a folder to
    write to, CannotWrite for an OSError; `what` names the file in messages.
    """
    name, held = f"{what} {file}".lstrip(), ExitStack()
    with os_errors(CannotCreate, f"{name} can't be made"):
        target = _target(file)
        replaced = target.is_file() or not target.exists()
        mode = 0o600 if private else _mode(target)
        place = _beside(target) if replaced else target
        if not replaced:  # held open, so that the reader of a pipe sees no end before the content
            held.callback(os.close, without_waiting(str(target), os.O_WRONLY))
    try:
        with os_errors(CannotWrite, f"{name} can't be written"):
            yield place
            if replaced:
                place.chmod(mode)
                place.replace(target)
    finally:
        held.close()
        if replaced:
            with suppress(OSError):  # renamed to `target` by now
                place.unlink()


def write_atomic(file: Path, content: bytes, *, private: bool = True, what: str = "", durable: bool = True) -> None:
    """Replace the content of `file` atomically, as `atomic_file` does.

    What is not `durable` need not outlive a power cut: a temporary file, or one of many that can be made again.
    """
    with atomic_file(file, private=private, what=what) as place:
        _write(place, content, durable=durable)


def new(file: Path, content: bytes) -> None:
    """Write a new private file, completely or not at all; raise FileExistsError if it exists."""
    place = _beside(file)
    try:
        _write(place, content)
        try:
            os.link(place, file)
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            place.replace(file)
    finally:
        with suppress(OSError):
            place.unlink()


def new_folder(folder: Path, files: Mapping[str, bytes], *, what: str) -> None:
    """Write a new private folder with `files`, by name, completely or not at all; `what` names it in messages.

    Raises CannotCreate if its parent can't be made, CannotWrite if something can't be written.
    """
    from shutil import rmtree  # noqa: PLC0415  # each command would wait for it
    from tempfile import mkdtemp  # noqa: PLC0415  # each command would wait for it

    with os_errors(CannotCreate, f"{what} {folder} can't be made"):
        half = Path(mkdtemp(dir=closed_folder(folder.parent), prefix=f".{folder.name}."))
    try:
        with os_errors(CannotWrite, f"{what} {folder} can't be written"):
            for name, content in files.items():
                new(half / name, content)
            half.rename(folder)
    finally:
        rmtree(half, ignore_errors=True)  # renamed to `folder` by now


def closed_folder(folder: Path) -> Path:
    """Create `folder` and its parents if missing, readable only by their owner; return it."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    for place in reversed(missing):
        place.mkdir(mode=0o700, exist_ok=True)
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    return folder


def _write(file: Path, content: bytes, *, durable: bool = True) -> None:
    with file.open("wb") as out:
        out.write(content)
        out.flush()
        if durable and stat.S_ISREG(os.fstat(out.fileno()).st_mode):
            os.fsync(out.fileno())


def _target(file: Path) -> Path:
    """Resolve `file`; raise OSError if it is a folder, or another user's link in a shared folder."""
    if file.is_symlink():
        place = file.parent.stat()
        for_all = place.st_mode & stat.S_ISVTX and place.st_mode & stat.S_IWOTH
        if for_all and file.lstat().st_uid not in {os.geteuid(), place.st_uid}:  # as Linux protects such links
            raise PermissionError(errno.EACCES, "it is another user's link")
        file = file.resolve(strict=False)
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    return file


def _mode(target: Path) -> int:
    """Return the mode that `target` has, or gets as a new file."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    return 0o666 & ~umask()


def umask() -> int:
    """Return the rights that new files lack."""
    os.umask(mask := os.umask(0))
    return mask


def _beside(target: Path) -> Path:
    """Create a private file in the same folder, so that it can be renamed to `target`."""
    from tempfile import mkstemp  # noqa: PLC0415  # each command would wait for it

    descriptor, name = mkstemp(dir=target.parent, prefix=f".{target.name}.")
    os.close(descriptor)
    return Path(name)


def unfinished(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Yield each file made by `_beside` in a folder, and its target; it stays there if its process was killed."""
    for place in folder.glob(".*"):
        match = re.fullmatch(r"\.(.+)\.[a-z0-9_]{8}", place.name)
        if match and place.is_file() and not place.is_symlink():
            yield place, folder / match[1]


# The state folder, and the sessions saved by `player login`


def session_file(site: str) -> Path:
    """Return the path of the session of the site `site` in selectors.yaml; it may not exist."""
    return ensure_folder(state_folder() / "sessions") / f"{quote(site, safe='')}.json"


def default_session(site: str) -> Path | None:
    """Return the saved session of `site`, or None."""
    file = session_file(site)
    return file if file.exists() else None


def learnt_folder(origin: str) -> Path:
    """Return the folder of the sections that were learnt for the pages of `origin`."""
    return ensure_folder(state_folder() / "learnt" / quote(origin, safe=""))


def state_folder() -> Path:
    """Return the folder named by PLAYER_STATE, else the system's folder for state; create it if missing."""
    named = os.environ.get(STATE_VARIABLE)
    import platformdirs  # noqa: PLC0415  # only where the folder is used

    folder = Path(named).absolute() if named else platformdirs.user_state_path("player", appauthor=False)
    return ensure_folder(folder)


def ensure_folder(folder: Path) -> Path:
    """Create `folder` if missing, and return it; raise CannotCreate if that fails."""
    with os_errors(CannotCreate, f"the state folder {folder} can't be made", f": set {STATE_VARIABLE} to another"):
        return closed_folder(folder)


def history_file() -> Path:
    """Return the path of the history."""
    return state_folder() / "history.sqlite3"


# Result records: JSON Lines for other programs, which must ignore unknown fields

SCHEMA = 1


class Records:
    """A stream of records, one flushed line each; to a file, where new runs are appended, or to standard output."""

    def __init__(self, target: str | None, *, durable: bool = True) -> None:
        """Open `target`: a path, "-" for standard output, or None for no output; raise CannotCreate if that fails.

        If `durable`, each record is synced to the disk and survives a crash of the machine.
        """
        self.run = f"{time_ns():x}"
        self.failed = ""
        self._closed = False
        self._durable = False
        self._stream: TextIO | None = None
        if target == "-":
            self._stream = sys.stdout
        elif target is not None:
            with os_errors(CannotCreate, f"the JSON file {target} can't be opened"):
                self._stream = open(target, "a", encoding="utf-8", opener=without_waiting)  # noqa: SIM115  # closed in __exit__
            self._durable = durable and stat.S_ISREG(os.fstat(self._stream.fileno()).st_mode)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._stream is not None and self._stream is not sys.stdout:
            with suppress(OSError):  # what could not be written has been reported
                self._stream.close()

    def write(self, event: str, **fields: Any) -> None:
        """Append one record of this run."""
        self.line({"schema": SCHEMA, "event": event, "run": self.run, **fields})

    def line(self, data: dict[str, Any]) -> None:
        """Append one object. A failure does not stop a game: it is stored in `failed`."""
        if self._stream is None or self.failed:
            return
        try:
            self._stream.write(json.dumps(SCRUBBER.json(data), separators=(",", ":")) + "\n")
            self._stream.flush()
            if self._durable:
                os.fsync(self._stream.fileno())
        except OSError as error:
            self.failed = f"the JSON output can't be written: {error.strerror}"
            self._closed = self._stream is sys.stdout and isinstance(error, BrokenPipeError)

    def require(self) -> None:
        """Raise the failure of an earlier line, for commands whose only purpose is their output.

        BrokenPipeError if standard output is closed, else CannotWrite.
        """
        if self._closed:
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
        if self.failed:
            raise CannotWrite(self.failed)
