"""The N queens problem: nqueens."""

import sys
from typing import TYPE_CHECKING, Any

import click

from player.cli import ended
from player.cli.draw import Targets, picture_options
from player.cli.options import one_of, seconds
from player.cli.param_types import NAME

if TYPE_CHECKING:
    from collections.abc import Callable

    from player.nqueens.model import Solution

#: Size limit of one solution: it takes ten seconds and 1.4 GB, and the formula grows with the square of the size.
MAX_SIDE = 1000
#: Size limit of all solutions: the formula grows with the cube of the size.
MAX_SIDE_OF_ALL = 100
SIZE = click.IntRange(1, MAX_SIDE)


class Sizes(click.ParamType[tuple[int, ...]]):
    """Sizes of boards, separated by commas."""

    name = "sizes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Return the sizes, each within the limit of `SIZE`."""
        return tuple(SIZE(text, param, ctx) for text in str(value).split(","))


@click.command()
@click.argument("n", type=SIZE, required=False)
@click.option("--count", is_flag=True, help="Count all solutions.")
@click.option("--all", "every", is_flag=True, help="Write all solutions as JSON Lines, as they are found.")
@click.option("--groups", is_flag=True, help="Print the squares of each row, column and diagonal.")
@click.option(
    "--table", type=Sizes(), metavar="N,N,...", help="Compare the times of both modes for one solution of each N."
)
@click.option(
    "--mode",
    type=click.Choice(["boolean", "integer"]),
    default="boolean",
    show_default=True,
    help="A CNF for pycosat, or integers 0 and 1 for Z3 (the extra compare).",
)
@seconds("--limit", 10, "With --table: the time for each N in each mode.", least=0.5)
@click.option("--json", "json_target", type=NAME, metavar="FILE|-", help="Write the outcome to FILE as JSON Lines.")
@picture_options
def nqueens(
    n: int | None,
    count: bool,
    every: bool,
    groups: bool,
    table: tuple[int, ...] | None,
    mode: str,
    limit: float,
    json_target: str | None,
    targets: Targets,
) -> int:
    """Place N queens on N x N squares, no two in one row, column or diagonal.

    The exit code is 65 if there is no solution. The HTML page counts the queens on each line.
    """
    from functools import partial

    from player.boards.records import Records
    from player.nqueens import report
    from player.render.console import PlainConsole

    way = one_of(count=count, all=every, groups=groups)
    _require_one_task(n, table, way)
    if targets.any:
        _refuse_pictures(n, way, targets, json_target)
    target = json_target or ("-" if way == "all" else None)
    with Records(target) as records:
        console = PlainConsole(sys.stderr if target == "-" or targets.on_standard_output else sys.stdout)
        if n is None:
            code = report.compare(table or (), limit, records, console)
        elif way == "groups":
            code = report.show_groups(n, records, console)
        else:
            place = partial(report.place, show=partial(_show, targets, n))
            ways: dict[str | None, Callable[..., int]] = {None: place, "count": report.count, "all": report.stream}
            code = ways[way](n, report.solver(mode), records, console)
    return ended(records, code)


def _require_one_task(n: int | None, table: tuple[int, ...] | None, way: str | None) -> None:
    if (n is None) == (table is None):
        raise click.UsageError("give either N, or --table N,N,...")
    if table and way:
        raise click.UsageError(f"--table takes the place of --{way}: leave one of them out")
    if way in {"count", "all"} and (n or 0) > MAX_SIDE_OF_ALL:
        raise click.BadParameter(f"all solutions are looked for up to N = {MAX_SIDE_OF_ALL}, not {n}")


def _refuse_pictures(n: int | None, way: str | None, targets: Targets, json_target: str | None) -> None:
    from player.nqueens.model import MAX_DRAWN_SIDE

    if n is None or way:
        raise click.UsageError("a picture is of one solution: leave out what is not about one")
    if n > MAX_DRAWN_SIDE:
        raise click.BadParameter(f"pictures are drawn up to N = {MAX_DRAWN_SIDE}, not {n}")
    if json_target == "-" and targets.on_standard_output:
        raise click.UsageError("standard output (-) takes the picture or the JSON: name a file for one of them")


def _show(targets: Targets, n: int, solution: "Solution") -> None:
    if targets.any:
        from player.boards.drawing import of_queens
        from player.nqueens.model import Board

        targets.write(of_queens(Board(n), solution))
