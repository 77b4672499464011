"""Explanations of Simple Loop, by proofs alone: no rule of a human solver is known.

A name is a pair of neighbours: the loop runs between them.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

from player.explanations.steps import Fact, Rule, SolvedSoFar
from player.explanations.words import LineReasoner
from player.games.grid import Wall
from player.games.simple_loop.board import Board, Solution, lines
from player.games.simple_loop.encoding import encode
from player.games.simple_loop.play import State
from player.sat.cnf import CNF


class Reasons(LineReasoner):
    """The reasoner of Simple Loop boards."""

    line = "loop"
    rules: Sequence[Rule] = ()

    def __init__(self, board: Board) -> None:
        self._board = board

    def facts(self, solution: Solution) -> list[Fact]:
        """Return a fact for each pair of open neighbours: a line or none."""
        loop = {*lines(solution)}
        return [Fact(edge, edge in loop) for edge in self._board.edges]

    def wanted(self, solution: Solution) -> list[Fact]:
        """Return the lines of the loop, in order."""
        return [Fact(edge) for edge in lines(solution)]

    @cached_property
    def general(self) -> CNF:
        """The whole board: its shaded cells are no premises that a step could name."""
        return encode(self._board)

    @property
    def literals(self) -> Mapping[Wall, tuple[int]]:
        """The variable of each pair of open neighbours."""
        return {name: (literal,) for literal, name in enumerate(self.general.names, start=1)}

    def standing(self, state: State, solution: Solution) -> SolvedSoFar:
        """Return the lines of the loop that are drawn, and the cells of others."""
        loop = lines(solution)
        wrong = {at for edge in state.difference(loop) for at in edge}
        return SolvedSoFar(tuple(Fact(edge) for edge in loop if edge in state), tuple(sorted(wrong)))
