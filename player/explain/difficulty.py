"""The difficulty of a board: how far propagation on its formula leads without search.

Unit propagation gives what follows at once. Look-ahead gives what follows because the contrary is contradictory: the
failed literals of J. W. Freeman, "Improvements to propositional satisfiability search algorithms" (1995). Neither
depends on the order in which cells are tried, nor on a solver.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from player.games import Game
from player.sat import solver
from player.sat.cnf import CNF, Clause

LEVELS = ("easy", "medium", "hard")


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The `rounds` of look-ahead from all open cells at once, and the `guesses` where even that settles nothing.

    A guess is the first open fact of the solution.
    """

    rounds: int
    guesses: int

    @property
    def level(self) -> str:
        """The level: "easy" if propagation suffices, "medium" if look-ahead is needed, "hard" if guesses are."""
        return LEVELS[2 if self.guesses else 1 if self.rounds else 0]

    def to_json(self) -> dict[str, Any]:
        """Return the level and the two counts."""
        return {"level": self.level, "rounds": self.rounds, "guesses": self.guesses}


def measure(game: Game, board: Any) -> Difficulty:
    """Return the difficulty of `board`, which must have exactly one solution."""
    cnf = game.encoding.encode(board)
    (solution,) = solver.models(cnf, most=2)
    facts = [literal for literal in solution[: len(cnf.names)] if literal > 0]
    reasoner = _Reasoner([*cnf.clauses, *game.obvious(board)])
    rounds = guesses = 0
    while still_open := reasoner.open_of(facts, cnf):
        rounds += 1
        if not reasoner.look_ahead(len(cnf.names)):
            guesses += 1
            reasoner.learn(still_open[:1])
    return Difficulty(rounds, guesses)


class _Reasoner:
    """Clauses, and the literals `known` from them by unit propagation and by `learn`."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self.known: set[int] = set()
        self._implied: dict[int, list[int]] = {}  # by literal: the literals that binary clauses imply
        self._longer: dict[int, list[Clause]] = {}  # by literal: the longer clauses that contain its negation
        self.add(clauses)

    def add(self, clauses: Iterable[Clause]) -> None:
        """Add clauses, and learn those that are units."""
        units = []
        for clause in clauses:
            left = [literal for literal in clause if -literal not in self.known]
            if len(left) == 1:
                units.append(left[0])
            elif len(left) == 2:
                self._implied.setdefault(-left[0], []).append(left[1])
                self._implied.setdefault(-left[1], []).append(left[0])
            else:
                for literal in left:
                    self._longer.setdefault(-literal, []).append(tuple(left))
        self.learn(units)

    def open_of(self, facts: list[int], cnf: CNF) -> list[int]:
        """Return the `facts` that are unknown, after adding the formula's cuts for what is known."""
        while True:
            still_open = [fact for fact in facts if fact not in self.known]
            count = len(self.known)
            model = [var if var in self.known else -var for var in range(1, len(cnf.names) + 1)]
            self.add(cut for cut in cnf.cuts(model) if self.known.isdisjoint(cut))
            if len(self.known) == count:
                return still_open

    def learn(self, literals: Iterable[int]) -> None:
        """Add literals and what they imply."""
        for literal in literals:
            consequences = self._consequences(literal)
            assert consequences is not None, "what is learnt of a board with a solution contradicts nothing"
            self.known |= consequences

    def look_ahead(self, named: int) -> bool:
        """Suppose each open literal of the `named` variables and learn the negations of those that fail.

        Return whether any failed. Literals implied by a consistent supposition are consistent too, and skipped.
        """
        consistent = set(self.known)
        failed = []
        for literal in (sign * variable for variable in range(1, named + 1) for sign in (1, -1)):
            if literal in consistent or -literal in self.known:
                continue
            consequences = self._consequences(literal)
            if consequences is None:
                failed.append(-literal)
            else:
                consistent |= consequences
        self.learn(failed)
        return bool(failed)

    def _consequences(self, supposed: int) -> set[int] | None:
        """Return the new literals by unit propagation from `supposed`, or None if they are contradictory."""
        known = self.known
        if supposed in known:
            return set()
        new, trail = {supposed}, [supposed]
        for literal in trail:  # the list grows during the loop
            follows = list(self._implied.get(literal, ()))
            for clause in self._longer.get(literal, ()):
                left = [other for other in clause if -other not in new and -other not in known]
                if len(left) <= 1:
                    follows += left or [-literal]
            for other in follows:
                if -other in new or -other in known:
                    return None
                if other not in new and other not in known:
                    new.add(other)
                    trail.append(other)
        return new
