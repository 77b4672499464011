"""The steps of one rule."""

from collections.abc import Iterator
from dataclasses import replace

from player.explanations.entailment import require, trimmed
from player.explanations.steps import Known, Reasoner, Step, by_rule, new


def steps_of(reasoner: Reasoner, rule: str, known: Known) -> Iterator[Step]:
    """Return the steps of a rule that settle something unknown, without what they can do without."""
    one, steps = next((one, steps) for one, steps in by_rule(reasoner, known) if one.name == rule)
    return (trimmed(reasoner, step) for step in steps) if one.redundant else steps


def first_step(reasoner: Reasoner, rule: str, known: Known, about: str = "") -> Step:
    """Return the first new step of a rule with `about` in its sentence, which follows from what it names."""
    step = next(step for step in steps_of(reasoner, rule, known) if about in step.says)
    require(reasoner, known, step)
    return replace(step, settles=new(step, known))


def given(reasoner: Reasoner) -> Known:
    """Return what is given."""
    return {fact.name: fact.holds for fact in reasoner.given()}
