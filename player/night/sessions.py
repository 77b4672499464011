"""Where the sessions are that `player login` saved, and how they get there: whole, for the user alone."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp
from urllib.parse import quote

from player.errors import CannotCreate, CannotWrite
from player.night.state import made, state_folder


def session_file(site: str) -> Path:
    """Where the session of the site of that name in selectors.yaml is saved; it need not be there yet."""
    return made(state_folder() / "sessions") / f"{quote(site, safe='')}.json"


def default_session(site: str) -> Path | None:
    """The session that was saved of `site`, if there is one."""
    file = session_file(site)
    return file if file.exists() else None


def put(file: Path, content: bytes) -> None:
    """Write `content` in the place of `file`, whole or not at all; CannotCreate or CannotWrite where it can't be."""
    try:
        descriptor, name = mkstemp(dir=file.parent, prefix=f".{file.name}.")
    except OSError as error:
        raise CannotCreate(f"{file} can't be made: {error.strerror}") from None
    try:
        with os.fdopen(descriptor, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        Path(name).replace(file)
    except OSError as error:
        raise CannotWrite(f"{file} can't be written: {error.strerror}") from None
    finally:
        with suppress(OSError):  # it is `file` by now
            Path(name).unlink()
