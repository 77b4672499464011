"""`player nightly` as a scheduled job of this machine: its text, installation and removal.

A target is a module with the members of the protocol `Target`.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, time
from pathlib import Path
from typing import Protocol

from player.nightly.schedule import cron, github, launchd, systemd
from player.nightly.schedule.job import Job


class Target(Protocol):
    """A scheduler that can run the job."""

    AT: time
    """The default time of a day's run."""
    NOTE: str
    """A remark on when it runs."""

    def text(self, job: Job, /) -> str:
        """Return the job's definition in the scheduler's format."""

    def next_run(self, job: Job, now: datetime, /) -> datetime:
        """Return the time of the next run after `now`."""

    def install(self, job: Job, repository: Path | None, /) -> Sequence[str]:
        """Install the job; return lines on what was done and what is left to do. Only GitHub's needs a `repository`."""

    def uninstall(self, repository: Path | None, /) -> Sequence[str]:
        """Remove the job; return lines on what was done and what is left to do."""


TARGETS: Mapping[str, Target] = {"systemd": systemd, "cron": cron, "launchd": launchd, "github": github}
