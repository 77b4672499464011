"""The judgement of a certificate: the checker's, the referee's, and the comparison with the board's own formula.

The checker knows neither the rules nor the encoding. So a formula that is not that of its board would pass it: here the
referee judges the solution, and the board is encoded again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from player import __version__
from player.boards.board_json import board_of
from player.boards.certificates.checker import folder as names
from player.boards.certificates.checker.check import Checked, check
from player.boards.certificates.checker.subject import Subject
from player.boards.certificates.writing import encoding_of
from player.boards.formula_exchange import formula_of
from player.errors import BoardError, CertificateError, some
from player.games import GAMES, Game


@dataclass(frozen=True, slots=True)
class Judged:
    """A certificate that holds; `compared` says if its formula was compared with the board's own."""

    game: Game
    checked: Checked
    compared: bool

    @property
    def says(self) -> str:
        """The result in a line, without the certificate's name."""
        claim = self.checked.manifest.data.get("claim")
        relative = f" {claim['says']}" if isinstance(claim, dict) and isinstance(claim.get("says"), str) else ""
        other = (
            "" if self.compared else "; its formula was not compared with the board, as the list of words is another"
        )
        return f"one solution{relative}, proved: {described(self.checked.manifest.counts)}{other}"


def described(counts: Mapping[str, Any]) -> str:
    """Return the counts of a certificate in words."""
    cuts = f" with {_number(counts['cuts'], 'cut')}" if counts["cuts"] else ""
    return f"{_number(counts['clauses'], 'clause')}{cuts}, {_number(counts['steps'], 'step')}"


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count != 1)}"


def subject(name: str) -> Subject:
    """Return the part of the check for the game `name`; raise CertificateError if there is none such."""
    if name not in GAMES:
        raise CertificateError(f"{names.MANIFEST} is about a board of {name!r:.40}, which is no game")
    found: Subject = GAMES[name].certificate
    return found


def judge(folder: Path, wanted: Mapping[str, Any] | None = None) -> Judged:
    """Return the judgement of the certificate in `folder`, which should be of the board `wanted` if one is given.

    Raise CertificateError if it does not hold, InputMissing if a file is missing.
    """
    checked = check(folder, subject)
    try:
        game, board = board_of(dict(checked.manifest.board))
        solution = game.board.to_solution(board, checked.solution)
    except BoardError as error:
        raise CertificateError(f"the certificate has a malformed board or solution: {error}") from None
    if wanted is not None and game.board.to_json(board) != wanted:
        raise CertificateError(f"{names.MANIFEST} has another board than the file")
    if broken := game.board.check(board, solution):
        raise CertificateError(f"{names.SOLUTION} breaks a rule: {some(broken)}")
    return Judged(game, checked, _is_compared(game, board, checked))


def _is_compared(game: Game, board: Any, checked: Checked) -> bool:
    """Compare the formula with the board's own; return False if it is relative to a list of words not in use."""
    data = checked.manifest.data
    loaded: Any = game.load(board)
    claim = data.get("claim")
    if loaded and (not isinstance(claim, dict) or claim.get("list") != loaded._asdict()):
        return False
    own = formula_of(game, board, encoding_of(game, complete=data.get("encoding") == "complete"))
    theirs = checked.formula
    clauses = theirs.clauses[: len(theirs.clauses) - len(theirs.cuts)]
    if theirs.cuts and theirs.cuts[0] < len(clauses):
        raise CertificateError(f"{names.FORMULA} has a cut before its other clauses")
    by = f"player {__version__} encodes"
    for number, (one, other) in enumerate(zip_longest(clauses, own.cnf.clauses), start=1):
        if one != other:
            raise CertificateError(f"{names.FORMULA} is not the formula that {by} for its board: see clause {number}")
    if theirs.meanings != own.symbols[: len(own.cnf.names)]:
        raise CertificateError(f"{names.FORMULA} gives variables other meanings than {by} for its board")
    return True
