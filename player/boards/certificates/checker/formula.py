"""The formulas of a certificate: a strict reader of DIMACS with the meanings of the variables in comments."""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from player.boards.certificates.checker.folder import value_in
from player.errors import CertificateError

Clause = tuple[int, ...]

#: The most variables: the memory of the check grows with them.
MAX_VARIABLES = 5_000_000

_LITERAL = "-?[1-9][0-9]{0,8}"
CLAUSE = re.compile(rf"(?:{_LITERAL} )*0")
_CLAUSES = re.compile(rf"(?:(?:{_LITERAL} )*+0\n)*+")
_HEADER = re.compile(r"p cnf (0|[1-9][0-9]{0,8}) (0|[1-9][0-9]{0,8})")
_MEANING = re.compile(r"c ([1-9][0-9]{0,8}) = (\S.*)")
_BOARD = "c board: "
_CUT = "c cut: "


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula as text and as numbers; `meanings[i]` is that of variable i + 1, of those that are not auxiliary.

    `cuts` are the numbers of the clauses, from 0, that a comment marks as cuts. `board` is the board's JSON.
    """

    variables: int
    lines: tuple[str, ...]
    clauses: tuple[Clause, ...]
    meanings: tuple[str, ...]
    cuts: tuple[int, ...]
    board: Any


def formula_in(name: str, text: str) -> Formula:
    """Return the formula in `text`, that of the file `name`; raise CertificateError if it is malformed."""
    lines = _lines(name, text)
    comments = [line for line in lines if line.startswith("c ")]
    variables, clause_lines = _body(name, lines)
    clauses = tuple(tuple(map(int, line.split()[:-1])) for line in clause_lines)
    _require_known(name, clauses, variables)
    cuts = _cuts(name, lines) if any(line.startswith(_CUT) for line in comments) else ()
    meanings = _meanings(name, comments, variables)
    return Formula(variables, tuple(clause_lines), clauses, meanings, cuts, _board(name, lines))


def excluded_in(name: str, text: str, formula: Formula) -> Clause:
    """Return the last clause of the formula in `text`, which is `formula` but for it; raise CertificateError if not."""
    variables, lines = _body(name, _lines(name, text))
    if variables != formula.variables:
        raise CertificateError(f"{name} has {variables} variables, formula.cnf has {formula.variables}")
    if not lines or tuple(lines[:-1]) != formula.lines:
        pairs = enumerate(zip(lines[:-1], formula.lines, strict=False), start=1)
        number = next((number for number, (one, other) in pairs if one != other), None)
        if number is None:
            raise CertificateError(
                f"{name} has {len(lines)} clauses, not the {len(formula.lines)} of formula.cnf and 1"
            )
        raise CertificateError(f"{name} differs from formula.cnf in clause {number}: {_short(lines[number - 1])}")
    last = tuple(map(int, lines[-1].split()[:-1]))
    _require_known(name, (last,), variables)
    return last


def _lines(name: str, text: str) -> list[str]:
    if not text.endswith("\n"):
        raise CertificateError(f"{name} is cut off: its last line does not end")
    return text[:-1].split("\n")


def _body(name: str, lines: list[str]) -> tuple[int, list[str]]:
    """Return the number of variables and the lines of the clauses, as many as the header says."""
    header, *body = [line for line in lines if line[:2] != "c "] or [""]
    match = _HEADER.fullmatch(header)
    if not match:
        raise CertificateError(f"{name} has {_short(header)} where 'p cnf VARIABLES CLAUSES' was expected")
    variables, number = map(int, match.groups())
    if variables > MAX_VARIABLES:
        raise CertificateError(f"{name} has {variables} variables: at most {MAX_VARIABLES} are checked")
    if not _CLAUSES.fullmatch("\n".join([*body, ""]) if body else ""):
        bad = next(line for line in body if not CLAUSE.fullmatch(line))
        raise CertificateError(f"{name} line {lines.index(bad) + 1} is no clause: {_short(bad)}")
    if len(body) != number:
        raise CertificateError(f"{name} has {len(body)} clauses, its header says {number}")
    return variables, body


def _require_known(name: str, clauses: tuple[Clause, ...], variables: int) -> None:
    """Raise CertificateError if a clause has a variable beyond the header's number."""
    for number, clause in enumerate(clauses, start=1):
        if clause and max(*clause, -min(clause)) > variables:
            raise CertificateError(f"{name}: clause {number} has a variable beyond the {variables} of its header")


def _cuts(name: str, lines: list[str]) -> tuple[int, ...]:
    """Return the numbers of the clauses, from 0, right before which a comment marks a cut."""
    cuts = []
    after = -1  # the number of the last clause; the header is none
    for line, following in pairwise(line for line in lines if line.startswith(_CUT) or line[:2] != "c "):
        if not line.startswith(_CUT):
            after += line[:1] != "p"
        elif following.startswith((_CUT, "p")):
            raise CertificateError(f"{name} marks a cut that is not there: {_short(line)}")
        else:
            cuts.append(after + 1)
    if len(cuts) < sum(line.startswith(_CUT) for line in lines):
        raise CertificateError(f"{name} marks a cut after its last clause")
    return tuple(cuts)


def _meanings(name: str, comments: list[str], variables: int) -> tuple[str, ...]:
    found = [match.groups() for match in map(_MEANING.fullmatch, comments) if match]
    numbers = [int(number) for number, _ in found]
    if numbers != list(range(1, len(found) + 1)) or len(found) > variables or not found:
        raise CertificateError(f"{name} does not give each variable one meaning, 'c 1 = ...', 'c 2 = ...', in order")
    texts = tuple(text for _, text in found)
    if len(set(texts)) != len(texts):
        raise CertificateError(f"{name} gives two variables one meaning")
    return texts


def _board(name: str, lines: list[str]) -> Any:
    """Return the JSON in the comments with the board."""
    text = "".join(line.removeprefix(_BOARD) for line in lines if line.startswith(_BOARD))
    if not text:
        raise CertificateError(f"{name} does not have the board as JSON in comments, 'c board: ...'")
    return value_in(f"the board in {name}", text)


def _short(line: str) -> str:
    return repr(line if len(line) <= 40 else line[:37] + "...")
