"""The search for values of given cells that leave one solution."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from player.games.grid import Cell

Value = TypeVar("Value", int, str)
Values = dict[Cell, Value]

#: The most changes of one search, the most cells that change at once, and the solutions among which one is chosen.
MAX_CHANGES, MAX_CELLS, MAX_SOLUTIONS = 60, 4, 40


def rearranged(
    random: Random,
    solutions: Callable[[Values[Value], int], Sequence[Values[Value]]],
    given: Values[Value],
    movable: Sequence[Cell],
) -> Values[Value] | None:
    """Return values of the cells of `given` that leave one solution; None if a bounded search finds none.

    `solutions` returns some solutions with given values. A few of the `movable` cells at a time get the values that the
    fewest solutions have there.
    """
    for _ in range(MAX_CHANGES):
        if len(solutions(given, 2)) == 1:
            return given
        if not movable:
            return None
        chosen = random.sample(movable, min(len(movable), random.randint(1, MAX_CELLS)))
        left = {at: value for at, value in given.items() if at not in chosen}
        groups: dict[tuple[Value, ...], int] = {}
        for solution in solutions(left, MAX_SOLUTIONS):
            values = tuple(solution[at] for at in chosen)
            groups[values] = groups.get(values, 0) + 1
        rarest = min(groups.values())
        values = random.choice([values for values, times in groups.items() if times == rarest])
        given = left | dict(zip(chosen, values, strict=True))
    return None
