"""The processes of a browser that we started: none outlives us, whatever hangs.

Playwright's driver is our child, the browser a child of the driver in its own process group. A remote browser is no
child of the driver, so it is never killed here. If processes can't be listed (Windows), none is killed.
"""

import gc
import os
import shutil
import signal
import subprocess
import sys
from asyncio.log import logger
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from threading import Timer
from typing import NamedTuple
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser  # noqa: TID251  # web drives the browser

from player.deadlines import unbroken

#: Seconds between killing a browser that did not close and killing its driver.
DRIVER_GRACE_S = 0.5
#: The first part of the names of folders for temporary files; the number of their process follows.
OWN = "player-"
#: Longest path of such a folder in characters: the path of a browser's socket in it may have 104.
LONGEST_FOLDER = 58
#: Files that the start of a driver opens, with some to spare.
DRIVER_FILES = 12
#: Limits of open files and of free memory in megabytes below which a browser may not start.
LEAST_FILES, LEAST_MB = 256, 200
ENOUGH_FILES = 1024


class Process(NamedTuple):
    """A process; `began`, its start time, tells it from a later one with the same number."""

    pid: int
    parent: int
    group: int
    began: str


class Processes:
    """The driver that is started after this object is created, and the process groups that the driver starts."""

    def __init__(self) -> None:
        self._before = {process.pid for process in _all() if process.parent == os.getpid()}
        self._drivers: set[Process] = set()
        self._leaders: set[Process] = set()

    def note(self) -> list[Process]:
        """Record the running processes, and return them: once the driver is gone, its children can't be found."""
        there = _all()
        self._drivers |= {one for one in there if one.parent == os.getpid() and one.pid not in self._before}
        drivers = {driver.pid for driver in self._drivers}
        self._leaders |= {one for one in there if one.parent in drivers and one.pid == one.group}
        return there

    def kill_browsers(self) -> list[Process]:
        """Kill each recorded group that still exists: its number is reused only after its last process ends.

        Return the processes that were there.
        """
        seen = self.note()
        there = {one.pid: one for one in seen}
        groups = {one.group for one in there.values()}
        for leader in self._leaders:
            if leader.pid in groups and there.get(leader.pid, leader).began == leader.began:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(leader.pid, signal.SIGKILL)
        return seen

    def kill(self) -> None:
        """Kill the browser and the driver."""
        there = {(one.pid, one.began) for one in self.kill_browsers()}
        for driver in self._drivers:
            if (driver.pid, driver.began) in there:
                with suppress(ProcessLookupError):
                    os.kill(driver.pid, signal.SIGKILL)

    def belong_to(self, browser: Browser) -> None:
        """Record the running processes as those of `browser`."""
        self.note()
        _OF[browser] = self

    @contextmanager
    def bounded(self, seconds: float) -> Iterator[None]:
        """Kill the browser after `seconds`, and the driver soon after: then Playwright's calls inside end."""
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
        """Kill the processes that still run after browser and driver were closed inside."""
        with unbroken() as seconds:
            if not self._leaders:
                self.note()  # a browser that is still starting: a Firefox may outlive its driver
            try:
                with self.bounded(seconds):
                    yield
            finally:
                self.kill()


@contextmanager
def unlogged() -> Iterator[None]:
    """Silence asyncio: Playwright raises the same errors of a driver that died."""
    before, logger.disabled = logger.disabled, True
    try:
        yield
    except Exception:
        gc.collect()  # collected exceptions are logged here
        raise
    finally:
        logger.disabled = before


#: The processes of browsers that we must close.
_OF: "WeakKeyDictionary[Browser, Processes]" = WeakKeyDictionary()


def bounded(browser: Browser | None, seconds: float) -> AbstractContextManager[None]:
    """Kill `browser` after `seconds`, and its driver soon after; not one that someone else started."""
    processes = _OF.get(browser) if browser else None
    return processes.bounded(seconds) if processes else nullcontext()


def close(what: Callable[[], None], browser: Browser) -> None:
    """Call `what` to close something of `browser`, within the time that is left."""
    if browser not in _OF:
        quietly(what)
        return
    with unbroken() as seconds, bounded(browser, seconds):
        quietly(what)


def quietly(close: Callable[[], None]) -> None:
    """Close what may be gone already; if the driver died, Playwright raises a bare Exception."""
    with suppress(Exception):
        close()


def _all() -> list[Process]:
    """Return all visible processes."""
    if os.name != "posix":
        return []
    names = os.listdir("/proc") if Path("/proc").is_dir() else []  # noqa: PTH208  # five times as fast as paths
    found = [process for name in names if name.isdecimal() and (process := _of_proc(name))]
    return found or _of_ps()


def _of_proc(pid: str) -> Process | None:
    """Return the process described by the file /proc/PID/stat; None if it has ended."""
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:  # noqa: PTH123  # five times as fast as paths
            stat = file.read()
    except OSError:
        return None
    _, parent, group, *more = stat.rpartition(b")")[2].split()
    return Process(int(pid), int(parent), int(group), more[16].decode())


def _of_ps() -> list[Process]:
    with suppress(OSError, subprocess.SubprocessError):
        listed = subprocess.run(
            ["ps", "-A", "-o", "pid=,ppid=,pgid=,lstart="],  # noqa: S607  # its path differs between systems
            capture_output=True, text=True, timeout=5, check=True,
        ).stdout  # fmt: skip
        rows = [line.split(maxsplit=3) for line in listed.splitlines()]
        return [Process(int(pid), int(parent), int(group), began) for pid, parent, group, began in rows]
    return []


def require_files() -> None:
    """Raise OSError if fewer files can be opened than the driver needs to start.

    If its start fails half-way, asyncio prints tracebacks when the program ends.
    """
    with ExitStack() as opened:
        for _ in range(DRIVER_FILES):
            opened.enter_context(open(os.devnull, "rb"))  # noqa: PTH123  # a device is no path


def shortage() -> str:
    """Return what this process may have too little of for a browser, and what to do; empty if it has enough."""
    if sys.platform == "win32":
        return ""
    import resource  # noqa: PLC0415  # it is not on Windows

    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    space, _ = resource.getrlimit(resource.RLIMIT_AS)
    if 0 <= files < LEAST_FILES:
        return f"a process may open only {files} files here: type `ulimit -n {ENOUGH_FILES}`"
    if space != resource.RLIM_INFINITY:
        return f"a process has only {space // 2**20} MB of address space here: type `ulimit -v unlimited`"
    free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**20 if sys.platform == "linux" else LEAST_MB
    return f"only {free} MB of memory are free: end other programs" if free < LEAST_MB else ""


@contextmanager
def environment(variables: Mapping[str, str]) -> Iterator[None]:
    """Set environment `variables` for programs that start inside."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            del os.environ[name]
            if value is not None:
                os.environ[name] = value


@contextmanager
def own_folder() -> Iterator[Mapping[str, str]]:
    """Yield the variables by which programs keep their temporary files in a folder of this process, removed at the end.

    The folders of processes that were killed are removed before.
    """
    if sys.platform == "win32":
        yield {}
        return
    for left in Path(gettempdir()).glob(f"{OWN}*-*"):
        pid = left.name.removeprefix(OWN).partition("-")[0]
        with suppress(OSError):  # another run has removed it
            if pid.isdecimal() and left.lstat().st_uid == os.geteuid() and not _runs(int(pid)):
                shutil.rmtree(left, ignore_errors=True)
    with TemporaryDirectory(prefix=f"{OWN}{os.getpid()}-", ignore_cleanup_errors=True) as folder:
        # A browser that can't bind its socket there does not start.
        yield {"TMPDIR": folder} if len(folder) <= LONGEST_FOLDER else {}


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
