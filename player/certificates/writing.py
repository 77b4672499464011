"""The files of a certificate: formula, solution, the formula without the solution, proof, manifest."""

import json
from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any, NamedTuple

from player import __version__
from player.boards.formula_exchange import ExchangedFormula, formula_of
from player.certificates.checker import folder as names
from player.certificates.checker.check import verified
from player.errors import BoardError, counted
from player.games import Game
from player.proof import prove
from player.sat import dimacs, proof_log
from player.sat.cnf import Clause

#: The most characters of the board in one comment: drat-trim reads 1024 characters of a line.
_CHARACTERS = 100


class Certificate(NamedTuple):
    """The files of a certificate, by name, and what they count, in words."""

    files: dict[str, bytes]
    counts: str


def described(clauses: int, steps: int) -> str:
    """Return the numbers of a certificate in words."""
    return f"{counted(clauses, 'clause')}, {counted(steps, 'step')}"


def certificate(game: Game, board: Any, name: str, *, lrat: bool = False) -> Certificate:
    """Return the certificate of a board, which `name` is in its manifest; with `lrat`, the proof as LRAT, too.

    Raise BoardError if the board does not have exactly one solution, or one that is in no list of words; NotInstalled
    without python-sat. The search has no time limit of its own.
    """
    _ = game.facts  # without them nothing can be checked
    game.load(board)
    formula = formula_of(game, board)
    models, proof = proof_log.search(formula.cnf)
    if len(models) != 1:
        raise _refusal(game, board)
    (model,) = models
    facts = formula.cnf.facts(model)
    solution = game.whole_encoding.decode(board, facts)
    if broken := game.board.check(board, solution):
        raise AssertionError(f"the {game.title} encoding and its referee disagree: {broken[0]}")
    excluding = formula.cnf.blocking(model)
    data = game.board.to_json(board)
    lines = list(_formula(formula, data))
    texts: dict[str, Iterable[str]] = {
        names.FORMULA: lines,
        names.SOLUTION: [json.dumps({**data, "solution": game.board.solution_to_json(solution)}) + "\n"],
        names.EXCLUDED: _excluded(formula, lines, excluding),
        names.PROOF: (f"{step}\n" for step in proof),
    }
    if lrat:
        steps = names.steps_in(f"{step}\n" for step in proof)
        checked = verified(steps, len(formula.symbols), [*formula.cnf.clauses, excluding])
        texts[names.LRAT] = (f"{line}\n" for line in checked if line)
    claim = game.claim(board, [facts], relaxed=False)
    about = {
        "schema": names.SCHEMA,
        "player": __version__,
        "name": name,
        "encoding": "complete",
        "claim": {"says": claim.says, **claim.data} if claim else None,
    }
    texts[names.MANIFEST] = json.dumps(about, indent=1) + "\n"
    files = {file: "".join(lines).encode("ascii") for file, lines in texts.items()}
    return Certificate(files, described(len(formula.cnf.clauses), len(proof)))


def of_page(game: Game, board: Any, name: str) -> dict[str, bytes]:
    """Return the files of the certificate of a board from a page, without what was learnt while it was played."""
    return certificate(game, game.board.from_json(game.board.to_json(board)), name).files


def _refusal(game: Game, board: Any) -> BoardError:
    """Return the error for a board that has no certificate."""
    proof = prove(game, board)
    try:
        _ = proof.solution
    except BoardError as error:
        return error
    if proof.claim is None:
        raise AssertionError(f"two solvers disagree about a board of {game.title}")
    return BoardError(f"the board has a solution {proof.claim.says}: no certificate is written for such a solution")


def _formula(formula: ExchangedFormula, board: dict[str, Any]) -> Iterator[str]:
    """Return the lines of formula.cnf."""
    comments = [f"{formula.game.name}: each model is a solution of this board (docs/certificates.md)"]
    if loaded := formula.game.load(formula.board):
        comments.append(f"the formula is relative to {loaded}")
    text = json.dumps(board, separators=(",", ":"))
    assert not any(part.isspace() for part in text)  # nothing is lost at the end of a line
    comments += (f"board: {part}" for part in wrap(text, _CHARACTERS, break_on_hyphens=False))
    return dimacs.write(formula.cnf.clauses, formula.symbols, len(formula.cnf.names), comments)


def _excluded(formula: ExchangedFormula, lines: Iterable[str], excluding: Clause) -> Iterator[str]:
    """Yield the lines of excluded.cnf: the clauses of formula.cnf, whose `lines` are given, and one more."""
    body = [line for line in lines if line[:2] not in {"c ", "p "}]
    yield f"c {formula.game.name}: the clauses of {names.FORMULA}, then: not all facts of {names.SOLUTION} hold\n"
    yield f"p cnf {len(formula.symbols)} {len(body) + 1}\n"
    yield from body
    yield " ".join(map(str, (*excluding, 0))) + "\n"
