"""Explanations of Tango: the reasoner.

A name is a cell: a sun is on it, else a moon. The premises are that a row or a column has as many suns as moons, and
the signs; on a distinct board also that two rows differ, or two columns. That no three in line are equal is a general
rule that no step has to name.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TypeVar

from player.explanations.steps import Fact, Known, Mark, Meaning, Premise, Reasoner, Rule, SolvedSoFar, Step
from player.explanations.words import places
from player.games.grid import Cell, cells
from player.games.tango.board import EQUAL, SUN, Board, Solution
from player.games.tango.encoding import MAX_BINOMIAL_SIDE
from player.games.tango.explain import rules
from player.games.tango.explain.rules import Pair, lines_of, pairs_of, symbol
from player.games.tango.play import EMPTY, State
from player.sat.cardinality import Fresh, exactly, exactly_sequential
from player.sat.cnf import CNF, Clause

T = TypeVar("T")


class Reasons(Reasoner):
    """The reasoner of Tango boards."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._lines = lines_of(board)
        self._pairs = pairs_of(self._lines) if board.distinct else ()
        self.rules: Sequence[Rule] = (
            Rule("pair", 1, _in_each(self._lines, rules.pair)),
            Rule("sandwich", 1, _in_each(self._lines, rules.sandwich)),
            Rule("sign", 1, _in_each(self._lines, rules.sign)),
            Rule("count", 1, _in_each(self._lines, rules.count)),
            Rule("equal pair", 2, _in_each(self._lines, rules.beside_an_equal_pair)),
            Rule("one for each", 2, _in_each(self._lines, rules.one_for_each)),
            Rule("no room for equals", 2, _in_each(self._lines, rules.no_room_for_equals)),
            *([Rule("unlike a full line", 2, _in_each(self._pairs, rules.unlike))] if board.distinct else []),
            Rule("filling the line", 3, _in_each(self._lines, rules.filling)),
            Rule("trial", 3, partial(rules.trials, self._lines, self._pairs)),
        )

    # Theory

    def given(self) -> list[Fact]:
        """Return the given symbols."""
        return [Fact(at, shown == SUN) for at, shown in self._board.givens]

    def wanted(self, solution: Solution) -> list[Fact]:
        """Return a fact for each cell: a sun or a moon."""
        return [Fact(at, shown == SUN) for at, shown in zip(cells(*self._board.shape), solution, strict=True)]

    @cached_property
    def literals(self) -> Mapping[Cell, tuple[int]]:
        """The variable of each cell."""
        return {at: (number,) for number, at in enumerate(cells(*self._board.shape), start=1)}

    @cached_property
    def general(self) -> CNF:
        """That no three in line are equal."""
        windows = [self.variables(window) for line in self._lines for window in line.windows(3)]
        return CNF([clause for a, b, c in windows for clause in ((a, b, c), (-a, -b, -c))], names=())

    @cached_property
    def premises(self) -> Mapping[Premise, Meaning]:
        """The lines, which have as many suns as moons, the signs, and the pairs of lines, which differ."""
        fresh, few = Fresh(self._board.size**2 + 1), self._board.size <= MAX_BINOMIAL_SIDE
        found: dict[Premise, Meaning] = {}
        for line in self._lines:
            half, variables = line.half, self.variables(line.members)
            counts = exactly(half, variables) if few else exactly_sequential(half, variables, fresh)
            found[line] = Meaning(f"as many suns as moons in {line}", line.members, [*counts])
        for edge in self._board.edges:
            one, other = self.variables((edge.a, edge.b))
            same = other if edge.sign == EQUAL else -other
            says = f"the {edge.sign} sign between {edge.a} and {edge.b}"
            found[edge] = Meaning(says, (edge.a, edge.b), [(one, -same), (-one, same)])
        for pair in self._pairs:
            found[pair] = Meaning(str(pair), pair.members, self._differing(pair, fresh))
        return found

    def _differing(self, pair: Pair, fresh: Fresh) -> list[Clause]:
        """Return the clauses that two lines differ: in one place at least the symbols are not the same."""
        there = [fresh() for _ in pair.one.members]
        clauses = [tuple(there)]
        for place, a, b in zip(there, *(self.variables(line.members) for line in pair), strict=True):
            clauses += [(-place, a, b), (-place, -a, -b)]
        return clauses

    def standing(self, state: State, solution: Solution) -> SolvedSoFar:
        """Return the correct symbols on the page, and the cells that are wrong."""
        shown = zip(cells(*self._board.shape), state.marks, solution, strict=True)
        marked = [(at, mark, mark == right) for at, mark, right in shown if mark != EMPTY]
        right = tuple(Fact(at, mark == SUN) for at, mark, is_right in marked if is_right)
        return SolvedSoFar(right, tuple(at for at, _, is_right in marked if not is_right))

    # Presentation

    def mark(self, fact: Fact) -> Mark:
        """Return the mark of a fact: a sun or a moon."""
        return Mark(symbol(fact.holds), (fact.name,))

    def words(self, fact: Fact) -> str:
        """Return a fact in words."""
        return f"a {symbol(fact.holds)} at {fact.name}"

    def several(self, facts: Sequence[Fact], most: int | None) -> str:
        """Return several suns or moons in words."""
        return f"{symbol(facts[0].holds)}s at {places([fact.name for fact in facts], most)}"


def _in_each(some: Sequence[T], find: Callable[[T, Known], Iterator[Step]]) -> Callable[[Known], Iterator[Step]]:
    """Return a rule that applies `find` to each line, or to each pair."""
    return lambda known: (step for one in some for step in find(one, known))
