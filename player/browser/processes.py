"""Processes of a browser that we started: whatever hangs, none of them outlives us.

Playwright's driver is a child of ours, the browser a child of the driver in a process group of its own. A remote
browser is no child of the driver, so it is never ended here. Where processes can't be listed (Windows) none is ended.
"""

import gc
import os
import signal
import subprocess
from asyncio.log import logger
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import NamedTuple
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser  # noqa: TID251  # web drives the browser

from player.deadlines import unbroken

#: Seconds from the end of a browser that did not close to the end of its driver.
DRIVER_GRACE_S = 0.5


class Process(NamedTuple):
    """A process; `began` tells it from a later one with the same number."""

    pid: int
    parent: int
    group: int
    began: str


class Processes:
    """The driver that is started after this object is made, and the process groups that the driver starts."""

    def __init__(self) -> None:
        self._before = {process.pid for process in _all() if process.parent == os.getpid()}
        self._drivers: set[Process] = set()
        self._leaders: set[Process] = set()

    def note(self) -> None:
        """Remember what runs by now: of a driver that is gone nobody tells what it started."""
        there = _all()
        self._drivers |= {one for one in there if one.parent == os.getpid() and one.pid not in self._before}
        drivers = {driver.pid for driver in self._drivers}
        self._leaders |= {one for one in there if one.parent in drivers and one.pid == one.group}

    def kill_browsers(self) -> None:
        """Kill each group that is still the one remembered: its number is free only after its last process."""
        self.note()
        there = {one.pid: one for one in _all()}
        groups = {one.group for one in there.values()}
        for leader in self._leaders:
            if leader.pid in groups and there.get(leader.pid, leader).began == leader.began:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(leader.pid, signal.SIGKILL)

    def kill(self) -> None:
        """Kill browser and driver."""
        self.kill_browsers()
        there = {(one.pid, one.began) for one in _all()}
        for driver in self._drivers:
            if (driver.pid, driver.began) in there:
                with suppress(ProcessLookupError):
                    os.kill(driver.pid, signal.SIGKILL)

    def belong_to(self, browser: Browser) -> None:
        """Remember what runs now as that of `browser`."""
        self.note()
        _OF[browser] = self

    @contextmanager
    def bounded(self, seconds: float) -> Iterator[None]:
        """Kill the browser after `seconds`, and soon the driver: then Playwright's calls in here end."""
        timers = [Timer(seconds, self.kill_browsers), Timer(seconds + DRIVER_GRACE_S, self.kill)]
        for timer in timers:
            timer.daemon = True
            timer.start()
        try:
            yield
        finally:
            for timer in timers:
                timer.cancel()

    @contextmanager
    def ended(self) -> Iterator[None]:
        """Where browser and driver are closed: what has not ended then is killed."""
        with unbroken() as seconds:
            try:
                with self.bounded(seconds):
                    yield
            finally:
                self.kill()


@contextmanager
def unlogged() -> Iterator[None]:
    """Have asyncio print nothing: what it says of a driver that died, Playwright raises."""
    before, logger.disabled = logger.disabled, True
    try:
        yield
    except Exception:
        gc.collect()  # it tells of what nobody heard of as that goes
        raise
    finally:
        logger.disabled = before


#: The processes of browsers that are ours to close.
_OF: "WeakKeyDictionary[Browser, Processes]" = WeakKeyDictionary()


def close(what: Callable[[], None], browser: Browser) -> None:
    """Close `what` belongs to `browser`, in the time that there is."""
    processes = _OF.get(browser)
    if processes is None:  # whoever started it bounds it
        quietly(what)
        return
    with unbroken() as seconds, processes.bounded(seconds):
        quietly(what)


def quietly(close: Callable[[], None]) -> None:
    """Close what may be gone already; of a driver that died, Playwright says so by a bare Exception."""
    with suppress(Exception):
        close()


def _all() -> list[Process]:
    """All processes that can be seen."""
    if os.name != "posix":
        return []
    stats = Path("/proc").glob("[0-9]*/stat")
    found = [process for stat in stats if (process := _of_proc(stat))]
    return found or _of_ps()


def _of_proc(stat: Path) -> Process | None:
    """The process that a file /proc/PID/stat tells of, None where it ended meanwhile."""
    try:
        text = stat.read_text(errors="replace")
    except OSError:
        return None
    _, parent, group, *more = text.rpartition(")")[2].split()
    return Process(int(stat.parent.name), int(parent), int(group), more[16])


def _of_ps() -> list[Process]:
    with suppress(OSError, subprocess.SubprocessError):
        listed = subprocess.run(
            ["ps", "-A", "-o", "pid=,ppid=,pgid=,lstart="],  # noqa: S607  # where it is differs between systems
            capture_output=True, text=True, timeout=5, check=True,
        ).stdout  # fmt: skip
        rows = [line.split(maxsplit=3) for line in listed.splitlines()]
        return [Process(int(pid), int(parent), int(group), began) for pid, parent, group, began in rows]
    return []
