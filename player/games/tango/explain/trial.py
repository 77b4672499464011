"""What is seen in Tango by trying: a sun that would soon make a cell both a sun and a moon."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from player.explain.steps import Fact, Known, Step
from player.explain.suppositions import SHORT, refuted, story
from player.games.grid import Cell
from player.games.tango.explain.counting import beside_an_equal_pair, no_room_for_equals, one_for_each
from player.games.tango.explain.line import Line, symbol
from player.games.tango.explain.rules_easy import count, pair, sandwich, sign

#: The most cells that a trial fills before it is given up.
LONGEST = 24

#: What is seen on the way.
SIGHT = (pair, sandwich, sign, count, beside_an_equal_pair, one_for_each, no_room_for_equals)

Crossing = Mapping[Cell, Sequence[Line]]
"""The lines of each cell."""


class Trial(NamedTuple):
    """That `supposed` makes, by `steps`, a sun and a moon of the cell `clash`."""

    supposed: Fact
    steps: tuple[Step, ...]
    clash: Cell


def trials(lines: Sequence[Line], known: Known) -> Iterator[Step]:
    """The shortest trial found, where there is one."""
    crossing: dict[Cell, list[Line]] = {}
    for line in lines:
        for at in line.members:
            crossing.setdefault(at, []).append(line)
    best: Trial | None = None
    for supposed in (Fact(at, holds) for at in crossing if at not in known for holds in (True, False)):
        found = _trial(crossing, known, supposed)
        if found and (best is None or len(found.steps) < len(best.steps)):
            best = found
        if best and len(best.steps) <= SHORT:
            break
    if best:
        yield _told(best, known)


def _told(trial: Trial, known: Known) -> Step:
    at, holds = trial.supposed
    says = f"A {symbol(holds)} at {at} would in {len(trial.steps)} steps make {trial.clash} both a sun and a moon."
    clash = [Fact(trial.clash, known[trial.clash])] if trial.clash in known else []
    return refuted(trial.supposed, says, trial.steps, known, *clash)


def _trial(crossing: Crossing, known: Known, supposed: Fact) -> Trial | None:
    """What follows at a glance from `supposed`, up to the first cell that it makes both."""
    now = {**known, supposed.name: supposed.holds}
    reasons: dict[Cell, Step] = {}
    for at in (fresh := [supposed.name]):  # it grows
        for step in [step for line in crossing[at] for see in SIGHT for step in see(line, now)]:
            for name, holds in step.settles:
                if name not in now:
                    now[name], reasons[name] = holds, step
                    fresh.append(name)
                elif now[name] != holds:
                    return Trial(supposed, story([step, *filter(None, [reasons.get(name)])], reasons), name)
        if len(fresh) > LONGEST:
            break
    return None
