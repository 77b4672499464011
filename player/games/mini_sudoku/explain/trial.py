"""Trials in Mini Sudoku: a supposed number that leads by singles to a cell or a number without a place."""

from collections.abc import Iterator

from player.explain.steps import Fact, Step, sentence
from player.explain.suppositions import SHORT_TRIAL_STEPS, refuted, story
from player.games.mini_sudoku.explain.candidates import Filled, Name, Place, View, a
from player.games.mini_sudoku.explain.singles import full_house, hidden_single, naked_single

#: The most rounds of singles that a trial applies before it ends without a result.
MAX_ROUNDS = 6


def trials(view: View) -> Iterator[Step]:
    """Yield the shortest trial found, if there is one, in the cells with the fewest candidates."""
    for size in view.grid.numbers[1:]:
        best: tuple[Fact, tuple[Step, ...]] | None = None
        for supposed in (Fact((at, number)) for at, few in view.open.items() if len(few) == size for number in few):
            steps = _trial(view, supposed)
            if steps and (best is None or len(steps) < len(best[1])):
                best = supposed, steps
            if best and len(best[1]) <= SHORT_TRIAL_STEPS:
                break
        if best:
            supposed, steps = best
            (at, number), (end, *_) = supposed.name, steps
            says = sentence(f"{a(number)} at {at} would in {len(steps)} steps leave {end.says}.")
            yield refuted(supposed, says, steps, view.known)
            return


def _trial(view: View, supposed: Fact) -> tuple[Step, ...]:
    """Return the steps from `supposed` to a contradiction, the contradiction first; empty if there is none."""
    now = {**view.known, supposed.name: True}
    reasons: dict[Name, Step] = {}
    for _ in range(MAX_ROUNDS):
        after = View(view.grid, now)
        if end := next(_wrong(after), None):
            return story([end], reasons)
        fresh: dict[Name, Step] = {}
        for step in (step for find in (full_house, hidden_single, naked_single) for step in find(after)):
            at, number = step.settles[0].name
            if not any(at == other or (number == held and other in view.grid.peers[at]) for other, held in fresh):
                fresh[at, number] = step
        if not fresh:
            break
        reasons |= fresh
        now |= dict.fromkeys(fresh, True)
    return ()


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
