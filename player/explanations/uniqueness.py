"""Deductions from the promise that a board has one solution: else there would be two.

A supposition that the rules alone do not refute fills some cells. If what they hold can be exchanged, with all rules
kept whatever the rest of the board holds, each solution with it has a twin: the board would have two. So the
supposition is false. (In Sudoku: deadly rectangles.) Such a step holds for boards with one solution only.

Source of the method: set-propagation redundancy, M. Heule, B. Kiesl, A. Biere, "Short proofs without new variables",
CADE 2017.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import chain
from operator import neg
from typing import Any, NamedTuple

from player.explanations.entailment import clauses_of, entails, fewest, follows, models_of
from player.explanations.steps import Budget, Fact, Known, Reasoner, Step, Theory, listed, sentence, spend
from player.explanations.words import settled
from player.sat.cnf import CNF, Clause, no_cuts

RULE = "uniqueness"
#: The most marks of an exchange; and the number of those that ends the search for a smaller one.
MAX_MARKS, FEW_MARKS = 8, 4


def names(theory: Theory) -> dict[int, Any]:
    """Return the names of the variables that are a name each."""
    return {literals[0]: name for name, literals in theory.of.items() if len(literals) == 1}


def exchanged(reasoner: Reasoner, step: Step) -> list[Fact]:
    """Return the facts that a step exchanges for their contraries."""
    named = names(reasoner.theory(reasoner.premises)) if step.exchanged else {}
    return [Fact(named[abs(one)], one > 0) for one in step.exchanged if abs(one) in named]


class Exchange(NamedTuple):
    """A supposition, and the true literals of a solution with it of which the contrary makes another solution."""

    supposed: Fact
    literals: tuple[int, ...]
    marks: int
    """The number of marks that the literals put on the board."""


class Uniqueness:
    """The search for steps that rest on the uniqueness of `solution`, and their checks.

    A game whose formula needs cuts has no such steps: its rules do not look at few cells only.
    """

    def __init__(self, reasoner: Reasoner, solution: Any, effort: float = 1) -> None:
        self._reasoner, self._solution = reasoner, solution
        self.budget = Budget(effort)
        """The budget of the search, which takes nothing from the other steps."""

    @cached_property
    def _theory(self) -> Theory:
        """The formula of the whole board."""
        return self._reasoner.theory(self._reasoner.premises)

    @cached_property
    def _applies(self) -> bool:
        """True if the rules look at few cells, and the solution is proved to be the only one."""
        given, wanted = self._reasoner.given(), self._reasoner.wanted(self._solution)
        is_local = self._theory.cnf.cuts is no_cuts
        return is_local and follows(self._reasoner, self._reasoner.premises, given, wanted)

    @cached_property
    def _names(self) -> dict[int, Any]:
        return names(self._theory)

    def step(self, known: Known) -> Step | None:
        """Return a step with a small exchange, None if none is found; it uses no fact that it can do without."""
        if not self._applies:
            return None
        held = [Fact(name, holds) for name, holds in known.items()]
        small = []
        for found in self._exchanges(known):
            if found.marks <= MAX_MARKS:
                small.append(found)
            if found.marks <= FEW_MARKS:
                break
        for found in sorted(small, key=lambda one: one.marks):
            uses = fewest(held, lambda fewer, one=found: self._shows(fewer, one))  # type: ignore[misc]
            settles = Fact(found.supposed.name, not found.supposed.holds)
            if self._is_kept(uses or (), found.supposed, found.literals):
                return Step(RULE, self._says(found), (settles,), tuple(uses or ()), exchanged=found.literals)
        return None

    def require(self, known: Known, step: Step) -> None:
        """Raise AssertionError unless the step is sound: what it settles holds, and its exchange keeps all rules."""
        (settled,) = step.settles
        is_kept = self._is_kept(step.uses, Fact(settled.name, not settled.holds), step.exchanged)
        holds = follows(self._reasoner, self._reasoner.premises, self._reasoner.given(), step.settles)
        if not (is_kept and holds and all(known.get(fact.name) == fact.holds for fact in step.uses)):
            raise AssertionError(f"the rule {step.rule!r} says what does not follow: {step.says}")

    def _is_kept(self, uses: Iterable[Fact], supposed: Fact, literals: Collection[int]) -> bool:
        """Return whether in each solution with `uses` and `supposed` all `literals` hold, and can be turned round.

        Then no clause of the board loses its last true literal. The rules do not contradict `uses` and `supposed`:
        from a contradiction all would follow.
        """
        if self._names.keys().isdisjoint(map(abs, literals)):
            return False
        cnf = replace(self._theory.cnf, clauses=self._with((*uses, supposed)))
        stay = [tuple(one for one in clause if one not in literals) for clause in self._losing(literals)]
        return not entails(cnf, []) and entails(cnf, [*((literal,) for literal in literals), *stay])

    def _shows(self, uses: Iterable[Fact], found: Exchange) -> bool:
        """Return whether propagation shows what `_is_kept` checks."""
        stated = [*chain.from_iterable(clauses_of(self._theory, fact) for fact in (*uses, found.supposed))]
        several = [clause for clause in stated if len(clause) > 1]
        rules = Propagation([*self._theory.cnf.clauses, *several]) if several else self._propagation
        implied = rules.implied([clause[0] for clause in stated if len(clause) == 1])
        return bool(implied and implied.issuperset(found.literals)) and all(
            rules.implied([-literal for literal in clause if literal not in found.literals], implied or ()) is None
            for clause in self._losing(found.literals)
        )

    @cached_property
    def _propagation(self) -> "Propagation":
        return Propagation(self._theory.cnf.clauses)

    def _with(self, facts: Iterable[Fact]) -> list[Clause]:
        """Return the clauses of the board with `facts`, but without what is given."""
        return [*self._theory.cnf.clauses, *chain.from_iterable(clauses_of(self._theory, fact) for fact in facts)]

    def _losing(self, literals: Collection[int]) -> Iterator[Clause]:
        """Yield the clauses of the board that have some of `literals`, and none of their contraries."""
        true = {*literals}
        return (
            clause
            for clause in self._rules
            if not true.isdisjoint(clause) and true.isdisjoint(-literal for literal in clause)
        )

    @cached_property
    def _rules(self) -> list[Clause]:
        """The clauses of the whole board, with what is given."""
        return self._with(self._reasoner.given())

    def _exchanges(self, known: Known) -> Iterator[Exchange]:
        """Yield an exchange for each supposition that has one, and that propagation does not refute."""
        held = chain.from_iterable(clauses_of(self._theory, Fact(*fact)) for fact in known.items())
        still_open = Propagation([*self._rules, *held]).reduced()
        for variable, name in self._names.items():
            supposed = -self._literals[variable - 1]
            if name not in known and variable in still_open.variables:
                implied = still_open.implied([supposed])
                if implied and (turned := self._turned(still_open, implied)):
                    before, after = (sum(map(self._is_mark, self._facts(some))) for some in (turned, map(neg, turned)))
                    if before == after:
                        yield Exchange(Fact(name, supposed > 0), tuple(sorted(turned, key=abs)), before)

    @cached_property
    def _literals(self) -> Sequence[int]:
        """The literals of the solution."""
        (literals,) = models_of(replace(self._theory.cnf, clauses=self._rules))
        return literals

    def _turned(self, still_open: "Propagation", implied: Collection[int]) -> Collection[int]:
        """Return few of the literals `implied` that can be turned round together, or none.

        A clause that one of them satisfies needs another one that does so then, unless propagation shows that one of
        its literals beside them holds.
        """
        inner: list[Clause] = []
        outer: list[tuple[Clause, Clause]] = []
        for clause in {clause for literal in implied for clause in still_open.having.get(literal, ())}:
            inside = tuple(literal for literal in clause if literal in implied or -literal in implied)
            rest = tuple(literal for literal in clause if literal not in inside)
            if rest:
                outer.append((inside, rest))
            else:
                inner.append(inside)

        @cache
        def holds_one(rest: Clause) -> bool:
            return still_open.implied(map(neg, rest), implied) is None

        while turned := self._fewest_turned(inner, implied):
            after = {*implied} - turned | {-literal for literal in turned}
            lost = [inside for inside, rest in outer if after.isdisjoint(inside) and not holds_one(rest)]
            if not lost:
                return turned
            inner += lost
        return ()

    def _fewest_turned(self, clauses: Sequence[Clause], implied: Collection[int]) -> set[int]:
        """Return a minimal set of the literals `implied` that can be turned round with all `clauses` kept, or none.

        It turns a name at least.
        """
        turned: set[int] = set()
        named = tuple(-literal for literal in implied if abs(literal) in self._names)
        tried = [*clauses, named]
        while named and (found := models_of(CNF(tried, names=()))):
            true = set(found[0])
            turned = {literal for literal in implied if -literal in true}
            tried = [*clauses, *((literal,) for literal in implied if literal not in turned)]
            tried += [tuple(turned), tuple(literal for literal in named if -literal in turned)]
        return turned

    def _facts(self, literals: Iterable[int]) -> Iterator[Fact]:
        return (Fact(self._names[abs(literal)], literal > 0) for literal in literals if abs(literal) in self._names)

    def _is_mark(self, fact: Fact) -> bool:
        return self._reasoner.mark(fact).positive

    def _says(self, found: Exchange) -> str:
        before, after = (
            listed(settled(self._reasoner, filter(self._is_mark, self._facts(literals))))
            for literals in (found.literals, [-literal for literal in found.literals])
        )
        return sentence(
            f"{self._reasoner.words(found.supposed)} would make a second solution, but the board has only one: "
            f"{before} could be exchanged for {after}."
        )


class Propagation:
    """Unit propagation with some clauses."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self.having: defaultdict[int, list[Clause]] = defaultdict(list)
        """The clauses with each literal."""
        self._units: list[int] = []
        for clause in clauses:
            if len(clause) == 1:
                self._units += clause
            for literal in clause:
                self.having[literal].append(clause)
            spend(len(clause))

    @cached_property
    def variables(self) -> set[int]:
        """The variables in the clauses."""
        return {*map(abs, self.having)}

    def reduced(self) -> "Propagation":
        """Return the clauses without those that follow from units, and without literals that these make false."""
        known = self.implied(()) or set()
        clauses = dict.fromkeys(chain.from_iterable(self.having.values()))
        left = (clause for clause in clauses if known.isdisjoint(clause))
        return Propagation(tuple(literal for literal in clause if -literal not in known) for clause in left)

    def implied(self, literals: Iterable[int], held: Collection[int] = ()) -> set[int] | None:
        """Return `held`, `literals` and what unit propagation derives from them; None if it is contradictory."""
        now, waiting = {*held}, [*self._units, *literals]
        while waiting:
            literal = waiting.pop()
            if literal in now:
                continue
            if -literal in now:
                return None
            now.add(literal)
            spend(1 + len(self.having.get(-literal, ())))
            for clause in self.having.get(-literal, ()):
                if now.isdisjoint(clause):
                    left = [one for one in clause if -one not in now]
                    if not left:
                        return None
                    if len(left) == 1:
                        waiting.append(left[0])
        return now
