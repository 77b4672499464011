"""Why each cell of a board is what it is, step by step, as a person would say it.

The named rules of a game come first, the easiest that sees anything; where they run out, a reason that is proved.
Every step is held against SAT before it is told: it follows from what it names, and from nothing that it does not name.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from player.explain.entailment import require, shortest
from player.explain.steps import Fact, Mark, Reasoner, Step, listed, new, seen
from player.games import Game
from player.games.grid import Cell

#: By the level of the hardest rule that a board needs; the last is for boards that need a proof.
RATINGS = ("easy", "medium", "hard", "beyond the rules")


@dataclass(frozen=True)
class Explanation:
    """The steps from a board as it is given to its one solution, or the first of them."""

    reasoner: Reasoner
    steps: tuple[Step, ...]

    @cached_property
    def rules(self) -> Counter[str]:
        """How often each rule was used."""
        return Counter(step.rule for step in self.steps)

    @property
    def rating(self) -> str:
        """One of `RATINGS`, by the hardest rule that the steps need."""
        levels = {rule.name: rule.level for rule in self.reasoner.rules}
        return RATINGS[max((levels.get(name, len(RATINGS)) for name in self.rules), default=1) - 1]

    def why(self, cells: Collection[Cell]) -> Step | None:
        """The last step that settled what a move puts on `cells`, or on some of them."""
        wanted = set(cells)
        for step in reversed(self.steps):
            marks = (self.reasoner.mark(fact) for fact in step.settles)
            if any(mark.positive and wanted.issuperset(mark.cells) for mark in marks):
                return step
        return None

    def lit(self, step: Step) -> tuple[Cell, ...]:
        """The cells that `step` is about: those that its premises and the facts that it uses name."""
        return lit(self.reasoner, step)


def explain(game: Game, board: Any, solution: Any, most: int | None = None) -> Explanation:
    """All of it, or the first `most` steps; `solution` is proved to be the only one.

    Steps that lead nowhere, because nothing of what they settle is wanted or used later, are left out.
    """
    reasoner = game.reasoner(board)
    needed = {*reasoner.wanted(solution)}
    kept = []
    for step in reversed([*steps(reasoner, solution)]):
        if not needed.isdisjoint(step.settles):
            kept.append(step)
            needed.update(step.uses)
    return Explanation(reasoner, tuple(kept[::-1][:most]))


def steps(reasoner: Reasoner, solution: Any, known: Iterable[Fact] = ()) -> Iterator[Step]:
    """The steps to `solution`, from the given facts and what else is `known`, which must be true."""
    now = {fact.name: fact.holds for fact in (*reasoner.given(), *known)}
    wanted, facts = reasoner.wanted(solution), reasoner.facts(solution)
    while any(fact.name not in now for fact in wanted):
        step = next(seen(reasoner, now), None)
        if step is None:
            still_open = dict.fromkeys(fact for fact in (*wanted, *facts) if fact.name not in now)
            step = shortest(reasoner, now, [*still_open])
        step = replace(step, settles=new(step, now))
        require(reasoner, now, step)
        now.update(step.settles)
        yield step


def lit(reasoner: Reasoner, step: Step) -> tuple[Cell, ...]:
    named = [cell for premise in step.because for cell in reasoner.cells(premise)]
    return tuple(dict.fromkeys([*named, *(cell for fact in step.uses for cell in reasoner.mark(fact).cells)]))


__all__ = [
    "RATINGS",
    "Explanation",
    "Fact",
    "Mark",
    "Reasoner",
    "Step",
    "explain",
    "listed",
    "lit",
    "steps",
]
