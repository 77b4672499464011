"""Trials: suppositions that lead by easy steps to a contradiction."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from player.explain.steps import Fact, Known, Step

#: The number of steps for which a trial is short enough to end the search for a shorter one.
SHORT_TRIAL_STEPS = 4


def story(ends: Iterable[Step], reasons: Mapping[Any, Step]) -> tuple[Step, ...]:
    """Return the steps `ends` and all steps that lead to them; `reasons` maps each name to the step that settled it."""
    needed = [*ends]
    for step in needed:  # the list grows during the loop
        for reason in (reasons[fact.name] for fact in step.uses if fact.name in reasons):
            if reason not in needed:
                needed.append(reason)
    return tuple(needed)


def refuted(supposed: Fact, says: str, steps: Sequence[Step], known: Known, *clash: Fact) -> Step:
    """Return the step that `supposed` is false, because `steps` lead from it to a contradiction.

    `clash` are the facts that the last step contradicts.
    """
    used = [fact for step in steps for fact in step.uses]
    uses = dict.fromkeys(fact for fact in (*used, *clash) if fact.name in known)
    because = dict.fromkeys(premise for step in steps for premise in step.because)
    return Step("trial", says, (Fact(supposed.name, not supposed.holds),), tuple(uses), tuple(because))
