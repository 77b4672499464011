"""Explanations of Mini Sudoku: the reasoner.

A name is a cell and a number: the cell holds the number. The premises are that a row, a column or a box has a place for
a number, and that a cell has a number. That a cell has no two numbers, and no unit has one twice, are general rules
that no step has to name. Numbers that a known number rules out in its row, column or box are not stated as facts: no-
number facts come from patterns only.
"""

from collections.abc import Collection, Sequence
from functools import cached_property, partial

from player.explanations.steps import Fact, Known, Mark, Premise, Reasoner, Rule, SolvedSoFar, Theory
from player.explanations.words import places
from player.games.grid import Cell, cells
from player.games.mini_sudoku.board import Board, Solution
from player.games.mini_sudoku.explain import rules
from player.games.mini_sudoku.explain.rules import CellPlace, Filled, Name, SudokuGrid, SudokuView, a
from player.games.mini_sudoku.play import State, names_of
from player.sat.cnf import CNF, Clause

#: The rules, the easiest first.
RULES: Sequence[Rule] = (
    Rule("full house", 1, rules.full_house),
    Rule("hidden single", 1, rules.hidden_single),
    Rule("naked single", 2, rules.naked_single),
    Rule("pointing", 2, partial(rules.confined, "pointing", {"box"})),
    Rule("claiming", 2, partial(rules.confined, "claiming", {"row", "column"})),
    Rule("naked pair", 3, partial(rules.naked, "naked pair", 2)),
    Rule("hidden pair", 3, partial(rules.hidden, "hidden pair", 2)),
    Rule("naked triple", 3, partial(rules.naked, "naked triple", 3)),
    Rule("hidden triple", 3, partial(rules.hidden, "hidden triple", 3)),
    Rule("trial", 3, rules.trials),
)


class Reasons(Reasoner):
    """The reasoner of Mini Sudoku boards."""

    rules = RULES

    def __init__(self, board: Board) -> None:
        self._board = board
        self._grid = SudokuGrid(board.box)
        self._clauses: dict[Name, list[Clause]] = {}
        numbers = self._grid.numbers
        self.premises: Sequence[Premise] = (
            *(CellPlace(unit, number) for unit in self._grid.units for number in numbers),
            *(Filled(at) for at in cells(*board.shape)),
        )

    def view(self, known: Known) -> SudokuView:
        """Return the candidates that are left."""
        return SudokuView(self._grid, known)

    # Theory

    def given(self) -> list[Fact]:
        """Return the given numbers."""
        return [Fact((at, number)) for at in cells(*self._board.shape) if (number := self._board.given(at))]

    def wanted(self, solution: Solution) -> list[Fact]:
        """Return the number of each cell; that a cell does not hold a number is mostly obvious."""
        return [Fact((at, solution[at.row][at.col])) for at in cells(*self._board.shape)]

    def theory(self, premises: Collection[Premise]) -> Theory:
        """Return clauses for `premises`, plus the at-most-one constraints that share a variable with them.

        Other constraints cannot affect entailment.
        """
        named = [self._names_of(premise) for premise in premises]
        touched = {name for names in named for name in names} or set(self._variables)
        clauses = [tuple(self._variables[name][0] for name in names) for names in named]
        clauses += [clause for name in touched for clause in self._apart(name)]
        return Theory(CNF(clauses, names=tuple(self._variables)), self._variables)

    @cached_property
    def _variables(self) -> dict[Name, tuple[int]]:
        names = ((at, number) for at in self._grid.peers for number in self._grid.numbers)
        return {name: (variable,) for variable, name in enumerate(names, start=1)}

    def _names_of(self, premise: CellPlace | Filled) -> list[Name]:
        """Return the names of which the premise says that one holds."""
        if isinstance(premise, CellPlace):
            return [(at, premise.number) for at in self._grid.units[premise.unit]]
        return [(premise.cell, number) for number in self._grid.numbers]

    def _apart(self, name: Name) -> list[Clause]:
        """Return clauses that exclude, besides `name`, other numbers in the cell and this number in its peers."""
        if name not in self._clauses:
            at, number = name
            others = [(at, other) for other in self._grid.numbers if other != number]
            others += [(peer, number) for peer in self._grid.peers[at]]
            self._clauses[name] = [(-self._variables[name][0], -self._variables[other][0]) for other in others]
        return self._clauses[name]

    def standing(self, state: State, solution: Solution) -> SolvedSoFar:
        """Return the correct numbers on the page, and the cells that are wrong."""
        numbers = names_of(self._board.size)
        shown = [(at, numbers[text]) for at, text in zip(cells(*self._board.shape), state, strict=True) if text]
        wrong = tuple(at for at, number in shown if number != solution[at.row][at.col])
        return SolvedSoFar(tuple(Fact(name) for name in shown if name[0] not in wrong), wrong)

    # Presentation

    def mark(self, fact: Fact) -> Mark:
        """Return the mark of a fact: a number, or a struck-out one."""
        at, number = fact.name
        return Mark("number" if fact.holds else "no-number", (at,), str(number))

    def cells(self, premise: CellPlace | Filled) -> tuple[Cell, ...]:
        """Return the cells of a premise."""
        return tuple(self._grid.units[premise.unit]) if isinstance(premise, CellPlace) else (premise.cell,)

    def words(self, item: Fact | CellPlace | Filled) -> str:
        """Return a fact or a premise in words."""
        if isinstance(item, CellPlace):
            return f"a place for the {item.number} in {item.unit}"
        if isinstance(item, Filled):
            return f"a number at {item.cell}"
        return self.several([item])

    def several(self, facts: Sequence[Fact], most: int | None = None) -> str:
        """Return cells with one number, or without it, in words."""
        _, number = facts[0].name
        return f"{a(number) if facts[0].holds else f'no {number}'} at {places([at for (at, _), _ in facts], most)}"
