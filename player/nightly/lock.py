"""A lock so that each profile has one run at a time; the kernel releases it when its holder ends in any way.

filelock is not used: it names no holder, and on Windows it locks the byte where the pid would be read.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from player.errors import CannotCreate, Locked
from player.files import ensure_folder

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        os.lseek(descriptor, 1 << 30, os.SEEK_SET)  # a locked byte can't be read, and others read the pid
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)
else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def locked(folder: Path, site: str, account: str, pid: int | None = None) -> Iterator[None]:
    """Hold the lock of `site` and `account`; raise Locked at once if another run holds it.

    The locks are files in the state folder `folder`. The `pid` in a file (else our own) only names the holder: the file
    of a dead run does not lock.
    """
    path = ensure_folder(folder / "locks") / f"{quote(account, safe='')}@{quote(site, safe='')}.lock"
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise CannotCreate(f"the lock {path} can't be made: {error.strerror}") from None
    try:
        try:
            _take(descriptor)
        except (BlockingIOError, PermissionError):
            holder = os.read(descriptor, 20).decode(errors="replace").strip()
            who = f"another run, pid {holder}," if holder else "another run"
            raise Locked(f"{who} plays {site} as {account}: wait for it to end") from None
        except OSError as error:
            raise CannotCreate(f"the lock {path} can't be taken: {error.strerror}") from None
        with suppress(OSError):  # a full disk is no reason not to hold it
            os.ftruncate(descriptor, 0)
            os.write(descriptor, f"{pid or os.getpid()}\n".encode())
        yield
    finally:
        os.close(descriptor)
