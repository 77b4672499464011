"""The exchange of formulas: a board's formula for other solvers, and the checked solution of their answer."""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from player.boards.board_files import one_of, text_of
from player.boards.board_json import board_of
from player.errors import AnswerError, BoardError, Unavailable, some
from player.files import atomic_file
from player.games import Game
from player.games.game import Encoding
from player.render.terminal import printable
from player.sat import dimacs, smtlib
from player.sat.cnf import CNF, CONTRADICTION
from player.sat.dimacs import SolverAnswer


@dataclass(frozen=True, slots=True)
class ExchangedFormula:
    """A complete formula of `board`; `symbols[i]` is the meaning of variable i + 1."""

    game: Game
    board: Any
    cnf: CNF
    symbols: tuple[str, ...]


def chosen(file: str, line: int | None) -> tuple[str, ExchangedFormula]:
    """Return the name and the formula of the board in `file` ("-": standard input), or of that on its `line`."""
    with one_of(file, line) as (name, data):
        return name, formula_of(*board_of(data))


def formula_of(game: Game, board: Any, encoding: Encoding | None = None) -> ExchangedFormula:
    """Return the formula of a board by one of the game's encodings, or else by the complete one."""
    encoding = encoding or game.whole_encoding
    cnf = encoding.encode(board)
    named = list(cnf.names) if cnf is CONTRADICTION else [encoding.sentence(name) for name in cnf.names]
    return ExchangedFormula(game, board, cnf, symbols_of(cnf, named))


def symbols_of(cnf: CNF, named: Sequence[str]) -> tuple[str, ...]:
    """Return the meaning of each variable: those `named`, and then the auxiliary ones by their numbers."""
    variables = max(map(abs, chain.from_iterable(cnf.clauses)), default=0)
    return (*named, *(f"auxiliary {variable}" for variable in range(len(named) + 1, variables + 1)))


# Out


def lines(formula: ExchangedFormula, form: str) -> Iterator[str]:
    """Return the lines of `formula` as "dimacs" or "smtlib"."""
    cnf, game = formula.cnf, formula.game
    comments = [f"{game.name}: `player decode` reads a solver's answer", json.dumps(game.board.to_json(formula.board))]
    if loaded := game.load(formula.board):
        comments.append(f"the formula is relative to {loaded}")
    if form == "smtlib":
        return smtlib.write(cnf.clauses, formula.symbols, comments)
    return dimacs.write(cnf.clauses, formula.symbols, len(cnf.names), comments)


def put(lines: Iterable[str], target: str | None) -> None:
    """Write the lines of a formula to the file `target`, or to standard output."""
    if target is None or target == "-":
        sys.stdout.writelines(lines)
        return
    with (
        atomic_file(Path(target), private=False, what="the formula's file") as place,
        place.open("w", encoding="utf-8") as file,
    ):
        file.writelines(lines)


# In

#: The most characters of an answer: for each variable, and for everything else.
CHARACTERS_PER_VARIABLE, OTHER_CHARACTERS = 150, 1_000_000
_HEAD = re.compile(r"^[^\S\n]*+([^\s;c]\S{0,9})", re.MULTILINE)


def model_of(file: str, symbols: Sequence[str], named: int, sorts: smtlib.Sorts = smtlib.BOOLEAN) -> list[int]:
    """Return the model in the answer in `file` ("-": standard input), in which 0 stands for an open variable.

    Raise AnswerError if the answer is malformed or lacks one of the first `named` variables, BoardError if it is UNSAT,
    Unavailable if it is UNKNOWN.
    """
    most = OTHER_CHARACTERS + CHARACTERS_PER_VARIABLE * len(symbols)
    answer = parsed(text_of(file, "the answer file", most), symbols, sorts)
    if answer.satisfiable is None:
        raise Unavailable("the answer is UNKNOWN: the solver gave up: give it more time")
    if not answer.satisfiable:
        raise BoardError("the answer is UNSAT: if the solver is right, the board has no solution")
    variables = range(1, len(symbols) + 1)
    missing = [variable for variable in variables[:named] if variable not in answer.literals]
    if missing:
        first = f"variable {missing[0]} ({symbols[missing[0] - 1]})"
        raise AnswerError(f"the answer lacks {first}, {len(missing)} in all: is it another board's answer?")
    return [answer.literals.get(variable, 0) for variable in variables]


def parsed(text: str, symbols: Sequence[str], sorts: smtlib.Sorts = smtlib.BOOLEAN) -> SolverAnswer:
    """Return the answer in `text`, in the format that its first line other than a comment shows."""
    head = _HEAD.search(text)
    if head and (head[1].startswith("(") or head[1] in smtlib.VERDICTS):
        return smtlib.read(text, symbols, sorts)
    return dimacs.read(text, len(symbols))


def judged(formula: ExchangedFormula, model: list[int]) -> Any:
    """Return the solution of `model`, in which 0 stands for an open variable; raise AnswerError if it is wrong.

    The referee comes first, because its messages are better than a broken clause. A model may break a clause about
    auxiliary variables although its solution is correct.
    """
    game, board, cnf = formula.game, formula.board, formula.cnf
    solution = None if cnf is CONTRADICTION else game.whole_encoding.decode(board, cnf.facts(model))
    if solution is not None and (broken := game.board.check(board, solution)):
        raise AnswerError.of(broken)
    require_clauses(cnf, formula.symbols, model)
    return solution


def require_clauses(cnf: CNF, symbols: Sequence[str], model: Iterable[int]) -> None:
    """Raise AnswerError if `model` breaks a clause."""
    false = {-literal for literal in model}
    for number, clause in enumerate(cnf.clauses, start=1):
        if false.issuperset(clause):
            against = [("not " if literal > 0 else "") + symbols[abs(literal) - 1] for literal in clause]
            raise AnswerError(f"ERROR: clause {number} is broken, these can't all be true: {some(against)}")


def show(name: str, formula: ExchangedFormula, solution: Any, console: Console) -> None:
    """Print a correct solution, drawn and as JSON."""
    game = formula.game
    console.print(Text(f"{game.title} {printable(name)}: a correct solution"), soft_wrap=True)
    console.print(game.text(formula.board, solution))
    console.print(Text(json.dumps(game.board.solution_to_json(solution))), soft_wrap=True)
