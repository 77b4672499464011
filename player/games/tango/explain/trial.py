"""Trials in Tango: a supposed symbol that leads by easy rules to a cell that is both a sun and a moon."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from player.explanations.budget import spend
from player.explanations.steps import Fact, Known, Link, Step
from player.explanations.suppositions import SHORT_TRIAL_STEPS, refuted, story
from player.games.grid import Cell
from player.games.tango.explain.counting import beside_an_equal_pair, no_room_for_equals, one_for_each
from player.games.tango.explain.distinct import Pair, unlike
from player.games.tango.explain.line import Line, symbol
from player.games.tango.explain.rules_easy import count, pair, sandwich, sign

#: The most cells that a trial fills before it ends without a result; the next one, if none has a result.
MAX_CELLS = (24, 1_000)

#: The work of the rules of a trial on one cell of a line (see `player.explanations.budget`).
UNITS_PER_CELL = 10

#: The rules that a trial applies.
TRIAL_RULES = (pair, sandwich, sign, count, beside_an_equal_pair, one_for_each, no_room_for_equals)

Crossing = Mapping[Cell, Sequence[Line | Pair]]
"""The lines of each cell, and on a distinct board the pairs of lines with one of these."""


class Trial(NamedTuple):
    """A contradiction: `supposed` makes, by `steps`, the cell `clash` both a sun and a moon.

    The last of the `steps` to be made is the first of them; `reasons` has for each cell the step that settled it.
    """

    supposed: Fact
    steps: tuple[Step, ...]
    clash: Fact
    reasons: Mapping[Cell, Step]


def trials(lines: Sequence[Line], pairs: Sequence[Pair], known: Known) -> Iterator[Step]:
    """Yield the shortest trial found, if there is one."""
    crossing: dict[Cell, list[Line | Pair]] = {}
    for line in lines:
        for at in line.members:
            crossing.setdefault(at, []).append(line)
    for two in pairs:
        for at in (*two.one.members, *two.other.members):
            crossing[at].append(two)
    for most in MAX_CELLS:
        best: Trial | None = None
        for supposed in (Fact(at, holds) for at in crossing if at not in known for holds in (True, False)):
            found = _trial(crossing, known, supposed, most)
            if found and (best is None or len(found.steps) < len(best.steps)):
                best = found
            if best and len(best.steps) <= SHORT_TRIAL_STEPS:
                break
        if best:
            yield _step(best, known)
            return


def _steps(around: Line | Pair, known: Known) -> Iterator[Step]:
    """Yield the steps of the rules that a trial applies to a line or to two of them."""
    if isinstance(around, Pair):
        spend(len(around.one.members))
        yield from unlike(around, known)
    else:
        spend(UNITS_PER_CELL * len(around.members))
        for see in TRIAL_RULES:
            yield from see(around, known)


def _step(trial: Trial, known: Known) -> Step:
    at, holds = trial.supposed
    where, end = trial.clash.name, trial.steps[0]
    says = f"A {symbol(holds)} at {at} would in {len(trial.steps)} steps make {where} both a sun and a moon."
    clash = f"{end.says} But {where} is a {symbol(trial.clash.holds)}."
    last = Link(clash, (), tuple(dict.fromkeys([*end.uses, trial.clash])), end.because)
    return refuted(trial.supposed, says, trial.steps, known=known, reasons=trial.reasons, end=last)


def _trial(crossing: Crossing, known: Known, supposed: Fact, most: int) -> Trial | None:
    """Return the shortest of the first contradictions that easy rules derive from `supposed`, or None.

    The search is breadth-first: all that follows from the cells of one round is found before the next round.
    """
    now = {**known, supposed.name: supposed.holds}
    reasons: dict[Cell, Step] = {}
    fresh, filled = [supposed.name], 1
    while fresh and filled <= most:
        after: list[Cell] = []
        found: list[Trial] = []
        around = dict.fromkeys(one for at in fresh for one in crossing[at])
        for step in [step for one in around for step in _steps(one, now)]:
            for name, holds in step.settles:
                if name not in now:
                    now[name], reasons[name] = holds, step
                    after.append(name)
                elif now[name] != holds:
                    ends = [step, *filter(None, [reasons.get(name)])]
                    found.append(Trial(supposed, story(ends, reasons), Fact(name, now[name]), reasons))
        if found:
            return min(found, key=lambda one: len(one.steps))
        fresh, filled = after, filled + len(after)
    return None
