"""The judgement of a certificate: the checker's, the referee's, and the comparison with the board's own formula.

The checker knows neither the rules nor the encoding. So a formula that is not that of its board would pass it: here the
referee judges the solution, and the board is encoded again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Any

from player import __version__
from player.boards.board_json import board_of
from player.boards.formula_exchange import ExchangedFormula, formula_of
from player.certificates.checker import folder as names
from player.certificates.checker import formula as checker
from player.certificates.checker.check import Checked, Subject, check
from player.certificates.writing import described, encoding_of
from player.errors import BoardError, CertificateError, NotCompared, NotInstalled, some
from player.games import GAMES, Game
from player.games.game import Claim


@dataclass(frozen=True, slots=True)
class Judged:
    """A certificate that holds; `claim` is what its proof is relative to, in our own words, None if to nothing."""

    game: Game
    checked: Checked
    claim: Claim | None

    @property
    def says(self) -> str:
        """The result in a line, without the certificate's name: nothing but what was verified."""
        relative = f" {self.claim.says}" if self.claim else ""
        formula = self.checked.formula
        counts = described(len(formula.clauses), len(formula.cuts), self.checked.steps)
        return f"one solution{relative}, proved: {counts}"


def subject(name: str) -> Subject:
    """Return the part of the check for the game `name`; raise CertificateError if there is none such."""
    if name not in GAMES:
        raise CertificateError(f"{names.SOLUTION} is about a board of {name!r:.40}, which is no game")
    return Subject(GAMES[name].facts, GAMES[name].require_cuts)


def judge(files: names.Files, wanted: Mapping[str, Any] | None = None) -> Judged:
    """Return the judgement of the certificate in `files`, which should be of the board `wanted` if one is given.

    Raise CertificateError if it does not hold, NotCompared if its formula can't be compared with the board, as it is
    relative to another list of words, NotInstalled if that list is not here, InputMissing if a file is missing.
    """
    checked = check(files, subject)
    try:
        game, board = board_of(dict(checked.board))
        solution = game.board.to_solution(board, checked.solution)
    except BoardError as error:
        raise CertificateError(f"the certificate has a malformed board or solution: {error}") from None
    if wanted is not None and game.board.to_json(board) != wanted:
        raise CertificateError(f"{names.SOLUTION} has another board than the file")
    if broken := game.board.check(board, solution):
        raise CertificateError(f"{names.SOLUTION} breaks a rule: {some(broken)}")
    own = _own_formula(game, board, checked.manifest)
    _require_same(own, checked.formula)
    return Judged(game, checked, game.claim(board, [own.cnf.facts(checked.model)], relaxed=False))


def _own_formula(game: Game, board: Any, data: Mapping[str, Any]) -> ExchangedFormula:
    """Return the board's own formula; raise NotCompared or NotInstalled if it needs another list of words."""
    try:
        loaded: Any = game.load(board)
    except BoardError as error:
        raise NotInstalled(f"the formula is relative to a list of words that is not here: {error}") from None
    claim = data.get("claim")
    stated = claim.get("list") if isinstance(claim, dict) else None
    if loaded and stated != loaded._asdict():
        name = stated.get("name") if isinstance(stated, dict) else None
        kind = NotInstalled if isinstance(name, str) and name != loaded.name else NotCompared
        raise kind(
            f"the formula was not compared with the board: it is not relative to {loaded}, the list of words in use"
            " (name the right one by --words)"
        )
    return formula_of(game, board, encoding_of(game, complete=data.get("encoding") == "complete"))


def _require_same(own: ExchangedFormula, theirs: checker.Formula) -> None:
    """Raise CertificateError if a formula but for its cuts is not the board's own."""
    size = len(theirs.clauses) - len(theirs.cuts)
    if theirs.cuts and theirs.cuts[0] < size:
        raise CertificateError(f"{names.FORMULA} has a cut before its other clauses")
    by = f"player {__version__} encodes"
    for number, (one, other) in enumerate(zip_longest(islice(theirs.clauses, size), own.cnf.clauses), start=1):
        if one != other:
            raise CertificateError(f"{names.FORMULA} is not the formula that {by} for its board: see clause {number}")
    if theirs.meanings != own.symbols[: len(own.cnf.names)]:
        raise CertificateError(f"{names.FORMULA} gives variables other meanings than {by} for its board")
