"""Five games against one, a night against a play, and both against the floor: bare Playwright that knows the moves.

    .venv/bin/python -m tests.bench.five_games --rounds 5

Commands are timed from their start to their end, by turns, on the replica by HTTP: straight, and behind a proxy with
300 ms and 2 Mbit/s.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from player.files import SELECTORS
from player.files.state import VARIABLE
from tests.support.server import Server, serving
from tests.support.slow_proxy import slow_proxy

GAMES = ("queens", "zip", "tango", "mini-sudoku", "patches")
LATENCY_S, BYTES_PER_S = 0.3, 250_000


@contextmanager
def selectors(server: Server, port: int, folder: Path) -> Iterator[Path]:
    """Write a selectors file for the pages of `server`, which are at `port` for the browser."""
    before = server.origin, server.pages
    server.origin = f"http://127.0.0.1:{port}"
    server.pages = replace(server.pages, origin=server.origin)
    file = folder / f"{port}.yaml"
    file.write_text(SELECTORS.read_text(encoding="utf-8").replace("https://www.linkedin.com", server.origin), "utf-8")
    yield file
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
            command, env={**os.environ, VARIABLE: state}, capture_output=True, text=True, check=False
        )
        seconds = perf_counter() - start
    if ended.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {ended.returncode}:\n{ended.stdout}{ended.stderr}")
    return float(ended.stdout) if "tests.bench.floor" in command else seconds


def measured(file: Path, folder: Path, rounds: int) -> dict[str, float]:
    """The median seconds of each row; the rows take turns, so that a busy machine slows all of them."""
    found: dict[str, list[float]] = {name: [] for name in rows(file)}
    for _ in range(rounds):
        for name, command in rows(file).items():
            found[name].append(timed(command, folder))
    return {name: median(times) for name, times in found.items()}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with TemporaryDirectory() as name, serving("ember") as server:
        folder, port = Path(name), server.server_address[1]
        with selectors(server, port, folder) as file:
            straight = measured(file, folder, rounds)
        with slow_proxy(port, latency=LATENCY_S, rate=BYTES_PER_S) as far, selectors(server, far, folder) as file:
            slow = measured(file, folder, rounds)
    lines = ["| | straight, s | x one game | 300 ms, 2 Mbit/s, s | x one game |", "|---|--:|--:|--:|--:|"]
    for row in straight:
        cells = [f"{times[row]:.2f} | {times[row] / times['one game']:.2f}" for times in (straight, slow)]
        lines.append(f"| {row} | {' | '.join(cells)} |")
    lines.append(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
