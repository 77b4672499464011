"""The proof of a certificate: a reader of DRUP, the check of each step, and the same proof as LRAT.

A step of LRAT names the clauses that it follows from, in the order in which they become units; the last one is false
(L. Cruz-Filipe et al., "Efficient certified RAT verification", CADE 2017). A checker has not to search for them.
"""

from collections.abc import Callable, Iterable, Iterator

from player.certificates.checker.folder import whole
from player.certificates.checker.formula import CLAUSE, Clause, short
from player.certificates.checker.propagation import Propagator
from player.errors import CertificateError


def steps_in(name: str, lines: Iterable[str]) -> Iterator[tuple[bool, Clause]]:
    """Yield the steps of a DRUP proof: True and a clause that is added, False and one that is deleted.

    Raise CertificateError if it is malformed, or does not end with the empty clause.
    """
    ended = number = 0
    for number, raw in enumerate(lines, start=1):
        line = whole(name, raw)
        if ended:
            raise CertificateError(f"{name} goes on after the empty clause on line {ended}")
        added = not line.startswith("d ")
        words = line if added else line[2:]
        if not CLAUSE.fullmatch(words):
            raise CertificateError(f"{name} line {number} is no step of a proof: {short(line)}")
        if added and words == "0":
            ended = number
        yield added, tuple(map(int, words.split()[:-1]))
    if not number:
        raise CertificateError(f"{name} is cut off: it is empty")
    if not ended:
        raise CertificateError(f"{name} does not end with the empty clause: it is cut off, or proves nothing")


def require_proof(
    name: str,
    steps: Iterable[tuple[bool, Clause]],
    variables: int,
    clauses: Iterable[Clause],
    lrat: Callable[[str], None] | None = None,
) -> int:
    """Return the number of steps; raise CertificateError if one does not follow from `clauses` and those before it.

    `lrat` gets each line of the same proof as LRAT, without its end.
    """
    propagator = Propagator(variables, clauses)
    number = 0
    for number, (added, clause) in enumerate(steps, start=1):
        where = f"{name} line {number}"
        if clause and max(*clause, -min(clause)) > variables:
            raise CertificateError(f"{where} has a variable beyond the {variables} of the formula")
        over = propagator.contradictory  # by the clauses so far: all steps follow
        if added:
            if not propagator.follows(clause):
                what = f"the clause {_text(clause)}" if clause else "the contradiction"
                raise CertificateError(
                    f"{where}: {what} does not follow from the clauses before it by unit propagation"
                )
            line = lrat and _step(propagator, clause, over=over)
            propagator.add(clause)
        else:
            deleted = propagator.delete(clause)
            if deleted is None:
                raise CertificateError(f"{where} deletes a clause that is not there: {_text(clause)}")
            line = f"{len(propagator)} d {deleted} 0" if deleted and not _is_tautology(clause) else ""
        if lrat and line:
            lrat(line)
    return number


class SameLines:
    """The lines of a file that another one makes, in order."""

    def __init__(self, name: str, lines: Iterable[str]) -> None:
        self._name, self._lines, self._number = name, iter(lines), 0

    def require(self, line: str) -> None:
        """Raise CertificateError if `line` is not the next one."""
        self._number += 1
        if whole(self._name, next(self._lines, "\n")) != line:
            raise CertificateError(f"{self._name} line {self._number} is not the step that the other proof makes")

    def require_end(self) -> None:
        """Raise CertificateError if there are more lines."""
        if next(self._lines, None) is not None:
            raise CertificateError(f"{self._name} goes on after line {self._number}, its last step")


def _step(propagator: Propagator, clause: Clause, *, over: bool) -> str:
    """Return the LRAT line of a step; empty if no other step needs it: a tautology, or what follows a contradiction."""
    literals = [*dict.fromkeys(clause)]
    if literals and (over or _is_tautology(clause)):
        return ""
    return " ".join(map(str, (len(propagator) + 1, *literals, 0, *propagator.antecedents(), 0)))


def _is_tautology(clause: Clause) -> bool:
    return any(-literal in clause for literal in clause)


def _text(clause: Clause) -> str:
    return " ".join(map(str, clause[:8])) + (" ..." if len(clause) > 8 else "")
