"""Commands for other solvers: encode, decode."""

import sys

import click

from player.cli.options import WORDS, one_of
from player.cli.param_types import NAME
from player.cli.source import LINE


@click.command()
@click.argument("file", type=NAME, metavar="FILE|-")
@click.option("--dimacs", is_flag=True, help="As DIMACS CNF.  [default]")
@click.option("--smtlib", is_flag=True, help="As SMT-LIB 2 (QF_UF).")
@click.option("--to", type=NAME, metavar="FILE", help="Write to FILE, not to standard output.")
@LINE
@WORDS
def encode(file: str, dimacs: bool, smtlib: bool, to: str | None, line: int | None) -> int:
    """Write the formula of the board in FILE for another solver: its models are the board's solutions.

    Comments name the meaning of each variable. `player decode` reads the answer.
    """
    from player.boards.formula_exchange import chosen, write

    form = one_of(dimacs=dimacs, smtlib=smtlib) or "dimacs"
    _, formula = chosen(file, line)
    write(formula, form, to)
    return 0


@click.command()
@click.argument("file", type=NAME, metavar="FILE|-")
@click.argument("model", type=NAME, metavar="MODEL|-")
@LINE
@WORDS
def decode(file: str, model: str, line: int | None) -> int:
    """Check the answer in MODEL to the formula that `player encode` wrote for FILE, and print its solution.

    MODEL is a solver's output: the s and v lines of DIMACS, MiniSat's result file, or the model of Z3 or MathSAT. A
    broken rule is reported as an ERROR.
    """
    from player.boards.formula_exchange import chosen, show, solution_of
    from player.render.terminal import PlainConsole

    if file == model == "-":
        raise click.UsageError("standard input holds the board or the answer: name a file for one of them")
    name, formula = chosen(file, line)
    show(name, formula, solution_of(formula, model), PlainConsole(sys.stdout))
    return 0
