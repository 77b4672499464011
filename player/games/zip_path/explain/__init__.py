"""Explanations of Zip: the reasoner.

A name is a pair of neighbours: the path runs between them. The premises are the walls, and the numbers between the
first and the last. That the path fills the grid from the first number to the last is the general rule that no step has
to name.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from itertools import pairwise, takewhile
from operator import itemgetter
from typing import NamedTuple

from player.explanations.steps import (
    Fact,
    Known,
    Meaning,
    Premise,
    Rule,
    SolvedSoFar,
    Step,
    Theory,
    listed,
    new,
    sentence,
)
from player.explanations.words import LineReasoner
from player.games.grid import Wall, between
from player.games.zip_path.board import Board, Solution
from player.games.zip_path.encoding import encode
from player.games.zip_path.explain import rules_lookahead as ahead
from player.games.zip_path.explain.edges import Reason, Ways, ZipGrid
from player.games.zip_path.play import State

#: The most forced lines of a contradiction that counts as "look ahead", not "look far ahead".
MAX_LINES_AHEAD = 3
#: The rules for ways that are closed, with their levels; and the rule for each kind of reason, the easiest first.
DIRECT_RULES = {"forced edges": 1, "closed loops": 1, "numbers out of order": 2}
RULE_OF_REASON = {
    "full": "forced edges",
    "loop": "closed loops",
    "soon": "closed loops",
    "order": "numbers out of order",
}
#: The rules that suppose the contrary, with their levels; the last is tried only if no other finds anything.
FAR = "look far ahead"
LOOKAHEAD_RULES = {"dead ends": 2, "cut off": 2, "numbers cut off": 2, "look ahead": 3, FAR: 3}


class Number(NamedTuple):
    """A premise: a number between the first and the last, counted from 0."""

    number: int


class Reasons(LineReasoner):
    """The reasoner of Zip boards."""

    line = "path"

    def __init__(self, board: Board) -> None:
        self._board = board
        self._grid = ZipGrid(board)
        self._theory = lru_cache(maxsize=32)(self._encoded)
        self._found: Sequence[Step] = ()
        self._looked_at: Known | None = None
        self.rules: Sequence[Rule] = (
            *(Rule(name, level, partial(self._forced, name)) for name, level in DIRECT_RULES.items()),
            *(Rule(name, level, partial(self._contradicted, name)) for name, level in LOOKAHEAD_RULES.items()),
        )

    def view(self, known: Known) -> Ways:
        """Return the lines, and the ways that they leave."""
        return Ways(self._grid, known)

    # Theory

    def facts(self, solution: Solution) -> list[Fact]:
        """Return a fact for each pair of neighbours without a wall: a line or none."""
        lines = set(self.wanted(solution))
        return [Fact(name, Fact(name) in lines) for name in self._grid.names]

    def wanted(self, solution: Solution) -> list[Fact]:
        """Return the lines of the path, in order."""
        return [Fact(between(a, b)) for a, b in pairwise(solution)]

    @cached_property
    def premises(self) -> Mapping[Premise, Meaning]:
        """The numbers between the first and the last, and the walls."""
        inner = [*enumerate(self._board.numbers)][1:-1]
        numbers: dict[Premise, Meaning] = {Number(n): Meaning(f"number {n + 1}", (at,)) for n, at in inner}
        walls = {wall: Meaning(f"the wall between {listed(wall)}", wall) for wall in sorted(self._board.walls)}
        return numbers | walls

    def theory(self, premises: Collection[Premise]) -> Theory:
        """Return the board with only these premises as CNF; cached."""
        return self._theory(frozenset(premises))

    def _encoded(self, premises: frozenset[Premise]) -> Theory:
        """Return the board with only these numbers and walls as CNF.

        Each path of the whole board is one of its paths, so all that it entails holds for the whole board.
        """
        first, *between_them, last = self._board.numbers
        numbers = (at for index, at in enumerate(between_them, start=1) if Number(index) in premises)
        walls = self._board.walls.intersection(premises)
        cnf = encode(replace(self._board, numbers=(first, *numbers, last), walls=walls))
        of: dict[Wall, list[int]] = {}
        for literal, (a, b) in enumerate(cnf.names, start=1):
            of.setdefault(between(a, b), []).append(literal)
        return Theory(cnf, of)

    def standing(self, state: State, solution: Solution) -> SolvedSoFar:
        """Return the lines of the correct beginning of the path, and the other filled cells.

        If the page shows no order, the path is correct as far as the cells of the solution are filled.
        """
        path = state.path or tuple(takewhile(state.filled.__contains__, solution))
        right = tuple(at for at, _ in takewhile(lambda both: both[0] == both[1], zip(solution, path, strict=False)))
        return SolvedSoFar(tuple(self.wanted(right)), tuple(sorted(state.filled.difference(right))))

    # Rules

    def _forced(self, rule: str, ways: Ways) -> list[Step]:
        """Return steps for cells that need all ways left, those with the most consequences first.

        The rule is that by which the other ways are out; if there are several, the hardest of them.
        """
        steps = []
        for cell in filter(ways.forced, range(len(self._grid.places))):
            out = (reason for way in ways.at(cell, line=False) if (reason := ways.reason[way]))
            hardest = max(out, key=lambda reason: list(RULE_OF_REASON).index(reason.kind), default=Reason("full"))
            if RULE_OF_REASON[hardest.kind] == rule:
                now = ways.copy()
                lines = ahead.run_on(now, cell, hardest)
                says = ahead.forced_words(ways, cell, hardest, more=len(lines) - ways.left[cell])
                why, _ = ahead.trace(now, Reason("forced", lines))
                steps.append(self._step(rule, says, [(way, True) for way in lines], now, why))
        return sorted(steps, key=lambda step: -len(step.settles))

    def _contradicted(self, rule: str, ways: Ways) -> Iterator[Step]:
        """Yield steps for ways whose contrary is contradictory.

        Finding all of these takes long, so the result is cached for later steps while some of it is easy.
        """
        known = ways.known
        facts = known.items()
        cached = [step for step in self._found if new(step, known) and facts >= {*step.uses}]
        if known != self._looked_at and all(step.rule == FAR for step in cached):
            found = sorted(map(self._refuted, ahead.contradictions(ways)), key=itemgetter(0))
            self._found = cached = [step for _, step in found]
            self._looked_at = dict(known)
        near = [step for step in cached if step.rule != FAR]
        forcing = [step for step in near or cached if self._forces(ways, step)]
        return (step for step in forcing or near or cached if step.rule == rule)

    def _refuted(self, one: ahead.Contradiction) -> tuple[tuple[int, int], Step]:
        """Return the step of a contradiction with the links of its chain, and its difficulty as a sort key."""
        why, lines = ahead.trace(one.ways, one.dead.reason)
        rule = one.dead.rule if not lines else "look ahead" if lines <= MAX_LINES_AHEAD else FAR
        step = self._step(rule, ahead.contradiction_words(one, lines), [(one.way, not one.line)], one.ways, why)
        links = []
        for some, by in ahead.chain(one.ways, one.dead.reason):
            says = ahead.forced_lines(one.ways, some) if some else f"{one.dead.says}."
            links.append(self._step(rule, says, [(way, True) for way in some], one.ways, by))
        supposed = Fact(self._grid.names[one.way], one.line)
        return (lines, len(why.ways)), replace(step, supposed=(supposed,), links=tuple(links))

    def _forces(self, ways: Ways, step: Step) -> bool:
        """Return whether a step draws a line, or forces one."""
        after = ways.copy()
        for fact in step.settles:
            after.settle(self._grid.way[fact.name], fact.holds)
        return step.settles[0].holds or any(map(after.forced, after.touched))

    def _step(self, rule: str, says: str, settles: Sequence[tuple[int, bool]], ways: Ways, why: Reason) -> Step:
        """Return a step from ways as ints."""
        names = self._grid.names
        numbers = [Number(number) for number in why.numbers if 0 < number < self._grid.last]
        return Step(
            rule,
            sentence(says),
            tuple(Fact(names[way], line) for way, line in settles),
            tuple(Fact(names[way], ways.line[way] is True) for way in why.ways),
            (*numbers, *why.walls),
        )
