"""Files that are written whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp

from player.errors import CannotCreate, CannotWrite


@contextmanager
def whole(file: Path, *, private: bool = True) -> Iterator[Path]:
    """A place to write what is to stand in the place of `file`; where that fails, `file` is as it was.

    CannotCreate where there is no such place, CannotWrite where an OSError comes up. Others may read the file as the
    umask has it, unless it is `private`.
    """
    try:
        descriptor, name = mkstemp(dir=file.parent, prefix=f".{file.name}.")
    except OSError as error:
        raise CannotCreate(f"{file} can't be made: {error.strerror}") from None
    os.close(descriptor)
    try:
        yield Path(name)
        if not private:
            os.umask(mask := os.umask(0))
            Path(name).chmod(0o666 & ~mask)
        Path(name).replace(file)
    except OSError as error:
        raise CannotWrite(f"{file} can't be written: {error.strerror}") from None
    finally:
        with suppress(OSError):  # it is `file` by now
            Path(name).unlink()


def put(file: Path, content: bytes, *, private: bool = True) -> None:
    """Write `content` in the place of `file`, as `whole` does."""
    with whole(file, private=private) as place, place.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
