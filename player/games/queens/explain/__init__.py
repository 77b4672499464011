"""Why each queen of Queens, or star of Star Battle, stands where it does.

A name is a cell: a queen stands there. The premises are that a row, a column or a region gets all its queens; that none
gets more, and that queens do not touch, are rules that no step has to name.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from math import comb

from player.explain.entailment import trimmed
from player.explain.steps import Fact, Known, Mark, Premise, Reasoner, Rule, Standing, Step, Theory, new
from player.games.grid import MAX_SIDE, Cell
from player.games.queens.board import Board, Solution
from player.games.queens.explain.capacity import no_room, only_room
from player.games.queens.explain.chains import chains
from player.games.queens.explain.confined import KINDS, LINES, REGIONS, confined, too_few
from player.games.queens.explain.rules_easy import full, in_view, last_cell, touching
from player.games.queens.explain.state import Layout, Unit, View
from player.games.queens.play import State
from player.sat.cardinality import Fresh, at_least, at_most, at_most_sequential, exactly_sequential
from player.sat.cnf import CNF, Clause

#: A constraint of more clauses than these is counted with auxiliary variables.
SUBSETS = 500

Find = Callable[[View], Iterable[Step]]


def _confined(name: str, level: int, sizes: range, kinds: Sequence[tuple[str, str]] = KINDS) -> tuple[str, int, Find]:
    return name, level, lambda view: confined(view, name, sizes, kinds)


CONFINED = (
    _confined("region confined to a line", 1, range(1, 2), REGIONS),
    _confined("line confined to a region", 2, range(1, 2), LINES),
)
SETS_CONFINED = (
    _confined("two confined to two", 2, range(2, 3)),
    _confined("more confined to as many", 3, range(3, MAX_SIDE + 1)),
)
PATIENT = (("one too few", 3, too_few), ("chain", 3, chains))
#: These name all that may matter of what is known; of that is kept what does.
GENEROUS = {only_room, no_room, too_few, chains}
#: The easiest first. All but the plainest count on it that these have crossed what is in the view of a queen.
ONE_STAR = (
    ("last cell", 1, last_cell),
    ("in view of a queen", 1, in_view),
    *CONFINED,
    ("no cell left", 2, no_room),
    *SETS_CONFINED,
    *PATIENT,
)
STARS = (
    ("last cell", 1, last_cell),
    ("touching a star", 1, touching),
    ("all its stars", 1, full),
    ("only room", 2, only_room),
    ("too little room", 2, no_room),
    *CONFINED,
    *SETS_CONFINED,
    *PATIENT,
)


class Reasons(Reasoner):
    def __init__(self, board: Board) -> None:
        self._board = board
        self._layout = Layout(board)
        self._units = {unit: tuple(self._layout.members(mask)) for unit, mask in self._layout.units.items()}
        self.premises: Sequence[Premise] = tuple(self._units)
        self.rules: Sequence[Rule] = tuple(
            Rule(name, level, self._seen(find)) for name, level, find in (ONE_STAR if board.stars == 1 else STARS)
        )

    def _seen(self, find: Find) -> Callable[[Known], Iterator[Step]]:
        def seen(known: Known) -> Iterator[Step]:
            for step in find(View.of(self._layout, known)):
                if new(step, known):
                    yield trimmed(self, step) if find in GENEROUS else step

        return seen

    # What the board says

    def given(self) -> list[Fact]:
        return [Fact(queen) for queen in self._board.givens]

    def facts(self, solution: Solution) -> list[Fact]:
        return [Fact(at, at in solution) for at in self._layout.cells]

    def wanted(self, solution: Solution) -> list[Fact]:
        return [Fact(queen) for queen in solution]

    def theory(self, premises: Collection[Premise]) -> Theory:
        stars = self._board.stars
        clauses, top = self._rules_of_all
        fresh = Fresh(top)
        wanting: list[Clause] = []
        for literals in map(self._literals, premises):
            few = comb(len(literals), stars - 1) <= SUBSETS
            wanting += at_least(stars, literals) if few else exactly_sequential(stars, literals, fresh)
        return Theory(CNF([*clauses, *wanting], names=()), self._variables)

    @cached_property
    def _variables(self) -> dict[Cell, tuple[int]]:
        return {at: (number,) for number, at in enumerate(self._layout.cells, start=1)}

    @cached_property
    def _rules_of_all(self) -> tuple[list[Clause], int]:
        """That no unit has too many queens, and none touch; and the next free variable."""
        stars, near = self._board.stars, self._layout.near
        fresh = Fresh(len(self._variables) + 1)
        clauses: list[Clause] = []
        for literals in map(self._literals, self._units):
            few = comb(len(literals), stars + 1) <= SUBSETS
            clauses += at_most(stars, literals) if few else at_most_sequential(stars, literals, fresh)
        for at, (number,) in self._variables.items():
            clauses += [(-number, -self._variables[other][0]) for other in self._layout.members(near[at]) if at < other]
        return clauses, fresh()

    def _literals(self, unit: Unit) -> list[int]:
        return [self._variables[at][0] for at in self._units[unit]]

    def standing(self, state: State, solution: Solution) -> Standing:
        marked = [(at, mark) for at, mark in zip(self._layout.cells, state, strict=True) if mark != "empty"]
        wrong = tuple(at for at, mark in marked if (mark == "queen") != (at in solution))
        return Standing(tuple(Fact(at, mark == "queen") for at, mark in marked if at not in wrong), wrong)

    # How it is said and shown

    def mark(self, fact: Fact) -> Mark:
        return Mark("queen" if fact.holds else "cross", (fact.name,))

    def cells(self, premise: Unit) -> tuple[Cell, ...]:
        return tuple(self._units[premise])

    def names(self) -> list[Mark]:
        """Each region's letter on its first cell."""
        return [Mark("name", members[:1], unit.name) for unit, members in self._units.items() if unit.kind == "region"]

    def words(self, said: Fact | Unit) -> str:
        if isinstance(said, Unit):
            return str(said)
        return f"{'a' if said.holds else 'no'} {self._layout.piece} at {said.name}"
