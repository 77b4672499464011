"""The explanations of Latin squares: one rule, and proofs if it finds nothing."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from player.explanations.steps import Fact, Known, Mark, Reasoner, Rule, SolvedSoFar, Step
from player.games.grid import Cell, cells
from player.sat.cnf import CNF
from tests.support.toy.board import Board, Solution
from tests.support.toy.encoding import encode
from tests.support.toy.play import State


class Reasons(Reasoner):
    def __init__(self, board: Board) -> None:
        self._board = board
        self._cells = [*cells(*board.shape)]
        self.rules: Sequence[Rule] = (Rule("last in row", 1, self._last),)

    def _last(self, known: Known) -> Iterator[Step]:
        """All other cells of a row hold their numbers."""
        n, _ = self._board.shape
        for row in range(n):
            found = tuple(Fact(name) for name, holds in known.items() if holds and name[0].row == row)
            if len(found) == n - 1:
                at = next(cell for cell in self._cells if cell.row == row and all(cell != f.name[0] for f in found))
                (number,) = {*range(1, n + 1)} - {fact.name[1] for fact in found}
                yield Step("last in row", f"{number} is all that row {row + 1} lacks.", (Fact((at, number)),), found)

    def given(self) -> list[Fact]:
        return [Fact((at, number)) for at in self._cells if (number := self._board.givens[at.row][at.col])]

    def facts(self, solution: Solution) -> list[Fact]:
        return [Fact((at, solution[at.row][at.col])) for at in self._cells]

    wanted = facts

    def standing(self, state: State, solution: Solution) -> SolvedSoFar:
        shown = [(at, int(text)) for at, text in zip(self._cells, state, strict=True) if text]
        wrong = tuple(at for at, number in shown if number != solution[at.row][at.col])
        return SolvedSoFar(tuple(Fact(name) for name in shown if name[0] not in wrong), wrong)

    @cached_property
    def general(self) -> CNF:
        return encode(Board(tuple((0,) * len(row) for row in self._board.givens)))

    @cached_property
    def literals(self) -> Mapping[tuple[Cell, int], tuple[int]]:
        return {name: (variable,) for variable, name in enumerate(self.general.names, start=1)}

    def mark(self, fact: Fact) -> Mark:
        at, number = fact.name
        return Mark("number" if fact.holds else "no-number", (at,), str(number))

    def words(self, said: Fact) -> str:
        at, number = said.name
        return f"{number} at {at}"
