"""`player nightly` as a scheduled job of this machine: its text, installation and removal, for four schedulers.

Files, and lines of a crontab, that are not ours are left alone.
"""

import json
import os
import plistlib
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from itertools import count, pairwise
from math import ceil
from pathlib import Path
from typing import ClassVar
from zoneinfo import ZoneInfo

from player.days import text_of
from player.errors import CannotCreate, CannotWrite, ConfigInvalid, Unavailable
from player.files import STATE_VARIABLE, state_folder, write_atomic

#: Variables with the browser's place, which a scheduler does not pass on.
PASSED_ON = ("PLAYER_BROWSER", "PLAYWRIGHT_BROWSERS_PATH")
#: In every file that we write. XML comments can't contain two hyphens.
MARK = "Written by `player schedule`"
#: Time limit for a program of the machine, in seconds.
PROGRAM_TIMEOUT_S = 30


@dataclass(frozen=True, slots=True)
class Job:
    """A daily run of `program`, with `extra` arguments for nightly, `at` a time in the site's zone.

    It runs in `folder`, and writes into the folder `state`. `deadline` is the time limit of nightly, in seconds.
    """

    program: tuple[str, ...]
    extra: tuple[str, ...]
    at: time
    zone: ZoneInfo
    folder: Path
    state: Path
    deadline: float

    @property
    def command(self) -> tuple[str, ...]:
        """The command line."""
        return (*self.program, "nightly", "--json", str(self.state / "nightly.jsonl"), *self.extra)

    @property
    def log(self) -> Path:
        """The log file."""
        return self.state / "nightly.log"

    @property
    def late_command(self) -> tuple[str, ...]:
        """The command line of an hourly job, which does nothing before `at` in the site's zone."""
        if self.at.hour == 0:
            return self.command
        late = f'[ "$(TZ={self.zone.key} date +%H%M)" -ge {self.at:%H%M} ] || exit 0; exec "$@"'
        return ("/bin/sh", "-c", late, "sh", *self.command)


def job_of(extra: Sequence[str], at: time, zone: str, deadline: float) -> Job:
    """Return the job for this installation; raise ConfigInvalid if its command can't be scheduled."""
    for word in (*extra, *map("=".join, pairwise(extra))):
        if word.startswith("--notify=") and not word.startswith("--notify=@"):
            raise ConfigInvalid("a --notify URL is a secret: put it in a file of yours alone and give --notify @FILE")
    state = state_folder()
    variables = [f"{name}={os.environ[name]}" for name in PASSED_ON if os.environ.get(name)]
    if os.environ.get(STATE_VARIABLE) or os.environ.get("XDG_STATE_HOME"):
        variables.append(f"{STATE_VARIABLE}={state}")
    program = (*(("/usr/bin/env", *variables) if variables else ()), *_player())
    folder = Path.cwd() if extra else Path.home()  # relative paths start there
    job = Job(program, tuple(extra), at, ZoneInfo(zone), folder, state, deadline)
    for argument in (*job.command, str(folder)):
        if not argument.isprintable():
            raise ConfigInvalid(f"{argument!r} has characters that can't be in a job: use a name without them")
    return job


def _player() -> tuple[str, ...]:
    installed = Path(sys.executable).with_name("player")
    runs = installed.is_file() and os.access(installed, os.X_OK)
    return (str(installed),) if runs else (sys.executable, "-m", "player")


def says_when(job: Job, moment: datetime) -> str:
    """Return the time in the site's zone and in the local one."""
    there, here = moment.astimezone(job.zone), moment.astimezone()
    site, ours = text_of(there, "%a %x %X", "%a %d %b %Y %H:%M"), text_of(here, "%a %x %X", "%a %d %b %H:%M")
    return f"{site} {job.zone.key}, {ours} here ({here:%Z})"


def daily(job: Job, now: datetime) -> datetime:
    """Return the next time that a clock in the site's zone shows `at`.

    A time that daylight saving skips comes a day later.
    """
    today = now.astimezone(job.zone).date()
    moments = (datetime.combine(today + timedelta(days), job.at, job.zone).astimezone(UTC) for days in count())
    return next(each for each in moments if each > now and each.astimezone(job.zone).time() == job.at)


def hourly(job: Job, now: datetime) -> datetime:
    """Return the next start of an hourly job at the minute of `at`, not before `at` in the site's zone."""
    first = now.replace(minute=job.at.minute, second=0, microsecond=0)
    moments = (first + timedelta(hours=hours) for hours in count())
    return next(each for each in moments if each > now and each.astimezone(job.zone).time() >= job.at)


# Files and programs of the machine


def write(texts: Mapping[Path, str]) -> list[str]:
    """Write our files, each completely or not at all, and return a line for each; CannotCreate if one is not ours."""
    _refuse_others(texts, CannotCreate)
    for path, text in texts.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotCreate(f"{path} can't be made: {error.strerror}") from None
        write_atomic(path, text.encode())
    return [f"wrote {path}" for path in texts]


def _remove(paths: Iterable[Path]) -> list[str]:
    """Remove our files, and return a line for each; CannotWrite if one can't be removed."""
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


def _refuse_others(paths: Iterable[Path], refusal: type[CannotCreate | CannotWrite]) -> None:
    """Raise `refusal` if one of the files exists and is not ours."""
    for path in paths:
        try:
            ours = not os.path.lexists(path) or (path.is_file() and MARK.encode() in path.read_bytes())
        except OSError as error:
            raise refusal(f"{path} can't be read: {error.strerror}") from None
        if not ours:
            raise refusal(f"{path} was not written by `player schedule`: move it away first")


def _run(program: str, *arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes] | None:
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


# The schedulers


class ScheduleTarget:
    """A scheduler that runs a job by its files. Only GitHub's are in a `repository`.

    Without time zones a job starts every hour: the first run after `at` plays, and the others have nothing to do. This
    also makes up for hours in which the machine slept.
    """

    at: ClassVar[time] = time(0, 20)
    """The default time of a day's run."""
    note: ClassVar[str] = "starts every hour, as it has no time zones: a game that is won is not played again"
    """A remark on when it runs."""
    next_run = staticmethod(hourly)

    def _paths(self, repository: Path | None, /) -> Sequence[Path]:
        raise NotImplementedError

    def _texts(self, job: Job) -> Sequence[str]:
        raise NotImplementedError

    def text(self, job: Job) -> str:
        """Return the job's definition, as it is printed."""
        return self._texts(job)[0]

    def install(self, job: Job, repository: Path | None, /) -> list[str]:
        """Install the job; return lines on what was done and what is left to do."""
        return write(dict(zip(self._paths(repository), self._texts(job), strict=True)))

    def uninstall(self, repository: Path | None, /) -> list[str]:
        """Remove the job; return lines on what was done and what is left to do."""
        paths = self._paths(repository)
        _refuse_others(paths, CannotWrite)
        return _remove(paths)


class _Systemd(ScheduleTarget):
    """A service and a timer of the user. A timer supports time zones, and catches up after sleep."""

    note = (
        "begins up to 20 minutes later, and while you are logged in; `loginctl enable-linger` lets it begin without you"
    )
    next_run = staticmethod(daily)

    # Type=oneshot can't have RestartForceExitStatus. KillMode=mixed leaves the browser to the player, which saves
    # evidence.
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

    def _paths(self, _repository: Path | None, /) -> Sequence[Path]:
        folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "systemd" / "user"
        return folder / "player.service", folder / "player.timer"

    def _texts(self, job: Job) -> Sequence[str]:
        longest = max(15, ceil(job.deadline / 60) + 5)  # nightly needs some time after its deadline
        folder = str(job.folder).replace("%", "%%")  # a / at the end, since a space or a backslash may not be last
        command = _exec_start(job.command)
        service = self.SERVICE.format(mark=MARK, folder=folder, command=command, longest=longest)
        return service, self.TIMER.format(mark=MARK, at=job.at, zone=job.zone.key)

    def text(self, job: Job) -> str:
        units = zip(self._paths(None), self._texts(job), strict=True)
        return "\n".join(f"# {path}\n{unit}" for path, unit in units)

    def install(self, job: Job, repository: Path | None, /) -> list[str]:
        lines = super().install(job, repository)
        if all(map(_succeeds, self.ENABLE)):
            return [*lines, "enabled player.timer"]
        return [*lines, f"systemd does not answer from here: to enable the timer, type {' && '.join(self.ENABLE)}"]

    def uninstall(self, repository: Path | None, /) -> list[str]:
        paths = self._paths(None)
        _refuse_others(paths, CannotWrite)
        disabled = any(path.is_file() for path in paths) and _succeeds(self.DISABLE)
        lines = super().uninstall(repository)
        return [*lines, "disabled player.timer"] if disabled and _succeeds(self.ENABLE[0]) else lines


def _exec_start(command: tuple[str, ...]) -> str:
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


def _succeeds(command: str) -> bool:
    """Run a program; return True if it exists and succeeds."""
    answer = _run(*command.split())
    return answer is not None and answer.returncode == 0


class _Cron(ScheduleTarget):
    """One line of the user's crontab. Only cronie supports CRON_TZ, so the job starts every hour."""

    END = " # player schedule"
    """The end of our line: a shell comment."""

    def _texts(self, job: Job) -> Sequence[str]:
        folder, log = (shlex.quote(str(path)) for path in (job.folder, job.log))
        command = f"umask 077 && cd {folder} && {shlex.join(job.late_command)} >> {log} 2>&1"
        # A bare % ends a command in cron. Crons differ on a backslash before a backslash or a %. shlex has backslashes
        # in single quotes only, so each quote is closed and reopened after a backslash.
        escaped = command.replace("\\", "\\''").replace("%", "\\%")
        return (f"{job.at.minute} * * * * {escaped}{self.END}\n",)

    def text(self, job: Job) -> str:
        return f"# {self.note}\n{self._texts(job)[0]}"

    def install(self, job: Job, _repository: Path | None, /) -> list[str]:
        (line,) = self._texts(job)
        others = self._others(_crontab())
        if others and not others[-1].endswith(b"\n"):
            others[-1] += b"\n"
        _write_crontab(b"".join(others) + line.encode())
        return ["your crontab has this line now, and is else as it was:", line.rstrip("\n")]

    def uninstall(self, _repository: Path | None, /) -> list[str]:
        before = _crontab()
        after = b"".join(self._others(before))
        if after == before:
            return ["your crontab has no line of ours: nothing to remove"]
        _write_crontab(after)
        return ["removed our line from your crontab"]

    def _others(self, crontab: bytes) -> list[bytes]:
        lines = crontab.splitlines(keepends=True)
        return [each for each in lines if not each.rstrip(b"\r\n").endswith(self.END.encode())]


def _crontab() -> bytes:
    answer = _run("crontab", "-l")
    if answer is None:
        raise Unavailable("crontab is not installed: type `sudo apt-get install -y cron`, or take another schedule")
    if answer.returncode == 0:
        return answer.stdout
    # After any other failure, unknown lines could be lost.
    if b"no crontab for" not in answer.stderr:
        raise Unavailable(f"`crontab -l` ended with {answer.returncode}: nothing was changed; see its message")
    return b""


def _write_crontab(crontab: bytes) -> None:
    answer = _run("crontab", "-", given=crontab)
    if answer is None or answer.returncode != 0:
        lines = answer.stderr.decode(errors="replace").strip().splitlines()[:1] if answer else []
        raise CannotWrite(
            f"`crontab -` rejected the new crontab: {''.join(lines) or 'no message'}; the old one is kept"
        )


class _Launchd(ScheduleTarget):
    """An agent of the user. Its calendar has no time zones, so the job starts every hour."""

    LABEL = "player.nightly"

    def _paths(self, _repository: Path | None, /) -> Sequence[Path]:
        return (Path.home() / "Library" / "LaunchAgents" / f"{self.LABEL}.plist",)

    def _texts(self, job: Job) -> Sequence[str]:
        agent = {
            "Label": self.LABEL,
            "ProgramArguments": list(job.late_command),
            "StartCalendarInterval": {"Minute": job.at.minute},
            "ProcessType": "Background",
            "Umask": 0o077,
            "WorkingDirectory": str(job.folder),
            "StandardOutPath": str(job.log),
            "StandardErrorPath": str(job.log),
        }
        written = plistlib.dumps(agent, sort_keys=False).decode()
        return (written.replace("<plist", f"<!-- {MARK} -->\n<plist", 1),)

    def install(self, job: Job, repository: Path | None, /) -> list[str]:
        load = f"launchctl bootstrap gui/{os.getuid()} {shlex.quote(str(self._paths(None)[0]))}"
        return [*super().install(job, repository), f"to load it, type: {load}"]

    def uninstall(self, repository: Path | None, /) -> list[str]:
        unload = f"launchctl bootout gui/{os.getuid()}/{self.LABEL}"
        return [*super().uninstall(repository), f"to unload it, type: {unload}"]


class _Github(ScheduleTarget):
    """A workflow of GitHub Actions that plays our own replica, to test that the player still works."""

    at = time(0, 17)  # runs at the top of an hour are late, or dropped
    note = "begins late when GitHub is busy, on the default branch only, and no more after 60 days without a commit"
    next_run = staticmethod(daily)

    WORKFLOW = """\
# {mark}
# It plays the replica, which needs no network. Don't play the live site from here: a sign-in from a data centre looks
# like a thief's, and may cost the account; a session is no secret for a CI to keep.
name: nightly
on:
  schedule:
    - cron: "{at.minute} {at.hour} * * *"
      timezone: {zone}
  workflow_dispatch:
permissions:
  contents: read
jobs:
  replica:
    runs-on: ubuntu-latest
    timeout-minutes: 20
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683  # v4.2.2
        with:
          persist-credentials: false
      - run: python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/player setup
      - run: {command}
"""
    COMMAND = (".venv/bin/player", "nightly", "--offline", "replica", "--json", "nightly.jsonl")

    def _paths(self, repository: Path | None, /) -> Sequence[Path]:
        assert repository is not None
        return (repository / ".github" / "workflows" / "player-nightly.yml",)

    def _texts(self, job: Job) -> Sequence[str]:
        command = shlex.join((*self.COMMAND, *job.extra)).replace("${{", "${{ '${{' }}")
        scalar = json.dumps(command, ensure_ascii=False)  # JSON is YAML too
        return (self.WORKFLOW.format(mark=MARK, at=job.at, zone=job.zone.key, command=scalar),)

    def install(self, job: Job, repository: Path | None, /) -> list[str]:
        return [*super().install(job, repository), "GitHub runs it once it is committed and pushed"]


TARGETS: Mapping[str, ScheduleTarget] = {
    "systemd": _Systemd(),
    "cron": _Cron(),
    "launchd": _Launchd(),
    "github": _Github(),
}
