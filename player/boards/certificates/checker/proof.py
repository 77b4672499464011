"""The proof of a certificate: a reader of DRUP, and the check of each step by reverse unit propagation."""

from collections.abc import Iterable, Sequence

from player.boards.certificates.checker.formula import CLAUSE, Clause
from player.boards.certificates.checker.propagation import Propagator
from player.errors import CertificateError


def steps_in(name: str, text: str) -> list[tuple[bool, Clause]]:
    """Return the steps of a DRUP proof: True and a clause that is added, False and one that is deleted.

    Raise CertificateError if it is malformed, or does not end with the empty clause.
    """
    if not text.endswith("\n"):
        raise CertificateError(f"{name} is cut off: its last line does not end")
    steps = []
    for number, line in enumerate(text[:-1].split("\n"), start=1):
        added = not line.startswith("d ")
        words = line if added else line[2:]
        if not CLAUSE.fullmatch(words):
            short = repr(line if len(line) <= 40 else line[:37] + "...")
            raise CertificateError(f"{name} line {number} is no step of a proof: {short}")
        steps.append((added, tuple(map(int, words.split()[:-1]))))
    empty = [number for number, step in enumerate(steps, start=1) if step == (True, ())]
    if not empty:
        raise CertificateError(f"{name} does not end with the empty clause: it is cut off, or proves nothing")
    if empty[0] < len(steps):
        raise CertificateError(f"{name} goes on after the empty clause on line {empty[0]}")
    return steps


def require_proof(name: str, steps: Iterable[tuple[bool, Clause]], variables: int, clauses: Sequence[Clause]) -> None:
    """Raise CertificateError if a step does not follow from `clauses` and the steps before it."""
    propagator = Propagator(variables, clauses)
    for number, (added, clause) in enumerate(steps, start=1):
        where = f"{name} line {number}"
        if clause and max(*clause, -min(clause)) > variables:
            raise CertificateError(f"{where} has a variable beyond the {variables} of the formula")
        if not added:
            if not propagator.delete(clause):
                raise CertificateError(f"{where} deletes a clause that is not there: {_text(clause)}")
        elif not propagator.follows(clause):
            what = f"the clause {_text(clause)}" if clause else "the contradiction"
            raise CertificateError(f"{where}: {what} does not follow from the clauses before it by unit propagation")
        else:
            propagator.add(clause)


def _text(clause: Clause) -> str:
    return " ".join(map(str, clause[:8])) + (" ..." if len(clause) > 8 else "")
