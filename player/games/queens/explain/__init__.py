"""Explanations of Queens and Star Battle: the reasoner.

A name is a cell: a queen stands there. The premises are that a row, a column or a region gets all its queens. That none
gets more, that queens do not touch, and that none stands on a cell in no region, are general rules that no step has to
name.
"""

from collections.abc import Collection, Sequence
from functools import cached_property, partial
from math import comb

from player.explanations.steps import Fact, Known, Mark, Premise, Reasoner, Rule, SolvedSoFar, Theory
from player.explanations.words import places
from player.games.grid import MAX_SIDE, Cell
from player.games.queens.board import Board, Solution
from player.games.queens.explain import counts, rules
from player.games.queens.explain.rules import KINDS, LINES, REGIONS
from player.games.queens.explain.state import Layout, QueensUnit, QueensView, no_queens
from player.games.queens.play import State
from player.sat.cardinality import Fresh, at_least, at_most, at_most_sequential, exactly_sequential
from player.sat.cnf import CNF, Clause

#: The most clauses of a binomial encoding; a constraint that needs more uses a sequential counter.
MAX_BINOMIAL_CLAUSES = 500

#: Rules for units that are confined to as many other units, by their numbers and kinds.
CONFINED_REGION, CONFINED_LINE, CONFINED_TWO, CONFINED_MORE = (
    Rule(name, level, partial(rules.confined, name, sizes, kinds))
    for name, level, sizes, kinds in (
        ("region confined to a line", 1, range(1, 2), REGIONS),
        ("line confined to a region", 2, range(1, 2), LINES),
        ("two confined to two", 2, range(2, 3), KINDS),
        ("more confined to as many", 3, range(3, MAX_SIDE + 1), KINDS),
    )
)
#: Ordered by difficulty. Later rules assume that "in view of a queen" has been applied exhaustively.
ONE_STAR: Sequence[Rule] = (
    Rule("last cell", 1, rules.last_cell),
    Rule("in view of a queen", 1, rules.in_view),
    CONFINED_REGION,
    CONFINED_LINE,
    Rule("no cell left", 2, rules.no_room, redundant=True),
    CONFINED_TWO,
    CONFINED_MORE,
    Rule("one too few", 3, rules.too_few, redundant=True),
    Rule("chain", 3, rules.chains, redundant=True),
)
STARS: Sequence[Rule] = (
    Rule("last cell", 1, rules.last_cell),
    Rule("touching a star", 1, rules.touching),
    Rule("all its stars", 1, rules.full),
    Rule("only room", 2, rules.only_room, redundant=True),
    Rule("too little room", 2, rules.no_room, redundant=True),
    CONFINED_REGION,
    CONFINED_LINE,
    CONFINED_TWO,
    Rule("line pair in squares", 2, counts.line_pairs, redundant=True),
    CONFINED_MORE,
    Rule("composite region", 3, counts.composites, redundant=True),
    Rule("pressured count", 3, counts.pressured, redundant=True),
    Rule("one too few", 3, rules.too_few, redundant=True),
    Rule("double count", 3, counts.double, redundant=True),
    Rule("chain", 3, rules.chains, redundant=True),
    Rule("long count", 3, counts.long, redundant=True),
)


class Reasons(Reasoner):
    """The reasoner of Queens boards."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._layout = Layout(board)
        self._units = {unit: tuple(self._layout.members(mask)) for unit, mask in self._layout.units.items()}
        self.premises: Sequence[Premise] = tuple(self._units)
        self.rules: Sequence[Rule] = ONE_STAR if board.stars == 1 else STARS

    def view(self, known: Known) -> QueensView:
        """Return the state, which remembers what is counted."""
        return QueensView.of(self._layout, known)

    # Theory

    def given(self) -> list[Fact]:
        """Return the given queens, and that none stands in no region."""
        return [*map(Fact, self._board.givens), *no_queens(self._board.outside)]

    def facts(self, solution: Solution) -> list[Fact]:
        """Return a fact for each cell: a queen or none."""
        return [Fact(at, at in solution) for at in self._layout.cells]

    def wanted(self, solution: Solution) -> list[Fact]:
        """Return the queens."""
        return [Fact(queen) for queen in solution]

    def theory(self, premises: Collection[Premise]) -> Theory:
        """Return the general rules and `premises` as CNF."""
        stars = self._board.stars
        clauses, top = self._rules_of_all
        fresh = Fresh(top)
        wanting: list[Clause] = []
        for literals in map(self._literals, premises):
            few = comb(len(literals), stars - 1) <= MAX_BINOMIAL_CLAUSES
            wanting += at_least(stars, literals) if few else exactly_sequential(stars, literals, fresh)
        return Theory(CNF([*clauses, *wanting], names=()), self._variables)

    @cached_property
    def _variables(self) -> dict[Cell, tuple[int]]:
        return {at: (number,) for number, at in enumerate(self._layout.cells, start=1)}

    @cached_property
    def _rules_of_all(self) -> tuple[list[Clause], int]:
        """Return the clauses that no unit has too many queens and none touch, and the next unused variable."""
        stars, near = self._board.stars, self._layout.near
        fresh = Fresh(len(self._variables) + 1)
        clauses: list[Clause] = [(-self._variables[at][0],) for at in self._board.outside]
        for literals in map(self._literals, self._units):
            few = comb(len(literals), stars + 1) <= MAX_BINOMIAL_CLAUSES
            clauses += at_most(stars, literals) if few else at_most_sequential(stars, literals, fresh)
        for at, (number,) in self._variables.items():
            clauses += [(-number, -self._variables[other][0]) for other in self._layout.members(near[at]) if at < other]
        return clauses, fresh()

    def _literals(self, unit: QueensUnit) -> list[int]:
        return [self._variables[at][0] for at in self._units[unit]]

    def standing(self, state: State, solution: Solution) -> SolvedSoFar:
        """Return the correct queens and crosses on the page, and the cells that are wrong."""
        marked = [(at, mark) for at, mark in zip(self._layout.cells, state, strict=True) if mark != "empty"]
        wrong = tuple(at for at, mark in marked if (mark == "queen") != (at in solution))
        return SolvedSoFar(tuple(Fact(at, mark == "queen") for at, mark in marked if at not in wrong), wrong)

    # Presentation

    def mark(self, fact: Fact) -> Mark:
        """Return the mark of a fact: a queen or a cross."""
        return Mark("queen" if fact.holds else "cross", (fact.name,))

    def cells(self, premise: QueensUnit) -> tuple[Cell, ...]:
        """Return the cells of a unit."""
        return tuple(self._units[premise])

    def names(self) -> list[Mark]:
        """Return each region's letter as a mark on its first cell."""
        return [Mark("name", members[:1], unit.name) for unit, members in self._units.items() if unit.kind == "region"]

    def words(self, item: Fact | QueensUnit) -> str:
        """Return a fact or a premise in words."""
        if isinstance(item, QueensUnit):
            return str(item)
        return f"{'a' if item.holds else 'no'} {self._layout.piece} at {item.name}"

    def several(self, facts: Sequence[Fact], most: int | None) -> str:
        """Return queens, or cells without one, in words."""
        where = places([fact.name for fact in facts], most)
        return f"{self._layout.piece}s at {where}" if facts[0].holds else f"{len(facts)} cells ruled out: {where}"
