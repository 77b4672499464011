"""From a board to its one solution, with the proof that there is no other."""

from dataclasses import dataclass
from time import perf_counter
from typing import Any

from player.errors import BoardError
from player.games import Game
from player.logic import sat


@dataclass(frozen=True, slots=True)
class Proof:
    """What was found of a board: `solutions` is 0, 1, or 2 for two or more; `found` holds as many of them."""

    found: tuple[Any, ...]
    variables: int
    clauses: int
    ms: dict[str, float]
    """Milliseconds for each stage: encode, solve (which proves as well), check."""

    @property
    def solutions(self) -> int:
        return len(self.found)

    @property
    def solution(self) -> Any:
        """The only solution; BoardError where there is none, or another."""
        if self.solutions == 1:
            return self.found[0]
        if self.solutions == 0:
            raise BoardError("the board has no solution: it was misread, or it is wrong")
        raise BoardError("the board has two solutions or more: it was misread, or a clue is missing")


def prove(game: Game, board: Any) -> Proof:
    """Solve `board`, look for a second solution, and have the referee judge what was found."""
    start = perf_counter()
    cnf = game.encode(board)
    encoded = perf_counter()
    found = tuple(game.decode(board, cnf.facts(model)) for model in sat.models(cnf, most=2))
    solved = perf_counter()
    for solution in found:
        if broken := game.check(board, solution):
            raise AssertionError(f"the {game.NAME} encoding and its referee disagree: {broken[0]}")
    checked = perf_counter()
    ms = {"encode": encoded - start, "solve": solved - encoded, "check": checked - solved}
    return Proof(found, len(cnf.names), len(cnf.clauses), {stage: 1000 * time for stage, time in ms.items()})
