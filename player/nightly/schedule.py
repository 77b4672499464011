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
from importlib.resources import files
from itertools import count, pairwise
from math import ceil
from pathlib import Path
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from player.days import text_of
from player.errors import CannotCreate, CannotWrite, ConfigInvalid, Unavailable
from player.files import STATE_VARIABLE, os_errors, state_folder, write_atomic

#: Variables with the browser's place, which a scheduler does not pass on.
PASSED_ON = ("PLAYER_BROWSER", "PLAYWRIGHT_BROWSERS_PATH")
#: In every file that we write. XML comments can't contain two hyphens.
MARK = "Written by `player schedule`"
#: Time limit for a program of the machine, in seconds.
PROGRAM_TIMEOUT_S = 30
NOT_INSTALLED = 127


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
    def minute(self) -> int:
        """The minute of an hourly job on this machine's clock, which may be half an hour off the site's."""
        return datetime.now(self.zone).replace(hour=self.at.hour, minute=self.at.minute).astimezone().minute

    @property
    def late_command(self) -> tuple[str, ...]:
        """The command line of an hourly job, which does nothing before `at` in the site's zone."""
        if self.at.hour == 0:
            return self.command
        late = f'[ "$(TZ={self.zone.key} date +%H%M)" -ge {self.at:%H%M} ] || exit 0; exec "$@"'
        return ("/bin/sh", "-c", late, "sh", *self.command)


def job_of(extra: Sequence[str], at: time, zone: str, deadline: float, settings: Mapping[str, str]) -> Job:
    """Return the job for this installation, with `settings` in variables; ConfigInvalid if it can't be scheduled."""
    for word in (*extra, *map("=".join, pairwise(extra)), f"--notify={settings.get('PLAYER_NOTIFY', '@')}"):
        if word.startswith("--notify=") and not word.startswith("--notify=@"):
            raise ConfigInvalid("a --notify URL is a secret: put it in a file of yours alone and give --notify @FILE")
    state = state_folder()
    variables = [f"{name}={os.environ[name]}" for name in PASSED_ON if os.environ.get(name)]
    variables += [f"{name}={value}" for name, value in settings.items()]
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


def moment_texts(job: Job, moment: datetime) -> str:
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
    """Return the next start of an hourly job, not before `at` in the site's zone."""
    first = now.replace(minute=job.minute, second=0, microsecond=0)
    moments = (first + timedelta(hours=hours) for hours in count())
    return next(each for each in moments if each > now and each.astimezone(job.zone).time() >= job.at)


# Files and programs of the machine


def write(path: Path, text: str) -> str:
    """Write a file of ours, completely or not at all; return a line for the user."""
    with os_errors(CannotCreate, f"{path} can't be made"):
        path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, text.encode())
    return f"wrote {path}"


def _remove(path: Path) -> str:
    """Remove a file of ours; return a line for the user."""
    if not os.path.lexists(path):
        return f"{path} is not there: nothing to remove"
    with os_errors(CannotWrite, f"{path} can't be removed"):
        path.unlink()
    return f"removed {path}"


def _refuse_others(paths: Iterable[Path], refusal: type[CannotCreate | CannotWrite]) -> None:
    """Raise `refusal` if one of the files exists and is not ours."""
    for path in paths:
        with os_errors(refusal, f"{path} can't be read"):
            ours = not os.path.lexists(path) or (path.is_file() and MARK.encode() in path.read_bytes())
        if not ours:
            raise refusal(f"{path} was not written by `player schedule`: move it away first")


def _run(command: str, given: bytes = b"") -> tuple[int, bytes, str]:
    """Return exit code, output and first line of errors, in English, of a program with the input `given`.

    The code is NOT_INSTALLED, as in a shell, if there is no such program.
    """
    program, *arguments = command.split()
    path = shutil.which(program)
    if path is None:
        return NOT_INSTALLED, b"", ""
    environment = {**os.environ, "LC_ALL": "C"}
    try:
        found = subprocess.run(  # noqa: S603  # a program of the machine, and arguments of ours
            [path, *arguments],
            input=given,
            capture_output=True,
            timeout=PROGRAM_TIMEOUT_S,
            env=environment,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(f"{program} does not answer ({type(error).__name__}): try again") from None
    return found.returncode, found.stdout, found.stderr.decode(errors="replace").strip().partition("\n")[0]


def _succeeds(*commands: str) -> bool:
    """Run programs, one after the other; return True if all exist and succeed."""
    return all(_run(command)[0] == 0 for command in commands)


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

    def paths(self, repository: Path | None) -> tuple[Path, ...]:
        """Return the places of the files."""
        raise NotImplementedError

    def texts(self, job: Job) -> tuple[str, ...]:
        """Return the texts of the files."""
        raise NotImplementedError

    def text(self, job: Job) -> str:
        """Return the job's definition, as it is printed."""
        return self.texts(job)[0]

    def install(self, job: Job, repository: Path | None) -> list[str]:
        """Install the job; return lines on what was done and what is left to do."""
        paths = self.paths(repository)
        _refuse_others(paths, CannotCreate)
        return [*map(write, paths, self.texts(job)), self.start()]

    def start(self) -> str:
        """Let the files take effect; return a line on what was done or is left to do."""
        raise NotImplementedError

    def uninstall(self, repository: Path | None) -> list[str]:
        """Remove the job; return lines on what was done and what is left to do."""
        paths = self.paths(repository)
        _refuse_others(paths, CannotWrite)
        return [*map(_remove, paths)]


def _filled(template: str, **values: Any) -> str:
    text = (files(__package__) / "templates" / template).read_text(encoding="utf-8")
    return text.format(mark=MARK, **values)


class _Systemd(ScheduleTarget):
    """A service and a timer of the user. A timer supports time zones, and catches up after sleep.

    Type=oneshot can't have RestartForceExitStatus. KillMode=mixed leaves the browser to the player, which saves
    evidence.
    """

    note = (
        "begins up to 20 minutes later, and while you are logged in; `loginctl enable-linger` lets it begin without you"
    )
    next_run = staticmethod(daily)
    RELOAD, ENABLE = "systemctl --user daemon-reload", "systemctl --user enable --now player.timer"
    DISABLE = "systemctl --user disable --now player.timer"

    def paths(self, _repository: Path | None = None) -> tuple[Path, ...]:
        place = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "systemd" / "user"
        return place / "player.service", place / "player.timer"

    def texts(self, job: Job) -> tuple[str, ...]:
        longest = max(15, ceil(job.deadline / 60) + 5)  # nightly needs some time after its deadline
        folder = str(job.folder).replace("%", "%%")  # a / at the end, since a space or a backslash may not be last
        service = _filled("player.service", folder=folder, command=_exec_start(job.command), longest=longest)
        return service, _filled("player.timer", at=job.at, zone=job.zone.key)

    def text(self, job: Job) -> str:
        return "\n".join(f"# {path}\n{unit}" for path, unit in zip(self.paths(), self.texts(job), strict=True))

    def start(self) -> str:
        if _succeeds(self.RELOAD, self.ENABLE):
            return "enabled player.timer"
        return f"systemd does not answer from here: to enable the timer, type {self.RELOAD} && {self.ENABLE}"

    def uninstall(self, repository: Path | None) -> list[str]:
        paths = self.paths()
        _refuse_others(paths, CannotWrite)
        disabled = any(path.is_file() for path in paths) and _succeeds(self.DISABLE)
        lines = super().uninstall(repository)
        return [*lines, "disabled player.timer"] if disabled and _succeeds(self.RELOAD) else lines


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


class _Cron(ScheduleTarget):
    """One line of the user's crontab. Only cronie supports CRON_TZ, so the job starts every hour."""

    END = " # player schedule"
    """The end of our line: a shell comment."""

    def text(self, job: Job) -> str:
        return f"# {self.note}\n{self._line(job)}\n"

    def install(self, job: Job, _repository: Path | None) -> list[str]:
        line, (_, others) = self._line(job), self._crontab()
        if others and not others.endswith(b"\n"):
            others += b"\n"
        self._write(others + f"{line}\n".encode())
        return ["your crontab has this line now, and is else as it was:", line]

    def uninstall(self, _repository: Path | None) -> list[str]:
        before, others = self._crontab()
        if others == before:
            return ["your crontab has no line of ours: nothing to remove"]
        self._write(others)
        return ["removed our line from your crontab"]

    def _line(self, job: Job) -> str:
        folder, log = (shlex.quote(str(path)) for path in (job.folder, job.log))
        command = f"umask 077 && cd {folder} && {shlex.join(job.late_command)} >> {log} 2>&1"
        # A bare % ends a command in cron. Crons differ on a backslash before a backslash or a %. shlex has backslashes
        # in single quotes only, so each quote is closed and reopened after a backslash.
        escaped = command.replace("\\", "\\''").replace("%", "\\%")
        return f"{job.minute} * * * * {escaped}{self.END}"

    def _crontab(self) -> tuple[bytes, bytes]:
        """Return the user's crontab, and the same without our line."""
        code, crontab, message = _run("crontab -l")
        if code == NOT_INSTALLED:
            raise Unavailable("crontab is not installed: type `sudo apt-get install -y cron`, or take another schedule")
        if code and "no crontab for" not in message:  # after any other failure, unknown lines could be lost
            raise Unavailable(f"`crontab -l` ended with {code}: nothing was changed; see its message")
        lines = b"" if code else crontab
        others = [one for one in lines.splitlines(keepends=True) if not one.rstrip(b"\r\n").endswith(self.END.encode())]
        return lines, b"".join(others)

    def _write(self, crontab: bytes) -> None:
        code, _, message = _run("crontab -", crontab)
        if code:
            raise CannotWrite(f"`crontab -` rejected the new crontab: {message or 'no message'}; the old one is kept")


class _Launchd(ScheduleTarget):
    """An agent of the user. Its calendar has no time zones, so the job starts every hour."""

    LABEL = "player.nightly"

    def paths(self, _repository: Path | None = None) -> tuple[Path, ...]:
        return (Path.home() / "Library" / "LaunchAgents" / f"{self.LABEL}.plist",)

    def texts(self, job: Job) -> tuple[str, ...]:
        agent = {
            "Label": self.LABEL,
            "ProgramArguments": list(job.late_command),
            "StartCalendarInterval": {"Minute": job.minute},
            "ProcessType": "Background",
            "Umask": 0o077,
            "WorkingDirectory": str(job.folder),
            "StandardOutPath": str(job.log),
            "StandardErrorPath": str(job.log),
        }
        written = plistlib.dumps(agent, sort_keys=False).decode()
        return (written.replace("<plist", f"<!-- {MARK} -->\n<plist", 1),)

    def start(self) -> str:
        return f"to load it, type: launchctl bootstrap gui/{os.getuid()} {shlex.quote(str(self.paths()[0]))}"

    def uninstall(self, repository: Path | None) -> list[str]:
        unload = f"launchctl bootout gui/{os.getuid()}/{self.LABEL}"
        return [*super().uninstall(repository), f"to unload it, type: {unload}"]


class _Github(ScheduleTarget):
    """A workflow of GitHub Actions that plays our own replica, to test that the player still works."""

    at = time(0, 17)  # runs at the top of an hour are late, or dropped
    note = "begins late when GitHub is busy, on the default branch only, and no more after 60 days without a commit"
    next_run = staticmethod(daily)
    COMMAND = (".venv/bin/player", "nightly", "--offline", "replica", "--json", "nightly.jsonl")

    def paths(self, repository: Path | None) -> tuple[Path, ...]:
        assert repository is not None
        return (repository / ".github" / "workflows" / "player-nightly.yml",)

    def texts(self, job: Job) -> tuple[str, ...]:
        command = shlex.join((*self.COMMAND, *job.extra)).replace("${{", "${{ '${{' }}")
        scalar = json.dumps(command, ensure_ascii=False)  # JSON is YAML too
        return (_filled("player-nightly.yml", at=job.at, zone=job.zone.key, command=scalar),)

    def start(self) -> str:
        return "GitHub runs it once it is committed and pushed"


TARGETS: Mapping[str, ScheduleTarget] = {
    "systemd": _Systemd(),
    "cron": _Cron(),
    "launchd": _Launchd(),
    "github": _Github(),
}
