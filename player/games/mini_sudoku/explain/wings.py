"""Rules of Mini Sudoku about three cells with few candidates: wings."""

from collections.abc import Iterator
from itertools import combinations

from player.explanations.budget import spend
from player.explanations.steps import Fact, Step
from player.games.grid import Cell
from player.games.mini_sudoku.explain.candidates import Filled, View, a


def xy_wing(view: View) -> Iterator[Step]:
    """Yield steps from a cell with two candidates that leaves a third to one of two cells in its sight."""
    for pivot, numbers in view.open.items():
        if len(numbers) == 2:
            yield from _wings("XY-wing", view, pivot, 3)


def xyz_wing(view: View) -> Iterator[Step]:
    """Yield steps from a cell with three candidates, one of which it shares with two cells in its sight."""
    for pivot, numbers in view.open.items():
        if len(numbers) == 3:
            yield from _wings("XYZ-wing", view, pivot, 3)


def _wings(rule: str, view: View, pivot: Cell, many: int) -> Iterator[Step]:
    """Yield the steps of a pivot and two cells in its sight with two candidates each, `many` between all three."""
    middle = set(view.open[pivot])
    near = [at for at in sorted(view.grid.peers[pivot]) if len(view.open.get(at, ())) == 2]
    near = [at for at in near if not middle.isdisjoint(view.open[at])]
    for one, other in combinations(near, 2):
        spend(1)
        first, second = set(view.open[one]), set(view.open[other])
        if first == second or not first & second or len(middle | first | second) != many:
            continue
        (number,) = first & second
        if middle != first ^ second and middle != first | second:
            continue
        ends = [one, other, *([pivot] if number in middle else [])]
        seen = sorted(set.intersection(*(view.grid.peers[end] for end in ends)))
        if outside := view.places(seen, number):
            uses = dict.fromkeys(
                fact
                for at in (pivot, one, other)
                for fact in view.why_not(at, [each for each in view.grid.numbers if each not in view.open[at]])
            )
            says = (
                f"Whatever {pivot} holds, {one}, {other}{' or itself' if number in middle else ''} holds {a(number)}: "
                "no cell that sees all of these has one."
            )
            settles = tuple(Fact((at, number), holds=False) for at in outside)
            yield Step(rule, says, settles, tuple(uses), (Filled(pivot), Filled(one), Filled(other)))
