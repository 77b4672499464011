"""Explanations of Patches: the reasoner.

A name is a patch, which is in the solution, or a cell and a clue's number, which means that the cell belongs to the
clue's patch. The premises are that a clue has a patch, and that a cell is covered. That no clue has two patches, and
that patches do not overlap, are general rules that no step has to name.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

from player.explanations.steps import Fact, Known, Mark, Premise, Reasoner, Rule, SolvedSoFar, Step, Theory
from player.games.grid import Cell
from player.games.patches.board import Board, Patch, Solution
from player.games.patches.encoding import sentence
from player.games.patches.explain import rules
from player.games.patches.explain.rules import ClueLeft, Rectangles
from player.games.patches.play import State, standing_for
from player.sat.cardinality import Fresh, at_most_one, at_most_one_product
from player.sat.cnf import CNF, Clause


class Reasons(Reasoner):
    """The reasoner of Patches boards."""

    plurals = MappingProxyType({"owner": "cells of the patch"})

    def __init__(self, board: Board) -> None:
        self._board = board
        self._all = Rectangles(board)
        self._variables = {patch: number for number, patch in enumerate(self._all.of_patch, start=1)}
        self.premises: Sequence[Premise] = (
            *(("clue", number) for number in range(len(board.clues))),
            *(("cell", at) for at in self._all.cells),
        )
        self.rules: Sequence[Rule] = (
            Rule("only rectangle that fits", 1, self._rule(rules.only_rectangle)),
            Rule("only rectangle over a cell", 1, self._rule(rules.only_cover)),
            Rule("only clue that reaches", 2, self._rule(rules.only_clue)),
            Rule("common cells", 2, self._rule(rules.common_cells)),
            Rule("no room", 3, self._rule(rules.no_room)),
            Rule("look ahead", 3, self._rule(rules.look_ahead)),
        )

    def _rule(self, find: Callable[[ClueLeft], Iterable[Step]]) -> Callable[[Known], Iterable[Step]]:
        return lambda known: find(ClueLeft(self._all, known))

    # Theory

    def given(self) -> list[Fact]:
        """Return the facts that each clue's cell belongs to its patch."""
        return [Fact((clue.cell, number)) for number, clue in enumerate(self._board.clues)]

    def wanted(self, solution: Solution) -> list[Fact]:
        """Return the patches of the solution; their cells follow."""
        return [Fact(patch) for patch in solution]

    def theory(self, premises: Collection[Premise]) -> Theory:
        """Return the general rules and `premises` as CNF."""
        wanting = [tuple(self._variables[one.patch] for one in self._all.of_premise(premise)) for premise in premises]
        return Theory(CNF([*self._rules_of_all, *wanting], names=()), self._literals)

    @cached_property
    def _literals(self) -> dict[Any, list[int]]:
        literals: dict[Any, list[int]] = {patch: [variable] for patch, variable in self._variables.items()}
        for at, over in zip(self._all.cells, self._all.over, strict=True):
            for one in over:
                literals.setdefault((at, one.clue), []).append(self._variables[one.patch])
        return literals

    @cached_property
    def _rules_of_all(self) -> list[Clause]:
        """Return the clauses that no clue has two patches and no cell two owners; ownership is auxiliary."""
        fresh = Fresh(len(self._variables) + 1)
        clauses: list[Clause] = []
        for of_clue in self._all.of_clue:
            clauses += at_most_one_product([self._variables[one.patch] for one in of_clue], fresh)
        for over in self._all.over:
            owners = {one.clue: fresh() for one in over}
            clauses += [(-self._variables[one.patch], owners[one.clue]) for one in over]
            clauses += at_most_one(list(owners.values()))
        return clauses

    def standing(self, state: State, solution: Solution) -> SolvedSoFar:
        """Return the correct patches on the page, and the cells of wrong ones."""
        right = {frozenset(patch.cells()): patch for patch in solution}
        standing = standing_for(self._board, solution, state)
        wrong = tuple(sorted(at for area in standing if area not in right for at in area))
        return SolvedSoFar(tuple(Fact(right[area]) for area in standing if area in right), wrong)

    # Presentation

    def mark(self, fact: Fact) -> Mark:
        """Return the mark of a fact: a patch, a ruled-out one, or the owner of a cell."""
        if isinstance(fact.name, Patch):
            clue = self._all.of_patch[fact.name].clue
            return Mark("patch" if fact.holds else "no-patch", tuple(fact.name.cells()), str(clue))
        at, clue = fact.name
        return Mark("owner", (at,), str(clue))

    def cells(self, premise: Premise) -> tuple[Cell, ...]:
        """Return the cell of a premise."""
        kind, which = premise
        return (self._board.clues[which].cell if kind == "clue" else which,)

    def words(self, item: Fact | Premise) -> str:
        """Return a fact or a premise in words."""
        if not isinstance(item, Fact):
            return self._all.words(item)
        if isinstance(item.name, Patch):
            return f"{'a' if item.holds else 'no'} {sentence(item.name)}"
        at, clue = item.name
        return f"{at} belongs to {self._all.words(('clue', clue))}"
