"""The check of a certificate: that its formula has the solution as its only model, and that its files agree.

Nothing here knows how a formula follows from a board (docs/certificates.md says how a person can check that).
"""

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

from player.certificates.checker import folder as names
from player.certificates.checker.folder import Clause, Formula, excluded_in, formula_in, steps_in, whole
from player.certificates.checker.propagation import Propagator
from player.errors import CertificateError

BoardJson = Mapping[str, Any]
Facts = Callable[[list[Any], Collection[str]], Iterable[str]]
"""Return the meanings of the variables that are true in a solution, which may be malformed, given those of all.

It is the part of the check that depends on the game, and uses nothing that encodes or solves. The wording is repeated
there on purpose: a solution and a formula that are about different boards must not agree because they were written by
one function.
"""


@dataclass(frozen=True, slots=True)
class Checked:
    """A certificate that holds: its solution as JSON and as literals; `manifest` is not checked, but for its schema."""

    manifest: Mapping[str, Any]
    game: str
    board: BoardJson
    solution: list[Any]
    formula: Formula
    model: Sequence[int]
    steps: int


def check(files: names.Files, facts_of: Callable[[str], Facts]) -> Checked:
    """Return the certificate in `files`; raise CertificateError if it does not hold, InputMissing if a file lacks.

    `facts_of` gets the name of a game, and raises CertificateError if there is none such.
    """
    manifest, lines = names.manifest_in(files), partial(names.lines_of, files)
    board = names.json_of(files, names.SOLUTION)
    solution, game = board.pop("solution", None), board.get("game")
    if not isinstance(solution, list) or not isinstance(game, str):
        raise CertificateError(f"{names.SOLUTION} has no board of a 'game' with a list 'solution'")
    facts = facts_of(game)
    formula = formula_in(lines(names.FORMULA))
    if formula.board != board:
        raise CertificateError(f"{names.FORMULA} is about another board than {names.SOLUTION}")
    model = _model(formula, _true(facts, game, solution, formula))
    last = excluded_in(lines(names.EXCLUDED), formula)
    if sorted(last) != sorted(-literal for literal in model[: len(formula.meanings)] if literal > 0):
        raise CertificateError(f"{names.EXCLUDED}: its last clause does not exclude the solution, and nothing else")
    clauses = chain(formula.clauses, [last])
    steps = verified(steps_in(lines(names.PROOF)), formula.variables, clauses)
    if names.LRAT in files.contents:
        steps = compared(steps, lines(names.LRAT))
    number = sum(1 for _ in steps)
    return Checked(manifest, game, board, solution, formula, model, number)


def _true(facts: Facts, game: str, solution: list[Any], formula: Formula) -> set[str]:
    """Return the meanings of the true variables; raise CertificateError if the solution is of another formula."""
    known = {*formula.meanings}
    try:
        found = set(facts(solution, known))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise CertificateError(f"{names.SOLUTION} is no solution of a board of {game!r:.40}") from None
    if strange := sorted(found - known):
        raise CertificateError(f"{names.SOLUTION} says {strange[0]:.80}, which no variable of {names.FORMULA} means")
    return found


def _model(formula: Formula, true: Collection[str]) -> Sequence[int]:
    """Return the model with these facts; raise CertificateError if there is none.

    The auxiliary variables have the values that follow from the others by unit propagation.
    """
    model = array("i", (n if text in true else -n for n, text in enumerate(formula.meanings, start=1)))
    if formula.variables > len(model):
        found = Propagator(formula.variables, chain(formula.clauses, ([literal] for literal in model)))
        auxiliary = range(len(model) + 1, formula.variables + 1)
        model.extend(n if found.is_true(n) else -n for n in auxiliary)
    for number, clause in enumerate(formula.clauses, start=1):
        if not any(model[abs(literal) - 1] == literal for literal in clause):
            raise CertificateError(f"{names.SOLUTION} breaks clause {number} of {names.FORMULA}")
    return model


# The proof: each step is verified, and written as LRAT. There a step names the clauses that it follows from, in the
# order in which they become units; the last one is false (L. Cruz-Filipe et al., "Efficient certified RAT
# verification", CADE 2017). A checker has not to search for them


def verified(steps: Iterable[tuple[bool, Clause]], variables: int, clauses: Iterable[Clause]) -> Iterator[str]:
    """Yield each step as a line of LRAT without its end, "" if no other step needs it.

    Raise CertificateError if a step does not follow from `clauses` and the steps before it.
    """
    propagator = Propagator(variables, clauses)
    for number, (added, clause) in enumerate(steps, start=1):
        where = f"{names.PROOF} line {number}"
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
            words = (len(propagator) + 1, *dict.fromkeys(clause), 0, *propagator.antecedents, 0)
            yield "" if superfluous else " ".join(map(str, words))
            propagator.add(clause)
        else:
            deleted = propagator.delete(clause)
            if deleted is None:
                raise CertificateError(f"{where} deletes a clause that is not there: {_text(clause)}")
            yield f"{len(propagator)} d {deleted} 0" if deleted and not is_tautology else ""


def compared(steps: Iterable[str], lines: Iterable[str]) -> Iterator[str]:
    """Yield the `steps`; raise CertificateError unless the lines of proof.lrat are those that are needed."""
    left, number = iter(lines), 0
    for step in steps:
        number += step != ""
        if step and whole(names.LRAT, next(left, "\n")) != step:
            raise CertificateError(f"{names.LRAT} line {number} is not the step that the other proof makes")
        yield step
    if next(left, None) is not None:
        raise CertificateError(f"{names.LRAT} goes on after line {number}, its last step")


def _text(clause: Clause) -> str:
    return " ".join(map(str, clause[:8])) + (" ..." if len(clause) > 8 else "")
