"""The N queens problem: nqueens."""

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from player.cli import ended
from player.cli.draw import Targets, picture_options
from player.cli.options import one_of, seconds
from player.cli.param_types import NAME

if TYPE_CHECKING:
    from player.nqueens.model import Solution

#: Size limit of one solution: it takes ten seconds and 1.4 GB, and the formula grows with the square of the size.
MAX_SIDE = 1000
#: Size limit of all solutions: the formula grows with the cube of the size.
MAX_SIDE_OF_ALL = 100
#: The options of which only one may be given.
WAYS = ("count", "all", "groups", "rotated", "greedy", "smt2", "dimacs", "read")


class QueensSize(click.ParamType[int]):
    """The side of a board; a wrong one is reported with the range."""

    name = "n"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; fail if it is none from 1 to `MAX_SIDE`."""
        text = str(value).strip()
        if not (text.isascii() and text.isdecimal() and len(text) <= 9 and 1 <= int(text) <= MAX_SIDE):
            self.fail(f"{text[:40]!r} is no whole number from 1 to {MAX_SIDE}", param, ctx)
        return int(text)


class Sizes(click.ParamType[tuple[int, ...]]):
    """Sizes of boards, separated by commas."""

    name = "sizes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Return the sizes, each one that `Size` takes."""
        return tuple(QueensSize()(text, param, ctx) for text in str(value).split(","))


@click.command()
@click.argument("n", type=QueensSize(), required=False)
@click.option("--count", is_flag=True, help="Count all solutions.")
@click.option("--all", is_flag=True, help="Write all solutions as JSON Lines, as they are found.")
@click.option("--groups", is_flag=True, help="Print the squares of each row, column and diagonal.")
@click.option("--rotated", is_flag=True, help="Print the squares turned by 45 degrees, and the lines that this gives.")
@click.option("--greedy", is_flag=True, help="Place each queen on the next free square, and say how many there are.")
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
@click.option("--smt2", type=NAME, metavar="FILE|-", help="Write the formula to FILE as SMT-LIB 2, in either mode.")
@click.option("--dimacs", type=NAME, metavar="FILE|-", help="Write the formula to FILE as DIMACS CNF.")
@click.option("--read", type=NAME, metavar="FILE|-", help="Count the queens on each line in a solver's answer in FILE.")
@picture_options
def nqueens(
    n: int | None,
    table: tuple[int, ...] | None,
    mode: str,
    limit: float,
    json_target: str | None,
    targets: Targets,
    **ways: Any,
) -> int:
    """Place N queens on N x N squares, no two in one row, column or diagonal.

    The exit code is 65 if there is no solution, or an answer breaks a rule. The HTML page counts the queens on each
    line.
    """
    from player.files.records import Records
    from player.nqueens.report import QueensReport, compare
    from player.render.terminal import PlainConsole

    way = one_of(**{name: bool(ways[name]) for name in WAYS})
    _require_one_task(n, table, way)
    if n is not None and way in {"smt2", "dimacs"}:
        return _write_formula(n, way, ways[way], mode, alone=not (targets.any or json_target))
    if targets.any:
        _refuse_pictures(n, way, targets, json_target)
    target = json_target or ("-" if way == "all" else None)
    with Records(target) as records:
        console = PlainConsole(sys.stderr if target == "-" or targets.on_standard_output else sys.stdout)
        if n is None:
            return ended(records, compare(table or (), limit, records, console))
        report = QueensReport(n, records, console, partial(_show, targets, n))
        match way:
            case "groups" | "rotated":
                code = report.groups(rotated=way == "rotated")
            case "greedy":
                code = report.greedy()
            case "read":
                code = report.read(ways[way])
            case _:
                code = {"count": report.count, "all": report.all}.get(way or "", report.place)(mode)
    return ended(records, code)


def _require_one_task(n: int | None, table: tuple[int, ...] | None, way: str | None) -> None:
    if (n is None) == (table is None):
        raise click.UsageError("give either N, or --table N,N,...")
    if table and way:
        raise click.UsageError(f"--table takes the place of --{way}: leave one of them out")
    if way in {"count", "all"} and (n or 0) > MAX_SIDE_OF_ALL:
        raise click.BadParameter(f"all solutions are looked for up to N = {MAX_SIDE_OF_ALL}, not {n}")


def _write_formula(n: int, form: str, target: str, mode: str, *, alone: bool) -> int:
    from player.boards.formula_exchange import put
    from player.nqueens.report import formula

    if not alone:
        raise click.UsageError("a formula is written alone: leave out --json and the pictures")
    if form == "dimacs" and mode == "integer":
        raise click.UsageError("DIMACS has no integers: leave out --mode, or write --smt2")
    put(formula(n, form, mode), target)
    return 0


def _refuse_pictures(n: int | None, way: str | None, targets: Targets, json_target: str | None) -> None:
    from player.nqueens.model import MAX_DRAWN_SIDE

    if n is None or way not in {None, "read"}:
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
