"""The check of a certificate: that its formula has the solution as its only model, and that its files agree.

Nothing here knows how a formula follows from a board (docs/certificates.md says how a person can check that).
"""

import re
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from player.certificates.checker import folder as names
from player.certificates.checker.folder import Manifest, manifest_in
from player.certificates.checker.formula import Formula, excluded_in, formula_in
from player.certificates.checker.proof import SameLines, require_proof, steps_in
from player.certificates.checker.subject import Subject, facts, require_cuts
from player.errors import CertificateError

_VALUES = re.compile(r"v(?: -?[1-9][0-9]{0,8})*+(?: 0)?\n")


@dataclass(frozen=True, slots=True)
class Checked:
    """A certificate that holds: its manifest, its formula, its solution as JSON and as literals, and what it counts."""

    manifest: Manifest
    formula: Formula
    solution: list[Any]
    model: Sequence[int]
    counts: Mapping[str, int]


def check(folder: Path, subjects: Callable[[str], Subject]) -> Checked:
    """Return the certificate in `folder`; raise CertificateError if it does not hold, InputMissing if a file lacks.

    `subjects` gets the name of a game, and raises CertificateError if there is none such.
    The message says if the checks of the contents found it, or only the checksums.
    """
    manifest = manifest_in(folder)
    files = names.files_of(folder, manifest.sha256)
    changed = [name for name in files if manifest.sha256.get(name) != names.checksum_of(folder, name)]
    if manifest.data.get("checksum") != names.sealed(manifest.data)["checksum"]:
        changed.append(names.MANIFEST)
    try:
        checked = _contents(manifest, subjects(manifest.game), folder, lrat=names.LRAT in files)
    except CertificateError as error:
        also = f" (found by checksum, too: {', '.join(changed)})" if changed else ""
        raise CertificateError(f"{error}{also}") from None
    if changed:
        are = "was" if len(changed) == 1 else "were"
        raise CertificateError(
            f"{', '.join(changed)} {are} changed: found by checksum alone, the contents still prove the solution"
        )
    return checked


def _contents(manifest: Manifest, subject: Subject, folder: Path, *, lrat: bool) -> Checked:
    lines = partial(names.lines_of, folder)
    formula = formula_in(names.FORMULA, lines(names.FORMULA))
    solution = _solution(manifest, formula, names.json_of(folder, names.SOLUTION))
    model = _model(formula, lines(names.MODEL))
    _require_satisfied(formula, model)
    true = {text for text, literal in zip(formula.meanings, model, strict=False) if literal > 0}
    _require_same(true, facts(subject, manifest.game, manifest.board, solution, formula.meanings))
    last = excluded_in(names.EXCLUDED, lines(names.EXCLUDED), formula)
    wanted = [-literal for literal in model[: len(formula.meanings)] if literal > 0]
    if sorted(last) != sorted(wanted):
        raise CertificateError(f"{names.EXCLUDED}: its last clause does not exclude the solution, and nothing else")
    require_cuts(subject, manifest.game, manifest.board, names.FORMULA, formula)
    same = SameLines(names.LRAT, lines(names.LRAT)) if lrat else None
    proof = steps_in(names.PROOF, lines(names.PROOF))
    clauses = chain(formula.clauses, [last])
    steps = require_proof(names.PROOF, proof, formula.variables, clauses, same.require if same else None)
    if same:
        same.require_end()
    found = counts(formula.variables, len(formula.meanings), len(formula.clauses), len(formula.cuts), steps)
    _require_counts(manifest, found)
    return Checked(manifest, formula, solution, model, found)


def _solution(manifest: Manifest, formula: Formula, data: dict[str, Any]) -> list[Any]:
    """Return the solution in solution.json; the three files that have the board must have the same one."""
    solution = data.pop("solution", None)
    if not isinstance(solution, list):
        raise CertificateError(f"{names.SOLUTION} has no list 'solution'")
    for name, board in ((names.SOLUTION, data), (names.FORMULA, formula.board)):
        if board != manifest.board:
            raise CertificateError(f"{name} is about another board than {names.MANIFEST}")
    return solution


def _model(formula: Formula, lines: Iterator[str]) -> "array[int]":
    """Return the literals of model.txt, one for each variable of the formula, in order."""
    literals = array("i")
    if next(lines, "") == "s SATISFIABLE\n":
        for line in lines:
            if not _VALUES.fullmatch(line) or literals[-1:] == array("i", [0]):
                break
            literals.extend(map(int, line.split()[1:]))
        else:
            if literals and literals.pop() == 0:
                in_order = all(abs(literal) == number for number, literal in enumerate(literals, start=1))
                if in_order and len(literals) == formula.variables:
                    return literals
                raise CertificateError(
                    f"{names.MODEL} does not have each of the {formula.variables} variables once, in order"
                )
    raise CertificateError(f"{names.MODEL} is no model: 's SATISFIABLE', then 'v' and literals up to a 0, expected")


def _require_satisfied(formula: Formula, model: "array[int]") -> None:
    for number, clause in enumerate(formula.clauses, start=1):
        if not any(model[abs(literal) - 1] == literal for literal in clause):
            raise CertificateError(f"{names.MODEL} breaks clause {number} of {names.FORMULA}")


def _require_same(true: set[str], solution: set[str]) -> None:
    """Raise CertificateError if the model and the solution have not the same facts."""
    for more, less, first, second in ((true, solution, names.MODEL, names.SOLUTION),
                                      (solution, true, names.SOLUTION, names.MODEL)):  # fmt: skip
        if over := sorted(more - less):
            raise CertificateError(f"{first} says {over[0]}, {second} does not: they are two solutions")


def _require_counts(manifest: Manifest, found: Mapping[str, int]) -> None:
    for what, number in found.items():
        if manifest.counts.get(what) != number:
            raise CertificateError(f"{names.MANIFEST} counts {manifest.counts.get(what)!r:.20} {what}, not {number}")


def counts(variables: int, named: int, clauses: int, cuts: int, steps: int) -> dict[str, int]:
    """Return the counts of a manifest."""
    return {"variables": variables, "named": named, "clauses": clauses, "cuts": cuts, "steps": steps}
