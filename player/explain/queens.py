"""Why each queen of Queens, or star of Star Battle, stands where it does.

A name is a cell: a queen stands there. The premises are that a row, a column or a region gets all its queens; that none
gets more, and that queens do not touch, are rules that no step has to name.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from player.explain.steps import Fact, Known, Mark, Premise, Rule, Standing, Step, Theory, sentence
from player.games.grid import Cell, cells
from player.games.queens import Board, Solution, State
from player.logic.cardinality import at_least, at_most
from player.logic.cnf import CNF, Clause


class Unit(NamedTuple):
    """A row, a column or a region, by its number from 0."""

    kind: str
    number: int


class Reasons:
    ordered = False

    def __init__(self, board: Board) -> None:
        n = board.size
        self._board = board
        self._units: dict[Unit, list[Cell]] = {}
        for at in cells(n, n):
            for unit in (Unit("row", at.row), Unit("column", at.col), Unit("region", board.regions[at.row][at.col])):
                self._units.setdefault(unit, []).append(at)
        self.premises: Sequence[Premise] = tuple(self._units)
        self.rules: Sequence[Rule] = (
            Rule("last cell", 1, self._last_cell),
            Rule("in view of a queen", 1, self._in_view),
        )

    # What the board says

    def given(self) -> list[Fact]:
        return [Fact(queen) for queen in self._board.givens]

    def facts(self, solution: Solution) -> list[Fact]:
        return [Fact(at, at in solution) for at in cells(*self._board.shape)]

    def wanted(self, solution: Solution) -> list[Fact]:
        return [Fact(queen) for queen in solution]

    def theory(self, premises: Collection[Premise]) -> Theory:
        wanting = [clause for unit in premises for clause in at_least(self._board.stars, self._literals(unit))]
        return Theory(CNF([*self._rules_of_all, *wanting], names=()), self._variables)

    @cached_property
    def _variables(self) -> dict[Cell, tuple[int]]:
        return {at: (number,) for number, at in enumerate(cells(*self._board.shape), start=1)}

    @cached_property
    def _rules_of_all(self) -> list[Clause]:
        """No unit has too many queens, and none touch."""
        clauses = [clause for unit in self._units for clause in at_most(self._board.stars, self._literals(unit))]
        return clauses + [
            (-self._variables[a][0], -self._variables[b][0]) for a in self._variables for b in self._near(a) if a < b
        ]

    def _literals(self, unit: Unit) -> list[int]:
        return [self._variables[at][0] for at in self._units[unit]]

    def standing(self, state: State, solution: Solution) -> Standing:
        marked = [(at, mark) for at, mark in zip(cells(*self._board.shape), state, strict=True) if mark != "empty"]
        wrong = tuple(at for at, mark in marked if (mark == "queen") != (at in solution))
        return Standing(tuple(Fact(at, mark == "queen") for at, mark in marked if at not in wrong), wrong)

    # How it is said and shown

    def mark(self, fact: Fact) -> Mark:
        return Mark("queen" if fact.holds else "cross", (fact.name,))

    def cells(self, premise: Unit) -> tuple[Cell, ...]:
        return tuple(self._units[premise])

    def words(self, said: Fact | Unit) -> str:
        if isinstance(said, Unit):
            return f"{said.kind} {said.number + 1}"
        return f"{'a queen' if said.holds else 'no queen'} at {said.name}"

    # What can be seen

    def _last_cell(self, known: Known) -> Iterator[Step]:
        """As many cells left as queens missing."""
        for unit, members in self._units.items():
            left = [at for at in members if known.get(at, True)]
            if len(left) != self._board.stars or all(at in known for at in left):
                continue
            ruled_out = tuple(Fact(at, holds=False) for at in members if at not in left)
            says = f"{self.words(unit)} has no other cell left for {'its queen' if len(left) == 1 else 'its queens'}."
            yield Step("last cell", sentence(says), tuple(Fact(at) for at in left), ruled_out, (unit,))

    def _in_view(self, known: Known) -> Iterator[Step]:
        """No queen touches another; a unit that has all its queens takes no more."""
        for at in (at for at, holds in known.items() if holds):
            seen = [*self._near(at)]
            if self._board.stars == 1:
                seen += [other for unit in self._of(at) for other in self._units[unit] if other != at]
            says = f"No other queen stands in the row, column or region of the queen at {at}, or touches it."
            yield Step("in view of a queen", says, tuple(Fact(other, holds=False) for other in seen), (Fact(at),))

    def _of(self, at: Cell) -> list[Unit]:
        return [unit for unit, members in self._units.items() if at in members]

    def _near(self, at: Cell) -> list[Cell]:
        n = self._board.size
        around = (Cell(at.row + down, at.col + right) for down in (-1, 0, 1) for right in (-1, 0, 1))
        return [cell for cell in around if cell != at and 0 <= cell.row < n and 0 <= cell.col < n]
