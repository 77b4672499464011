"""The explanation of a board: steps in plain words from the givens to the solution.

The named rules of the game are applied, the easiest first; if none applies, a reason is found by proof. Every step is
checked by SAT: it follows from what it names and from nothing else.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from player.explain.difficulty import Difficulty
from player.explain.entailment import require, shortest
from player.explain.steps import Fact, Mark, Reasoner, Step, listed, new, seen
from player.games import Game
from player.games.game import Claim
from player.games.grid import Cell


@dataclass(frozen=True)
class Explanation:
    """The steps from a board's givens to its only solution, or the first of them."""

    reasoner: Reasoner
    steps: tuple[Step, ...]
    claim: Claim | None = None
    """The claim of the solution's proof."""
    difficulty: Difficulty | None = None
    """The difficulty of the board; None if it was not measured, as for the first steps only."""

    @cached_property
    def rules(self) -> Counter[str]:
        """The number of uses of each rule."""
        return Counter(step.rule for step in self.steps)

    def why(self, cells: Collection[Cell]) -> Step | None:
        """Return the last step that settles what a move puts on `cells`, or on some of them; None if there is none."""
        wanted = set(cells)
        for step in reversed(self.steps):
            marks = (self.reasoner.mark(fact) for fact in step.settles)
            if any(mark.positive and wanted.issuperset(mark.cells) for mark in marks):
                return step
        return None

    def lit(self, step: Step) -> tuple[Cell, ...]:
        """Return the cells of the premises and of the used facts of `step`."""
        return lit(self.reasoner, step)


def explain(game: Game, board: Any, solution: Any, most: int | None = None) -> Explanation:
    """Return the explanation, or its first `most` steps; `solution` must be the only one.

    Steps that settle nothing wanted, and nothing that is used later, are left out. Raise BoardError if the game has no
    reasoner.
    """
    reasoner = game.reasoner(board)
    needed = {*reasoner.wanted(solution)}
    needed_steps = []
    for step in reversed([*steps(reasoner, solution)]):
        if not needed.isdisjoint(step.settles):
            needed_steps.append(step)
            needed.update(step.uses)
    return Explanation(reasoner, tuple(needed_steps[::-1][:most]))


def steps(reasoner: Reasoner, solution: Any, known: Iterable[Fact] = ()) -> Iterator[Step]:
    """Yield the steps to `solution`, from the givens and the facts `known`, which must be true."""
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
    """Return the cells of the premises and of the used facts of `step`, each once."""
    named = [cell for premise in step.because for cell in reasoner.cells(premise)]
    return tuple(dict.fromkeys([*named, *(cell for fact in step.uses for cell in reasoner.mark(fact).cells)]))


__all__ = [
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
