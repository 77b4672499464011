"""Files that are written whole or not at all."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from player.errors import CannotCreate, CannotWrite


def put(file: Path, content: bytes, *, private: bool = True) -> None:
    """Write `content` in the place of `file`; CannotCreate or CannotWrite where it can't be, and `file` is as it was.

    Others may read it as the umask has it, unless it is `private`.
    """
    try:
        descriptor, name = mkstemp(dir=file.parent, prefix=f".{file.name}.")
    except OSError as error:
        raise CannotCreate(f"{file} can't be made: {error.strerror}") from None
    try:
        with os.fdopen(descriptor, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        if not private:
            os.umask(mask := os.umask(0))
            Path(name).chmod(0o666 & ~mask)
        Path(name).replace(file)
    except OSError as error:
        raise CannotWrite(f"{file} can't be written: {error.strerror}") from None
    finally:
        with suppress(OSError):  # it is `file` by now
            Path(name).unlink()
