"""Explore the player on abstract pages: `python -m tests.model [GAME]... [--faults N] [--minutes N]`.

Each line is one kind of page: states, transitions (faults at states), runs, seconds, and how its runs ended. A property
that does not hold is printed with its shortest trace, and the exit code is 1.
"""

import argparse
import sys
from time import perf_counter

from tests.model.cases import CASES
from tests.model.exploration import Report, explored


def main() -> int:
    """Print the table; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.model", description="Explore the player on abstract pages.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"one of {', '.join(CASES)}; all of them by default")
    parser.add_argument("--faults", type=int, default=2, help="the most faults of one run (default: 2)")
    parser.add_argument("--minutes", type=float, default=10, help="begin no further kind of page after so long")
    parser.add_argument("--pages", type=int, default=0, help="the most kinds of pages of each game (default: all)")
    asked = parser.parse_args()
    end, is_whole, total = perf_counter() + 60 * asked.minutes, True, Report()
    for game in asked.games or CASES:
        of_game, number = Report(), 0
        for case in CASES[game]():
            if perf_counter() > end or number == asked.pages > 0:
                is_whole = False
                break
            number += 1
            report = explored(case, asked.faults)
            sys.stdout.write(f"{game}, {case.name}: {report}\n{report.trace}")
            sys.stdout.flush()
            of_game += report
        sys.stdout.write(f"{game}: {number} kinds of pages, {of_game}\n\n")
        total += of_game
    sys.stdout.write(f"all: {total}{'' if is_whole else ' (not all kinds of pages)'}\n")
    return 1 if total.broken else 0


if __name__ == "__main__":
    sys.exit(main())
