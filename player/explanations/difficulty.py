"""The difficulty of a board: one number from 0 to 10, from the steps that its rules take, and a word for it.

All steps that the easiest applicable rule finds at one time are a wave, and are taken together: so the measure does not
depend on the order in which cells are tried. A wave costs more the harder its rule is, the more parts of the board its
simplest step combines, and the more of the board is still open, where one has to look. The number grows with
the logarithm of all costs together, and approaches 10.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from player.explanations.steps import Budget, Known, Reasoner, Rule, SpentError, Step, new
from player.games import Game
from player.proof import prove


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
    reasoner = game.reasoner(board)
    reasoner.trims = False
    return graded([*waves(reasoner, solution)])


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
        for rule in reasoner.rules:
            found.extend((rule, step) for step in rule.find(known) if new(step, known))
            if found:
                break
    return found
