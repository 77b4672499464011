"""The N queens problem: nqueens."""

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from player.cli import console, ended
from player.cli.command import Command, option
from player.cli.draw import Targets, picture_options
from player.cli.options import NAME, choice, formula_options, json_option, one_of, seconds
from player.files import Records

if TYPE_CHECKING:
    from player.nqueens.model import Solution

#: Size limit of one solution: it takes ten seconds and 1.4 GB, and the formula grows with the square of the size.
MAX_SIDE = 1000
#: Size limit of all solutions: the formula grows with the cube of the size.
MAX_SIDE_OF_ALL = 100
#: The options of which only one may be given.
WAYS = ("total", "all", "groups", "rotated", "greedy", "smtlib", "dimacs", "read")


def side(value: str) -> int:
    """Return the side of a board, a number from 1 to `MAX_SIDE`."""
    text = value.strip()
    if not (text.isascii() and text.isdecimal() and len(text) <= 9 and 1 <= int(text) <= MAX_SIDE):
        raise click.BadParameter(f"{text[:40]!r} is no whole number from 1 to {MAX_SIDE}")
    return int(text)


def sides(value: str) -> list[int]:
    """Return the sides of several boards, parted by commas."""
    return [*map(side, value.split(","))]


@click.command(
    cls=Command,
    first="all total svg html json smtlib table",
    examples="""
    player nqueens 8
    player nqueens 12 --total
    player nqueens 8 --svg queens.svg
    """,
)
@click.argument("n", type=side, required=False)
@option("--total", is_flag=True, help="Count all solutions.")
@option("--all", is_flag=True, help="Write all solutions as JSON Lines, as they are found.")
@option("--groups", is_flag=True, help="Print the squares of each row, column and diagonal.")
@option("--rotated", is_flag=True, help="Print the squares turned by 45 degrees, and the lines that this gives.")
@option("--greedy", is_flag=True, help="Place each queen on the next free square, and say how many there are.")
@option("--table", type=sides, metavar="N,N,...", help="Compare the times of both modes for one solution of each N.")
@choice(
    "--mode",
    ["boolean", "integer"],
    "A CNF for pycosat, or integers 0 and 1 for Z3 (the extra compare).",
    default="boolean",
)
@seconds("--limit", 10, "With --table: the time for each N in each mode.", least=0.5)
@json_option("Append the outcome to FILE as JSON Lines.")
@formula_options
@option("--read", type=NAME, metavar="FILE|-", help="Count the queens on each line in a solver's answer in FILE.")
@picture_options
def nqueens(
    n: int | None,
    table: list[int] | None,
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
    from player.boards.formula_exchange import put
    from player.nqueens.report import QueensReport, compare, formula

    way = one_of(**{name: bool(ways[name]) for name in WAYS})
    _refuse(n, table, way, mode, json_target, targets)
    if n is not None and way in {"smtlib", "dimacs"}:
        put(formula(n, way, mode), ways[way])
        return 0
    target = json_target or ("-" if way == "all" else None)
    with Records(target) as records:
        shown = console(err=target == "-" or targets.on_standard_output)
        if n is None:
            return ended(records, compare(table or (), limit, records, shown))
        report = QueensReport(n, records, shown, partial(_show, targets, n))
        match way:
            case "groups" | "rotated":
                code = report.groups(rotated=way == "rotated")
            case "greedy":
                code = report.greedy()
            case "read":
                code = report.read(ways[way])
            case _:
                code = {"total": report.count, "all": report.all}.get(way or "", report.place)(mode)
    return ended(records, code)


def _refuse(
    n: int | None, table: list[int] | None, way: str | None, mode: str, json_target: str | None, targets: Targets
) -> None:
    """Raise UsageError for what does not go together, BadParameter for too many queens."""
    from player.nqueens.model import MAX_DRAWN_SIDE

    refusals = {
        "give either N, or --table N,N,...": (n is None) == (table is None),
        f"--table takes the place of --{way}: leave one of them out": table and way,
        "a formula is written alone: leave out --json and the pictures": way in {"smtlib", "dimacs"}
        and (targets.any or json_target),
        "DIMACS has no integers: leave out --mode, or write --smtlib": way == "dimacs" and mode == "integer",
        "a picture is of one solution: leave out what is not about one": targets.any
        and (n is None or way not in {None, "read"}),
        "standard output (-) takes the picture or the JSON: name a file for one of them": json_target == "-"
        and targets.on_standard_output,
    }
    for says, wrong in refusals.items():
        if wrong:
            raise click.UsageError(says)
    if way in {"total", "all"} and (n or 0) > MAX_SIDE_OF_ALL:
        raise click.BadParameter(f"all solutions are looked for up to N = {MAX_SIDE_OF_ALL}, not {n}")
    if targets.any and (n or 0) > MAX_DRAWN_SIDE:
        raise click.BadParameter(f"pictures are drawn up to N = {MAX_DRAWN_SIDE}, not {n}")


def _show(targets: Targets, n: int, solution: "Solution") -> None:
    if targets.any:
        from player.boards.drawing import of_queens
        from player.nqueens.model import Board

        targets.write(of_queens(Board(n), solution))
