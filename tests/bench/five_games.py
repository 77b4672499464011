"""Whole commands from Enter to the prompt, by their floor: bare Playwright that makes the same moves blindly.

    .venv/bin/python -m tests.bench.five_games --minutes 4 [--before CHECKOUT] [--one-game]

Commands are timed from their start to their end, by turns, on the replica by HTTP: straight, and behind a proxy with
300 ms and 2 Mbit/s; with `--before` those of an earlier commit beside them. The table is Markdown. It is of as many
rounds as fit into the time; a table of less than one round has gaps. Before it stand the parts of one play, and of one
of six games the witness, the moves and the verdict. With `--one-game`, which CI prints, it has one game, straight, the
floor and the earlier commit only.
"""

import argparse
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from queue import SimpleQueue
from shutil import copytree
from statistics import median
from tempfile import TemporaryDirectory
from threading import Event, Lock, Thread
from time import perf_counter

from player.files import SELECTORS, STATE_VARIABLE
from tests.bench.segments import segments
from tests.support.server import Server, serving

CHUNK = 16_384


class Link:
    """One direction of a line: `delay` seconds late, and no more than `rate` bytes a second over all connections."""

    def __init__(self, delay: float, rate: float) -> None:
        self._delay, self._rate = delay, rate
        self._free, self._lock = 0.0, Lock()

    def due(self, size: int) -> float:
        """The moment (`perf_counter`) at which `size` bytes arrive that are sent now."""
        with self._lock:
            self._free = max(self._free, perf_counter()) + size / self._rate
            return self._free + self._delay

    def carry(self, source: socket.socket, target: socket.socket) -> None:
        """Carry bytes from `source` to `target` until one of them closes."""
        line: SimpleQueue[tuple[float, bytes]] = SimpleQueue()
        Thread(target=self._deliver, args=(line, target), daemon=True).start()
        data = b"-"
        with suppress(OSError):
            while data:
                data = source.recv(CHUNK)
                line.put((self.due(len(data)), data))
        if data:
            line.put((self.due(0), b""))

    @staticmethod
    def _deliver(line: "SimpleQueue[tuple[float, bytes]]", target: socket.socket) -> None:
        with suppress(OSError):
            while True:
                due, data = line.get()
                Event().wait(max(0.0, due - perf_counter()))
                if not data:
                    target.shutdown(socket.SHUT_WR)
                    return
                target.sendall(data)


@contextmanager
def slow_proxy(port: int, *, latency: float, rate: float) -> Iterator[int]:
    """Forward to `port`; yield our own. `latency` is that of a round trip in seconds, `rate` in bytes a second."""
    up, down = Link(latency / 2, rate), Link(latency / 2, rate)
    with socket.create_server(("127.0.0.1", 0), backlog=64) as server:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    near, _ = server.accept()
                    Thread(target=connect, args=(near,), daemon=True).start()

        def connect(near: socket.socket) -> None:
            Event().wait(latency)  # the handshake
            with suppress(OSError):
                far = socket.create_connection(("127.0.0.1", port))
                Thread(target=up.carry, args=(near, far), daemon=True).start()
                down.carry(far, near)

        Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]


GAMES = ("queens", "zip", "tango", "mini-sudoku", "patches")
LATENCY_S, BYTES_PER_S = 0.3, 250_000
FLOOR, BEFORE = ", the floor", ", before"
#: What is wanted: a row by another one, and the most of their ratio, straight and behind the proxy.
TARGETS = (
    ("One game by its floor", "one game", f"one game{FLOOR}", (1.3, None)),
    ("Five games by their floor", "five games", f"five games{FLOOR}", (1.0, 0.7)),
    ("A night by a play", "five games, a night", "five games", (1.05, 1.05)),
    ("One game by the earlier commit", "one game", f"one game{BEFORE}", (None, None)),
)


@contextmanager
def selectors(server: Server, port: int, folder: Path) -> Iterator[Path]:
    """Write a selectors file for the pages of `server`, which are at `port` for the browser."""
    before = server.origin, server.pages
    server.origin = f"http://127.0.0.1:{port}"
    server.pages = replace(server.pages, origin=server.origin)
    file = folder / f"{port}.yaml"
    file.write_text(_moved(SELECTORS, server.origin), "utf-8")
    try:
        yield file
    finally:
        server.origin, server.pages = before


def _moved(file: Path, origin: str) -> str:
    """Return the text of a selectors file for pages of LinkedIn that are at `origin`."""
    return file.read_text(encoding="utf-8").replace("https://www.linkedin.com", origin)


def rows(file: Path, before: Path | None = None) -> dict[str, list[str]]:
    """Return the commands, by what they do."""
    player = [sys.executable, "-m", "player"]
    floor = [sys.executable, "-m", "tests.bench.floor"]
    where = ["--selectors", str(file)]
    one, five = file.with_suffix(".one.json"), file.with_suffix(".five.json")
    earlier = {f"one game{BEFORE}": [*player, "play", "queens", "--selectors", str(_earlier(file))]} if before else {}
    return {
        f"one game{FLOOR}": [*floor, str(one)],
        "one game": [*player, "play", "queens", *where],
        **earlier,
        "one game, --sight off": [*player, "play", "queens", "--sight", "off", *where],
        "one game, a night": [*player, "nightly", "queens", *where, "--game-deadline", "280"],
        f"five games{FLOOR}": [*floor, str(five)],
        "five games, --no-ahead": [*player, "play", *GAMES, "--no-ahead", *where],
        "five games": [*player, "play", *GAMES, *where],
        "five games, a night": [*player, "nightly", *GAMES, *where, "--game-deadline", "280"],
    }


def _earlier(file: Path) -> Path:
    """Return the name of the selectors of the earlier commit, for the pages of those in `file`."""
    return file.with_suffix(".before.yaml")


def plan(file: Path) -> None:
    """Write the plans of the floor beside the selectors in `file`, unless they are there."""
    for suffix, games in ((".one.json", GAMES[:1]), (".five.json", GAMES)):
        if not (made := file.with_suffix(suffix)).exists():
            command = [sys.executable, "-m", "tests.bench.floor_plan", str(file), *games]
            made.write_bytes(subprocess.run(command, capture_output=True, check=True).stdout)


def timed(command: list[str], folder: Path, checkout: Path | None = None) -> float:
    """Run `command`, with the packages of another `checkout` if given; return its seconds.

    Its state folder is new but for the selectors that an earlier run checked, and the driver's compiled scripts: a user
    has them from the day before.
    """
    path = {"PYTHONPATH": str(checkout)} if checkout else {}
    kept = folder / "checked"
    with TemporaryDirectory(dir=folder) as state:
        if kept.exists():
            copytree(kept, state, dirs_exist_ok=True)
        environment = {**os.environ, **path, STATE_VARIABLE: state}
        start = perf_counter()
        ended = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
        seconds = perf_counter() - start
        for new in (Path(state, name) for name in ("selectors", "driver")):
            if new.exists():
                copytree(new, kept / new.name, dirs_exist_ok=True)
    if ended.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {ended.returncode}:\n{ended.stdout}{ended.stderr}")
    return seconds


def measured(
    server: Server, far: int | None, folder: Path, end: float, before: Path | None
) -> Iterator[tuple[str, bool, float]]:
    """Yield the seconds of one row after another, straight and behind the proxy at port `far`, until `end`.

    They take turns, so that a busy machine slows all of them. Without a proxy, the rows are of one game.
    """
    near = server.server_address[1]
    few = (f"one game{FLOOR}", "one game", f"one game{BEFORE}")
    for row in cycle(row for row in rows(folder, before) if far or row in few):
        for slow, port in [(False, near), *([(True, far)] if far else [])]:
            with selectors(server, port, folder) as file:
                plan(file)
                if before:
                    _earlier(file).write_text(_moved(before / SELECTORS.name, server.origin), "utf-8")
                seconds = timed(rows(file, before)[row], folder, before if row.endswith(BEFORE) else None)
            if perf_counter() > end:
                return
            yield row, slow, seconds


def table(found: Mapping[tuple[str, bool], Sequence[float]]) -> Iterator[str]:
    """Yield the lines of the table: the medians of the seconds, and how they compare with the floor."""
    yield "| | straight, s | by its floor | 300 ms, 2 Mbit/s, s | by its floor |"
    yield "|---|--:|--:|--:|--:|"
    for row in dict.fromkeys(row for row, _ in found):
        yield f"| {row} | " + " | ".join(cell for slow in (False, True) for cell in _cells(found, row, slow)) + " |"
    for name, row, other, wanted in TARGETS:
        if not any(row == one for one, _ in found):
            continue
        said = [_said(ratio(found, row, other, slow), most) for slow, most in zip((False, True), wanted, strict=True)]
        yield f"\n{name}: {said[0]} straight, {said[1]} behind the proxy."
    fewest = min((len(times) for times in found.values()), default=0)
    yield f"\nMedians of at least {fewest} rounds; load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores."


def _said(measured: float | None, most: float | None) -> str:
    said = "not measured" if measured is None else f"{measured:.2f}"
    return said if most is None else f"{said} (wanted: at most {most:.2f})"


def _cells(found: Mapping[tuple[str, bool], Sequence[float]], row: str, slow: bool) -> list[str]:
    floor = f"{row.partition(',')[0]}{FLOOR}"
    times, against = found.get((row, slow)), ratio(found, row, floor, slow)
    return [f"{median(times):.2f}" if times else "", "" if against is None else f"{against:.2f}"]


def ratio(found: Mapping[tuple[str, bool], Sequence[float]], row: str, other: str, slow: bool) -> float | None:
    """The median of `row` by that of the `other` row; None if one of them was not measured."""
    one, two = found.get((row, slow)), found.get((other, slow))
    return median(one) / median(two) if one and two else None


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=4)
    parser.add_argument("--before", type=Path, help="a checkout of an earlier commit")
    parser.add_argument("--one-game", action="store_true", help="only one game, straight, and its floor")
    given = parser.parse_args()
    end = perf_counter() + 60 * given.minutes
    found: dict[tuple[str, bool], list[float]] = {}
    with (
        TemporaryDirectory() as name,
        serving("ember") as server,
        slow_proxy(server.server_address[1], latency=LATENCY_S, rate=BYTES_PER_S) as far,
    ):
        with selectors(server, server.server_address[1], Path(name)) as file:
            sys.stdout.write("\n".join([*segments(file, "queens"), "", *segments(file, *GAMES, "wend")]) + "\n\n")
        for row, slow, seconds in measured(server, None if given.one_game else far, Path(name), end, given.before):
            found.setdefault((row, slow), []).append(seconds)
            sys.stderr.write(f"{row}{', slow' * slow}: {seconds:.2f} s\n")
    sys.stdout.write("\n".join(table(found)) + "\n")


if __name__ == "__main__":
    main()
