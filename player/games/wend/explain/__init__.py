"""Explanations of Wend: the reasoner.

A name is a candidate, which is in the solution. The premises are that a letter is in a word, and that there are as many
words of a length as shown. That no letter is in two words, and that no length has more words than shown, are general
rules that no step has to name.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from types import MappingProxyType

from player.explanations.entailment import trimmed
from player.explanations.steps import Fact, Known, Mark, Premise, Reasoner, Rule, SolvedSoFar, Step, Theory
from player.games.grid import Cell
from player.games.wend.board import Board, Solution
from player.games.wend.explain.rules import Left, Pieces, isolating, only_of_length, only_over_letter
from player.games.wend.play import State
from player.sat.cardinality import Fresh, at_most_one_product, at_most_sequential, exactly_sequential
from player.sat.cnf import CNF, Clause


class Reasons(Reasoner):
    """The reasoner of one board."""

    plurals = MappingProxyType({"no-word": "words ruled out"})

    def __init__(self, board: Board) -> None:
        self._board = board
        self._all = Pieces(board)
        self._variables = {one: number for number, one in enumerate(self._all.all, start=1)}
        self.premises: Sequence[Premise] = (
            *(("letter", at) for at in self._all.over),
            *(("length", length) for length in self._all.times),
        )
        self.rules: Sequence[Rule] = (
            Rule("only word over a letter", 1, self._rule(only_over_letter)),
            Rule("only word of a length", 1, self._rule(only_of_length)),
            Rule("isolated letter", 2, self._rule(lambda left: (trimmed(self, step) for step in isolating(left)))),
        )

    def _rule(self, find: Callable[[Left], Iterable[Step]]) -> Callable[[Known], Iterable[Step]]:
        return lambda known: find(Left(self._all, known))

    # Theory

    def given(self) -> list[Fact]:
        """Return the words that the page has taken."""
        return [Fact(one) for one in self._all.found]

    def facts(self, solution: Solution) -> list[Fact]:
        """Return for each candidate whether it is in the solution."""
        right = {frozenset(word.path) for word in solution}
        return [Fact(one, one.cells in right) for one in self._all.all]

    def wanted(self, solution: Solution) -> list[Fact]:
        """Return the words of the solution."""
        return [fact for fact in self.facts(solution) if fact.holds]

    def theory(self, premises: Collection[Premise]) -> Theory:
        """Return the general rules and `premises` as CNF."""
        fresh = Fresh(self._rules_of_all[1])
        clauses = list(self._rules_of_all[0])
        for kind, which in premises:
            if kind == "letter":
                clauses.append(tuple(self._variables[one] for one in self._all.over[which]))
            else:
                literals = [self._variables[one] for one in self._all.of_length(which)]
                times = self._all.times[which]
                enough = len(literals) >= times
                clauses += exactly_sequential(times, literals, fresh) if enough else [(1,), (-1,)]
        return Theory(CNF(clauses, names=()), {one: (variable,) for one, variable in self._variables.items()})

    @cached_property
    def _rules_of_all(self) -> tuple[list[Clause], int]:
        """Return the clauses that no letter has two words and no length too many, and the first unused variable."""
        fresh = Fresh(len(self._variables) + 1)
        clauses: list[Clause] = []
        for over in self._all.over.values():
            clauses += at_most_one_product([self._variables[one] for one in over], fresh)
        for length, times in self._all.times.items():
            literals = [self._variables[one] for one in self._all.of_length(length)]
            clauses += at_most_sequential(times, literals, fresh)
        return clauses, fresh()

    def standing(self, state: State, solution: Solution) -> SolvedSoFar:
        """Return the words that the page has taken; it takes none that is wrong."""
        right = {fact.name.cells: fact for fact in self.wanted(solution)}
        taken = [frozenset(word.path) for word in state.found]
        wrong = sorted(at for cells in taken if cells not in right for at in cells)
        return SolvedSoFar(tuple(right[cells] for cells in taken if cells in right), tuple(wrong))

    # Presentation

    def mark(self, fact: Fact) -> Mark:
        """Return the mark of a fact: a word, or one that is ruled out."""
        word = fact.name.words[0]
        return Mark("word" if fact.holds else "no-word", word.path, str(self._board.lengths.index(len(word.path))))

    def cells(self, premise: Premise) -> tuple[Cell, ...]:
        """Return the letter of a premise; a length has no cell."""
        kind, which = premise
        return (which,) if kind == "letter" else ()

    def words(self, item: Fact | Premise) -> str:
        """Return a fact or a premise in words."""
        if not isinstance(item, Fact):
            kind, which = item
            return self._all.letter(which) if kind == "letter" else f"the words of {which} letters"
        path = item.name.words[0].path
        where = f"from {path[0]} to {path[-1]}" if len(path) > 1 else f"at {path[0]}"
        return f"{'' if item.holds else 'no '}{item.name} {where}"
