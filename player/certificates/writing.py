"""The files of a certificate: formula, solution, the formula without the solution, proof, manifest."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from player import __version__
from player.boards.formula_exchange import ExchangedFormula, formula_of
from player.certificates.checker import folder as names
from player.certificates.checker.proof import checked, steps_in
from player.errors import BoardError, counted
from player.games import Game
from player.games.game import Encoding
from player.proof import prove
from player.sat import dimacs, proof_log
from player.sat.cnf import Clause

#: The comment of a clause that is a cut.
_CUT = "c cut: one of these edges is on the path, as the others do not join all cells\n"
#: The most characters of the board in one comment: drat-trim reads 1024 characters of a line.
_CHARACTERS = 100


@dataclass(frozen=True, slots=True)
class Certificate:
    """The files of a certificate, by name, and what they count, in words."""

    files: dict[str, bytes]
    counts: str


def described(clauses: int, cuts: int, steps: int) -> str:
    """Return the numbers of a certificate in words."""
    with_cuts = f" with {counted(cuts, 'cut')}" if cuts else ""
    return f"{counted(clauses, 'clause')}{with_cuts}, {counted(steps, 'step')}"


def encoding_of(game: Game, *, complete: bool) -> Encoding:
    """Return the encoding of a certificate: the complete one, unless the checker knows the cuts of the other."""
    _ = game.facts  # without them nothing can be checked
    return game.encoding if game.require_cuts and not complete else game.whole_encoding


def certificate(game: Game, board: Any, name: str, *, complete: bool = False, lrat: bool = False) -> Certificate:
    """Return the certificate of a board, which `name` is in its manifest; with `lrat`, the proof as LRAT, too.

    Raise BoardError if the board does not have exactly one solution, or one that is in no list of words; NotInstalled
    without python-sat. The search has no time limit of its own.
    """
    game.load(board)
    encoding = encoding_of(game, complete=complete)
    formula = formula_of(game, board, encoding)
    found = proof_log.search(formula.cnf)
    if len(found.models) != 1:
        raise _refusal(game, board)
    model = found.models[0]
    facts = formula.cnf.facts(model)
    solution = encoding.decode(board, facts)
    if broken := game.board.check(board, solution):
        raise AssertionError(f"the {game.title} encoding and its referee disagree: {broken[0]}")
    clauses = [*formula.cnf.clauses, *found.cuts]
    excluding = formula.cnf.blocking(model)
    data = game.board.to_json(board)
    lines = list(_formula(formula, data, clauses, len(found.cuts)))
    texts: dict[str, Iterable[str]] = {
        names.FORMULA: lines,
        names.SOLUTION: [json.dumps({**data, "solution": game.board.solution_to_json(solution)}) + "\n"],
        names.EXCLUDED: _excluded(formula, lines, excluding),
        names.PROOF: (f"{step}\n" for step in found.proof),
    }
    if lrat:
        texts[names.LRAT] = _lrat(found.proof, len(formula.symbols), [*clauses, excluding])
    files = {file: "".join(lines).encode("ascii") for file, lines in texts.items()}
    claim = game.claim(board, [facts], relaxed=False)
    about = {
        "schema": names.SCHEMA,
        "player": __version__,
        "name": name,
        "encoding": "with cuts" if encoding is not game.whole_encoding else "complete",
        "claim": {"says": claim.says, **claim.data} if claim else None,
    }
    files[names.MANIFEST] = (json.dumps(about, indent=1) + "\n").encode()
    return Certificate(files, described(len(clauses), len(found.cuts), len(found.proof)))


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


def _formula(formula: ExchangedFormula, board: dict[str, Any], clauses: list[Clause], cuts: int) -> Iterator[str]:
    """Yield the lines of formula.cnf, with a comment before each of the `cuts` last clauses."""
    comments = [f"{formula.game.name}: each model is a solution of this board (docs/certificates.md)"]
    if loaded := formula.game.load(formula.board):
        comments.append(f"the formula is relative to {loaded}")
    text = json.dumps(board, separators=(",", ":"))
    assert not any(part.isspace() for part in text)  # nothing is lost at the end of a line
    comments += (f"board: {part}" for part in wrap(text, _CHARACTERS, break_on_hyphens=False))
    lines = [*dimacs.write(clauses, formula.symbols, len(formula.cnf.names), comments)]
    yield from lines[: len(lines) - cuts]
    for line in lines[len(lines) - cuts :]:
        yield from (_CUT, line)


def _excluded(formula: ExchangedFormula, lines: Iterable[str], excluding: Clause) -> Iterator[str]:
    """Yield the lines of excluded.cnf: the clauses of formula.cnf, whose `lines` are given, and one more."""
    body = [line for line in lines if line[:2] not in {"c ", "p "}]
    yield f"c {formula.game.name}: the clauses of {names.FORMULA}, then: not all facts of {names.SOLUTION} hold\n"
    yield f"p cnf {len(formula.symbols)} {len(body) + 1}\n"
    yield from body
    yield " ".join(map(str, (*excluding, 0))) + "\n"


def _lrat(proof: Iterable[str], variables: int, clauses: Iterable[Clause]) -> Iterable[str]:
    """Return the lines of proof.lrat."""
    steps = steps_in(names.PROOF, (f"{step}\n" for step in proof))
    return [f"{line}\n" for line in checked(names.PROOF, steps, variables, clauses) if line]
