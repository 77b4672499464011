"""Zip's rules of explanation, as `steps.Reasoner` asks for them."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import pairwise, takewhile
from operator import itemgetter
from typing import NamedTuple

from player.explain.steps import Fact, Known, Mark, Premise, Reasoner, Rule, Standing, Step, Theory, new, sentence
from player.games.grid import Cell, Wall, between
from player.games.zip_path.board import Board, Solution
from player.games.zip_path.encoding import encode
from player.games.zip_path.explain import wording
from player.games.zip_path.explain.edges import Grid, Reason, Ways
from player.games.zip_path.explain.rules_lookahead import Contradiction, Trace, contradictions, run_on, trace
from player.games.zip_path.play import State

#: To see so many forced lines in advance is not far.
FEW = 3
#: The rules that see what closes ways, and their levels; and what kinds of reason they see, the easiest first.
AT_ONCE = {"forced edges": 1, "closed loops": 1, "numbers out of order": 2}
OUT_BY = {"full": "forced edges", "loop": "closed loops", "soon": "closed loops", "order": "numbers out of order"}
#: The rules that suppose the contrary, and their levels.
AHEAD = {"dead ends": 2, "cut off": 2, "numbers cut off": 2, "look ahead": 3, "look far ahead": 3}


class Number(NamedTuple):
    """A number between the first and the last, counted from 0."""

    number: int


class Reasons(Reasoner):
    ordered = True

    def __init__(self, board: Board) -> None:
        self._board = board
        self._grid = Grid(board)
        self._theory = lru_cache(maxsize=32)(self._encoded)
        self._found: list[Step] = []
        self._looked_at: Known | None = None
        self.premises: Sequence[Premise] = (*map(Number, range(1, len(board.numbers) - 1)), *sorted(board.walls))
        self.rules: Sequence[Rule] = (
            *(Rule(name, level, partial(self._forced, name)) for name, level in AT_ONCE.items()),
            *(Rule(name, level, partial(self._contradicted, name)) for name, level in AHEAD.items()),
        )

    # What the board says

    def given(self) -> list[Fact]:
        return []

    def facts(self, solution: Solution) -> list[Fact]:
        lines = set(self.wanted(solution))
        return [Fact(name, Fact(name) in lines) for name in self._grid.names]

    def wanted(self, solution: Solution) -> list[Fact]:
        return [Fact(between(a, b)) for a, b in pairwise(solution)]

    def theory(self, premises: Collection[Premise]) -> Theory:
        return self._theory(frozenset(premises))

    def _encoded(self, premises: frozenset[Premise]) -> Theory:
        """A board with these numbers and walls only: what holds of all its paths holds of those of the whole board."""
        first, *between_them, last = self._board.numbers
        numbers = (at for index, at in enumerate(between_them, start=1) if Number(index) in premises)
        walls = self._board.walls.intersection(premises)
        cnf = encode(replace(self._board, numbers=(first, *numbers, last), walls=walls))
        of: dict[Wall, list[int]] = {}
        for literal, (a, b) in enumerate(cnf.names, start=1):
            of.setdefault(between(a, b), []).append(literal)
        return Theory(cnf, of)

    def standing(self, state: State, solution: Solution) -> Standing:
        """The page tells which cells are filled, not in what order: the path is right as far as the solution's are."""
        path = state.path or tuple(takewhile(state.filled.__contains__, solution))
        right = tuple(at for at, _ in takewhile(lambda both: both[0] == both[1], zip(solution, path, strict=False)))
        return Standing(tuple(self.wanted(right)), tuple(sorted(state.filled.difference(right))))

    # How it is said and shown

    def mark(self, fact: Fact) -> Mark:
        return Mark("line" if fact.holds else "no-line", fact.name)

    def cells(self, premise: Number | Wall) -> tuple[Cell, ...]:
        return (self._board.numbers[premise.number],) if isinstance(premise, Number) else premise

    def words(self, said: Fact | Number | Wall) -> str:
        if isinstance(said, Number):
            return f"number {said.number + 1}"
        if isinstance(said, Fact):
            return f"the path {'runs' if said.holds else 'does not run'} between {wording.pair(said.name)}"
        return f"the wall between {wording.pair(said)}"

    # What can be seen

    def _forced(self, rule: str, known: Known) -> list[Step]:
        """Cells that need all ways left: first those from which most follows.

        The rule is that by which the others are out; if they are so by several, the hardest of these.
        """
        ways = Ways(self._grid, known)
        steps = []
        for cell in filter(ways.forced, range(len(self._grid.places))):
            out = (reason for way in ways.at(cell, line=False) if (reason := ways.reason[way]))
            hardest = max(out, key=lambda reason: list(OUT_BY).index(reason.kind), default=Reason("full"))
            if OUT_BY[hardest.kind] == rule:
                now = ways.copy()
                lines = run_on(now, cell, hardest)
                says = wording.forced(ways, cell, hardest, more=len(lines) - ways.left[cell])
                why = trace(now, Reason("forced", lines))
                steps.append(self._step(rule, says, [(way, True) for way in lines], now, why))
        return sorted(steps, key=lambda step: -len(step.settles))

    def _contradicted(self, rule: str, known: Known) -> Iterator[Step]:
        """That a way is a line, or out, because the contrary can't be.

        To look for all of these takes long, so what was found is kept for later steps while some of it is near.
        """
        ways = Ways(self._grid, known)
        kept = [step for step in self._found if new(step, known) and _holds(step, known)]
        if known != self._looked_at and not any(map(_is_near, kept)):
            found = map(self._refuted, contradictions(ways))
            self._found = kept = [step for _, step in sorted(found, key=itemgetter(0))]
            self._looked_at = dict(known)
        near = [step for step in kept if _is_near(step)]
        forcing = [step for step in near or kept if self._forces(ways, step)]
        return (step for step in forcing or near or kept if step.rule == rule)

    def _refuted(self, one: Contradiction) -> tuple[tuple[int, int], Step]:
        """The step that a contradiction is good for, and how hard it is to see."""
        why = trace(one.ways, one.dead.reason)
        rule = one.dead.rule if not why.lines else "look ahead" if why.lines <= FEW else "look far ahead"
        step = self._step(rule, wording.contradiction(one, why.lines), [(one.way, not one.line)], one.ways, why)
        return (why.lines, len(why.known)), step

    def _forces(self, ways: Ways, step: Step) -> bool:
        """Whether a step draws a line, or lines follow from it."""
        after = ways.copy()
        for fact in step.settles:
            after.settle(self._grid.way[fact.name], fact.holds)
        return step.settles[0].holds or any(map(after.forced, after.touched))

    def _step(self, rule: str, says: str, settles: Sequence[tuple[int, bool]], ways: Ways, why: Trace) -> Step:
        names = self._grid.names
        numbers = [Number(number) for number in why.numbers if 0 < number < self._grid.last]
        return Step(
            rule,
            sentence(says),
            tuple(Fact(names[way], line) for way, line in settles),
            tuple(Fact(names[way], ways.line[way] is True) for way in why.known),
            (*numbers, *why.walls),
        )


def _holds(step: Step, known: Known) -> bool:
    """Whether what a step uses is known."""
    return all(known.get(fact.name) is fact.holds for fact in step.uses)


def _is_near(step: Step) -> bool:
    return step.rule != "look far ahead"
