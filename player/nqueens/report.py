"""The reports of `player nqueens`: solutions, their number, answers of other solvers, groups of squares, times."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import perf_counter
from typing import Protocol

from rich.console import Console
from rich.table import Table
from rich.text import Text

from player.deadlines import watch
from player.errors import SOLVED, AnswerError, BoardError, NotInstalled
from player.files.records import Records
from player.games.grid import Cell, as_lists
from player.nqueens import model
from player.nqueens.model import Solution
from player.nqueens.terminal import draw

MODES = ("boolean", "integer")


class Solver(Protocol):
    """The functions of a mode."""

    def first(self, n: int) -> Solution | None:
        """Return a solution, or None if there is none."""

    def each(self, n: int) -> Iterator[Solution]:
        """Yield all solutions."""


def solver(mode: str) -> Solver:
    """Return the solver of one of `MODES`; raise NotInstalled if it needs a missing package."""
    if mode == "boolean":
        return model
    from player.nqueens import integer_model as integer  # noqa: PLC0415  # Z3 is optional

    return integer


def place(
    n: int, by: Solver, records: Records, console: Console, show: Callable[[Solution], None] = lambda _: None
) -> int:
    """Report one solution, drawn if it fits on the terminal, and as cells; return the exit code.

    `show` receives the solution too.
    """
    start = perf_counter()
    solution = by.first(n)
    ms = 1000 * (perf_counter() - start)
    queens = None if solution is None else as_lists(solution)
    records.line({"queens": n, "solution": queens, "ms": round(ms, 3)})
    if solution is None:
        return _none(n, console)
    _say(console, f"{_queens(n)}: a solution ({ms:.2f} ms)")
    _show_queens(n, solution, console)
    show(solution)
    return SOLVED


def count(n: int, by: Solver, records: Records, console: Console) -> int:
    """Report the number of solutions; return the exit code."""
    start = perf_counter()
    number = sum(1 for _ in by.each(n))
    ms = 1000 * (perf_counter() - start)
    records.line({"queens": n, "solutions": number, "ms": round(ms, 3)})
    if number == 0:
        return _none(n, console)
    _say(console, f"{_queens(n)}: {number} solution{'s' if number > 1 else ''} ({ms:.2f} ms)")
    return SOLVED


def stream(n: int, by: Solver, records: Records, console: Console) -> int:
    """Report all solutions, one line each as soon as it is found; return the exit code."""
    number = 0
    for number, solution in enumerate(by.each(n), start=1):  # noqa: B007  # used after the loop
        records.line({"queens": n, "solution": as_lists(solution)})
        records.require()
    return SOLVED if number else _none(n, console)


def show_groups(n: int, records: Records, console: Console) -> int:
    """Report the squares of each row, column and diagonal."""
    grid = [[Cell(row, col) for col in range(n)] for row in range(n)]
    lines = {kind: [as_lists(line) for line in of_kind] for kind, of_kind in model.groups(grid).items()}
    records.line({"queens": n, "groups": lines})
    _say_lines(lines, console)
    return SOLVED


def show_rotated(n: int, records: Records, console: Console) -> int:
    """Report each square with its coordinates turned by 45 degrees, and the lines that these give."""
    turned = model.rotated(n)
    lines = {kind: [as_lists(line) for line in of_kind] for kind, of_kind in model.groups_by_rotation(n).items()}
    squares = [as_lists(pair) for pair in turned.items()]
    records.line({"queens": n, "rotated": squares, "groups": lines})
    for square, at in squares:
        _say(console, f"{json.dumps(square)} turned: {json.dumps(at)}")
    _say_lines(lines, console)
    return SOLVED


def place_greedily(n: int, records: Records, console: Console) -> int:
    """Report the queens, each on the next free square, and their number."""
    queens = model.greedy(n)
    records.line({"queens": n, "placed": len(queens), "cells": as_lists(queens)})
    _say(console, f"{_queens(n)}: {len(queens)} placed, each on the next free square")
    _show_queens(n, queens, console)
    return SOLVED


def read(
    n: int, file: str, records: Records, console: Console, show: Callable[[Solution], None] = lambda _: None
) -> int:
    """Report the queens in another solver's answer and their number on each line; return the exit code.

    `show` receives the queens first. Raise AnswerError if they break a rule.
    """
    from player.nqueens import exchange  # noqa: PLC0415  # it loads all games

    queens, found = exchange.answered(n, file)
    broken = model.check(n, queens)
    counts = model.counts(n, queens)
    show(queens)
    kinds = {count.kind: [len(one.queens) for one in counts if one.kind == count.kind] for count in counts}
    records.line({"queens": n, "answer": as_lists(queens), "counts": kinds, "broken": broken})
    _say(console, f"{_queens(n)}: {'an answer with ERRORs' if broken else 'a correct answer'}")
    _show_queens(n, queens, console)
    for count in counts:
        _say(console, f"{count.kind} {count.number}: {'ERROR: ' if count.broken else ''}{len(count.queens)}")
    if broken:
        raise AnswerError.of(broken)
    exchange.require(n, found)
    return SOLVED


def compare(sizes: Sequence[int], limit: float, records: Records, console: Console) -> int:
    """Report a table of the times, in ms, that each mode takes for one solution; `limit` is in seconds."""
    from player.nqueens.timing import measured  # noqa: PLC0415

    modes = [mode for mode in MODES if _installed(mode, console)]
    table = Table("queens", *(f"{mode} ms" for mode in modes))
    with watch():  # a signal to this process also ends the child process
        for n in sizes:
            times = {mode: measured(n, mode, limit) for mode in modes}
            records.line({"queens": n, "ms": times, "limit": limit})
            table.add_row(str(n), *(f"> {limit:g} s" if ms is None else f"{ms:.1f}" for ms in times.values()))
    console.print(table)
    return SOLVED


def _installed(mode: str, console: Console) -> bool:
    try:
        solver(mode)
    except NotInstalled as error:
        _say(console, f"{mode} mode is left out: {error}")
        return False
    return True


def _show_queens(n: int, queens: Solution, console: Console) -> None:
    """Print the queens: drawn if they fit on the terminal, and as cells."""
    if 2 * n <= console.width:
        console.print(draw(model.Board(n), queens))
    _say(console, json.dumps(as_lists(queens)))


def _say_lines(lines: Mapping[str, Sequence[Sequence[Sequence[int]]]], console: Console) -> None:
    for kind, of_kind in lines.items():
        for number, squares in enumerate(of_kind, start=1):
            _say(console, f"{kind} {number}: {json.dumps(squares)}")


def _none(n: int, console: Console) -> int:
    _say(console, f"{_queens(n)}: no solution", "red")
    return BoardError.exit_code


def _queens(n: int) -> str:
    return f"{n} queen{'s' if n > 1 else ''}"


def _say(console: Console, line: str, style: str = "") -> None:
    console.print(Text(line, style=style), soft_wrap=True)
