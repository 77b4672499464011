"""The command of this installation, and the time of its next run."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from itertools import count, pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

from player.days import text_of
from player.errors import ConfigInvalid
from player.files import STATE_VARIABLE, state_folder

#: Variables with the browser's place, which a scheduler does not pass on.
PASSED_ON = ("PLAYER_BROWSER", "PLAYWRIGHT_BROWSERS_PATH")


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


def says_when(job: Job, moment: datetime) -> str:
    """Return the time in the site's zone and in the local one."""
    there, here = moment.astimezone(job.zone), moment.astimezone()
    site, ours = text_of(there, "%a %x %X", "%a %d %b %Y %H:%M"), text_of(here, "%a %x %X", "%a %d %b %H:%M")
    return f"{site} {job.zone.key}, {ours} here ({here:%Z})"


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
    beside = Path(sys.executable).with_name("player")
    return (str(beside),) if beside.is_file() and os.access(beside, os.X_OK) else (sys.executable, "-m", "player")


def daily(job: Job, now: datetime) -> datetime:
    """Return the next time that a clock in the site's zone shows `at`; a time skipped by daylight saving comes a day
    later.
    """
    today = now.astimezone(job.zone).date()
    moments = (datetime.combine(today + timedelta(days), job.at, job.zone).astimezone(UTC) for days in count())
    return next(each for each in moments if each > now and each.astimezone(job.zone).time() == job.at)


# Without time zones, the job starts every hour: the first run after `at` plays, and the others have nothing to do. This
# also makes up for hours in which the machine slept.

EACH_HOUR = "starts every hour, as it has no time zones: a game that is won is not played again"


def hourly(job: Job, now: datetime) -> datetime:
    """Return the next start of an hourly job at the minute of `at`, not before `at` in the site's zone."""
    first = now.replace(minute=job.at.minute, second=0, microsecond=0)
    moments = (first + timedelta(hours=hours) for hours in count())
    return next(each for each in moments if each > now and each.astimezone(job.zone).time() >= job.at)


def not_before(job: Job) -> tuple[str, ...]:
    """Return the command, which does nothing in the hours before `at` in the site's zone."""
    if job.at.hour == 0:
        return job.command
    late = f'[ "$(TZ={job.zone.key} date +%H%M)" -ge {job.at:%H%M} ] || exit 0; exec "$@"'
    return ("/bin/sh", "-c", late, "sh", *job.command)
