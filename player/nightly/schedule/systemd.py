"""systemd: a service and a timer of the user. A timer supports time zones, and catches up after sleep."""

import os
import re
from datetime import time
from math import ceil
from pathlib import Path

from player.errors import CannotWrite
from player.nightly.schedule import files
from player.nightly.schedule.job import Job, daily

AT = time(0, 20)
NOTE = "begins up to 20 minutes later, and while you are logged in; `loginctl enable-linger` lets it begin without you"
next_run = daily

# Type=oneshot can't have RestartForceExitStatus. KillMode=mixed leaves the browser to the player, which saves evidence.
SERVICE = """\
# {mark}
[Unit]
Description=player: the daily logic games
StartLimitIntervalSec=2h
StartLimitBurst=4

[Service]
Type=exec
WorkingDirectory={folder}/
ExecStart={command}
KillMode=mixed
RuntimeMaxSec={longest}min
UMask=0077
RestartForceExitStatus=75
RestartSec=10min
"""

TIMER = """\
# {mark}
[Unit]
Description=player: when the daily logic games are played

[Timer]
OnCalendar=*-*-* {at:%H:%M}:00 {zone}
Persistent=true
RandomizedDelaySec=20m

[Install]
WantedBy=timers.target
"""

ENABLE = "systemctl --user daemon-reload", "systemctl --user enable --now player.timer"
DISABLE = "systemctl --user disable --now player.timer"


def text(job: Job) -> str:
    """Return both units."""
    return "\n".join(f"# {path}\n{unit}" for path, unit in _units(job).items())


def install(job: Job, _repository: Path | None) -> list[str]:
    """Write the units, and enable the timer."""
    lines = files.write(_units(job))
    if all(map(_done, ENABLE)):
        return [*lines, "enabled player.timer"]
    return [*lines, f"systemd does not answer from here: to enable the timer, type {' && '.join(ENABLE)}"]


def uninstall(_repository: Path | None) -> list[str]:
    """Disable the timer, and remove the units."""
    paths = _paths()
    files.refuse_others(paths, CannotWrite)
    disabled = any(path.is_file() for path in paths) and _done(DISABLE)
    lines = files.remove(paths)
    return [*lines, "disabled player.timer"] if disabled and _done(ENABLE[0]) else lines


def _paths() -> tuple[Path, Path]:
    folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "systemd" / "user"
    return folder / "player.service", folder / "player.timer"


def _units(job: Job) -> dict[Path, str]:
    longest = max(15, ceil(job.deadline / 60) + 5)  # nightly needs some time after its deadline
    folder = str(job.folder).replace("%", "%%")  # a / at the end, since a space or a backslash may not be last
    service = SERVICE.format(mark=files.MARK, folder=folder, command=exec_start(job.command), longest=longest)
    timer = TIMER.format(mark=files.MARK, at=job.at, zone=job.zone.key)
    return dict(zip(_paths(), (service, timer), strict=True))


def exec_start(command: tuple[str, ...]) -> str:
    """Return the command for ExecStart=; the colon keeps systemd from replacing variables.

    Unlike arguments, the program's path can't contain quotes and backslashes.
    """
    if set(command[0]) & set("'\"\\"):
        command = ("/usr/bin/env", *command)
    return ":" + " ".join(map(_quoted, command))


def _quoted(argument: str) -> str:
    if not re.fullmatch(r"[\w%@+=:,./-]+", argument):
        argument = '"' + argument.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return argument.replace("%", "%%")


def _done(command: str) -> bool:
    """Run systemctl; return True if it exists and succeeds."""
    answer = files.run(*command.split())
    return answer is not None and answer.returncode == 0
