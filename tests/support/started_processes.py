"""The processes that a command under test has started."""

from collections.abc import Callable
from pathlib import Path

from player.browser.processes import Process, _all

Kind = Callable[[Process], bool]

#: Seconds beyond the deadline in which a command ends.
GRACE = 5


def is_driver(process: Process) -> bool:
    return b"run-driver" in command(process)


def is_renderer(process: Process) -> bool:
    return b"--type=renderer" in command(process)


def is_browser(process: Process) -> bool:
    return not is_driver(process)


def command(process: Process) -> bytes:
    try:
        return Path(f"/proc/{process.pid}/cmdline").read_bytes()
    except OSError:
        return b""


def under(pid: int) -> list[Process]:
    """All processes that `pid` started, and those that they did."""
    there, found = _all(), {pid}
    while more := {one.pid for one in there if one.parent in found} - found:
        found |= more
    return [one for one in there if one.pid in found - {pid}]
