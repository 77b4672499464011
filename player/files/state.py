"""The state folder, and the sessions saved by `player login`."""

import os
from pathlib import Path
from urllib.parse import quote

import platformdirs

from player.errors import CannotCreate
from player.files import closed_folder


def session_file(site: str) -> Path:
    """Return the path of the session of the site `site` in selectors.yaml; it may not exist."""
    return made(state_folder() / "sessions") / f"{quote(site, safe='')}.json"


def default_session(site: str) -> Path | None:
    """Return the saved session of `site`, or None."""
    file = session_file(site)
    return file if file.exists() else None


def learnt_folder(origin: str) -> Path:
    """Return the folder of the sections that were learnt for the pages of `origin`."""
    return made(state_folder() / "learnt" / quote(origin, safe=""))


#: The environment variable that names another folder.
VARIABLE = "PLAYER_STATE"


def state_folder() -> Path:
    """Return the folder named by PLAYER_STATE, else the system's folder for state; create it if missing."""
    named = os.environ.get(VARIABLE)
    folder = Path(named).absolute() if named else platformdirs.user_state_path("player", appauthor=False)
    return made(folder)


def made(folder: Path) -> Path:
    """Create `folder` if missing, and return it; raise CannotCreate if that fails."""
    try:
        closed_folder(folder)
    except OSError as error:
        reason = error.strerror
        raise CannotCreate(f"the state folder {folder} can't be made: {reason}: set {VARIABLE} to another") from None
    return folder


def history_file() -> Path:
    """Return the path of the history."""
    return state_folder() / "history.sqlite3"
