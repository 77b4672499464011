"""`player nightly` as a job of this machine: its text, how to install it, and how to undo that.

A target is a module with the names of the protocol `Target`.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, time
from pathlib import Path
from typing import Protocol

from player.nightly.schedule import cron, github, launchd, systemd
from player.nightly.schedule.job import Job


class Target(Protocol):
    AT: time
    """When a day's run is, if nobody says otherwise."""
    NOTE: str
    """What one has to know of when it runs."""

    def text(self, job: Job, /) -> str:
        """What is printed, as its program reads it."""

    def next_run(self, job: Job, now: datetime, /) -> datetime: ...

    def install(self, job: Job, repository: Path | None, /) -> Sequence[str]:
        """Lines that say what was done and what is left to type; only GitHub's is in a `repository`."""

    def uninstall(self, repository: Path | None, /) -> Sequence[str]:
        """Lines that say what was done and what is left to type."""


TARGETS: Mapping[str, Target] = {"systemd": systemd, "cron": cron, "launchd": launchd, "github": github}
