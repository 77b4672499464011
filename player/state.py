"""Where the sessions are that `player login` saved."""

import os
from pathlib import Path
from urllib.parse import quote

import platformdirs

from player.errors import CannotCreate
from player.files import closed_folder, put


def session_file(site: str) -> Path:
    """Where the session of the site of that name in selectors.yaml is saved; it need not be there yet."""
    return made(state_folder() / "sessions") / f"{quote(site, safe='')}.json"


def default_session(site: str) -> Path | None:
    """The session that was saved of `site`, if there is one."""
    file = session_file(site)
    return file if file.exists() else None


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
