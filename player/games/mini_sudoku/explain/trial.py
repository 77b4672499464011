"""Trials in Mini Sudoku: a supposed number that leads by singles to a cell or a number without a place."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple

from player.explanations.steps import Fact, Link, Step, sentence
from player.explanations.suppositions import SHORT_TRIAL_STEPS, refuted, story
from player.games.mini_sudoku.explain.candidates import Filled, Name, Place, View, a
from player.games.mini_sudoku.explain.quick import soonest
from player.games.mini_sudoku.explain.singles import full_house, hidden_single, naked_single

#: The most rounds of singles that a trial applies before it ends without a result; the next one, if none has a result.
MAX_ROUNDS = (6, 30)
#: The most suppositions of which the shortest trial is taken: those that are contradictory after the fewest rounds.
MAX_TRIALS = 12


class Trial(NamedTuple):
    """A contradiction: `supposed` leads by `steps` to it; the first of them is the contradiction itself.

    `reasons` has for each name the step that settled it.
    """

    supposed: Fact
    steps: tuple[Step, ...]
    reasons: Mapping[Name, Step]


def trials(view: View) -> Iterator[Step]:
    """Yield the shortest trial found, if there is one, in the cells with the fewest candidates."""
    for most, size in product(MAX_ROUNDS, view.grid.numbers[1:]):
        best: Trial | None = None
        few = [at for at, numbers in view.open.items() if len(numbers) == size]
        for name in soonest(view, few, most)[:MAX_TRIALS]:
            found = _trial(view, Fact(name), most)
            if found and (best is None or len(found.steps) < len(best.steps)):
                best = found
            if best and len(best.steps) <= SHORT_TRIAL_STEPS:
                break
        if best:
            yield _step(best, view)
            return


def _step(trial: Trial, view: View) -> Step:
    (at, number), (end, *others) = trial.supposed.name, trial.steps
    says = sentence(f"{a(number)} at {at} would in {len(trial.steps)} steps leave {end.says}.")
    last = Link(sentence(f"{end.says} is left."), (), end.uses, end.because)
    return refuted(trial.supposed, says, others, known=view.known, reasons=trial.reasons, end=last)


def _trial(view: View, supposed: Fact, most: int) -> Trial | None:
    """Return the shortest of the first contradictions that singles derive from `supposed`, or None.

    The search is breadth-first: each round makes all steps that are possible.
    """
    now = {**view.known, supposed.name: True}
    reasons: dict[Name, Step] = {}
    for _ in range(most):
        after = View(view.grid, now)
        if ends := [*_wrong(after)]:
            return min(
                (Trial(supposed, story([end], reasons), reasons) for end in ends), key=lambda one: len(one.steps)
            )
        fresh: dict[Name, Step] = {}
        for step in (step for find in (full_house, hidden_single, naked_single) for step in find(after)):
            at, number = step.settles[0].name
            if not any(at == other or (number == held and other in view.grid.peers[at]) for other, held in fresh):
                fresh[at, number] = step
        if not fresh:
            break
        reasons |= fresh
        now |= dict.fromkeys(fresh, True)
    return None


def _wrong(view: View) -> Iterator[Step]:
    """Yield cells without a candidate, and numbers without a place."""
    for at, numbers in view.open.items():
        if not numbers:
            yield Step("trial", f"no number for {at}", (), tuple(view.why_not(at, view.grid.numbers)), (Filled(at),))
    for unit, members in view.grid.units.items():
        for number in view.wanted(members):
            if not view.places(members, number):
                uses = tuple(view.why_nowhere(number, members))
                yield Step("trial", f"no place for the {number} in {unit}", (), uses, (Place(unit, number),))
