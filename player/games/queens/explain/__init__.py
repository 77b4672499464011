"""Explanations of Queens and Star Battle: the reasoner.

A name is a cell: a queen stands there. The premises are that a row, a column or a region gets all its queens. That none
gets more, that queens do not touch, and that none stands on a cell in no region, are general rules that no step has to
name.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from math import comb

from player.explanations.steps import Fact, Known, Mark, Meaning, Reasoner, Rule, SolvedSoFar
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
        self._fresh = Fresh(len(self._layout.cells) + 1)
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

    @cached_property
    def literals(self) -> Mapping[Cell, tuple[int]]:
        """The variable of each cell."""
        return {at: (number,) for number, at in enumerate(self._layout.cells, start=1)}

    @cached_property
    def general(self) -> CNF:
        """That no unit has too many queens, none touch, and none stands in no region."""
        stars = self._board.stars
        clauses: list[Clause] = [(-self.literals[at][0],) for at in self._board.outside]
        for literals in map(self.variables, self._units.values()):
            few = comb(len(literals), stars + 1) <= MAX_BINOMIAL_CLAUSES
            clauses += at_most(stars, literals) if few else at_most_sequential(stars, literals, self._fresh)
        for at, (number,) in self.literals.items():
            near = self._layout.members(self._layout.near[at])
            clauses += [(-number, -other) for other in self.variables(near) if number < other]
        return CNF(clauses, names=())

    @cached_property
    def premises(self) -> Mapping[QueensUnit, Meaning]:
        """That a unit gets all its queens."""
        stars, found = self._board.stars, dict[QueensUnit, Meaning]()
        for unit, members in self._units.items():
            literals = self.variables(members)
            few = comb(len(literals), stars - 1) <= MAX_BINOMIAL_CLAUSES
            wanting = at_least(stars, literals) if few else exactly_sequential(stars, literals, self._fresh)
            found[unit] = Meaning(str(unit), members, [*wanting])
        return found

    def standing(self, state: State, solution: Solution) -> SolvedSoFar:
        """Return the correct queens and crosses on the page, and the cells that are wrong."""
        marked = [(at, mark) for at, mark in zip(self._layout.cells, state, strict=True) if mark != "empty"]
        wrong = tuple(at for at, mark in marked if (mark == "queen") != (at in solution))
        return SolvedSoFar(tuple(Fact(at, mark == "queen") for at, mark in marked if at not in wrong), wrong)

    # Presentation

    def mark(self, fact: Fact) -> Mark:
        """Return the mark of a fact: a queen or a cross."""
        return Mark("queen" if fact.holds else "cross", (fact.name,))

    def names(self) -> list[Mark]:
        """Return each region's letter as a mark on its first cell."""
        return [Mark("name", members[:1], unit.name) for unit, members in self._units.items() if unit.kind == "region"]

    def words(self, fact: Fact) -> str:
        """Return a fact in words."""
        return f"{'a' if fact.holds else 'no'} {self._layout.piece} at {fact.name}"

    def several(self, facts: Sequence[Fact], most: int | None) -> str:
        """Return queens, or cells without one, in words."""
        where = places([fact.name for fact in facts], most)
        return f"{self._layout.piece}s at {where}" if facts[0].holds else f"{len(facts)} cells ruled out: {where}"
