"""The check of a certificate: that its formula has the solution as its only model, and that its files agree.

Nothing here knows how a formula follows from a board (docs/certificates.md says how a person can check that).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from player.boards.certificates.checker import folder as names
from player.boards.certificates.checker.folder import Manifest, checksum, manifest_in, object_in, text_in
from player.boards.certificates.checker.formula import Clause, Formula, excluded_in, formula_in
from player.boards.certificates.checker.proof import require_proof, steps_in
from player.boards.certificates.checker.subject import Subject, facts, require_cuts
from player.errors import CertificateError

_MODEL = re.compile(r"s SATISFIABLE\n(?:v(?: -?[1-9][0-9]{0,8})*+\n)*+v(?: -?[1-9][0-9]{0,8})*+ 0\n")


@dataclass(frozen=True, slots=True)
class Checked:
    """A certificate that holds: its manifest, its formula, its solution as JSON, and the steps of its proof."""

    manifest: Manifest
    formula: Formula
    solution: list[Any]
    steps: int


def check(folder: Path, subjects: Callable[[str], Subject]) -> Checked:
    """Return the certificate in `folder`; raise CertificateError if it does not hold, InputMissing if a file lacks.

    `subjects` gets the name of a game, and raises CertificateError if there is none such.
    The message says if the checks of the contents found it, or only the checksums.
    """
    manifest = manifest_in(folder)
    files = {name: names.bytes_of(folder, name) for name in names.FILES}
    changed = [name for name, content in files.items() if manifest.sha256.get(name) != checksum(content)]
    if manifest.data.get("checksum") != names.sealed(manifest.data)["checksum"]:
        changed.append(names.MANIFEST)
    try:
        checked = _contents(
            manifest, subjects(manifest.game), {name: text_in(name, content) for name, content in files.items()}
        )
    except CertificateError as error:
        also = f" (found by checksum, too: {', '.join(changed)})" if changed else ""
        raise CertificateError(f"{error}{also}") from None
    if changed:
        are = "was" if len(changed) == 1 else "were"
        raise CertificateError(
            f"{', '.join(changed)} {are} changed: found by checksum alone, the contents still prove the solution"
        )
    return checked


def _contents(manifest: Manifest, subject: Subject, texts: dict[str, str]) -> Checked:
    formula = formula_in(names.FORMULA, texts[names.FORMULA])
    solution = _solution(manifest, formula, texts[names.SOLUTION])
    model = _model(formula, texts[names.MODEL])
    _require_satisfied(formula, model)
    true = {text for text, literal in zip(formula.meanings, model, strict=False) if literal > 0}
    _require_same(true, facts(subject, manifest.game, manifest.board, solution, formula.meanings))
    last = excluded_in(names.EXCLUDED, texts[names.EXCLUDED], formula)
    wanted = [-literal for literal in model[: len(formula.meanings)] if literal > 0]
    if sorted(last) != sorted(wanted):
        raise CertificateError(f"{names.EXCLUDED}: its last clause does not exclude the solution, and nothing else")
    require_cuts(subject, manifest.game, manifest.board, names.FORMULA, formula)
    steps = steps_in(names.PROOF, texts[names.PROOF])
    require_proof(names.PROOF, steps, formula.variables, [*formula.clauses, last])
    _require_counts(manifest, formula, len(steps))
    return Checked(manifest, formula, solution, len(steps))


def _solution(manifest: Manifest, formula: Formula, text: str) -> list[Any]:
    """Return the solution in solution.json; the three files that have the board must have the same one."""
    data = object_in(names.SOLUTION, text)
    solution = data.pop("solution", None)
    if not isinstance(solution, list):
        raise CertificateError(f"{names.SOLUTION} has no list 'solution'")
    for name, board in ((names.SOLUTION, data), (names.FORMULA, formula.board)):
        if board != manifest.board:
            raise CertificateError(f"{name} is about another board than {names.MANIFEST}")
    return solution


def _model(formula: Formula, text: str) -> Clause:
    """Return the literals of model.txt, one for each variable of the formula, in order."""
    if not _MODEL.fullmatch(text):
        raise CertificateError(f"{names.MODEL} is no model: 's SATISFIABLE', then 'v' and literals up to a 0, expected")
    lines = (line.split()[1:] for line in text.split("\n")[1:-1])
    *literals, _end = map(int, chain.from_iterable(lines))
    if [abs(literal) for literal in literals] != list(range(1, formula.variables + 1)):
        raise CertificateError(f"{names.MODEL} does not have each of the {formula.variables} variables once, in order")
    return tuple(literals)


def _require_satisfied(formula: Formula, model: Clause) -> None:
    true = {*model}
    for number, clause in enumerate(formula.clauses, start=1):
        if true.isdisjoint(clause):
            raise CertificateError(f"{names.MODEL} breaks clause {number} of {names.FORMULA}")


def _require_same(true: set[str], solution: set[str]) -> None:
    """Raise CertificateError if the model and the solution have not the same facts."""
    for more, less, first, second in ((true, solution, names.MODEL, names.SOLUTION),
                                      (solution, true, names.SOLUTION, names.MODEL)):  # fmt: skip
        if over := sorted(more - less):
            raise CertificateError(f"{first} says {over[0]}, {second} does not: they are two solutions")


def _require_counts(manifest: Manifest, formula: Formula, steps: int) -> None:
    found = counts(formula.variables, len(formula.meanings), len(formula.clauses), len(formula.cuts), steps)
    for what, number in found.items():
        if manifest.counts.get(what) != number:
            raise CertificateError(f"{names.MANIFEST} counts {manifest.counts.get(what)!r:.20} {what}, not {number}")


def counts(variables: int, named: int, clauses: int, cuts: int, steps: int) -> dict[str, int]:
    """Return the counts of a manifest."""
    return {"variables": variables, "named": named, "clauses": clauses, "cuts": cuts, "steps": steps}
