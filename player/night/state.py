"""Where the player keeps what outlives a run: one folder, closed to others."""

import os
from pathlib import Path

import platformdirs

from player.errors import CannotCreate
from player.files import closed_folder, put

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
        closed_folder(folder)
    except OSError as error:
        reason = error.strerror
        raise CannotCreate(f"the state folder {folder} can't be made: {reason}: set {VARIABLE} to another") from None
    return folder


def history_file() -> Path:
    return state_folder() / "history.sqlite3"


def write_output(path: Path, text: str, what: str) -> None:
    """Write a file that the user named, readable by nobody else; `what` names it for the error line."""
    put(path, text.encode(), what=what)
