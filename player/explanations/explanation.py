"""The explanation of a board: steps in plain words from the givens to the solution.

The named rules of the game are applied, the easiest first; if none applies, a reason is found by proof. Every step is
checked by SAT: it follows from what it names and from nothing else.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from player.errors import DeadlineOver, Interrupted, PlayerError
from player.explanations.difficulty import Difficulty
from player.explanations.entailment import require, shortest
from player.explanations.steps import Budget, Fact, Known, Link, Reasoner, SpentError, Step, new, seen
from player.explanations.uniqueness import Uniqueness, exchanged
from player.games import Game
from player.games.game import Claim
from player.games.grid import Cell

#: The rule of a last step that settles all that is left, because the budget is used up; and its sentence.
SEARCH = "search"
SEARCHED = "From here on by search: the work that steps may take is used up, and the solver has proved what is left."


@dataclass(frozen=True)
class Explanation:
    """The steps from a board's givens to its only solution, or the first of them."""

    reasoner: Reasoner
    steps: tuple[Step, ...]
    claim: Claim | None = None
    """The claim of the solution's proof."""
    difficulty: Difficulty | None = None
    """The difficulty of the board; None if it was not measured, as for the first steps only."""
    stopped: PlayerError | None = None
    """The signal or the deadline that stopped the search of further steps; None if it went to the end."""

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

    def lit(self, step: Step | Link) -> tuple[Cell, ...]:
        """Return the cells of the premises and of the used facts of a step or a link."""
        return lit(self.reasoner, step)


def explain(game: Game, board: Any, solution: Any, most: int | None = None, effort: float = 1) -> Explanation:
    """Return the explanation as `begun` does, but raise what stops it."""
    found = begun(game, board, solution, most, effort)
    if found.stopped:
        raise found.stopped
    return found


def begun(
    game: Game, board: Any, solution: Any, most: int | None = None, effort: float = 1, *, unique: bool = False
) -> Explanation:
    """Return the explanation, or its first `most` steps; `solution` must be the only one.

    Steps that settle nothing wanted, and nothing that is used later, are left out, unless the last is a search.
    `effort` multiplies the budget of the steps; with `unique`, they may rest on the uniqueness of the solution. If a
    signal or the deadline stops the search, the explanation has all steps so far. Raise BoardError if the game has no
    reasoner.
    """
    reasoner = game.reasoner(board)
    found: list[Step] = []
    try:
        for step in steps(reasoner, solution, effort=effort, unique=unique):
            found.append(step)  # noqa: PERF402  # what is found before an error is kept
    except (DeadlineOver, Interrupted) as error:
        return Explanation(reasoner, tuple(found[:most]), stopped=error)
    if found and found[-1].rule == SEARCH:
        return Explanation(reasoner, tuple(found[:most]))
    needed = {*reasoner.wanted(solution)}
    needed_steps = []
    for step in reversed(found):
        if not needed.isdisjoint(step.settles):
            needed_steps.append(step)
            needed.update(step.uses)
    return Explanation(reasoner, tuple(needed_steps[::-1][:most]))


def steps(
    reasoner: Reasoner, solution: Any, known: Iterable[Fact] = (), *, effort: float = 1, unique: bool = False
) -> Iterator[Step]:
    """Yield the steps to `solution`, from the givens and the facts `known`, which must be true.

    The work is limited by a budget that `effort` multiplies. If it is used up, the last step is a search: it settles
    all that is left. With `unique`, steps may rest on the uniqueness of `solution`, if nothing easier applies.
    """
    uniqueness = Uniqueness(reasoner, solution, effort) if unique else None
    now = {fact.name: fact.holds for fact in (*reasoner.given(), *known)}
    begun_with = tuple(Fact(name, holds) for name, holds in now.items())
    wanted, facts = reasoner.wanted(solution), reasoner.facts(solution)
    budget = Budget(effort)
    while left := [fact for fact in wanted if fact.name not in now]:
        still_open = dict.fromkeys(fact for fact in (*left, *facts) if fact.name not in now)
        step = _next(reasoner, now, [*still_open], budget, uniqueness)
        if step is None:  # without a check: the solution is the only one, so the whole board entails what is left
            step = Step(SEARCH, SEARCHED, tuple(left), begun_with, tuple(reasoner.premises), proved=True)
        now.update(step.settles)
        yield step


def _next(
    reasoner: Reasoner, now: Known, still_open: Sequence[Fact], budget: Budget, uniqueness: Uniqueness | None
) -> Step | None:
    """Return the next step, by a rule or else by proof; None if the budget suffices for neither.

    A step that rests on uniqueness goes before those that suppose something, and after all others.
    """
    check = partial(require, reasoner, now)
    step = _tried(lambda: next(seen(reasoner, now), None), check, now, budget)
    if uniqueness and (step is None or step.supposed):
        unique = _tried(lambda: uniqueness.step(now), partial(uniqueness.require, now), now, uniqueness.budget)
        step = unique or step
    return step or _tried(lambda: shortest(reasoner, now, still_open), check, now, budget)


def _tried(find: Callable[[], Step | None], check: Callable[[Step], None], now: Known, budget: Budget) -> Step | None:
    """Return the step found, with what it settles anew, after its check; None if the budget does not suffice."""
    try:
        with budget.part():
            step = find()
        if step:
            step = replace(step, settles=new(step, now))
            with budget.part():
                check(step)
    except SpentError:
        return None
    return step


def lit(reasoner: Reasoner, step: Step | Link) -> tuple[Cell, ...]:
    """Return the cells of the premises and of the used and exchanged facts of a step or a link, each once."""
    facts = [*step.uses, *(exchanged(reasoner, step) if isinstance(step, Step) else ())]
    named = [cell for premise in step.because for cell in reasoner.cells(premise)]
    return tuple(dict.fromkeys([*named, *(cell for fact in facts for cell in reasoner.mark(fact).cells)]))
