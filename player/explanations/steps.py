"""The parts of an explanation: facts, premises, rules, steps that settle facts, the budget of their work, suppositions.

Work is counted, not time, so that a board is explained alike on every machine.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import Any, NamedTuple, Protocol

from player.games.grid import Cell
from player.sat.cnf import CNF, Clause


class Fact(NamedTuple):
    """A statement: `name`, in the terms of the game's reasoner, is true of the board or is not."""

    name: Any
    holds: bool = True


Premise = Any
"""The name of a statement of the board beyond the general rules: a region has a queen, a sign is between two cells."""

Known = Mapping[Any, bool]
"""For each settled name, whether it is true."""


class Mark(NamedTuple):
    """The drawing of a fact: a `kind` of sign on `cells`, with a `text` for some kinds.

    On one cell: queen, cross, sun, moon, number and no-number (text: the number), owner (text: the clue's number from
    0), and name (text: the name of the region). On two neighbours: line, no-line. On all cells of a rectangle: patch
    and no-patch (text: the clue's number from 0).
    """

    kind: str
    cells: tuple[Cell, ...]
    text: str = ""

    @property
    def positive(self) -> bool:
        """True if a move puts the mark on the board."""
        return self.kind != "cross" and not self.kind.startswith("no-")


@dataclass(frozen=True, slots=True)
class Step:
    """Facts that follow: `settles` from the facts `uses`, which are known, and the premises `because`.

    `says` is one sentence. A step is `proved` if no rule found it. A step that supposes something has the chain of its
    `links`, which are steps too: each of the facts `supposed` leads along them to the contradiction that the last one
    names, which settles nothing. A link may use what is supposed, and what earlier links settle.
    """

    rule: str
    says: str
    settles: tuple[Fact, ...]
    uses: tuple[Fact, ...] = ()
    because: tuple[Premise, ...] = ()
    proved: bool = False
    supposed: tuple[Fact, ...] = ()
    links: tuple["Step", ...] = ()
    exchanged: tuple[int, ...] = ()
    """Of a step that rests on the uniqueness of the solution: the literals that are exchanged (see `uniqueness`)."""


class Rule(NamedTuple):
    """A named way to find steps.

    `level` is 1 (easy) to 3 (hard); `find` yields the steps that are possible in a view (see `Reasoner.view`).
    """

    name: str
    level: int
    find: Callable[[Any], Iterable[Step]]
    redundant: bool = False
    """True if its steps may name facts that they can do without."""


@dataclass(frozen=True, slots=True)
class Theory:
    """A formula, and literals for each name: a name is true if one of the literals `of[name]` is.

    A name without literals is false.
    """

    cnf: CNF
    of: Mapping[Any, Sequence[int]]


class Meaning(NamedTuple):
    """The meaning of a premise: in words for use within a sentence, the cells that it is about, and its clauses."""

    words: str
    cells: tuple[Cell, ...]
    clauses: Collection[Clause] = ()


class SolvedSoFar(NamedTuple):
    """The state of a partly played board: facts that are correct, and cells with a wrong mark."""

    facts: tuple[Fact, ...]
    wrong: tuple[Cell, ...]


class Reasoner(Protocol):
    """The reasoning of a game about one board: premises, facts, rules and wording."""

    rules: Sequence[Rule]
    """The rules, the easiest first."""
    ordered: bool = False
    """True if moves follow the order of the wanted facts, as those of a path do."""
    _board: Any
    """The board, from which a copy is made: rules have functions of their own."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._board,)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._board == getattr(other, "_board", None)

    def __hash__(self) -> int:
        return hash(type(self))

    def view(self, known: Known) -> Any:
        """Return what the rules look at: what is known, unless a game makes more of it."""
        return known

    def given(self) -> list[Fact]:
        """Return the facts that are given; none unless a game says so."""
        return []

    def wanted(self, solution: Any) -> list[Fact]:
        """Return the facts that an explanation must settle: the solution."""

    def facts(self, solution: Any) -> list[Fact]:
        """Return the facts that a proof may settle, as they are in `solution`: `wanted`, and more in some games."""
        return self.wanted(solution)

    def standing(self, state: Any, solution: Any) -> SolvedSoFar:
        """Compare `state`, of the type of the game's `play.State`, with `solution`."""

    @property
    def premises(self) -> Mapping[Premise, Meaning]:
        """The premises, with the meaning of each; there are none unless a game has some."""
        return {}

    @property
    def general(self) -> CNF:
        """The general rules, which no step has to name; none if the game has a `theory` of its own."""
        return CNF([], names=())

    @property
    def literals(self) -> Mapping[Any, Sequence[int]]:
        """Literals for each name, as in a theory."""
        return {}

    def variables(self, names: Iterable[Any]) -> list[int]:
        """Return the variables of names that have one each."""
        return [self.literals[name][0] for name in names]

    def theory(self, premises: Collection[Premise]) -> Theory:
        """Return the general rules of the game and `premises` as a formula."""
        stated = chain.from_iterable(self.premises[premise].clauses for premise in premises)
        return Theory(replace(self.general, clauses=[*self.general.clauses, *stated]), self.literals)

    def mark(self, fact: Fact) -> Mark:
        """Return the drawing of a fact."""

    def names(self) -> list[Mark]:
        """Return marks for names in sentences that the page does not show, each on one cell."""
        return []

    def words(self, fact: Fact) -> str:
        """Return a fact in words, for use within a sentence."""

    def several(self, facts: Sequence[Fact], most: int | None) -> str:
        """Return facts in words whose marks differ by their cells only; of many the first `most`."""


def new(step: Step, known: Known) -> tuple[Fact, ...]:
    """Return the unknown facts that `step` settles, each once."""
    return tuple(dict.fromkeys(fact for fact in step.settles if fact.name not in known))


def by_rule(reasoner: Reasoner, known: Known) -> Iterator[tuple[Rule, Iterator[Step]]]:
    """Yield each rule, the easiest first, with its steps that settle something unknown; all rules share one view."""
    view = reasoner.view(known)
    for rule in reasoner.rules:
        yield rule, (step for step in rule.find(view) if new(step, known))


def listed(some: Iterable[object], last: str = "and", most: int | None = None) -> str:
    """Return one or more things in words, such as "a, b and c"; of many the first `most`, and how many others."""
    *first, end = map(str, some)
    if most is not None and len(first) > most:
        first, end = first[:most], f"{len(first) + 1 - most} more"
    return f"{', '.join(first)} {last} {end}" if first else end


def sentence(says: str) -> str:
    """Return `says` with a capital first letter."""
    return says[:1].upper() + says[1:]


# The budget

#: The most work for the rules of one step, for its proof, and for the check of either; and that of all steps together.
#: A unit is about half a microsecond: rules count cells and candidates, proofs count clauses and propagations.
STEP_WORK, WHOLE_WORK = 5_000_000, 16_000_000


class SpentError(Exception):
    """The work of a part of a step, or of the whole explanation, is used up."""


class Budget:
    """The work that is `left` for all steps together, and `of_part` for a part of one; `effort` multiplies both."""

    def __init__(self, effort: float = 1) -> None:
        self.left = int(WHOLE_WORK * effort)
        self._most = int(STEP_WORK * effort)
        self.of_part = 0

    @contextmanager
    def part(self) -> Iterator[None]:
        """Count the work in here; `spend` raises SpentError there if it is too much for a part of a step."""
        self.of_part = min(self._most, self.left)
        token = _budget.set(self)
        try:
            yield
        finally:
            _budget.reset(token)


_budget: ContextVar[Budget | None] = ContextVar("budget", default=None)


def work_left() -> int | None:
    """Return the work that the part has left, negative if it is used up; None if it is not counted here."""
    budget = _budget.get()
    return budget.of_part if budget else None


def spend(units: int) -> None:
    """Count work, if it is limited here; raise SpentError if none is left."""
    if budget := _budget.get():
        budget.left -= units
        budget.of_part -= units
        if budget.of_part < 0:
            raise SpentError


# Suppositions: suppose something, apply easy rules round by round, and meet a contradiction
#
# All games share this search. It is breadth-first, so that the contradictions found first are short. What they do not
# need is left out.


#: The number of links for which a refutation is short enough to end the search for a shorter one.
SHORT_REFUTATION = 4
#: The limits of a search that has none of its own.
MAX_ROUNDS, MAX_FACTS = 100, 1_000
#: The most facts that a trial derives before it ends without a result; the next number, if none has a result.
TRIAL_FACTS = (24, 1_000)


class Derived(NamedTuple):
    """The facts that a rule settles, none if it meets a contradiction; `link` says why, and is made only if needed."""

    settles: tuple[Fact, ...]
    link: Callable[[], Step]


class Refutation(NamedTuple):
    """The links of the chain from what is `supposed` to a contradiction, the last of them; they use it silently."""

    supposed: Fact
    links: tuple[Step, ...]
    end: Step
    """The last link, with all that it uses."""

    @property
    def uses(self) -> tuple[Fact, ...]:
        """The known facts that the links use."""
        derived = {fact for link in self.links for fact in link.settles}
        return tuple(dict.fromkeys(fact for link in self.links for fact in link.uses if fact not in derived))

    @property
    def because(self) -> tuple[Premise, ...]:
        """The premises of the links."""
        return tuple(dict.fromkeys(premise for link in self.links for premise in link.because))


#: Derives from what is known and supposed, of which the facts of the last round are given too.
Derive = Callable[[Mapping[Any, bool], Sequence[Fact]], Iterable[Derived]]


def refutations(
    known: Known, supposed: Fact, derive: Derive, rounds: int = MAX_ROUNDS, most: int = MAX_FACTS
) -> list[Refutation]:
    """Return a refutation for each contradiction of the first round that meets one.

    There is none after so many `rounds`, or after a round that leaves more than `most` facts supposed and derived.

    `derive` gets the facts `known`, then `supposed`, then those that were derived, in this order.
    """
    now, reasons = {**known, supposed.name: supposed.holds}, dict[Any, Derived]()
    fresh = [supposed]
    for _ in range(rounds):
        found = [*derive(now, fresh)]
        fresh = []
        for one in found:
            for fact in one.settles:
                if fact.name not in now:
                    now[fact.name], reasons[fact.name] = fact.holds, one
                    fresh.append(fact)
        if ends := [one.link() for one in found if not one.settles]:
            return [Refutation(supposed, _chain(supposed, end, reasons), end) for end in ends]
        if not fresh or len(now) - len(known) > most:
            break
    return []


def trial(known: Known, groups: Sequence[Sequence[Fact]], derive: Derive) -> Refutation | None:
    """Return a refutation of a fact of the first of the `groups` that has one.

    It is the shortest of that group, or the first that is short enough. Long searches come after all short ones.
    """
    for most, group in product(TRIAL_FACTS, groups):
        best: Refutation | None = None
        for fact in group:
            found = refutations(known, fact, derive, most=most)
            best = min((*filter(None, [best]), *found), key=lambda one: len(one.links), default=None)
            if best and len(best.links) <= SHORT_REFUTATION:
                break
        if best:
            return best
    return None


def refuted(rule: str, says: str, found: Refutation) -> Step:
    """Return the step that what is supposed is false, which rests on what the links use."""
    settles = (Fact(found.supposed.name, not found.supposed.holds),)
    return Step(rule, says, settles, found.uses, found.because, supposed=(found.supposed,), links=found.links)


def _chain(supposed: Fact, end: Step, reasons: Mapping[Any, Derived]) -> tuple[Step, ...]:
    """Return the links that lead to `end`, with only those facts that later links use, and then `end`."""
    chain = [end]
    used = {*end.uses}
    for one in reversed(dict.fromkeys(reasons.values())):
        if settles := tuple(fact for fact in one.settles if fact in used and reasons.get(fact.name) is one):
            link = one.link()
            chain.append(replace(link, settles=settles))
            used.update(link.uses)
    return tuple(
        replace(link, uses=tuple(dict.fromkeys(fact for fact in link.uses if fact != supposed)))
        for link in reversed(chain)
    )
