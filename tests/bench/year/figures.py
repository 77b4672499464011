"""The page of a year's figures, as docs/year.md has it."""

# ruff: noqa: E501  # lines of Markdown

import os
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from tests.bench.year.almanac import YEAR
from tests.bench.year.judge import WON
from tests.bench.year.nights import Year

_PAGE = """# A year in an hour

    .venv/bin/python -m tests.bench.year > docs/year.md      # --seed 2: another year; --days 12: a shorter one

`nightly` plays {days} simulated days, and `doctor --to` is the only repair. This page is what that command printed, with seed {seed}.{short}

| | |
|---|--:|
{rows}

{complaints}

## The year

- Six games a day, on sites in Los Angeles, Berlin and Auckland. Generated boards grow from Monday to Sunday. A night begins at 0:20 or another hour; where a clock changes, in the hour that is left out or comes twice.
- A deploy every three to nine days gives the replica's pages new names, first of the old form, then of the new one. Each month has another wrapper around the board, each quarter the other build and other attributes; once the cells get another role.
- A third of the games has a fault that the game is won in spite of. Some boards come late or have several solutions, some pages show no win, take no input, ask for a person; some nights the server is busy or slow, refuses, or shows no board.
- Commands are real processes with one state folder; only their clock is moved. The sites play at once. `kill -9` hits nights, doctors and builds of the archive at random moments; then they run again.

## The judge

A script in each page reports what its round makes of the inputs: a win without that is false. The history, read by SQLite alone, must have the boards that were served; the archive a page for each day and board, and no other file. After a break the board may be read from a picture, or refused (76, 65); the next night must know the page.

Not in it: faults that take minutes on such boards, members' sessions, nights over midnight.
"""


def page(year: Year) -> str:
    """Return the page of a year."""
    rows = "\n".join(f"| {what} | {figure} |" for what, figure in _rows(year))
    found = list(dict.fromkeys(year.complaints))
    complaints = "\n".join(["Wrong were:", "", *(f"- {' '.join(line.split())}" for line in found)])
    return _PAGE.format(
        days=year.days,
        short="" if year.days >= YEAR else f" A whole year of {YEAR} days was not run.",
        seed=year.seed,
        rows=rows,
        complaints=complaints if found else "Nothing was wrong.",
    )


def _rows(year: Year) -> list[tuple[str, str]]:
    games = year.games
    known = [one for one in games if not one.is_broken]
    refused = [one for one in known if one.outcome not in WON and one.is_right]
    codes = Counter(str(one.exit) if one.exit is not None else "not tried" for one in refused)
    breaks = [one for one in games if one.is_broken]
    missed = sum("not repaired" in line for line in year.complaints)
    false = sum(line.startswith("false win") for line in year.complaints)
    kills = ", ".join(f"{number} of {command}" for command, number in sorted(year.kills.items()))
    minutes, cores = year.seconds / 60, os.cpu_count()
    return [
        ("nights, games", f"{year.nights:,}, {len(games):,}"),
        ("won", f"{sum(one.outcome in WON for one in games):,}"),
        (
            "refused with the right code",
            f"{len(refused)} ({', '.join(f'{n} x {code}' for code, n in codes.most_common())})",
        ),
        ("ended with another code", f"{sum(not one.is_right for one in known)}"),
        ("false wins", f"{false}"),
        (
            "breaks of a page: won from a picture, refused",
            f"{sum(one.by_picture for one in breaks)}, {sum(not one.by_picture for one in breaks)}",
        ),
        ("repaired by the next night", f"{len(breaks) - missed} of {len(breaks)}"),
        ("runs of the doctor, copies it wrote", f"{year.doctors}, {year.repairs}"),
        ("kills", f"{year.killed} ({kills})"),
        ("processes left by them", f"{year.leftovers}"),
        ("inputs; marks that contradict the solution", f"{year.inputs:,}; {_wrong(year.wrong)}"),
        ("memory of a night, first and last tenth, median MB", _memory(year.memory)),
        ("state folder on the last day, and its growth in a day, MB", _disk([*year.disk.values()])),
        ("temporary files left at the end, MB", f"{year.temporary:.0f}"),
        ("seconds of a build of the archive, the last", f"{year.archive[-2]:.0f}" if len(year.archive) > 1 else "-"),
        ("time", f"{minutes:.0f} minutes on {cores} cores, load {os.getloadavg()[2]:.1f}"),
    ]


def _wrong(marks: Counter[str]) -> str:
    by_fault = ", ".join(f"{number} with *{fault}*" for fault, number in marks.most_common() if number)
    return f"{marks.total()} ({by_fault})" if by_fault else "none"


def _memory(of_sites: dict[str, list[float]]) -> str:
    nights = [*of_sites.values()]
    first = [mb for one in nights for mb in one[: len(one) // 10 + 1]]
    last = [mb for one in nights for mb in one[-(len(one) // 10 + 1) :]]
    return f"{median(first):.0f}, {median(last):.0f}" if first and last else "-"


def _disk(sizes: Sequence[float]) -> str:
    """Return the last size, and the median growth in the second half, after the reports of thirty nights."""
    growth = [after - before for before, after in pairwise(sizes[len(sizes) // 2 :])]
    return f"{sizes[-1]:.0f}, {median(growth):.2f}" if growth else "-"
