"""A command under test in a process of its own, and the processes that it has started."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import perf_counter

from player.browser.processes import Process, _all

Kind = Callable[[Process], bool]

#: `player` in a process of its own.
PLAYER = (sys.executable, "-m", "player")
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


def start(environment: Mapping[str, str], *arguments: object, by: Sequence[str] = PLAYER) -> subprocess.Popen[str]:
    """`player ARGUMENT...` in a process group of its own; what it prints is lost."""
    command = [*by, *map(str, arguments)]
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def at(process: subprocess.Popen[str], words: str) -> str:
    """Wait until the command says `words`, and return what it said until then."""
    assert process.stderr is not None
    said = []
    for line in process.stderr:
        said.append(line)
        if words in line:
            break
    return "".join(said)


def left(processes: Sequence[Process], seconds: float = 0) -> list[bytes]:
    """The commands of those that are still there after so many seconds, which ends them."""
    until = perf_counter() + seconds
    while True:
        there = {(one.pid, one.began) for one in _all()}
        found = {one.pid: name for one in processes if (one.pid, one.began) in there and (name := command(one))}
        if not found or perf_counter() > until:
            for pid in found:
                os.kill(pid, signal.SIGKILL)
            return [*found.values()]
