"""Why each cell of Mini Sudoku holds what it holds.

A name is a cell and a number: the cell holds the number. The premises are that a row, a column or a box has a place for
a number, and that a cell has a number; that a cell has no two, and no unit has one twice, are rules that no step has to
name. What a number shuts out where it is seen is not said: no-number facts come of patterns only.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property

from player.explain.steps import Fact, Known, Mark, Premise, Reasoner, Rule, Standing, Step, Theory
from player.games.grid import Cell, cells
from player.games.mini_sudoku.board import Board, Solution
from player.games.mini_sudoku.explain import patterns, singles
from player.games.mini_sudoku.explain.candidates import Filled, Grid, Name, Place, View, a
from player.games.mini_sudoku.explain.trial import trials
from player.games.mini_sudoku.play import State
from player.sat.cnf import CNF, Clause


class Reasons(Reasoner):
    def __init__(self, board: Board) -> None:
        self._board = board
        self._grid = Grid(board.box)
        self._last = View(self._grid, {})
        self._clauses: dict[Name, list[Clause]] = {}
        numbers = self._grid.numbers
        self.premises: Sequence[Premise] = (
            *(Place(unit, number) for unit in self._grid.units for number in numbers),
            *(Filled(at) for at in cells(*board.shape)),
        )
        self.rules: Sequence[Rule] = (
            Rule("full house", 1, self._seen(singles.full_house)),
            Rule("hidden single", 1, self._seen(singles.hidden_single)),
            Rule("naked single", 2, self._seen(singles.naked_single)),
            Rule("pointing", 2, self._seen(patterns.pointing)),
            Rule("claiming", 2, self._seen(patterns.claiming)),
            Rule("naked pair", 3, self._seen(patterns.naked_pair)),
            Rule("hidden pair", 3, self._seen(patterns.hidden_pair)),
            Rule("naked triple", 3, self._seen(patterns.naked_triple)),
            Rule("hidden triple", 3, self._seen(patterns.hidden_triple)),
            Rule("trial", 3, self._seen(trials)),
        )

    def _seen(self, find: Callable[[View], Iterator[Step]]) -> Callable[[Known], Iterator[Step]]:
        return lambda known: find(self._view(known))

    def _view(self, known: Known) -> View:
        """What all rules look at, made once for each step."""
        if self._last.known != known:
            self._last = View(self._grid, dict(known))
        return self._last

    # What the board says

    def given(self) -> list[Fact]:
        return [Fact((at, number)) for at in cells(*self._board.shape) if (number := self._board.given(at))]

    def facts(self, solution: Solution) -> list[Fact]:
        """Numbers only: a proof that a cell does not hold one would mostly say what anyone sees."""
        return [Fact((at, solution[at.row][at.col])) for at in cells(*self._board.shape)]

    wanted = facts

    def theory(self, premises: Collection[Premise]) -> Theory:
        """Of the rules that need no premise only those that touch one of `premises`: the others have no say."""
        said = [self._names_of(premise) for premise in premises]
        touched = {name for names in said for name in names} or set(self._variables)
        clauses = [tuple(self._variables[name][0] for name in names) for names in said]
        clauses += [clause for name in touched for clause in self._apart(name)]
        return Theory(CNF(clauses, names=tuple(self._variables)), self._variables)

    @cached_property
    def _variables(self) -> dict[Name, tuple[int]]:
        names = ((at, number) for at in self._grid.peers for number in self._grid.numbers)
        return {name: (variable,) for variable, name in enumerate(names, start=1)}

    def _names_of(self, premise: Place | Filled) -> list[Name]:
        if isinstance(premise, Place):
            return [(at, premise.number) for at in self._grid.units[premise.unit]]
        return [(premise.cell, number) for number in self._grid.numbers]

    def _apart(self, name: Name) -> list[Clause]:
        """That besides `name` the cell holds no other number, and no cell that sees it the same one."""
        if name not in self._clauses:
            at, number = name
            others = [(at, other) for other in self._grid.numbers if other != number]
            others += [(peer, number) for peer in self._grid.peers[at]]
            self._clauses[name] = [(-self._variables[name][0], -self._variables[other][0]) for other in others]
        return self._clauses[name]

    def standing(self, state: State, solution: Solution) -> Standing:
        shown = [(at, int(text)) for at, text in zip(cells(*self._board.shape), state, strict=True) if text]
        wrong = tuple(at for at, number in shown if number != solution[at.row][at.col])
        return Standing(tuple(Fact(name) for name in shown if name[0] not in wrong), wrong)

    # How it is said and shown

    def mark(self, fact: Fact) -> Mark:
        at, number = fact.name
        return Mark("number" if fact.holds else "no-number", (at,), str(number))

    def cells(self, premise: Place | Filled) -> tuple[Cell, ...]:
        return tuple(self._grid.units[premise.unit]) if isinstance(premise, Place) else (premise.cell,)

    def words(self, said: Fact | Place | Filled) -> str:
        if isinstance(said, Place):
            return f"a place for the {said.number} in {said.unit}"
        if isinstance(said, Filled):
            return f"a number at {said.cell}"
        at, number = said.name
        return f"{a(number) if said.holds else f'no {number}'} at {at}"


__all__ = ["Reasons"]
