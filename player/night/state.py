"""Where the player keeps what outlives a run: one folder, closed to others."""

import os
from pathlib import Path

import platformdirs

from player.errors import CannotCreate, CannotWrite

#: The variable that names another folder.
VARIABLE = "PLAYER_STATE"


def state_folder() -> Path:
    """The folder that PLAYER_STATE names, else the system's place for the state of programs; made where it is not."""
    named = os.environ.get(VARIABLE)
    folder = Path(named).absolute() if named else platformdirs.user_state_path("player", appauthor=False)
    return made(folder)


def made(folder: Path) -> Path:
    """`folder`, made where it is not; CannotCreate where it can't be."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror
        raise CannotCreate(f"the state folder {folder} can't be made: {reason}: set {VARIABLE} to another") from None
    return folder


def history_file() -> Path:
    return state_folder() / "history.sqlite3"


def write_output(path: Path, text: str, what: str) -> None:
    """Write a file that the user named, readable by nobody else; `what` names it for the error line."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    except OSError as error:
        raise CannotCreate(f"{what} {path} can't be made: {error.strerror}") from None
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise CannotWrite(f"{what} {path} can't be written: {error.strerror}") from None
