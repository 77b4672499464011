"""The check of a certificate: that its formula has the solution as its only model, and that its files agree.

Nothing here knows how a formula follows from a board (docs/certificates.md says how a person can check that).
"""

from array import array
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

from player.certificates.checker import folder as names
from player.certificates.checker.formula import Formula, excluded_in, formula_in
from player.certificates.checker.proof import checked, compared, steps_in
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
    formula = formula_in(names.FORMULA, lines(names.FORMULA))
    if formula.board != board:
        raise CertificateError(f"{names.FORMULA} is about another board than {names.SOLUTION}")
    model = _model(formula, _true(facts, game, solution, formula))
    last = excluded_in(names.EXCLUDED, lines(names.EXCLUDED), formula)
    if sorted(last) != sorted(-literal for literal in model[: len(formula.meanings)] if literal > 0):
        raise CertificateError(f"{names.EXCLUDED}: its last clause does not exclude the solution, and nothing else")
    clauses = chain(formula.clauses, [last])
    steps = checked(names.PROOF, steps_in(names.PROOF, lines(names.PROOF)), formula.variables, clauses)
    if names.LRAT in files.contents:
        steps = compared(steps, names.LRAT, lines(names.LRAT))
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
