"""The formulas of a certificate: a strict reader of DIMACS with the meanings of the variables in comments."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from player.certificates.checker.folder import MAX_JSON_CHARACTERS, value_in, whole
from player.errors import CertificateError, short

Clause = tuple[int, ...]

#: The most variables: the memory of the check grows with them.
MAX_VARIABLES = 5_000_000

_LITERAL = "-?[1-9][0-9]{0,8}"
CLAUSE = re.compile(rf"(?:{_LITERAL} )*0")
_HEADER = re.compile(r"p cnf (0|[1-9][0-9]{0,8}) (0|[1-9][0-9]{0,8})")
_MEANING = re.compile(r"c ([1-9][0-9]{0,8}) = (\S.*)")
_COMMENT = "c "
_BOARD = "c board: "


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula; `meanings[i]` is that of variable i + 1, of those that are not auxiliary.

    `board` is the board's JSON.
    """

    variables: int
    clauses: Sequence[Clause]
    meanings: tuple[str, ...]
    board: Any


def formula_in(name: str, lines: Iterable[str]) -> Formula:
    """Return the formula in the `lines` of the file `name`; raise CertificateError if it is malformed."""
    meanings, parts = list[tuple[str, str]](), list[str]()

    def take(line: str) -> None:
        if match := _MEANING.fullmatch(line):
            meanings.append((match[1], match[2]))
        elif line.startswith(_BOARD):
            parts.append(line.removeprefix(_BOARD))

    variables, body = _read(name, lines, take)
    clauses, texts = [*body], tuple(text for _, text in meanings)
    if not 0 < len(meanings) <= variables or any(int(of) != number for number, (of, _) in enumerate(meanings, start=1)):
        raise CertificateError(f"{name} does not give each variable one meaning, 'c 1 = ...', 'c 2 = ...', in order")
    if len(set(texts)) != len(texts):
        raise CertificateError(f"{name} gives two variables one meaning")
    board = "".join(parts)
    if not 0 < len(board) <= MAX_JSON_CHARACTERS:
        raise CertificateError(f"{name} does not have the board as JSON in comments, 'c board: ...'")
    return Formula(variables, clauses, texts, value_in(f"the board in {name}", board))


def excluded_in(name: str, lines: Iterable[str], formula: Formula) -> Clause:
    """Return the last clause of the formula in `lines`; raise CertificateError if the others are not `formula`."""
    variables, body = _read(name, lines, lambda _line: None)
    if variables != formula.variables:
        raise CertificateError(f"{name} has {variables} variables, formula.cnf has {formula.variables}")
    last, number, known = None, 0, len(formula.clauses)
    for number, clause in enumerate(body, start=1):
        last = clause
        if number <= known and clause != formula.clauses[number - 1]:
            words = short(" ".join(map(str, (*clause, 0))))
            raise CertificateError(f"{name} differs from formula.cnf in clause {number}: {words}")
    if last is None or number != known + 1:
        raise CertificateError(f"{name} has {number} clauses, not the {known} of formula.cnf and 1")
    return last


def _read(name: str, lines: Iterable[str], take: Callable[[str], None]) -> tuple[int, Iterator[Clause]]:
    """Return the number of variables, and the clauses, as many as the header says; `take` gets the comments."""
    numbered = ((number, whole(name, line)) for number, line in enumerate(lines, start=1))
    header = ""
    for _, line in numbered:
        if not line.startswith(_COMMENT):
            header = line
            break
        take(line)
    match = _HEADER.fullmatch(header)
    if not match:
        raise CertificateError(f"{name} has {short(header)} where 'p cnf VARIABLES CLAUSES' was expected")
    variables, wanted = map(int, match.groups())
    if variables > MAX_VARIABLES:
        raise CertificateError(f"{name} has {variables} variables: at most {MAX_VARIABLES} are checked")
    return variables, _clauses(name, numbered, variables, wanted, take)


def _clauses(
    name: str, numbered: Iterable[tuple[int, str]], variables: int, wanted: int, take: Callable[[str], None]
) -> Iterator[Clause]:
    found = 0
    for number, line in numbered:
        if line.startswith(_COMMENT):
            take(line)
            continue
        if not CLAUSE.fullmatch(line):
            raise CertificateError(f"{name} line {number} is no clause: {short(line)}")
        clause = tuple(map(int, line.split()[:-1]))
        found += 1
        if clause and max(*clause, -min(clause)) > variables:
            raise CertificateError(f"{name}: clause {found} has a variable beyond the {variables} of its header")
        yield clause
    if found != wanted:
        raise CertificateError(f"{name} has {found} clauses, its header says {wanted}")
