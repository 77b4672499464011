"""launchd: an agent of the user. Its calendar has no time zones, so the job starts every hour."""

import os
import plistlib
import shlex
from datetime import time
from pathlib import Path

from player.errors import CannotWrite
from player.nightly.schedule import files
from player.nightly.schedule.job import EACH_HOUR, Job, hourly, not_before

AT = time(0, 20)
NOTE = EACH_HOUR
LABEL = "player.nightly"
next_run = hourly


def text(job: Job) -> str:
    """Return the property list."""
    agent = {
        "Label": LABEL,
        "ProgramArguments": list(not_before(job)),
        "StartCalendarInterval": {"Minute": job.at.minute},
        "ProcessType": "Background",
        "Umask": 0o077,
        "WorkingDirectory": str(job.folder),
        "StandardOutPath": str(job.log),
        "StandardErrorPath": str(job.log),
    }
    written = plistlib.dumps(agent, sort_keys=False).decode()
    return written.replace("<plist", f"<!-- {files.MARK} -->\n<plist", 1)


def install(job: Job, _repository: Path | None) -> list[str]:
    """Write and load the agent."""
    lines = files.write({_path(): text(job)})
    return [*lines, f"to load it, type: launchctl bootstrap {_domain()} {shlex.quote(str(_path()))}"]


def uninstall(_repository: Path | None) -> list[str]:
    """Unload and remove the agent."""
    files.refuse_others([_path()], CannotWrite)
    return [*files.remove([_path()]), f"to unload it, type: launchctl bootout {_domain()}/{LABEL}"]


def _path() -> Path:
    return Path.home() / "Library" / "LaunchAgents" / f"{LABEL}.plist"


def _domain() -> str:
    return f"gui/{os.getuid()}"
