"""Files and programs of the machine: what is not ours is left alone."""

import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from player.errors import CannotCreate, CannotWrite, Unavailable
from player.files import put

#: In every file that we write. XML comments can't hold two hyphens.
MARK = "Written by `player schedule`"

#: Seconds that a program of the machine is given.
PATIENCE = 30


def write(texts: Mapping[Path, str]) -> list[str]:
    """Write files of ours, each whole or not at all, and say so; CannotCreate where one is another's, or can't be."""
    refuse_others(texts, CannotCreate)
    for path, text in texts.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotCreate(f"{path} can't be made: {error.strerror}") from None
        put(path, text.encode())
    return [f"wrote {path}" for path in texts]


def remove(paths: Iterable[Path]) -> list[str]:
    """Remove files of ours, and say so; CannotWrite where one is another's, or stays."""
    said = []
    for path in paths:
        try:
            path.unlink()
            said.append(f"removed {path}")
        except FileNotFoundError:
            said.append(f"{path} is not there: nothing to remove")
        except OSError as error:
            raise CannotWrite(f"{path} can't be removed: {error.strerror}") from None
    return said


def refuse_others(paths: Iterable[Path], refusal: type[CannotCreate | CannotWrite]) -> None:
    for path in paths:
        try:
            ours = not os.path.lexists(path) or (path.is_file() and MARK.encode() in path.read_bytes())
        except OSError as error:
            raise refusal(f"{path} can't be read: {error.strerror}") from None
        if not ours:
            raise refusal(f"{path} was not written by `player schedule`: move it away first")


def run(program: str, *arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes] | None:
    """What the program answers to `given`, in English; None where there is no such program."""
    path = shutil.which(program)
    if path is None:
        return None
    try:
        return subprocess.run(  # noqa: S603  # a program of the machine, and arguments of ours
            [path, *arguments],
            input=given,
            capture_output=True,
            timeout=PATIENCE,
            env={**os.environ, "LC_ALL": "C"},
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(f"{program} does not answer ({type(error).__name__}): try again") from None
