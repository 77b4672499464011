"""The part of the check that depends on the game: `certificate.py` in the game's folder.

It imports nothing that encodes or solves. The wording of facts is repeated there on purpose: a solution and a formula
that are about different boards must not agree because they were written by one function.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Protocol

from player.certificates.checker.formula import Formula
from player.errors import CertificateError

Board = Mapping[str, Any]


class Subject(Protocol):
    """`certificate.py` of a game. One whose formulas may have cuts has the function `require_cuts` too."""

    def facts(self, board: Board, solution: list[Any], known: Collection[str], /) -> Iterable[str]:
        """Return the meanings of the variables that are true in `solution`; `known` are those of all variables.

        Any usual error of reading JSON may be raised if it is malformed.
        """


def facts(subject: Subject, game: str, board: Board, solution: list[Any], meanings: Iterable[str]) -> set[str]:
    """Return the meanings of the variables that are true in `solution`; raise CertificateError if it is malformed."""
    try:
        return set(subject.facts(board, solution, {*meanings}))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise CertificateError(f"solution.json is no solution of a board of {game!r:.40}") from None


def require_cuts(subject: Subject, game: str, board: Board, name: str, formula: Formula) -> None:
    """Raise CertificateError if a clause that is marked as a cut does not follow from the board."""
    if not formula.cuts:
        return
    require = getattr(subject, "require_cuts", None)
    if require is None:
        raise CertificateError(f"{name} has cuts, which formulas of {game} may not have")
    require(name, board, formula)
