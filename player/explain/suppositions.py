"""Trials: what is supposed leads, by steps that are easy to see, to what can't be."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from player.explain.steps import Fact, Known, Step

#: A trial of so few steps is good enough not to look for a shorter one.
SHORT = 4


def story(ends: Iterable[Step], reasons: Mapping[Any, Step]) -> tuple[Step, ...]:
    """The `ends` of a trial, and all steps that led there; `reasons` has the step that settled each name."""
    needed = [*ends]
    for step in needed:  # it grows
        for reason in (reasons[fact.name] for fact in step.uses if fact.name in reasons):
            if reason not in needed:
                needed.append(reason)
    return tuple(needed)


def refuted(supposed: Fact, says: str, steps: Sequence[Step], known: Known, *clash: Fact) -> Step:
    """`supposed` can't be, as `steps` lead from it to something that can't, or that clashes with what is known."""
    used = [fact for step in steps for fact in step.uses]
    uses = dict.fromkeys(fact for fact in (*used, *clash) if fact.name in known)
    because = dict.fromkeys(premise for step in steps for premise in step.because)
    return Step("trial", says, (Fact(supposed.name, not supposed.holds),), tuple(uses), tuple(because))
