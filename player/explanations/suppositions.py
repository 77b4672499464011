"""Trials: suppositions that lead by easy steps to a contradiction."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from player.explanations.steps import Fact, Known, Link, Step

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


def refuted(
    supposed: Fact, says: str, steps: Sequence[Step], *, known: Known, reasons: Mapping[Any, Step], end: Link
) -> Step:
    """Return the step that `supposed` is false, because `steps` lead from it to the contradiction `end`.

    The steps are the links of its chain, in the order of `reasons`, which maps each name to the step that settled it.
    """
    made = [_link(step, reasons) for step in dict.fromkeys(reasons.values()) if step in steps]
    links = _useful(
        [link._replace(uses=tuple(fact for fact in link.uses if fact != supposed)) for link in (*made, end)]
    )
    used = dict.fromkeys(fact for link in links for fact in link.uses)
    because = dict.fromkeys(premise for link in links for premise in link.because)
    return Step(
        "trial",
        says,
        (Fact(supposed.name, not supposed.holds),),
        tuple(fact for fact in used if fact.name in known),
        tuple(because),
        supposed=(supposed,),
        links=links,
    )


def _link(step: Step, reasons: Mapping[Any, Step]) -> Link:
    """Return a step of a trial as a link, with the facts that it was the first to settle."""
    fresh = tuple(fact for fact in step.settles if reasons.get(fact.name) == step)
    return Link(step.says, fresh, step.uses, step.because)


def _useful(links: Sequence[Link]) -> tuple[Link, ...]:
    """Return the links to the last one, with only those facts that later links use."""
    useful = [links[-1]]
    used = {*links[-1].uses}
    for link in reversed(links[:-1]):
        if settles := tuple(fact for fact in link.settles if fact in used):
            useful.append(link._replace(settles=settles))
            used.update(link.uses)
    return tuple(reversed(useful))
