"""Files and programs of the machine; files that are not ours are left alone."""

import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from player.errors import CannotCreate, CannotWrite, Unavailable
from player.files import write_atomic

#: In every file that we write. XML comments can't contain two hyphens.
MARK = "Written by `player schedule`"

#: Time limit for a program of the machine, in seconds.
PROGRAM_TIMEOUT_S = 30


def write(texts: Mapping[Path, str]) -> list[str]:
    """Write our files, each completely or not at all, and return a line for each; CannotCreate if one is not ours."""
    refuse_others(texts, CannotCreate)
    for path, text in texts.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotCreate(f"{path} can't be made: {error.strerror}") from None
        write_atomic(path, text.encode())
    return [f"wrote {path}" for path in texts]


def remove(paths: Iterable[Path]) -> list[str]:
    """Remove our files, and return a line for each; CannotWrite if one is not ours, or can't be removed."""
    lines = []
    for path in paths:
        try:
            path.unlink()
            lines.append(f"removed {path}")
        except FileNotFoundError:
            lines.append(f"{path} is not there: nothing to remove")
        except OSError as error:
            raise CannotWrite(f"{path} can't be removed: {error.strerror}") from None
    return lines


def refuse_others(paths: Iterable[Path], refusal: type[CannotCreate | CannotWrite]) -> None:
    """Raise `refusal` if one of the files exists and is not ours."""
    for path in paths:
        try:
            ours = not os.path.lexists(path) or (path.is_file() and MARK.encode() in path.read_bytes())
        except OSError as error:
            raise refusal(f"{path} can't be read: {error.strerror}") from None
        if not ours:
            raise refusal(f"{path} was not written by `player schedule`: move it away first")


def run(program: str, *arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes] | None:
    """Return the result of a program with the input `given`, in English; None if it is not installed."""
    path = shutil.which(program)
    if path is None:
        return None
    try:
        return subprocess.run(  # noqa: S603  # a program of the machine, and arguments of ours
            [path, *arguments],
            input=given,
            capture_output=True,
            timeout=PROGRAM_TIMEOUT_S,
            env={**os.environ, "LC_ALL": "C"},
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(f"{program} does not answer ({type(error).__name__}): try again") from None
