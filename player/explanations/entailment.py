"""Entailment by SAT: the check of every step, and reasons found by proof if no rule applies."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TypeVar

from player.explanations.steps import (
    Fact,
    Known,
    Premise,
    Reasoner,
    SpentError,
    Step,
    Theory,
    by_rule,
    listed,
    spend,
    work_left,
)
from player.sat import solver
from player.sat.cnf import CNF, Clause, Model

#: The most facts for which a reason is searched, to take the shortest; and the length that ends the search at once.
MAX_FACTS, SHORT_REASON = 20, 2
#: The most parts of a reason that its sentence names.
MAX_NAMED_PARTS = 6

_Part = TypeVar("_Part")


def follows(reasoner: Reasoner, premises: Collection[Premise], uses: Sequence[Fact], facts: Sequence[Fact]) -> bool:
    """Return whether the general rules, `premises` and the facts `uses` entail all `facts`.

    Without `facts`: whether they are contradictory.
    """
    theory = reasoner.theory(premises)
    spend(len(theory.cnf.clauses))
    return _entails(theory, uses, facts)


def _entails(theory: Theory, uses: Sequence[Fact], facts: Sequence[Fact]) -> bool:
    """Return whether `theory` and `uses` entail all `facts`."""
    clauses = [*theory.cnf.clauses, *chain.from_iterable(clauses_of(theory, fact) for fact in uses)]
    cnf = replace(theory.cnf, clauses=clauses, repair=partial(_repaired, theory, uses, facts))
    conclusions = [*chain.from_iterable(clauses_of(theory, fact) for fact in facts)]
    return bool(facts and not conclusions) or entails(cnf, conclusions)


def entails(cnf: CNF, conclusions: Sequence[Clause]) -> bool:
    """Return whether a formula entails all `conclusions`: that one of them fails makes it unsatisfiable.

    Without `conclusions`: whether it is contradictory.
    """
    clauses, top = [*cnf.clauses], 0
    some_fails: list[int] = []
    for clause in conclusions:
        if len(clause) == 1:
            some_fails.append(-clause[0])
        else:
            top = 1 + (top or max(len(cnf.names), *(max(map(abs, one), default=0) for one in cnf.clauses), 0))
            some_fails.append(top)
            clauses += [(-top, -literal) for literal in clause]
    if conclusions:
        clauses.append(tuple(some_fails))
    return not models_of(replace(cnf, clauses=clauses))


def models_of(cnf: CNF) -> list[Model]:
    """Return a model if there is one; raise SpentError if the search takes more work than is left."""
    return solver.models(cnf, most=1) if work_left() is None else solver.counted_models(cnf, 1, spend)


def _repaired(theory: Theory, uses: Sequence[Fact], facts: Sequence[Fact], model: Model) -> Model | None:
    """Return the theory's repair of `model` if it satisfies `uses` and violates one of `facts`, else None.

    The theory's own repair knows neither.
    """
    repaired = theory.cnf.repair(model)
    if repaired is None:
        return None
    true = {literal for literal in repaired if literal > 0}
    right = {fact for fact in (*uses, *facts) if fact.holds != true.isdisjoint(theory.of.get(fact.name, ()))}
    return repaired if right.issuperset(uses) and not (facts and right.issuperset(facts)) else None


def clauses_of(theory: Theory, fact: Fact) -> Iterable[Clause]:
    """Return the clauses that state `fact`."""
    literals = theory.of.get(fact.name, ())
    if fact.holds:
        return [tuple(literals)] if literals else [(1,), (-1,)]
    return [(-literal,) for literal in literals]


def require(reasoner: Reasoner, known: Known, step: Step) -> None:
    """Raise AssertionError if a step does not follow from what it names, or names unknown facts: a bug in a rule."""
    if unknown := [fact for fact in step.uses if known.get(fact.name) != fact.holds]:
        raise AssertionError(f"the rule {step.rule!r} uses what is not known: {reasoner.words(unknown[0])}")
    if not follows(reasoner, step.because, step.uses, step.settles):
        raise AssertionError(f"the rule {step.rule!r} says what does not follow: {step.says}")


def easiest(reasoner: Reasoner, known: Known) -> Step | None:
    """Return a step of the easiest rule that applies, with few of the facts that it uses; None if no rule does."""
    for rule, steps in by_rule(reasoner, known):
        for step in steps:
            return trimmed(reasoner, step) if rule.redundant else step
    return None


def trimmed(reasoner: Reasoner, step: Step) -> Step:
    """Return `step` with a minimal set of the facts that it uses, by deletion; with links, for each link."""
    if not step.links:
        return _with_few_uses(reasoner, step, [()])
    links = tuple(_with_few_uses(reasoner, link, [(one,) for one in step.supposed]) for link in step.links)
    settled = {fact for link in links for fact in link.settles}
    uses = dict.fromkeys(fact for link in links for fact in link.uses if fact not in settled)
    return replace(step, uses=tuple(uses), links=links)


def _with_few_uses(reasoner: Reasoner, step: Step, cases: Sequence[Sequence[Fact]]) -> Step:
    """Return `step` with few facts that it uses: a minimal set beside the facts of each case."""
    theory = reasoner.theory(step.because)
    uses: dict[Fact, None] = {}
    for case in cases:

        def leads(fewer: Iterable[Fact], case: Sequence[Fact] = case) -> bool:
            return _entails(theory, [*case, *fewer], step.settles)

        if not (uses and leads(uses)):
            uses |= dict.fromkeys(fewest(step.uses, leads) or ())
    return replace(step, uses=tuple(uses))


def shortest(reasoner: Reasoner, known: Known, still_open: Sequence[Fact]) -> Step:
    """Return a step for the open fact with the shortest reason found, which is minimal by deletion.

    If the work is limited, and it is used up meanwhile, the reason is the shortest so far.
    """
    # Facts are deleted first: a reason from the board itself is better than one from derived facts.
    parts = [*(Fact(name, holds) for name, holds in known.items()), *reasoner.premises]
    best: tuple[Fact, Sequence[Fact | Premise]] | None = None
    for fact in still_open[:MAX_FACTS]:

        def enough(fewer: Sequence[Fact | Premise], fact: Fact = fact) -> bool:
            return follows(reasoner, *_parted(fewer), [fact])

        # The search for a reason ends as soon as it can't be shorter than the best one.
        reason = fewest(parts, enough, fewer_than=len(best[1]) if best else None)
        best = (fact, reason) if reason is not None else best
        if best and (len(best[1]) <= SHORT_REASON or (work_left() or 0) < 0):
            break
    assert best is not None
    fact, (premises, uses) = best[0], _parted(best[1])
    from_these = [*(reasoner.premises[one].words for one in premises), *map(reasoner.words, uses)]
    from_these = from_these or ["the rules of the game alone"]
    shows = listed(from_these, most=MAX_NAMED_PARTS - 1)
    says = f"By proof, {reasoner.words(fact)}: no named rule shows it, but it follows from {shows}."
    return Step("proof", says, (fact,), tuple(uses), tuple(premises), proved=True)


def _parted(reason: Sequence[Fact | Premise]) -> tuple[list[Premise], list[Fact]]:
    """Return the premises and the facts of a reason."""
    return [one for one in reason if not isinstance(one, Fact)], [one for one in reason if isinstance(one, Fact)]


def fewest(
    parts: Sequence[_Part], enough: Callable[[Sequence[_Part]], bool], fewer_than: int | None = None
) -> Sequence[_Part] | None:
    """Return a minimal subset of `parts` that is `enough`, by deleting ever smaller runs.

    Return None as soon as the subset must have `fewer_than` parts or more: each run that stays contributes one.
    If the work is used up, return the subset so far. Source of the method: J. Marques-Silva, "Minimal unsatisfiability:
    models, algorithms and applications", ISMVL 2010.
    """
    size = len(parts)
    while size:
        start = 0
        while start < len(parts):
            fewer = [*parts[:start], *parts[start + size :]]
            try:
                is_enough = enough(fewer)
            except SpentError:
                return parts if fewer_than is None or len(parts) < fewer_than else None
            if is_enough:
                parts = fewer
                continue
            start += size
            if fewer_than is not None and start // size >= fewer_than:
                return None
        size //= 2
    return parts
