"""A board's solution, and the proof that it is the only one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter
from typing import Any

from player.errors import BoardError
from player.games import Game
from player.games.game import Claim, Encoding
from player.games.grid import unspoken
from player.sat import solver
from player.sat.cnf import CNF

#: Most solutions among which one is picked.
MAX_PICKED = 100


#: The first words of the error of a board that is ambiguous.
SEVERAL = "the board has two solutions or more"


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of solving a board: `found` holds all solutions if there are 0 or 1, else two of them."""

    found: tuple[Any, ...]
    formula: Callable[[], CNF] = field(repr=False, compare=False)
    """Encode the board once more: most boards of some games are proved without a formula."""
    ms: dict[str, float]
    """Milliseconds of each stage: encode, solve (proof included), check."""
    differ: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Of two solutions: the facts that only the first has, and those that only the second has, as sentences."""
    claim: Claim | None = None
    """The claim of the proof, if it is relative to more than the rules and the board."""
    picked: Any = None
    """One of several solutions, if the user lets any be played."""

    @property
    def variables(self) -> int:
        """The number of named variables of the board's formula."""
        return len(self.formula().names)

    @property
    def clauses(self) -> int:
        """The number of clauses of the board's formula."""
        return len(self.formula().clauses)

    @property
    def solutions(self) -> int:
        """The number of solutions: 0, 1, or 2 for two or more."""
        return len(self.found)

    def claim_json(self) -> dict[str, Any]:
        """Return the claim as JSON, under the key "claim"; nothing if the proof is relative to nothing."""
        return {"claim": {"says": self.claim.says, **self.claim.data}} if self.claim else {}

    @property
    def unique(self) -> Any | None:
        """The only solution; None if there is none or more than one."""
        return self.found[0] if self.solutions == 1 else None

    @property
    def solution(self) -> Any:
        """The only solution, or the one of several that was picked; raises BoardError if there is neither."""
        if self.solutions == 1:
            return self.found[0]
        if self.picked is not None:
            return self.picked
        claim = f" {self.claim.says}" if self.claim else ""
        if self.solutions == 0:
            raise BoardError(f"the board has no solution{claim}: it was misread, or it is wrong")
        raise BoardError(
            f"{SEVERAL}{claim}: it was misread, a clue is missing, or the page itself is "
            f"ambiguous (in one: {self.differ[0][0]}; in another: {self.differ[1][0]})"
        )


def prove(game: Game, board: Any) -> Proof:
    """Solve `board` and search for a second solution; the game's referee checks each solution.

    The game's bounded search is first, if it has one. The solver proves what that does not, and finds the solutions of
    a board with two or more. A board without a solution is tried with the game's relaxed encoding, if it has one. Raise
    AssertionError if the referee rejects a solution.

    The solver's search has no time limit of its own.
    """
    encoding, relaxed = game.encoding, False
    game.load(board)
    start = encoded = perf_counter()
    facts = game.search(board)
    if facts is None or len(facts) > 1:
        cnf = encoding.encode(board)
        encoded = perf_counter()
        facts = _solutions(cnf)
    if not facts and game.relaxed_encoding:
        only = _solutions(game.relaxed_encoding.encode(board))
        if relaxed := len(only) == 1:
            encoding, facts = game.relaxed_encoding, only
    found = tuple(encoding.decode(board, true) for true in facts)
    solved = perf_counter()
    for solution in found:
        if broken := game.board.check(board, solution):
            raise AssertionError(f"the {game.title} encoding and its referee disagree: {broken[0]}")
    checked = perf_counter()
    ms = {"encode": encoded - start, "solve": solved - encoded, "check": checked - solved}
    times = {stage: 1000 * time for stage, time in ms.items()}
    claim = game.claim(board, facts, relaxed=relaxed)
    return Proof(found, partial(encoding.encode, board), times, _difference(encoding, *facts), claim)


def pick(game: Game, board: Any, proof: Proof, cost: Callable[[Any], int]) -> Proof:
    """Return `proof` with one of several solutions picked: that of the least `cost`, of the first `MAX_PICKED`.

    Raise AssertionError if the referee rejects it. A proof of one solution, or of none, is returned as it is.
    """
    if proof.solutions < 2:
        return proof
    found = [game.encoding.decode(board, true) for true in _solutions(game.encoding.encode(board), MAX_PICKED)]
    best = min(found, key=cost)
    if broken := game.board.check(board, best):
        raise AssertionError(f"the {game.title} encoding and its referee disagree: {broken[0]}")
    return replace(proof, picked=best)


def _solutions(cnf: CNF, most: int = 2) -> list[list[Any]]:
    """Return the true named variables of up to `most` solutions."""
    return [cnf.facts(model) for model in solver.models(cnf, most)]


def _difference(
    encoding: Encoding, one: Sequence[Any] = (), other: Sequence[Any] = ()
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the facts that are true in only one of two solutions, for people; nothing if there are not two."""
    if not one or not other:
        return (), ()
    only = ([fact for fact in a if fact not in b] for a, b in ((one, set(other)), (other, set(one))))
    first, second = (tuple(unspoken(encoding.sentence(fact)) for fact in facts) for facts in only)
    return first, second
