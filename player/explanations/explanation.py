"""The explanation of a board, steps in plain words from the givens to the solution; and its difficulty.

The named rules of the game are applied, the easiest first; if none applies, a reason is found by proof. Every step is
checked by SAT: it follows from what it names and from nothing else.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, NamedTuple

from player.errors import DeadlineOver, Interrupted, PlayerError
from player.explanations.entailment import easiest, require, shortest
from player.explanations.steps import Budget, Fact, Known, Reasoner, Rule, SpentError, Step, by_rule, new
from player.explanations.uniqueness import Uniqueness, exchanged
from player.games import Game
from player.games.game import Claim
from player.games.grid import Cell
from player.proof import prove

# The difficulty: one number from 0 to 10, from the steps that the rules take, and a word for it
#
# All steps that the easiest applicable rule finds at one time are a wave, and are taken together: so the measure does
# not depend on the order in which cells are tried. A wave costs more the harder its rule is, the more parts of the
# board its simplest step combines, and the more of the board is still open, where one has to look. The number grows
# with the logarithm of all costs together, and approaches 10.


class Weights(NamedTuple):
    """The weights in the cost of a wave."""

    level: float
    """The factor from the rules of one level to those of the next."""
    parts: float
    """The power of the number of parts that a step combines."""
    open: float
    """The power of the share of the board that is open."""


#: Fitted to Krazydad's own measure of work for his Star Battles (10x10, two stars) by `python -m tests.bench.difficulty
#: --fit`, and rounded: docs/benchmarks.md has the figures.
WEIGHTS = Weights(level=4.0, parts=2.0, open=3.0)
#: The level of a wave without a rule: one more than that of the hardest rules.
BEYOND = 4
#: The power of the cost in the number: 10 * (1 - (1 + cost) ** -SCALE_POWER).
SCALE_POWER = 0.4

LEVELS = ("easy", "medium", "hard")
#: The least numbers of medium and hard.
BOUNDARIES = (3.0, 6.0)


@dataclass(frozen=True, slots=True, order=True)
class Difficulty:
    """The difficulty of a board: a `number` from 0 to 10; outputs have one decimal, which decides on the level."""

    number: float

    @property
    def level(self) -> str:
        """The word: one of `LEVELS`."""
        return LEVELS[sum(round(self.number, 1) >= least for least in BOUNDARIES)]

    def __str__(self) -> str:
        """Return the word and the number."""
        return f"{self.level} {self.number:.1f}"

    def to_json(self) -> dict[str, Any]:
        """Return the word and the number."""
        return {"level": self.level, "number": round(self.number, 1)}


#: The least difficulty of a board that rules do not solve, or whose explanation ends by search.
HARD = Difficulty(BOUNDARIES[-1])


def said(data: object) -> str:
    """Return the word and the number in `data`, which is as of `Difficulty.to_json`; empty if it is not.

    Records of earlier versions have none.
    """
    match data:
        case {"level": str(level), "number": int(number) | float(number)} if level in LEVELS:
            return f"{level} {number:.1f}"
    return ""


class Wave(NamedTuple):
    """All steps that the easiest applicable rule finds at one time; `rule` is empty if no rule applies."""

    rule: str
    level: int
    """The level of the rule; `BEYOND` if no rule applies."""
    parts: int
    """The number of premises of its simplest step, at least 1."""
    ways: int
    """The number of its steps."""
    open: float
    """The share of the facts, beyond the given ones, that were unknown before."""

    def cost(self, weights: Weights = WEIGHTS) -> float:
        """Return the cost: that of a medium wave of one part on an open board is 1. A glance takes in all parts."""
        parts = 1 if self.level == 1 else self.parts
        return float(weights.level ** (self.level - 2) * parts**weights.parts * self.open**weights.open)


def measure(game: Game, board: Any) -> Difficulty:
    """Return the difficulty of `board`; raise BoardError if it does not have exactly one solution."""
    return measured(game, board, prove(game, board).solution)


def measured(game: Game, board: Any, solution: Any) -> Difficulty:
    """Return the difficulty of `board`; `solution` must be the only one."""
    return graded([*waves(game.reasoner(board), solution)])


def graded(found: Sequence[Wave]) -> Difficulty:
    """Return the difficulty of a board with these waves; it is hard if the rules do not lead to its solution."""
    difficulty = Difficulty(10 * (1 - (1 + sum(wave.cost() for wave in found)) ** -SCALE_POWER))
    return difficulty if all(wave.rule for wave in found) else max(difficulty, HARD)


def waves(reasoner: Reasoner, solution: Any) -> Iterator[Wave]:
    """Yield the waves from the givens to `solution`; the last has no rule if the rules do not lead there.

    Their work has the budget of an explanation: if it is used up, what is found of a wave counts, or no rule applies.
    """
    known = {fact.name: fact.holds for fact in reasoner.given()}
    wanted = [fact.name for fact in reasoner.wanted(solution)]
    names = {*wanted, *(fact.name for fact in reasoner.facts(solution))} - known.keys()
    budget = Budget()
    while any(name not in known for name in wanted):
        share = sum(name not in known for name in names) / len(names)
        steps = _steps(reasoner, known, budget)
        if not steps:
            yield Wave("", BEYOND, 1, 0, share)
            return
        known |= {fact.name: fact.holds for _, step in steps for fact in step.settles}
        rule, _ = steps[0]
        parts = min(len(step.because) for _, step in steps)
        yield Wave(rule.name, rule.level, max(1, parts), len(steps), share)


def _steps(reasoner: Reasoner, known: Known, budget: Budget) -> list[tuple[Rule, Step]]:
    """Return all steps of the easiest rule that has any now, each with the rule; those that the budget suffices for."""
    found: list[tuple[Rule, Step]] = []
    with suppress(SpentError), budget.part():
        for rule, steps_of_rule in by_rule(reasoner, known):
            found.extend((rule, step) for step in steps_of_rule)
            if found:
                break
    return found


# The steps

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

    def lit(self, step: Step) -> tuple[Cell, ...]:
        """Return the cells of the premises and of the used facts of a step."""
        return lit(self.reasoner, step)


def explain(
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
    step = _tried(partial(easiest, reasoner, now), check, now, budget)
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


def lit(reasoner: Reasoner, step: Step) -> tuple[Cell, ...]:
    """Return the cells of the premises and of the used and exchanged facts of a step, each once."""
    facts = [*step.uses, *exchanged(reasoner, step)]
    named = [cell for premise in step.because for cell in reasoner.premises[premise].cells]
    return tuple(dict.fromkeys([*named, *(cell for fact in facts for cell in reasoner.mark(fact).cells)]))
