"""Certificates of real boards, written and checked: a table in Markdown.

The boards are not ours, and stay where they are: beside this checkout. Without them, our own are taken.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import click

from player.boards.board_json import board_of
from player.certificates.checker.folder import Files
from player.certificates.report import judge
from player.certificates.writing import certificate
from player.errors import BoardError
from player.files import BOARDS
from tests.bench.rows import PUZZLES
from tests.bench.tables import markdown

#: By file: the keys that its boards lack, as their site has another format.
MORE: dict[str, dict[str, Any]] = {"demystify-binairo": {"distinct": True}}
HEAD = ["boards", "number", "clauses", "steps", "most steps", "write ms", "check ms", "both, max ms"]


class Cost(NamedTuple):
    """The size of a certificate, and the milliseconds of the processor for writing and for checking it."""

    clauses: int
    steps: int
    write_ms: float
    check_ms: float


@click.command()
@click.argument("names", nargs=-1)
def main(names: tuple[str, ...]) -> None:
    """Print the table for the files NAMES of boards, without their suffix, or for all."""
    lines, left_out = [HEAD], 0
    for name, data in _sets(names):
        found = [cost for one in data if (cost := _cost(one))]
        left_out += len(data) - len(found)
        if found:
            lines.append(_line(name, found))
    click.echo(markdown(lines, words=1))
    click.echo(f"\n{left_out} boards have not exactly one solution, and no certificate")


def _sets(names: tuple[str, ...]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the boards of each file."""
    folder = PUZZLES if PUZZLES.is_dir() else BOARDS
    for file in sorted(folder.glob("*.jsonl")):
        if names and file.stem not in names:
            continue
        data = [
            {**json.loads(line), **MORE.get(file.stem, {})} for line in file.read_text(encoding="utf-8").splitlines()
        ]
        yield file.stem, data


def _cost(data: dict[str, Any]) -> Cost | None:
    """Return the cost of a board's certificate, which is checked; None if it has none."""
    game, board = board_of(data)
    game.load(board)
    start = process_time()
    try:
        made = certificate(game, board, "a board")
    except BoardError:
        return None
    written = process_time()
    checked = judge(Files(Path(), made.files)).checked
    ended = process_time()
    return Cost(len(checked.formula.clauses), checked.steps, 1000 * (written - start), 1000 * (ended - written))


def _line(name: str, costs: list[Cost]) -> list[str]:
    clauses, steps, writing, checking = (sorted(column) for column in zip(*costs, strict=True))
    most = max(cost.write_ms + cost.check_ms for cost in costs)
    numbers = (len(costs), median(clauses), median(steps), steps[-1], median(writing), median(checking), most)
    return [name, *(f"{number:,.0f}" for number in numbers)]


if __name__ == "__main__":
    main()
