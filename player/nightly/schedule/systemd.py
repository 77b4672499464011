"""systemd: a service and a timer of the user. A timer knows time zones, and makes up for what it slept through."""

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

# Type=oneshot can't have RestartForceExitStatus. KillMode=mixed leaves the browser to the player, which keeps evidence.
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
    return "\n".join(f"# {path}\n{unit}" for path, unit in _units(job).items())


def install(job: Job, _repository: Path | None) -> list[str]:
    said = files.write(_units(job))
    if all(map(_done, ENABLE)):
        return [*said, "enabled player.timer"]
    return [*said, f"systemd does not answer from here: to enable the timer, type {' && '.join(ENABLE)}"]


def uninstall(_repository: Path | None) -> list[str]:
    paths = _paths()
    files.refuse_others(paths, CannotWrite)
    disabled = any(path.is_file() for path in paths) and _done(DISABLE)
    said = files.remove(paths)
    return [*said, "disabled player.timer"] if disabled and _done(ENABLE[0]) else said


def _paths() -> tuple[Path, Path]:
    folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "systemd" / "user"
    return folder / "player.service", folder / "player.timer"


def _units(job: Job) -> dict[Path, str]:
    longest = max(15, ceil(job.deadline / 60) + 5)  # what nightly does after its deadline takes time too
    folder = str(job.folder).replace("%", "%%")  # with a / behind it, as a space or a backslash is no good last
    service = SERVICE.format(mark=files.MARK, folder=folder, command=exec_start(job.command), longest=longest)
    timer = TIMER.format(mark=files.MARK, at=job.at, zone=job.zone.key)
    return dict(zip(_paths(), (service, timer), strict=True))


def exec_start(command: tuple[str, ...]) -> str:
    """The command as ExecStart= reads it; the colon keeps systemd from replacing variables.

    The path of the program itself can't have quotes and backslashes there, but an argument can.
    """
    if set(command[0]) & set("'\"\\"):
        command = ("/usr/bin/env", *command)
    return ":" + " ".join(map(_quoted, command))


def _quoted(argument: str) -> str:
    if not re.fullmatch(r"[\w%@+=:,./-]+", argument):
        argument = '"' + argument.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return argument.replace("%", "%%")


def _done(command: str) -> bool:
    """Whether there is a systemd that did it."""
    answer = files.run(*command.split())
    return answer is not None and answer.returncode == 0
