"""Explore the player on abstract pages: `python -m tests.model [GAME]... [--faults N] [--minutes N]`.

Each line is one kind of page, of each game in turn: states, transitions (faults at states), runs, seconds of one core,
and how its runs ended. A property that does not hold is printed with its shortest trace, and the exit code is 1. The
boards of the site's own days, if they are there, are explored with one fault fewer.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import islice
from operator import itemgetter
from time import perf_counter

from tests.model.cases import CASES
from tests.model.exploration import Report, explored
from tests.model.play import Case


def main() -> int:
    """Print the table; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.model", description="Explore the player on abstract pages.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"one of {', '.join(CASES)}; all of them by default")
    parser.add_argument("--faults", type=int, default=2, help="the most faults of one run (default: 2)")
    parser.add_argument("--minutes", type=float, default=10, help="begin no further kind of page after so long")
    parser.add_argument("--pages", type=int, default=None, help="the most kinds of pages of each game (default: all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="the number of processes (default: all cores)")
    asked = parser.parse_args()
    start, total, left = perf_counter(), Report(), 0
    tasks = tasks_of(asked.games or CASES, asked.pages, asked.faults)
    by_game = {game: Report() for game, *_ in tasks}
    with ProcessPoolExecutor(asked.jobs) as pool:
        reports = pool.map(one, tasks, [start + 60 * asked.minutes] * len(tasks))
        for (game, number, _), report in zip(tasks, reports, strict=True):
            if report is None:
                left += 1
                continue
            sys.stdout.write(f"{game}, {_cases(game)[number].name}: {report}\n{report.trace}")
            sys.stdout.flush()
            by_game[game] += report
    for game, report in by_game.items():
        sys.stdout.write(f"{game}: {report}\n")
        total += report
    rest = f" ({left} kinds of pages are left)" if left else ""
    sys.stdout.write(f"all {len(tasks) - left}: {total}; {perf_counter() - start:.0f} s in all{rest}\n")
    return 1 if total.broken else 0


def tasks_of(games: Iterable[str], most: int | None, faults: int) -> list[tuple[str, int, int]]:
    """Return the kinds of pages of `games` in turn: little time is for all of them."""
    kinds = [(game, number, faults) for game in games for number, _ in _some(game, most)]
    return sorted(kinds, key=itemgetter(1))


@cache
def _cases(game: str) -> list[Case]:
    return list(CASES[game]())


def _some(game: str, most: int | None) -> Iterator[tuple[int, Case]]:
    return islice(enumerate(_cases(game)), most)


def one(task: tuple[str, int, int], end: float) -> Report | None:
    """Explore one kind of page; None after the `end`."""
    game, number, faults = task
    return explored(_cases(game)[number], faults) if perf_counter() < end else None


if __name__ == "__main__":
    sys.exit(main())
