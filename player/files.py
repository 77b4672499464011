"""Where the files that ship with the player are: in the wheel under player/data, in a checkout at the top level."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp

from player.errors import CannotCreate, CannotWrite

_PACKAGE = Path(__file__).parent
_ROOT = _PACKAGE / "data" if (_PACKAGE / "data").is_dir() else _PACKAGE.parent

SELECTORS = _ROOT / "selectors.yaml"
REPLICA = _ROOT / "fixtures" / "replica"
BOARDS = _ROOT / "fixtures" / "boards"
#: Where recordings are added: in a checkout only.
RECORDINGS = _ROOT / "fixtures" / "recordings" if (_ROOT / "pyproject.toml").is_file() else None


@contextmanager
def whole(file: Path, *, private: bool = True, what: str = "") -> Iterator[Path]:
    """A place to write what is to stand in the place of `file`; where that fails, `file` is as it was.

    A link stays, and what it points to is replaced. What is no regular file (a pipe, a device) is written itself.
    A `private` file can be read by nobody else, whatever its mode was. Any other keeps its mode, and has that of the
    umask where it is new. CannotCreate where there is no such place, CannotWrite where an OSError comes up: `what`
    names the file there.
    """
    name = f"{what} {file}".lstrip()
    try:
        target = _target(file)
        replaced = target.is_file() or not target.exists()
        mode = 0o600 if private else _mode(target)
        place = _beside(target) if replaced else target
    except OSError as error:
        raise CannotCreate(f"{name} can't be made: {error.strerror}") from None
    try:
        yield place
        if replaced:
            place.chmod(mode)
            place.replace(target)
    except OSError as error:
        raise CannotWrite(f"{name} can't be written: {error.strerror}") from None
    finally:
        if replaced:
            with suppress(OSError):  # it is `target` by now
                place.unlink()


def put(file: Path, content: bytes, *, private: bool = True, what: str = "") -> None:
    """Write `content` in the place of `file`, as `whole` does."""
    with whole(file, private=private, what=what) as place, place.open("wb") as out:
        _write(out.fileno(), content)


def new(file: Path, content: bytes) -> None:
    """Write a new file that nobody else can read, whole or not at all; FileExistsError where there is one already."""
    place = _beside(file)
    try:
        with place.open("wb") as out:
            _write(out.fileno(), content)
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


def closed_folder(folder: Path) -> Path:
    """`folder`, made where it is not, as are those that it is in. Those that are made are closed to others."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    for place in reversed(missing):
        place.mkdir(mode=0o700, exist_ok=True)
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    return folder


def _write(descriptor: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(descriptor, left) :]
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.fsync(descriptor)


def _target(file: Path) -> Path:
    """The file that `file` stands for; OSError where it is a folder, or somebody else's link in a folder of all."""
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
    """The mode that `target` has, or gets as a new file."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    os.umask(mask := os.umask(0))
    return 0o666 & ~mask


def _beside(target: Path) -> Path:
    """A new file that nobody else can read, where it can be renamed to `target`."""
    descriptor, name = mkstemp(dir=target.parent, prefix=f".{target.name}.")
    os.close(descriptor)
    return Path(name)
