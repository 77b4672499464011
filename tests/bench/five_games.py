"""Five games against one, a night against a play, and both against the floor: bare Playwright that knows the moves.

    .venv/bin/python -m tests.bench.five_games --minutes 4

Commands are timed from their start to their end, by turns, on the replica by HTTP: straight, and behind a proxy with
300 ms and 2 Mbit/s. The table is Markdown. It is of as many rounds as fit into the time; a table of less than one
round has gaps.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from player.files import SELECTORS, STATE_VARIABLE
from tests.support.server import Server, serving
from tests.support.slow_proxy import slow_proxy

GAMES = ("queens", "zip", "tango", "mini-sudoku", "patches")
LATENCY_S, BYTES_PER_S = 0.3, 250_000
#: What is wanted: a row by another one, and the most of their ratio.
TARGETS = (
    ("Five games by one", "five games", "one game", 2.0),
    ("A night by a play", "five games, a night", "five games", 1.05),
)


@contextmanager
def selectors(server: Server, port: int, folder: Path) -> Iterator[Path]:
    """Write a selectors file for the pages of `server`, which are at `port` for the browser."""
    before = server.origin, server.pages
    server.origin = f"http://127.0.0.1:{port}"
    server.pages = replace(server.pages, origin=server.origin)
    file = folder / f"{port}.yaml"
    file.write_text(SELECTORS.read_text(encoding="utf-8").replace("https://www.linkedin.com", server.origin), "utf-8")
    try:
        yield file
    finally:
        server.origin, server.pages = before


def rows(file: Path) -> dict[str, list[str]]:
    """The commands, by what they do."""
    player = [sys.executable, "-m", "player"]
    where = ["--selectors", str(file)]
    return {
        "one game, the floor": [sys.executable, "-m", "tests.bench.floor", str(file), "queens"],
        "one game": [*player, "play", "queens", *where],
        "one game, a night": [*player, "nightly", "queens", *where, "--game-deadline", "280"],
        "five games, the floor": [sys.executable, "-m", "tests.bench.floor", str(file), *GAMES],
        "five games, --no-ahead": [*player, "play", *GAMES, "--no-ahead", *where],
        "five games": [*player, "play", *GAMES, *where],
        "five games, a night": [*player, "nightly", *GAMES, *where, "--game-deadline", "280"],
    }


def timed(command: list[str], folder: Path) -> float:
    """Run `command` with a new state folder; return its seconds."""
    with TemporaryDirectory(dir=folder) as state:
        start = perf_counter()
        ended = subprocess.run(
            command, env={**os.environ, STATE_VARIABLE: state}, capture_output=True, text=True, check=False
        )
        seconds = perf_counter() - start
    if ended.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {ended.returncode}:\n{ended.stdout}{ended.stderr}")
    return float(ended.stdout) if "tests.bench.floor" in command else seconds


def measured(server: Server, far: int, folder: Path, end: float) -> Iterator[tuple[str, bool, float]]:
    """Yield the seconds of one row after another, straight and behind the proxy at port `far`, until `end`.

    They take turns, so that a busy machine slows all of them.
    """
    near = server.server_address[1]
    for row in cycle(rows(folder)):
        for slow in (False, True):
            with selectors(server, far if slow else near, folder) as file:
                seconds = timed(rows(file)[row], folder)
            if perf_counter() > end:
                return
            yield row, slow, seconds


def table(found: Mapping[tuple[str, bool], Sequence[float]]) -> Iterator[str]:
    """Yield the lines of the table: the medians of the seconds, and how they compare with one game."""
    yield "| | straight, s | x one game | 300 ms, 2 Mbit/s, s | x one game |"
    yield "|---|--:|--:|--:|--:|"
    for row in rows(Path()):
        yield f"| {row} | " + " | ".join(cell for slow in (False, True) for cell in _cells(found, row, slow)) + " |"
    for name, row, other, most in TARGETS:
        ratios = [ratio(found, row, other, slow) for slow in (False, True)]
        said = ["not measured" if one is None else f"{one:.2f}" for one in ratios]
        yield f"\n{name}: {said[0]} straight, {said[1]} behind the proxy; wanted: at most {most:.2f}."
    fewest = min((len(times) for times in found.values()), default=0)
    yield f"\nMedians of at least {fewest} rounds; load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores."


def _cells(found: Mapping[tuple[str, bool], Sequence[float]], row: str, slow: bool) -> list[str]:
    times, against = found.get((row, slow)), ratio(found, row, "one game", slow)
    return [f"{median(times):.2f}" if times else "", "" if against is None else f"{against:.2f}"]


def ratio(found: Mapping[tuple[str, bool], Sequence[float]], row: str, other: str, slow: bool) -> float | None:
    """The median of `row` by that of the `other` row; None if one of them was not measured."""
    one, two = found.get((row, slow)), found.get((other, slow))
    return median(one) / median(two) if one and two else None


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=4)
    end = perf_counter() + 60 * parser.parse_args().minutes
    found: dict[tuple[str, bool], list[float]] = {}
    with (
        TemporaryDirectory() as name,
        serving("ember") as server,
        slow_proxy(server.server_address[1], latency=LATENCY_S, rate=BYTES_PER_S) as far,
    ):
        for row, slow, seconds in measured(server, far, Path(name), end):
            found.setdefault((row, slow), []).append(seconds)
            sys.stderr.write(f"{row}{', slow' * slow}: {seconds:.2f} s\n")
    sys.stdout.write("\n".join(table(found)) + "\n")


if __name__ == "__main__":
    main()
