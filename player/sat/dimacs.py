"""DIMACS: formulas written, solvers' answers read; and such an answer, independent of the file format.

Source: the rules of the SAT competitions, and MiniSat's own answer format.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from player.errors import AnswerError, short
from player.sat.cnf import Clause

_VERDICTS = {"SATISFIABLE": True, "UNSATISFIABLE": False, "UNKNOWN": None, "INDETERMINATE": None}
_MINISAT_VERDICTS = {"SAT": True, "UNSAT": False, "INDET": None}
_LITERAL = re.compile(r"-?[1-9][0-9]{0,8}")


@dataclass(slots=True)
class SolverAnswer:
    """A solver's verdict and model.

    `satisfiable` is None if the solver gave up; `literals` maps each variable to its literal in the model.
    """

    satisfiable: bool | None = None
    literals: dict[int, int] = field(default_factory=dict)

    def add(self, literal: int, line: int) -> None:
        """Add a literal of the model; raise AnswerError if its variable already has one.

        The check bounds the size of the model.
        """
        variable = abs(literal)
        if variable in self.literals:
            how = "twice" if self.literals[variable] == literal else "both as true and as false"
            raise AnswerError(f"line {line} of the answer has variable {variable} {how}, which is not a model")
        self.literals[variable] = literal


def stranger(what: str, line: int) -> AnswerError:
    """Return the error for a name that the formula does not have."""
    return AnswerError(
        f"line {line} of the answer has {what}, which the formula does not have: is it another board's answer?"
    )


def write(clauses: Sequence[Clause], symbols: Sequence[str], named: int, comments: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a DIMACS file.

    `symbols[i]` is the meaning of variable i + 1; the first `named` variables get a comment line each.
    """
    yield from (f"c {comment}\n" for comment in comments)
    yield from (f"c {variable} = {symbol}\n" for variable, symbol in enumerate(symbols[:named], start=1))
    if named < len(symbols):
        yield f"c {named + 1} to {len(symbols)} are auxiliary\n"
    yield f"p cnf {len(symbols)} {len(clauses)}\n"
    yield from (" ".join(map(str, (*clause, 0))) + "\n" for clause in clauses)


def read(text: str, variables: int) -> SolverAnswer:
    """Return the answer in `text`; raise AnswerError if it is malformed or cut off.

    The SAT competitions' format is an `s` line, then `v` lines up to a 0. MiniSat's is `SAT`, then literals up to a 0.
    The 0 is optional if the last variable has a literal: Z3 writes none, and leaves out variables that may be either.
    """
    answer, verdict, ended, last = SolverAnswer(), "", False, 0
    for line, raw in enumerate(text.split("\n"), start=1):
        head, *words = raw.split() or ["c"]
        last = line if raw.strip() else last
        if head == "c":
            continue
        if ended:
            raise AnswerError(f"line {line} of the answer goes on after the 0 that ends its model")
        if not verdict and head in {"s", *_MINISAT_VERDICTS}:
            verdict, said = head, "".join(words[:1])
            if head == "s" and said not in _VERDICTS:
                known = ", ".join(_VERDICTS)
                raise AnswerError(f"line {line} of the answer has {short(said)}: one of {known} was expected")
            answer.satisfiable = _VERDICTS[said] if head == "s" else _MINISAT_VERDICTS[head]
        elif verdict and (head == "v" or verdict != "s"):
            ended = _take(answer, words if head == "v" else [head, *words], variables, line)
        else:
            raise AnswerError(f"line {line} of the answer begins with {short(head)}: 's', then 'v' was expected")
    if not verdict:
        raise AnswerError("the answer is empty: a line such as 's SATISFIABLE' was expected")
    if answer.satisfiable and not ended and variables and variables not in answer.literals:
        raise AnswerError(f"the answer is cut off after line {last}: no 0 ends its model")
    return answer


def _take(answer: SolverAnswer, words: list[str], variables: int, line: int) -> bool:
    """Add the literals on a line; return True if a 0 ends them."""
    ended = words.index("0") if "0" in words else len(words)
    for word in words[:ended]:
        if not _LITERAL.fullmatch(word):
            raise AnswerError(f"line {line} of the answer has {short(word)}, which is not a literal")
        if abs(int(word)) > variables:
            raise stranger(f"variable {word.lstrip('-')}", line)
        answer.add(int(word), line)
    if more := words[ended + 1 : ended + 2]:
        raise AnswerError(f"line {line} of the answer goes on with {short(more[0])} after its 0")
    return ended < len(words)
