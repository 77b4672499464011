"""Where the sessions are that `player login` saved."""

from pathlib import Path
from urllib.parse import quote

from player.night.state import made, state_folder


def session_file(site: str) -> Path:
    """Where the session of the site of that name in selectors.yaml is saved; it need not be there yet."""
    return made(state_folder() / "sessions") / f"{quote(site, safe='')}.json"


def default_session(site: str) -> Path | None:
    """The session that was saved of `site`, if there is one."""
    file = session_file(site)
    return file if file.exists() else None
