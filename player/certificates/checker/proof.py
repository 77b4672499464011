"""The proof of a certificate: a reader of DRUP, the check of each step, and the same proof as LRAT.

A step of LRAT names the clauses that it follows from, in the order in which they become units; the last one is false
(L. Cruz-Filipe et al., "Efficient certified RAT verification", CADE 2017). A checker has not to search for them.
"""

from collections.abc import Iterable, Iterator

from player.certificates.checker.folder import whole
from player.certificates.checker.formula import CLAUSE, Clause
from player.certificates.checker.propagation import Propagator
from player.errors import CertificateError, short


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


def checked(
    name: str, steps: Iterable[tuple[bool, Clause]], variables: int, clauses: Iterable[Clause]
) -> Iterator[str]:
    """Yield each step as a line of LRAT without its end, "" if no other step needs it.

    Raise CertificateError if a step does not follow from `clauses` and the steps before it.
    """
    propagator = Propagator(variables, clauses)
    for number, (added, clause) in enumerate(steps, start=1):
        where = f"{name} line {number}"
        if clause and max(*clause, -min(clause)) > variables:
            raise CertificateError(f"{where} has a variable beyond the {variables} of the formula")
        is_tautology = any(-literal in clause for literal in clause)
        if added:
            superfluous = clause and (propagator.contradictory or is_tautology)
            if not propagator.follows(clause):
                what = f"the clause {_text(clause)}" if clause else "the contradiction"
                raise CertificateError(
                    f"{where}: {what} does not follow from the clauses before it by unit propagation"
                )
            words = (len(propagator) + 1, *dict.fromkeys(clause), 0, *propagator.antecedents(), 0)
            yield "" if superfluous else " ".join(map(str, words))
            propagator.add(clause)
        else:
            deleted = propagator.delete(clause)
            if deleted is None:
                raise CertificateError(f"{where} deletes a clause that is not there: {_text(clause)}")
            yield f"{len(propagator)} d {deleted} 0" if deleted and not is_tautology else ""


def compared(steps: Iterable[str], name: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield the `steps`; raise CertificateError unless the `lines` of the file `name` are those that are needed."""
    left, number = iter(lines), 0
    for step in steps:
        number += step != ""
        if step and whole(name, next(left, "\n")) != step:
            raise CertificateError(f"{name} line {number} is not the step that the other proof makes")
        yield step
    if next(left, None) is not None:
        raise CertificateError(f"{name} goes on after line {number}, its last step")


def _text(clause: Clause) -> str:
    return " ".join(map(str, clause[:8])) + (" ..." if len(clause) > 8 else "")
