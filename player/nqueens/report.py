"""The reports of `player nqueens`: solutions, their number, lines of squares, formulas and answers, times."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from player.boards.formula_exchange import model_of, require_clauses, symbols_of
from player.deadlines import watch
from player.errors import SOLVED, AnswerError, BoardError, NotInstalled, Unavailable, counted
from player.files import Records
from player.games.grid import Cell, as_lists
from player.nqueens import model
from player.nqueens.model import N_QUEENS, Solution
from player.sat import dimacs, smtlib
from player.sat.cnf import CNF


@dataclass(frozen=True)
class QueensReport:
    """Reports about `n` queens, as JSON and as text; `show` gets a solution too. Each returns the exit code."""

    n: int
    records: Records
    console: Console
    show: Callable[[Solution], None] = lambda _: None

    def place(self, mode: str) -> int:
        """Report one solution, drawn if it fits on the terminal, and as cells."""
        start = perf_counter()
        solution = model.first(self.n, mode)
        ms = 1000 * (perf_counter() - start)
        self._record(solution=None if solution is None else as_lists(solution), ms=round(ms, 3))
        if solution is None:
            return self._none()
        self._say(f"{self._queens}: a solution ({ms:.2f} ms)")
        self._draw(solution)
        self.show(solution)
        return SOLVED

    def count(self, mode: str) -> int:
        """Report the number of solutions."""
        start = perf_counter()
        number = sum(1 for _ in model.each(self.n, mode))
        ms = 1000 * (perf_counter() - start)
        self._record(solutions=number, ms=round(ms, 3))
        if number == 0:
            return self._none()
        self._say(f"{self._queens}: {counted(number, 'solution')} ({ms:.2f} ms)")
        return SOLVED

    def all(self, mode: str) -> int:
        """Report all solutions, one line each as soon as it is found."""
        number = 0
        for number, solution in enumerate(model.each(self.n, mode), start=1):  # noqa: B007  # used after the loop
            self._record(solution=as_lists(solution))
            self.records.require()
        return SOLVED if number else self._none()

    def groups(self, *, rotated: bool = False) -> int:
        """Report the squares of each row, column and diagonal; if `rotated`, with their turned coordinates."""
        grid = [[Cell(row, col) for col in range(self.n)] for row in range(self.n)]
        lines = {kind: [as_lists(line) for line in of_kind] for kind, of_kind in model.groups(grid).items()}
        squares = [as_lists(pair) for pair in model.rotated(self.n).items()] if rotated else []
        self._record(**({"rotated": squares} if rotated else {}), groups=lines)
        for square, at in squares:
            self._say(f"{json.dumps(square)} turned: {json.dumps(at)}")
        for kind, of_kind in lines.items():
            for number, line in enumerate(of_kind, start=1):
                self._say(f"{kind} {number}: {json.dumps(line)}")
        return SOLVED

    def greedy(self) -> int:
        """Report the queens, each on the next free square, and their number."""
        queens = model.greedy(self.n)
        self._record(placed=len(queens), cells=as_lists(queens))
        self._say(f"{self._queens}: {len(queens)} placed, each on the next free square")
        self._draw(queens)
        return SOLVED

    def read(self, file: str) -> int:
        """Report the queens in another solver's answer ("-": standard input), and their number on each line.

        Raise AnswerError if they break a rule, or its model a clause, and the errors of `model_of`.
        """
        cnf, symbols = _formula(self.n)
        found = model_of(file, symbols, len(cnf.names), smtlib.BOOLEAN_OR_01)
        queens = model.queens_of(cnf, found)
        broken, counts = model.check(self.n, queens), model.counts(self.n, queens)
        self.show(queens)
        kinds = {count.kind: [len(one.queens) for one in counts if one.kind == count.kind] for count in counts}
        self._record(answer=as_lists(queens), counts=kinds, broken=broken)
        self._say(f"{self._queens}: {'an answer with ERRORs' if broken else 'a correct answer'}")
        self._draw(queens)
        for count in counts:
            self._say(f"{count.kind} {count.number}: {'ERROR: ' if count.broken else ''}{len(count.queens)}")
        if broken:
            raise AnswerError.of(broken)
        require_clauses(cnf, symbols, found)
        return SOLVED

    @property
    def _queens(self) -> str:
        return counted(self.n, "queen")

    def _record(self, **found: Any) -> None:
        self.records.line({"queens": self.n, **found})

    def _draw(self, queens: Solution) -> None:
        """Print the queens: drawn if they fit on the terminal, and as cells."""
        if 2 * self.n <= self.console.width:
            self.console.print(N_QUEENS.text(model.Board(self.n), queens))
        self._say(json.dumps(as_lists(queens)))

    def _none(self) -> int:
        self._say(f"{self._queens}: no solution", "red")
        return BoardError.exit_code

    def _say(self, line: str, style: str = "") -> None:
        self.console.print(Text(line, style=style), soft_wrap=True)


def formula(n: int, form: str, mode: str) -> Iterator[str]:
    """Yield the lines of the formula as "dimacs" or "smtlib": of clauses, or in the `mode` "integer" of sums."""
    comments = [f"{n} queens: `player nqueens {n} --read FILE` reads a solver's answer"]
    if mode == "integer":
        grid = [[f"queen at {Cell(row, col).spoken}" for col in range(n)] for row in range(n)]
        lines = [(kind in model.FULL, line) for kind, lines in model.groups(grid).items() for line in lines]
        sums = (("=" if full else "<=", line) for full, line in lines if full or len(line) > 1)
        return smtlib.write_sums([symbol for row in grid for symbol in row], sums, comments)
    cnf, symbols = _formula(n)
    if form == "smtlib":
        return smtlib.write(cnf.clauses, symbols, comments)
    return dimacs.write(cnf.clauses, symbols, len(cnf.names), comments)


def _formula(n: int) -> tuple[CNF, tuple[str, ...]]:
    """Return the formula, and the meaning of each variable."""
    cnf = model.encode(n)
    return cnf, symbols_of(cnf, [f"queen at {at.spoken}" for at in cnf.names])


def compare(sizes: Sequence[int], limit: float, records: Records, console: Console) -> int:
    """Report a table of the times, in ms, that each mode takes for one solution; `limit` is in seconds."""
    modes = ["boolean", "integer"]
    try:
        model.require("integer")
    except NotInstalled as error:
        modes.remove("integer")
        console.print(Text(f"integer mode is left out: {error}"), soft_wrap=True)
    table = Table("queens", *(f"{mode} ms" for mode in modes))
    with watch():  # a signal to this process also ends the child process
        for n in sizes:
            times = {mode: measured(n, mode, limit) for mode in modes}
            records.line({"queens": n, "ms": times, "limit": limit})
            table.add_row(str(n), *(f"> {limit:g} s" if ms is None else f"{ms:.1f}" for ms in times.values()))
    console.print(table)
    return SOLVED


def measured(n: int, mode: str, limit: float) -> float | None:
    """Return the milliseconds that `player nqueens` takes to place `n` queens; None if `limit` seconds are over first.

    The time is from the first clause to the referee; the limit includes the start of Python. Raise Unavailable if the
    process ends without an answer, for example out of memory.
    """
    command = [sys.executable, "-m", "player", "nqueens", str(n), "--mode", mode, "--json", "-"]
    try:
        done = subprocess.run(  # noqa: S603  # our own command, with a number and a known mode
            command, capture_output=True, text=True, timeout=limit, check=False
        )
    except subprocess.TimeoutExpired:
        return None
    if not done.stdout:
        reason = done.stderr.strip() or f"it ended with the code {done.returncode}"
        raise Unavailable(f"{n} queens in {mode} mode gave no answer: {reason}")
    return float(json.loads(done.stdout)["ms"])
